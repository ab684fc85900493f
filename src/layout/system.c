/* system.c: learns the release and the identifier of a system from the records that it wrote, and
 * selects the layout of each record. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/cp1047.h"
#include "base/find.h"
#include "base/model.h"
#include "layout/collection.h"

#define ID_SIZE 8u
#define DOMAINS 32u
#define RECORDS 256u

struct monread_system {
	const struct monread_layouts *layouts;
	unsigned release;
	int release_set; /* 1 if the caller gave ->release, so that records do not change it */
	/* the release whose site layouts (made by monread-fetch-layouts) are used; 0: none */
	unsigned site;
	char id[ID_SIZE + 1];
	size_t known; /* number of layouts in the collection when ->single was emptied */
	/* A cache: for each domain, NULL or an array with one element per record number, which is
	 * the layout that describes all records with this number, or NULL. */
	const struct monread_layout **single[DOMAINS];
};

static void forget_single(struct monread_system *s)
{
	size_t i;

	for (i = 0; i < DOMAINS; i++) {
		free(s->single[i]);
		s->single[i] = NULL;
	}
}

void monread_system_free(struct monread_system *s)
{
	if (s)
		forget_single(s);
	free(s);
}

unsigned monread_system_release(const struct monread_system *s)
{
	return s->release;
}

/* Return the lowest release above s->release that records can reveal; UINT_MAX: none. The system
 * has a lower release, because its records did not reveal this one. */
static unsigned next_release(const struct monread_system *s)
{
	const struct monread_layouts *l = s->layouts;
	unsigned next = UINT_MAX, release;
	const struct monread_layout *layout;
	const struct mr_entry *e;
	uint32_t k;
	size_t i;

	for (i = 0; i < l->ntellers; i++) {
		int domain = (int)(l->tellers[i] >> 16), record = (int)(l->tellers[i] & 0xFFFF);

		e = &l->entries[mr_collection_place(l, domain, record)];
		for (; mr_entry_is(e, domain, record); e++) {
			layout = mr_collection_layout(l, e);
			for (k = 0; layout && k < layout->ntells; k++) {
				release = monread_layout_tells(layout, k)->release;
				if (release > s->release && release < next)
					next = release;
			}
		}
	}
	return next;
}

/* Return the release whose site layouts are used; 0: none. If the user gave a release, use only
 * site layouts of this release. If records have revealed a release, the system has at least
 * s->release and less than next_release(): use the newest site layouts in this range. Otherwise use
 * site layouts only if all of them are for one release. */
static unsigned find_site(const struct monread_system *s)
{
	const struct monread_layouts *l = s->layouts;
	unsigned i = l->nsites, next;

	if (!s->release)
		return l->nsites == 1 ? l->sites[0] : 0;
	next = s->release_set ? s->release + 1 : next_release(s);
	while (i > 0 && l->sites[i - 1] >= next)
		i--;
	return i > 0 && l->sites[i - 1] >= s->release ? l->sites[i - 1] : 0;
}

static void update_site(struct monread_system *s)
{
	s->site = find_site(s);
	/* The layouts in the cache were selected for the previous value of s->site. */
	forget_single(s);
}

struct monread_system *monread_system_new(const struct monread_layouts *l)
{
	struct monread_system *s = l ? calloc(1, sizeof *s) : NULL;

	if (!s)
		return NULL;
	s->layouts = l;
	s->known = monread_layouts_count(l);
	s->site = find_site(s);
	return s;
}

void monread_system_set_release(struct monread_system *s, unsigned release)
{
	s->release_set = release != 0;
	s->release = release;
	update_site(s);
}

unsigned monread_system_site(const struct monread_system *s)
{
	return s->site;
}

const char *monread_system_id(const struct monread_system *s)
{
	return s->id;
}

int monread_system_agrees(const struct monread_system *s, const struct monread_system *with)
{
	return s->release == with->release && s->release_set == with->release_set &&
	       s->site == with->site && strcmp(s->id, with->id) == 0;
}

void monread_system_follow(struct monread_system *s, const struct monread_system *of)
{
	if (monread_system_agrees(s, of))
		return;
	s->release = of->release;
	s->release_set = of->release_set;
	s->site = of->site;
	memcpy(s->id, of->id, sizeof s->id);
	forget_single(s);
}

/* ---- Learning from records ---- */

/* Learn the identifier of the system from the first key field of a record that reveals the
 * release. */
