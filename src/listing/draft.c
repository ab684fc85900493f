/* draft.c: the reports, strings and index of names of a draft, which is the unfinished layout of a
 * listing (a .dsect file or a page of IBM) that is being read. */
#include "listing/draft.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Replace unprintable and incomplete characters by "?" in the report TEXT, which may quote the
 * page. */
static void make_printable(char *text)
{
	size_t len = strlen(text), i, n;
	uint32_t c;

	for (i = 0; i < len; i += n ? n : 1) {
		n = mr_code_point((const unsigned char *)text + i, len - i, &c);
		if (n == 0 || (text[i] != ' ' && mr_scan_blank(text + i, text + len)))
			memset(text + i, '?', n ? n : 1);
	}
}

void mr_draft_report(struct mr_draft *d, unsigned line, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	d->reports.n++;
	if (!d->reports.to.fn || d->reports.n > MONREAD_NOTICES_MAX)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	make_printable(text);
	d->reports.to.fn(d->reports.to.arg, d->layout->path, line, text);
}

void *mr_draft_more(struct mr_draft *d, struct mr_arena *a, void *place, size_t count, size_t size)
{
	/* The array is full if it has 0, 8, 16, 32 ... elements, because mr_arena_more() makes room
	 * for these numbers of elements. */
	int is_full = count == 0 || (count >= 8 && (count & (count - 1)) == 0);
	size_t cap = count;
	char *v;

	if (is_full && mr_arena_more(a, place, &cap, count, size)) {
		d->no_memory = 1;
		return NULL;
	}
	memcpy(&v, place, sizeof v);
	return memset(v + count * size, 0, size);
}

const char *mr_draft_string(struct mr_draft *d, const char *p, size_t len)
{
	const char *s = mr_arena_strndup(d->arena, p, len);

	if (s)
		return s;
	d->no_memory = 1;
	return "";
}

const char *mr_draft_name(struct mr_draft *d, unsigned line, const char *p, size_t len)
{
	if (len > MONREAD_NAME_MAX) {
		mr_draft_report(d, line,
		                "%.16s...: a name of %zu characters; only the first %u are used", p,
		                len, MONREAD_NAME_MAX);
		len = MONREAD_NAME_MAX;
	}
	return mr_draft_string(d, p, len);
}

const char *mr_draft_prose(struct mr_draft *d, unsigned line, const char *p, const char *end)
{
	char out[MONREAD_TEXT_MAX + 8];
	size_t n = 0, i = 0, step;
	uint32_t c;
	struct mr_scan s;
	struct mr_word w;

	mr_scan_init(&s, &(struct mr_span){ p, end, 1 });
	while (mr_scan_word(&s, &w)) {
		if (n)
			out[n++] = ' ';
		for (i = 0; i < w.len && n < MONREAD_TEXT_MAX; i += step ? step : 1) {
			step = mr_code_point((const unsigned char *)w.p + i, w.len - i, &c);
			out[n] = step ? w.p[i] : '?';
			if (step > 1)
				memcpy(out + n, w.p + i, step);
			n += step ? step : 1;
		}
		if (i < w.len) {
			mr_draft_report(d, line,
			                "a text of more than %u bytes; the rest of it is left out",
			                MONREAD_TEXT_MAX);
			break;
		}
	}
	return n ? mr_draft_string(d, out, n) : "";
}

uint64_t mr_field_size(const struct monread_field *f)
{
	return (uint64_t)f->length * (f->dim_count ? f->dim_count : 1);
}

uint64_t mr_field_end(const struct monread_field *f)
{
	return f->offset + mr_field_size(f);
}

static int compare_places(const void *x, const void *y)
{
	const struct mr_place *a = x, *b = y;
	int c = strcmp(a->name, b->name);

	if (c)
		return c;
	if (a->part != b->part)
		return a->part < b->part ? -1 : 1;
	if (a->row != b->row)
		return a->row < b->row ? -1 : 1;
	return (a->bit > b->bit) - (a->bit < b->bit);
}

static void draft_add_place(struct mr_draft *d, const char *name, size_t part, size_t row, long bit)
{
	struct mr_place *p = &d->places.v[d->places.n];

	if (*name == '*')
		return;
	p->name = name;
	p->part = (unsigned)part;
	p->row = (unsigned)row;
	p->bit = (int)bit;
	d->places.n++;
}

void mr_draft_index(struct mr_draft *d)
{
	size_t i, j, k;

	d->places.v = mr_arena_array(&d->scratch, d->nparts + d->total.rows + d->total.bits + 1,
	                             sizeof *d->places.v);
	if (!d->places.v) {
		d->no_memory = 1;
		return;
	}
	for (i = 0; i < d->nparts; i++) {
		draft_add_place(d, d->parts[i].name, i, MR_PLACE_PART, -1);
		for (j = 0; j < d->parts[i].nrows; j++) {
			draft_add_place(d, d->parts[i].rows[j].f.name, i, j, -1);
			for (k = 0; k < d->parts[i].rows[j].f.nbits; k++)
				draft_add_place(d, d->parts[i].rows[j].bits[k].name, i, j, (long)k);
		}
	}
	qsort(d->places.v, d->places.n, sizeof *d->places.v, compare_places);
	for (i = 1; i < d->places.n; i++) {
		struct mr_place *p = &d->places.v[i];

		if (strcmp(p->name, p[-1].name) == 0)
			p->nth = p[-1].nth + 1;
		if (p->nth >= MONREAD_SAME_MAX &&
		    (i + 1 == d->places.n || strcmp(p->name, p[1].name) != 0))
			mr_draft_report(
				d, 0,
				"%s: this name occurs %u times; annotations apply to the first %u",
				p->name, p->nth + 1, MONREAD_SAME_MAX);
	}
}

static int compare_name(const char *name, size_t len, const char *other)
{
	int c = strncmp(name, other, len);

	if (c)
		return c;
	return other[len] ? -1 : 0;
}

struct mr_place *mr_draft_find(struct mr_draft *d, const char *name, size_t len, size_t *count)
{
	size_t low = 0, high = d->places.n, mid, n;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (compare_name(name, len, d->places.v[mid].name) > 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (n = 0; n < MONREAD_SAME_MAX && low + n < d->places.n; n++)
		if (compare_name(name, len, d->places.v[low + n].name))
			break;
	if (count)
		*count = n;
	return n ? &d->places.v[low] : NULL;
}
