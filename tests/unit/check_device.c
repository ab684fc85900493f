/* check_device.c: what a device may do that monplay does not: read(2), poll(2), the clock and memory are made up. */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit.h"

static struct {
	const char *replies; /* one a read: s a set of 32 bytes, j junk for all the room, 0 none, i EIO, f EFAULT */
	unsigned long ms;    /* the time; as much a read */
	unsigned long ms_each;
	size_t memory; /* as much there is */
} made_up;

static ssize_t fake_read(int fd, void *buf, size_t n)
{
	/* A control element of 12 bytes and its record set of 20. */
	static const unsigned char set[32] = { 0xE2, 0x80, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x10, 0x13,
		                               0, 20, 0, 0, 1, 0, 0, 11 };

	(void)fd;
	made_up.ms += made_up.ms_each;
	switch (*made_up.replies ? *made_up.replies++ : 'a') {
	case 's':
		ck_assert_uint_ge(n, sizeof set);
		memcpy(buf, set, sizeof set);
		return (ssize_t)sizeof set;
	case 'j':
		memset(buf, 0, n);
		return (ssize_t)n;
	case '0':
		return 0;
	case 'i':
		errno = EIO;
		return -1;
	case 'f':
		errno = EFAULT;
		return -1;
	default:
		errno = EAGAIN;
		return -1;
	}
}

static int fake_poll(struct pollfd *p, nfds_t n, int ms)
{
	(void)p;
	(void)n;
	(void)ms;
	return 0;
}

static int fake_clock_gettime(clockid_t id, struct timespec *t)
{
	(void)id;
	t->tv_sec = (time_t)(made_up.ms / 1000);
	t->tv_nsec = (long)(made_up.ms % 1000 * 1000000);
	return 0;
}

static void *fake_realloc(void *p, size_t n)
{
	if (n > made_up.memory) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(p, n);
}

#define read fake_read
#define poll fake_poll
#define clock_gettime fake_clock_gettime
#define realloc fake_realloc
#include "stream/device.c"
#undef read
#undef poll
#undef clock_gettime
#undef realloc

static struct monread_device *device;
static struct monread_buffer set;
static size_t lost;

static void begin(const char *replies)
{
	device = monread_device_open(1000);
	ck_assert_ptr_nonnull(device);
	memset(&set, 0, sizeof set);
	memset(&made_up, 0, sizeof made_up);
	made_up.replies = replies;
	made_up.memory = 16 * READ_SIZE;
}

static void end(void)
{
	monread_device_close(device);
	free(set.bytes);
}

/* The state of the next reads, a letter each: S set, E empty, A again, L lost, O overflow, V severed, F failed. */
static const char *states(unsigned n)
{
	static char text[64];
	unsigned i;

	ck_assert_uint_lt(n, sizeof text);
	for (i = 0; i < n; i++) {
		text[i] = "SEALOVF"[monread_device_read(device, &set, &lost)];
		if (text[i] == 'S')
			set.length = 0;
	}
	text[n] = 0;
	return text;
}

START_TEST(eio_without_pollerr_is_no_end)
{
	begin("s0iiiiiiiis0");
	ck_assert_str_eq(states(10), "SLLLLLLLLS");
	end();
}
END_TEST

START_TEST(efault_is_no_end)
{
	begin("s0ffffffffffs0");
	ck_assert_str_eq(states(12), "SLLLLLLLLLLS");
	end();
}
END_TEST

static char *zeros(size_t n)
{
	char *text = malloc(n + 1);

	ck_assert_ptr_nonnull(text);
	memset(text, '0', n);
	text[n] = 0;
	return text;
}

static unsigned empty_ones(unsigned long ms_each)
{
	char *replies = zeros(3 * EMPTY_MAX);
	unsigned n = 0;

	begin(replies);
	made_up.ms_each = ms_each;
	while (monread_device_read(device, &set, &lost) == MONREAD_DEVICE_EMPTY)
		n++;
	end();
	free(replies);
	return n;
}

START_TEST(empty_sets_at_once_are_a_file)
{
	ck_assert_uint_eq(empty_ones(0), 999);
	ck_assert_int_eq(errno, ENODATA);
}
END_TEST

START_TEST(empty_sets_now_and_then_are_none)
{
	ck_assert_uint_eq(empty_ones(1000), 3000);
	ck_assert_int_eq(errno, EAGAIN);
}
END_TEST

START_TEST(a_set_too_large_for_memory_is_lost)
{
	/* Room for 1 MB: a read that fills it, one that has to grow, which fails; the rest is passed over. */
	begin("jjj0s0");
	made_up.memory = READ_SIZE;
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, ENOMEM);
	ck_assert_uint_eq(lost, 3 * READ_SIZE);
	ck_assert_str_eq(states(1), "S");
	ck_assert_uint_eq(lost, 0);
	end();
}
END_TEST

START_TEST(no_memory_at_all)
{
	begin("jj0");
	made_up.memory = 0;
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, ENOMEM);
	ck_assert_uint_eq(lost, 2 * sizeof device->spare);
	made_up.memory = READ_SIZE;
	made_up.replies = "s0";
	ck_assert_str_eq(states(1), "S");
	end();
}
END_TEST

START_TEST(an_error_in_a_set_too_large)
{
	begin("jjjis0");
	made_up.memory = READ_SIZE;
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, EIO);
	ck_assert_uint_eq(lost, 3 * READ_SIZE);
	ck_assert_str_eq(states(1), "S");
	end();
}
END_TEST

START_TEST(junk_does_not_fill_memory)
{
	char *replies = zeros(300);
	unsigned n = 0;

	memset(replies, 'j', 300);
	begin(replies);
	made_up.memory = SIZE_MAX;
	/* Some reads at a time, so that it can be stopped. */
	while (monread_device_read(device, &set, &lost) == MONREAD_DEVICE_AGAIN && set.length == 0 && *made_up.replies)
		n++;
	ck_assert_uint_ge(n, 2);
	ck_assert_uint_le(set.room, 2 * JUNK_MAX);
	made_up.replies = "0s0";
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, EBADMSG);
	ck_assert_str_eq(states(1), "S");
	end();
	free(replies);
}
END_TEST

UNIT_MAIN("device", eio_without_pollerr_is_no_end, efault_is_no_end, empty_sets_at_once_are_a_file,
          empty_sets_now_and_then_are_none, a_set_too_large_for_memory_is_lost, no_memory_at_all,
          an_error_in_a_set_too_large, junk_does_not_fill_memory)
