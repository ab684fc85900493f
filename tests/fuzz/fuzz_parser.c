/* fuzz_parser.c: any bytes as a capture. The first byte selects a descriptor or monread_feed(), the
 * size of pieces, the container, and whether bytes are missing in the middle. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

#define PULL  0x80u
#define GAP   0x20u /* bytes are missing in the middle */
#define SMALL 6000u

/* Check the promises about an event, and read all of its bytes. */
static void look_at(const struct monread_ev *ev)
{
	static volatile unsigned char sum;
	size_t i;

	if (ev->kind == MONREAD_RECORD && (ev->length < 20 || !ev->mce))
		abort();
	for (i = 0; i < ev->length; i++)
		sum = (unsigned char)(sum + ev->bytes[i]);
}

static void pull(struct monread *m)
{
	const struct monread_ev *ev;

	do
		for (ev = monread_next(m); ev; ev = monread_next(m))
			look_at(ev);
	while (monread_code(m) == MONREAD_AGAIN);
}

/* A checksum of the contents of a capture, which does not depend on the pieces. */
struct digest {
	uint64_t sum;
};

static void mix(struct digest *d, uint64_t v)
{
	d->sum = (d->sum ^ v) * UINT64_C(0x100000001B3);
	d->sum ^= d->sum >> 29;
}

static void event(void *arg, const struct monread_ev *ev)
{
	struct digest *d = arg;
	size_t i;

	look_at(ev);
	if (ev->kind < MONREAD_BAD) {
		/* The reader splits filler like the input, so mix in only its bytes. */
		if (ev->kind == MONREAD_FILLER) {
			for (i = 0; i < ev->length; i++)
				mix(d, ev->bytes[i]);
			return;
		}
		mix(d, ev->tod);
		mix(d, ev->length);
		mix(d, ev->address);
		mix(d, ev->domain * 65536u + ev->record);
		for (i = 0; i < ev->length; i++)
			mix(d, ev->bytes[i]);
	}
	mix(d, ev->kind);
	mix(d, ev->flags);
	mix(d, ev->offset);
	mix(d, ev->dataset);
	mix(d, ev->setno);
	mix(d, ev->skipped);
}

static uint64_t push(enum monread_container container, unsigned flags, const uint8_t *data,
                     size_t size, size_t piece, size_t gap)
{
	const struct fuzz_feeding how = { container, flags, piece, gap };
	struct digest d = { 1 };

	fuzz_feed_as(&how, data, size, event, &d);
	return d.sum;
}

/* Return a descriptor from which these bytes can be read. */
static int file_of(const uint8_t *data, size_t size)
{
	char name[] = "/tmp/fuzz_parser.XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0 || unlink(name) || write(fd, data, size) != (ssize_t)size ||
	    lseek(fd, 0, SEEK_SET) != 0)
		abort();
	return fd;
}

static void read_file(enum monread_container container, unsigned flags, const uint8_t *data,
                      size_t size)
{
	int fd = file_of(data, size);
	struct monread *m = monread_open(fd);

	if (m) {
		monread_set_container(m, container);
		monread_set_flags(m, flags);
		pull(m);
		monread_close(m);
	}
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t pieces[] = { 1, 12, 20, 4095, 4096, 4097, 12288, SIZE_MAX };
	enum monread_container container;
	size_t gap = SIZE_MAX;
	unsigned how, flags;
	uint64_t sum;

	if (size == 0)
		return 0;
	how = *data++;
	size--;
	container = (enum monread_container)(how >> 3 & 3);
	flags = how & 0x40 ? MONREAD_WANT_FILLER : 0;
	if (how & PULL) {
		read_file(container, flags, data, size);
		return 0;
	}
	/* Limit inputs with small pieces, because they are slow. */
	if (pieces[how & 7] < SMALL && size > SMALL)
		size = SMALL;
	if (how & GAP && container != MONREAD_CONTAINER_DEVICE)
		gap = size / 2;
	sum = push(container, flags, data, size, pieces[how & 7], gap);
	/* In the device container each piece is a data set, so pieces matter. */
	if (container != MONREAD_CONTAINER_DEVICE && pieces[how & 7] != SIZE_MAX &&
	    sum != push(container, flags, data, size, SIZE_MAX, gap))
		fuzz_fail("in pieces of %zu bytes it says something else than as a whole",
		          pieces[how & 7]);
	return 0;
}
