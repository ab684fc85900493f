/* terminal.h: finds the size of a terminal. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

/* Return the columns of the terminal FD, 80 if unknown; 0 if it is not a terminal. */
unsigned terminal_width(int fd);

/* Return the lines of the terminal FD, 24 if unknown; 0 if it is not a terminal. */
unsigned terminal_height(int fd);

/* Return 1 if the user wants colour: TERM is not dumb, and NO_COLOR is not set. */
int terminal_wants_color(void);

#endif
