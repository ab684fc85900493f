/* check_compressed.c: a compressed capture has the events of the capture. */

#include "unit.h"

#include <sys/stat.h>

#include "compress/compress.h"
#include "inputs.h"

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

	if (!strstr(compress_kinds(), kind))
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

TEST(it_is_what_it_was)
{
	const char *const kinds[] = { "gzip", "zstd" };
	const struct input_options o[] = { { 0 }, { .piece = 4096 }, { .piece = PIECE } };
	struct contents want, got;
	unsigned i, k, each;

	for (i = 0; i < 2; i++)
		for (each = 1; each <= 16; each += 5) {
			const char *path = make(kinds[i], kinds[i], 16, each);

			want = path ? plain() : (struct contents){ 0 };
			for (k = 0; path && k < sizeof o / sizeof *o; k++) {
				got = contents_of(path, &o[k]);
				ck_same(&want, &got);
			}
		}
}

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
		}
	for (i = 0; i < 2; i++) {
		ck_same(&want, &got[i]);
		input_close(&in[i]);
	}
}

TEST(two_at_the_same_time)
{
	const struct input_options o = { .piece = PIECE };
	const char *one = make("one", "gzip", 8, 8), *odd;

	if (one)
		two_at_once(one, &o);
	odd = make("odd", "zstd", 30, 13);
	if (odd)
		two_at_once(odd, &o);
}

TEST(what_is_cut_off)
{
	const struct input_options o = { .piece = PIECE };
	const char *path = make("cut", "gzip", 12, 12);
	struct contents c;
	struct stat st;
	char first[2000];

	if (!path)
		return;
	ck_assert(stat(path, &st) == 0 && truncate(path, st.st_size * 7 / 8) == 0);
	begin_said();
	c = contents_of(path, &o);
	snprintf(first, sizeof first, "%s", ended());
	ck_assert_ptr_nonnull(strstr(first, ": uncompressing gzip failed: the file is cut off; what was read so far is used\n"));
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	ck_assert_uint_gt(c.events, 1000);
}

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

TEST(who_stops_is_told_nothing)
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

INPUTS_MAIN("compressed")
