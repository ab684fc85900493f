/* thread.h: starts threads with a small stack, and decides how many to start. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* Start a thread like pthread_create(3), but with a stack of 1 MB, because the usual 8 MB per
 * thread could exceed a memory limit. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* Return the number of threads to use. This is WANTED; if WANTED is 0, it is the number of
 * processors that this process may use, but at most MOST. Return 1 if the address space is too
 * small for this number. */
unsigned thread_number(unsigned wanted, unsigned most);

#endif
