/* about_tables.c: the SQL tables records, layouts, fields, files and problems. */
#include "config.h"

#include "sql/module.h"

#include <stdarg.h>

#include "base/page.h"
#include "table/cell.h"

/* The flag TABLE_LEADING means that the column has no short name. */
#define COLUMN(type_of, kind_of, called)                                                  \
	{                                                                                 \
		.name = called, .type = type_of, .kind = kind_of, .flags = TABLE_LEADING, \
		.unit = "", .text = ""                                                    \
	}
#define COUNT(columns) (sizeof columns / sizeof columns[0])

#define TEXT(name)   COLUMN(TABLE_TEXT, KIND_WORDS, name)
#define NUMBER(name) COLUMN(TABLE_INTEGER, KIND_LEVEL, name)
#define TIME(name)   COLUMN(TABLE_TEXT, KIND_TIME, name)

#define NONE UINT64_MAX

/* Set the cells of N columns to the arguments after N: a const char * for a column TEXT(), a
 * uint64_t for NUMBER(), a TOD clock for TIME(). An argument NULL, "", NONE or a clock of 0 leaves
 * its cell NULL. */
static void about_put(struct table_cell *cells, const struct table_column *columns, size_t n, ...)
{
	const char *text;
	uint64_t number;
	va_list ap;
	size_t i;

	va_start(ap, n);
	for (i = 0; i < n; i++) {
		if (columns[i].kind == KIND_WORDS) {
			text = va_arg(ap, const char *);
			if (text && *text)
				table_cell_bytes(&cells[i], TABLE_UTF8, (const unsigned char *)text,
				                 (uint32_t)strlen(text));
			continue;
		}
		number = va_arg(ap, uint64_t);
		if (columns[i].kind == KIND_TIME && number)
			table_cell_value(&cells[i], MONREAD_TIME, number, NULL, 0);
		else if (columns[i].kind == KIND_LEVEL && number != NONE)
			table_cell_number(&cells[i], number);
	}
	va_end(ap);
}

#define RECORDS_DOMAIN (LEAD_UNIX_TIME + 1)
#define RECORDS_BYTES  12

static const struct table_column records_columns[] = {
	TEXT("system"),
	TEXT("file"),
	NUMBER("offset"),
	NUMBER("dataset"),
	TEXT("type"),
	TIME("interval"),
	TIME("time"),
	COLUMN(TABLE_REAL, KIND_TIME, "unix_time"),
	NUMBER("domain"),
	NUMBER("record"),
	TEXT("name"),
	NUMBER("length"),
	{ .name = "bytes", .type = TABLE_TEXT, .flags = TABLE_HIDDEN | TABLE_LEADING },
};

int about_record(const struct monread_layouts *l, const struct table_record *record,
                 struct table_cell *cells)
{
	const struct monread_ev *ev = record->ev;
	const struct monread_layout *layout = monread_layouts_find(l, ev->domain, ev->record);

	/* If memory ran out, fail: a row with NULL in "name" would mean that the record has no
	 * layout. */
	if (!layout && monread_layouts_failed(l))
		return SQLITE_NOMEM;
	table_put_leading(record, strlen(record->system), strlen(record->file), cells);
	about_put(cells + RECORDS_DOMAIN, records_columns + RECORDS_DOMAIN,
	    RECORDS_BYTES - RECORDS_DOMAIN, (uint64_t)ev->domain, (uint64_t)ev->record,
	    layout ? layout->name : NULL, (uint64_t)ev->length);
	table_cell_bytes(&cells[RECORDS_BYTES], TABLE_HEX, ev->bytes, (uint32_t)ev->length);
	return SQLITE_OK;
}

static const struct table_column layouts_columns[] = {
	TEXT("name"),  NUMBER("domain"), NUMBER("record"), TEXT("dsect"),    TEXT("kind"),
	TEXT("title"), TEXT("release"),  TEXT("status"),   NUMBER("length"), TEXT("source"),
};

static int layouts_next(struct about_place *p, struct table_cell *c)
{
	const struct monread_layout *l;

	errno = 0;
	l = monread_layouts_at(p->tables->layouts, p->i++);
	if (!l)
		return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_DONE;
	about_put(c, layouts_columns, COUNT(layouts_columns), l->name,
	    l->domain >= 0 ? (uint64_t)l->domain : NONE,
	    l->domain >= 0 ? (uint64_t)l->record : NONE, l->dsect, l->kind, l->title, l->release,
	    mr_trust_name(l),
	    l->nstructures ? (uint64_t)monread_layout_structure(l, 0)->length : NONE,
	    l->path ? l->path : l->source);
	return SQLITE_ROW;
}

