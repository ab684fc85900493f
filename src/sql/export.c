/* export.c: --sqlite: captures loaded into a database, one transaction each. */
#include "config.h"

#include "sql/sql.h"

#include "cli/diag.h"

#ifndef HAVE_SQLITE3

void sql_export(const struct sql_options *o)
{
	(void)o;
	diag_fail("--sqlite: this monread was built without SQLite");
}

#else

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/inputs.h"
#include "cli/safe.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "port/reach.h"
#include "sql/bound.h"
#include "sql/database.h"
#include "sql/events.h"
#include "sql/files.h"
#include "sql/hashes.h"
#include "sql/identity.h"
#include "sql/loaded.h"
#include "sql/once.h"
#include "table/intervals.h"
#include "table/row.h"

/* Between two records that are in the database. */
struct mend {
	int64_t from; /* behind the first one */
	int any;      /* a record was loaded */
	int wrong;    /* something is wrong with the capture */
};

struct loading {
	const struct sql_options *o;
	const struct files *files;
	struct database d;
	struct tables tables;
	struct table_rows *rows;
	struct table_text text;
	struct bound *bound; /* of each table's statement, by the table's id */
	size_t nbound;
	/* The capture: */
	struct indexed *c;
	char *name; /* of it, in UTF-8 */
	int64_t id;
	int64_t loaded; /* offset of the last record that is in the database; -1: none is */
	int64_t last;   /* of the last one that was read */
	struct monread_system *system;
	struct table_state state;
	struct intervals intervals;
	struct table_record record;
	const struct monread_ev *ev;
	int is_wrong; /* something in its record is, */
	int is_near;  /* or may be, as it is the first one behind what is damaged */
	int anew; /* what was wrong behind ->loaded is forgotten */
	struct hashes hashes; /* of the records that are in the database */
	struct mend mend;
	int mended; /* records were loaded between others */
	uint64_t records, added, datasets, first, end;
	uint64_t known; /* problems of records that are in the database */
	uint64_t repeated, repeated_set; /* data sets of repeated records, and the last one */
	struct inserts_into problem;
	sqlite3_stmt *problems; /* how many there are in a record */
};

static int stopped(void *arg, const struct indexed *c, uint64_t done)
{
	files_progress(((struct loading *)arg)->files, c, done);
	return stop_asked();
}

/* ---- Rows ---- */

/* The statement for rows of T has nothing bound to it.  0, or -1: it was said why there is none. */
static int begin_insert(struct loading *l, const struct table *t)
{
	const struct database_table *to = database_insert(&l->d, t);
	size_t n = 1, i;

	if (!to)
		return -1;
	for (i = 0; i < t->ncolumns; i++)
		n += (size_t)database_has(&t->columns[i]);
	if (MR_REACH(l->bound, l->nbound, t->id) || bound_begin(&l->bound[t->id], to->insert, to->rows, n)) {
		diag_fail("out of memory");
		l->d.failed = 1;
		return -1;
	}
	return 0;
}

static int add_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct loading *l = arg;
	struct inserts *q = l->d.inserts;
	int n = 1;
	size_t i;

	if ((t->id >= l->d.n || !l->d.list[t->id].insert) && begin_insert(l, t))
		return 1;
	inserts_row(q, l->bound[t->id].to);
	inserts_integer(q, n++, l->id);
	for (i = 0; i < t->ncolumns; i++)
		if (database_has(&t->columns[i]) &&
		    bound_set(&l->bound[t->id], q, n++, &cells[i], table_column_is_mixed(t, i), &l->text))
			inserts_drop(q);
	return inserts_end(q) ? -database_fail(&l->d) : 0;
}

static int add_problem(struct loading *l, const struct monread_ev *ev, const char *text, int in_new_record)
{
	struct inserts *q = l->d.inserts;
	int numbered = (ev->flags & MONREAD_NUMBERED) != 0;

	verdict_damage(&l->c->verdict, ev->kind == MONREAD_GAP, ev->skipped);
	if (numbered)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", l->c->name, (unsigned long long)ev->offset, ev->domain, ev->record,
		            text);
	else
		diag_damage("%s: offset 0x%llx: %s", l->c->name, (unsigned long long)ev->offset, text);
	l->mend.wrong = 1;
	/* It is in the database; or a longer copy is, of which it is not true. */
	if ((int64_t)ev->offset <= l->loaded && !in_new_record)
		return 0;
	inserts_row(q, &l->problem);
	inserts_integer(q, 1, l->id);
	inserts_text(q, 2, l->name, strlen(l->name), 0);
	inserts_integer(q, 3, (int64_t)ev->offset);
	inserts_integer(q, 4, (int64_t)ev->dataset);
	if (numbered) {
		inserts_integer(q, 5, ev->domain);
		inserts_integer(q, 6, ev->record);
	} else {
		inserts_null(q, 5);
		inserts_null(q, 6);
	}
	inserts_text(q, 7, text, strlen(text), 0);
	return inserts_end(q) ? -database_fail(&l->d) : 0;
}

