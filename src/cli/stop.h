/* stop.h: SIGINT, SIGTERM, SIGHUP and --duration ask for an end at the next data set boundary. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <pthread.h>

/* From now on signals ask for the end; one more, a second later or after that, ends the program at once.
 * Those that whoever started the program had ignored stay so. */
int stop_install(void);

/* Before the program is ended at once, RESTORE is called in the handler of the signal; NULL: nothing is. */
void stop_restores(void (*restore)(void));

/* Where there is no controlling terminal, SIGHUP asks for a new file instead of the end. */
void stop_hangup_renews(void);

/* 1: a new file was asked for since this was called last. */
int stop_renewal(void);

/* End after so many seconds (0: do not). */
void stop_after(double seconds);

/* The end was asked for. */
int stop_asked(void);

/* Ask for it, as the user did in another way. */
void stop_ask(void);

/* Ask for it because nobody reads the output of a live input any more; stop_unread(): that was the reason. */
void stop_ask_unread(void);
int stop_unread(void);

/* The signal that asked for it; 0: none did. */
int stop_signal(void);

/* Becomes readable when it is asked for: for poll(2). */
int stop_fd(void);

/* Leave signals to other threads; take them again. */
void stop_leave(void);
void stop_take(void);

/* End the system call that THREAD may wait in. */
void stop_wake(pthread_t thread);

#endif
