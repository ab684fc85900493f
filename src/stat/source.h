/* source.h: the tables that queries of reports read, and their rows in an interval, in a step, or in all intervals. */
#ifndef STAT_SOURCE_H
#define STAT_SOURCE_H

#include "stat/rows.h"
#include "sql/module.h"
#include "table/series.h"

/* Kinds of problems with a record. */
enum often_why {
	OFTEN_DOUBLED, /* the sample already has such a record */
	OFTEN_CLOCK,   /* its time is wrong */
	OFTEN_WITHIN,  /* its contents are damaged */
	OFTEN_KINDS
};

/* How the values of a column are combined over several intervals. */
enum sums_way {
	SUMS_KEY,
	SUMS_LAST,  /* the last value */
	SUMS_LIST,  /* the value; NULL if there are several intervals, because a list has no sum */
	SUMS_SUM,   /* the sum of a counter */
	SUMS_LEVEL  /* the average of a level, weighted by time */
};

/* The rows of a source, combined by instance. */
struct sums {
	const struct source *of;
	int is_summed;             /* 0: only the last values are stored */
	uint32_t interval;         /* number of the current interval */
	double now;                /* seconds of the current interval */
	int counted;               /* the current interval has rows */
	double seconds;            /* seconds of all intervals that had rows */
	uint32_t lengths;          /* number of intervals with a known length */
	struct sums_row {
		uint32_t interval; /* the last interval with this row */
		double present;    /* seconds of all intervals with this row, even without comparable counters */
		double left;       /* seconds of the intervals in which it left, included in ->present */
		double timed;      /* seconds for which its levels count */
	} *rows;
	struct sums_value {
		/* ->weight: seconds in which the value was known; 0: it is unknown; below 0: no length of an interval is
		 * known, so each sample of a level counts with weight 1, and ->weight is minus the number of samples */
		double sum, weight;
	} *all;                    /* a value for each cell of each row */
	struct rows cells;         /* the last row of each instance; if they are summed, the combined rows that are shown */
	size_t room, all_room;
	struct lookup_index index; /* finds rows by keys */
	size_t likely;             /* index where the next row is expected: intervals mostly have the same order */
	int doubled;               /* some interval has several rows of an instance: do not use ->likely */
};

/* A table that a query names. */
struct source {
	char *name;
	unsigned number; /* index in the list of sources */
	const struct table *table, *root; /* ->root: table of the record, or of the application data, that contains
	                                   * it */
	enum module_view view;
	const struct module_vtab *vtab; /* its columns as SQLite sees them */
	unsigned char *wanted;          /* 1 for each column of the table, and TABLE_ELAPSED(), that queries read */
	struct source_cell {
		uint32_t column;         /* column of the table */
		unsigned char way;       /* enum sums_way */
		unsigned char is_mixed;  /* see table_column_is_mixed() */
	} *cells;                       /* of a row; the last one is the weight, which is not a column */
	uint32_t *places;               /* cell of each column of the table, or SOURCE_NO_PLACE */
	size_t width;                   /* cells in a row */
	size_t elapsed;                 /* cell with the seconds of the counters; ->width: no such cell */
	struct table_rows *maker;
	struct rows now;                /* rows of the current interval */
	struct sums last;               /* for MODULE_LAST: the last row of each instance */
	struct sums sums[2];            /* for other views: rows of the step, and of all intervals */
	const struct rows *shown;       /* rows that queries see */
	int met;                        /* a record with rows for it has come */
};

/* In ->places: no query reads the column. */
#define SOURCE_NO_PLACE UINT32_MAX

enum source_span { SOURCE_STEP, SOURCE_ALL, SOURCE_INTERVAL };

#define LEVEL_SIZE 17u

enum show_kind {
	SHOW_INTERVAL,
	SHOW_STEP,   /* several intervals together: --every, INTERVAL */
	SHOW_AVERAGE /* all intervals of a system */
};

/* The time that rows describe. */
struct show_span {
	enum show_kind kind;
	const char *system; /* "": unknown */
	int64_t start, end; /* microseconds since 1970; ->start is set if ->seconds is */
	double seconds;     /* measured seconds; 0: unknown, so counters have no values */
	unsigned intervals;
	int first;          /* the first span of the system */
	unsigned release;   /* of the system, if it is known by then; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level of the system, likewise; "": unknown */
	const char *gap;    /* why ->seconds is unknown; NULL: it is known, or ->first */
	int missing;        /* if ->gap is set: 1 if the likely reason is that records are missing */
};

#define SOURCES_MOST 256u

struct sources {
	struct tables tables;
	struct source **list;
	size_t n, room;
	unsigned char *used; /* for each kind of record: 1 if some source has rows of it */
	struct table_text text;
	const struct show_span *span;     /* the time that queries see */
	char interval[MONREAD_TIME_SIZE]; /* its end */
	/* Called for a problem with a record. */
	void (*problem)(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);
	void *problem_arg;
};

/* The module of the tables. */
extern const sqlite3_module source_module;

/* Set ->tables first, except ->functions and ->arg. S must live as long as the connection. */
void sources_begin(struct sources *s);
void sources_done(struct sources *s);

/* Note that a statement reads the column NAME of TABLE. Returns its source; NULL: not one of these tables. *COLUMN:
 * NULL if it is not a field. */
struct source *sources_want(struct sources *s, const char *table, const char *name, const struct table_column **column);

/* Prepare the rows after all statements were compiled. Returns 0, or -1: out of memory. */
int sources_settle(struct sources *s);

/* Whether records of this number have rows in some source. */
static inline int sources_use(const struct sources *s, unsigned domain, unsigned record)
{
	return s->used[indexed_kind(domain, record)];
}

/* Return 1 if a source needs differences of the counters of records with this number. */
int sources_compare(const struct sources *s, unsigned domain, unsigned record);

/* Make the rows of a record. IN_SET: it belongs to the sample of the interval; otherwise it is configuration or an
 * event. BEFORE: the record to compute differences from, with record->delta if needed; NULL: no differences. Returns 0,
 * or -1: out of memory. */
int sources_take(struct sources *s, const struct table_record *record, const struct series_before *before, int in_set);

/* If an instance was there before: new; in one of the two intervals before; no longer there; not known. */
enum sums_stay { SUMS_CAME, SUMS_STAYED, SUMS_LEFT, SUMS_UNKNOWN };

/* Begin an interval of SECONDS; 0: its length is unknown, so its counters do not count. */
void sums_interval(struct sums *k, double seconds);

/* Add a row to the current interval. If *STAY is SUMS_UNKNOWN, it is determined. Returns 0, or -1: out of memory. */
int sums_add(struct sums *k, const struct cell_value *row, enum sums_stay *stay);
void sums_done(struct sums *k);

/* Add the rows of a complete interval to SOURCE_ALL and, if STEPPED, to SOURCE_STEP. SECONDS: its length; 0: unknown.
 * Returns 0, or -1: out of memory. */
int sources_add(struct sources *s, double seconds, int stepped);

/* Choose the rows that queries see from here on. */
void sources_show(struct sources *s, enum source_span span);

/* List in TEXT the columns of a source that were known in only a part of SOURCE_ALL, with the seconds that their
 * averages cover. Returns 1 if there are any. A text that is too long is cut. */
#define SOURCES_COVERED 240u
int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED]);

/* Remove the rows of SPAN; SOURCE_INTERVAL: of the current interval. */
void sources_clear(struct sources *s, enum source_span span);

/* Remove all rows, because another system begins. */
void sources_clear_all(struct sources *s);

#endif
