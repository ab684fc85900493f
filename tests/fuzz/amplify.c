/* amplify.c: the record of which a format makes the most, found by trying; TAP.
 *
 * For each layout that comes with the library a record is filled in several ways; then counts, sizes, displacements
 * and the other numbers of its fixed part are changed one after the other, and what makes the output longer stays.
 * The longest output is held to the factor that man monread promises. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/formats.h"
#include "out/out.h"

/* Bytes of output for each of a record, as monread(1) says. */
#define FACTOR 200u
#define RECORD 4096u
#define HEADER 20u
#define SWEEPS 2u

/* TSV has as many bytes as CSV. */
static const struct out_format *const formats[] = { &out_text_format, &out_json_format, &out_hex_format,
	                                            &out_list_format, &out_csv_format };

struct worst {
	size_t n, length; /* bytes that are shown of a record of so many */
	const char *of;
};

struct trial {
	struct out out;
	struct out_file file;
	struct monread_codepage *codepage;
	struct monread_mce mce;
	const struct monread_layout *layout;
	size_t length;
};

/* How much is shown of the record. */
static size_t shown(struct trial *t, const unsigned char *bytes)
{
	struct out_buffer *b = &t->out.main.b;
	struct out_record r;
	struct monread_ev ev;

	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_RECORD;
	ev.dataset = ev.setno = ev.serial = 1;
	ev.mce = &t->mce;
	ev.bytes = bytes;
	ev.length = t->length;
	ev.domain = (uint16_t)t->layout->domain;
	ev.record = (uint16_t)t->layout->record;
	r = (struct out_record){ .ev = &ev, .layout = t->layout, .system = "MONREAD8", .first = 1, .in_interval = 1 };
	b->p = b->buf;
	if (t->out.format->record)
		t->out.format->record(&t->out.main, &r);
	else
		t->out.format->event(&t->out, &ev, t->layout, 1);
	return (size_t)(b->p - b->buf);
}

static void put(unsigned char *p, uint32_t width, uint32_t v)
{
	while (width-- > 0) {
		p[width] = (unsigned char)v;
		v >>= 8;
	}
}

/* Values of one field that make the output longer. */
static void climb_field(struct trial *t, unsigned char *bytes, const struct monread_field *f, size_t *best)
{
	const struct monread_structure *last = monread_layout_structure(t->layout, t->layout->nstructures - 1);
	const uint32_t values[] = {
		0, 1, 2, 4, 8, 16, HEADER, 127, 255, RECORD, 65535, UINT32_MAX,
		last->length, monread_layout_structure(t->layout, 0)->length, (uint32_t)t->length,
	};
	unsigned char kept[8];
	unsigned i;

	if (f->flags & MONREAD_HEADER || f->length == 0 || f->length > sizeof kept || f->offset + f->length > t->length)
		return;
	for (i = 0; i < sizeof values / sizeof values[0]; i++) {
		size_t n;

		memcpy(kept, bytes + f->offset, f->length);
		put(bytes + f->offset, f->length, values[i]);
		n = shown(t, bytes);
		if (n > *best)
			*best = n;
		else
			memcpy(bytes + f->offset, kept, f->length);
	}
}

/* Application data of each product, where the layout has room for a product. */
static void climb_product(struct trial *t, unsigned char *bytes, size_t *best)
{
	const struct monread_payload *p = monread_layout_payload(t->layout);
	const struct monread_field *f = p ? p->product : NULL;
	size_t i, k, n = f ? monread_layouts_count(t->out.settings.layouts) : 0;
	unsigned char kept[16];

	for (i = 0; i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(t->out.settings.layouts, i);

		if (!l || !l->product || strlen(l->product) != 32)
			continue;
		memcpy(kept, bytes + f->offset, sizeof kept);
		for (k = 0; k < 16; k++) {
			char digits[3] = { l->product[2 * k], l->product[2 * k + 1], 0 };

			bytes[f->offset + k] = (unsigned char)strtoul(digits[0] == '.' ? "0" : digits, NULL, 16);
		}
		k = shown(t, bytes);
		if (k > *best)
			*best = k;
		else
			memcpy(bytes + f->offset, kept, sizeof kept);
	}
}

