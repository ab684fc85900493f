/* sources.h: a source is a table that queries of reports read. It has the rows of an interval, of a
 * step of several intervals, or of all intervals. Functions that return int return 0, or -1 if out
 * of memory, unless described otherwise. */
#ifndef STAT_SOURCES_H
#define STAT_SOURCES_H

#include "stat/rows.h"
#include "sql/module.h"
#include "table/intervals.h"
#include "table/series.h"

/* How the values of a column in several intervals become one value. */
enum sums_way {
	SUMS_KEY,
	/* a value such as the label of a disk: rows with equal keys, but different values that are
	 * not blank, describe different instances */
	SUMS_IDENTITY,
	SUMS_LAST,  /* the last value */
	/* the last list; NULL for several intervals, because lists cannot be added */
	SUMS_LIST,
	SUMS_SUM,   /* the sum of a counter */
	SUMS_LEVEL  /* the average of a level, weighted by time */
};

/* The rows of a source, combined over several intervals to one row per instance, such as a user or
 * a CPU. */
struct sums {
	const struct source *of;
	int is_summed;             /* 0: store only the last row of each instance */
	uint32_t interval;         /* number of the current interval */
	uint64_t changes;          /* how often a row was added, or all rows were removed, so far */
	double now;                /* length of the current interval in seconds */
	/* seconds of the current interval for which differences of counters are known; 0: none */
	double counted;
	double seconds;            /* total of ->counted */
	uint32_t lengths;          /* number of intervals with ->counted above 0 */
	struct sums_row {
		uint32_t interval; /* number of the last interval with this row */
		/* number of the last interval in which an event record reported that the instance
		 * began (->begun) or ended (->ended) */
		uint32_t begun, ended;
		uint32_t events;   /* number of rows that were added for the instance */
		/* seconds in which the instance was present, even without known differences */
		double present;
		/* if the last sample lacks the instance: the seconds of the interval before this
		 * sample. They are added to ->present if the next sample has the instance again */
		double missed;
		double timed;      /* seconds of the intervals with known levels */
	} *rows;
	struct sums_value {
		/* ->weight is the time in seconds for which the value is known; 0: the value is
		 * unknown. While no interval has a known length, each sample counts the same, and
		 * ->weight is minus the number of samples */
		double sum, weight;
	} *all;                    /* the sums of each cell of each row */
	/* last row of each instance or, if ->is_summed is 1, the row computed from its sums */
	struct rows cells;
	size_t room, all_room;
	struct lookup_index index; /* finds the rows of ->cells by their keys */
	/* expected index of the next row: rows mostly have the same order in each interval */
	size_t likely;
	/* 1: an interval had several rows with the same keys, so ->likely is not used */
	int doubled;
};

/* A table that a query names. */
struct source {
	char *name;
	unsigned number; /* index in ->list of struct sources */
	const struct table *table;
	const struct table *root; /* table of the record or application data that has the rows */
	enum module_view view;
	const struct module_vtab *vtab; /* the virtual table of SQLite */
	/* per column of ->table, and for TABLE_ELAPSED(): 1 if a query reads it */
	unsigned char *wanted;
	struct source_cell {
		uint32_t column;         /* column of the table */
		unsigned char way;       /* enum sums_way */
		unsigned char is_mixed;  /* see table_column_is_mixed() */
	/* one element per cell of a row. The last cell is not a column. In a table of events, it is
	 * the number of events in the row; in other tables, the weight of the row: for which part
	 * of the time its instance was present */
	} *cells;
	/* for each column of ->table: index of its cell in a row; UINT32_MAX: no query reads the
	 * column */
	uint32_t *places;
	size_t width;                   /* number of cells in a row */
	/* index of the cell with the seconds over which counters were compared; ->width: none */
	size_t elapsed;
	struct table_rows *maker;
	struct rows now;                /* rows of the current interval */
	/* Rows of instances, such as users, that began or ended in the current interval. They
	 * describe only the part of the interval after the begin or before the end; their last cell
	 * is the length of this part in seconds. Only sums use these rows. */
	struct rows begun, ended;
	/* finds rows of ->ended by the key in the event record, which is in cell number
	 * ->ended_key */
	struct lookup_index ended_index;
	size_t ended_key;
	int is_event;                   /* 1: a table of event records */
	int is_single;                  /* 1: no column is a key */
	/* layout of the last record that had rows for the table; NULL: no record so far */
	const struct monread_layout *layout;
	struct sums last;               /* for MODULE_LAST: the last row of each instance */
	/* for views other than MODULE_LAST: rows of the step, and of all intervals */
	struct sums sums[2];
	const struct rows *shown;       /* rows that queries see */
	int met;                        /* 1: a record with rows for the table has arrived */
};

/* Return 1 if S is a table NAME_before. The new rows of such a table wait in ->now until the end of
 * the interval, so that ->last is the state at the beginning of the interval. */
static inline int source_is_before(const struct source *s)
{
	return s->vtab->module->is_before;
}

enum source_span { SOURCE_STEP, SOURCE_ALL, SOURCE_INTERVAL };

#define LEVEL_SIZE 17u

