/* thread.h: starts threads with a small stack, and decides how many to start. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* Start a thread like pthread_create(3), but with a stack of 1 MB, because the usual 8 MB per
 * thread could exceed a memory limit. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* Return the number of threads to use: WANTED, or for 0 one per processor that this process may
 * use, at most MOST; 1 if the address space limit is too small for that. */
unsigned thread_number(unsigned wanted, unsigned most);

#endif
