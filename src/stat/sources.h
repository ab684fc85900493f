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
	/* like SUMS_LAST, but if rows with equal keys have different values that are not blank,
	 * such as labels of disks, the rows describe different instances */
	SUMS_IDENTITY,
	SUMS_LAST,
	SUMS_LIST,  /* the last list; NULL for several intervals, because lists cannot be added */
	SUMS_SUM,
	SUMS_LEVEL  /* the average, weighted by time */
};

/* The rows of several intervals of a source, as one row per instance, such as a user or a CPU. */
struct sums {
	const struct source *of;
	int is_summed;     /* 0: store only the last row of each instance */
	uint32_t interval; /* number of the current interval */
	uint64_t changes;  /* how often a row was added, or all rows were removed */
	double now;        /* length of the current interval in seconds; 0: unknown */
	/* seconds of the current interval for which differences of counters are known */
	double counted;
	double seconds;    /* total of ->counted */
	uint32_t lengths;  /* number of intervals with ->counted above 0 */
	struct sums_row {
		uint32_t interval; /* number of the last interval with this row */
		/* numbers of the last intervals in which event records reported that the instance
		 * began or ended */
		uint32_t begun, ended;
		uint32_t events; /* number of rows that were added for the instance */
		double present;  /* seconds in which the instance was present */
		/* if the last sample lacks the instance: seconds of the interval before this
		 * sample, which count as ->present if the next sample has the instance again */
		double missed;
		/* seconds of the intervals in which the levels of the instance are known */
		double timed;
	} *rows;
	/* Sums of each cell of each row. ->weight is the time in seconds for which values of the
	 * cell are known; 0: no value is known. While no interval has a known length, each sample
	 * counts the same, and ->weight is minus the number of samples. */
	struct sums_value {
		double sum, weight;
	} *all;
	/* one row per instance: its last row or, if ->is_summed is 1, a row that is computed from
	 * ->all */
	struct rows cells;
	size_t room, all_room;
	struct lookup_index index; /* finds the rows of ->cells by their keys */
	/* index of the next row, if rows have the same order as in the previous interval */
	size_t likely;
	int doubled; /* 1: an interval had rows with equal keys, so ->likely is not used */
};

/* A table that a query names. */
struct source {
	char *name;
	unsigned number; /* index in ->list of struct sources */
	const struct table *table;
	const struct table *root; /* table of the record or application data that has the rows */
	enum module_view view;
	struct module_vtab *vtab;
	unsigned char *wanted; /* by column, also TABLE_ELAPSED(): 1 if a query reads the column */
	/* The cells of a row. The last cell is not a column: in a table of events, it is the number
	 * of events in the row; in other tables, the part of the time in which the instance was
	 * present, as a weight from 0 to 1. */
	struct source_cell {
		uint32_t column;
		unsigned char way;      /* enum sums_way */
		unsigned char is_mixed; /* see table_column_is_mixed() */
	} *cells;
	uint32_t *places; /* by column: index of its cell; UINT32_MAX: no query reads the column */
	size_t width;     /* number of cells in a row */
	size_t elapsed;   /* index of the cell of TABLE_ELAPSED(); ->width: no such cell */
	struct table_rows *maker;
	struct rows now; /* rows of the current interval */
	/* Rows of instances, such as users, that began or ended in the current interval, for the
	 * part of the interval after the begin or before the end. The last cell is the length of
	 * this part in seconds. Only sums use these rows. */
	struct rows begun, ended;
	/* finds rows of ->ended by the key in the event record, which is cell number ->ended_key */
	struct lookup_index ended_index;
	size_t ended_key;
	int is_event;  /* 1: a table of event records */
	int is_single; /* 1: no column is a key */
	/* layout of the last record that was converted; NULL: none so far */
	const struct monread_layout *layout;
	struct sums last;    /* for the view MODULE_LAST: the last row of each instance */
	/* for other views: sums of the current step (SOURCE_STEP) and of all intervals
	 * (SOURCE_ALL) */
	struct sums sums[2];
	const struct rows *shown; /* rows that queries see */
	int met; /* 1: a record with rows for the table has arrived */
};

