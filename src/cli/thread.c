#include "config.h"

#include "cli/thread.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/diag.h"

#define STACK_SIZE (1024u * 1024u)
/* Bytes of address space that a thread needs, because glibc reserves up to 128 MB for malloc(). */
#define SPACE_EACH (144u * 1024u * 1024u)

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

/* Return the number of processors that this process may use, because taskset(1), a service or a
 * container can limit them. */
static unsigned processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);
#if HAVE_DECL_SCHED_GETAFFINITY && HAVE_DECL_CPU_COUNT
	cpu_set_t set;

	/* sched_getaffinity(2) fails if SET is too small for the processors of the machine. */
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
	if (wanted == 1 || getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur / SPACE_EACH >= wanted)
		return wanted;
	diag_verbose("using 1 thread, not %u: the address space is limited to %llu MB", wanted,
	             (unsigned long long)limit.rlim_cur >> 20);
	return 1;
}
