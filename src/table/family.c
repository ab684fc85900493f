/* family.c: creates the tables of a record: one table for the record and one for each kind of
 * entries. A table has the columns of all layouts of the record; the newest layout comes first. */
#include "config.h"

#include "table/family.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

/* Array entries for which a table must be created, after the table of the row that contains the
 * entries. */
struct table_work {
	struct table_work *next;
	struct columns_of of;
	const struct monread_structure *structure;
	struct table_made *parent;
	struct table_made *table;
	/* where to store the pointer to the steps that fill the rows of the entries (see plan.h) */
	struct table_steps **steps;
	const struct table **rows; /* where to store a pointer to the table of the entries */
};

struct table_family *table_family_new(const char *name, unsigned *next_id)
{
	struct table_family *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->next_id = next_id;
	f->last_plan = &f->plans;
	f->last_work = &f->work;
	f->name = mr_arena_strdup(&f->arena, name);
	if (!f->name) {
		table_family_free(f);
		return NULL;
	}
	return f;
}

void table_family_free(struct table_family *f)
{
	size_t i;

	if (!f)
		return;
	for (i = 0; i < f->ntables; i++) {
		free(f->tables[i]->columns);
		free(f->tables[i]->used);
	}
	free(f->tables);
	free(f->layouts);
	mr_arena_free(&f->arena);
	free(f);
}

/* ---- Layouts ---- */

/* Return the z/VM release of the layout L, as 100 * version + release. A layout for all releases
 * has 0 and comes first. */
static unsigned family_release_of(const struct monread_layout *l)
{
	const char *p = l->release;
	uint64_t version, release;

	if (!p || mr_read_number(&p, 99, &version) || *p++ != '.' ||
	    mr_read_number(&p, 99, &release))
		return 9999;
	return (unsigned)(version * 100 + release);
}

int table_family_add(struct table_family *f, const struct monread_layout *layout)
{
	const struct monread_layout **all = realloc(f->layouts, (f->nlayouts + 1) * sizeof *all);
	unsigned i = f->nlayouts;

	if (!all)
		return -1;
	f->layouts = all;
	for (; i > 0 && family_release_of(all[i - 1]) < family_release_of(layout); i--)
		all[i] = all[i - 1];
	all[i] = layout;
	f->nlayouts++;
	return 0;
}

/* ---- Tables ---- */

static struct table_made *new_table(struct table_family *f, const char *name,
                                    struct table_made *parent)
{
	struct table_made **all = realloc(f->tables, (f->ntables + 1) * sizeof *all);
	struct table_made *t;

	if (!all)
		return NULL;
	f->tables = all;
	t = mr_arena_alloc(&f->arena, sizeof *t);
	if (!t)
		return NULL;
	f->tables[f->ntables++] = t;
	t->pub.name = mr_arena_strdup(&f->arena, name);
	t->pub.id = (*f->next_id)++;
	t->pub.layout = f->layouts[0];
	t->pub.parent = parent ? &parent->pub : NULL;
	if (parent)
		t->pub.role = TABLE_OF_ENTRIES;
	else
		t->pub.role = f->layouts[0]->product ? TABLE_OF_PAYLOAD : TABLE_OF_RECORD;
	if (!t->pub.name || columns_add_leading(t) ||
	    (parent && columns_inherit(f, t, &parent->pub)))
		return NULL;
	return t;
}

static struct table_made *main_table(struct table_family *f)
{
	return f->ntables ? f->tables[0] : new_table(f, f->layouts[0]->name, NULL);
}

int table_family_inherit(struct table_family *f, const struct table_family *carrier)
{
	struct table_made *t = main_table(f);

	return t ? columns_inherit(f, t, &carrier->tables[0]->pub) : -1;
}

/* Return the table for the entries of W. Its name is RECORD__STRUCTURE, or RECORD__FIELD if the
 * layout already has another array whose entries have the same structure. */
static struct table_made *table_of_entries(struct table_family *f, const struct table_work *w)
{
	const char *names[2] = { w->structure->name, w->of.field };
	const char *name = NULL;
	size_t i, n;

	for (n = 0; n < 2 && names[n]; n++) {
		name = mr_arena_join(&f->arena, f->tables[0]->pub.name, "__", names[n]);
		if (!name)
			return NULL;
		for (i = 1; i < f->ntables && !mr_same_word(f->tables[i]->pub.name, name); i++)
			;
		if (i == f->ntables)
			return new_table(f, name, w->parent);
		if (f->tables[i]->layout_used != w->of.number &&
		    f->tables[i]->pub.parent == &w->parent->pub)
			return f->tables[i];
	}
	/* Other tables have the names RECORD__STRUCTURE and RECORD__FIELD: append underlines until
	 * the name is unused. */
	do {
		name = mr_arena_join(&f->arena, name, "_", "");
		for (i = 1; name && i < f->ntables && !mr_same_word(f->tables[i]->pub.name, name);
		     i++)
			;
		if (name && i < f->ntables && f->tables[i]->layout_used != w->of.number &&
		    f->tables[i]->pub.parent == &w->parent->pub)
			return f->tables[i];
	} while (name && i < f->ntables);
	return name ? new_table(f, name, w->parent) : NULL;
}

