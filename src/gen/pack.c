/* pack.c: writes layouts as the packed tables of layout/tables.h. */
#include "gen/pack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "layout/arena.h"

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

static void write_bits(FILE *out, struct blob *b, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i, j, k;

	for (i = 0; i < l->nstructures; i++)
		for (j = 0; j < l->structures[i].nfields; j++) {
			const struct monread_field *f = &l->structures[i].fields[j];

			for (k = 0; k < f->nbits; k++, ++*n)
				fprintf(out, "\t{ 0x%llXu, %u, %u, %u, %u },\n",
				        (unsigned long long)f->bits[k].mask, at(b, f->bits[k].name),
				        at(b, f->bits[k].text), f->bits[k].offset, f->bits[k].width);
		}
}

static void write_rows(FILE *out, struct blob *b, const struct monread_layout *l, unsigned long *n,
                       unsigned long *bits)
{
	uint32_t i, j;

	for (i = 0; i < l->nstructures; i++)
		for (j = 0; j < l->structures[i].nfields; j++, ++*n) {
			const struct monread_field *f = &l->structures[i].fields[j];

			fprintf(out, "\t{ %u, %u, %u, %u, %u, %lu, %u, %u, %u, %u, %d, %d, %u }, /* %s */\n",
			        at(b, f->name), at(b, f->text), at(b, f->unit), f->offset, f->length, *bits,
			        f->nbits, f->dim_first, f->dim_count, structure_ref(l, f->structure),
			        (int)f->type, (int)f->format, f->flags,
			        f->name[0] == '*' ? "reserved" : f->name);
			*bits += f->nbits;
		}
}

static void write_structures(FILE *out, struct blob *b, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i;

	for (i = 0; i < l->nstructures; i++, ++*n) {
		const struct monread_structure *s = &l->structures[i];

		fprintf(out, "\t{ %u, %u, %u, %u, %d }, /* %s */\n", at(b, s->name), at(b, s->text),
		        s->length, s->nfields, s->open, s->name);
	}
}

static void write_when(FILE *out, const struct monread_layout *l, const struct monread_when *w)
{
	fprintf(out, "{ %uu, %u, %d, %d }", w->value, field_ref(l, w->field), (int)w->op, w->of_release);
}

static void write_arrays(FILE *out, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++, ++*n) {
		const struct monread_array *a = &l->arrays[i];

		fprintf(out, "\t{ %uu, %uu, %uu, %u, %u, %u, %u, %u, %u, ", a->count_const, a->size_const,
		        a->at_const, structure_ref(l, a->structure), field_ref(l, a->text),
		        field_ref(l, a->count), field_ref(l, a->size), field_ref(l, a->at),
		        field_ref(l, a->bytes));
		write_when(out, l, &a->when);
		fprintf(out, " }, /* %s */\n", a->structure ? a->structure->name : a->text->name);
	}
}

static void write_checks(FILE *out, struct blob *b, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i;

	for (i = 0; i < l->nchecks; i++, ++*n)
		fprintf(out, "\t{ %u, %u, %u }, /* %s */\n", at(b, l->checks[i].text),
		        field_ref(l, l->checks[i].left), field_ref(l, l->checks[i].right),
		        l->checks[i].left->name);
}

static void write_tells(FILE *out, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i;

	for (i = 0; i < l->ntells; i++, ++*n) {
		fprintf(out, "\t{ %u, ", l->tells[i].release);
		write_when(out, l, &l->tells[i].when);
		fprintf(out, " }, /* %s */\n", l->name);
	}
}

static void write_errata(FILE *out, struct blob *b, const struct monread_layout *l, unsigned long *n)
{
	uint32_t i;

	for (i = 0; i < l->nerrata; i++, ++*n)
		fprintf(out, "\t%u, /* %s */\n", at(b, l->errata[i]), l->name);
}

/* Where the tables of the next layout begin. */
struct starts {
	unsigned long structures, rows, arrays, checks, tells, errata;
};