static int row_problem(void *arg, const char *text)
{
	struct loading *l = arg;

	l->is_wrong = 1;
	return add_problem(l, l->ev, text, 1);
}

/* ---- A capture ---- */

/* What is there once more is in no table. */
static void repeated(struct loading *l, const struct monread_ev *ev)
{
	if (ev->dataset == l->repeated_set)
		return;
	l->repeated_set = ev->dataset;
	l->repeated++;
}

/* The record at END is in the database.  What was wrong in front of it is not, where there are now all records of a capture
 * of which nothing is wrong there.  0, or -1: it was said why. */
static int end_mend(struct loading *l, int64_t end)
{
	const struct mend m = l->mend;

	l->mend = (struct mend){ .from = end + 1 };
	return m.any && !m.wrong ?
	       database_run(&l->d, "DELETE FROM monread_problems WHERE " DATABASE_FILE_ID " = %lld AND offset >= %lld"
	                    " AND (offset < %lld OR (offset = %lld AND domain IS NULL))",
	                    (long long)l->id, (long long)m.from, (long long)end, (long long)end) : 0;
}

/* Bytes that are damaged may be part of the records around them. */
static int add_damage(struct loading *l, const struct monread_ev *ev)
{
	intervals_excuse(&l->intervals);
	hashes_doubt(&l->hashes);
	l->is_near = 1;
	return add_problem(l, ev, ev->text, 0);
}

#define OTHER_RECORD "a copy that is damaged here was loaded first, and what it has stays; to have this one, load into a new database"

/* Another record than EV is in the database, which stays. */
static int add_other(struct loading *l, const struct monread_ev *ev)
{
	struct monread_ev numbered = *ev;

	numbered.flags |= MONREAD_NUMBERED;
	return add_problem(l, &numbered, OTHER_RECORD, 1);
}

/* EV is in the database, and something is wrong in it or near it. */
static int count_known(struct loading *l, const struct monread_ev *ev)
{
	const struct sqlite *s = l->d.sqlite;
	int row;

	if (database_settle(&l->d))
		return -1;
	s->bind_int64(l->problems, 1, l->id);
	s->bind_int64(l->problems, 2, (int64_t)ev->offset);
	row = database_step(&l->d, l->problems);
	if (row > 0)
		l->known += (uint64_t)s->column_int64(l->problems, 0);
	s->reset(l->problems);
	return row < 0 ? -1 : 0;
}

/* Whether an earlier version, of which there are no hashes, has loaded EV.  -1: it was said why. */
static int has_no_hash(struct loading *l, const struct monread_ev *ev)
{
	int64_t offset = (int64_t)ev->offset;

	if (offset > l->loaded || (offset >= l->hashes.first && offset <= l->hashes.last))
		return 0;
	/* Without a layout it has no row. */
	return l->record.layout ? loaded_has_row(&l->d, l->id, l->record.layout->name, ev->offset) : 1;
}

/* Whether the record EV is to be loaded; 0: it is in the database, or another in its place, which stays.  -1: it was said
 * why. */
static int is_new(struct loading *l, const struct monread_ev *ev, uint32_t hash)
{
	int64_t offset = (int64_t)ev->offset;
	int has = has_no_hash(l, ev);
	enum hashes_state state;

	if (has)
		return has < 0 ? -1 : 0;
	if (hashes_find(&l->hashes, ev->offset, ev->length, hash, &state))
		return -1;
	if (state != HASHES_NEW)
		return end_mend(l, offset) || (state == HASHES_WRONG && add_other(l, ev)) ||
		       (state == HASHES_DOUBTED && count_known(l, ev)) ? -1 : 0;
	if (offset <= l->loaded)
		l->mended = l->mend.any = 1;
	return 1;
}

