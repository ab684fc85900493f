/* thread.c: threads with a small stack, and how many of them. */
#include "config.h"

#include "cli/thread.h"

#include <sys/resource.h>

#include "cli/diag.h"

#define STACK_SIZE (1024u * 1024u)
/* Of addresses: its stack, what it reads and what it writes take half of that, and the program needs some, too. */
#define SPACE_EACH (16u * 1024u * 1024u)

int thread_start(pthread_t *thread, void *(*run)(void *), void *arg)
{
	pthread_attr_t a;
	int error = pthread_attr_init(&a);

	if (error)
		return error;
	error = pthread_attr_setstacksize(&a, STACK_SIZE);
	if (!error)
		error = pthread_create(thread, &a, run, arg);
	pthread_attr_destroy(&a);
	return error;
}

unsigned thread_most(unsigned wanted)
{
	struct rlimit limit;
	unsigned most;

	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur / SPACE_EACH >= wanted)
		return wanted;
	most = limit.rlim_cur < SPACE_EACH ? 1 : (unsigned)(limit.rlim_cur / SPACE_EACH);
	if (most < wanted)
		diag_verbose("%u threads in place of %u: addresses are limited to %llu MB", most, wanted,
		             (unsigned long long)limit.rlim_cur >> 20);
	return most;
}
