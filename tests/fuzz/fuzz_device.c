/* fuzz_device.c: any sequence of results of read(2) and poll(2) on a device.
 *
 * The input: the number of steps (1), a byte for each, then the data that the steps return. A step
 * of 0x80 or more returns 8 times as many bytes as its low seven bits say. */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

static ssize_t fuzz_device_read(int fd, void *to, size_t n);
static int fuzz_device_poll(struct pollfd *p, nfds_t n, int timeout);

/* The reader of devices, on top of these two. */
#define read fuzz_device_read
#define poll fuzz_device_poll
#include "stream/monreader.c"
#undef read
#undef poll

enum { END, EMPTY_READ, IO, FAULT, NOTHING, OVERFLOWN, INTERRUPTED, OTHER, SEVER, KINDS };

static struct {
	const uint8_t *steps, *data;
	size_t nsteps, size;
	uint64_t given;     /* bytes in total */
	size_t open;        /* bytes since the last end of a set, or loss */
	int closed;         /* the last read gave 0 bytes */
	int severed;
} device;

static int fail(int error)
{
	errno = error;
	return -1;
}

static ssize_t give(uint8_t step, void *to, size_t n)
{
	size_t want = (step & 0x7Fu) * 8u;

	want = want < n ? want : n;
	want = want < device.size ? want : device.size;
	/* The end of the input is not the end of a set. */
	if (want == 0)
		return fail(EAGAIN);
	memcpy(to, device.data, want);
	device.data += want;
	device.size -= want;
	device.given += want;
	device.open += want;
	return (ssize_t)want;
}

static ssize_t fuzz_device_read(int fd, void *to, size_t n)
{
	uint8_t step;

	(void)fd;
	device.closed = 0;
	if (device.nsteps == 0)
		device.severed = 1;
	if (device.severed)
		return fail(EIO);
	device.nsteps--;
	step = *device.steps++;
	if (step & 0x80)
		return give(step, to, n);
	switch (step % KINDS) {
	case END:
	case EMPTY_READ:
		device.closed = 1;
		return 0;
	case IO:
		return fail(EIO);
	case FAULT:
		return fail(EFAULT);
	case NOTHING:
		return fail(EAGAIN);
	case OVERFLOWN:
		return fail(EOVERFLOW);
	case INTERRUPTED:
		return fail(EINTR);
	case OTHER:
		return fail(ENXIO);
	default:
		device.severed = 1;
		return fail(EAGAIN);
	}
}

static int fuzz_device_poll(struct pollfd *p, nfds_t n, int timeout)
{
	(void)n;
	(void)timeout;
	p->revents = (short)(device.severed ? POLLERR : 0);
	return device.severed;
}

static void begin(const uint8_t *data, size_t size)
{
	size_t n = data[0] < size - 1 ? data[0] : size - 1;

	memset(&device, 0, sizeof device);
	device.steps = data + 1;
	device.nsteps = n;
	device.data = data + 1 + n;
	device.size = size - 1 - n;
}

/* Each byte read is in a complete set, or reported as lost, or still waits for the end of its
 * set. */
static void read_sets(void)
{
	struct monread_buffer set = { NULL, 0, 0 };
	struct monread_device *d = monread_device_open(0);
	enum monread_device_state state = MONREAD_DEVICE_SET;
	uint64_t accounted = 0;
	unsigned again = 0;
	size_t lost;

	while (d && state != MONREAD_DEVICE_SEVERED && state != MONREAD_DEVICE_FAILED &&
	       again < 3) {
		state = monread_device_read(d, &set, &lost);
		again = state == MONREAD_DEVICE_AGAIN ? again + (device.nsteps == 0) : 0;
		switch (state) {
		case MONREAD_DEVICE_SET:
			if (!device.closed || set.length == 0 || set.length != device.open)
				fuzz_fail("a set of %zu bytes, %zu were read", set.length,
				          device.open);
			accounted += set.length;
			set.length = device.open = 0;
			break;
		case MONREAD_DEVICE_EMPTY:
			if (!device.closed || device.open != 0 || set.length != 0)
				fuzz_fail("a set that is not empty was taken for empty");
			break;
		case MONREAD_DEVICE_LOST:
		case MONREAD_DEVICE_SEVERED:
		case MONREAD_DEVICE_FAILED:
			if (lost != device.open || set.length != 0)
				fuzz_fail("%zu bytes told as lost, %zu were", lost, device.open);
			accounted += lost;
			device.open = 0;
			break;
		default:
			break;
		}
		if (accounted + set.length != device.given)
			fuzz_fail("%llu bytes read, %llu accounted for",
			          (unsigned long long)device.given,
			          (unsigned long long)accounted + set.length);
		if (monread_device_pending(d) != set.length)
			fuzz_fail("%zu bytes wait for the end of a set of %zu",
			          monread_device_pending(d), set.length);
	}
	free(set.bytes);
	monread_device_close(d);
}

/* The same through the parser: records come only from complete sets. */
static void read_events(void)
{
	struct monread *m = monread_open(0);
	const struct monread_ev *ev;
	unsigned again = 0;

	if (!m)
		return;
	monread_set_container(m, MONREAD_CONTAINER_DEVICE);
	while (again < 3) {
		ev = monread_next(m);
		if (!ev && monread_code(m) != MONREAD_AGAIN)
			break;
		if (ev && ev->kind == MONREAD_RECORD && !device.closed)
			fuzz_fail("a record of a set that was not closed");
		again = ev ? 0 : again + (device.nsteps == 0);
	}
	monread_close(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2)
		return 0;
	begin(data, size);
	read_sets();
	begin(data, size);
	read_events();
	return 0;
}
