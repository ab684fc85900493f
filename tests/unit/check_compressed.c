/* check_compressed.c: a compressed capture has the same events as the original. */

#include "unit.h"

#include <sys/stat.h>

#include "compress/compress.h"
#include "inputs.h"

#define PIECE ((size_t)65536)

static unsigned char *bytes;
static size_t length;

/* Compress N samples with KIND, in members of this size each; returns NULL if this build does not support KIND. */
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

static int wants_no_more(void *arg)
{
	(void)arg;
	return 1;
}

/* Send the first N bytes of PATH through a pipe, then ask monread to stop; returns whether the input could be
 * opened. */
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
