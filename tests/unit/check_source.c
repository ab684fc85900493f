/* check_source.c: the window on the input, from memory and from descriptors; the test limits
 * memory. */
#include "unit.h"

static size_t memory = SIZE_MAX; /* the largest allocation that succeeds */
static unsigned interrupted;     /* number of reads that fail with EINTR before one succeeds */

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

TEST(a_descriptor_that_fails_leaves_errno)
{
	mr_source_init(&s, 999);
	ck_assert_int_eq(mr_source_need(&s, 1), MR_NEED_FAIL);
	ck_assert_int_eq(errno, EBADF);
	mr_source_done(&s);
}

/* Byte I of a long input. */
static unsigned char byte(size_t i)
{
	return (unsigned char)(i * 7 + i / 251);
}

/* Return N of these bytes, which the caller frees. */
static unsigned char *bytes_of(size_t n)
{
	unsigned char *all = malloc(n);
	size_t i;

	ck_assert_ptr_nonnull(all);
	for (i = 0; i < n; i++)
		all[i] = byte(i);
	return all;
}

TEST(without_memory_nothing_is_lost)
{
	/* Memory is too short for the window of a descriptor. */
	pipe_of("abc");
	memory = READ_SIZE - 1;
	ck_assert_int_eq(mr_source_need(&s, 1), MR_NEED_FAIL);
	ck_assert_int_eq(errno, ENOMEM);
	memory = READ_SIZE;
	ck_assert_int_eq(mr_source_need(&s, 3), MR_NEED_OK);
	ck_assert_mem_eq(s.data, "abc", 3);
	mr_source_done(&s);

	/* Memory is too short to keep fed data; the caller may try again. */
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

TEST(without_memory_fed_bytes_are_kept)
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