static int load_record(struct loading *l, const struct monread_ev *ev)
{
	static const struct table_sink sink = { add_row, row_problem };
	uint32_t hash = hashes_of(ev->bytes, ev->length);
	struct table_record *r = &l->record;
	int rc = is_new(l, ev, hash);

	l->is_wrong = l->is_near;
	l->is_near = 0;
	if (rc <= 0)
		return rc;
	l->added++;
	l->ev = ev;
	r->ev = ev;
	r->file = l->name;
	r->release = monread_system_release(l->system);
	r->system = monread_system_id(l->system);
	rc = table_rows_make(l->rows, r, &sink, l);
	if (rc < 0)
		errno = ENOMEM;
	return rc ? rc : hashes_add(&l->hashes, ev->offset, hash, l->is_wrong);
}

/* EV may end an interval that took too long, and its time may be in doubt.  0, or -1: it was said why. */
static int check_interval(struct loading *l, const struct monread_ev *ev)
{
	char text[INTERVALS_TEXT];
	struct monread_ev gap;

	if (intervals_doubt(ev, text) && add_problem(l, ev, text, 0))
		return -1;
	if (!intervals_record(&l->intervals, l->system, ev))
		/* A copy that was loaded before may have had a gap here. */
		return !l->mended || (int64_t)ev->offset > l->loaded ? 0 :
		       database_run(&l->d, "DELETE FROM monread_problems WHERE " DATABASE_FILE_ID " = %lld AND offset = %lld"
		                    " AND problem LIKE '" INTERVALS_GAP "%%'", (long long)l->id, (long long)ev->offset);
	intervals_gap(&l->intervals, ev, &gap, text);
	return add_problem(l, &gap, text, 0);
}

static int add_record(struct loading *l, const struct monread_ev *ev)
{
	struct table_record *r = &l->record;

	r->layout = monread_system_layout(l->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!r->layout && errno == ENOMEM)
		return -1;
	if (ev->flags & MONREAD_REPEATED) {
		if (ev->domain == 1 && ev->record == 9)
			intervals_record(&l->intervals, l->system, ev);
		repeated(l, ev);
		return 0;
	}
	if (intervals_concerns(ev) && check_interval(l, ev))
		return -1;
	r->interval = table_state_record(&l->state, ev, &r->in_interval);
	if (!events_is_row(ev))
		return 0;
	verdict_times(&l->c->verdict.first, &l->c->verdict.last, ev);
	l->datasets = ev->dataset - l->repeated;
	l->first = l->first ? l->first : ev->tod;
	l->end = ev->tod;
	l->c->verdict.records++;
	if (indexed_is_again(l->c, ev->offset))
		return 0;
	l->last = (int64_t)ev->offset;
	l->records++;
	return load_record(l, ev);
}

/* What was wrong behind the last record that was loaded: it may have been the end of a file that has grown since.  0, or
 * -1: it was said why. */
static int forget_problems(struct loading *l)
{
	l->anew = 1;
	if (end_mend(l, l->loaded + 1))
		return -1;
	return database_run(&l->d, "DELETE FROM monread_problems WHERE " DATABASE_FILE_ID " = %lld AND offset > %lld",
	                    (long long)l->id, (long long)l->loaded);
}

/* The capture has nothing behind its last record that was loaded.  Where nothing was wrong there nothing is written.  0,
 * or -1: it was said why. */
static int end_as_it_was(struct loading *l)
{
	char text[120];
	sqlite3_stmt *s;
	int row;

	snprintf(text, sizeof text, "SELECT 1 FROM monread_problems WHERE " DATABASE_FILE_ID " = %lld AND offset > %lld",
	         (long long)l->id, (long long)l->loaded);
	s = database_prepare(&l->d, text);
	row = database_step(&l->d, s);
	l->d.sqlite->finalize(s);
	return row > 0 ? forget_problems(l) : row;
}

static int event(void *arg, const struct monread_ev *ev)
{
	struct loading *l = arg;

	if (!l->anew && (int64_t)ev->offset > l->loaded && (ev->kind == MONREAD_RECORD || ev->kind >= MONREAD_BAD) &&
	    forget_problems(l))
		return 1;
	if (ev->kind == MONREAD_RECORD)
		return add_record(l, ev);
	return ev->kind >= MONREAD_BAD ? add_damage(l, ev) : 0;
}

