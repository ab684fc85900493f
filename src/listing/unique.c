/* unique.c: makes the names in a structure unique, because most JSON readers keep only one of two
 * equal keys. Some pages of IBM use a name twice. */
#include "listing/draft.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"

#define TEXT_SUFFIX "_text" /* a field NAME with codes is shown as NAME and NAME_text */
#define ROOM (MONREAD_NAME_MAX + sizeof TEXT_SUFFIX)

struct taken {
	const char *name;
	unsigned count; /* how often the structure uses the name */
	int by_format;  /* 1: an output format reserves the name for its own use */
};

struct names {
	struct taken *list;
	size_t n;
	struct hash_table by_name; /* indexes of ->list */
};

static uint64_t unique_hash_of(const char *name)
{
	return mr_hash(0, (const unsigned char *)name, strlen(name));
}

static struct taken *unique_find_name(const struct names *t, const char *name)
{
	const struct hash_slot *s;

	for (s = hash_first(&t->by_name, unique_hash_of(name)); s->item;
	     s = hash_next(&t->by_name, s))
		if (strcmp(t->list[s->item - 1].name, name) == 0)
			return &t->list[s->item - 1];
	return NULL;
}

static void unique_take_name(struct mr_draft *d, struct names *t, const char *name, int by_format)
{
	if (unique_find_name(t, name))
		return;
	/* A name that a format reserves is in a buffer of the caller. */
	if (by_format)
		name = mr_arena_strdup(&d->scratch, name);
	if (!name || hash_put(&t->by_name, unique_hash_of(name), t->n))
		d->no_memory = 1;
	else
		t->list[t->n++] = (struct taken){ name, 1, by_format };
}

static void unique_take_text(struct mr_draft *d, struct names *t, const char *name)
{
	char text[ROOM];

	snprintf(text, sizeof text, "%s" TEXT_SUFFIX, name);
	unique_take_name(d, t, text, 1);
}

static int unique_is_free(const struct names *t, const char *name, int has_text)
{
	char text[ROOM];

	if (unique_find_name(t, name))
		return 0;
	snprintf(text, sizeof text, "%s" TEXT_SUFFIX, name);
	return !has_text || !unique_find_name(t, text);
}

/* Add NAME to T, the names in use, and return NAME. If NAME is in use already, add and return the
 * first of NAME_2, NAME_3, ... that is not in use. If HAS_TEXT is 1, this name with TEXT_SUFFIX
 * must not be in use either. */
static const char *unique_name(struct mr_draft *d, struct names *t, const char *name, int has_text,
                               unsigned line)
{
	struct taken *p = unique_find_name(t, name);
	char other[MONREAD_NAME_MAX + 1];

	if (!p) {
		unique_take_name(d, t, name, 0);
		return name;
	}
	/* check.c reports a name that several rows or bits have. */
	if (d->strict && p->by_format)
		mr_draft_report(d, line, "%s: is a reserved word of the formats", name);
	do
		mr_name_nth(other, name, ++p->count);
	while (!unique_is_free(t, other, has_text));
	name = mr_draft_string(d, other, strlen(other));
	unique_take_name(d, t, name, 0);
	if (has_text)
		unique_take_text(d, t, name);
	return name;
}

static int has_value(const struct mr_draft *d, const struct mr_row *row)
{
	const struct monread_field *f = &row->f;
	uint32_t i;

	for (i = 0; f->length == 0 && i < d->layout->narrays; i++)
		if (d->made->arrays[i].text == row->field)
			return 1;
	return f->length > 0 && !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER)) &&
	       (f->format != MONREAD_GROUP || f->structure);
}

static void take_formats(struct mr_draft *d, struct names *t, const struct mr_part *p)
{
	char name[MONREAD_NAME_MAX + 1];
	uint32_t i;
	size_t k;

	unique_take_name(d, t, "gaps", 1);
	unique_take_name(d, t, "tail", 1);
	for (i = 0; p == d->parts && i < d->layout->narrays; i++) {
		if (!d->made->arrays[i].structure)
			continue;
		mr_array_name(name, d->made->arrays, i,
		              mr_part_of(d, d->made->arrays[i].structure)->name);
		unique_take_name(d, t, name, 1);
	}
	for (k = 0; k < p->nrows; k++)
		if (p->rows[k].f.nmeanings)
			unique_take_text(d, t, p->rows[k].f.name);
}

static void unique_settle_row(struct mr_draft *d, struct names *t, struct mr_row *row)
{
	struct monread_field *f = &row->f;
	uint32_t i;

	if (has_value(d, row)) {
		f->name = unique_name(d, t, f->name, f->nmeanings > 0, row->line);
		f->name_len = (uint32_t)strlen(f->name);
	}
	for (i = 0; i < f->nbits; i++)
		if (*row->bits[i].name != '*')
			row->bits[i].name = unique_name(d, t, row->bits[i].name, 0, row->line);
}

void mr_unique_settle(struct mr_draft *d)
{
	struct names t = { .n = 0 };
	size_t i, k, most;

	for (i = 0; i < d->nparts && !d->no_memory; i++) {
		struct mr_part *p = &d->parts[i];

		for (k = 0, most = 2 + d->layout->narrays; k < p->nrows; k++)
			most += 1 + p->rows[k].f.nbits + (p->rows[k].f.nmeanings ? 2 : 0);
		t.list = mr_arena_array(&d->scratch, most, sizeof *t.list);
		t.n = 0;
		hash_clear(&t.by_name);
		if (!t.list) {
			d->no_memory = 1;
			break;
		}
		take_formats(d, &t, p);
		for (k = 0; k < p->nrows && !d->no_memory; k++)
			unique_settle_row(d, &t, &p->rows[k]);
	}
	hash_free(&t.by_name);
}
