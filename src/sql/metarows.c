/* metarows.c: the rows of tables about layouts and captures. */
#include "config.h"

#include "sql/metarows.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <string.h>

#include "port/page.h"

static void put_string(struct cell_value *v, const char *s)
{
	if (s && *s)
		cell_text(v, s, strlen(s));
}

static void put_number(struct cell_value *v, uint64_t n)
{
	cell_integer(v, (int64_t)n);
}

static void put_time(struct meta_rows *r, struct cell_value *v, uint64_t tod)
{
	cell_text(v, r->text, table_sql_time(monread_tod_to_unix_us(tod), r->text));
}

static const struct indexed *capture_at(const struct meta_rows *r)
{
	return r->captures.list[r->i - 1];
}

/* ---- records ---- */

enum { RECORDS_SYSTEM, RECORDS_FILE, RECORDS_OFFSET, RECORDS_DATASET, RECORDS_TYPE, RECORDS_INTERVAL, RECORDS_TIME,
       RECORDS_UNIX_TIME, RECORDS_DOMAIN, RECORDS_RECORD, RECORDS_NAME, RECORDS_LENGTH };

static const struct meta_column records_columns[] = {
	[RECORDS_SYSTEM] = { "system", "TEXT" },     [RECORDS_FILE] = { "file", "TEXT" },
	[RECORDS_OFFSET] = { "offset", "INTEGER" },  [RECORDS_DATASET] = { "dataset", "INTEGER" },
	[RECORDS_TYPE] = { "type", "TEXT" },         [RECORDS_INTERVAL] = { "interval", "TEXT" },
	[RECORDS_TIME] = { "time", "TEXT" },         [RECORDS_UNIX_TIME] = { "unix_time", "REAL" },
	[RECORDS_DOMAIN] = { "domain", "INTEGER" },  [RECORDS_RECORD] = { "record", "INTEGER" },
	[RECORDS_NAME] = { "name", "TEXT" },         [RECORDS_LENGTH] = { "length", "INTEGER" },
};

static void close_capture(struct meta_rows *r)
{
	events_close(&r->events);
	monread_system_free(r->system);
	r->system = NULL;
}

void meta_rows_done(struct meta_rows *r)
{
	const struct tables *tables = r->tables;

	close_capture(r);
	memset(r, 0, sizeof *r);
	r->tables = tables;
}

/* The next capture.  SQLITE_OK with r->end behind the last one, or an error. */
static int next_capture(struct meta_rows *r)
{
	const struct tables *t = r->tables;

	close_capture(r);
	r->dataset = 0;
	r->has_interval = 0;
	r->end = r->i >= r->captures.n;
	if (r->end)
		return SQLITE_OK;
	r->i++;
	r->how = (struct indexed_scan){ .layouts = t->layouts, .stopped = t->stopped, .arg = t->arg };
	r->system = monread_system_new(t->layouts);
	return r->system && events_open(&r->events, r->captures.list[r->i - 1], &r->how) == 0 ? SQLITE_OK : SQLITE_NOMEM;
}

/* The interval is that of the data set, whatever of it is left out. */
static void note_interval(struct meta_rows *r, const struct monread_ev *ev)
{
	if (ev->dataset != r->dataset)
		r->has_interval = 0;
	r->dataset = ev->dataset;
	if (ev->mce->type == MONREAD_SAMPLE && !r->has_interval) {
		r->interval = ev->tod;
		r->has_interval = 1;
	}
}

/* 1: the next record of the capture; 0: there is none; -1 with errno: out of memory, or stopped. */
static int next_record(struct meta_rows *r)
{
	int rc;

	while ((rc = events_next(&r->events, &r->ev)) > 0) {
		const struct monread_ev *ev = r->ev;

		if (ev->kind != MONREAD_RECORD)
			continue;
		/* End-of-frame records are framing. */
		if (!(ev->flags & MONREAD_REPEATED) && !(ev->domain == 1 && ev->record == 13)) {
			note_interval(r, ev);
			if (!indexed_is_again(capture_at(r), ev->offset))
				break;
		}
		if (monread_system_learn(r->system, ev->domain, ev->record, ev->bytes, ev->length)) {
			errno = ENOMEM;
			return -1;
		}
	}
	return rc;
}

