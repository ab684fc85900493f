/* check_input.c: plain inputs: where they begin and end, how they are read, and that they cannot be. */

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

TEST(how_far_it_is)
{
	const char *names[] = { in_folder("far"), in_folder("pipe") };
	struct input_options o = { 0 };
	struct contents c = { 0 };
	struct input in;
	size_t n;
	unsigned char *bytes = samples(1, 0, &n);
	int fd;

	write_bytes("far", bytes, n);
	/* All of it is mapped: what counts is how far the reader is. */
	ck_assert_int_eq(input_open(&in, names[0], &o), 0);
	ck_assert(in.is_large && !in.is_live && !in.is_device);
	ck_assert(take_events(&c, &in) && take_more(&c, &in));
	ck_assert_ptr_nonnull(monread_next(in.m));
	ck_assert_uint_eq(input_position(&in), monread_offset(in.m));
	ck_assert_uint_lt(input_position(&in), n);
	ck_assert(take_events(&c, &in));
	ck_assert_uint_eq(input_position(&in), n);
	input_close(&in);
	/* In pieces: how much was read. */
	o.piece = 30000;
	ck_assert_int_eq(input_open(&in, names[0], &o), 0);
	ck_assert(!in.is_large);
	ck_assert(take_events(&c, &in) && take_more(&c, &in));
	ck_assert_uint_eq(input_position(&in), 30000);
	input_close(&in);
	/* Of a pipe nobody knows but the reader. */
	o.piece = 0;
	ck_assert_int_eq(mkfifo(names[1], 0600), 0);
	fd = open(names[1], O_RDWR);
	ck_assert(fd >= 0 && write(fd, bytes, 30000) == 30000);
	ck_assert_int_eq(input_open(&in, names[1], &o), 0);
	ck_assert(in.is_large);
	ck_assert(take_events(&c, &in) && take_more(&c, &in));
	ck_assert(take_events(&c, &in) && take_more(&c, &in));
	ck_assert(take_events(&c, &in));
	ck_assert_uint_eq(input_position(&in), monread_offset(in.m));
	ck_assert_uint_gt(input_position(&in), 16);
	input_close(&in);
	close(fd);
	unlink(names[1]);
	free(bytes);
}

/* A large file is mapped in windows, which are larger where threads read parts of them, and what these have read can be
 * given back. */
#if HAVE_DECL_MADV_DONTNEED
#define OF_READERS 2
#else
#define OF_READERS 3
#endif
TEST(windows_of_a_large_file)
{
	static const struct {
		size_t size;
		unsigned readers;
		unsigned long feeds;
	} v[] = {
		{ 18 * MB, 0, 3 }, { 18 * MB, 1, OF_READERS }, { 18 * MB, 5, 2 }, { 18 * MB, 256, 2 }, { 16 * MB + 5000, 0, 3 },
		{ 16 * MB + 5000, 4, OF_READERS },
		{ 16 * MB + 5000, 5, 2 }, { 16 * MB, 0, 2 },
	};
	const struct input_options o = { 0 };
	size_t n, i;
	unsigned char *bytes = samples(185, 0, &n);
	struct contents want = { 0 }, got;
	const char *path;
	struct input in;

	ck_assert_uint_ge(n, 18 * MB);
	path = write_bytes("large", bytes, 18 * MB);
	for (i = 0; i < sizeof v / sizeof v[0]; i++) {
		memset(&got, 0, sizeof got);
		ck_assert_int_eq(truncate(path, (off_t)v[i].size), 0);
		ck_assert_int_eq(input_open(&in, path, &o), 0);
		in.readers = v[i].readers;
		while (take_events(&got, &in) && take_more(&got, &in))
			;
		input_close(&in);
		if (i == 0 || v[i].size != v[i - 1].size)
			want = got;
		ck_same(&want, &got);
		ck_assert_int_eq(got.code, MONREAD_EOF);
		/* With the one that is the end. */
		ck_assert_uint_eq(got.feeds, v[i].feeds + 1);
	}
	free(bytes);
	unlink(path);
}

