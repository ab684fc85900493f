/* pack.c: writes layouts as the packed tables of layout/tables.h. */
#include "gen/pack.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "base/model.h"
#include "gen/strings.h"

/* ---- References ---- */

static unsigned field_ref(const struct monread_layout *l, const struct monread_field *f)
{
	unsigned row = 1;
	uint32_t i;

	for (i = 0; f && i < l->nstructures; i++) {
		const struct monread_structure *s = mr_structure_at(l, i);

		if (s->nfields && f >= mr_field_at(s, 0) && f <= mr_field_at(s, s->nfields - 1))
			return row + (unsigned)(mr_field(f) - mr_structure(s)->fields);
		row += s->nfields;
	}
	return 0;
}

static unsigned structure_ref(const struct monread_layout *l, const struct monread_structure *s)
{
	return s ? (unsigned)(mr_structure(s) - mr_layout(l)->structures) + 1 : 0;
}

/* ---- Rows of the tables ---- */

enum table {
	BITS,
	ROWS,
	STRUCTURES,
	ARRAYS,
	CHECKS,
	TELLS,
	ERRATA,
	EXTRAS,
	BREAKS,
	ENDINGS,
	LAYOUTS,
	NTABLES
};

struct pack {
	FILE *out;
	struct mr_strings text;
	struct mr_lists *lists;
	int narrow;               /* 1 after a number was too large for its column */
	/* number of bits in the rows of fields written so far */
	uint32_t bits;
	uint32_t starts[NTABLES]; /* for each table: index of the first row of the next layout */
};

/* Return the offset of S in the text of the packed tables. Do not call this function twice in one
 * argument list; see mr_strings_at(). */
static uint32_t at(struct pack *p, const char *s)
{
	return mr_strings_at(&p->text, s);
}

static unsigned pack_fits(struct pack *p, uint64_t v, uint64_t max)
{
	p->narrow |= v > max;
	return (unsigned)v;
}

static unsigned fits16(struct pack *p, uint64_t v)
{
	return pack_fits(p, v, UINT16_MAX);
}

static unsigned fits8(struct pack *p, uint64_t v)
{
	return pack_fits(p, v, UINT8_MAX);
}

static uint32_t count_rows(const struct monread_layout *l)
{
	uint32_t i, n = 0;

	for (i = 0; i < l->nstructures; i++)
		n += mr_structure_at(l, i)->nfields;
	return n;
}

/* Return field number I of L, counted over all structures of L. */
static const struct monread_field *pack_field_at(const struct monread_layout *l, uint32_t i)
{
	const struct mr_structure *s = mr_layout(l)->structures;

	for (; i >= s->pub.nfields; s++)
		i -= s->pub.nfields;
	return &s->fields[i].pub;
}

static uint32_t count_bits(const struct monread_layout *l)
{
	uint32_t i, rows = count_rows(l), n = 0;

	for (i = 0; i < rows; i++)
		n += pack_field_at(l, i)->nbits;
	return n;
}

static const struct monread_bit *bit_at(const struct monread_layout *l, uint32_t i)
{
	uint32_t row = 0;

	for (; i >= pack_field_at(l, row)->nbits; row++)
		i -= pack_field_at(l, row)->nbits;
	return mr_bit_at(pack_field_at(l, row), i);
}

static void write_bit(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_bit *b = bit_at(l, i);
	uint32_t text = at(p, b->text), name = at(p, b->name);

	fprintf(p->out, "\t{ 0x%llXu, %u, %u, %u, %u },\n", (unsigned long long)b->mask, name, text,
	        b->offset, fits8(p, b->width));
}