static int records_next(struct meta_rows *r)
{
	const struct monread_ev *ev;
	int rc = 0, code;

	while (!r->system || (rc = next_record(r)) == 0) {
		code = next_capture(r);
		if (code != SQLITE_OK || r->end)
			return code;
	}
	ev = r->ev;
	if (rc > 0 && ev->domain == 1 && monread_system_learn(r->system, ev->domain, ev->record, ev->bytes, ev->length)) {
		errno = ENOMEM;
		rc = -1;
	}
	if (rc < 0)
		return errno == EINTR ? SQLITE_INTERRUPT : SQLITE_NOMEM;
	r->number++;
	return SQLITE_OK;
}

void meta_rows_bytes(const struct meta_rows *r, struct cell_value *v)
{
	v->type = SQLITE_BLOB;
	v->text = (const char *)r->ev->bytes;
	v->length = r->ev->length;
}

static void records_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct monread_ev *ev = r->ev;
	const struct monread_layout *l;

	switch (column) {
	case RECORDS_SYSTEM:
		put_string(v, monread_system_id(r->system));
		break;
	case RECORDS_FILE:
		put_string(v, capture_at(r)->name);
		break;
	case RECORDS_OFFSET:
		put_number(v, ev->offset);
		break;
	case RECORDS_DATASET:
		put_number(v, ev->dataset);
		break;
	case RECORDS_TYPE:
		put_string(v, ev->mce->type == MONREAD_SAMPLE ? "sample" : "event");
		break;
	case RECORDS_INTERVAL:
		if (ev->mce->type == MONREAD_SAMPLE)
			put_time(r, v, r->interval);
		break;
	case RECORDS_TIME:
		put_time(r, v, ev->tod);
		break;
	case RECORDS_UNIX_TIME:
		v->type = SQLITE_FLOAT;
		v->real = (double)monread_tod_to_unix_us(ev->tod) / 1e6;
		break;
	case RECORDS_DOMAIN:
		put_number(v, ev->domain);
		break;
	case RECORDS_RECORD:
		put_number(v, ev->record);
		break;
	case RECORDS_NAME:
		l = monread_layouts_find(r->tables->layouts, ev->domain, ev->record);
		put_string(v, l ? l->name : NULL);
		break;
	default:
		put_number(v, ev->length);
		break;
	}
}

/* ---- layouts ---- */

enum { LAYOUTS_NAME, LAYOUTS_DOMAIN, LAYOUTS_RECORD, LAYOUTS_DSECT, LAYOUTS_KIND, LAYOUTS_TITLE, LAYOUTS_RELEASE,
       LAYOUTS_STATUS, LAYOUTS_LENGTH, LAYOUTS_SOURCE };

static const struct meta_column layouts_columns[] = {
	[LAYOUTS_NAME] = { "name", "TEXT" },         [LAYOUTS_DOMAIN] = { "domain", "INTEGER" },
	[LAYOUTS_RECORD] = { "record", "INTEGER" },  [LAYOUTS_DSECT] = { "dsect", "TEXT" },
	[LAYOUTS_KIND] = { "kind", "TEXT" },         [LAYOUTS_TITLE] = { "title", "TEXT" },
	[LAYOUTS_RELEASE] = { "release", "TEXT" },   [LAYOUTS_STATUS] = { "status", "TEXT" },
	[LAYOUTS_LENGTH] = { "length", "INTEGER" },  [LAYOUTS_SOURCE] = { "source", "TEXT" },
};

static int layouts_next(struct meta_rows *r)
{
	errno = 0;
	r->end = !monread_layouts_at(r->tables->layouts, r->i++);
	r->number++;
	return r->end && errno == ENOMEM ? SQLITE_NOMEM : SQLITE_OK;
}

