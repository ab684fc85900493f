/* check_source.c: the window on the input, from memory and from descriptors; where memory ends is made up. */
#include "unit.h"

static size_t memory = SIZE_MAX; /* as much there is */
static unsigned interrupted;     /* so many reads are, before one is not */

static void *fake_malloc(size_t n)
{
	if (n > memory) {
		errno = ENOMEM;
		return NULL;
	}
	return malloc(n);
}

static ssize_t fake_read(int from, void *buf, size_t n)
{
	if (interrupted) {
		interrupted--;
		errno = EINTR;
		return -1;
	}
	return read(from, buf, n);
}

#define malloc fake_malloc
#define read fake_read
#include "stream/source.c"
#undef malloc
#undef read

static struct mr_source s;
static int fd[2];

static void pipe_of(const char *text)
{
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq((int)write(fd[1], text, strlen(text)), (int)strlen(text));
	mr_source_init(&s, fd[0]);
}

TEST(memory_is_seen_where_it_is)
{
	static const unsigned char data[] = "abc";

	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, data, 3), 0);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	ck_assert_ptr_eq(s.data, data);
	mr_source_done(&s);
}

TEST(more_is_asked_for_and_joined)
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

TEST(feeding_unasked_is_refused)
{
	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), 0);
	ck_assert_int_eq(mr_source_feed(&s, "def", 3), -1);
	ck_assert_int_eq(errno, EINVAL);
	mr_source_done(&s);
}

TEST(feeding_nothing_is_the_end)
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

TEST(a_descriptor_is_not_fed)
{
	pipe_of("");
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), -1);
	mr_source_done(&s);
}

TEST(a_descriptor_is_read_to_its_end)
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

TEST(a_descriptor_without_data_says_so)
{
	pipe_of("ab");
	fcntl(fd[0], F_SETFL, O_NONBLOCK);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_MORE);
	ck_assert_int_eq((int)write(fd[1], "c", 1), 1);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	mr_source_done(&s);
}

TEST(a_descriptor_that_fails_leaves_errno)
{
	mr_source_init(&s, 999);
	ck_assert_int_eq(mr_source_need(&s, 1), MR_NEED_FAIL);
	ck_assert_int_eq(errno, EBADF);
	mr_source_done(&s);
}

TEST(what_is_there_needs_no_descriptor)
{
	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), 0);
	ck_assert_int_eq(mr_source_fill(&s, 3), MR_NEED_OK);
	ck_assert_int_eq(mr_source_fill(&s, 4), MR_NEED_MORE);
	/* The answer that there is nothing more is not asked for again. */
	ck_assert_int_eq(mr_source_feed(&s, NULL, 0), 0);
	ck_assert_int_eq(mr_source_fill(&s, 3), MR_NEED_OK);
	ck_assert_int_eq(mr_source_fill(&s, 4), MR_NEED_SHORT);
	mr_source_done(&s);
}

TEST(the_end_of_a_descriptor_is_asked_for_once)
{
	pipe_of("abc");
	close(fd[1]);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_SHORT);
	/* There is none that could be read. */
	close(fd[0]);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_SHORT);
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	mr_source_done(&s);
}

TEST(an_interrupted_read_is_repeated)
{
	pipe_of("abc");
	interrupted = 3;
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	ck_assert_uint_eq(interrupted, 0);
	ck_assert_mem_eq(s.data, "abc", 3);
	mr_source_done(&s);
}

/* Byte I of a long input. */
static unsigned char byte(size_t i)
{
	return (unsigned char)(i * 7 + i / 251);
}

/* N of them, to be freed. */
static unsigned char *bytes_of(size_t n)
{
	unsigned char *all = malloc(n);
	size_t i;

	ck_assert_ptr_nonnull(all);
	for (i = 0; i < n; i++)
		all[i] = byte(i);
	return all;
}

/* The window keeps its bytes and its place however often it has to grow or to be moved. */
TEST(a_window_larger_than_a_read)
{
	size_t n = 3 * READ_SIZE + 5;
	unsigned char *all = bytes_of(n);
	char name[] = "/tmp/check_source.XXXXXX";

	fd[0] = mkstemp(name);
	ck_assert_int_ge(fd[0], 0);
	unlink(name);
	ck_assert_int_eq((int)write(fd[0], all, n), (int)n);
	ck_assert_int_eq((int)lseek(fd[0], 0, SEEK_SET), 0);
	mr_source_init(&s, fd[0]);
	ck_assert_int_eq(mr_source_need(&s, 10), MR_NEED_OK);
	ck_assert_uint_eq(s.cap, READ_SIZE);
	mr_source_take(&s, 7);
	ck_assert_int_eq(mr_source_need(&s, READ_SIZE), MR_NEED_OK);
	/* It fits, so that it was moved to the front and nothing was taken from the heap. */
	ck_assert_uint_eq(s.cap, READ_SIZE);
	ck_assert_uint_eq(s.avail, READ_SIZE);
	ck_assert_mem_eq(s.data, all + 7, READ_SIZE);
	ck_assert_int_eq(mr_source_need(&s, READ_SIZE + 1), MR_NEED_OK);
	ck_assert_uint_eq(s.cap, 2 * READ_SIZE);
	ck_assert_mem_eq(s.data, all + 7, s.avail);
	ck_assert_int_eq(mr_source_need(&s, n - 7), MR_NEED_OK);
	ck_assert_uint_eq(s.cap, 4 * READ_SIZE);
	ck_assert_uint_eq(s.avail, n - 7);
	ck_assert_mem_eq(s.data, all + 7, n - 7);
	ck_assert_uint_eq(s.pos, 7);
	ck_assert_int_eq(mr_source_need(&s, n - 6), MR_NEED_SHORT);
	mr_source_done(&s);
	close(fd[0]);
	free(all);
}