enum show_kind {
	SHOW_INTERVAL,
	SHOW_STEP,   /* several intervals together, as the user asked with --every or INTERVAL */
	SHOW_AVERAGE /* all intervals of a system */
};

struct texts;

/* The period of time that rows describe. */
struct show_span {
	enum show_kind kind;
	const char *system; /* "": unknown */
	/* start and end in microseconds since 1970; ->start is valid if ->seconds is above 0 */
	int64_t start, end;
	/* for a step of an hour or more: the time that the output shows, such as a full hour; 0: it
	 * shows ->end */
	int64_t label;
	/* length in seconds; 0: unknown, so differences of counters are unknown, too */
	double seconds;
	unsigned intervals;
	/* for SHOW_INTERVAL: bit mask of the domains that have records in the samples at both
	 * ends */
	uint32_t domains;
	int first;          /* 1: the first span of the system */
	unsigned release;   /* release of the system; 0: not known yet */
	char level[LEVEL_SIZE]; /* CP level of the system; "": not known yet */
	struct system_zone zone;
	/* reason why ->seconds is unknown; NULL: ->seconds is known, or ->first is 1 */
	const char *gap;
	int missing;     /* 1: records are probably missing */
	int ipled;       /* 1: the system was IPLed since the last span */
	/* keys, such as user IDs, of instances that event records ended (as by a logoff) since the
	 * last span of known length */
	const struct texts *gone;
};

#define SOURCES_MOST 256u

struct sources {
	struct tables tables;
	struct source **list;
	size_t n, room;
	/* per domain and record number: 1 if some source has rows of such records */
	unsigned char *used;
	struct table_text text;
	const struct show_span *span;     /* the time that queries see */
	char interval[MONREAD_TIME_SIZE]; /* ->end of ->span as text */
	/* Called if the record EV has a problem, which TEXT describes. */
	void (*problem)(void *arg, const struct monread_ev *ev, enum verdict_why why,
	                const char *text);
	void *problem_arg;
};

/* The module with which SQLite reads all sources. The struct tables with which the sources are
 * registered must have a pointer to the struct sources in ->arg. */
extern const sqlite3_module source_module;

void sources_done(struct sources *s);

/* Remember that a query reads the column NAME of TABLE. Returns the source of TABLE; NULL if TABLE
 * is not a source. Sets *COLUMN to the column, or to NULL if the column is not a field. */
struct source *sources_want(struct sources *s, const char *table, const char *name,
                            const struct table_column **column);

/* Decide which cells the rows of each source have. Call this after all queries are compiled. */
int sources_settle(struct sources *s);

/* Return 1 if records with the numbers DOMAIN and RECORD have rows in some source. */
static inline int sources_use(const struct sources *s, unsigned domain, unsigned record)
{
	return s->used[indexed_kind(domain, record)];
}

/* Add the rows of RECORD to the sources. IN_SET: 1 if RECORD is a sample record, not configuration
 * or an event. BEFORE: the earlier record with which record->delta compares it; NULL: no
 * differences. */
int sources_take(struct sources *s, const struct table_record *record,
                 const struct series_before *before, int in_set);

/* The event EV at PLACE reports the end of an instance, such as a user: add its counters since the
 * last sample to the sources of its sample records. */
int sources_end(struct sources *s, struct series *series, const struct series_place *place,
                const struct monread_ev *ev, unsigned release);

/* Whether an instance, such as a user, is new in an interval, was there before, or left.
 * SUMS_UNKNOWN: sums_add() has to find out. */
enum sums_stay { SUMS_CAME, SUMS_STAYED, SUMS_LEFT, SUMS_UNKNOWN };

/* Begin a new interval in K. SECONDS: length of the interval; 0: unknown. COUNTED: seconds for
 * which differences of counters are known; 0: no differences are known. */
void sums_interval(struct sums *k, double seconds, double counted);

/* Add ROW to the current interval of K. If *STAY is SUMS_UNKNOWN, set it to SUMS_STAYED if one of
 * the last two intervals had the instance of ROW, else to SUMS_CAME. */
int sums_add(struct sums *k, const struct cell_value *row, enum sums_stay *stay);
void sums_done(struct sums *k);

/* Add the rows of the complete interval SPAN to SOURCE_ALL and, if STEPPED is 1, to SOURCE_STEP. */
int sources_add(struct sources *s, const struct show_span *span, int stepped);

/* Choose the rows that queries read from now on: of the interval, the step, or all intervals. */
void sources_show(struct sources *s, enum source_span span);

/* Call this before sources_add() if intervals before the new interval were left out. An instance
 * that the new interval lacks may have ended in an interval that was left out. */
void sources_skip(struct sources *s);

/* Write to TEXT, which is cut if too long, the columns of source number SOURCE whose values are
 * known for only a part of all intervals, each with the length of this part in seconds. Returns 1
 * if there are any. */
#define SOURCES_COVERED 240u
int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED]);

/* The current interval has ended: add its rows to the tables NAME_before. */
int sources_pass(struct sources *s);

/* Remove the rows of SPAN, such as SOURCE_INTERVAL for the current interval. */
void sources_clear(struct sources *s, enum source_span span);

/* Remove all rows before another system begins. */
void sources_clear_all(struct sources *s);

#endif