static size_t climb(struct trial *t, unsigned char fill, unsigned char *bytes)
{
	const struct monread_structure *root = monread_layout_structure(t->layout, 0);
	const struct monread_field *f;
	unsigned sweep;
	size_t best, i;

	memset(bytes, fill, t->length);
	memset(bytes, 0, HEADER);
	put(bytes, 2, (uint32_t)t->length);
	best = shown(t, bytes);
	for (sweep = 0; sweep < SWEEPS; sweep++) {
		climb_product(t, bytes, &best);
		for (i = 0; (f = monread_structure_field(root, i)) != NULL; i++)
			climb_field(t, bytes, f, &best);
	}
	return best;
}

static void try_layout(struct trial *t, unsigned char bytes[RECORD], struct worst *w)
{
	static const unsigned char fills[] = { 0x00, 0xFF, 0x01 };
	unsigned k, whole;

	for (k = 0; k < sizeof fills; k++)
		for (whole = 0; whole < 2; whole++) {
			size_t best;

			t->length = whole ? RECORD : monread_layout_structure(t->layout, 0)->length;
			if (t->length < HEADER || t->length > RECORD)
				continue;
			best = climb(t, fills[k], bytes);
			/* Which is more by the byte? */
			if (best * w->length > w->n * t->length)
				*w = (struct worst){ best, t->length, t->out.settings.table ? t->out.settings.table->name : t->layout->name };
		}
}

/* Whether the rows of the table are made of such records. */
static int is_of(const struct table *table, const struct monread_layout *l)
{
	return table->layout == l || (table->layout->domain < 0 && monread_layout_payload(l));
}

/* What is shown of all records, or in the rows of a table. */
static int try_layouts(struct trial *t, const struct out_format *format, const struct table *table, struct worst *w)
{
	size_t i, n = monread_layouts_count(t->out.settings.layouts);
	unsigned char *bytes = malloc(RECORD);

	t->out.settings.table = table;
	if (!bytes || out_begin(&t->out, format, OUT_MEMORY))
		return -1;
	t->out.file = t->out.main.file = &t->file;
	for (i = 0; i < n; i++) {
		t->layout = monread_layouts_at(t->out.settings.layouts, i);
		if (t->layout && t->layout->domain >= 0 && t->layout->nstructures && (!table || is_of(table, t->layout)))
			try_layout(t, bytes, w);
	}
	out_end(&t->out);
	free(bytes);
	return 0;
}

/* The worst of all layouts for one format. */
static int try_format(struct trial *t, const struct out_format *format, unsigned test)
{
	struct worst w = { 0, 1, "" };
	const struct table *table;
	size_t i;

	if (!(format->takes & OUT_TAKES_TABLE)) {
		if (try_layouts(t, format, NULL, &w))
			return -1;
	} else {
		for (i = 0; (table = table_at(t->out.settings.schema, i)) != NULL; i++)
			if (try_layouts(t, format, table, &w))
				return -1;
	}
	printf("# %s: %zu bytes of a record of %zu, %s: %zu times\n", format->name, w.n, w.length, w.of, w.n / w.length);
	printf("%s %u - %s: at most %u bytes for each of a record\n", w.n > 0 && w.n <= FACTOR * w.length ? "ok" : "not ok",
	       test, format->name, FACTOR);
	return 0;
}

int main(void)
{
	static struct trial t;
	struct monread_layouts *layouts = monread_layouts_new();
	struct table_schema *schema = layouts ? table_schema_new(layouts) : NULL;
	unsigned i;

	t.file.name = "capture";
	t.file.count = 1;
	t.mce.type = MONREAD_SAMPLE;
	t.mce.domains = 0x8000;
	t.mce.end = RECORD - 1;
	t.out.settings.layouts = layouts;
	t.codepage = monread_codepage_open("IBM-1047");
	t.out.settings.codepage = t.codepage;
	t.out.settings.all = 1;
	t.out.settings.time = OUT_TIME_UTC;
	t.out.settings.schema = schema;
	if (!schema || !t.codepage)
		return 99;
	printf("1..%zu\n", sizeof formats / sizeof formats[0]);
	for (i = 0; i < sizeof formats / sizeof formats[0]; i++)
		if (try_format(&t, formats[i], i + 1))
			return 99;
	table_schema_free(schema);
	monread_layouts_free(layouts);
	monread_codepage_free(t.codepage);
	return 0;
}
