/* check_store_file.c: the file that data sets are written to; what the disk and a pipe do is made up. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

static unsigned synced_folders; /* how often their names were put on disk */
static size_t taken = SIZE_MAX; /* so many bytes are written before there is no room */

static int fake_fsync(int fd)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	synced_folders += S_ISDIR(st.st_mode) != 0;
	return fsync(fd);
}

static ssize_t fake_write(int fd, const void *bytes, size_t n)
{
	if (taken == SIZE_MAX)
		return write(fd, bytes, n);
	if (taken == 0) {
		errno = ENOSPC;
		return -1;
	}
	n = n < taken ? n : taken;
	taken -= n;
	return (ssize_t)n;
}

#define fsync fake_fsync
#define write fake_write
#include "store/file.c"
#undef fsync
#undef write

/* How often the name of a new file is put on disk with its first data set. */
static unsigned names_synced(enum store_sync sync, int force)
{
	char dir[] = "/tmp/check_store_file.XXXXXX";
	const struct store_options o = { .sync = sync, .force = force, .mode = STORE_MODE };
	const char *what;
	struct store_file f;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	store_file_init(&f);
	snprintf(f.name, sizeof f.name, "%s/file", dir);
	synced_folders = 0;
	ck_assert_int_eq(store_file_create(&f, &o), 0);
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), 0);
	ck_assert_int_eq(store_file_write(&f, &o, "more", 4), 0);
	ck_assert_int_eq(store_file_close(&f, &o, &what), 0);
	ck_assert_int_eq(unlink(f.name), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	return synced_folders;
}

START_TEST(the_name_of_a_new_file_is_put_on_disk)
{
	ck_assert_uint_eq(names_synced(STORE_SYNC_FILE, 0), 1);
	ck_assert_uint_eq(names_synced(STORE_SYNC_SET, 0), 1);
	ck_assert_uint_eq(names_synced(STORE_SYNC_FILE, 1), 1);
}
END_TEST

START_TEST(nothing_is_where_nobody_wants_it)
{
	ck_assert_uint_eq(names_synced(STORE_SYNC_NONE, 0), 0);
	ck_assert_uint_eq(names_synced(STORE_SYNC_NONE, 1), 0);
}
END_TEST

/* Whether a pipe that takes N bytes of a data set ends with a part of it. */
static int is_torn(size_t n)
{
	const struct store_options o = { .sync = STORE_SYNC_NONE };
	struct store_file f;

	store_file_init(&f);
	f.fd = STDOUT_FILENO;
	taken = n;
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), -1);
	ck_assert_int_eq(errno, ENOSPC);
	taken = SIZE_MAX;
	return f.torn;
}

START_TEST(a_pipe_that_took_a_part_is_torn)
{
	ck_assert_int_eq(is_torn(0), 0);
	ck_assert_int_eq(is_torn(1), 1);
	ck_assert_int_eq(is_torn(3), 1);
}
END_TEST

UNIT_MAIN("store_file", the_name_of_a_new_file_is_put_on_disk, nothing_is_where_nobody_wants_it, a_pipe_that_took_a_part_is_torn)
