/* device.c: /dev/monreader, by the rules of the Linux driver's documentation (monreader.rst).
 *
 * A data set is valid when its closing 0-byte read has come, not before. */
#include "config.h"

#include "monread.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "stream/mce.h"

#define READ_SIZE (1024u * 1024u)
/* A DCSS ends below 2 GB; a set that is larger is none. */
#define SET_MAX ((size_t)2048u * 1024u * 1024u - 1)
/* So many empty sets one behind the other, and no time between them, come from a file, not from a device. */
#define EMPTY_MAX 1000u
#define EIO_MAX 3u

struct monread_device {
	int fd;
	int suspect;     /* the last set was thrown away: the next may be its rest */
	unsigned empty;  /* 0-byte reads in a row */
	unsigned failed; /* EIO in a row */
};

struct monread_device *monread_device_open(int fd)
{
	struct monread_device *d = calloc(1, sizeof *d);

	if (d)
		d->fd = fd;
	return d;
}

void monread_device_close(struct monread_device *d)
{
	free(d);
}

static int make_room(struct monread_buffer *set)
{
	size_t room = set->room ? set->room : READ_SIZE;
	unsigned char *bytes;

	if (set->room - set->length >= READ_SIZE / 4)
		return 0;
	while (room - set->length < READ_SIZE)
		room *= 2;
	if (set->length > SET_MAX - READ_SIZE) {
		errno = EFBIG;
		return -1;
	}
	bytes = realloc(set->bytes, room);
	if (!bytes)
		return -1;
	set->bytes = bytes;
	set->room = room;
	return 0;
}

/* Control elements with all of their record sets, and nothing else. */
static int is_whole(const struct monread_buffer *set)
{
	size_t at = 0;

	while (set->length - at >= MR_MCE_SIZE) {
		struct monread_mce mce;

		mr_mce_get(&mce, set->bytes + at);
		at += MR_MCE_SIZE;
		if (mr_mce_fault(&mce) || mr_mce_length(&mce) > set->length - at)
			return 0;
		at += (size_t)mr_mce_length(&mce);
	}
	return at == set->length;
}

static enum monread_device_state closed(struct monread_device *d, struct monread_buffer *set, size_t *lost)
{
	int suspect = d->suspect;

	d->failed = 0;
	d->suspect = 0;
	if (set->length == 0) {
		if (++d->empty < EMPTY_MAX)
			return MONREAD_DEVICE_EMPTY;
		errno = ENODATA;
		return MONREAD_DEVICE_FAILED;
	}
	d->empty = 0;
	/* After EFAULT the driver goes on where it was, in the middle of the set. */
	if (suspect && !is_whole(set)) {
		*lost = set->length;
		set->length = 0;
		errno = EFAULT;
		return MONREAD_DEVICE_LOST;
	}
	return MONREAD_DEVICE_SET;
}

static int is_severed(const struct monread_device *d)
{
	struct pollfd p = { .fd = d->fd, .events = POLLIN };

	return poll(&p, 1, 0) == 1 && p.revents & (POLLERR | POLLHUP | POLLNVAL);
}

static enum monread_device_state failed(struct monread_device *d, struct monread_buffer *set, size_t *lost)
{
	int error = errno, again = error == EAGAIN || error == EWOULDBLOCK;

	/* With nothing there the driver does not look at the connection; only poll(2) does. */
	if (again && is_severed(d))
		error = EIO;
	else if (again || error == EINTR)
		return MONREAD_DEVICE_AGAIN;
	if (error == EOVERFLOW)
		return MONREAD_DEVICE_OVERFLOW;
	*lost = set->length;
	set->length = 0;
	if (error == EIO && (again || ++d->failed >= EIO_MAX || is_severed(d))) {
		errno = error;
		return MONREAD_DEVICE_SEVERED;
	}
	errno = error;
	if (error != EIO && error != EFAULT)
		return MONREAD_DEVICE_FAILED;
	d->suspect = 1;
	return MONREAD_DEVICE_LOST;
}

enum monread_device_state monread_device_read(struct monread_device *d, struct monread_buffer *set, size_t *lost)
{
	*lost = 0;
	for (;;) {
		ssize_t n;

		if (make_room(set)) {
			*lost = set->length;
			set->length = 0;
			return MONREAD_DEVICE_FAILED;
		}
		n = read(d->fd, set->bytes + set->length, set->room - set->length);
		if (n == 0)
			return closed(d, set, lost);
		if (n < 0)
			return failed(d, set, lost);
		set->length += (size_t)n;
	}
}
