/* screen_canvas.h: a terminal as lines of text with attributes. Used by screen.c and screen_draw.c. */
#ifndef STAT_SCREEN_CANVAS_H
#define STAT_SCREEN_CANVAS_H

#include "config.h"

#include "cli/buffer.h"

#ifdef HAVE_NCURSES

/* Functions instead of macros, because the unit test replaces some of them. */
#define NCURSES_NOMACROS 1
#include <stdio.h>
#include <curses.h>

enum canvas_look { CANVAS_PLAIN, CANVAS_BOLD, CANVAS_REVERSE, CANVAS_BAR, CANVAS_ALARM };

struct canvas {
	SCREEN *screen;
	WINDOW *window;
	FILE *in;            /* keys */
	int has_colors;
	int rows, columns;
	int row, column;     /* position of the next text */
	int indent;          /* column at which lines begin */
	struct out_buffer b; /* text that is not on the canvas yet */
};

/* Take over the terminal. Returns 0, or -1 after a message. Call canvas_close() in either case. */
int canvas_open(struct canvas *c);

/* Adapt the canvas to the size of the terminal, and draw everything again at the next wrefresh(3). */
void canvas_resize(struct canvas *c);

/* Clear the canvas. */
void canvas_begin(struct canvas *c);

/* Put the text of ->b at the position, cut at the right border, with the attributes of LOOK. */
void canvas_put(struct canvas *c, enum canvas_look look);

/* Like canvas_put(), then go to the next line. CANVAS_REVERSE reverses the whole line. */
void canvas_line(struct canvas *c, enum canvas_look look);

/* Like canvas_line() for each line of the text of ->b, of which each ends with a newline. */
void canvas_lines(struct canvas *c);

void canvas_close(struct canvas *c);

#endif
#endif
