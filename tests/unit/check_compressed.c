/* check_compressed.c: a compressed capture is what it was, also where it rests while others are read. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "compress/compress.h"
#include "inputs.h"
#include "memory.h"

#define PIECE ((size_t)65536)

static unsigned char *bytes;
static size_t length;

/* N samples, compressed by KIND, in members of so many each; NULL: this build cannot. */
static const char *make(const char *name, const char *kind, unsigned n, unsigned each)
{
	struct compress c = { 0 };
	const char *path = in_folder(name);
	size_t at, step;
	FILE *f;

	if (!strstr(compress_kinds(), kind) || compress_begin(&c))
		return NULL;
	free(bytes);
	bytes = samples(n, 0, &length);
	step = length / n * each;
	f = fopen(path, "wb");
	ck_assert_ptr_nonnull(f);
	for (at = 0; at < length; at += step) {
		ck_assert_int_eq(compress_do(&c, kind, bytes + at, step < length - at ? step : length - at), 0);
		ck_assert_uint_eq(fwrite(c.bytes, 1, c.used, f), c.used);
	}
	ck_assert_int_eq(fclose(f), 0);
	compress_done(&c);
	return path;
}

/* What was made, as it was before. */
static struct contents plain(void)
{
	static const struct input_options o = { 0 };

	return contents_of(write_bytes("plain", bytes, length), &o);
}

/* Which rests there are: before the feeds from FIRST to LAST; with MOVED the descriptor stands elsewhere afterwards: what
 * rests does not mind. */
struct rests {
	unsigned long first, last;
	int moved;
};

static struct contents rested(const char *name, const struct input_options *o, struct rests r)
{
	struct contents c = { 0 };
	struct input in;

	ck_assert_int_eq(input_open(&in, name, o), 0);
	while (take_events(&c, &in)) {
		if (c.feeds >= r.first && c.feeds <= r.last) {
			input_rest(&in);
			if (r.moved)
				ck_assert_int_ge(lseek(in.fd, 0, SEEK_END), 0);
		}
		if (!take_more(&c, &in))
			break;
	}
	input_close(&in);
	return c;
}

#define ALWAYS 0, 1000000

START_TEST(members_that_are_small_are_read_again)
{
	const struct input_options o = { .piece = 4096 };
	const char *path = make("members", "zstd", 5, 1);
	struct contents want, got;

	if (!path)
		return;
	want = plain();
	ck_assert_uint_gt(want.events, 1000);
	got = rested(path, &o, (struct rests){ ALWAYS, 1 });
	ck_same(&want, &got);
	got = rested(path, &o, (struct rests){ 30, 30, 1 });
	ck_same(&want, &got);
}
END_TEST

START_TEST(what_comes_next_is_kept)
{
	struct spill *spill = spill_new();
	struct input_options o = { .piece = PIECE, .spill = spill };
	const char *const kinds[] = { "gzip", "zstd" };
	struct contents want, got;
	unsigned i, place;

	for (i = 0; i < 2; i++) {
		const char *path = make(kinds[i], kinds[i], 16, 16);

		if (!path)
			continue;
		want = plain();
		got = rested(path, &o, (struct rests){ ALWAYS, 1 });
		ck_same(&want, &got);
		/* At the end of what was kept, and of all. */
		got = rested(path, &o, (struct rests){ 20, 20, 1 });
		ck_same(&want, &got);
		got = rested(path, &o, (struct rests){ 22, 1000000, 1 });
		ck_same(&want, &got);
		got = contents_of(path, &o);
		ck_same(&want, &got);
	}
	/* One place was enough, and it was given back. */
	ck_assert_int_eq(spill_take(spill, &place), 0);
	ck_assert_uint_eq(place, 0);
	spill_free(spill);
}
END_TEST

/* Behind 4 MB uncompressing costs more time than memory is worth. */
START_TEST(what_takes_long_to_have_again_stays)
{
	struct spill *spill = spill_new();
	struct input_options o = { .piece = PIECE, .spill = spill };
	const char *path = make("long", "gzip", 56, 56);
	struct contents want, got;

	if (path) {
		want = plain();
		got = rested(path, &o, (struct rests){ ALWAYS, 0 });
		ck_same(&want, &got);
		got = rested(path, &o, (struct rests){ 30, 30, 1 });
		ck_same(&want, &got);
		begin_said();
		got = rested(path, &o, (struct rests){ 75, 75, 1 });
		ck_assert_str_ne(ended(), "");
		ck_assert_uint_lt(got.events, want.events);
	}
	spill_free(spill);
}
END_TEST

