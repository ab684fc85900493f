/* pack.c: writes layouts as the packed tables of layout/tables.h. */
#include "gen/pack.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "gen/quote.h"
#include "listing/packed.h"

struct pack_string {
	const char *s;
	uint32_t offset;
};

struct pack {
	FILE *out;
	uint32_t at; /* number of bytes written to mr_table_bytes so far */
	/* the strings in mr_table_text, each string once, in the order of their offsets */
	struct pack_string *strings;
	size_t n, room;
	struct hash_table by_text; /* indexes of ->strings */
	uint32_t text_size;
	int failed; /* 1 after an allocation failed */
};

static void put_byte(void *arg, unsigned char byte)
{
	struct pack *p = arg;

	fprintf(p->out, "%u,%s", byte, ++p->at % 32 ? "" : "\n");
}

/* Return the offset of the string S in mr_table_text. If mr_table_text does not have S yet, add
 * it. */
static uint32_t offset_of(void *arg, const char *s)
{
	struct pack *p = arg;
	size_t len = strlen(s);
	uint64_t hash = mr_hash(0, (const unsigned char *)s, len);
	const struct hash_slot *slot;

	for (slot = hash_first(&p->by_text, hash); slot->item; slot = hash_next(&p->by_text, slot))
		if (strcmp(p->strings[slot->item - 1].s, s) == 0)
			return p->strings[slot->item - 1].offset;
	if (ARRAY_GROW(p->strings, p->n, p->room) || hash_put(&p->by_text, hash, p->n)) {
		p->failed = 1;
		return 0;
	}
	p->strings[p->n++] = (struct pack_string){ s, p->text_size };
	p->text_size += (uint32_t)len + 1;
	return p->strings[p->n - 1].offset;
}

/* Write the row for the layout L in mr_table_layouts. AT is the offset of the layout in
 * mr_table_bytes. */
static void write_row(struct pack *p, const struct monread_layout *l, uint32_t at)
{
	uint32_t name = offset_of(p, l->name), dsect = offset_of(p, l->dsect);
	uint32_t product = offset_of(p, l->product ? l->product : "");

	fprintf(p->out, "\t{ %d, %d, %u, %u, %u, %u, %d }, /* %s */\n", l->domain, l->record, at,
	        name, dsect, product, l->ntells > 0, l->name);
}

/* Write mr_table_text last, because its strings are collected while the other tables are
 * written. */
static void pack_tables(struct pack *p, struct monread_layout *const *layouts, size_t count,
                        struct mr_value_lists *lists, uint32_t *starts)
{
	struct mr_packing packing = { .put = put_byte, .offset_of = offset_of, .arg = p };
	size_t i;

	offset_of(p, "");
	fputs("// Generated from data/*.dsect by mklayouts; do not edit\n", p->out);
	fputs("#include \"layout/tables.h\"\n\n", p->out);
	fputs("const unsigned char mr_table_bytes[] = {\n", p->out);
	for (i = 0; i < count; i++) {
		starts[i] = p->at;
		mr_pack_layout(&packing, (struct mr_layout *)layouts[i]);
		fprintf(p->out, "/* %s */\n", layouts[i]->name);
	}
	starts[count] = p->at;
	mr_pack_lists(&packing, lists);
	for (i = 0; i < lists->count; i++)
		fprintf(p->out, "/* %s */\n", lists->v[i].name);
	fprintf(p->out, "};\nconst uint32_t mr_table_lists = %u;\n\n", starts[count]);
	fprintf(p->out, "const uint32_t mr_table_count = %lu;\n", (unsigned long)count);
	fputs("const struct mr_packed_layout mr_table_layouts[] = {\n", p->out);
	for (i = 0; i < count; i++)
		write_row(p, layouts[i], starts[i]);
	fputs("\t{ 0 }\n};\n\nconst char mr_table_text[] =\n", p->out);
	for (i = 0; i < p->n; i++) {
		fputs("\t\"", p->out);
		put_quoted(p->out, p->strings[i].s, strlen(p->strings[i].s), "\t");
		fputs("\\0\"\n", p->out);
	}
	/* Let the compiler check that the strings have the lengths from which offset_of() computed
	 * the offsets. */
	fprintf(p->out, "\t;\n\n_Static_assert(sizeof mr_table_text == %lu, \"text\");\n",
	        p->text_size + 1ul);
}

int mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count,
                  struct mr_value_lists *lists)
{
	struct pack p = { .out = out };
	uint32_t *starts = calloc(count + 1, sizeof *starts);
	int rc = -1;

	if (starts) {
		pack_tables(&p, layouts, count, lists, starts);
		rc = p.failed || fflush(out) || ferror(out) ? -1 : 0;
	}
	if (p.failed)
		errno = ENOMEM;
	free(p.strings);
	free(starts);
	hash_free(&p.by_text);
	return rc;
}
