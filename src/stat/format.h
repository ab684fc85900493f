/* format.h: what a format of output is, and what it is given. */
#ifndef STAT_FORMAT_H
#define STAT_FORMAT_H

#include "cli/buffer.h"
#include "stat/feed.h"
#include "stat/options.h"
#include "stat/queries.h"

enum show_kind {
	SHOW_INTERVAL,
	SHOW_STEP,   /* several intervals together: --every, INTERVAL */
	SHOW_AVERAGE /* all of a system */
};

/* What rows are of. */
struct show_span {
	enum show_kind kind;
	const char *system; /* "": not known */
	int64_t start, end; /* microseconds since 1970; ->start is known where ->seconds is */
	double seconds;     /* that were measured; 0: not known, so that nothing can be said of what was counted */
	unsigned intervals;
	int first;          /* of its system: there is nothing before it */
	unsigned release;   /* of the system, as far as it has told by then; 0: not known */
	char level[LEVEL_SIZE]; /* of its CP, likewise; "": not known */
	const char *gap;    /* why ->seconds is not known; NULL: it is, or ->first */
};

/* What all formats work with. */
struct show {
	const struct options *options;
	struct queries *queries;
	const struct format *format;
	struct out_buffer b;
	int many_systems; /* a row has to say which one it is of */
	int on_terminal;
	int live;         /* data comes as it is made */
	unsigned release; /* of the system, as of the last span; 0: not known */
	char level[LEVEL_SIZE]; /* of its CP, likewise; "": not known */
	int has_output;   /* the format was given rows */
	int fired;        /* an alarm was: the exit status */
	void *state;      /* the format's own */
};

/* Any function may be NULL.  Those that return int return 0, or -1: it was said why. */
struct format {
	const char *name;
	int one_report; /* several have no place in it */
	int averages;   /* it shows SHOW_AVERAGE */
	int all;        /* where no report is named it shows all that can be shown */
	int of_alarms;  /* of those, the ones with alarms */
	const char *const *reports; /* and these, ended by NULL; nothing else can be named */
	int unchanged;  /* it shows what did not change, where reports show only what did */
	int as_is;      /* it writes texts as they are, in which a terminal may find what it obeys */
	int compares;   /* it takes two files, each for itself, in their order */
	int (*begin)(struct show *s);
	/* On a terminal, before the first data of a live input. */
	void (*begin_live)(struct show *s);
	void (*begin_system)(struct show *s, const char *system);
	/* The rows of Q: those with the numbers ORDER[0] to ORDER[N - 1], in this order. */
	int (*rows)(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n);
	/* All reports of an interval have been shown. */
	int (*end_span)(struct show *s, const struct show_span *span);
	void (*end_system)(struct show *s, const char *system);
	/* With ->compares: a file is read. */
	void (*end_file)(struct show *s);
	/* All is read. */
	int (*end)(struct show *s);
	void (*done)(struct show *s);
};

/* name, variable */
#define STAT_FORMATS(F) F(text) F(csv) F(tsv) F(json) F(openmetrics) F(influx)
#define FORMAT_DECLARED(name) extern const struct format format_##name;
STAT_FORMATS(FORMAT_DECLARED)
FORMAT_DECLARED(alarms)
FORMAT_DECLARED(diff)
FORMAT_DECLARED(html)
#ifdef HAVE_NCURSES
FORMAT_DECLARED(screen)
#endif
FORMAT_DECLARED(textfile)

/* Whether a value of the column C is shown at all. */
static inline int show_has(const struct report_column *c)
{
	return c->role != REPORT_HIDDEN;
}

/* Whether Q has nothing to say of SPAN: it is the first one, and Q shows what was counted. */
static inline int show_passes(const struct query *q, const struct show_span *span)
{
	return q->counts && span->first && span->seconds <= 0;
}

/* The release, or the level of CP; "": neither is known. */
#define SHOW_RELEASE_SIZE 48u
void show_put_release(const struct show *s, char text[SHOW_RELEASE_SIZE]);

/* For ->end_span: live, what there is of an interval is shown at once. */
int show_flush(struct show *s, const struct show_span *span);

/* The middle of SPAN, in microseconds since 1970. */
int64_t show_middle(const struct show_span *span);

/* What the zone of --time adds to UTC, in seconds. */
long show_zone(const struct show *s, int64_t us);

/* ISO 8601, in that zone. */
#define SHOW_TIME_SIZE 48u
char *show_put_time(const struct show *s, char *p, int64_t us);

/* Whether the column C of the report with the number QUERY is a metric: not where a report before it has the same one. */
int labels_is_metric(const struct queries *q, size_t query, size_t column);

/* Call PUT with the name and the value of each label of a row: the system and the keys; none without a value. */
void labels_each(const struct query *q, const struct show_span *span, size_t row,
                 void (*put)(void *arg, const char *name, const char *value, size_t length), void *arg);

/* The value of a metric in its unit.  0, or -1: there is none. */
int labels_value(const struct report_column *c, const struct cell_value *v, double *value);

#endif