static const struct table_column fields_columns[] = {
	TEXT("table_name"), TEXT("column_name"), NUMBER("offset"),
	NUMBER("length"),   TEXT("type"),        TEXT("unit"),
	TEXT("kind"),       NUMBER("proven"),    TEXT("description"),
};

/* Each row of "fields" describes a column of a table of records, but not the columns that all
 * tables of records have. p->i is the index of the next table, and p->k of the next column of
 * p->table. */
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
	about_put(c, fields_columns, COUNT(fields_columns), p->table->name, column->name,
	    (uint64_t)column->offset, (uint64_t)column->length, table_type_name(column->type),
	    column->unit, table_kind_name(column->kind), (uint64_t)(column->proven != 0),
	    column->text);
	return SQLITE_ROW;
}

static const struct table_column files_columns[] = {
	TEXT("file"),       TEXT("container"),  NUMBER("bytes"),   NUMBER("datasets"),
	NUMBER("records"),  TIME("first_time"), TIME("last_time"), TEXT("system"),
	NUMBER("problems"), TEXT("complete"),
};

#define FILES_PROBLEMS 8

static int files_next(struct about_place *p, struct table_cell *c)
{
	static const char *const containers[] = {
		[MONREAD_CONTAINER_MONWRITE] = "monwrite",
		[MONREAD_CONTAINER_STREAM] = "stream",
		[MONREAD_CONTAINER_DEVICE] = NULL,
	};
	const struct indexed *f;

	if (p->i >= p->captures->n)
		return SQLITE_DONE;
	f = p->captures->list[p->i++];
	about_put(c, files_columns, COUNT(files_columns), f->name, containers[f->container],
	    f->size, f->datasets, f->records, f->records ? f->first_tod : 0,
	    f->records ? f->last_tod : 0, f->last.name, (uint64_t)f->problems.n,
	    f->verdict.records && !f->is_broken && !f->error ? "yes" : "no");
	return SQLITE_ROW;
}

static const struct table_column problems_columns[] = {
	TEXT("file"),     NUMBER("offset"), NUMBER("dataset"),
	NUMBER("domain"), NUMBER("record"), TEXT("problem"),
};

/* p->i is the index of the current capture, and p->k of the next problem in this capture. */
static int problems_next(struct about_place *p, struct table_cell *c)
{
	const struct indexed_problem *problem;
	const struct indexed *f;

	while (p->i < p->captures->n && p->k >= p->captures->list[p->i]->problems.n) {
		p->i++;
		p->k = 0;
	}
	if (p->i >= p->captures->n)
		return SQLITE_DONE;
	f = p->captures->list[p->i];
	problem = &f->problems.list[p->k++];
	about_put(c, problems_columns, COUNT(problems_columns), f->name, problem->offset,
	    problem->dataset, problem->numbered ? problem->domain : NONE,
	    problem->numbered ? problem->record : NONE, problem->text);
	return SQLITE_ROW;
}

#define TABLE(name_of, bytes_of)                                        \
	{                                                               \
		.name = #name_of, .columns = name_of##_columns,         \
		.ncolumns = COUNT(name_of##_columns), .bytes = bytes_of \
	}

const struct about about_tables[] = {
	{ TABLE(records, RECORDS_BYTES), 1, NULL, 0 },
	{ TABLE(layouts, SIZE_MAX), 0, layouts_next, 0 },
	{ TABLE(fields, SIZE_MAX), 0, fields_next, 0 },
	{ TABLE(files, SIZE_MAX), 1, files_next, UINT64_C(1) << FILES_PROBLEMS },
	{ TABLE(problems, SIZE_MAX), 1, problems_next, UINT64_MAX },
	{ { .name = NULL }, 0, NULL, 0 },
};

const struct about *about_find(const char *name)
{
	const struct about *a;

	for (a = about_tables; a->table.name; a++)
		if (sqlite3_stricmp(a->table.name, name) == 0)
			return a;
	return NULL;
}