static void write_row(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_field *f = pack_field_at(l, i);
	uint32_t unit = at(p, f->unit), text = at(p, f->text), name = at(p, f->name);

	fprintf(p->out, "\t{ %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u }, /* %s */\n",
	        name, text, unit, f->offset, f->length, p->bits, fits16(p, f->nbits),
	        fits16(p, f->dim_first), fits16(p, f->dim_count),
	        fits16(p, structure_ref(l, f->structure)), fits16(p, f->flags), (unsigned)f->type,
	        (unsigned)f->format, f->name[0] == '*' ? "reserved" : f->name);
	p->bits += f->nbits;
}

static void write_structure(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_structure *s = mr_structure_at(l, i);
	uint32_t text = at(p, s->text), name = at(p, s->name);

	fprintf(p->out, "\t{ %u, %u, %u, %u, %d }, /* %s */\n", name, text, s->length,
	        fits16(p, s->nfields), s->open, s->name);
}

/* Write the members of struct mr_packed_when for the condition W; W is NULL if there is no
 * condition. */
static void write_when(struct pack *p, const struct monread_layout *l, const struct monread_when *w)
{
	if (!w) {
		fputs("{ 0u, 0, 0, 0 }", p->out);
		return;
	}
	fprintf(p->out, "{ %uu, %u, %d, %d }", w->value, fits16(p, field_ref(l, w->field)),
	        (int)w->op, w->of_release);
}

static void write_array(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_array *a = monread_layout_array(l, i);

	fprintf(p->out, "\t{ %uu, %uu, %uu, %u, %u, %u, %u, %u, %u, ", a->count_const,
	        a->size_const, a->at_const, structure_ref(l, a->structure), field_ref(l, a->text),
	        field_ref(l, a->count), field_ref(l, a->size), field_ref(l, a->at),
	        field_ref(l, a->bytes));
	write_when(p, l, a->when);
	fprintf(p->out, " }, /* %s */\n", a->structure ? a->structure->name : a->text->name);
}

static void write_check(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_check *c = monread_layout_check(l, i);

	fprintf(p->out, "\t{ %u, %u, %u }, /* %s */\n", at(p, c->text), field_ref(l, c->left),
	        field_ref(l, c->right), c->left->name);
}

static void write_tell(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	fprintf(p->out, "\t{ %u, ", monread_layout_tells(l, i)->release);
	write_when(p, l, monread_layout_tells(l, i)->when);
	fprintf(p->out, " }, /* %s */\n", l->name);
}

static void write_erratum(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	fprintf(p->out, "\t%u, /* %s */\n", at(p, mr_layout(l)->errata[i]), l->name);
}

static int is_extra(const struct monread_field *f)
{
	return (f->flags & MONREAD_COUNTDOWN) || f->nmeanings || f->when;
}

static uint32_t count_extras(const struct monread_layout *l)
{
	uint32_t i, rows = count_rows(l), n = 0;

	for (i = 0; i < rows; i++)
		n += (uint32_t)is_extra(pack_field_at(l, i));
	return n;
}

static void write_extra(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_field *f;
	uint32_t row = 0, list;

	for (;; row++)
		if (is_extra(pack_field_at(l, row)) && i-- == 0)
			break;
	f = pack_field_at(l, row);
	list = f->nmeanings ? mr_lists_at(p->lists, mr_field(f)->meanings, f->nmeanings) : 0;
	fprintf(p->out, "\t{ 0x%llXu, ", (unsigned long long)f->start);
	write_when(p, l, f->when);
	fprintf(p->out, ", %u, %u }, /* %s */\n", fits16(p, row + 1), fits16(p, list), f->name);
}

static void write_break(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_break *b = monread_layout_break(l, i);

	fprintf(p->out, "\t{ %u, %d }, /* %s */\n", field_ref(l, b->field), (int)b->kind, l->name);
}

static void write_ending(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_ending *e = monread_layout_ending(l, i);
	uint32_t record = at(p, e->record), other = e->key ? at(p, e->other) : 0;

	fprintf(p->out, "\t{ %u, %u, %u }, /* %s */\n", record, other, field_ref(l, e->key),
	        l->name);
}

