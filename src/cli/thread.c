/* thread.c: starts threads with a small stack, and limits their number. */
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
/* Address space to reserve per thread: the stack and buffers of the thread take half, the rest is for the program. */
#define SPACE_EACH (16u * 1024u * 1024u)

/* Linux may leave two threads that wait for each other on one processor for tens of milliseconds while another
 * processor is idle. So start the thread on another processor, and then allow all processors. */
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
			/* EINVAL: no other processor is available any more. EPERM: a service manager forbids threads to choose
			 * processors. In both cases, start the thread without a choice. */
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

	/* sched_getaffinity() fails if the machine has more processors than SET has room for. */
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
	/* glibc reserves 64 MB of address space per thread, which would exhaust the limit. */
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
