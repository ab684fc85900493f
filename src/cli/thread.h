/* thread.h: threads with a small stack, and their number. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* Start a thread like pthread_create(3), but with a stack of 1 MB: the usual 8 MB could exceed a
 * memory limit. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* Return WANTED or, if it is 0, the number of processors that this process may use, up to MOST; but
 * 1 if the address space is too small for so many threads. */
unsigned thread_number(unsigned wanted, unsigned most);

#endif