int family_add_entries(struct table_family *f, const struct columns_of *of,
                       const struct monread_structure *s, const char *field,
                       struct table_steps **steps, const struct table **rows)
{
	struct table_work *w = mr_arena_alloc(&f->arena, sizeof *w);

	if (!w)
		return -1;
	w->of = *of;
	w->of.field = field;
	w->of.base = 0;
	w->of.prefix = "";
	w->parent = of->table;
	w->structure = s;
	w->steps = steps;
	w->rows = rows;
	*f->last_work = w;
	f->last_work = &w->next;
	return 0;
}

static int do_work(struct table_family *f, struct table_work *w)
{
	struct table_made *t = table_of_entries(f, w);

	if (!t)
		return -1;
	t->layout_used = w->of.number;
	w->of.table = t;
	*w->rows = &t->pub;
	*w->steps = columns_add_structure(f, &w->of, w->structure, 0);
	return *w->steps ? 0 : -1;
}

/* ---- Plans ---- */

/* Return the name of a field that distinguishes the array A from other arrays whose entries have
 * the same structure. */
static const char *array_name(const struct monread_array *a)
{
	const struct monread_field *f = a->at;

	if (!f)
		f = a->count;
	if (!f)
		f = a->bytes;
	return f ? f->name : NULL;
}

/* Return 1 if a key field of the record comes after an array: when the rows of the array's entries
 * are made, the value of this key is not known yet. */
static int is_late(const struct table_step *s, const struct table *t, int *entries)
{
	for (; s->field; s++) {
		if (s->rows)
			*entries = 1;
		else if (s->inner ? is_late(s->inner->all, t, entries) :
		                    *entries && s->column != TABLE_NO_COLUMN &&
		                            t->columns[s->column].kind == KIND_KEY)
			return 1;
	}
	return 0;
}

static int add_plan(struct table_family *f, struct table_made *t, const struct monread_layout *l,
                    unsigned number)
{
	struct table_plan *plan = mr_arena_alloc(&f->arena, sizeof *plan);
	struct columns_of of = { l, t, number, "", 0, 0, NULL };
	uint32_t i;

	if (!plan)
		return -1;
	plan->layout = l;
	plan->table = &t->pub;
	plan->carries = monread_layout_payload(l) != NULL;
	plan->arrays = mr_arena_alloc(&f->arena, (l->narrays + 1u) * sizeof *plan->arrays);
	plan->root = columns_add_structure(f, &of, monread_layout_structure(l, 0), 0);
	if (!plan->arrays || !plan->root)
		return -1;
	for (i = 0; i < l->narrays; i++) {
		const struct monread_array *a = monread_layout_array(l, i);

		if (a->structure &&
		    family_add_entries(f, &of, a->structure, array_name(a), &plan->arrays[i].steps,
		                       &plan->arrays[i].rows))
			return -1;
	}
	*f->last_plan = plan;
	f->last_plan = &plan->next;
	return 0;
}

int table_family_settle(struct table_family *f)
{
	struct table_made *t = main_table(f);
	struct table_plan *plan;
	struct table_work *w;
	unsigned i;
	size_t k;

	for (i = 0; t && i < f->nlayouts; i++)
		if (add_plan(f, t, f->layouts[i], i + 1))
			return -1;
	/* If the entries contain arrays, the loop appends the entries of these arrays to the
	 * list. */
	for (w = t ? f->work : NULL; w; w = w->next)
		if (do_work(f, w))
			return -1;
	for (k = 0; k < f->ntables; k++) {
		if (columns_add_bytes(f->tables[k]))
			return -1;
		f->refused |= f->tables[k]->pub.ncolumns > TABLE_COLUMNS_MAX;
	}
	for (plan = f->plans; plan; plan = plan->next) {
		int entries = 0;

		plan->late = is_late(plan->root->all, plan->table, &entries);
	}
	return t ? 0 : -1;
}

const struct table_keys *table_keys_of(const struct table *t, const struct table *from)
{
	const struct table_keys *k = ((const struct table_made *)t)->keys;

	while (k && k->from != from)
		k = k->next;
	return k;
}