static void write_identity(struct pack *p, const struct monread_layout *l)
{
	uint32_t product = l->product ? at(p, l->product) : 0, source = at(p, l->source);
	uint32_t release = at(p, l->release), title = at(p, l->title), kind = at(p, l->kind);
	uint32_t instance = l->instance ? at(p, l->instance) : 0;
	uint32_t dsect = at(p, l->dsect), name = at(p, l->name);
	uint32_t unproven = l->unproven ? at(p, l->unproven) : 0;

	fprintf(p->out, "%u, %u, %u, %u, %u, %u, %u, %u, %u, %u, ", name, dsect, kind, instance,
	        title, release, source, product, unproven, l->unproven_from);
}

static void pack_write_layout(struct pack *p, const struct monread_layout *l, uint32_t i)
{
	const struct monread_payload *payload = &mr_layout(l)->payload;
	const uint32_t *s = p->starts;

	(void)i;
	if (l->domain >= 0) {
		fprintf(p->out, "\t/* D%dR%d %s */\n", l->domain, l->record, l->name);
		pack_fits(p, (unsigned)l->domain, INT16_MAX);
		pack_fits(p, (unsigned)l->record, INT16_MAX);
	} else {
		fprintf(p->out, "\t/* %s */\n", l->name);
	}
	fputs("\t{ ", p->out);
	write_identity(p, l);
	fprintf(p->out, "{ %u, %u, %u, %u, %u, %u, %u, %u, %u }, ", s[STRUCTURES], s[ROWS],
	        s[ARRAYS], s[CHECKS], s[TELLS], s[ERRATA], s[EXTRAS], s[BREAKS], s[ENDINGS]);
	fprintf(p->out, "%d, %d, { %u, %u, %u, %u, %u, %u, %u, %u }, ", l->domain, l->record,
	        fits16(p, l->nstructures), fits16(p, l->narrays), fits16(p, l->nchecks),
	        fits16(p, l->ntells), fits16(p, l->nerrata), fits16(p, count_extras(l)),
	        fits16(p, l->nbreaks), fits16(p, l->nendings));
	fprintf(p->out, "{ %u, %u, %u }, %d, %d,\n\t  { ", field_ref(l, payload->product),
	        field_ref(l, payload->at), field_ref(l, payload->bytes), (int)l->status,
	        l->configuration);
	write_when(p, l, mr_layout(l)->when[0]);
	fputs(", ", p->out);
	write_when(p, l, mr_layout(l)->when[1]);
	fputs(" } },\n", p->out);
}

/* ---- Tables ---- */

static const struct {
	const char *type, *name;
	void (*write)(struct pack *p, const struct monread_layout *l, uint32_t i);
	int scalar;
} tables[NTABLES] = {
	[BITS] = { "struct mr_packed_bit", "mr_table_bits", write_bit, 0 },
	[ROWS] = { "struct mr_packed_row", "mr_table_rows", write_row, 0 },
	[STRUCTURES] = { "struct mr_packed_structure", "mr_table_structures", write_structure, 0 },
	[ARRAYS] = { "struct mr_packed_array", "mr_table_arrays", write_array, 0 },
	[CHECKS] = { "struct mr_packed_check", "mr_table_checks", write_check, 0 },
	[TELLS] = { "struct mr_packed_tells", "mr_table_tells", write_tell, 0 },
	[ERRATA] = { "uint32_t", "mr_table_errata", write_erratum, 1 },
	[EXTRAS] = { "struct mr_packed_extra", "mr_table_extras", write_extra, 0 },
	[BREAKS] = { "struct mr_packed_break", "mr_table_breaks", write_break, 0 },
	[ENDINGS] = { "struct mr_packed_ending", "mr_table_endings", write_ending, 0 },
	[LAYOUTS] = { "struct mr_packed_layout", "mr_table_layouts", pack_write_layout, 0 },
};

