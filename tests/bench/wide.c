/* wide.c: monread whose threads wait after each part, as if they had that much more to do: so a few processors show whether
 * many threads get in each other's way.  WIDE_DELAY: microseconds. */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "out/split.h"

/* The linker redirects calls of out_part_end() to the first name; the second is the original function. */
void __wrap_out_part_end(struct out_worker *w);
void __real_out_part_end(struct out_worker *w);

void __wrap_out_part_end(struct out_worker *w)
{
	const char *delay = getenv("WIDE_DELAY");
	long us = delay ? strtol(delay, NULL, 10) : 0;
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&t, NULL);
	__real_out_part_end(w);
}