/* A caller that feeds more than the window has room for. */
TEST(pieces_larger_than_the_window)
{
	size_t n = 2 * READ_SIZE;
	unsigned char *all = bytes_of(n);

	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, all, 3), 0);
	mr_source_take(&s, 1);
	ck_assert_int_eq(mr_source_need(&s, n - 1), MR_NEED_MORE);
	ck_assert_int_eq(mr_source_feed(&s, all + 3, n - 3), 0);
	ck_assert_int_eq(mr_source_need(&s, n - 1), MR_NEED_OK);
	ck_assert_uint_eq(s.cap, 2 * READ_SIZE);
	ck_assert_mem_eq(s.data, all + 1, n - 1);
	mr_source_done(&s);
	free(all);
}

TEST(without_memory_nothing_is_lost)
{
	/* No window for a descriptor. */
	pipe_of("abc");
	memory = READ_SIZE - 1;
	ck_assert_int_eq(mr_source_need(&s, 1), MR_NEED_FAIL);
	ck_assert_int_eq(errno, ENOMEM);
	memory = READ_SIZE;
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	ck_assert_mem_eq(s.data, "abc", 3);
	mr_source_done(&s);

	/* None for what the caller will take away; it may be asked again. */
	memory = 0;
	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, "abc", 3), 0);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_FAIL);
	ck_assert_int_eq(mr_source_feed(&s, "d", 1), -1);
	memory = READ_SIZE;
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_MORE);
	ck_assert_int_eq(mr_source_feed(&s, "d", SIZE_MAX - 2), -1);
	ck_assert_int_eq(mr_source_feed(&s, "d", 1), 0);
	ck_assert_int_eq(mr_source_need(&s, 4), MR_NEED_OK);
	ck_assert_mem_eq(s.data, "abcd", 4);
	mr_source_done(&s);
	memory = SIZE_MAX;
}

/* What is fed behind what was left is seen where it is, once that is taken. */
TEST(what_is_fed_stays_where_it_is)
{
	size_t n = 3 * KEPT_SIZE;
	unsigned char *all = bytes_of(n);

	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, all, 100), 0);
	mr_source_take(&s, 90);
	ck_assert_int_eq(mr_source_need(&s, 11), MR_NEED_MORE);
	ck_assert_int_eq(mr_source_feed(&s, all + 100, n - 100), 0);
	ck_assert_uint_eq(s.cap, KEPT_SIZE);
	/* More than the front of it is wanted, together with what was left. */
	ck_assert_int_eq(mr_source_need(&s, FRONT_SIZE + 11), MR_NEED_OK);
	ck_assert_mem_eq(s.data, all + 90, s.avail);
	ck_assert_uint_eq(s.cap, KEPT_SIZE);
	mr_source_take(&s, 9);
	mr_source_settle(&s);
	ck_assert_ptr_ne(s.data, all + 99);
	mr_source_take(&s, 1);
	mr_source_settle(&s);
	ck_assert_ptr_eq(s.data, all + 100);
	ck_assert_uint_eq(s.pos, 100);
	ck_assert_uint_eq(s.avail, n - 100);
	ck_assert_int_eq(mr_source_need(&s, n - 100), MR_NEED_OK);
	ck_assert_int_eq(mr_source_need(&s, n - 99), MR_NEED_MORE);
	mr_source_done(&s);
	free(all);
}

TEST(without_memory_nothing_that_is_fed_is_lost)
{
	size_t n = 3 * KEPT_SIZE;
	unsigned char *all = bytes_of(n);

	mr_source_init(&s, MONREAD_FD_NONE);
	ck_assert_int_eq(mr_source_feed(&s, all, KEPT_SIZE), 0);
	ck_assert_int_eq(mr_source_need(&s, KEPT_SIZE + 1), MR_NEED_MORE);
	memory = KEPT_SIZE;
	ck_assert_int_eq(mr_source_feed(&s, all + KEPT_SIZE, n - KEPT_SIZE), -1);
	memory = 2 * KEPT_SIZE;
	ck_assert_int_eq(mr_source_feed(&s, all + KEPT_SIZE, n - KEPT_SIZE), 0);
	ck_assert_int_eq(mr_source_need(&s, n), MR_NEED_FAIL);
	memory = SIZE_MAX;
	ck_assert_int_eq(mr_source_need(&s, n), MR_NEED_OK);
	ck_assert_mem_eq(s.data, all, n);
	ck_assert_int_eq(mr_source_need(&s, n + 1), MR_NEED_MORE);
	mr_source_done(&s);
	free(all);
}

UNIT_MAIN("source", NULL, NULL)
