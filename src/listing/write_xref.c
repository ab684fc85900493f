/* write_xref.c: writes the cross reference of a layout in the form of IBM's pages. */
#include <stdlib.h>

#include "base/syntax.h"
#include "listing/lines.h"
#include "listing/write.h"

struct write_xref_entry {
	const char *name;
	uint32_t offset;
	uint32_t length;
	uint64_t mask; /* mask of a bit; 0: the entry is for a field or structure */
};

static int write_xref_by_name(const void *a, const void *b)
{
	const struct write_xref_entry *x = a, *y = b;
	const char *s = x->name, *t = y->name;

	while (*s && *s == *t) {
		s++;
		t++;
	}
	if (*s != *t)
		return mr_name_rank(*s) < mr_name_rank(*t) ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void add_entry(struct write_xref_entry *entries, size_t *n, struct write_xref_entry e)
{
	if (entries)
		entries[*n] = e;
	++*n;
}

/* Count the fields, bits and structures of L and return their number. If ENTRIES is not NULL, also
 * store an entry for each of them. */
static size_t collect_entries(const struct monread_layout *l, struct write_xref_entry *entries)
{
	uint32_t i, k, b;
	size_t n = 0;

	for (i = 0; i < l->nstructures; i++) {
		const struct monread_structure *s = mr_structure_at(l, i);

		add_entry(entries, &n, (struct write_xref_entry){ s->name, 0, s->length, 0 });
		for (k = 0; k < s->nfields; k++) {
			const struct monread_field *f = mr_field_at(s, k);

			if (!(f->flags & MONREAD_RESERVED))
				add_entry(entries, &n,
				          (struct write_xref_entry){ f->name, f->offset, f->length,
				                                     0 });
			for (b = 0; b < f->nbits; b++) {
				const struct monread_bit *bit = mr_bit_at(f, b);

				if (bit->name[0] != '*')
					add_entry(entries, &n,
					          (struct write_xref_entry){ bit->name, bit->offset,
					                                     0, bit->mask });
			}
		}
	}
	return n;
}

static void put_entry(struct mr_lines *to, const struct write_xref_entry *e)
{
	if (e->mask)
		mr_lines_put(to, "%-21s %6X%12llX", e->name, e->offset,
		             (unsigned long long)e->mask);
	else
		mr_lines_put(to, "%-21s %6X%7u", e->name, e->offset, e->length);
	mr_lines_end(to);
}

int mr_write_xref(struct mr_lines *to, const struct monread_layout *l)
{
	size_t n = collect_entries(l, NULL), i;
	struct write_xref_entry *entries = calloc(n + 1, sizeof *entries);

	if (!entries)
		return -1;
	collect_entries(l, entries);
	qsort(entries, n, sizeof *entries, write_xref_by_name);
	mr_lines_put(to,
	             "%s Cross Reference\n\n"
	             "                      Hex           Hex\n"
	             "Name                  Offset Length Value\n \n",
	             l->name);
	for (i = 0; i < n; i++)
		put_entry(to, &entries[i]);
	free(entries);
	return 0;
}

int monread_layout_write_xref(const struct monread_layout *l, monread_output *write, void *arg)
{
	struct mr_lines to = { .write = write, .arg = arg };

	return mr_write_xref(&to, l) ? MONREAD_FAILED : mr_lines_finish(&to);
}
