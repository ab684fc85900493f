/* screen.h: what the screen of --top shows. */
#ifndef STAT_SCREEN_H
#define STAT_SCREEN_H

#include "stat/alarms.h"
#include "stat/format.h"
#include "stat/needs.h"
#include "stat/screen_canvas.h"

#ifdef HAVE_NCURSES

/* Its reports, from top to bottom. */
enum screen_place { SCREEN_SYSTEM, SCREEN_CPU, SCREEN_USER, SCREEN_DEVICE, SCREEN_PLACES };

struct screen_part {
	const struct query *query; /* NULL: it cannot be shown */
	struct rows rows, next;    /* shown; of the interval that is being read */
	int has_nothing;           /* in the first interval nothing is counted */
	int is_missing; /* a record that it needs never came, */
	struct needs_text missing; /* as this says */
	/* Of tables: */
	int by;      /* column; -1: as the report has them */
	size_t first; /* row at the top */
	size_t *order;
	size_t order_room;
};

#define SCREEN_TEXT 256u

/* What is shown of an interval. */
struct screen_view {
	char system[64];
	char release[SHOW_RELEASE_SIZE];
	char time[SHOW_TIME_SIZE];
	double seconds;
	char gap[SCREEN_TEXT];     /* why there are no differences; "": there are */
	char message[SCREEN_TEXT]; /* the last one; "": there was none */
	int any;                   /* there was an interval */
};

struct screen_state {
	struct canvas canvas;
	struct screen_part parts[SCREEN_PLACES];
	struct screen_view view;
	const char *alarms; /* that have begun and are not over, one per line; NULL: none */
	enum screen_place selected; /* the table that keys change */
	int paused, ended;          /* no more data */
	const char *input;
	int live;
	double pace; /* seconds for an interval of a file */
};

/* Draw all of it.  0, or -1: out of memory. */
int screen_draw(struct screen_state *s);

/* The column that a table is sorted by first. */
int screen_first_column(const struct report *r, const char *by);

/* The next one to the right or left, STEP 1 or -1. */
void screen_move_column(struct screen_part *p, int step);

#endif
#endif
