/* monreader.c: reads data sets from /dev/monreader by the rules of the Linux driver
 * (monreader.rst). A data set is valid only after the read that returns 0 bytes and ends it. */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"
#include "stream/frame.h"

#define READ_SIZE (1024u * 1024u)
/* Maximum size of a data set, because a DCSS ends below 2 GB. */
#define SET_MAX ((size_t)2048u * 1024u * 1024u - 1)
/* Maximum size of a data set that does not begin with a control element. */
#define JUNK_MAX ((size_t)64u * 1024u * 1024u)
/* If this number of empty data sets comes within a second, the input is a file, not a device. */
#define EMPTY_MAX 1000u
/* While the rest of a lost data set is discarded, return after this number of reads, so that the
 * user can stop the program. */
#define PASS_READS 64u

struct monread_device {
	int fd;
	/* 1 after a piece of a data set was discarded: the next bytes may be the rest of this data
	 * set */
	int suspect;
	int counted; /* 1 if the loss of the current data set was already reported */
	int broken;  /* 1 while the rest of a lost data set is read */
	unsigned sets; /* see monread_device_lost() */
	unsigned empty;     /* number of empty data sets that came one after the other */
	int64_t empty_from; /* time at which the first of these data sets came */
	/* why the rest of the current data set is discarded: ENOMEM, EFBIG or EBADMSG; else 0 */
	int too_large;
	size_t passed;  /* number of discarded bytes of the current data set */
	size_t pending; /* see monread_device_pending() */
	unsigned char spare[4096];
	enum monread_device_state state;
	char error[240];
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

static int is_junk(const struct monread_buffer *set)
{
	return set->length >= JUNK_MAX && !mr_mce_is_valid(set->bytes);
}

static int monreader_make_room(struct monread_buffer *set)
{
	if (set->room - set->length >= READ_SIZE / 4)
		return 0;
	if (set->length > SET_MAX - READ_SIZE || is_junk(set)) {
		errno = set->length > SET_MAX - READ_SIZE ? EFBIG : EBADMSG;
		return -1;
	}
	return array_reserve(set, READ_SIZE);
}

static int is_whole(const struct monread_buffer *set)
{
	size_t at = 0;

	while (set->length - at >= MONREAD_MCE_SIZE) {
		struct monread_mce mce;

		mr_mce_get(&mce, set->bytes + at);
		at += MONREAD_MCE_SIZE;
		if (mr_mce_fault(&mce) || mr_mce_length(&mce) > set->length - at)
			return 0;
		at += (size_t)mr_mce_length(&mce);
	}
	return at == set->length;
}

static enum monread_device_state empty_set_closed(struct monread_device *d)
{
	if (d->empty == 0)
		d->empty_from = clock_now();
	if (++d->empty < EMPTY_MAX)
		return MONREAD_DEVICE_EMPTY;
	d->empty = 0;
	if (clock_now() - d->empty_from >= CLOCK_SECOND)
		return MONREAD_DEVICE_EMPTY;
	errno = ENODATA;
	return MONREAD_DEVICE_FAILED;
}

/* Discard SET, a piece of a data set. Return how many bytes of this data set were discarded so
 * far. */
static size_t throw_away(struct monread_device *d, struct monread_buffer *set)
{
	size_t n = d->passed + set->length;

	d->too_large = 0;
	d->passed = 0;
	set->length = 0;
	return n;
}

/* Report the current data set as lost, and count it unless an earlier call did so. */
static enum monread_device_state report_lost(struct monread_device *d, int error)
{
	d->sets = !d->counted;
	d->counted = 1;
	errno = error;
	return MONREAD_DEVICE_LOST;
}

static enum monread_device_state set_closed(struct monread_device *d, struct monread_buffer *set,
                                            size_t *lost)
{
	int suspect = d->suspect, broken = d->broken, too_large = d->too_large;
	enum monread_device_state state = MONREAD_DEVICE_SET;

	d->suspect = d->broken = 0;
	if (!too_large && set->length == 0) {
		d->counted = 0;
		return empty_set_closed(d);
	}
	d->empty = 0;
	if (too_large || broken || (suspect && !is_whole(set))) {
		*lost = throw_away(d, set);
		state = report_lost(d, too_large ? too_large : EFAULT);
	}
	d->counted = 0;
	return state;
}

static int is_severed(const struct monread_device *d)
{
	struct pollfd p = { .fd = d->fd, .events = POLLIN };

	return poll(&p, 1, 0) == 1 && p.revents & (POLLERR | POLLHUP | POLLNVAL);
}

/* Return 1 if EFAULT seems to have come between two record sets of a data set, whose bytes before
 * EFAULT are in SET. The driver continues with the second of these record sets, so the bytes after
 * EFAULT look like a complete data set. */
static int is_between(const struct monread_device *d, const struct monread_buffer *set)
{
	if (d->passed + set->length == 0)
		return d->broken;
	return d->too_large || is_whole(set);
}

static enum monread_device_state read_failed(struct monread_device *d, struct monread_buffer *set,
                                             size_t *lost)
{
	int error = errno, again = error == EAGAIN || error == EWOULDBLOCK;

	/* While no data has come, read(2) does not notice a severed connection to the monitor; only
	 * poll(2) does. */
	if (again && is_severed(d))
		error = EIO;
	else if (again || error == EINTR)
		return MONREAD_DEVICE_AGAIN;
	if (error == EOVERFLOW)
		return MONREAD_DEVICE_OVERFLOW;
	d->broken = error == EFAULT && is_between(d, set);
	*lost = throw_away(d, set);
	d->empty = 0;
	if (error == EIO && (again || is_severed(d))) {
		errno = error;
		return MONREAD_DEVICE_SEVERED;
	}
	errno = error;
	if (error != EIO && error != EFAULT)
		return MONREAD_DEVICE_FAILED;
	d->suspect = 1;
	report_lost(d, error);
	/* After EFAULT, the next bytes belong to the data set that was just reported as lost; after
	 * EIO, they belong to the next data set. */
	d->counted = error == EFAULT;
	return MONREAD_DEVICE_LOST;
}

/* Read and discard bytes of a data set that is too large, to learn its size. */
static ssize_t pass_over(struct monread_device *d, struct monread_buffer *set)
{
	ssize_t n = set->room ? read(d->fd, set->bytes, set->room) :
	                        read(d->fd, d->spare, sizeof d->spare);

	if (n > 0 && (size_t)n <= SIZE_MAX - d->passed)
		d->passed += (size_t)n;
	return n;
}

static enum monread_device_state monreader_read_set(struct monread_device *d,
                                                    struct monread_buffer *set, size_t *lost)
{
	unsigned passes = 0;

