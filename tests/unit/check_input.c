/* check_input.c: uncompressed inputs: their beginning and end, reading, and errors. */

#include "unit.h"

#include <sys/stat.h>

#include "inputs.h"

#define MB (1024u * 1024u)

static struct contents contents_of_bytes(const void *bytes, size_t n)
{
	static const struct input_options o = { 0 };

	return contents_of(write_bytes("whole", bytes, n), &o);
}

static void ck_refused(const char *name, const char *message)
{
	static const struct input_options o = { 0 };
	struct input in;

	begin_said();
	ck_assert_int_eq(input_open(&in, name, &o), -1);
	ck_assert_str_eq(ended(), message);
	ck_assert_int_eq(diag_status(), STATUS_FAILED);
}

TEST(what_cannot_be_opened)
{
	char message[300];
	int before = open("/dev/null", O_RDONLY), after;

	close(before);
	ck_refused("", ": \"\": expected the name of a file; - is standard input\n");
	snprintf(message, sizeof message, ": %s: cannot be opened: %s\n", in_folder("none"), strerror(ENOENT));
	ck_refused(in_folder("none"), message);
	snprintf(message, sizeof message, ": %s: cannot be read: %s\n", folder, strerror(EISDIR));
	ck_refused(folder, message);
	after = open("/dev/null", O_RDONLY);
	ck_assert_int_eq(after, before);
	close(after);
}

/* A large file is mapped in windows.  With threads that read parts, windows are larger, and memory that the
 * threads have read can be released. */
#if HAVE_DECL_MADV_DONTNEED
#define OF_READERS 2
#else
#define OF_READERS 3
#endif

/* The file is truncated while it is read. */
TEST(a_file_that_is_cut)
{
	const struct input_options o = { 0 };
	struct contents c = { 0 };
	char path[200], message[300];
	const char *emulator = getenv("EMULATOR");
	struct input in;
	size_t n;
	unsigned char *bytes;

	/* Some emulators do not report the address of a SIGBUS. */
	if (emulator && *emulator)
		return;
	bytes = samples(3, 0, &n);
	snprintf(path, sizeof path, "%s", write_bytes("shrinking", bytes, n));
	free(bytes);
	ck_assert_int_eq(input_open(&in, path, &o), 0);
	ck_assert(take_events(&c, &in) && take_more(&c, &in));
	ck_assert_int_eq(truncate(path, 65536), 0);
	begin_said();
	while (take_events(&c, &in) && take_more(&c, &in))
		;
	ck_assert_int_eq(c.code, MONREAD_EOF);
	snprintf(message, sizeof message, ": %s: was truncated while it was being read; zeros may replace the end\n", path);
	ck_assert_str_eq(ended(), message);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	input_close(&in);
}

static int no_more;

static int wants(void *arg)
{
	(void)arg;
	return no_more;
}

/* Reads from the input fail from now on. */
static void break_it(const struct input *in)
{
	int fd = open("/dev/null", O_WRONLY);

	ck_assert(fd >= 0 && dup2(fd, in->fd) == in->fd);
	close(fd);
}

TEST(pipes)
{
	const struct input_options o = { .wait = { .before = wants } };
	static const unsigned readers[] = { 0, 2 };
	const char *name = in_folder("fifo");
	size_t n, i, at;
	unsigned char *bytes = samples(1, 0, &n);
	struct contents want, got;
	struct input in;
	int fd;

	want = contents_of_bytes(bytes, n);
	ck_assert_int_eq(mkfifo(name, 0600), 0);
	fd = open(name, O_RDWR);
	ck_assert_int_ge(fd, 0);
	/* After a request to stop, input_open() prints no message, neither for an empty pipe nor for one with a
	 * few bytes. */
	begin_said();
	no_more = 1;
	ck_assert_int_eq(input_open(&in, name, &o), -1);
	ck_assert(write(fd, bytes, 7) == 7);
	ck_assert_int_eq(input_open(&in, name, &o), -1);
	for (i = 0; i < 2; i++) {
		memset(&got, 0, sizeof got);
		ck_assert(write(fd, bytes, 40000) == 40000);
		ck_assert_int_eq(input_open(&in, name, &o), 0);
		in.readers = readers[i];
		while (take_events(&got, &in) && take_more(&got, &in))
			;
		ck_assert_int_eq(got.last, INPUT_STOPPED);
		ck_assert_uint_gt(got.events, 20);
		input_close(&in);
	}
	/* The pipe cannot be read. */
	no_more = 0;
	for (i = 0; i < 2; i++) {
		memset(&got, 0, sizeof got);
		ck_assert(write(fd, bytes, 20) == 20);
		ck_assert_int_eq(input_open(&in, name, &o), 0);
		in.readers = readers[i];
		break_it(&in);
		while (take_events(&got, &in) && take_more(&got, &in))
			;
		ck_assert_int_eq(got.last, INPUT_STOPPED);
		input_close(&in);
		ck_assert(read(fd, bytes, 4) == 4);
	}
	ck_assert_ptr_nonnull(strstr(ended(), strerror(EBADF)));
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	free(bytes);
	bytes = samples(1, 0, &n);
	/* Read all of the file in parts. */
	for (i = 0; i < 2; i++) {
		memset(&got, 0, sizeof got);
		ck_assert(write(fd, bytes, 16) == 16);
		ck_assert_int_eq(input_open(&in, name, &o), 0);
		in.readers = readers[i];
		for (at = 16; at < n; at += 9001) {
			size_t part = n - at < 9001 ? n - at : 9001;

			ck_assert(take_events(&got, &in));
			ck_assert(write(fd, bytes + at, part) == (ssize_t)part);
			ck_assert(take_more(&got, &in));
		}
		close(fd);
		while (take_events(&got, &in) && take_more(&got, &in))
			;
		ck_same(&want, &got);
		input_close(&in);
		fd = open(name, O_RDWR);
		ck_assert_int_ge(fd, 0);
	}
	close(fd);
	free(bytes);
}

INPUTS_MAIN("input")
