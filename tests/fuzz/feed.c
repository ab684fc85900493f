/* feed.c: read a capture in memory and pass its events to a function. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

void fuzz_feed(enum monread_container container, unsigned flags, const uint8_t *data, size_t size, size_t piece,
               fuzz_event *fn, void *arg)
{
	fuzz_feed_gap(container, flags, data, size, piece, SIZE_MAX, fn, arg);
}

void fuzz_feed_gap(enum monread_container container, unsigned flags, const uint8_t *data, size_t size, size_t piece, size_t gap,
                   fuzz_event *fn, void *arg)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	uint8_t *copy = NULL;
	size_t n;

	if (!m)
		return;
	monread_set_container(m, container);
	monread_set_flags(m, flags);
	for (;;) {
		while ((ev = monread_next(m)))
			fn(arg, ev);
		if (monread_code(m) == MONREAD_EOF)
			break;
		if (monread_code(m) != MONREAD_AGAIN)
			fuzz_fail("what is fed cannot be read: %s", monread_error(m));
		if (gap == 0) {
			gap = SIZE_MAX;
			if (monread_feed_gap(m))
				fuzz_fail("the reader asked for data and takes no gap");
			continue;
		}
		n = size < piece ? size : piece;
		if (gap != SIZE_MAX) {
			n = n < gap ? n : gap;
			gap -= n;
		}
		free(copy);
		copy = malloc(n ? n : 1);
		if (!copy)
			break;
		memcpy(copy, data, n);
		data += n;
		size -= n;
		if (monread_feed(m, copy, n))
			fuzz_fail("the reader asked for data and does not take it");
	}
	free(copy);
	monread_close(m);
}