static void write_layout(FILE *out, struct blob *b, const struct monread_layout *l, struct starts *s)
{
	uint32_t i;

	if (l->domain >= 0)
		fprintf(out, "\t/* D%dR%d %s */\n", l->domain, l->record, l->name);
	else
		fprintf(out, "\t/* %s */\n", l->name);
	fprintf(out, "\t{ %u, %u, %u, %u, %u, %u, %u, %lu, %lu, %lu, %lu, %lu, %lu, ", at(b, l->name),
	        at(b, l->dsect), at(b, l->kind), at(b, l->title), at(b, l->release), at(b, l->source),
	        l->product ? at(b, l->product) : 0, s->structures, s->rows, s->arrays, s->checks, s->tells,
	        s->errata);
	fprintf(out, "%d, %d, %u, %u, %u, %u, %u, %u, %u, %u, %d,\n\t  { ", l->domain, l->record, l->nstructures,
	        l->narrays, l->nchecks, l->ntells, l->nerrata, field_ref(l, l->payload.product),
	        field_ref(l, l->payload.at), field_ref(l, l->payload.bytes), (int)l->status);
	write_when(out, l, &l->when[0]);
	fputs(", ", out);
	write_when(out, l, &l->when[1]);
	fputs(" } },\n", out);
	s->structures += l->nstructures;
	for (i = 0; i < l->nstructures; i++)
		s->rows += l->structures[i].nfields;
	s->arrays += l->narrays;
	s->checks += l->nchecks;
	s->tells += l->ntells;
	s->errata += l->nerrata;
}

/* C has no empty arrays: each ends with a row of zeros that is not counted. */
static void end_table(FILE *out, const char *name, unsigned long n, int scalar)
{
	fprintf(out, "\t%s\n};\n\n_Static_assert(sizeof %s / sizeof %s[0] == %lu, \"%s\");\n\n",
	        scalar ? "0," : "{ 0 },", name, name, n + 1, name);
}

int mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count)
{
	struct starts starts = { 0, 0, 0, 0, 0, 0 };
	unsigned long n, bits = 0;
	struct blob b;
	size_t i;

	memset(&b, 0, sizeof b);
	at(&b, "");
	fputs("// Generated from data/*.dsect by mklayouts; do not edit\n#include \"layout/tables.h\"\n\n",
	      out);
	fprintf(out, "const uint32_t mr_table_count = %lu;\n\n", (unsigned long)count);

	fputs("const struct mr_packed_bit mr_table_bits[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_bits(out, &b, layouts[i], &n);
	end_table(out, "mr_table_bits", n, 0);

	fputs("const struct mr_packed_row mr_table_rows[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_rows(out, &b, layouts[i], &n, &bits);
	end_table(out, "mr_table_rows", n, 0);

	fputs("const struct mr_packed_structure mr_table_structures[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_structures(out, &b, layouts[i], &n);
	end_table(out, "mr_table_structures", n, 0);

	fputs("const struct mr_packed_array mr_table_arrays[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_arrays(out, layouts[i], &n);
	end_table(out, "mr_table_arrays", n, 0);

	fputs("const struct mr_packed_check mr_table_checks[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_checks(out, &b, layouts[i], &n);
	end_table(out, "mr_table_checks", n, 0);

	fputs("const struct mr_packed_tells mr_table_tells[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_tells(out, layouts[i], &n);
	end_table(out, "mr_table_tells", n, 0);

	fputs("const uint32_t mr_table_errata[] = {\n", out);
	for (n = 0, i = 0; i < count; i++)
		write_errata(out, &b, layouts[i], &n);
	end_table(out, "mr_table_errata", n, 1);

	fputs("const struct mr_packed_layout mr_table_layouts[] = {\n", out);
	for (i = 0; i < count; i++)
		write_layout(out, &b, layouts[i], &starts);
	end_table(out, "mr_table_layouts", count, 0);

	write_blob(out, &b);
	mr_arena_free(&b.arena);
	return b.failed || fflush(out) || ferror(out) ? -1 : 0;
}
