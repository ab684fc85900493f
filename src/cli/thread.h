/* thread.h: starts threads that fit into a small address space. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* pthread_create(3) with a stack of 1 MB: under a memory limit, the usual 8 MB would take most of it. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* Return how many processors this process may use, at least 1: taskset(1), a service or a container can limit them. */
unsigned thread_processors(void);

/* Return how many of WANTED formatting threads fit into the address space limit, at least 1. */
unsigned thread_most(unsigned wanted);

#endif
