/* check_spill.c: what is kept in a temporary file comes back, and what cannot be kept is said once. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "inputs.h"
#include "memory.h"

#define PART ((size_t)4096)

static void begin(void)
{
	diag_set_level(DIAG_VERBOSE);
	begin_said();
}

/* What was said, without the name of the program. */
static const char *told(void)
{
	const char *text = ended();

	return strncmp(text, ": ", 2) == 0 ? text + 2 : text;
}

static unsigned take(struct spill *s)
{
	unsigned place = 99;

	ck_assert_int_eq(spill_take(s, &place), 0);
	return place;
}

static void put(struct spill *s, unsigned place, size_t at, int c)
{
	unsigned char bytes[PART];

	memset(bytes, c, sizeof bytes);
	ck_assert_int_eq(spill_put(s, place, at, bytes, sizeof bytes), 0);
}

static void ck_kept(struct spill *s, unsigned place, size_t at, int c)
{
	unsigned char bytes[PART];
	size_t i;

	ck_assert_int_eq(spill_get(s, place, at, bytes, sizeof bytes), 0);
	for (i = 0; i < sizeof bytes; i++)
		ck_assert_int_eq(bytes[i], c);
}

START_TEST(each_place_has_its_bytes)
{
	struct spill *s = spill_new();
	unsigned char byte;
	unsigned i, place[3], again[3];

	ck_assert(!spill_failed(s));
	for (i = 0; i < 3; i++) {
		place[i] = take(s);
		ck_assert(i < 1 || place[i] != place[0]);
		ck_assert(i < 2 || place[i] != place[1]);
	}
	for (i = 0; i < 3; i++) {
		put(s, place[i], 0, 'a' + (int)i);
		put(s, place[i], SPILL_SIZE - PART, 'A' + (int)i);
	}
	put(s, place[0], PART, 'x');
	for (i = 0; i < 3; i++) {
		ck_kept(s, place[i], 0, 'a' + (int)i);
		ck_kept(s, place[i], SPILL_SIZE - PART, 'A' + (int)i);
	}
	ck_kept(s, place[0], PART, 'x');
	ck_assert_int_eq(spill_get(s, place[1], SPILL_SIZE - 1, &byte, 1), 0);
	ck_assert_int_eq(byte, 'B');

	/* A place that was given back is taken before the file grows, and all of them can be. */
	spill_give(s, place[1]);
	ck_assert_uint_eq(take(s), place[1]);
	for (i = 0; i < 3; i++)
		spill_give(s, place[i]);
	for (i = 0; i < 3; i++) {
		again[i] = take(s);
		ck_assert(again[i] == place[0] || again[i] == place[1] || again[i] == place[2]);
		ck_assert(i < 1 || again[i] != again[0]);
		ck_assert(i < 2 || again[i] != again[1]);
	}
	i = take(s);
	ck_assert(i != place[0] && i != place[1] && i != place[2]);
	spill_free(s);
}
END_TEST

START_TEST(what_is_not_there)
{
	struct spill *s = spill_new();
	unsigned char bytes[2 * PART];
	unsigned place = take(s);

	put(s, place, 0, 'a');
	errno = 0;
	ck_assert_int_eq(spill_get(s, place, 0, bytes, PART + 1), -1);
	ck_assert_int_eq(errno, EIO);
	errno = 0;
	ck_assert_int_eq(spill_get(s, place, PART, bytes, 1), -1);
	ck_assert_int_eq(errno, EIO);
	errno = 0;
	ck_assert_int_eq(spill_get(s, place, 0, bytes, PART), 0);
	ck_assert_int_eq(errno, 0);
	ck_assert(!spill_failed(s));
	spill_free(s);
}
END_TEST

START_TEST(there_may_be_none)
{
	unsigned place;

	ck_assert(spill_failed(NULL));
	ck_assert_int_eq(spill_take(NULL, &place), -1);
	spill_free(NULL);
}
END_TEST

START_TEST(the_file_is_closed)
{
	int before = open("/dev/null", O_RDONLY), after;
	struct spill *s = spill_new();

	close(before);
	/* What makes no file closes none. */
	spill_free(spill_new());
	ck_assert_int_ge(fcntl(STDOUT_FILENO, F_GETFD), 0);
	take(s);
	ck_assert_int_ge(fcntl(before, F_GETFD), 0);
	spill_free(s);
	after = open("/dev/null", O_RDONLY);
	ck_assert_int_eq(after, before);
	close(after);
}
END_TEST

START_TEST(a_file_that_cannot_be_made)
{
	struct spill *s = spill_new();
	char text[300], was[4000];
	const char *dir = getenv("TMPDIR");
	unsigned place;

	snprintf(was, sizeof was, "%s", dir ? dir : "/tmp");
	setenv("TMPDIR", "/nonexistent/monread", 1);
	begin();
	ck_assert_int_eq(spill_take(s, &place), -1);
	ck_assert(spill_failed(s));
	setenv("TMPDIR", was, 1);
	ck_assert_int_eq(spill_take(s, &place), -1);
	snprintf(text, sizeof text, "a temporary file in $TMPDIR: %s; what it would hold stays in memory\n", strerror(ENOENT));
	ck_assert_str_eq(told(), text);
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
	spill_free(s);
}
END_TEST

START_TEST(a_file_that_cannot_grow)
{
	struct spill *s = spill_new();
	struct rlimit limit, small;
	unsigned char bytes[2 * PART];
	unsigned place = take(s), other;
	char text[300];
	int rc;

	signal(SIGXFSZ, SIG_IGN);
	put(s, place, 0, 'a');
	memset(bytes, 'b', sizeof bytes);
	begin();
	ck_assert(!spill_failed(s));
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = 3 * PART;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	rc = spill_put(s, place, 2 * PART, bytes, sizeof bytes);
	/* libcheck has files, too. */
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ck_assert_int_eq(rc, -1);
	ck_assert(spill_failed(s));
	ck_assert_int_eq(spill_take(s, &other), -1);
	snprintf(text, sizeof text, "a temporary file in $TMPDIR: %s; what it would hold stays in memory\n", strerror(EFBIG));
	ck_assert_str_eq(told(), text);
	/* What is in it can be had. */
	ck_kept(s, place, 0, 'a');
	spill_give(s, place);
	spill_free(s);
}
END_TEST

START_TEST(there_is_no_memory)
{
	struct spill *s;
	char text[300];
	unsigned place;

	memory_begin(1, 0);
	memory_watch();
	s = spill_new();
	memory_rest();
	ck_assert_ptr_null(s);
	s = spill_new();
	place = take(s);
	begin();
	memory_begin(1, 0);
	memory_watch();
	ck_assert_int_eq(spill_take(s, &place), -1);
	memory_rest();
	ck_assert(spill_failed(s));
	snprintf(text, sizeof text, "a temporary file in $TMPDIR: %s; what it would hold stays in memory\n", strerror(ENOMEM));
	ck_assert_str_eq(told(), text);
	spill_give(s, place);
	spill_free(s);
}
END_TEST

UNIT_MAIN("spill", each_place_has_its_bytes, what_is_not_there, there_may_be_none, the_file_is_closed, a_file_that_cannot_be_made,
          a_file_that_cannot_grow, there_is_no_memory)
