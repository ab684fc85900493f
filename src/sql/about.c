/* about.c: the tables of records, layouts, fields, files and problems. */
#include "config.h"

#include "sql/module.h"

#include <errno.h>
#include <string.h>

#include "port/page.h"
#include "table/cell.h"

/* ---- Cells; each function fills one and returns the next one ---- */

static struct table_cell *put_text(struct table_cell *c, const char *s)
{
	if (s && *s)
		table_cell_bytes(c, TABLE_UTF8, (const unsigned char *)s, (uint32_t)strlen(s));
	return c + 1;
}

static struct table_cell *put_number(struct table_cell *c, uint64_t n)
{
	table_cell_number(c, n);
	return c + 1;
}

static struct table_cell *put_time(struct table_cell *c, uint64_t tod)
{
	table_cell_value(c, MONREAD_TIME, tod, NULL, 0);
	return c + 1;
}

/* These columns have no prefix to leave out, so TABLE_LEADING keeps them from getting short names. */
#define COLUMN(type_of, kind_of, called) \
	{ .name = called, .type = type_of, .kind = kind_of, .flags = TABLE_LEADING, .unit = "", .text = "" }
#define TEXT(name)   COLUMN(TABLE_TEXT, TABLE_WORDS, name)
#define NUMBER(name) COLUMN(TABLE_INTEGER, TABLE_LEVEL, name)
#define TIME(name)   COLUMN(TABLE_TEXT, TABLE_TIME, name)

/* ---- records ---- */

#define RECORDS_BYTES 12

static const struct table_column records_columns[] = {
	TEXT("system"), TEXT("file"), NUMBER("offset"), NUMBER("dataset"), TEXT("type"), TIME("interval"), TIME("time"),
	COLUMN(TABLE_REAL, TABLE_TIME, "unix_time"), NUMBER("domain"), NUMBER("record"), TEXT("name"), NUMBER("length"),
	[RECORDS_BYTES] = { .name = "bytes", .type = TABLE_TEXT, .flags = TABLE_HIDDEN | TABLE_LEADING },
};

int about_record(const struct monread_layouts *l, const struct table_record *record, struct table_cell *cells)
{
	const struct monread_ev *ev = record->ev;
	const struct monread_layout *layout = monread_layouts_find(l, ev->domain, ev->record);

	/* Out of memory; NULL must not look like an unknown record. */
	if (!layout && monread_layouts_failed(l))
		return SQLITE_NOMEM;
	table_put_leading(record, strlen(record->system), strlen(record->file), cells);
	cells = put_number(cells + TABLE_UNIX_TIME + 1, ev->domain);
	cells = put_number(cells, ev->record);
	cells = put_text(cells, layout ? layout->name : NULL);
	cells = put_number(cells, ev->length);
	table_cell_bytes(cells, TABLE_HEX, ev->bytes, (uint32_t)ev->length);
	return SQLITE_OK;
}

/* ---- layouts ---- */

static const struct table_column layouts_columns[] = {
	TEXT("name"), NUMBER("domain"), NUMBER("record"), TEXT("dsect"), TEXT("kind"), TEXT("title"), TEXT("release"),
	TEXT("status"), NUMBER("length"), TEXT("source"),
};

static int layouts_next(struct about_place *p, struct table_cell *c)
{
	const struct monread_layout *l;

	errno = 0;
	l = monread_layouts_at(p->tables->layouts, p->i++);
	if (!l)
		return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_DONE;
	c = put_text(c, l->name);
	if (l->domain >= 0) {
		put_number(c, (uint64_t)l->domain);
		put_number(c + 1, (uint64_t)l->record);
	}
	c = put_text(c + 2, l->dsect);
	c = put_text(c, l->kind);
	c = put_text(c, l->title);
	c = put_text(c, l->release);
	c = put_text(c, mr_trust_name(l));
	if (l->nstructures)
		put_number(c, monread_layout_structure(l, 0)->length);
	put_text(c + 1, l->path ? l->path : l->source);
	return SQLITE_ROW;
}

/* ---- fields ---- */

