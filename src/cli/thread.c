/* thread.c: starts threads with a small stack, and limits their number. */
#include "config.h"

#include "cli/thread.h"

#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT
#include <malloc.h>
#endif
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/diag.h"

#define STACK_SIZE (1024u * 1024u)
/* Address space to reserve per thread: the stack and buffers of the thread take half, the rest is for the program. */
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

/* taskset(1), a service or a container can limit the processors of this process. */
static unsigned processors(void)
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

unsigned thread_number(unsigned wanted, unsigned most)
{
	struct rlimit limit;

	if (!wanted)
		wanted = processors() < most ? processors() : most;
	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return wanted;
#if defined HAVE_MALLOC_H && defined HAVE_MALLOPT && defined M_ARENA_MAX
	/* glibc reserves 64 MB of address space per thread, which would exhaust the limit. */
	mallopt(M_ARENA_MAX, 1);
#endif
	if (limit.rlim_cur / SPACE_EACH >= wanted)
		return wanted;
	most = limit.rlim_cur < SPACE_EACH ? 1 : (unsigned)(limit.rlim_cur / SPACE_EACH);
	diag_verbose("%u threads in place of %u: addresses are limited to %llu MB", most, wanted,
	             (unsigned long long)limit.rlim_cur >> 20);
	return most;
}
