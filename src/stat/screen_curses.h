/* screen_curses.h: the functions of ncurses that are used. */
#ifndef STAT_SCREEN_CURSES_H
#define STAT_SCREEN_CURSES_H

#include "config.h"

#ifdef HAVE_NCURSES

/* Functions, as macros need the library's variables. */
#define NCURSES_NOMACROS 1
#include <stdio.h>
#include <curses.h>

#include "port/lazy.h"

#define CURSES_USED(F)                                                         \
	F(int, COLOR_PAIR, (int))                                              \
	F(int, cbreak, (void))                                                 \
	F(int, clearok, (WINDOW *, bool))                                      \
	F(int, curs_set, (int))                                                \
	F(int, def_shell_mode, (void))                                         \
	F(void, delscreen, (SCREEN *))                                         \
	F(int, delwin, (WINDOW *))                                             \
	F(int, endwin, (void))                                                 \
	F(bool, has_colors, (void))                                            \
	F(int, init_pair, (NCURSES_PAIRS_T, NCURSES_COLOR_T, NCURSES_COLOR_T)) \
	F(int, keypad, (WINDOW *, bool))                                       \
	F(SCREEN *, newterm, (NCURSES_CONST char *, FILE *, FILE *))           \
	F(WINDOW *, newwin, (int, int, int, int))                              \
	F(int, nodelay, (WINDOW *, bool))                                      \
	F(int, noecho, (void))                                                 \
	F(int, resizeterm, (int, int))                                         \
	F(int, set_escdelay, (int))                                            \
	F(int, start_color, (void))                                            \
	F(char *, tigetstr, (NCURSES_CONST char *))                            \
	F(int, use_default_colors, (void))                                     \
	F(int, waddnstr, (WINDOW *, const char *, int))                        \
	F(int, wattrset, (WINDOW *, int))                                      \
	F(int, werase, (WINDOW *))                                             \
	F(int, wgetch, (WINDOW *))                                             \
	F(int, wmove, (WINDOW *, int, int))                                    \
	F(int, wrefresh, (WINDOW *))                                           \
	F(int, wresize, (WINDOW *, int, int))

struct curses {
	CURSES_USED(MR_LAZY_POINTER)
};

/* NULL, or why it cannot be loaded. */
const char *curses_load(struct curses *c);

#endif
#endif
