/* sources.h: sources, which are the tables that queries of reports read, with the rows of an
 * interval, of a step, and of all intervals. All functions that return int without a comment on it
 * return 0, or -1: out of memory. */
#ifndef STAT_SOURCES_H
#define STAT_SOURCES_H

#include "stat/rows.h"
#include "sql/module.h"
#include "table/series.h"

/* How the values of a column are combined over several intervals. */
enum sums_way {
	SUMS_KEY,
	/* if two rows have different values, and neither is blank, they are of different
	 * instances */
	SUMS_IDENTITY,
	SUMS_LAST,  /* the last value */
	/* a list: its value; NULL for several intervals, because lists cannot be added */
	SUMS_LIST,
	SUMS_SUM,   /* the sum of a counter */
	SUMS_LEVEL  /* the average of a level, weighted by time */
};

/* The rows of a source over several intervals, combined by instance. */
struct sums {
	const struct source *of;
	int is_summed;             /* 0: store only the last row of each instance */
	uint32_t interval;         /* number of the current interval */
	double now;                /* seconds of the current interval */
	/* seconds of the current interval in which counters can be known; 0: no counters can be
	 * known */
	double counted;
	double seconds;            /* total of ->counted */
	uint32_t lengths;          /* number of intervals with ->counted above 0 */
	struct sums_row {
		uint32_t interval; /* number of the last interval with this row */
		/* number of the last interval in which an event reported that the instance began,
		 * or ended */
		uint32_t begun, ended;
		uint32_t events;   /* number of rows of the instance */
		double present;    /* seconds in which the instance was present, even without
		                      comparable counters */
		/* seconds of the last interval, if the sample that ends it has no row of the
		 * instance */
		double missed;
		double timed;      /* total seconds of the levels of the instance */
	} *rows;
	struct sums_value {
		/* ->weight: seconds in which the value was known. 0: it is unknown. Below 0: no
		 * interval has a known length, so each sample counts with weight 1, and ->weight is
		 * minus the number of samples */
		double sum, weight;
	} *all;                    /* one element per cell of each row */
	/* last row of each instance; with ->is_summed, the combined rows that are shown */
	struct rows cells;
	size_t room, all_room;
	struct lookup_index index; /* finds the rows of ->cells by their keys */
	/* expected index of the next row: rows mostly have the same order in each interval */
	size_t likely;
	/* 1: an interval had several rows of one instance, so ->likely is not used */
	int doubled;
};

/* A table that a query names. */
struct source {
	char *name;
	unsigned number; /* index in ->list of struct sources */
	/* ->root: table of the record or application data that has the rows of ->table */
	const struct table *table, *root;
	enum module_view view;
	const struct module_vtab *vtab; /* columns of the table as SQLite sees them */
	/* by column of ->table, and for TABLE_ELAPSED(): 1 if a query reads the column */
	unsigned char *wanted;
	struct source_cell {
		uint32_t column;         /* column of the table */
		unsigned char way;       /* enum sums_way */
		unsigned char is_mixed;  /* see table_column_is_mixed() */
	/* how to combine each cell of a row. The last cell is not a column, but the weight of the
	 * row or, in a table of events, the number of rows for which an event counts */
	} *cells;
	/* index of the cell of each column of ->table, or SOURCE_NO_PLACE */
	uint32_t *places;
	size_t width;                   /* cells in a row */
	/* index of the cell with the seconds of counters; ->width: no such cell */
	size_t elapsed;
	struct table_rows *maker;
	struct rows now;                /* rows of the current interval */
	/* Rows with the counters of instances from their begin in the current interval to its
	 * sample, and from the last sample to their end. The last cell has the seconds. Only sums
	 * use them. */
	struct rows begun, ended;
	struct lookup_index ended_index; /* finds ->ended by its cell number ->ended_key, the key
	                                    that the event gives */
	size_t ended_key;
	int is_event;                   /* 1: a table of event records */
	int is_single;                  /* 1: no column is a key */
	/* layout of the last record with rows for the table; NULL: no record so far */
	const struct monread_layout *layout;
	struct sums last;               /* with view MODULE_LAST: last row of each instance */
	/* with other views: rows of the step, and of all intervals */
	struct sums sums[2];
	const struct rows *shown;       /* rows that queries see */
	int met;                        /* 1: a record with rows for the table has arrived */
};

/* The value in ->places for a column that no query reads. */
#define SOURCE_NO_PLACE UINT32_MAX

enum source_span { SOURCE_STEP, SOURCE_ALL, SOURCE_INTERVAL };

#define LEVEL_SIZE 17u

