/* schema.c: the tables of a collection of layouts: a family of tables for each record name. */
#include "config.h"

#include "table/schema.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/hash.h"
#include "table/family.h"

/* The tables that were already created. */
struct made {
	pthread_mutex_t lock;
	struct table_family **families;
	size_t nfamilies, room;
	struct hash_table by_name; /* finds families by mr_word_hash() of their names */
	unsigned next_id;
	/* all tables of the schema, which table_at() creates; NULL: not created yet */
	const struct table **all;
	size_t nall;
};

struct table_schema {
	const struct monread_layouts *layouts;
	struct made *made;
};

struct table_schema *table_schema_new(const struct monread_layouts *l)
{
	struct table_schema *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->layouts = l;
	s->made = calloc(1, sizeof *s->made);
	if (!s->made || pthread_mutex_init(&s->made->lock, NULL)) {
		free(s->made);
		free(s);
		return NULL;
	}
	return s;
}

void table_schema_free(struct table_schema *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; i < s->made->nfamilies; i++)
		table_family_free(s->made->families[i]);
	free(s->made->families);
	hash_free(&s->made->by_name);
	pthread_mutex_destroy(&s->made->lock);
	free(s->made->all);
	free(s->made);
	free(s);
}

/* ---- Families. The callers of these functions hold the lock in struct made. ---- */

static struct table_family *family_of(const struct table_schema *s,
                                      const struct monread_layout *layout);

/* F is a family of application data. Add to its tables the key columns of all records that can
 * contain this application data. */
static int add_carriers(const struct table_schema *s, struct table_family *f)
{
	size_t i, n = monread_layouts_count(s->layouts);

	for (i = 0; i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(s->layouts, i);
		struct table_family *carrier;

		if (!l)
			return -1;
		if (l->domain < 0 || !monread_layout_payload(l))
			continue;
		carrier = family_of(s, l);
		if (!carrier)
			return -1;
		/* A refused record has no tables, so it has no keys to copy. */
		if (!carrier->refused && table_family_inherit(f, carrier))
			return -1;
	}
	return 0;
}

static struct table_family *make_family(const struct table_schema *s,
                                        const struct monread_layout *layout)
{
	struct made *m = s->made;
	struct table_family *f = table_family_new(layout->name, &m->next_id);
	const struct monread_layout *l = f ? monread_layouts_by_name(s->layouts, layout->name) :
	                                     NULL;

	/* If the name of a layout looks like a record number, such as 0.23,
	 * monread_layouts_by_name() returns a layout of the record with this number, which has
	 * another name. */
	if (l && !mr_same_word(l->name, layout->name))
		l = layout;
	for (; l; l = monread_layouts_next(s->layouts, l))
		if (table_family_add(f, l))
			break;
	if (!f || l || errno == ENOMEM || (layout->product && add_carriers(s, f)) ||
	    table_family_settle(f) || ARRAY_GROW(m->families, m->nfamilies, m->room) ||
	    hash_put(&m->by_name, mr_word_hash(layout->name), m->nfamilies)) {
		table_family_free(f);
		errno = ENOMEM;
		return NULL;
	}
	m->families[m->nfamilies++] = f;
	return f;
}

/* Return the family of LAYOUT; create the family if needed. Return NULL if out of memory. */
static struct table_family *family_of(const struct table_schema *s,
                                      const struct monread_layout *layout)
{
	const struct made *m = s->made;
	const struct hash_slot *slot = hash_first(&m->by_name, mr_word_hash(layout->name));

	while (slot->item && !mr_same_word(m->families[slot->item - 1]->name, layout->name))
		slot = hash_next(&m->by_name, slot);
	return slot->item ? m->families[slot->item - 1] : make_family(s, layout);
}

/* ---- Tables ---- */

static const struct table *not_there(int error)
{
	errno = error;
	return NULL;
}

/* If NAME has the form RECORD__STRUCTURE, return STRUCTURE, else NULL. */
static const char *structure_of(const char *name)
{
	const char *cut, *last = NULL;

	for (cut = strstr(name, "__"); cut; cut = strstr(cut + 2, "__"))
		last = cut + 2;
	return last;
}

/* Find the table of entries NAME. The table MRSYTLCK__SYTLCK_CALLKDATA, for example, is also found
 * by MRSYTLCK__CALLKDATA and by D0R23__CALLKDATA. */
static const struct table *find_entries(const struct table_family *f, const char *name)
{
	const char *wanted = structure_of(name), *structure, *end;
	size_t i;

	for (i = 0; wanted && i < f->ntables; i++) {
		structure = structure_of(f->tables[i]->pub.name);
		end = structure ? strchr(structure, '_') : NULL;
		if (structure &&
		    (mr_same_word(structure, wanted) || (end && mr_same_word(end + 1, wanted))))
			return &f->tables[i]->pub;
	}
	return not_there(ENOENT);
}

