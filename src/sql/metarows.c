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
	if (!tod)
		return;
	monread_time_text(monread_tod_to_unix_us(tod), r->text);
	cell_text(v, r->text, strlen(r->text));
}

static const struct indexed *capture_at(const struct meta_rows *r)
{
	return r->captures.list[r->i - 1];
}

void meta_rows_done(struct meta_rows *r)
{
	const struct tables *tables = r->tables;

	indexed_window_done(&r->window);
	memset(r, 0, sizeof *r);
	r->tables = tables;
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

/* r->i: the capture; r->k: the next run of it. */
static const struct indexed_run *run_at(const struct meta_rows *r)
{
	return &capture_at(r)->runs[r->k - 1];
}

/* The next run, of the next capture too.  SQLITE_OK with r->end behind the last one, or an error. */
static int next_run(struct meta_rows *r)
{
	const struct indexed_run *run;

	if (!r->i)
		r->i = 1;
	while (r->i <= r->captures.n && r->k >= capture_at(r)->nruns) {
		r->i++;
		r->k = 0;
	}
	r->end = r->i > r->captures.n;
	if (r->end)
		return SQLITE_OK;
	r->k++;
	run = run_at(r);
	if (!indexed_has(&r->window, capture_at(r), run->offset, run->bytes) &&
	    indexed_read(capture_at(r), &r->window, run->offset, run->bytes, INDEXED_WINDOW))
		return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
	r->run = indexed_window_bytes(&r->window, run->offset);
	r->behind = 0;
	return SQLITE_OK;
}

static int records_next(struct meta_rows *r)
{
	uint32_t length;
	int code;

	if (!r->run || r->behind >= run_at(r)->bytes) {
		code = next_run(r);
		if (code != SQLITE_OK || r->end)
			return code;
	}
	r->at = r->behind;
	length = run_at(r)->bytes - r->at < 20 ? 0 : indexed_be16(r->run + r->at);
	/* The file was changed meanwhile. */
	if (length < 20 || length > run_at(r)->bytes - r->at)
		return SQLITE_IOERR;
	r->behind = r->at + length;
	r->number++;
	return SQLITE_OK;
}

void meta_rows_bytes(const struct meta_rows *r, struct cell_value *v)
{
	v->type = SQLITE_BLOB;
	v->text = (const char *)r->run + r->at;
	v->length = r->behind - r->at;
}

static void records_value(struct meta_rows *r, unsigned column, struct cell_value *v)
{
	const struct indexed *c = capture_at(r);
	const struct indexed_stretch *s = &c->stretches[run_at(r)->stretch];
	const unsigned char *p = r->run + r->at;
	const struct monread_layout *l;

	switch (column) {
	case RECORDS_SYSTEM:
		put_string(v, c->eras[s->era].system);
		break;
	case RECORDS_FILE:
		put_string(v, c->name);
		break;
	case RECORDS_OFFSET:
		put_number(v, run_at(r)->offset + r->at);
		break;
	case RECORDS_DATASET:
		put_number(v, s->dataset);
		break;
	case RECORDS_TYPE:
		put_string(v, s->type == MONREAD_SAMPLE ? "sample" : "event");
		break;
	case RECORDS_INTERVAL:
		put_time(r, v, s->interval);
		break;
	case RECORDS_TIME:
		put_time(r, v, indexed_be64(p + 8));
		break;
	case RECORDS_UNIX_TIME:
		v->type = SQLITE_FLOAT;
		v->real = (double)monread_tod_to_unix_us(indexed_be64(p + 8)) / 1e6;
		break;
	case RECORDS_DOMAIN:
		put_number(v, p[4]);
		break;
	case RECORDS_RECORD:
		put_number(v, indexed_be16(p + 6));
		break;
	case RECORDS_NAME:
		l = monread_layouts_find(r->tables->layouts, p[4], indexed_be16(p + 6));
		put_string(v, l ? l->name : NULL);
		break;
	default:
		put_number(v, r->behind - r->at);
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

	switch (column) {
	case LAYOUTS_NAME:
		put_string(v, l->name);
		break;
	case LAYOUTS_DOMAIN:
		if (l->domain >= 0)
			cell_integer(v, l->domain);
		break;
	case LAYOUTS_RECORD:
		if (l->domain >= 0)
			cell_integer(v, l->record);
		break;
	case LAYOUTS_DSECT:
		put_string(v, l->dsect);
		break;
	case LAYOUTS_KIND:
		put_string(v, l->kind);
		break;
	case LAYOUTS_TITLE:
		put_string(v, l->title);
		break;
	case LAYOUTS_RELEASE:
		put_string(v, l->release);
		break;
	case LAYOUTS_STATUS:
		put_string(v, mr_trust_name(l));
		break;
	case LAYOUTS_LENGTH:
		if (l->nstructures)
			put_number(v, monread_layout_structure(l, 0)->length);
		break;
	default:
		put_string(v, l->path ? l->path : l->source);
		break;
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

	switch (column) {
	case FIELDS_TABLE:
		put_string(v, r->table->name);
		break;
	case FIELDS_COLUMN:
		put_string(v, c->name);
		break;
	case FIELDS_OFFSET:
		put_number(v, c->offset);
		break;
	case FIELDS_LENGTH:
		put_number(v, c->length);
		break;
	case FIELDS_TYPE:
		put_string(v, table_type_name(c->type));
		break;
	case FIELDS_UNIT:
		put_string(v, c->unit);
		break;
	case FIELDS_KIND:
		put_string(v, table_kind_name(c->kind));
		break;
	case FIELDS_PROVEN:
		cell_integer(v, c->proven != 0);
		break;
	default:
		put_string(v, c->text);
		break;
	}
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

	switch (column) {
	case FILES_FILE:
		put_string(v, c->name);
		break;
	case FILES_CONTAINER:
		put_string(v, container_name(c->container));
		break;
	case FILES_BYTES:
		put_number(v, c->size);
		break;
	case FILES_DATASETS:
		put_number(v, c->datasets);
		break;
	case FILES_RECORDS:
		put_number(v, c->records);
		break;
	case FILES_FIRST:
		put_time(r, v, c->first_tod);
		break;
	case FILES_LAST:
		put_time(r, v, c->last_tod);
		break;
	case FILES_SYSTEM:
		put_string(v, c->neras ? c->eras[c->neras - 1].system : NULL);
		break;
	default:
		put_number(v, c->nproblems);
		break;
	}
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

	switch (column) {
	case PROBLEMS_FILE:
		put_string(v, capture_at(r)->name);
		break;
	case PROBLEMS_OFFSET:
		put_number(v, p->offset);
		break;
	case PROBLEMS_DATASET:
		put_number(v, p->dataset);
		break;
	case PROBLEMS_DOMAIN:
		if (p->numbered)
			put_number(v, p->domain);
		break;
	case PROBLEMS_RECORD:
		if (p->numbered)
			put_number(v, p->record);
		break;
	default:
		put_string(v, p->text);
		break;
	}
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
