/* feed.c: read a capture in memory and pass its events to a function. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

void fuzz_feed(enum monread_container container, const uint8_t *data, size_t size, size_t piece,
               fuzz_event *fn, void *arg)
{
	const struct fuzz_feeding how = { container, 0, piece, SIZE_MAX };

	fuzz_feed_as(&how, data, size, fn, arg);
}

void fuzz_feed_as(const struct fuzz_feeding *how, const uint8_t *data, size_t size, fuzz_event *fn,
                  void *arg)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	size_t gap = how->gap, n;
	uint8_t *copy = NULL;

	if (!m)
		return;
	monread_set_container(m, how->container);
	monread_set_flags(m, how->flags);
	for (;;) {
		for (ev = monread_next(m); ev; ev = monread_next(m))
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
		n = size < how->piece ? size : how->piece;
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
