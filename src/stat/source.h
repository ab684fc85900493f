/* source.h: the tables of reports: what rows they have in one interval, or in several together. */
#ifndef STAT_SOURCE_H
#define STAT_SOURCE_H

#include "stat/kept.h"
#include "stat/rows.h"
#include "sql/module.h"
#include "table/series.h"

/* What is wrong with a record. */
enum often_why {
	OFTEN_DOUBLED, /* the sample has one already */
	OFTEN_CLOCK,   /* its time */
	OFTEN_WITHIN   /* what is in it */
};

/* A table as a query names it. */
struct source {
	char *name;
	unsigned number; /* in the list of sources */
	const struct table *table, *root; /* and that of the record, or of the application data, that it is in */
	enum module_view view;
	const struct module_vtab *vtab; /* its columns as SQLite sees them */
	unsigned char *wanted;          /* by column of the table, and TABLE_ELAPSED(): 1 */
	unsigned char *ways;            /* enum kept_way, by cell of a row */
	uint32_t *columns;              /* of the table, by cell of a row but the last one, which is the weight */
	unsigned char *mixed;           /* of each cell: see table_column_is_mixed() */
	uint32_t *places;               /* the cell of a column of the table */
	size_t width;
	struct table_rows *maker;
	struct rows now;                /* of the interval */
	struct kept last;               /* MODULE_LAST */
	struct kept sums[2];            /* else: of a step, and of all */
	size_t before;                  /* rows of the interval before */
	const struct rows *shown;       /* what a query sees */
	int met;                        /* a record of it has come */
};

/* In ->places: queries do not read the column. */
#define SOURCE_NO_PLACE UINT32_MAX

/* Whether all rows of an interval, or of an average, have the same value in column OF: that of the span. */
static inline int source_is_constant(long of)
{
	return of == TABLE_SYSTEM || of == TABLE_INTERVAL;
}

enum source_span { SOURCE_STEP, SOURCE_ALL, SOURCE_INTERVAL };

/* The interval, step or time that is shown: the row of the table interval. */
struct sources_span {
	const char *system; /* "": not known */
	int64_t start, end; /* microseconds since 1970; ->start is ->end where it is not known */
	double seconds;     /* 0: not known */
	unsigned intervals;
	int is_average;
};

#define SOURCES_MOST 256u

struct sources {
	struct tables tables;
	void *owner; /* of tables.declaring() */
	struct source **list;
	size_t n, room;
	uint16_t *first; /* of the links of a kind of records; 0: it has none */
	struct sources_link {
		struct source *source;
		uint16_t next;
	} *links;
	struct table_text text;
	struct sources_span span;
	char interval[MONREAD_TIME_SIZE]; /* its end, and as a number; "": not yet */
	int64_t interval_us;
	enum source_span shown;
	/* Something is wrong with a record; may be NULL. */
	void (*problem)(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);
	void *problem_arg;
};

/* The functions of the tables, and the source of one that SQLite connects; NULL: out of memory. */
extern const sqlite3_module source_module;
struct source *source_new(struct sources *s, const char *name, const struct module_vtab *v);

/* ->tables is set but for ->functions and ->arg, and both live as long as the connection. */
void sources_begin(struct sources *s);
void sources_done(struct sources *s);

/* A statement reads the column NAME of the table TABLE.  NULL: that is none of these; *COLUMN: NULL where it is none of
 * its fields. */
struct source *sources_want(struct sources *s, const char *table, const char *name, const struct table_column **column);

/* All statements are known.  0, or -1: out of memory. */
int sources_settle(struct sources *s);

/* Whether records of this number make rows. */
static inline int sources_use(const struct sources *s, unsigned domain, unsigned record)
{
	return s->first[indexed_kind(domain, record)] != 0;
}

/* Whether differences are made of them. */
int sources_compare(const struct sources *s, unsigned domain, unsigned record);

/* A record: IN_SET where it is of the interval, else configuration or an event.  Differences are those from BEFORE, worked out
 * with record->delta where rows are made of them; NULL: there are none.  0, or -1: out of memory. */
int sources_take(struct sources *s, const struct table_record *record, const struct series_before *before, int in_set);

/* The interval is complete: it took so many seconds, 0: that is not known.  Its rows are added to SOURCE_ALL and, where it
 * is STEPPED, to SOURCE_STEP.  0, or -1: out of memory. */
int sources_add(struct sources *s, double seconds, int stepped);

/* From here on queries see this. */
void sources_show(struct sources *s, enum source_span span);

/* Name in TEXT the columns of a source that were known in only a part of SOURCE_ALL, with how many seconds their averages
 * cover.  Whether there are any; a text that is too long is cut. */
#define SOURCES_COVERED 240u
int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED]);

/* Forget the rows of that; of SOURCE_INTERVAL, those of the interval that is read. */
void sources_clear(struct sources *s, enum source_span span);

/* Another system begins: forget everything. */
void sources_clear_all(struct sources *s);

#endif
