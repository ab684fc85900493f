/* check_losses.c: the first loss is said, then a count each ten seconds. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "input/losses.h"
#include "unit.h"

/* 2026-11-21T12:00:00Z */
#define NOON 1795262400

static struct losses losses;
static char text[INPUT_TEXT];

/* One more set each. */
static const char *add(int at, enum monread_device_state state, int error, size_t bytes)
{
	struct live_item loss = { .when = { NOON + at, 0 }, .state = state, .error = error, .sets = 1, .lost = bytes,
	                          .text = "what the device says" };

	losses_add(&losses, &loss, 7, text);
	return text;
}

static const char *due(int at)
{
	struct timespec now = { NOON + at, 0 };

	return losses_due(&losses, at < 0 ? NULL : &now, text) ? text : "none";
}

START_TEST(the_first_is_said_with_time_and_place)
{
	struct live_item first = { .when = { NOON, 0 }, .state = MONREAD_DEVICE_LOST, .error = EFAULT, .sets = 1, .lost = 12,
	                           .text = "something else" };

	memset(&losses, 0, sizeof losses);
	ck_assert_str_eq(add(0, MONREAD_DEVICE_LOST, EIO, 100),
	                 "2026-11-21T12:00:00Z: after data set 7: what the device says");
	losses_add(&losses, &first, 0, text);
	ck_assert_str_eq(text, "2026-11-21T12:00:00Z: before the first data set: something else");
	ck_assert_str_eq(due(-1), "none");
}
END_TEST

START_TEST(then_a_count_each_ten_seconds)
{
	char expected[INPUT_TEXT];
	int i;

	memset(&losses, 0, sizeof losses);
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	for (i = 0; i < 3000; i++)
		ck_assert_str_eq(add(i / 400, MONREAD_DEVICE_LOST, EFAULT, 2), "");
	ck_assert_str_eq(due(9), "none");
	snprintf(expected, sizeof expected, "%s: 3000 more data sets lost; threw away 6000 bytes", strerror(EFAULT));
	ck_assert_str_eq(due(10), expected);
	ck_assert_str_eq(due(10), "none");
	ck_assert_str_eq(add(11, MONREAD_DEVICE_LOST, EFAULT, 5), "");
	ck_assert_str_eq(due(19), "none");
	snprintf(expected, sizeof expected, "%s: 1 more data set lost; threw away 5 bytes", strerror(EFAULT));
	ck_assert_str_eq(due(-1), expected);
	ck_assert_str_eq(due(-1), "none");
	/* After ten seconds of peace it is a first one again. */
	ck_assert_str_ne(add(40, MONREAD_DEVICE_LOST, EFAULT, 5), "");
}
END_TEST

START_TEST(kinds_are_counted_by_themselves)
{
	char expected[INPUT_TEXT];

	memset(&losses, 0, sizeof losses);
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EIO, 1), "");
	ck_assert_str_ne(add(0, MONREAD_DEVICE_OVERFLOW, EOVERFLOW, 0), "");
	ck_assert_str_eq(add(1, MONREAD_DEVICE_OVERFLOW, EOVERFLOW, 0), "");
	ck_assert_str_eq(add(1, MONREAD_DEVICE_OVERFLOW, EOVERFLOW, 0), "");
	snprintf(expected, sizeof expected, "message limit reached (%s): 2 more times", strerror(EOVERFLOW));
	ck_assert_str_eq(due(-1), expected);
	ck_assert_str_eq(due(-1), "none");
}
END_TEST

/* Four kinds are known; all further ones are counted together, as the fourth. */
START_TEST(more_kinds_than_are_known)
{
	char expected[INPUT_TEXT];

	memset(&losses, 0, sizeof losses);
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EIO, 1), "");
	ck_assert_str_ne(add(0, MONREAD_DEVICE_OVERFLOW, EOVERFLOW, 0), "");
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, ENOMEM, 1), "");
	ck_assert_str_eq(add(0, MONREAD_DEVICE_LOST, EFBIG, 3), "");
	ck_assert_str_eq(add(0, MONREAD_DEVICE_LOST, ENOMEM, 4), "");
	ck_assert_str_eq(add(0, MONREAD_DEVICE_LOST, EFAULT, 5), "");
	snprintf(expected, sizeof expected, "%s: 1 more data set lost; threw away 5 bytes", strerror(EFAULT));
	ck_assert_str_eq(due(-1), expected);
	snprintf(expected, sizeof expected, "%s: 2 more data sets lost; threw away 7 bytes", strerror(ENOMEM));
	ck_assert_str_eq(due(-1), expected);
	ck_assert_str_eq(due(-1), "none");
}
END_TEST

/* What is more of a set that was counted is no set of its own. */
START_TEST(more_of_one_set)
{
	struct live_item more = { .when = { NOON, 0 }, .state = MONREAD_DEVICE_LOST, .error = EFAULT, .lost = 5, .text = "more" };
	char expected[INPUT_TEXT];

	memset(&losses, 0, sizeof losses);
	ck_assert_str_ne(add(0, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	losses_add(&losses, &more, 7, text);
	losses_add(&losses, &more, 7, text);
	ck_assert_str_eq(text, "");
	snprintf(expected, sizeof expected, "%s: threw away 10 bytes more of the data set", strerror(EFAULT));
	ck_assert_str_eq(due(10), expected);
	more.when.tv_sec += 11;
	losses_add(&losses, &more, 7, text);
	add(11, MONREAD_DEVICE_LOST, EFAULT, 7);
	snprintf(expected, sizeof expected, "%s: 1 more data set lost; threw away 12 bytes", strerror(EFAULT));
	ck_assert_str_eq(due(-1), expected);
}
END_TEST

START_TEST(a_clock_that_is_set_back)
{
	memset(&losses, 0, sizeof losses);
	ck_assert_str_ne(add(100, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_eq(add(100, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_eq(add(109, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	/* What is counted is said at once, and so is the next one. */
	ck_assert_str_eq(due(100), "none");
	ck_assert_str_ne(due(99), "none");
	ck_assert_str_eq(due(99), "none");
	ck_assert_str_ne(add(98, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_eq(add(107, MONREAD_DEVICE_LOST, EFAULT, 1), "");
	ck_assert_str_ne(add(108, MONREAD_DEVICE_LOST, EFAULT, 1), "");
}
END_TEST

UNIT_MAIN("losses", the_first_is_said_with_time_and_place, then_a_count_each_ten_seconds,
          kinds_are_counted_by_themselves, more_kinds_than_are_known, more_of_one_set, a_clock_that_is_set_back)