	for (;;) {
		ssize_t n;

		if (!d->too_large && monreader_make_room(set)) {
			d->too_large = errno;
			d->passed = set->length;
			set->length = 0;
		}
		if (d->too_large)
			n = pass_over(d, set);
		else
			n = read(d->fd, set->bytes + set->length, set->room - set->length);
		if (n == 0)
			return set_closed(d, set, lost);
		if (n < 0)
			return read_failed(d, set, lost);
		if (!d->too_large)
			set->length += (size_t)n;
		else if (++passes == PASS_READS)
			return MONREAD_DEVICE_AGAIN;
	}
}

static void describe_state(struct monread_device *d, enum monread_device_state state, int error,
                           size_t lost)
{
	const char *why = strerror(error);
	const size_t room = sizeof d->error;

	switch (state) {
	case MONREAD_DEVICE_LOST:
		if (error == ENOMEM || error == EFBIG)
			snprintf(d->error, room,
			         "%s: the data set is too large; threw away %zu bytes, all of it",
			         why, lost);
		else
			snprintf(d->error, room,
			         "%s: the data set is not valid; threw away %zu bytes%s of it", why,
			         lost, d->sets ? "" : " more");
		break;
	case MONREAD_DEVICE_OVERFLOW:
		snprintf(d->error, room,
		         "message limit reached (%s); records may be missing from here on", why);
		break;
	case MONREAD_DEVICE_SEVERED:
		snprintf(d->error, room,
		         "%s: the connection to *MONITOR is severed; threw away %zu bytes", why,
		         lost);
		break;
	case MONREAD_DEVICE_FAILED:
		snprintf(d->error, room, "cannot be read: %s%s; threw away %zu bytes", why,
		         error == ENODATA ? " (only empty data sets: is it a device?)" : "", lost);
		break;
	default:
		d->error[0] = 0;
	}
}

enum monread_device_state monread_device_read(struct monread_device *d, struct monread_buffer *set,
                                              size_t *lost)
{
	enum monread_device_state state;
	int error;

	*lost = 0;
	d->sets = 0;
	state = monreader_read_set(d, set, lost);
	error = errno;
	d->pending = state == MONREAD_DEVICE_SET ? 0 : d->passed + set->length;
	describe_state(d, state, error, *lost);
	d->state = state;
	errno = error;
	return state;
}

enum monread_code monread_device_code(const struct monread_device *d)
{
	/* the return code for each state, from MONREAD_DEVICE_SET to MONREAD_DEVICE_FAILED */
	static const signed char codes[] = { MONREAD_OK,     MONREAD_OK,     MONREAD_AGAIN,
		                             MONREAD_FAILED, MONREAD_FAILED, MONREAD_FATAL,
		                             MONREAD_FATAL };

	return (enum monread_code)codes[d->state];
}

unsigned monread_device_lost(const struct monread_device *d)
{
	return d->sets;
}

size_t monread_device_pending(const struct monread_device *d)
{
	return d->pending;
}

const char *monread_device_error(const struct monread_device *d)
{
	return d->error;
}
