/* check_store_file.c: the file to which data sets are written; the test simulates errors of the
 * disk. */

#include "unit.h"

#include <sys/stat.h>

static unsigned synced_folders; /* number of times that directories were synced */
static int fsync_error, close_error; /* errno of these calls; 0: they work */
static unsigned said; /* number of calls of diag_fail() and diag_damage() */

static int fake_fsync(int fd)
{
	struct stat st;

	ck_assert_int_eq(fstat(fd, &st), 0);
	synced_folders += S_ISDIR(st.st_mode) != 0;
	errno = fsync_error;
	return fsync_error ? -1 : fsync(fd);
}

static int fake_close(int fd)
{
	int rc = close(fd);

	errno = close_error;
	return close_error ? -1 : rc;
}

static void fake_diag(const char *fmt, ...)
{
	(void)fmt;
	said++;
}

#define fsync fake_fsync
#define fdatasync fake_fsync
#define close fake_close
#include "cli/diag.h"
#define diag_fail fake_diag
#define diag_damage fake_diag
#include "store/file.c"
#undef fsync
#undef fdatasync
#undef close

/* ---- Failures ---- */

static char folder[40];
static struct store_file f;

/* Begin a file in a new folder. */
static void begin(const struct store_options *o)
{
	strcpy(folder, "/tmp/check_store_file.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	store_file_init(&f);
	snprintf(f.name, sizeof f.name, "%s/file", folder);
	said = 0;
	ck_assert_int_eq(store_file_create(&f, o), 0);
}

/* The folder contains only the file NAME, with CONTENTS; NULL: the folder is empty. */
static void leaves(const char *contents)
{
	char bytes[100];
	ssize_t n;
	int fd;

	fd = open(f.name, O_RDONLY);
	ck_assert_int_eq(fd >= 0, contents != NULL);
	if (contents) {
		n = read(fd, bytes, sizeof bytes - 1);
		ck_assert_int_ge(n, 0);
		bytes[n] = '\0';
		ck_assert_str_eq(bytes, contents);
		close(fd);
		ck_assert_int_eq(unlink(f.name), 0);
	}
	ck_assert_int_eq(rmdir(folder), 0);
}

static void is_closed(const struct store_options *o)
{
	const char *what = NULL;

	ck_assert_int_eq(store_file_close(&f, o, 0, &what), 0);
	ck_assert_int_eq(f.fd, -1);
}

TEST(sync_failures_are_reported)
{
	struct store_options o = { .sync = STORE_SYNC_SET, .mode = STORE_MODE };
	const char *what = NULL;

	begin(&o);
	fsync_error = EIO;
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), -1);
	/* The data is removed, so that it can be written to another file. */
	ck_assert(errno == EIO && !f.torn);
	/* The name of the file is not on disk either. */
	ck_assert_uint_eq(said, 1);
	fsync_error = 0;
	leaves(NULL);
	/* Sync each data set, or once at the end, or not at all. */
	for (o.sync = STORE_SYNC_FILE;; o.sync = STORE_SYNC_NONE) {
		begin(&o);
		fsync_error = EINVAL;
		ck_assert_int_eq(store_file_write(&f, &o, "data", 4), 0);
		ck_assert_uint_eq(said, 0);
		ck_assert_int_eq(store_file_close(&f, &o, 0, &what),
		                 o.sync == STORE_SYNC_FILE ? -1 : 0);
		ck_assert_int_eq(f.fd, -1);
		fsync_error = 0;
		leaves("data");
		if (o.sync == STORE_SYNC_NONE)
			break;
	}
	/* --force: unsynced data must not replace the old file. */
	o.sync = STORE_SYNC_FILE;
	o.force = 1;
	begin(&o);
	fsync_error = EIO;
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), -1);
	fsync_error = 0;
	leaves(NULL);
	/* An NFS server may report the error only when the file is closed. */
	o.force = 0;
	begin(&o);
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), 0);
	close_error = EIO;
	ck_assert_int_eq(store_file_close(&f, &o, 0, &what), -1);
	close_error = 0;
	ck_assert_int_eq(errno, EIO);
	ck_assert_str_eq(what, "writing failed");
	/* The error is reported only once. */
	is_closed(&o);
	leaves("data");
}

TEST(files_of_other_writers_stay)
{
	struct store_options o = { .sync = STORE_SYNC_FILE, .mode = STORE_MODE };
	struct store_file other;
	FILE *there;

	/* Another file with this name was created in the meantime. */
	begin(&o);
	there = fopen(f.name, "w");
	ck_assert(there && fputs("theirs", there) >= 0);
	fclose(there);
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), -1);
	ck_assert_int_eq(errno, EEXIST);
	is_closed(&o);
	store_file_init(&other);
	strcpy(other.name, f.name);
	ck_assert_int_eq(store_file_create(&other, &o), -1);
	ck_assert_int_eq(errno, EEXIST);
	leaves("theirs");
	/* The file was removed. */
	begin(&o);
	ck_assert_int_eq(store_file_write(&f, &o, "data", 4), 0);
	ck_assert_int_eq(unlink(f.name), 0);
	ck_assert_int_eq(store_file_write(&f, &o, "more", 4), -1);
	ck_assert_int_eq(errno, ESTALE);
	is_closed(&o);
	leaves(NULL);
	/* Another program writes to the existing file. */
	o.force = 1;
	begin(&o);
	there = fopen(f.name, "w");
	ck_assert(there && fputs("theirs", there) >= 0 && fflush(there) == 0);
	/* Some emulators do not have such locks. */
	if (lock_try(fileno(there), LOCK_EX) == LOCK_TAKEN) {
		ck_assert_int_eq(store_file_write(&f, &o, "data", 4), -1);
		ck_assert_int_eq(errno, EBUSY);
		fclose(there);
		is_closed(&o);
		leaves("theirs");
		begin(&o);
	} else {
		fclose(there);
	}
	/* Nothing remains of a file to which nothing was written. */
	is_closed(&o);
	unlink(f.name);
	leaves(NULL);
}

UNIT_MAIN("store_file", NULL, NULL)