static void layouts_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct monread_layout *l = monread_layouts_at(r->tables->layouts, r->i - 1);
	const char *texts[] = {
		[LAYOUTS_NAME] = l->name,    [LAYOUTS_DSECT] = l->dsect,         [LAYOUTS_KIND] = l->kind,
		[LAYOUTS_TITLE] = l->title,  [LAYOUTS_RELEASE] = l->release,     [LAYOUTS_STATUS] = mr_trust_name(l),
		[LAYOUTS_SOURCE] = l->path ? l->path : l->source,
	};

	if (column == LAYOUTS_LENGTH && l->nstructures)
		put_number(v, monread_layout_structure(l, 0)->length);
	else if (column == LAYOUTS_DOMAIN || column == LAYOUTS_RECORD) {
		if (l->domain >= 0)
			cell_integer(v, column == LAYOUTS_DOMAIN ? l->domain : l->record);
	} else {
		put_string(v, texts[column]);
	}
}

/* ---- fields ---- */

enum { FIELDS_TABLE, FIELDS_COLUMN, FIELDS_OFFSET, FIELDS_LENGTH, FIELDS_TYPE, FIELDS_UNIT, FIELDS_KIND, FIELDS_PROVEN,
       FIELDS_DESCRIPTION };

static const struct meta_column fields_columns[] = {
	[FIELDS_TABLE] = { "table_name", "TEXT" },   [FIELDS_COLUMN] = { "column_name", "TEXT" },
	[FIELDS_OFFSET] = { "offset", "INTEGER" },   [FIELDS_LENGTH] = { "length", "INTEGER" },
	[FIELDS_TYPE] = { "type", "TEXT" },          [FIELDS_UNIT] = { "unit", "TEXT" },
	[FIELDS_KIND] = { "kind", "TEXT" },          [FIELDS_PROVEN] = { "proven", "INTEGER" },
	[FIELDS_DESCRIPTION] = { "description", "TEXT" },
};

/* r->i: the next table; r->k: the next column of the one before it.  Columns that all tables have are left out. */
static int fields_next(struct meta_rows *r)
{
	for (;;) {
		for (; r->table && r->k < r->table->ncolumns; r->k++)
			if (!(r->table->columns[r->k].flags & (TABLE_HIDDEN | TABLE_LEADING))) {
				r->k++;
				r->number++;
				return SQLITE_OK;
			}
		errno = 0;
		r->table = table_at(r->tables->schema, r->i++);
		r->k = 0;
		if (!r->table) {
			r->end = 1;
			return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_OK;
		}
	}
}

static void fields_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct table_column *c = &r->table->columns[r->k - 1];
	const char *texts[] = {
		[FIELDS_TABLE] = r->table->name, [FIELDS_COLUMN] = c->name, [FIELDS_TYPE] = table_type_name(c->type),
		[FIELDS_UNIT] = c->unit, [FIELDS_KIND] = table_kind_name(c->kind), [FIELDS_DESCRIPTION] = c->text,
	};

	if (column == FIELDS_OFFSET || column == FIELDS_LENGTH)
		put_number(v, column == FIELDS_OFFSET ? c->offset : c->length);
	else if (column == FIELDS_PROVEN)
		cell_integer(v, c->proven != 0);
	else
		put_string(v, texts[column]);
}

/* ---- files ---- */

enum { FILES_FILE, FILES_CONTAINER, FILES_BYTES, FILES_DATASETS, FILES_RECORDS, FILES_FIRST, FILES_LAST, FILES_SYSTEM,
       FILES_PROBLEMS };

static const struct meta_column files_columns[] = {
	[FILES_FILE] = { "file", "TEXT" },           [FILES_CONTAINER] = { "container", "TEXT" },
	[FILES_BYTES] = { "bytes", "INTEGER" },      [FILES_DATASETS] = { "datasets", "INTEGER" },
	[FILES_RECORDS] = { "records", "INTEGER" },  [FILES_FIRST] = { "first_time", "TEXT" },
	[FILES_LAST] = { "last_time", "TEXT" },      [FILES_SYSTEM] = { "system", "TEXT" },
	[FILES_PROBLEMS] = { "problems", "INTEGER" },
};

