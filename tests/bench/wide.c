/* wide.c: monread whose threads wait behind each part and each batch of records, as if they had that much more to do: so a
 * few processors show whether many threads get in each other's way.  WIDE_DELAY: microseconds. */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "out/ring.h"

/* Names that the linker gives: what is called instead of ring_finish(), and that one. */
void __wrap_ring_finish(struct ring *r, unsigned place);
void __real_ring_finish(struct ring *r, unsigned place);

void __wrap_ring_finish(struct ring *r, unsigned place)
{
	const char *delay = getenv("WIDE_DELAY");
	long us = delay ? strtol(delay, NULL, 10) : 0;
	struct timespec t = { us / 1000000, us % 1000000 * 1000 };

	nanosleep(&t, NULL);
	__real_ring_finish(r, place);
}
