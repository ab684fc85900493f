/* check_source.c: the window on the input, from memory and from descriptors. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "stream/source.h"
#include "unit.h"

static struct mr_source s;
static int fd[2];

static void pipe_of(const char *text)
{
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq((int)write(fd[1], text, strlen(text)), (int)strlen(text));
	mr_source_init(&s, fd[0]);
}

START_TEST(memory_is_seen_where_it_is)
{
	static const unsigned char data[] = "abc";

	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, data, 3), 0);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	ck_assert_ptr_eq(s.data, data);
	mr_source_done(&s);
}
END_TEST

START_TEST(more_is_asked_for_and_joined)
{
	char first[] = "abc";

	mr_source_init(&s, MONREAD_FD_NONE);
	mr_source_feed(&s, first, 3);
	mr_source_take(&s, 1);
	ck_assert_int_eq(mr_source_need(&s, 5), MR_NEED_MORE);
	memset(first, 'x', sizeof first);
	ck_assert_int_eq(mr_source_feed(&s, "def", 3), 0);
	ck_assert_int_eq(mr_source_need(&s, 5), MR_NEED_OK);
	ck_assert_mem_eq(s.data, "bcdef", 5);
	ck_assert_uint_eq(s.pos, 1);
	mr_source_done(&s);
}
END_TEST

START_TEST(feeding_unasked_is_refused)
{
	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), 0);
	ck_assert_int_eq(mr_source_feed(&s, "def", 3), -1);
	ck_assert_int_eq(errno, EINVAL);
	mr_source_done(&s);
}
END_TEST

START_TEST(feeding_nothing_is_the_end)
{
	mr_source_init(&s, MONREAD_FD_NONE);
	mr_source_feed(&s, "abc", 3);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_MORE);
	ck_assert_int_eq(mr_source_feed(&s, NULL, 0), 0);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_SHORT);
	ck_assert_uint_eq(s.avail, 3);
	ck_assert_int_eq(mr_source_feed(&s, "d", 1), -1);
	mr_source_done(&s);
}
END_TEST

START_TEST(a_descriptor_is_not_fed)
{
	pipe_of("");
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), -1);
	mr_source_done(&s);
}
END_TEST

START_TEST(a_descriptor_is_read_to_its_end)
{
	pipe_of("hello");
	close(fd[1]);
	ck_assert_int_eq(mr_source_need(&s, 2), MR_NEED_OK);
	ck_assert_mem_eq(s.data, "he", 2);
	mr_source_take(&s, 2);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_SHORT);
	ck_assert_uint_eq(s.avail, 3);
	ck_assert_uint_eq(s.pos, 2);
	mr_source_done(&s);
}
END_TEST

START_TEST(a_descriptor_without_data_says_so)
{
	pipe_of("ab");
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_MORE);
	ck_assert_int_eq((int)write(fd[1], "c", 1), 1);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	mr_source_done(&s);
}
END_TEST

START_TEST(a_descriptor_that_fails_leaves_errno)
{
	mr_source_init(&s, 999);
	ck_assert_int_eq(mr_source_need(&s, 1), MR_NEED_FAIL);
	ck_assert_int_eq(errno, EBADF);
	mr_source_done(&s);
}
END_TEST

UNIT_MAIN("source", memory_is_seen_where_it_is, more_is_asked_for_and_joined, feeding_unasked_is_refused,
          feeding_nothing_is_the_end, a_descriptor_is_not_fed, a_descriptor_is_read_to_its_end,
          a_descriptor_without_data_says_so, a_descriptor_that_fails_leaves_errno)
