/* strings.c: the text of the packed tables: each string once. */
#include "gen/strings.h"

#include <string.h>

static size_t hash(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

static struct mr_string *slot(struct mr_string *table, size_t slots, const char *s)
{
	size_t i = hash(s) & (slots - 1);

	while (table[i].s && strcmp(table[i].s, s) != 0)
		i = (i + 1) & (slots - 1);
	return &table[i];
}

static int grow_table(struct mr_strings *b)
{
	size_t slots = b->slots ? b->slots * 2 : 1024, i;
	struct mr_string *table;

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

uint32_t mr_strings_at(struct mr_strings *b, const char *s)
{
	struct mr_string *t;
	size_t len;

	if (b->failed || grow_table(b)) {
		b->failed = 1;
		return 0;
	}
	t = slot(b->table, b->slots, s);
	if (t->s)
		return t->at;
	len = strlen(s) + 1;
	if (len > MR_TABLE_MAX - b->size) {
		b->failed = b->full = 1;
		return 0;
	}
	b->order = mr_arena_more(&b->arena, b->order, &b->cap, b->count, sizeof *b->order);
	if (!b->order) {
		b->failed = 1;
		return 0;
	}
	t->s = s;
	t->at = b->size;
	b->used++;
	b->order[b->count++] = s;
	b->size += (uint32_t)len;
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

void mr_strings_write(FILE *out, const struct mr_strings *b)
{
	size_t i;

	fprintf(out, "const char mr_table_text[] =\n");
	for (i = 0; i < b->count; i++)
		write_string(out, b->order[i]);
	fprintf(out, "\t;\n\n_Static_assert(sizeof mr_table_text == %lu, \"text\");\n",
	        (unsigned long)b->size + 1);
}

void mr_strings_free(struct mr_strings *b)
{
	mr_arena_free(&b->arena);
}
