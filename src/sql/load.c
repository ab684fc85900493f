/* load.c: --sqlite: load captures into a database, each in one transaction. */
#include "config.h"

#include "sql/sql.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "cli/inputs.h"
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
	/* the capture that is loaded, after the one to compare its first records with, or NULL */
	struct indexed *read[2];
	struct tables_captures captures; /* one or both of them, which the virtual tables read */
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
	(void)name;
	(void)text;
	*captures = &((struct loading *)arg)->captures;
	return SQLITE_OK;
}

static void problem(void *arg, struct indexed *c)
{
	struct loading *l = arg;

	files_problem(NULL, c);
	verdict_begin(&l->read[1]->verdict);
}

/* ---- A capture ---- */

static int scan(struct loading *l, struct indexed *c)
{
	if (indexed_scan(c, &l->tables))
		return database_fail(&l->d);
	files_scanned(c);
	verdict_begin(&c->verdict);
	c->verdict.unselected = 0;
	return 0;
}

/* Whether the capture may have rows of T; -1: out of memory. */
static int may_have(const struct loading *l, const struct table *t)
{
	unsigned char kinds[INDEXED_KINDS];
	size_t i;

	if (tables_kinds(&l->tables, t, kinds))
		return -1;
	for (i = 0; i < INDEXED_KINDS; i++)
		if (kinds[i] && l->read[1]->has[i])
			return 1;
	return 0;
}

/* Let the virtual tables read the capture; if COMPARES, also the one before it, if there is one. */
static void read_captures(struct loading *l, int compares)
{
	size_t first = compares && l->read[0];

	lookup_free(l->captures.lookups);
	l->captures = (struct tables_captures){ .list = l->read + 1 - first, .n = 1 + first, .first = first };
}

static int copy_tables(struct loading *l)
{
	const struct table *t;
	int64_t added;
	int compares, may;

	errno = 0;
	for (l->table = 0; (t = table_at(l->tables.schema, l->table)) != NULL; l->table++) {
		may = may_have(l, t);
		if (may < 0)
			return database_fail(&l->d);
		for (compares = 0; may && compares <= l->o->delta; compares++) {
			read_captures(l, compares);
			if (target_copy(&l->d, t, compares, l->name, &added))
				return -1;
			l->added += t->role == TABLE_OF_RECORD && !compares ? (uint64_t)added : 0;
		}
		errno = 0;
	}
	l->ntables = l->table;
	l->table = 0;
	read_captures(l, 0);
	return errno == ENOMEM ? database_fail(&l->d) : 0;
}

/* Replace the rows about the capture in the tables about captures. */
static int note_capture(struct loading *l)
{
	return database_run(&l->d,
	                    "DELETE FROM monread_files WHERE file = %Q; DELETE FROM monread_problems WHERE file = %Q;"
	                    "INSERT INTO monread_files SELECT %Q, container, bytes, datasets, records, first_time, last_time,"
	                    " system, problems FROM " DATABASE_SOURCE "files; INSERT INTO monread_problems"
	                    " SELECT %Q, \"offset\", dataset, domain, record, problem FROM " DATABASE_SOURCE "problems",
	                    l->name, l->name, l->name, l->name);
}

/* Copy the records of the capture. 0, or -1: the transaction is undone. */
static int copy(struct loading *l)
{
	if ((!l->d.db && database_open(&l->d)) || database_begin(&l->d))
		return -1;
	if (copy_tables(l) == 0 && note_capture(l) == 0 && database_run(&l->d, "COMMIT") == 0)
		return 0;
	database_run(&l->d, "ROLLBACK");
	return -1;
}

/* The last capture of the same system before C: the first records of C are compared with its last ones. */
static struct indexed *previous(const struct loading *l, const struct indexed *c)
{
	struct indexed *last = NULL;
	size_t i;

	for (i = 0; l->files.list[i] != c; i++)
		if (strcmp(l->files.list[i]->verdict.system, c->verdict.system) == 0)
			last = l->files.list[i];
	return last;
}

/* Load the capture C. 0, or -1: the reason was reported or the user has stopped it. */
static int load_capture(struct loading *l, struct indexed *c)
{
	int rc;

	l->added = 0;
	l->read[1] = c;
	l->name = safe_utf8(c->name);
	verdict_begin(&c->verdict);
	rc = l->name ? scan(l, c) : database_fail(&l->d);
	l->read[0] = rc ? NULL : previous(l, c);
	if (!rc && c->records)
		rc = copy(l);
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
		if (load_capture(l, l->files.list[i]))
			break;
}

/* 1: the database is one of the captures, which was reported. */
static int is_capture(const struct sql_options *o)
{
	struct stat st;
	const char *name = stat(o->database, &st) == 0 ? inputs_find(o->files, o->nfiles, &st) : NULL;

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
