/* thread.c: threads with a small stack, and how many of them. */
#include "config.h"

#include "cli/thread.h"

#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT
#include <malloc.h>
#endif
#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/diag.h"

#define STACK_SIZE (1024u * 1024u)
/* Of addresses: its stack, what it reads and what it writes take half of that, and the program needs some, too. */
#define SPACE_EACH (16u * 1024u * 1024u)

/* Linux may leave two threads that wait for each other on one processor for tens of milliseconds while another has
 * nothing to do.  So a thread begins on another one than who starts it, and may then run on all again. */
static int create(pthread_t *thread, pthread_attr_t *a, void *(*run)(void *), void *arg)
{
#if defined HAVE_PTHREAD_ATTR_SETAFFINITY_NP && defined HAVE_SCHED_GETCPU && HAVE_DECL_SCHED_GETAFFINITY && HAVE_DECL_CPU_COUNT
	cpu_set_t all, others;
	int here = sched_getcpu(), error;

	if (here >= 0 && here < CPU_SETSIZE && sched_getaffinity(0, sizeof all, &all) == 0) {
		others = all;
		CPU_CLR((size_t)here, &others);
		if (CPU_COUNT(&others) && pthread_attr_setaffinity_np(a, sizeof others, &others) == 0) {
			error = pthread_create(thread, a, run, arg);
			if (!error)
				pthread_setaffinity_np(*thread, sizeof all, &all);
			/* None of the others can be used any more, or a service may not choose its processors. */
			if (error != EINVAL && error != EPERM)
				return error;
			pthread_attr_setaffinity_np(a, sizeof all, &all);
		}
	}
#endif
	return pthread_create(thread, a, run, arg);
}

int thread_start(pthread_t *thread, void *(*run)(void *), void *arg)
{
	pthread_attr_t a;
	int error = pthread_attr_init(&a);

	if (error)
		return error;
	error = pthread_attr_setstacksize(&a, STACK_SIZE);
	if (!error)
		error = create(thread, &a, run, arg);
	pthread_attr_destroy(&a);
	return error;
}

unsigned thread_processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
#if HAVE_DECL_SCHED_GETAFFINITY && HAVE_DECL_CPU_COUNT
	cpu_set_t set;

	/* It fails where there are more processors than the set has room for. */
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		n = CPU_COUNT(&set);
#endif
	return n < 1 ? 1 : (unsigned)n;
}

unsigned thread_most(unsigned wanted)
{
	struct rlimit limit;
	unsigned most;

	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return wanted;
#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT && defined M_ARENA_MAX
	/* glibc takes 64 MB of addresses for each thread, so that none would be left. */
	mallopt(M_ARENA_MAX, 1);
#endif
	if (limit.rlim_cur / SPACE_EACH >= wanted)
		return wanted;
	most = limit.rlim_cur < SPACE_EACH ? 1 : (unsigned)(limit.rlim_cur / SPACE_EACH);
	if (most < wanted)
		diag_verbose("%u threads in place of %u: addresses are limited to %llu MB", most, wanted,
		             (unsigned long long)limit.rlim_cur >> 20);
	return most;
}
