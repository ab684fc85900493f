/* terminal.h: how wide a terminal is. */
#ifndef TOOL_TERMINAL_H
#define TOOL_TERMINAL_H

/* Columns of the terminal FD; 0: it is none, or nobody knows. */
unsigned terminal_width(int fd);

#endif
