/* tool_names.c: finds records, fields and tables that options name. */
#include "config.h"

#include "tool/output.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/lists.h"
#include "cli/wrap.h"
#include "out/table_rows.h"
#include "tool/command.h"

/* Refuse an operand that names a record, not a file: the user forgot -r. */
static void check_operands(const struct options *o, const struct monread_layouts *layouts)
{
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (access(o->files[i], F_OK) != 0 && errno == ENOENT &&
		    monread_layouts_by_name(layouts, o->files[i]))
			diag_usage("%s: no such file; to select records use -r %s", o->files[i],
			           o->files[i]);
}

int names_check(struct options *o, const struct monread_layouts *layouts,
                const struct table_schema *schema)
{
	const char *unknown = select_prepare(&o->select, layouts), *similar;
	char room[NEAR_ROOM];
	struct near near;

	check_operands(o, layouts);
	if (unknown) {
		similar = layouts_similar(room, layouts, schema, unknown, SIMILAR_RECORDS,
		                          "see monread --tables");
		if (similar)
			diag_usage("%s: no such %s; %s", unknown,
			           schema ? "record or table" : "record", similar);
	}
	if (!select_is_possible(&o->select) && !monread_layouts_failed(layouts))
		diag_usage(
			"no record can be selected: --domain, --record, --name and --exclude leave out all");
	if (near_resolve(layouts, o->shown.fields, &unknown))
		return ENOMEM;
	if (unknown) {
		near_begin(&near, unknown);
		near_fields(&near, layouts, &o->select);
		if (!near.n)
			near_fields(&near, layouts, NULL);
	}
	if (monread_layouts_failed(layouts))
		return ENOMEM;
	if (unknown)
		diag_usage("%s: no such field; %s", unknown,
		           near_list(&near, room, "see monread --find"));
	return 0;
}

#define LIST_WIDTH 73u

static const struct table *table_of_record(const struct table *t)
{
	while (t->parent)
		t = t->parent;
	return t;
}

static int is_selected(const struct options *o, const struct monread_layouts *layouts,
                       const struct table *t)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0, l = monread_layouts_at(layouts, 0); l; l = monread_layouts_at(layouts, ++i))
		if (table_may_have(t, l) && select_wants(&o->select, l))
			return 1;
	return 0;
}

/* Count the records in the FILEs. Return NULL if a FILE is not a regular file, because other files,
 * such as pipes, can be read only once. */
static struct present *look_at_files(const struct options *o, const struct monread_layouts *layouts)
{
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (stat(o->files[i], &st) || !S_ISREG(st.st_mode))
			return NULL;
	return o->nfiles ? present_find(o->files, o->nfiles, &o->input, layouts) : NULL;
}

/* The callback ->put of struct wrapped: append the N bytes of TEXT to LINE or, if TEXT is a
 * newline, print LINE. */
static void put_names(void *line, const char *text, size_t n)
{
	char *end = (char *)line + strlen(line);

	if (*text == '\n') {
		diag_fail("%s", (const char *)line);
		end = line;
		n = 0;
	}
	memcpy(end, text, n);
	end[n] = '\0';
}

/* Print the names of the tables of the selected records, and exit. SELECTED: number of selected
 * records; 0: print all tables. */
static void __attribute__((noreturn))
list_tables(const struct options *o, const struct table_schema *schema,
            const struct monread_layouts *layouts, unsigned selected)
{
	char line[LIST_WIDTH + 2 * MONREAD_NAME_MAX + 8] = "";
	struct present *present = look_at_files(o, layouts);
	struct wrapped w = { .put = put_names, .to = line, .width = LIST_WIDTH };
	const struct table *t;
	size_t i;

	if (selected)
		diag_fail(
			"--format=%s: shows one table; choose it with --name, or all with --split=DIR:",
			o->format->name);
	else
		diag_fail(
			"--format=%s: the selected records have no layout, and so no table; choose one with --name, "
			"or all with --split=DIR:",
			o->format->name);
	for (i = 0, t = table_at(schema, 0); t; t = table_at(schema, ++i)) {
		if ((selected && !is_selected(o, layouts, t)) ||
		    !out_has_field((const char *const *)o->shown.fields, t))
			continue;
		if (present && present_count(present, table_of_record(t)->layout) == 0)
			continue;
		wrap_words(&w, t->name, strlen(t->name));
		w.blanks = 1;
	}
	if (*line)
		wrap_words(&w, "\n", 1);
	free(present);
	exit(STATUS_USAGE);
}

/* Return the table of the selected record; NULL if out of memory. If not exactly one record is
 * selected, list the tables and exit. */
static const struct table *selected_table(const struct options *o,
                                          const struct monread_layouts *layouts,
                                          const struct table_schema *schema)
{
	const struct monread_layout *l, *found = NULL;
	const struct table *t;
	unsigned n = 0;
	size_t i;

	/* The layouts of one record in several releases follow each other: count the record
	 * once. */
	for (i = 0, l = monread_layouts_at(layouts, 0); l; l = monread_layouts_at(layouts, ++i))
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
		diag_usage("%s: has more than %u columns, the maximum of a table", found->name,
		           TABLE_COLUMNS_MAX);
	return t;
}

/* The list L names only T, a table of an array or of application data: let L name all records that
 * may have rows in T. */
static void select_records_of(struct select_list *l, const struct table *t,
                              const struct monread_layouts *layouts)
{
	const struct monread_layout *one;
	size_t i;

	if (l->names[1] || l->nranges)
		diag_usage(
			"--name=%s: names the entries of an array, and must be the only name; for several tables, use "
			"--split=DIR and names of records",
			t->name);
	lists_free(l->names);
	l->names = NULL;
	for (i = 0, one = monread_layouts_at(layouts, 0); one;
	     one = monread_layouts_at(layouts, ++i))
		if (one->domain >= 0 && table_may_have(t, one))
			lists_add(&l->names, one->name, '\0');
}

int names_table_begin(struct options *o, const struct monread_layouts *layouts,
                      struct out_settings *s, struct table_schema **schema)
{
	struct select_list *named = &o->select.named;
	const struct table *t;
	unsigned i;

	if (!o->shown.split && !(o->format->takes & OUT_TAKES_TABLE))
		return 0;
	s->schema = *schema = table_schema_new(layouts);
	if (!s->schema)
		return ENOMEM;
	for (i = 0;
	     o->format->takes & OUT_TAKES_TABLE && !s->table && named->names && named->names[i];
	     i++) {
		t = table_find(s->schema, named->names[i]);
		if (!t && errno == ENOMEM)
			return ENOMEM;
		if (t && t->role != TABLE_OF_RECORD)
			s->table = t;
	}
	if (s->table)
		select_records_of(named, s->table, layouts);
	return 0;
}

int names_table_settle(struct options *o, const struct monread_layouts *layouts,
                       struct out_settings *s)
{
	s->split = o->shown.split;
	s->force = o->store.force;
	if (!s->schema || (o->shown.split && !s->table))
		return 0;
	if (!s->table)
		s->table = selected_table(o, layouts, s->schema);
	return s->table ? 0 : ENOMEM;
}