static const struct table *schema_find_in(const struct table_family *f, const char *name)
{
	size_t i;

	if (f->refused)
		return not_there(E2BIG);
	for (i = 0; i < f->ntables; i++)
		if (mr_same_word(f->tables[i]->pub.name, name))
			return &f->tables[i]->pub;
	return find_entries(f, name);
}

/* NAME has the form RECORD or RECORD__STRUCTURE. Return the layout of this record. */
static const struct monread_layout *layout_of(const struct table_schema *s, const char *name)
{
	const struct monread_layout *l = monread_layouts_by_name(s->layouts, name);
	const char *cut = strstr(name, "__");
	char record[MONREAD_NAME_MAX + 1];

	while (!l && errno == ENOENT && cut && (size_t)(cut - name) < sizeof record) {
		memcpy(record, name, (size_t)(cut - name));
		record[cut - name] = '\0';
		l = monread_layouts_by_name(s->layouts, record);
		cut = strstr(cut + 1, "__");
	}
	return l;
}

const struct table *table_find(const struct table_schema *s, const char *name)
{
	const struct monread_layout *l = layout_of(s, name);
	const struct table *t = NULL;
	struct table_family *f;
	int error;

	if (!l)
		return NULL;
	/* The common header has a layout but is not a record, so it has no table. */
	if (l->domain < 0 && !l->product)
		return not_there(ENOENT);
	pthread_mutex_lock(&s->made->lock);
	f = family_of(s, l);
	if (f)
		t = schema_find_in(f, strstr(name, "__") ? name : l->name);
	error = errno;
	pthread_mutex_unlock(&s->made->lock);
	return t ? t : not_there(error);
}

const struct table_plan *table_plan_of(const struct table_schema *s,
                                       const struct monread_layout *layout)
{
	const struct table_plan *plan = NULL;
	struct table_family *f;

	pthread_mutex_lock(&s->made->lock);
	f = family_of(s, layout);
	for (plan = f && !f->refused ? f->plans : NULL; plan && plan->layout != layout;
	     plan = plan->next)
		;
	if (!plan)
		errno = f ? E2BIG : ENOMEM;
	pthread_mutex_unlock(&s->made->lock);
	return plan;
}

/* ---- All tables ---- */

static int add_tables(struct made *m, const struct table_family *f)
{
	size_t i;
	const struct table **all = realloc(m->all, (m->nall + f->ntables + 1) * sizeof *all);

	if (!all)
		return -1;
	m->all = all;
	for (i = 0; i < f->ntables && !f->refused; i++)
		m->all[m->nall++] = &f->tables[i]->pub;
	return 0;
}

static int make_all(const struct table_schema *s)
{
	size_t i, n = monread_layouts_count(s->layouts);

	for (i = 0; i < n; i++) {
		const struct monread_layout *l = monread_layouts_at(s->layouts, i);
		struct table_family *f;

		if (l && l->domain < 0 && !l->product)
			continue;
		f = l ? family_of(s, l) : NULL;
		/* All layouts of a record have the same family: add the tables of the family only
		 * with the first of these layouts. */
		if (!f || (f->layouts[0] == l && add_tables(s->made, f))) {
			free(s->made->all);
			s->made->all = NULL;
			s->made->nall = 0;
			return -1;
		}
	}
	return 0;
}

const struct table *table_at(const struct table_schema *s, size_t index)
{
	const struct table *t = NULL;
	int error = ENOENT;

	pthread_mutex_lock(&s->made->lock);
	if (!s->made->all && make_all(s))
		error = ENOMEM;
	else if (index < s->made->nall)
		t = s->made->all[index];
	pthread_mutex_unlock(&s->made->lock);
	return t ? t : not_there(error);
}

long table_column_find(const struct table *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (mr_same_word(t->columns[i].name, name))
			return (long)i;
	return -1;
}

int table_may_have(const struct table *t, const struct monread_layout *l)
{
	while (t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	if (t->role == TABLE_OF_PAYLOAD)
		return monread_layout_payload(l) != NULL;
	return mr_same_word(t->layout->name, l->name);
}

int table_counts_entries(const struct table *t)
{
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (t->columns[i].kind == KIND_KEY &&
		    !(t->columns[i].flags & (TABLE_LEADING | TABLE_INHERITED)))
			return 0;
	return t->role == TABLE_OF_ENTRIES;
}

const char *table_type_name(enum table_type type)
{
	static const char *const names[] = { "INTEGER", "REAL", "TEXT" };

	return names[type];
}

const char *table_kind_name(enum table_kind kind)
{
	static const char *const names[] = { "level", "counter", "countdown", "code",
		                             "key",   "time",    "text",      "flags" };

	return names[kind];
}
