/* terminal.h: how large a terminal is. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

/* Columns of the terminal FD, 80 where they are unknown; 0: it is not a terminal. */
unsigned terminal_width(int fd);

/* Lines of it, 24 where they are unknown; 0: it is not a terminal. */
unsigned terminal_height(int fd);

/* Whether the user's environment has terminals in colour: TERM is not dumb, and NO_COLOR is not set. */
int terminal_wants_color(void);

#endif
