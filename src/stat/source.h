/* source.h: the tables of reports: what rows they have in one interval, or in several together. */
#ifndef STAT_SOURCE_H
#define STAT_SOURCE_H

#include "stat/find.h"
#include "stat/kept.h"
#include "stat/often.h"
#include "stat/rows.h"
#include "sql/module.h"
#include "table/series.h"

#ifdef HAVE_SQLITE3

/* Columns that rows of a source are looked up by. */
#define SOURCE_FINDS 4u

/* Intervals whose rows may be there at once: one is shown, others wait, and one is read. */
#define SOURCE_TURNS 32u

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
	struct rows now[SOURCE_TURNS];  /* of the interval; of MODULE_LAST, once it was handed over, what ->last was then */
	struct kept last;               /* MODULE_LAST */
	struct kept sums[2];            /* else: of a step, and of all */
	size_t before;                  /* rows of the interval before */
	const struct rows *shown;       /* what a query sees */
	struct find found[SOURCE_FINDS]; /* its rows by columns */
	int met;                        /* a record of it has come */
};

enum source_span { SOURCE_STEP, SOURCE_ALL, SOURCE_INTERVAL };

/* The interval, step or time that is shown: the row of the table SOURCES_SPAN. */
#define SOURCES_SPAN "interval"

struct sources_span {
	const char *system; /* "": not known */
	int64_t start, end; /* microseconds since 1970; ->start is ->end where it is not known */
	double seconds;     /* 0: not known */
	unsigned intervals;
	int is_average;
};

#define SOURCES_MOST 256u

/* Products of application data whose table is known. */
#define SOURCES_PRODUCTS 32u

struct sources_product {
	unsigned char id[16];
	const struct table *table; /* NULL: none is */
};

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
	struct sources_product products[SOURCES_PRODUCTS];
	struct sources_span span;
	uint64_t version; /* of what is shown, */
	enum source_span shown;
	unsigned filling; /* the turn that rows are taken for */
	unsigned showing; /* where ->is_handed: the turn that is shown */
	int is_handed;
	/* Something is wrong with a record; may be NULL. */
	void (*problem)(void *arg, const struct monread_ev *ev, enum often_why why, const char *text);
	void *problem_arg;
};

/* ->tables is set but for ->functions and ->arg, and both live as long as the connection. */
void sources_begin(struct sources *s);
void sources_done(struct sources *s);

/* Have DB know the table SOURCES_SPAN.  SQLITE_OK, or an error. */
int sources_register_span(struct sources *s, sqlite3 *db);

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

/* From here on queries see this; of several intervals, each column is of the time in which it was known. */
void sources_show(struct sources *s, enum source_span span);

/* Whether rows of those sources that are used, by number, have columns of different times: then sources_see() shows the
 * same span in other ways. */
int sources_are_mixed(const struct sources *s, const unsigned char *uses);
void sources_see(struct sources *s, enum kept_times times);

/* Intervals may be shown by one thread while another one goes on.  That which reads hands the interval over, which is
 * complete and was not added, and takes the turn NEXT for the one that follows, which may not be in use.  0, or -1: out of
 * memory.  The other one has the functions above from sources_take_over() to sources_give_back(), which forgets its
 * rows.  All else is for the one that reads, while the other one has nothing. */
int sources_hand_over(struct sources *s, unsigned next);
void sources_take_over(struct sources *s, unsigned turn);
void sources_give_back(struct sources *s);

/* The bytes of the rows of the interval that is read, without their texts. */
size_t sources_size(const struct sources *s);

/* Forget the rows of that; of SOURCE_INTERVAL, those of the interval that is read. */
void sources_clear(struct sources *s, enum source_span span);

/* Another system begins: forget everything. */
void sources_clear_all(struct sources *s);

#endif
#endif