/* Note what is now in the database; of a copy of which more was loaded before only what it has added.  Where that is known
 * already nothing is written, so that nothing has to wait for the disk.  0, or -1: it was said why. */
static int note_file(struct loading *l)
{
	static const char text[] =
		"INSERT INTO monread_files VALUES(%lld, %Q, %Q, %lld, %lld, %lld, %Q, %Q, %Q, %lld)"
		" ON CONFLICT DO UPDATE SET file = excluded.file, container = excluded.container, bytes = excluded.bytes,"
		" datasets = excluded.datasets, records = excluded.records, first_time = excluded.first_time,"
		" last_time = excluded.last_time, system = excluded.system, last_offset = excluded.last_offset"
		" WHERE (file, container, bytes, datasets, records, first_time, last_time, system, last_offset) IS NOT"
		" (excluded.file, excluded.container, excluded.bytes, excluded.datasets, excluded.records, excluded.first_time,"
		" excluded.last_time, excluded.system, excluded.last_offset)";
	char first[MONREAD_TIME_SIZE], end[MONREAD_TIME_SIZE];
	int64_t records;

	if (hashes_count(&l->hashes, &records))
		return -1;
	if (l->last < l->loaded || (l->last == l->loaded && (int64_t)l->records < records))
		return l->mended ? database_run(&l->d, "UPDATE monread_files SET records = %lld WHERE file_id = %lld",
		                                (long long)records, (long long)l->id) : 0;
	if (records < (int64_t)l->records)
		records = (int64_t)l->records;
	monread_time_text(monread_tod_to_unix_us(l->first), first);
	monread_time_text(monread_tod_to_unix_us(l->end), end);
	return database_run(&l->d, text, (long long)l->id, l->name,
	                    l->c->container == MONREAD_CONTAINER_MONWRITE ? "monwrite" : "stream", (long long)l->c->size,
	                    (long long)l->datasets, (long long)records, l->first ? first : NULL,
	                    l->first ? end : NULL, *monread_system_id(l->system) ? monread_system_id(l->system) : NULL,
	                    (long long)l->last);
}

/* Records that were loaded before are not looked into again, but the capture is no better for that. */
static void say_known(struct loading *l)
{
	if (!l->known)
		return;
	l->c->verdict.problems += l->known;
	diag_damage("%s: %llu problem%s in records that were loaded before: see monread_problems", l->c->name,
	            (unsigned long long)l->known, words_plural(l->known));
}

/* 0, or -1: it was said why, or the end was asked for. */
static int load(struct loading *l, const struct indexed_scan *how)
{
	int rc = loaded_find(&l->d, l->c, l->name, how, &l->id, &l->loaded);

	if (!rc)
		rc = hashes_begin(&l->hashes, &l->d, l->id);
	if (!rc)
		rc = events_each(l->c, 0, how, event, l);
	if (!rc && l->c->error)
		diag_damaged_rest("%s: cannot be read: %s", l->c->name, strerror(l->c->error));
	if (!rc && l->c->size == 0)
		diag_damaged_rest("%s: empty", l->c->name);
	if (rc < 0 && errno == ENOMEM && !l->d.failed)
		database_fail(&l->d);
	if (!rc && !l->anew && l->loaded >= 0)
		rc = end_mend(l, l->loaded + 1) || (l->last >= l->loaded && end_as_it_was(l)) ? -1 : 0;
	if (!rc)
		rc = hashes_write(&l->hashes) || note_file(l) ? -1 : 0;
	if (!rc)
		say_known(l);
	hashes_end(&l->hashes);
	return rc || database_commit(&l->d) ? -1 : 0;
}

/* What came of the capture; where loading FAILED, nothing of it is in the database. */
static void say_verdict(const struct loading *l, int failed)
{
	struct verdict *v = &l->c->verdict;

	if (!l->o->verdicts || (failed && stop_asked()))
		return;
	v->selected = failed ? 0 : l->added;
	verdict_say(v, l->c->name);
}

