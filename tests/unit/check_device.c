/* check_device.c: behaviour of a device that monplay cannot simulate: the test replaces read(2),
 * poll(2), the clock and memory. */

#include "unit.h"

#include <poll.h>
#include <time.h>

static struct {
	/* One per read: s a set of 32 bytes, h its second half of 16, e its element alone, j junk
	 * for all the room, 0 none, i EIO, f EFAULT. */
	const char *replies;
	unsigned long ms;    /* the time, and the time that each read takes */
	unsigned long ms_each;
	size_t memory; /* the largest allocation that succeeds */
} made_up;

static ssize_t fake_read(int fd, void *buf, size_t n)
{
	/* A control element of 12 bytes and its record set of 20. */
	static const unsigned char set[32] = { 0xE2, 0x80, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x10, 0x13,
		                               0, 20, 0, 0, 1, 0, 0, 11 };

	ck_assert_int_eq(fd, 1000);
	made_up.ms += made_up.ms_each;
	switch (*made_up.replies ? *made_up.replies++ : 'a') {
	case 'h':
		memcpy(buf, set + 16, 16);
		return 16;
	case 'e':
		memcpy(buf, set, 12);
		return 12;
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
	ck_assert_int_eq(p->fd, 1000);
	ck_assert_uint_eq(n, 1);
	ck_assert_int_eq(ms, 0);
	p->revents = 0;
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
#include "stream/monreader.c"
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

/* The results of the next reads, one letter each: S set, E empty, A again, L lost, O overflow, V
 * severed, F failed. */
static const char *states(unsigned n)
{
	static const int codes[] = { MONREAD_OK,     MONREAD_OK,    MONREAD_AGAIN, MONREAD_FAILED,
		                     MONREAD_FAILED, MONREAD_FATAL, MONREAD_FATAL };
	static char text[64];
	enum monread_device_state state;
	unsigned i;

	ck_assert_uint_lt(n, sizeof text);
	for (i = 0; i < n; i++) {
		state = monread_device_read(device, &set, &lost);
		ck_assert_int_eq(monread_device_code(device), codes[state]);
		text[i] = "SEALOVF"[state];
		if (text[i] == 'S')
			set.length = 0;
	}
	text[n] = 0;
	return text;
}

TEST(occasional_empty_sets_are_ignored)
{
	char *replies = malloc(4 * EMPTY_MAX + 1);
	unsigned n = 0;

	ck_assert_ptr_nonnull(replies);
	memset(replies, '0', 4 * EMPTY_MAX);
	replies[4 * EMPTY_MAX] = 0;
	begin(replies);
	made_up.ms_each = 1000;
	while (monread_device_read(device, &set, &lost) == MONREAD_DEVICE_EMPTY)
		if (++n == 3000)
			made_up.ms_each = 0;
	ck_assert_uint_eq(n, 3999);
	ck_assert_int_eq(errno, ENODATA);
	end();
	free(replies);
}

TEST(set_after_a_loss_must_be_complete)
{
	/* The rest of the failed set is not a complete set; neither is a set that includes a piece
	 * of a different set. */
	begin("sfh0s0" "if" "e0s0" "fsh0" "fss0");
	ck_assert_str_eq(states(1), "L");
	ck_assert_uint_eq(lost, 32);
	ck_assert_uint_eq(monread_device_lost(device), 1);
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, EFAULT);
	ck_assert_uint_eq(lost, 16);
	ck_assert_uint_eq(monread_device_lost(device), 0);
	ck_assert_uint_eq(set.length, 0);
	ck_assert_str_eq(states(1), "S");
	ck_assert_uint_eq(lost, 0);
	/* After EIO a new set begins. */
	ck_assert_str_eq(states(2), "LL");
	ck_assert_uint_eq(monread_device_lost(device), 1);
	ck_assert_str_eq(states(1), "L");
	ck_assert_uint_eq(monread_device_lost(device), 0);
	ck_assert_uint_eq(lost, 12);
	ck_assert_str_eq(states(1), "S");
	ck_assert_str_eq(states(2), "LL");
	ck_assert_uint_eq(lost, 48);
	ck_assert_str_eq(states(1), "L");
	/* Two complete record sets form a data set. */
	ck_assert_int_eq(monread_device_read(device, &set, &lost), MONREAD_DEVICE_SET);
	ck_assert_uint_eq(set.length, 64);
	end();
}

TEST(set_of_2_gb_is_refused)
{
	static unsigned char element[12] = {
		0xE2, 0x80, 0, 0, 0, 0, 0x10, 0, 0x7F, 0xFF, 0xFF, 0xFF
	};
	/* A set of 2 GB is never allocated; volatile prevents a warning of the compiler. */
	unsigned char *volatile bytes = element;
	struct monread_buffer full = { bytes, SET_MAX - READ_SIZE, SET_MAX - READ_SIZE };

	/* Without memory the buffer cannot grow (ENOMEM); at the maximum size it must not grow
	 * (EFBIG). */
	begin("");
	made_up.memory = 0;
	errno = 0;
	ck_assert_int_eq(monreader_make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	full.length = ++full.room;
	ck_assert_int_eq(monreader_make_room(&full), -1);
	ck_assert_int_eq(errno, EFBIG);
	/* The device recognizes junk at 64 MB, and not before. */
	full.length = full.room = JUNK_MAX;
	ck_assert_int_eq(monreader_make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	element[0] = 0;
	ck_assert_int_eq(monreader_make_room(&full), -1);
	ck_assert_int_eq(errno, EBADMSG);
	full.length = --full.room;
	ck_assert_int_eq(monreader_make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	end();
}

TEST(caller_can_stop_during_a_skipped_set)
{
	char replies[200];

	memset(replies, 'j', sizeof replies);
	replies[1 + 64 + 64 + 3] = '0';
	replies[1 + 64 + 64 + 4] = 0;
	begin(replies);
	made_up.memory = READ_SIZE;
	ck_assert_str_eq(states(2), "AA");
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, ENOMEM);
	ck_assert_uint_eq(lost, (1 + 64 + 64 + 3) * (size_t)READ_SIZE);
	end();
}

UNIT_MAIN("device", NULL, NULL)
