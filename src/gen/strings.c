/* strings.c: collects the strings of the packed tables in one text; each string is stored once. */
#include "gen/strings.h"

#include <string.h>

#include "base/array.h"

uint32_t mr_strings_at(struct mr_strings *b, const char *s)
{
	size_t len = strlen(s);
	uint64_t hash = mr_hash(0, (const unsigned char *)s, len);
	const struct hash_slot *slot;

	for (slot = hash_first(&b->by_text, hash); slot->item; slot = hash_next(&b->by_text, slot))
		if (strcmp(b->list[slot->item - 1].s, s) == 0)
			return b->list[slot->item - 1].at;
	if (b->failed || ARRAY_GROW(b->list, b->n, b->room) || hash_put(&b->by_text, hash, b->n)) {
		b->failed = 1;
		return 0;
	}
	b->list[b->n++] = (struct mr_string){ s, b->size };
	b->size += (uint32_t)len + 1;
	return b->list[b->n - 1].at;
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
	for (i = 0; i < b->n; i++)
		write_string(out, b->list[i].s);
	fprintf(out, "\t;\n\n_Static_assert(sizeof mr_table_text == %lu, \"text\");\n",
	        (unsigned long)b->size + 1);
}

void mr_strings_free(struct mr_strings *b)
{
	free(b->list);
	hash_free(&b->by_text);
}
