/* load.c: --sqlite: load captures into a database, each in one transaction. */
#include "config.h"

#include "sql/sql.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/escape.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "sql/database.h"
#include "sql/files.h"
#include "sql/lookup.h"
#include "sql/target.h"

struct loading {
	const struct sql_options *o;
	struct files files;
	struct database d;
	struct tables tables;
	/* the captures that the virtual tables read; the last one is being loaded */
	struct indexed *read[2];
	struct tables_captures captures;
	const unsigned char *has; /* of the capture that is being loaded */
	int has_payload;        /* it has application data */
	size_t table, ntables;  /* number of the table that is being copied, and of all tables */
	char *name;             /* of the capture, as UTF-8 */
	uint64_t added;         /* new records so far */
};

/* ---- Callbacks of the virtual tables ---- */

static int stopped(void *arg, const struct indexed *c, uint64_t done)
{
	struct loading *l = arg;

	(void)done;
	files_progress(&l->files, c, l->ntables ? c->size / l->ntables * l->table : 0);
	return stop_asked();
}

static int open_captures(void *arg, const char *name, struct tables_captures **captures, char **text)
{
	struct loading *l = arg;

	(void)name;
	(void)text;
	*captures = &l->captures;
	return SQLITE_OK;
}

static void problem(void *arg, struct indexed *c)
{
	struct loading *l = arg;

	files_problem(NULL, c);
	verdict_begin(&l->read[l->captures.n - 1]->verdict);
}

/* ---- A capture ---- */

static int has_kind(const struct loading *l, const struct monread_layout *layout)
{
	return l->has[indexed_kind((unsigned)layout->domain, (unsigned)layout->record)];
}

static int scan(struct loading *l, struct indexed *c)
{
	const struct indexed_scan how = tables_scan(&l->tables);
	const struct monread_layout *layout;
	size_t i;

	l->table = 0;
	if (indexed_scan(c, &how))
		return database_fail(&l->d);
	files_scanned(c);
	verdict_begin(&c->verdict);
	c->verdict.unselected = 0;
	l->has = c->has;
	l->has_payload = 0;
	errno = 0;
	for (i = 0; (layout = monread_layouts_at(l->o->layouts, i)) != NULL && !l->has_payload; i++)
		l->has_payload = layout->domain >= 0 && monread_layout_payload(layout) &&
		                 has_kind(l, layout);
	return !layout && errno == ENOMEM ? database_fail(&l->d) : 0;
}

/* Whether the capture may have rows of T. */
static int may_have(const struct loading *l, const struct table *t)
{
	while (t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	if (t->role == TABLE_OF_PAYLOAD)
		return l->has_payload;
	return has_kind(l, t->layout);
}

/* The last capture of the same system before number I: the first records of I are compared with its last ones. */
static struct indexed *previous(const struct loading *l, size_t i)
{
	const char *system = l->files.list[i]->verdict.system;

	while (i-- > 0)
		if (l->files.list[i]->scanned && strcmp(l->files.list[i]->verdict.system, system) == 0)
			return l->files.list[i];
	return NULL;
}

/* Let the virtual tables read C, and compare its records with those of BEFORE, which may be NULL. */
static void read_captures(struct loading *l, struct indexed *before, struct indexed *c)
{
	l->read[0] = before ? before : c;
	l->read[1] = c;
	lookup_free(l->captures.lookups);
	l->captures = (struct tables_captures){ .list = l->read, .n = before ? 2 : 1, .first = before != NULL };
}

static int copy_tables(struct loading *l, size_t i)
{
	struct indexed *c = l->files.list[i], *before = l->o->delta ? previous(l, i) : NULL;
	const struct table *t;
	int64_t added;

	errno = 0;
	for (l->table = 0; (t = table_at(l->tables.schema, l->table)) != NULL; l->table++) {
		if (!may_have(l, t))
			continue;
		read_captures(l, NULL, c);
		if (target_copy(&l->d, t, 0, l->name, &added))
			return -1;
		l->added += t->role == TABLE_OF_RECORD ? (uint64_t)added : 0;
		errno = 0;
		if (!l->o->delta)
			continue;
		read_captures(l, before, c);
		if (target_copy(&l->d, t, 1, l->name, &added))
			return -1;
		errno = 0;
	}
	l->ntables = l->table;
	return errno == ENOMEM ? database_fail(&l->d) : 0;
}

/* Store the rows of the tables about captures for C, unless they are stored. */
static int note_capture(struct loading *l, struct indexed *c)
{
	read_captures(l, NULL, c);
	return target_note(&l->d, l->name);
}

/* Load capture number I. 0, or -1: the reason was reported or the user has stopped it, and the transaction is
 * undone. */
static int load_capture(struct loading *l, size_t i)
{
	struct indexed *c = l->files.list[i];
	int rc;

	l->added = 0;
	l->name = safe_utf8(c->name);
	verdict_begin(&c->verdict);
	rc = l->name ? scan(l, c) : database_fail(&l->d);
	if (!rc && c->records && !l->d.db)
		rc = database_open(&l->d);
	if (!rc && c->records)
		rc = database_begin(&l->d);
	if (!rc && c->records) {
		rc = copy_tables(l, i) || note_capture(l, c) || database_commit(&l->d) ? -1 : 0;
		if (rc)
			database_rollback(&l->d);
	}
	verdict_begin(NULL);
	c->verdict.selected = rc ? 0 : l->added;
	if (!rc)
		diag_verbose("%s: %llu record%s, %llu of them new in %s", c->name, (unsigned long long)c->records,
		             words_plural(c->records), (unsigned long long)l->added, l->d.name);
	if (l->o->verdicts && !(rc && stop_asked()))
		verdict_say(&c->verdict, c->name);
	free(l->name);
	return rc;
}

/* ---- All captures ---- */

static void load_all(struct loading *l)
{
	size_t i;

	if (files_open(&l->files) && !stop_asked())
		database_fail(&l->d);
	for (i = 0; i < l->files.n && !stop_asked() && !l->d.failed; i++)
		if (load_capture(l, i))
			break;
}

/* 1: the database is one of the captures, which was reported. */
static int is_capture(const struct sql_options *o)
{
	const char *name;
	struct stat st;

	name = stat(o->database, &st) == 0 ? inputs_find(o->files, o->nfiles, &st) : NULL;
	if (name)
		diag_fail("%s: is also the database; choose a different --sqlite", name);
	return name != NULL;
}

void sql_load(const struct sql_options *o)
{
	struct loading l = { .o = o, .files.o = o };
	struct table_schema *schema;

	if (files_refuse_device(&l.files) || is_capture(o))
		return;
	schema = table_schema_new(o->layouts);
	l.tables = (struct tables){
		.layouts = o->layouts, .schema = schema, .codepage = o->codepage, .release = o->release,
		.prefix = DATABASE_SOURCE, .are_copied = 1, .open = open_captures, .problem = problem, .stopped = stopped, .arg = &l
	};
	l.d = (struct database){ .tables = &l.tables, .name = o->database };
	if (schema)
		load_all(&l);
	else
		database_fail(&l.d);
	database_close(&l.d);
	lookup_free(l.captures.lookups);
	progress_next(o->progress, files_size(&l.files));
	files_close(&l.files);
	table_schema_free(schema);
}