static void count_all(const struct monread_layout *l, uint32_t counts[NTABLES])
{
	const uint32_t all[NTABLES] = {
		count_bits(l), count_rows(l),   l->nstructures, l->narrays,  l->nchecks, l->ntells,
		l->nerrata,    count_extras(l), l->nbreaks,     l->nendings, 1
	};

	memcpy(counts, all, sizeof all);
}

/* End a table of N rows with a row of zeros, because C does not allow empty arrays. */
static void end_table(FILE *out, const char *name, uint32_t n, int scalar)
{
	fprintf(out, "\t%s\n};\n\n_Static_assert(sizeof %s / sizeof %s[0] == %lu, \"%s\");\n\n",
	        scalar ? "0," : "{ 0 },", name, name, n + 1ul, name);
}

static void write_table(struct pack *p, enum table t, struct monread_layout *const *layouts,
                        size_t nlayouts)
{
	uint32_t counts[NTABLES], k;
	size_t i;

	fprintf(p->out, "const %s %s[] = {\n", tables[t].type, tables[t].name);
	memset(p->starts, 0, sizeof p->starts);
	for (i = 0; i < nlayouts; i++) {
		count_all(layouts[i], counts);
		for (k = 0; k < counts[t]; k++)
			tables[t].write(p, layouts[i], k);
		for (k = 0; k < NTABLES; k++)
			p->starts[k] += counts[k];
	}
	end_table(p->out, tables[t].name, p->starts[t], tables[t].scalar);
}

static void write_meanings(struct pack *p)
{
	uint32_t n = 0, k;
	size_t i;

	fputs("const struct mr_packed_meaning mr_table_meanings[] = {\n", p->out);
	for (i = 0; i < p->lists->count; i++)
		for (k = 0; k < p->lists->v[i].count; k++, n++)
			fprintf(p->out, "\t{ 0x%llXu, %u },\n",
			        (unsigned long long)p->lists->v[i].meanings[k].value,
			        at(p, p->lists->v[i].meanings[k].text));
	end_table(p->out, "mr_table_meanings", n, 0);
}

/* Write the table of all lists of codes. */
static void write_lists(struct pack *p)
{
	uint32_t first = 0, name;
	size_t i;

	fputs("const struct mr_packed_list mr_table_lists[] = {\n", p->out);
	for (i = 0; i < p->lists->count; i++) {
		const struct mr_values *list = &p->lists->v[i];

		name = list->name ? at(p, list->name) : 0;
		fprintf(p->out, "\t{ %u, %u, %u }, /* %s */\n", name, first, list->count,
		        list->name ? list->name : "-");
		first += list->count;
	}
	end_table(p->out, "mr_table_lists", (uint32_t)p->lists->count, 0);
}

/* Write the lists of codes and the text last, because they are collected while the other tables are
 * written. */
static const char *pack_write_all(struct pack *p, struct monread_layout *const *layouts,
                                  size_t count)
{
	int t;

	at(p, "");
	fputs("// Generated from data/*.dsect by mklayouts; do not edit\n", p->out);
	fputs("#include \"layout/tables.h\"\n\n", p->out);
	fprintf(p->out, "const uint32_t mr_table_count = %lu;\n\n", (unsigned long)count);
	for (t = 0; t < NTABLES; t++)
		write_table(p, (enum table)t, layouts, count);
	write_meanings(p);
	write_lists(p);
	mr_strings_write(p->out, &p->text);
	if (p->lists->failed || p->text.failed)
		return "out of memory";
	return p->narrow ? "a number is too large for its table" : NULL;
}

const char *mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count,
                          struct mr_lists *lists)
{
	struct pack p;
	const char *why;

	memset(&p, 0, sizeof p);
	p.out = out;
	p.lists = lists;
	why = pack_write_all(&p, layouts, count);
	mr_strings_free(&p.text);
	if (!why && (fflush(out) || ferror(out)))
		why = strerror(errno);
	return why;
}