enum show_kind {
	SHOW_INTERVAL,
	SHOW_STEP,   /* several intervals together: --every, INTERVAL */
	SHOW_AVERAGE /* all intervals of a system */
};

struct texts;

/* The time that rows describe. */
struct show_span {
	enum show_kind kind;
	const char *system; /* "": unknown */
	int64_t start, end; /* microseconds since 1970; ->start is valid if ->seconds is above 0 */
	/* the time that names a step of an hour or more, which is the start of the step by the
	 * clock; 0: ->end names the span */
	int64_t label;
	double seconds;     /* length in seconds; 0: unknown, so counters have no values */
	unsigned intervals;
	/* SHOW_INTERVAL: bit mask of the domains that the samples at both ends of the interval
	 * have */
	uint32_t domains;
	int first;          /* 1: the first span of the system */
	unsigned release;   /* release of the system; 0: unknown at that time */
	char level[LEVEL_SIZE]; /* CP level of the system; "": unknown at that time */
	const char *gap;    /* reason why ->seconds is unknown; NULL: it is known, or ->first */
	int missing;        /* 1: ->gap probably means that records are missing */
	int ipled;          /* 1: the system was IPLed since the last span */
	/* Keys, such as a user ID, of the instances that logged on, logged off ... since the last
	 * span with a length. */
	const struct texts *gone;
};

#define SOURCES_MOST 256u

struct sources {
	struct tables tables;
	struct source **list;
	size_t n, room;
	unsigned char *used; /* per domain and record: 1 if some source has rows of it */
	struct table_text text;
	const struct show_span *span;     /* the time that queries see */
	char interval[MONREAD_TIME_SIZE]; /* end of ->span as text */
	/* Called for a problem TEXT with the record EV. */
	void (*problem)(void *arg, const struct monread_ev *ev, enum verdict_why why,
	                const char *text);
	void *problem_arg;
};

/* The SQLite module of the sources: its functions for ->tables, whose ->arg is the struct
 * sources. */
extern const sqlite3_module source_module;

void sources_done(struct sources *s);

/* Record that a query reads the column NAME of TABLE. Returns the source of TABLE; NULL: TABLE is
 * not a source. Sets *COLUMN to the column, or to NULL if the column is not a field. */
struct source *sources_want(struct sources *s, const char *table, const char *name,
                            const struct table_column **column);

/* Decide which cells the rows of each source have. Call this after all queries were compiled. */
int sources_settle(struct sources *s);

/* Return 1 if records with the numbers DOMAIN and RECORD have rows in some source. */
static inline int sources_use(const struct sources *s, unsigned domain, unsigned record)
{
	return s->used[indexed_kind(domain, record)];
}

/* Add the rows of RECORD to the sources. IN_SET: 1 if RECORD belongs to the sample; 0 if it is
 * configuration or an event. BEFORE: the record to compute differences from, with record->delta if
 * needed; NULL: no differences. */
int sources_take(struct sources *s, const struct table_record *record,
                 const struct series_before *before, int in_set);

/* The event EV at PLACE reports the end of an instance: add its counters since the last sample to
 * the sources of its records. */
int sources_end(struct sources *s, struct series *series, const struct series_place *place,
                const struct monread_ev *ev, unsigned release);

/* Presence of an instance in an interval: new, there before, gone, or not determined yet. */
enum sums_stay { SUMS_CAME, SUMS_STAYED, SUMS_LEFT, SUMS_UNKNOWN };

/* Begin an interval of SECONDS in K; 0: the length is unknown. COUNTED: seconds in which counters
 * can be known; 0: no counters can be known. */
void sums_interval(struct sums *k, double seconds, double counted);

/* Add ROW to the current interval of K. If *STAY is SUMS_UNKNOWN, the function sets it. */
int sums_add(struct sums *k, const struct cell_value *row, enum sums_stay *stay);
void sums_done(struct sums *k);

/* Add the rows of the current interval SPAN, which is complete, to SOURCE_ALL and, if STEPPED, to
 * SOURCE_STEP. */
int sources_add(struct sources *s, const struct show_span *span, int stepped);

/* Choose the rows that later queries read: of the interval, the step, or all intervals. */
void sources_show(struct sources *s, enum source_span span);

/* Write to TEXT the columns of source I that were known in only a part of SOURCE_ALL, with the
 * seconds that their averages cover. Returns 1 if there are any. A long text is cut. */
#define SOURCES_COVERED 240u
int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED]);

/* Remove the rows of SPAN, such as SOURCE_INTERVAL for the current interval. */
void sources_clear(struct sources *s, enum source_span span);

/* Remove all rows, because another system begins. */
void sources_clear_all(struct sources *s);

#endif