static const struct table_column fields_columns[] = {
	TEXT("table_name"), TEXT("column_name"), NUMBER("offset"), NUMBER("length"), TEXT("type"), TEXT("unit"),
	TEXT("kind"), NUMBER("proven"), TEXT("description"),
};

/* p->i: the next table; p->k: the next column of the table before it.  Columns that all tables have are left out. */
static int fields_next(struct about_place *p, struct table_cell *c)
{
	const struct table_column *column;

	do {
		while (!p->table || p->k >= p->table->ncolumns) {
			errno = 0;
			p->table = table_at(p->tables->schema, p->i++);
			p->k = 0;
			if (!p->table)
				return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_DONE;
		}
		column = &p->table->columns[p->k++];
	} while (column->flags & (TABLE_HIDDEN | TABLE_LEADING));
	c = put_text(c, p->table->name);
	c = put_text(c, column->name);
	c = put_number(c, column->offset);
	c = put_number(c, column->length);
	c = put_text(c, table_type_name(column->type));
	c = put_text(c, column->unit);
	c = put_text(c, table_kind_name(column->kind));
	c = put_number(c, column->proven != 0);
	put_text(c, column->text);
	return SQLITE_ROW;
}

/* ---- files ---- */

static const struct table_column files_columns[] = {
	TEXT("file"), TEXT("container"), NUMBER("bytes"), NUMBER("datasets"), NUMBER("records"), TIME("first_time"),
	TIME("last_time"), TEXT("system"), NUMBER("problems"),
};

static int files_next(struct about_place *p, struct table_cell *c)
{
	const struct indexed *f;

	if (p->i >= p->captures->n)
		return SQLITE_DONE;
	f = p->captures->list[p->i++];
	c = put_text(c, f->name);
	c = put_text(c, f->container == MONREAD_CONTAINER_MONWRITE ? "monwrite" :
	                f->container == MONREAD_CONTAINER_STREAM   ? "stream" :
	                                                             NULL);
	c = put_number(c, f->size);
	c = put_number(c, f->datasets);
	c = put_number(c, f->records);
	if (f->records) {
		put_time(c, f->first_tod);
		put_time(c + 1, f->last_tod);
	}
	c = put_text(c + 2, f->last.name);
	put_number(c, f->nproblems);
	return SQLITE_ROW;
}

/* ---- problems ---- */

static const struct table_column problems_columns[] = {
	TEXT("file"), NUMBER("offset"), NUMBER("dataset"), NUMBER("domain"), NUMBER("record"), TEXT("problem"),
};

/* p->i: the capture; p->k: the next problem of it. */
static int problems_next(struct about_place *p, struct table_cell *c)
{
	const struct indexed_problem *problem;
	const struct indexed *f;

	while (p->i < p->captures->n && p->k >= p->captures->list[p->i]->nproblems) {
		p->i++;
		p->k = 0;
	}
	if (p->i >= p->captures->n)
		return SQLITE_DONE;
	f = p->captures->list[p->i];
	problem = &f->problems[p->k++];
	c = put_text(c, f->name);
	c = put_number(c, problem->offset);
	c = put_number(c, problem->dataset);
	if (problem->numbered) {
		put_number(c, problem->domain);
		put_number(c + 1, problem->record);
	}
	put_text(c + 2, problem->text);
	return SQLITE_ROW;
}

#define COUNT(columns)    (sizeof columns / sizeof columns[0])
#define TABLE(name_of, bytes_of) \
	{ .name = #name_of, .columns = name_of##_columns, .ncolumns = COUNT(name_of##_columns), .bytes = bytes_of }

const struct about about_tables[] = {
	{ TABLE(records, RECORDS_BYTES), 1, NULL },
	{ TABLE(layouts, SIZE_MAX), 0, layouts_next },
	{ TABLE(fields, SIZE_MAX), 0, fields_next },
	{ TABLE(files, SIZE_MAX), 1, files_next },
	{ TABLE(problems, SIZE_MAX), 1, problems_next },
	{ { .name = NULL }, 0, NULL },
};

const struct about *about_find(const char *name)
{
	const struct about *a;

	for (a = about_tables; a->table.name; a++)
		if (sqlite3_stricmp(a->table.name, name) == 0)
			return a;
	return NULL;
}
