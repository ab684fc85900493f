/* thread.h: starts threads with a small stack, and chooses the number of threads. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* Start a thread like pthread_create(3), but with a stack of 1 MB: the usual 8 MB could exceed a
 * memory limit. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* Return the number of threads to use: WANTED or, if WANTED is 0, the number of processors that
 * this process may use, but at most MOST. Return 1 if the address space is too small for so many
 * threads. */
unsigned thread_number(unsigned wanted, unsigned most);

#endif