static void two_at_once(const char *path, const struct input_options *o)
{
	struct contents want, got[2] = { { 0 } };
	struct input in[2];
	int more[2] = { 1, 1 }, i;

	want = plain();
	ck_assert(input_open(&in[0], path, o) == 0 && input_open(&in[1], path, o) == 0);
	while (more[0] || more[1])
		for (i = 0; i < 2; i++) {
			/* The second is some feeds behind. */
			if (!more[i] || (i == 1 && more[0] && got[0].feeds < got[1].feeds + 5))
				continue;
			more[i] = take_events(&got[i], &in[i]) && take_more(&got[i], &in[i]);
			input_rest(&in[i]);
		}
	for (i = 0; i < 2; i++) {
		ck_same(&want, &got[i]);
		input_close(&in[i]);
	}
}

START_TEST(two_at_the_same_time)
{
	struct spill *spill = spill_new();
	struct input_options o = { .piece = PIECE, .spill = spill };
	/* The blocks of the second end nowhere near the end of a place. */
	const char *one = make("one", "gzip", 8, 8), *odd;

	if (one)
		two_at_once(one, &o);
	odd = make("odd", "zstd", 30, 13);
	if (odd)
		two_at_once(odd, &o);
	spill_free(spill);
}
END_TEST

START_TEST(nothing_can_be_kept)
{
	const char *path = make("alone", "gzip", 12, 12);
	struct input_options o = { .piece = PIECE };
	struct contents want, got;
	struct rlimit limit, small;

	if (!path)
		return;
	want = plain();
	got = rested(path, &o, (struct rests){ ALWAYS, 0 });
	ck_same(&want, &got);
	/* There is room for a part of what comes next. */
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	small = limit;
	small.rlim_cur = 300000;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &small), 0);
	o.spill = spill_new();
	got = rested(path, &o, (struct rests){ 5, 5, 1 });
	ck_same(&want, &got);
	ck_assert(spill_take(o.spill, &(unsigned){ 0 }) == -1);
	spill_free(o.spill);
	o.spill = spill_new();
	got = rested(path, &o, (struct rests){ ALWAYS, 0 });
	ck_same(&want, &got);
	spill_free(o.spill);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	/* Of no file at all. */
	setenv("TMPDIR", "/nonexistent/monread", 1);
	o.spill = spill_new();
	got = rested(path, &o, (struct rests){ ALWAYS, 0 });
	ck_same(&want, &got);
	spill_free(o.spill);
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
}
END_TEST

START_TEST(what_is_cut_off)
{
	struct input_options o = { .piece = PIECE };
	const char *path = make("cut", "gzip", 12, 12);
	struct contents want, got;
	struct stat st;
	char first[2000];

	if (!path)
		return;
	ck_assert(stat(path, &st) == 0 && truncate(path, st.st_size * 7 / 8) == 0);
	begin_said();
	want = contents_of(path, &o);
	snprintf(first, sizeof first, "%s", ended());
	ck_assert_ptr_nonnull(strstr(first, "/cut: uncompressing failed: "));
	ck_assert_ptr_nonnull(strstr(first, "; what was read so far is used\n"));
	ck_assert_ptr_eq(strchr(first, '\n'), strrchr(first, '\n'));
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	ck_assert_uint_gt(want.events, 1000);
	o.spill = spill_new();
	begin_said();
	got = rested(path, &o, (struct rests){ ALWAYS, 0 });
	ck_assert_str_eq(ended(), first);
	ck_same(&want, &got);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	spill_free(o.spill);
}
END_TEST

/* Opens PATH, lets it rest before feed N, and returns it as it rests. */
static void rest_at(struct input *in, struct contents *c, const char *path, const struct input_options *o, unsigned long n)
{
	memset(c, 0, sizeof *c);
	ck_assert_int_eq(input_open(in, path, o), 0);
	while (take_events(c, in) && c->feeds < n)
		ck_assert(take_more(c, in));
	ck_assert_uint_eq(c->feeds, n);
	input_rest(in);
}

static void read_on(struct input *in, struct contents *c)
{
	do
		ck_assert(take_more(c, in) && c->feeds < 1000);
	while (take_events(c, in));
	ck_assert_int_eq(c->code, MONREAD_EOF);
	input_close(in);
}

static const char *without_name(const char *message, const char *path)
{
	static char text[500];
	const char *found = strstr(message, path);

	ck_assert_msg(found != NULL, "%s", message);
	/* What the reader says of the end is its own. */
	snprintf(text, sizeof text, "%.*s", (int)strcspn(found + strlen(path), "\n"), found + strlen(path));
	return text;
}

