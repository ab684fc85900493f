/* screen.h: the contents of the full screen of --top. screen.c fills them in, screen_draw.c draws
 * them. */
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

/* The reports on the screen, from top to bottom. SCREEN_STATE and SCREEN_LPAR are in the right half
 * of wide screens; other screens do not show them. */
enum screen_place {
	SCREEN_SYSTEM,
	SCREEN_CPU,
	SCREEN_USER,
	SCREEN_DEVICE,
	SCREEN_STATE,
	SCREEN_LPAR,
	SCREEN_PLACES
};

/* The names of the reports in the order of enum screen_place, ended by NULL. */
extern const char *const screen_places[SCREEN_PLACES + 1];

#define SCREEN_WIDE 160

struct screen_part {
	const struct query *query; /* NULL: the report cannot be shown */
	const struct report *report;
	struct rows rows;
	int has_nothing; /* 1: no rows, because the first interval has no differences */
	int is_missing; /* 1: no rows, because a record that the report needs has never arrived */
	struct missing_text missing;
	/* Only for reports shown as tables: */
	int by; /* index of the column to sort by; -1: the order of the report */
	size_t first; /* index of the first visible row */
	size_t *order;
	size_t order_room;
};

#define SCREEN_TEXT 256u

/* The interval on the screen. */
struct screen_view {
	char system[64];
	char release[SHOW_RELEASE_SIZE];
	char time[SHOW_TIME_SIZE];
	double seconds;
	char gap[SCREEN_TEXT]; /* reason for a gap before the interval; "": no gap */
	char message[SCREEN_TEXT];
	int any; /* 1: an interval was read */
};

struct screen {
	struct show *show;
	struct canvas canvas;
	struct screen_part parts[SCREEN_PLACES];
	struct screen_view view;
	const char *alarms; /* active alarms, one per line, in show->words; NULL: none */
	enum screen_place selected; /* the table that keys control */
	int paused, ended; /* ->ended is 1 after all data was read */
	int help; /* 1: show the list of keys instead of the interval */
	double pace; /* number of seconds for which each interval of a file is shown */
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
