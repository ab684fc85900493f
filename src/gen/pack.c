/* pack.c: writes layouts as the packed tables of layout/tables.h. */
#include "gen/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

/* ---- Strings ---- */

struct string {
	const char *s;
	uint32_t at;
};

struct blob {
	struct mr_arena arena;
	size_t slots, used; /* a hash table of all strings */
	struct string *table;
	size_t count, cap; /* in the order of their places */
	const char **order;
	uint32_t size;
	int failed;
};

static size_t hash(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

static struct string *slot(struct string *table, size_t slots, const char *s)
{
	size_t i = hash(s) & (slots - 1);

	while (table[i].s && strcmp(table[i].s, s) != 0)
		i = (i + 1) & (slots - 1);
	return &table[i];
}

static int grow_table(struct blob *b)
{
	size_t slots = b->slots ? b->slots * 2 : 1024, i;
	struct string *table;

	if (b->used < b->slots / 2)
		return 0;
	table = mr_arena_array(&b->arena, slots, sizeof *table);
	if (!table)
		return -1;
	for (i = 0; i < b->slots; i++)
		if (b->table[i].s)
			*slot(table, slots, b->table[i].s) = b->table[i];
	b->table = table;
	b->slots = slots;
	return 0;
}

/* Where S is in the blob; it is put there the first time. */
static uint32_t at(struct blob *b, const char *s)
{
	struct string *t;

	if (b->failed || grow_table(b)) {
		b->failed = 1;
		return 0;
	}
	t = slot(b->table, b->slots, s);
	if (t->s)
		return t->at;
	b->order = mr_arena_more(&b->arena, b->order, &b->cap, b->count, sizeof *b->order);
	if (!b->order) {
		b->failed = 1;
		return 0;
	}
	t->s = s;
	t->at = b->size;
	b->used++;
	b->order[b->count++] = s;
	b->size += (uint32_t)strlen(s) + 1;
	return t->at;
}

static void write_string(FILE *out, const char *s)
{
	int wide = 0;

	fputs("\t\"", out);
	for (; *s; s++, wide++) {
		unsigned char c = (unsigned char)*s;

		if (wide == 90) {
			fputs("\"\n\t\"", out);
			wide = 0;
		}
		if (c == '"' || c == '\\')
			fprintf(out, "\\%c", c);
		else if (c < ' ' || c >= 0x7F || c == '?') /* "??" might begin a trigraph */
			fprintf(out, "\\%03o", c);
		else
			fputc(c, out);
	}
	fputs("\\0\"\n", out);
}

static void write_blob(FILE *out, const struct blob *b)
{
	size_t i;

	fprintf(out, "const char mr_table_text[] =\n");
	for (i = 0; i < b->count; i++)
		write_string(out, b->order[i]);
	fprintf(out, "\t;\n\n_Static_assert(sizeof mr_table_text == %lu, \"text\");\n",
	        (unsigned long)b->size + 1);
}

/* ---- References ---- */

static unsigned field_ref(const struct monread_layout *l, const struct monread_field *f)
{
	unsigned row = 1;
	uint32_t i;

	for (i = 0; f && i < l->nstructures; i++) {
		const struct monread_structure *s = &l->structures[i];

		if (s->nfields && f >= s->fields && f < s->fields + s->nfields)
			return row + (unsigned)(f - s->fields);
		row += s->nfields;
	}
	return 0;
}

static unsigned structure_ref(const struct monread_layout *l, const struct monread_structure *s)
{
	return s ? (unsigned)(s - l->structures) + 1 : 0;
}

/* ---- Tables: each is written by one pass over all layouts ---- */

/* Where the tables of the next layout begin. */
struct starts {
	unsigned long structures, rows, arrays, checks, tells, errata;
};

struct pack {
	FILE *out;
	struct blob text;
	unsigned long n;    /* rows of the table that is written */
	unsigned long bits; /* of the fields so far */
	struct starts starts;
};

static void write_bits(struct pack *p, const struct monread_layout *l)
{
	uint32_t i, j, k;

	for (i = 0; i < l->nstructures; i++)
		for (j = 0; j < l->structures[i].nfields; j++) {
			const struct monread_field *f = &l->structures[i].fields[j];

			for (k = 0; k < f->nbits; k++, p->n++)
				fprintf(p->out, "\t{ 0x%llXu, %u, %u, %u, %u },\n",
				        (unsigned long long)f->bits[k].mask, at(&p->text, f->bits[k].name),
				        at(&p->text, f->bits[k].text), f->bits[k].offset, f->bits[k].width);
		}
}

static void write_rows(struct pack *p, const struct monread_layout *l)
{
	uint32_t i, j;

	for (i = 0; i < l->nstructures; i++)
		for (j = 0; j < l->structures[i].nfields; j++, p->n++) {
			const struct monread_field *f = &l->structures[i].fields[j];

			fprintf(p->out, "\t{ %u, %u, %u, %u, %u, %lu, %u, %u, %u, %u, %d, %d, %u }, /* %s */\n",
			        at(&p->text, f->name), at(&p->text, f->text), at(&p->text, f->unit), f->offset,
			        f->length, p->bits, f->nbits, f->dim_first, f->dim_count, structure_ref(l, f->structure),
			        (int)f->type, (int)f->format, f->flags,
			        f->name[0] == '*' ? "reserved" : f->name);
			p->bits += f->nbits;
		}
}

static void write_structures(struct pack *p, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->nstructures; i++, p->n++) {
		const struct monread_structure *s = &l->structures[i];

		fprintf(p->out, "\t{ %u, %u, %u, %u, %d }, /* %s */\n", at(&p->text, s->name),
		        at(&p->text, s->text), s->length, s->nfields, s->open, s->name);
	}
}