static void learn_id(struct monread_system *s, const struct monread_layout *l,
                     const unsigned char *bytes, size_t length)
{
	const struct monread_structure *root = l->nstructures ? mr_structure_at(l, 0) : NULL;
	const struct monread_field *f = NULL;
	size_t n;
	uint32_t i;

	for (i = 0; root && i < root->nfields && !f; i++)
		if (mr_field_at(root, i)->flags & MONREAD_KEY &&
		    mr_field_at(root, i)->format == MONREAD_TEXT)
			f = mr_field_at(root, i);
	if (!f || f->length > ID_SIZE || !mr_field_is_inside(f, length))
		return;
	n = mr_unpadded(bytes + f->offset, f->length, 0);
	for (i = 0; i < n; i++) {
		unsigned char c = mr_cp1047[bytes[f->offset + i]];

		s->id[i] = (char)(c >= ' ' && c < 0x7F ? c : '?');
	}
	s->id[n] = '\0';
}

static int learn(struct monread_system *s, int domain, int record, const struct mr_asked *r)
{
	const struct monread_layouts *l = s->layouts;
	const struct mr_entry *first = &l->entries[mr_collection_place(l, domain, record)];
	const struct mr_entry *e = first;
	const struct monread_layout *layout;
	uint32_t i;

	for (; mr_entry_is(e, domain, record); e++) {
		layout = mr_collection_layout(l, e);
		if (!layout)
			return MONREAD_FAILED;
		if (e == first)
			learn_id(s, layout, r->bytes, r->length);
		for (i = 0; i < layout->ntells && !s->release_set; i++)
			if (mr_when_holds(monread_layout_tells(layout, i)->when, r)) {
				if (s->release != monread_layout_tells(layout, i)->release) {
					s->release = monread_layout_tells(layout, i)->release;
					update_site(s);
				}
				return 0;
			}
	}
	return 0;
}

/* Return 1 if records of DOMAIN can reveal the release of the system. */
static inline int may_tell(const struct monread_layouts *l, unsigned domain)
{
	return l->teller_domains >> (domain & 31) & 1;
}

/* If the record can reveal the release, learn from it. Not inlined, because inlining would slow
 * down monread_system_learn() for records of other domains, which are most records. */
static int __attribute__((noinline))
learn_if_it_tells(struct monread_system *s, unsigned domain, unsigned record, const void *bytes,
                  size_t length)
{
	const struct monread_layouts *l = s->layouts;
	const struct mr_asked r = { bytes, length, length, s->release };
	size_t i;

	if (domain > 0x7FFF || record > 0xFFFF)
		return 0;
	for (i = 0; i < l->ntellers; i++)
		if (l->tellers[i] == (domain << 16 | record))
			return learn(s, (int)domain, (int)record, &r);
	return 0;
}

int monread_system_learn(struct monread_system *s, unsigned domain, unsigned record,
                         const void *bytes, size_t length)
{
	return may_tell(s->layouts, domain) ? learn_if_it_tells(s, domain, record, bytes, length) :
	                                      0;
}

/* ---- Its layouts ---- */

/* Return 1 if LAYOUT describes all records with its domain and record number, because it has no
 * conditions and is l->entries[AT], the first layout of these records. */
static int is_single(const struct monread_layouts *l, size_t at,
                     const struct monread_layout *layout)
{
	return layout->nwhen == 0 && layout == mr_collection_layout(l, &l->entries[at]);
}

static const struct monread_layout *find_layout(struct monread_system *s, unsigned domain,
                                                unsigned record, const void *bytes, size_t length)
{
	const struct mr_asked r = { bytes, length, length, s->release };
	const struct monread_layout *layout;
	size_t at;

	layout = mr_find_record(s->layouts, domain, record, bytes ? &r : NULL, s->site, &at);
	if (s->known != s->layouts->count) {
		forget_single(s);
		s->known = s->layouts->count;
	}
	if (layout && domain < DOMAINS && record < RECORDS && is_single(s->layouts, at, layout)) {
		if (!s->single[domain])
			s->single[domain] = calloc(RECORDS, sizeof *s->single[domain]);
		if (!s->single[domain]) {
			mr_collection_no_memory(s->layouts);
			return NULL;
		}
		s->single[domain][record] = layout;
	}
	return layout;
}

/* Learn from a record, and return its layout: SINGLE or, if SINGLE is NULL, the result of a search.
 * Not inlined, because most records do not need this call. */
static const struct monread_layout *__attribute__((noinline))
learn_and_find(struct monread_system *s, const struct monread_layout *single, unsigned domain,
               unsigned record, const void *bytes, size_t length)
{
	if (bytes && monread_system_learn(s, domain, record, bytes, length))
		return NULL;
	return single ? single : find_layout(s, domain, record, bytes, length);
}

const struct monread_layout *monread_system_layout(struct monread_system *s, unsigned domain,
                                                   unsigned record, const void *bytes,
                                                   size_t length)
{
	const struct monread_layout *single = NULL;

	if (domain < DOMAINS && record < RECORDS && s->known == s->layouts->count)
		single = s->single[domain] ? s->single[domain][record] : NULL;
	if (single && !may_tell(s->layouts, domain))
		return single;
	return learn_and_find(s, single, domain, record, bytes, length);
}
