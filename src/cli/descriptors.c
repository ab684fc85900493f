/* descriptors.c: how many files may be open at once. */
#include "config.h"

#include "cli/descriptors.h"

#include <sys/resource.h>

/* What is open besides inputs: standard streams, outputs, a database, directories. */
#define BESIDES 64u

size_t descriptors_allow(size_t n)
{
	struct rlimit limit;
	rlim_t had;

	n += BESIDES;
	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= n)
		return n - BESIDES;
	had = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > n ? n : limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		limit.rlim_cur = had;
	return limit.rlim_cur > BESIDES ? (size_t)limit.rlim_cur - BESIDES : 0;
}
