/* screen.h: the contents of the full screen, which screen.c fills in and screen_draw.c draws. */
#ifndef SHOW_SCREEN_H
#define SHOW_SCREEN_H

#include "show/format.h"
#include "stat/queries.h"

#ifdef HAVE_NCURSES

#include <stdio.h>
#include <curses.h>

struct canvas {
	SCREEN *screen;
	WINDOW *window;
	FILE *in; /* stream from which keys are read */
	attr_t bar, alarm; /* attributes of bars and of alarms */
	int rows, columns;
	int row, column; /* position of the next text */
	int indent; /* column at which lines begin */
	struct out_buffer b; /* text that canvas_put() will print */
};

/* The reports on the screen, from top to bottom. Only wide screens show SCREEN_STATE and
 * SCREEN_LPAR, in their right half. */
enum screen_place {
	SCREEN_SYSTEM,
	SCREEN_CPU,
	SCREEN_USER,
	SCREEN_DEVICE,
	SCREEN_STATE,
	SCREEN_LPAR,
	SCREEN_PLACES
};

/* names of the reports in the order of enum screen_place, ended by NULL */
extern const char *const screen_places[SCREEN_PLACES + 1];

#define SCREEN_WIDE 160 /* minimum number of columns of a wide screen */

struct screen_part {
	const struct query *query; /* NULL: the report cannot be shown */
	const struct report *report;
	struct rows rows;
	/* 1: the report has no rows, because the first sample has no differences of counters */
	int has_nothing;
	int is_missing; /* 1: the report has no rows, because a record that it needs never came */
	struct missing_text missing;
	int by; /* index of the column to sort by; -1: the order of the report */
	size_t first; /* first row that the table shows, an index in ->order */
	size_t *order;
	size_t order_room;
};

#define SCREEN_TEXT 256u

struct screen {
	struct show *show;
	struct canvas canvas;
	struct screen_part parts[SCREEN_PLACES];
	/* the system and the time of the interval on the screen; "": no interval was read */
	char title[SCREEN_TEXT];
	char gap[SCREEN_TEXT]; /* reason for a gap before the interval on the screen; "": no gap */
	char message[SCREEN_TEXT]; /* the last message, already escaped */
	const char *alarms; /* active alarms, one per line, in show->words; NULL: none */
	enum screen_place selected; /* the table that keys control */
	/* ->paused: 1 while the user pauses the screen; ->ended: 1 after all data was read */
	int paused, ended;
	int help; /* 1: show the list of keys instead of the interval */
	double pace; /* seconds for which each interval of a file is shown */
	int next; /* 1: the user asked for the next interval */
	int quit;
	int failed; /* 1: out of memory */
	unsigned in_vain; /* number of consecutive failed reads of keys */
	/* receives messages while the screen is shown; NULL: standard error is not a terminal */
	FILE *messages;
};

/* Returns 0, or -1: out of memory. */
int screen_draw(struct screen *s);

#endif
#endif