START_TEST(what_cannot_be_had_again)
{
	struct input_options o = { .piece = PIECE };
	const char *path = make("again", "gzip", 5, 5);
	char expected[300], at[200];
	struct contents c;
	struct input in;
	int fds[2], fd;

	if (!path)
		return;
	snprintf(at, sizeof at, "%s", path);
	/* It cannot be read. */
	rest_at(&in, &c, at, &o, 2);
	fd = open("/dev/null", O_WRONLY);
	ck_assert(fd >= 0 && dup2(fd, in.fd) == in.fd);
	begin_said();
	read_on(&in, &c);
	snprintf(expected, sizeof expected, ": uncompressing failed: %s; what was read so far is used", strerror(EBADF));
	ck_assert_str_eq(without_name(ended(), at), expected);
	close(fd);
	/* Nor go back. */
	rest_at(&in, &c, at, &o, 2);
	ck_assert(pipe(fds) == 0 && dup2(fds[0], in.fd) == in.fd);
	begin_said();
	read_on(&in, &c);
	snprintf(expected, sizeof expected, ": cannot be read: %s", strerror(ESPIPE));
	ck_assert_str_eq(without_name(ended(), at), expected);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	close(fds[0]);
	close(fds[1]);
	/* There is no memory to uncompress. */
	rest_at(&in, &c, at, &o, 2);
	begin_said();
	memory_begin(1, 0);
	memory_watch();
	ck_assert(take_more(&c, &in));
	memory_rest();
	ck_assert_str_eq(without_name(ended(), at), ": uncompressing failed: out of memory; what was read so far is used");
	ck_assert_int_eq(diag_status(), STATUS_FAILED);
	input_close(&in);
}
END_TEST

START_TEST(what_was_kept_is_gone)
{
	struct input_options o = { .piece = PIECE };
	const char *path = make("gone", "gzip", 12, 12);
	char expected[300], at[200];
	struct contents c;
	struct input in;
	int fd;

	if (!path)
		return;
	snprintf(at, sizeof at, "%s", path);
	o.spill = spill_new();
	memset(&c, 0, sizeof c);
	ck_assert_int_eq(input_open(&in, at, &o), 0);
	while (take_events(&c, &in) && c.feeds < 6)
		ck_assert(take_more(&c, &in));
	/* The next descriptor is that of the temporary file. */
	fd = open("/dev/null", O_RDONLY);
	close(fd);
	input_rest(&in);
	ck_assert(take_more(&c, &in) && take_events(&c, &in));
	ck_assert_int_eq(ftruncate(fd, 100000), 0);
	begin_said();
	read_on(&in, &c);
	snprintf(expected, sizeof expected, ": its temporary file in $TMPDIR cannot be read: %s; what was read so far is used",
	         strerror(EIO));
	ck_assert_str_eq(without_name(ended(), at), expected);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	spill_free(o.spill);
}
END_TEST

static int wants_no_more(void *arg)
{
	(void)arg;
	return 1;
}

/* The first N bytes of PATH come through a pipe, and then the user wants no more.  Whether it could be opened. */
static int stopped(const char *path, size_t n, struct contents *c)
{
	const struct input_options o = { .wait = { .before = wants_no_more } };
	const char *name = in_folder("pipe");
	unsigned char part[40000];
	FILE *f = fopen(path, "rb");
	struct input in;
	int fd, opened;

	ck_assert(f && fread(part, 1, n, f) == n);
	fclose(f);
	unlink(name);
	ck_assert_int_eq(mkfifo(name, 0600), 0);
	fd = open(name, O_RDWR);
	ck_assert(fd >= 0 && write(fd, part, n) == (ssize_t)n);
	memset(c, 0, sizeof *c);
	opened = input_open(&in, name, &o) == 0;
	if (opened) {
		while (take_events(c, &in) && take_more(c, &in))
			;
		input_close(&in);
	}
	close(fd);
	return opened;
}

START_TEST(who_stops_is_told_nothing)
{
	const char *path = make("whole", "gzip", 5, 5);
	struct contents c;
	char at[200];

	if (!path)
		return;
	snprintf(at, sizeof at, "%s", path);
	begin_said();
	ck_assert(!stopped(at, 10, &c));
	ck_assert(!stopped(at, 100, &c));
	ck_assert(stopped(at, 40000, &c));
	ck_assert_int_eq(c.last, INPUT_STOPPED);
	ck_assert_uint_gt(c.events, 100);
	ck_assert_str_eq(ended(), "");
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
}
END_TEST

INPUTS_MAIN("compressed", members_that_are_small_are_read_again, what_comes_next_is_kept, what_takes_long_to_have_again_stays,
            two_at_the_same_time, nothing_can_be_kept, what_is_cut_off, what_cannot_be_had_again, what_was_kept_is_gone,
            who_stops_is_told_nothing)