/* Return 1 if S is a table NAME_before: until the end of the interval, its new rows wait in ->now,
 * and ->last is the state at the beginning of the interval. */
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
	int64_t start, end; /* microseconds since 1970; ->start is valid if ->seconds is above 0 */
	int64_t label; /* the time to show, such as a full hour; 0: show ->end */
	double seconds; /* length; 0: unknown, so differences of counters are unknown, too */
	unsigned intervals;
	/* for SHOW_INTERVAL: mask of the domains that both samples at the ends of the interval
	 * have */
	uint32_t domains;
	int first;              /* 1: the first span of the system */
	unsigned release;       /* 0: not known yet */
	char level[LEVEL_SIZE]; /* CP level; "": not known yet */
	struct system_zone zone;
	const char *gap; /* why ->seconds is unknown; NULL: ->seconds is known, or ->first is 1 */
	int missing;     /* 1: records are probably missing */
	int ipled;       /* 1: the system was IPLed since the last span */
	/* keys, such as user IDs, of instances that ended since the last span of known length, as
	 * event records (such as logoffs) report */
	const struct texts *gone;
};

#define SOURCES_MOST 256u

struct sources {
	struct tables tables;
	struct source **list;
	size_t n, room;
	/* by kind of records: the indexes in ->list of the first source that has rows of such
	 * records, and of the last one + 1; 0 and 0: no source has such rows */
	struct sources_range {
		uint16_t first, end;
	} *used;
	struct table_text text;
	const struct show_span *span;     /* the time that queries see */
	char interval[MONREAD_TIME_SIZE]; /* span->end as text */
	/* called to report the problem TEXT of the record EV */
	void (*problem)(void *arg, const struct monread_ev *ev, enum verdict_why why,
	                const char *text);
	void *problem_arg;
};

/* The module with which SQLite reads sources. ->arg of the struct tables must be the struct
 * sources. */
extern const sqlite3_module source_module;

void sources_done(struct sources *s);

/* Remember that a query reads the column NAME of TABLE. Returns the source of TABLE, or NULL if
 * TABLE is not a source. Sets *COLUMN to the column, or to NULL if struct table has no such
 * column. */
struct source *sources_want(struct sources *s, const char *table, const char *name,
                            const struct table_column **column);

/* Decide which cells the rows of each source have. Call this after all queries are compiled. */
int sources_settle(struct sources *s);

/* From now on, make only the rows of sources whose element of WANTED is 1. */
void sources_limit(struct sources *s, const unsigned char *wanted);

static inline int sources_use(const struct sources *s, unsigned domain, unsigned record)
{
	return s->used[indexed_kind(domain, record)].end > 0;
}

/* Add the rows of RECORD, whose layout must be known, to the sources. IN_SET: 1 if RECORD belongs
 * to a sample. BEFORE: the earlier record with which record->delta compares RECORD; NULL: no
 * counter differences. */
int sources_take(struct sources *s, const struct table_record *record,
                 const struct series_before *before, int in_set);

/* The event EV at PLACE reports the end of an instance, such as a user: add its counters since the
 * last sample to the sources of its sample records. */
int sources_end(struct sources *s, struct series *series, const struct series_place *place,
                const struct monread_ev *ev, unsigned release);

/* Whether an instance, such as a user, is new in an interval, was there before, or left. */
enum sums_stay { SUMS_CAME, SUMS_STAYED, SUMS_LEFT, SUMS_UNKNOWN };

/* Begin a new interval in the sums K. SECONDS, COUNTED: see ->now and ->counted of struct sums. */
void sums_interval(struct sums *k, double seconds, double counted);

/* Add ROW to the current interval of the sums K. If *STAY is SUMS_UNKNOWN, set *STAY to SUMS_STAYED
 * if one of the last two intervals had the instance of ROW, else to SUMS_CAME. */
int sums_add(struct sums *k, const struct cell_value *row, enum sums_stay *stay);
void sums_done(struct sums *k);

/* Add the rows of the complete interval SPAN to the sums of all intervals (SOURCE_ALL) and, if
 * STEPPED is 1, to the sums of the current step (SOURCE_STEP). */
int sources_add(struct sources *s, const struct show_span *span, int stepped);

/* From now on, queries read the rows of SPAN: of the interval, the step or all intervals. */
void sources_show(struct sources *s, enum source_span span);

/* Call this before sources_add() if intervals were left out: an instance that the new interval
 * lacks may have ended in an interval that was left out. */
void sources_skip(struct sources *s);

/* Write to TEXT, cut if too long, the columns of source number SOURCE whose values are known for
 * only a part of all intervals, and the length of this part in seconds. Returns 1 if there are
 * any. */
#define SOURCES_COVERED 240u
int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED]);

/* At the end of the current interval, add the rows of the interval to the tables NAME_before. */
int sources_pass(struct sources *s);

void sources_clear(struct sources *s, enum source_span span);

/* Remove all rows. Call this before another system begins. */
void sources_clear_all(struct sources *s);

#endif
