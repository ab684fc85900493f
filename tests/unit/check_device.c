/* check_device.c: behaviour of a device that monplay cannot simulate: the test replaces read(2), poll(2), the
 * clock and memory. */

#include "unit.h"

#include <poll.h>
#include <time.h>

static struct {
	/* One a read: s a set of 32 bytes, h its second half of 16, e its element alone, j junk for all the room, m the
	 * element of a set of 2 GB and junk, 0 none, i EIO, f EFAULT, n EINTR, o EOVERFLOW, x ENXIO. */
	const char *replies;
	int events; /* result of poll(2), 0: none */
	unsigned long ms;    /* the time, and the time that each read takes */
	unsigned long ms_each;
	size_t memory; /* the largest allocation that succeeds */
	size_t room;   /* room that the last read had */
} made_up;

static ssize_t fake_read(int fd, void *buf, size_t n)
{
	/* A control element of 12 bytes and its record set of 20. */
	static const unsigned char set[32] = { 0xE2, 0x80, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x10, 0x13,
		                               0, 20, 0, 0, 1, 0, 0, 11 };

	ck_assert_int_eq(fd, 1000);
	made_up.ms += made_up.ms_each;
	made_up.room = n;
	switch (*made_up.replies ? *made_up.replies++ : 'a') {
	case 'h':
		memcpy(buf, set + 16, 16);
		return 16;
	case 'e':
		memcpy(buf, set, 12);
		return 12;
	case 'm':
		memset(buf, 0, n);
		memcpy(buf, set, 8);
		memset((unsigned char *)buf + 8, 0xFF, 4);
		*((unsigned char *)buf + 8) = 0x7F;
		return (ssize_t)n;
	case 'n':
		errno = EINTR;
		return -1;
	case 'o':
		errno = EOVERFLOW;
		return -1;
	case 'x':
		errno = ENXIO;
		return -1;
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
	p->revents = (short)made_up.events;
	return made_up.events != 0;
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

/* The results of the next reads, one letter each: S set, E empty, A again, L lost, O overflow, V severed, F
 * failed. */
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

TEST(empty_sets_now_and_then_are_none)
{
	ck_assert_uint_eq(empty_ones(1000), 3000);
	ck_assert_int_eq(errno, EAGAIN);
}

TEST(what_follows_a_loss_has_to_be_whole)
{
	/* The rest of the failed set is not a complete set; neither is a set that includes a piece of a different
	 * set. */
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

/* The next read loses BYTES bytes of a set; SETS: 1 unless the set was already counted. */
static void loses(size_t bytes, unsigned sets, int error)
{
	ck_assert_str_eq(states(1), "L");
	ck_assert_int_eq(errno, error);
	ck_assert_uint_eq(lost, bytes);
	ck_assert_uint_eq(monread_device_lost(device), sets);
}

TEST(the_rest_of_a_broken_set_is_no_set)
{
	/* EFAULT between two record sets: the pieces up to the read of 0 bytes belong to the same set, but look
	 * like a whole set. */
	begin("sfs0s0" "sffss0s0");
	loses(32, 1, EFAULT);
	loses(32, 0, EFAULT);
	ck_assert_str_eq(states(1), "S");
	ck_assert_uint_eq(lost, 0);
	/* A second EFAULT before any other read. */
	loses(32, 1, EFAULT);
	loses(0, 0, EFAULT);
	loses(64, 0, EFAULT);
	ck_assert_str_eq(states(1), "S");
	/* EIO ends the set, and so does a read of 0 bytes. */
	made_up.replies = "sfsis0" "sf0s0";
	loses(32, 1, EFAULT);
	loses(32, 0, EIO);
	ck_assert_str_eq(states(1), "S");
	loses(32, 1, EFAULT);
	ck_assert_str_eq(states(2), "ES");
	/* After EFAULT in the middle of a record set, a set that looks whole is a new set: the rest of the old set
	 * would not look whole. */
	made_up.replies = "shfs0";
	loses(48, 1, EFAULT);
	ck_assert_str_eq(states(1), "S");
	/* If the failed read was the first of its set, the device returns all of the set. */
	made_up.replies = "fs0";
	loses(0, 1, EFAULT);
	ck_assert_int_eq(monread_device_read(device, &set, &lost), MONREAD_DEVICE_SET);
	ck_assert_uint_eq(set.length, 32);
	end();
}

TEST(no_set_is_as_large_as_2_gb)
{
	static unsigned char element[12] = { 0xE2, 0x80, 0, 0, 0, 0, 0x10, 0, 0x7F, 0xFF, 0xFF, 0xFF };
	/* A set of 2 GB is never allocated; volatile prevents a warning of the compiler. */
	unsigned char *volatile bytes = element;
	struct monread_buffer full = { bytes, SET_MAX - READ_SIZE, SET_MAX - READ_SIZE };

	/* Without memory the buffer cannot grow (ENOMEM); at the maximum size it must not grow (EFBIG). */
	begin("");
	made_up.memory = 0;
	errno = 0;
	ck_assert_int_eq(make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	full.length = ++full.room;
	ck_assert_int_eq(make_room(&full), -1);
	ck_assert_int_eq(errno, EFBIG);
	/* The device recognizes junk at 64 MB, and not before. */
	full.length = full.room = JUNK_MAX;
	ck_assert_int_eq(make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	element[0] = 0;
	ck_assert_int_eq(make_room(&full), -1);
	ck_assert_int_eq(errno, EBADMSG);
	full.length = --full.room;
	ck_assert_int_eq(make_room(&full), -1);
	ck_assert_int_eq(errno, ENOMEM);
	end();
}

TEST(a_set_that_is_passed_over_lets_the_caller_stop)
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