/* 0, or -1: it was said why, or the end was asked for. */
static int load_as_one(struct loading *l, const struct indexed_scan *how)
{
	int rc;

	if (identity_of(l->c, how, &l->id))
		return stop_asked() ? -1 : database_fail(&l->d);
	l->system = monread_system_new(l->o->layouts);
	l->name = safe_utf8(l->c->name);
	if (!l->system || !l->name) {
		monread_system_free(l->system);
		free(l->name);
		return database_fail(&l->d);
	}
	monread_system_set_release(l->system, l->o->release);
	rc = database_begin(&l->d);
	if (rc == 0) {
		rc = load(l, how);
		if (rc)
			database_rollback(&l->d);
		else
			diag_verbose("%s: %llu record%s, %llu of them new in %s", l->c->name, (unsigned long long)l->records,
			             words_plural(l->records), (unsigned long long)l->added, l->d.name);
	}
	verdict_of_system(&l->c->verdict, monread_system_id(l->system));
	monread_system_free(l->system);
	free(l->name);
	return rc ? -1 : 0;
}

/* The same, and what came of it is said. */
static int load_capture(struct loading *l, struct indexed *c)
{
	const struct indexed_scan how = { .layouts = l->o->layouts, .release = l->o->release, .stopped = stopped, .arg = l };
	int rc;

	l->c = c;
	l->records = l->added = l->datasets = l->first = l->end = l->repeated = l->repeated_set = l->known = 0;
	l->last = -1;
	l->anew = l->mended = l->is_near = 0;
	memset(&l->mend, 0, sizeof l->mend);
	memset(&l->state, 0, sizeof l->state);
	memset(&l->intervals, 0, sizeof l->intervals);
	memset(&l->record, 0, sizeof l->record);
	verdict_begin(&c->verdict);
	rc = load_as_one(l, &how);
	verdict_begin(NULL);
	say_verdict(l, rc != 0);
	return rc;
}

/* ---- All of them ---- */

static void load_all(struct loading *l, struct files *f)
{
	const struct indexed_scan how = { .layouts = l->o->layouts, .release = l->o->release, .stopped = stopped, .arg = l };
	size_t i;

	l->problem = (struct inserts_into){ .rows = 1, .parameters = 7 };
	l->problem.statement = database_prepare(&l->d, "INSERT INTO monread_problems VALUES(?,?,?,?,?,?,?) ON CONFLICT DO NOTHING");
	l->problems = database_prepare(&l->d, "SELECT count(*) FROM monread_problems WHERE " DATABASE_FILE_ID " = ? AND offset = ?"
	                                      " AND domain IS NOT NULL AND problem <> '" OTHER_RECORD "'");
	if (!l->problem.statement || !l->problems)
		return;
	if (files_open(f)) {
		if (!stop_asked())
			database_fail(&l->d);
	}
	if (l->o->once && !stop_asked() && !l->d.failed && once_find(f->list, f->n, &how) && !stop_asked())
		database_fail(&l->d);
	for (i = 0; i < f->n && !stop_asked() && !l->d.failed; i++)
		if (load_capture(l, f->list[i]))
			break;
	l->d.sqlite->finalize(l->problem.statement);
	l->d.sqlite->finalize(l->problems);
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

void sql_export(const struct sql_options *o)
{
	struct files files = { .names = o->files, .nnames = o->nfiles, .container = o->container, .progress = o->progress,
		                .verdicts = o->verdicts };
	struct table_schema *schema;
	struct sqlite sqlite;
	struct loading l;
	const char *error = sqlite_load(&sqlite);
	size_t i;

	if (error) {
		diag_fail("--sqlite: SQLite cannot be used: %s", error);
		return;
	}
	if (files_refuse_device(&files) || is_capture(o))
		return;
	memset(&l, 0, sizeof l);
	l.o = o;
	l.files = &files;
	l.text.codepage = o->codepage;
	schema = table_schema_new(o->layouts);
	l.rows = schema ? table_rows_new(schema, o->layouts, NULL, NULL) : NULL;
	l.tables = (struct tables){
		.sqlite = &sqlite, .layouts = o->layouts, .schema = schema, .codepage = o->codepage, .release = o->release
	};
	if (!l.rows) {
		diag_fail("out of memory");
	} else {
		if (database_open(&l.d, &l.tables, o->database) == 0)
			load_all(&l, &files);
		database_close(&l.d);
	}
	progress_next(o->progress, files_size(&files));
	files_close(&files);
	for (i = 0; i < l.nbound; i++)
		bound_done(&l.bound[i]);
	free(l.bound);
	table_rows_free(l.rows);
	table_text_free(&l.text);
	table_schema_free(schema);
}

#endif