/* Pages of files that this process has, in bytes; 0: not known. */
static size_t of_files(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	unsigned long size = 0, resident = 0, shared = 0;

	if (f) {
		if (fscanf(f, "%lu %lu %lu", &size, &resident, &shared) != 3)
			shared = 0;
		fclose(f);
	}
	return (size_t)shared * (size_t)sysconf(_SC_PAGESIZE);
}

static void take_up_to(struct contents *c, struct input *in, uint64_t offset)
{
	const struct monread_ev *ev;

	while (monread_offset(in->m) < offset) {
		ev = monread_next(in->m);
		ck_assert_ptr_nonnull(ev);
		take_event(c, ev);
	}
}

/* What was passed is given back, and is there all the same. */
TEST(what_was_passed)
{
	const struct input_options o = { 0 };
	size_t n, before;
	unsigned char *bytes = samples(185, 0, &n), *behind = malloc(n + 5000);
	const struct contents want = contents_of_bytes(bytes, n);
	const struct monread_ev *ev;
	struct contents got = { 0 };
	struct input in;
	int fd;

	ck_assert_ptr_nonnull(behind);
	ck_assert_uint_ge(n, 18 * MB);
	memset(behind, 'x', 5000);
	memcpy(behind + 5000, bytes, n);
	fd = open(write_bytes("large", behind, n + 5000), O_RDONLY);
	ck_assert(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
	close(fd);
	ck_assert_int_eq(lseek(STDIN_FILENO, 5000, SEEK_SET), 5000);
	ck_assert_int_eq(input_open(&in, "-", &o), 0);
	in.readers = 1;
	ck_assert(take_events(&got, &in) && take_more(&got, &in));
	/* The first window has 8 MB, the second one the rest. */
	ck_assert(take_events(&got, &in));
	ck_assert_uint_lt(monread_offset(in.m), 8 * MB);
	input_passed(&in, monread_offset(in.m));
	ck_assert(take_more(&got, &in));
	/* Of the first one nothing can be given back any more. */
	input_passed(&in, 7 * MB);
	take_up_to(&got, &in, 17 * MB);
	before = of_files();
	/* It is not worth it. */
	input_passed(&in, 9 * MB);
	ck_assert_uint_ge(of_files(), before);
	ev = monread_next(in.m);
	ck_assert_ptr_nonnull(ev);
	input_passed(&in, 17 * MB);
#if HAVE_DECL_MADV_DONTNEED && defined __linux__
	/* An emulator need not care. */
	ck_assert(before == 0 || of_files() + 8 * MB < before || (getenv("EMULATOR") && *getenv("EMULATOR")));
#endif
	take_event(&got, ev);
	/* Twice, and what lies before. */
	input_passed(&in, 17 * MB);
	input_passed(&in, 15 * MB);
	ck_assert_int_eq(take_events(&got, &in), 1);
	while (take_more(&got, &in) && take_events(&got, &in))
		;
	ck_assert_int_eq(got.code, MONREAD_EOF);
	ck_assert_uint_eq(got.hash, want.hash);
	ck_assert_uint_eq(got.events, want.events);
	input_close(&in);
	free(bytes);
	free(behind);
	unlink(in_folder("large"));
}

/* Somebody truncates it while it is read. */
TEST(a_file_that_is_cut)
{
	const struct input_options o = { 0 };
	struct contents c = { 0 };
	char path[200], message[300];
	const char *emulator = getenv("EMULATOR");
	struct input in;
	size_t n;
	unsigned char *bytes;

	/* Not every emulator says where a SIGBUS was. */
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

/* The input becomes one that cannot be read. */
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
	/* Who wants no more is told nothing: neither before anything has come, nor later. */
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
	/* It cannot be read. */
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
	/* All of it, in parts. */
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
