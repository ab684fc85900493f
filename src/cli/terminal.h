/* terminal.h: how wide a terminal is. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

/* Columns of the terminal FD; 0: it is not a terminal, or its width is unknown. */
unsigned terminal_width(int fd);

#endif