static int files_next(struct meta_rows *r)
{
	r->end = r->i++ >= r->captures.n;
	r->number++;
	return SQLITE_OK;
}

static const char *container_name(enum monread_container c)
{
	return c == MONREAD_CONTAINER_MONWRITE ? "monwrite" : c == MONREAD_CONTAINER_STREAM ? "stream" : NULL;
}

static void files_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct indexed *c = capture_at(r);
	const char *texts[] = {
		[FILES_FILE] = c->name, [FILES_CONTAINER] = container_name(c->container),
		[FILES_SYSTEM] = c->neras ? c->eras[c->neras - 1].system : NULL,
	};
	const uint64_t numbers[] = {
		[FILES_BYTES] = c->size, [FILES_DATASETS] = c->datasets, [FILES_RECORDS] = c->records,
		[FILES_PROBLEMS] = c->nproblems,
	};

	if (column == FILES_FILE || column == FILES_CONTAINER || column == FILES_SYSTEM)
		put_string(v, texts[column]);
	else if (column != FILES_FIRST && column != FILES_LAST)
		put_number(v, numbers[column]);
	else if (c->records)
		put_time(r, v, column == FILES_FIRST ? c->first_tod : c->last_tod);
}

/* ---- problems ---- */

enum { PROBLEMS_FILE, PROBLEMS_OFFSET, PROBLEMS_DATASET, PROBLEMS_DOMAIN, PROBLEMS_RECORD, PROBLEMS_PROBLEM };

static const struct meta_column problems_columns[] = {
	[PROBLEMS_FILE] = { "file", "TEXT" },        [PROBLEMS_OFFSET] = { "offset", "INTEGER" },
	[PROBLEMS_DATASET] = { "dataset", "INTEGER" }, [PROBLEMS_DOMAIN] = { "domain", "INTEGER" },
	[PROBLEMS_RECORD] = { "record", "INTEGER" }, [PROBLEMS_PROBLEM] = { "problem", "TEXT" },
};

/* r->i: the capture; r->k: the next problem of it. */
static int problems_next(struct meta_rows *r)
{
	if (!r->i)
		r->i = 1;
	while (r->i <= r->captures.n && r->k >= capture_at(r)->nproblems) {
		r->i++;
		r->k = 0;
	}
	r->k++;
	r->number++;
	r->end = r->i > r->captures.n;
	return SQLITE_OK;
}

static void problems_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct indexed_problem *p = &capture_at(r)->problems[r->k - 1];
	const uint64_t numbers[] = {
		[PROBLEMS_OFFSET] = p->offset, [PROBLEMS_DATASET] = p->dataset, [PROBLEMS_DOMAIN] = p->domain,
		[PROBLEMS_RECORD] = p->record,
	};

	if (column == PROBLEMS_FILE || column == PROBLEMS_PROBLEM)
		put_string(v, column == PROBLEMS_FILE ? capture_at(r)->name : p->text);
	else if (p->numbered || (column != PROBLEMS_DOMAIN && column != PROBLEMS_RECORD))
		put_number(v, numbers[column]);
}

#define COLUMNS(table) table##_columns, sizeof table##_columns / sizeof table##_columns[0]

const struct meta_table meta_tables[] = {
	{ "records", COLUMNS(records), 1, 1, records_next, records_value },
	{ "layouts", COLUMNS(layouts), 0, 0, layouts_next, layouts_value },
	{ "fields", COLUMNS(fields), 0, 0, fields_next, fields_value },
	{ "files", COLUMNS(files), 1, 0, files_next, files_value },
	{ "problems", COLUMNS(problems), 1, 0, problems_next, problems_value },
	{ NULL, NULL, 0, 0, 0, NULL, NULL },
};

#endif
