/* screen_canvas.h: a terminal as lines of text with attributes; it is the user's again after canvas_leave(). */
#ifndef STAT_SCREEN_CANVAS_H
#define STAT_SCREEN_CANVAS_H

#include "config.h"

#include "cli/buffer.h"

#ifdef HAVE_NCURSES

/* Functions, as the unit test has its own of some. */
#define NCURSES_NOMACROS 1
#include <stdio.h>
#include <curses.h>

enum canvas_look { CANVAS_PLAIN, CANVAS_BOLD, CANVAS_REVERSE, CANVAS_BAR, CANVAS_ALARM };

struct canvas {
	SCREEN *screen;
	WINDOW *window;
	FILE *in, *out;
	int has_colors;
	int left;            /* the terminal is the user's */
	int rows, columns;
	int row, column;     /* where the next text goes */
	struct out_buffer b; /* text that is not on the canvas yet */
};

/* Take the terminal.  0, or -1: it was said why.  canvas_close() in any case. */
int canvas_open(struct canvas *c);

/* The terminal has another size; look what it is. */
void canvas_resize(struct canvas *c);

/* An empty canvas. */
void canvas_begin(struct canvas *c);

/* What is in ->b goes there, as much as there is room for, and looks like that. */
void canvas_put(struct canvas *c, enum canvas_look look);

/* The same, and the rest of the line is as well. */
void canvas_line(struct canvas *c, enum canvas_look look);

/* Show it. */
void canvas_show(struct canvas *c);

/* The terminal is as it was before canvas_open(), until canvas_show(); then all of it is drawn anew. */
void canvas_leave(struct canvas *c);

/* A key, as ncurses has it; ERR: there is none. */
int canvas_key(struct canvas *c);

void canvas_close(struct canvas *c);

#endif
#endif
