/* find.c: from a name, a record or a product ID to its layout. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/when.h"
#include "base/words.h"
#include "layout/collection.h"
#include "layout/tables.h"
#include "port/ascii.h"

/* So that it can be told from a shortage of memory. */
static void *unknown(void)
{
	errno = ENOENT;
	return NULL;
}

/* ---- Records ---- */

static int holds(const struct monread_layouts *l, const struct monread_when *w, const unsigned char *bytes,
                 size_t length)
{
	const struct mr_asked r = { bytes, length, length, l->release };

	return mr_when_holds(w, &r);
}

/* The first of those whose conditions hold; where none does, the first: the newest. */
static const struct monread_layout *choose(struct monread_layouts *l, size_t at, const unsigned char *bytes,
                                           size_t length)
{
	const struct monread_layout *first = NULL, *layout;
	const struct mr_entry *same = &l->entries[at];
	struct mr_entry *e;

	for (e = &l->entries[at]; e->domain == same->domain && e->record == same->record; e++) {
		layout = mr_collection_layout(l, e);
		if (!layout)
			return NULL;
		if (layout->nstructures == 0 && first)
			continue;
		if (!bytes ||
		    (holds(l, &layout->when[0], bytes, length) && holds(l, &layout->when[1], bytes, length)))
			return layout;
		first = first ? first : layout;
	}
	return first;
}

/* The first of a record that has no conditions is the one for all its bytes, whatever follows it. */
static int is_single(const struct monread_layouts *l, size_t at, const struct monread_layout *layout)
{
	return layout == l->entries[at].layout && layout->when[0].op == MONREAD_ALWAYS;
}

static const struct monread_layout *search(struct monread_layouts *l, unsigned domain, unsigned record,
                                           const unsigned char *bytes, size_t length, size_t *at)
{
	if (domain > 0xFFFF || record > 0xFFFF)
		return unknown();
	*at = mr_collection_place(l, (int)domain, (int)record);
	if (l->entries[*at].domain != (int)domain || l->entries[*at].record != (int)record)
		return unknown();
	return choose(l, *at, bytes, length);
}

const struct monread_layout *monread_layouts_find(struct monread_layouts *l, unsigned domain, unsigned record,
                                                  const unsigned char *bytes, size_t length)
{
	const struct monread_layout *layout;
	size_t at;

	if (domain < 32 && record < 256 && l->single[domain][record])
		return l->single[domain][record];
	layout = search(l, domain, record, bytes, length, &at);
	if (layout && domain < 32 && record < 256 && is_single(l, at, layout))
		l->single[domain][record] = layout;
	return layout;
}

/* ---- The release ---- */

static int learn(struct monread_layouts *l, int domain, int record, const unsigned char *bytes, size_t length)
{
	struct mr_entry *e = &l->entries[mr_collection_place(l, domain, record)];
	const struct monread_layout *layout;
	uint32_t i;

	for (; e->domain == domain && e->record == record; e++) {
		layout = mr_collection_layout(l, e);
		if (!layout)
			return -1;
		for (i = 0; i < layout->ntells; i++)
			if (holds(l, &layout->tells[i].when, bytes, length)) {
				l->release = layout->tells[i].release;
				return 0;
			}
	}
	return 0;
}

int monread_layouts_learn(struct monread_layouts *l, unsigned domain, unsigned record,
                          const unsigned char *bytes, size_t length)
{
	size_t i;

	if (!(l->teller_domains >> (domain & 31) & 1) || l->release_set || domain > 0x7FFF || record > 0xFFFF)
		return 0;
	for (i = 0; i < l->ntellers; i++)
		if (l->tellers[i] == (domain << 16 | record))
			return learn(l, (int)domain, (int)record, bytes, length);
	return 0;
}

/* ---- Names ---- */

/* "D0R23", "D0/R23" and "0.23". */
static int parse_number(const char *name, unsigned *domain, unsigned *record)
{
	size_t len = strlen(name), i = 0, dot, end;
	char sep = '.';
	uint64_t d, r;

	if (mr_lower(name[0]) == 'd') {
		i = 1;
		sep = 'r';
	}
	for (dot = i; dot < len && mr_lower(name[dot]) != sep; dot++)
		;
	end = sep == 'r' && name[dot - 1] == '/' ? dot - 1 : dot;
	if (dot == len || !mr_text_number(name + i, end - i, 10, 0xFFFF, &d))
		return 0;
	if (!mr_text_number(name + dot + 1, len - dot - 1, 10, 0xFFFF, &r))
		return 0;
	*domain = (unsigned)d;
	*record = (unsigned)r;
	return 1;
}

const struct monread_layout *monread_layouts_by_name(struct monread_layouts *l, const char *name)
{
	unsigned domain, record;
	size_t i;
	int dsect;

	if (!*name)
		return unknown();
	/* By threads, too, while another one finds layouts: what that one remembers is not looked at. */
	if (parse_number(name, &domain, &record))
		return search(l, domain, record, NULL, 0, &i);
	for (dsect = 0; dsect < 2; dsect++)
		for (i = 0; i < l->count; i++)
			if (mr_same_word(name, dsect ? mr_entry_dsect(&l->entries[i]) : mr_entry_name(&l->entries[i])))
				return mr_collection_layout(l, &l->entries[i]);
	return unknown();
}

/* ---- Application data ---- */

static int matches(const char *pattern, const unsigned char *bytes)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	for (i = 0; i < 32; i++) {
		unsigned nibble = i % 2 ? bytes[i / 2] & 15u : bytes[i / 2] >> 4;

		if (pattern[i] != '.' && mr_lower(pattern[i]) != digits[nibble])
			return 0;
	}
	return 1;
}

static const char *entry_product(const struct mr_entry *e)
{
	if (e->layout)
		return e->layout->product;
	return mr_table_layouts[e->builtin].product ? mr_table_text + mr_table_layouts[e->builtin].product
	                                            : NULL;
}

const struct monread_layout *monread_layouts_product(struct monread_layouts *l, const unsigned char *product)
{
	size_t i;

	for (i = mr_collection_place(l, -1, -1); i < l->count; i++) {
		const char *pattern = entry_product(&l->entries[i]);

		if (pattern && matches(pattern, product))
			return mr_collection_layout(l, &l->entries[i]);
	}
	return unknown();
}
