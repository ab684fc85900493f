/* tables.c: choose the table to show. */
#include "config.h"

#include "tool/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "input/input.h"

#define LIST_WIDTH 72u

static const struct table *table_of_record(const struct table *t)
{
	while (t->parent)
		t = t->parent;
	return t;
}

/* Whether records of the layout make rows of the table ARG. */
static int gives_rows(void *arg, const struct monread_layout *l)
{
	const struct table *t = table_of_record(arg);

	return t->role == TABLE_OF_RECORD ? strcmp(l->name, t->layout->name) == 0 : monread_layout_payload(l) != NULL;
}

static int is_selected(const struct options *o, const struct monread_layouts *layouts, const struct table *t)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0; (l = monread_layouts_at(layouts, i)) != NULL; i++)
		if (gives_rows((void *)(uintptr_t)t, l) && select_wants(&o->select, l))
			return 1;
	return 0;
}

/* ---- The table of the selected record ---- */

/* The records that occur in the FILEs; NULL: unknown, as a FILE can be read only once. */
static struct present *look_at_files(const struct options *o, const struct monread_layouts *layouts)
{
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (stat(o->files[i], &st) || !S_ISREG(st.st_mode))
			return NULL;
	return o->nfiles ? present_find(o->files, o->nfiles, &o->input, layouts) : NULL;
}

/* List the tables to choose from and how to choose one. Exits. */
static void __attribute__((noreturn)) list_tables(const struct options *o, const struct table_schema *schema,
                                                  const struct monread_layouts *layouts, unsigned selected)
{
	char line[LIST_WIDTH + 2 * MONREAD_NAME_MAX + 8] = "";
	struct present *present = look_at_files(o, layouts);
	const struct table *t;
	size_t i;

	diag_fail("--format=%s: shows one table; choose it with --name, or all with --split=DIR:", o->format->name);
	for (i = 0; (t = table_at(schema, i)) != NULL; i++) {
		if (selected && !is_selected(o, layouts, t))
			continue;
		if (present && present_count(present, table_of_record(t)->layout) == 0)
			continue;
		if (*line && strlen(line) + strlen(t->name) + 1 > LIST_WIDTH) {
			diag_fail("%s", line);
			*line = '\0';
		}
		snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", *line ? " " : "", t->name);
	}
	if (*line)
		diag_fail("%s", line);
	free(present);
	exit(STATUS_USAGE);
}

/* NULL: out of memory. */
static const struct table *selected_table(const struct options *o, const struct monread_layouts *layouts,
                                          const struct table_schema *schema)
{
	const struct monread_layout *l, *found = NULL;
	const struct table *t;
	unsigned n = 0;
	size_t i;

	/* Count the layouts of a record, which are adjacent, as one. */
	for (i = 0; (l = monread_layouts_at(layouts, i)) != NULL; i++)
		if (select_wants(&o->select, l) && (!found || strcmp(found->name, l->name) != 0)) {
			found = l;
			n++;
		}
	if (errno == ENOMEM)
		return NULL;
	if (n != 1)
		list_tables(o, schema, layouts, n);
	t = table_find(schema, found->name);
	if (!t && errno == E2BIG)
		diag_usage("%s: has more than %u columns, which no table has", found->name, TABLE_COLUMNS_MAX);
	return t;
}

/* ---- The table that --name names ---- */

/* --name is the table T of an array or of application data: select the records that contain it. */
static void select_records_of(struct select_list *l, const struct table *t)
{
	const struct table *of = table_of_record(t);

	if (l->names[1] || l->nranges)
		diag_usage("--name=%s: a table of entries must be the only name; for several tables, use --split=DIR and "
		           "names of records", t->name);
	lists_free(l->names);
	l->names = NULL;
	if (of->role == TABLE_OF_RECORD)
		lists_add(&l->names, of->layout->name, '\0');
}

int tables_begin(struct options *o, const struct monread_layouts *layouts, struct out_settings *s,
                 struct table_schema **schema)
{
	struct select_list *named = &o->select.named;
	const struct table *t;
	unsigned i;

	if (!o->split && !(o->format->takes & OUT_TAKES_TABLE))
		return 0;
	s->schema = *schema = table_schema_new(layouts);
	if (!s->schema)
		return ENOMEM;
	for (i = 0; o->format->takes & OUT_TAKES_TABLE && !s->table && named->names && named->names[i]; i++) {
		t = table_find(s->schema, named->names[i]);
		if (!t && errno == ENOMEM)
			return ENOMEM;
		if (t && t->role != TABLE_OF_RECORD)
			s->table = t;
	}
	if (s->table)
		select_records_of(named, s->table);
	return 0;
}

int tables_settle(struct options *o, const struct monread_layouts *layouts, struct out_settings *s)
{
	s->split = o->split;
	s->force = o->store.force;
	if (!s->schema || (o->split && !s->table))
		return 0;
	if (!s->table)
		s->table = selected_table(o, layouts, s->schema);
	if (!s->table)
		return ENOMEM;
	if (!is_selected(o, layouts, s->table) && errno != ENOMEM)
		diag_usage("no record can be selected: --domain, --record and --exclude leave out the records of --name=%s", s->table->name);
	select_narrow(&o->select, gives_rows, (void *)(uintptr_t)s->table);
	return 0;
}
