/* thread.h: threads that fit into a small address space. */
#ifndef CLI_THREAD_H
#define CLI_THREAD_H

#include <pthread.h>

/* As pthread_create(3), with a stack of 1 MB: where memory is limited, the usual 8 MB each would be most of it. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *arg);

/* How many processors this process may use: taskset(1), a service or a container may leave it some of them.  1 at least. */
unsigned thread_processors(void);

/* How many of WANTED threads that format records a limited address space has room for: one at least. */
unsigned thread_most(unsigned wanted);

#endif
