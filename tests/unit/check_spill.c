/* check_spill.c: the temporary file of what is uncompressed ahead: its places, and what goes wrong with it. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/spill.c"
#include "memory.h"
#include "unit.h"

START_TEST(places_come_back)
{
	struct spill *s = spill_new();
	unsigned a, b, c;
	char bytes[8] = { 0 };

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(spill_failed(s), 0);
	ck_assert_int_eq(spill_take(s, &a), 0);
	ck_assert_int_eq(spill_take(s, &b), 0);
	ck_assert_uint_eq(a, 0);
	ck_assert_uint_eq(b, 1);
	/* What is put to one does not touch the other. */
	ck_assert_int_eq(spill_put(s, b, 2, "later", 5), 0);
	ck_assert_int_eq(spill_put(s, a, SPILL_SIZE - 4, "last", 4), 0);
	ck_assert_int_eq(spill_get(s, b, 2, bytes, 5), 0);
	ck_assert_str_eq(bytes, "later");
	ck_assert_int_eq(spill_get(s, a, SPILL_SIZE - 4, bytes, 4), 0);
	ck_assert_str_eq(bytes, "lastr");
	spill_give(s, a);
	ck_assert_int_eq(spill_take(s, &c), 0);
	ck_assert_uint_eq(c, 0);
	ck_assert_int_eq(spill_take(s, &c), 0);
	ck_assert_uint_eq(c, 2);
	/* The file ends before. */
	ck_assert_int_eq(spill_get(s, b, 3, bytes, 4), 0);
	errno = 0;
	ck_assert_int_eq(spill_get(s, b, 3, bytes, 5), -1);
	ck_assert_int_eq(errno, EIO);
	spill_free(s);
}
END_TEST

START_TEST(without_a_folder)
{
	struct spill *s = spill_new();
	unsigned place = 7;

	ck_assert_ptr_nonnull(s);
	setenv("TMPDIR", "/nonexistent/folder", 1);
	ck_assert_int_eq(spill_take(s, &place), -1);
	ck_assert_int_eq(s->failed, ENOENT);
	ck_assert_int_eq(spill_failed(s), 1);
	/* It is not tried again. */
	unsetenv("TMPDIR");
	ck_assert_int_eq(spill_take(s, &place), -1);
	ck_assert_uint_eq(place, 7);
	spill_free(s);
	ck_assert_int_eq(spill_failed(NULL), 1);
	ck_assert_int_eq(spill_take(NULL, &place), -1);
	spill_free(NULL);
}
END_TEST

START_TEST(without_room)
{
	struct spill *s = spill_new();
	unsigned place;
	char bytes[4];
	int fd;

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(spill_take(s, &place), 0);
	ck_assert_int_eq(spill_put(s, place, 0, "kept", 4), 0);
	fd = open("/dev/null", O_RDONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_ge(dup2(fd, s->fd), 0);
	close(fd);
	/* It cannot be written, and has nothing to read. */
	ck_assert_int_eq(spill_put(s, place, 4, "more", 4), -1);
	ck_assert_int_eq(s->failed, EBADF);
	ck_assert_int_eq(spill_failed(s), 1);
	ck_assert_int_eq(spill_get(s, place, 0, bytes, 4), -1);
	ck_assert_int_eq(spill_take(s, &place), -1);
	spill_free(s);
}
END_TEST

START_TEST(without_memory)
{
	struct spill *s = spill_new();
	unsigned place;
	int rc;

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(spill_take(s, &place), 0);
	memory_begin(1, 0);
	memory_watch();
	rc = spill_take(s, &place);
	memory_rest();
	ck_assert_int_eq(rc, -1);
	ck_assert_int_eq(s->failed, ENOMEM);
	ck_assert_int_eq(spill_failed(s), 1);
	spill_free(s);
}
END_TEST

UNIT_MAIN("spill", places_come_back, without_a_folder, without_room, without_memory)