static void write_when(FILE *out, const struct monread_layout *l, const struct monread_when *w)
{
	fprintf(out, "{ %uu, %u, %d, %d }", w->value, field_ref(l, w->field), (int)w->op, w->of_release);
}

static void write_arrays(struct pack *p, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++, p->n++) {
		const struct monread_array *a = &l->arrays[i];

		fprintf(p->out, "\t{ %uu, %uu, %uu, %u, %u, %u, %u, %u, %u, ", a->count_const, a->size_const,
		        a->at_const, structure_ref(l, a->structure), field_ref(l, a->text),
		        field_ref(l, a->count), field_ref(l, a->size), field_ref(l, a->at),
		        field_ref(l, a->bytes));
		write_when(p->out, l, &a->when);
		fprintf(p->out, " }, /* %s */\n", a->structure ? a->structure->name : a->text->name);
	}
}

static void write_checks(struct pack *p, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->nchecks; i++, p->n++)
		fprintf(p->out, "\t{ %u, %u, %u }, /* %s */\n", at(&p->text, l->checks[i].text),
		        field_ref(l, l->checks[i].left), field_ref(l, l->checks[i].right),
		        l->checks[i].left->name);
}

static void write_tells(struct pack *p, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->ntells; i++, p->n++) {
		fprintf(p->out, "\t{ %u, ", l->tells[i].release);
		write_when(p->out, l, &l->tells[i].when);
		fprintf(p->out, " }, /* %s */\n", l->name);
	}
}

static void write_errata(struct pack *p, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->nerrata; i++, p->n++)
		fprintf(p->out, "\t%u, /* %s */\n", at(&p->text, l->errata[i]), l->name);
}

static void write_layout(struct pack *p, const struct monread_layout *l)
{
	struct starts *s = &p->starts;
	uint32_t i;

	if (l->domain >= 0)
		fprintf(p->out, "\t/* D%dR%d %s */\n", l->domain, l->record, l->name);
	else
		fprintf(p->out, "\t/* %s */\n", l->name);
	fprintf(p->out, "\t{ %u, %u, %u, %u, %u, %u, %u, %lu, %lu, %lu, %lu, %lu, %lu, ",
	        at(&p->text, l->name), at(&p->text, l->dsect), at(&p->text, l->kind), at(&p->text, l->title),
	        at(&p->text, l->release), at(&p->text, l->source), l->product ? at(&p->text, l->product) : 0,
	        s->structures, s->rows, s->arrays, s->checks, s->tells, s->errata);
	fprintf(p->out, "%d, %d, %u, %u, %u, %u, %u, %u, %u, %u, %d,\n\t  { ", l->domain, l->record, l->nstructures,
	        l->narrays, l->nchecks, l->ntells, l->nerrata, field_ref(l, l->payload.product),
	        field_ref(l, l->payload.at), field_ref(l, l->payload.bytes), (int)l->status);
	write_when(p->out, l, &l->when[0]);
	fputs(", ", p->out);
	write_when(p->out, l, &l->when[1]);
	fputs(" } },\n", p->out);
	s->structures += l->nstructures;
	for (i = 0; i < l->nstructures; i++)
		s->rows += l->structures[i].nfields;
	s->arrays += l->narrays;
	s->checks += l->nchecks;
	s->tells += l->ntells;
	s->errata += l->nerrata;
	p->n++;
}

/* C has no empty arrays: each ends with a row of zeros that is not counted. */
static void end_table(FILE *out, const char *name, unsigned long n, int scalar)
{
	fprintf(out, "\t%s\n};\n\n_Static_assert(sizeof %s / sizeof %s[0] == %lu, \"%s\");\n\n",
	        scalar ? "0," : "{ 0 },", name, name, n + 1, name);
}

int mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count)
{
	static const struct {
		const char *type, *name;
		void (*write)(struct pack *, const struct monread_layout *);
		int scalar;
	} tables[] = {
		{ "struct mr_packed_bit", "mr_table_bits", write_bits, 0 },
		{ "struct mr_packed_row", "mr_table_rows", write_rows, 0 },
		{ "struct mr_packed_structure", "mr_table_structures", write_structures, 0 },
		{ "struct mr_packed_array", "mr_table_arrays", write_arrays, 0 },
		{ "struct mr_packed_check", "mr_table_checks", write_checks, 0 },
		{ "struct mr_packed_tells", "mr_table_tells", write_tells, 0 },
		{ "uint32_t", "mr_table_errata", write_errata, 1 },
		{ "struct mr_packed_layout", "mr_table_layouts", write_layout, 0 },
	};
	struct pack p;
	size_t i, t;

	memset(&p, 0, sizeof p);
	p.out = out;
	at(&p.text, "");
	fputs("// Generated from data/*.dsect by mklayouts; do not edit\n#include \"layout/tables.h\"\n\n",
	      out);
	fprintf(out, "const uint32_t mr_table_count = %lu;\n\n", (unsigned long)count);
	for (t = 0; t < sizeof tables / sizeof tables[0]; t++) {
		fprintf(out, "const %s %s[] = {\n", tables[t].type, tables[t].name);
		p.n = 0;
		for (i = 0; i < count; i++)
			tables[t].write(&p, layouts[i]);
		end_table(out, tables[t].name, p.n, tables[t].scalar);
	}
	write_blob(out, &p.text);
	mr_arena_free(&p.text.arena);
	return p.text.failed || fflush(out) || ferror(out) ? -1 : 0;
}
