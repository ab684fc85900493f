/* stop.h: SIGINT, SIGTERM and --duration ask for an end at the next data set boundary. */
#ifndef TOOL_STOP_H
#define TOOL_STOP_H

#include <pthread.h>

/* From now on signals ask for the end; a second one ends the program at once. */
int stop_install(void);

/* End after so many seconds (0: do not). */
void stop_after(double seconds);

/* The end was asked for. */
int stop_asked(void);

/* Becomes readable when it is asked for: for poll(2). */
int stop_fd(void);

/* A thread whose system calls are to be interrupted then. */
void stop_interrupts(pthread_t thread);
void stop_interrupts_none(void);

#endif
