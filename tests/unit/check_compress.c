/* check_compress.c: compressed data that cannot be read, and the data of a file that grows. */

#include "unit.h"

#include "base/array.h"
#include "compress/compress.h"

#define MUCH (1024u * 1024u)
#define LARGE (80u * MUCH)

/* Random bytes, which compression cannot shorten. */
static void fill(unsigned char *p, size_t n)
{
	uint64_t random = 1;

	for (; n; n--) {
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		*p++ = (unsigned char)(random >> 40);
	}
}

/* Append the data set of N bytes at BYTES to FILE. */
static void add(struct compress *c, const char *kind, const unsigned char *bytes, size_t n,
                struct monread_buffer *file)
{
	ck_assert_int_eq(compress_do(c, kind, bytes, n), 0);
	ck_assert_int_eq(array_append(file, c->bytes, c->used), 0);
	ck_assert_int_eq(compress_written(c, bytes, n), 0);
}

static void end(struct compress *c, struct monread_buffer *file)
{
	ck_assert_int_eq(compress_end(c), 0);
	ck_assert_uint_gt(c->nend, 0);
	ck_assert_int_eq(array_append(file, c->end, c->nend), 0);
	compress_done(c);
}

/* Returns 0 if this build does not support the format. */
static int made(struct monread_buffer *file, const char *kind, const unsigned char *bytes)
{
	struct compress c = { 0 };

	if (!strstr(compress_kinds(), kind))
		return 0;
	add(&c, kind, bytes, MUCH, file);
	end(&c, file);
	ck_assert_uint_gt(file->length, MUCH);
	return 1;
}

/* A descriptor of a regular file that is open for writing only. */
static int unreadable(void)
{
	char name[] = "check_compress.XXXXXX";
	int made_here = mkstemp(name), fd = open(name, O_WRONLY);

	ck_assert(made_here >= 0 && fd >= 0);
	close(made_here);
	unlink(name);
	return fd;
}

/* Reading more than the first LENGTH bytes fails. */
static void cannot_be_read(const struct monread_buffer *c, size_t length)
{
	struct uncompress_source source = { .head = c->bytes,
		                            .head_len = length,
		                            .fd = unreadable() };
	const char *why;
	struct uncompress *u = uncompress_open(&source, &why);
	const void *p;
	size_t had = 0;
	ssize_t n;

	ck_assert_ptr_nonnull(u);
	for (n = uncompress_next(u, &p); n > 0; n = uncompress_next(u, &p))
		had += (size_t)n;
	ck_assert_int_eq((int)n, -1);
	ck_assert_int_eq(source.error, EBADF);
	ck_assert(length < c->length || had == MUCH);
	ck_assert_ptr_nonnull(strstr(uncompress_place(u).error, " failed: Bad file descriptor"));
	uncompress_close(u);
	close(source.fd);
}

/* The limit is within the bytes that monread reads to detect the format. */
static void ends_at_limit(const struct monread_buffer *c)
{
	struct uncompress_source source = { .head = c->bytes,
		                            .head_len = 16,
		                            .limit = 9,
		                            .fd = open("/dev/zero", O_RDONLY) };
	const char *why;
	struct uncompress *u = uncompress_open(&source, &why);
	const void *p;

	ck_assert(u && source.fd >= 0);
	ck_assert_int_eq((int)uncompress_next(u, &p), -1);
	ck_assert(uncompress_place(u).cut);
	uncompress_close(u);
	close(source.fd);
}

TEST(failures_are_reported)
{
	static const char *const kinds[] = { "gzip", "zstd" };
	unsigned char *bytes = malloc(MUCH);
	size_t i;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	for (i = 0; i < 2; i++) {
		struct monread_buffer c = { 0 };

		if (!made(&c, kinds[i], bytes))
			continue;
		cannot_be_read(&c, c.length / 2);
		cannot_be_read(&c, c.length);
		ends_at_limit(&c);
		free(c.bytes);
	}
	free(bytes);
}

/* Feed N bytes at BYTES in pieces, and compare the uncompressed bytes with the bytes at WANT.
 * Return the number of uncompressed bytes. */
static size_t fed(struct uncompress *u, struct uncompress_source *source,
                  const unsigned char *bytes, size_t n, const unsigned char *want)
{
	size_t at, piece, had = 0;
	const void *p;
	ssize_t got;

	for (at = 0; at < n; at += piece) {
		piece = n - at < 10007 ? n - at : 10007;
		source->head = bytes + at;
		source->head_len = piece;
		for (got = uncompress_next(u, &p); got > 0; got = uncompress_next(u, &p)) {
			ck_assert(memcmp(want + had, p, (size_t)got) == 0);
			had += (size_t)got;
		}
		ck_assert_int_eq((int)got, 0);
	}
	return had;
}

/* The first member appears as it comes; the second one, whose writer is killed, never; the third
 * one when its data set is complete. */
TEST(file_grows)
{
	static const char *const kinds[] = { "gzip", "zstd" };
	unsigned char *bytes = malloc(MUCH);
	struct uncompress_source source;
	struct uncompress *u;
	const char *why;
	size_t i, n;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	for (i = 0; i < 2; i++) {
		struct monread_buffer c = { 0 };

		if (!made(&c, kinds[i], bytes))
			continue;
		n = c.length;
		source = (struct uncompress_source){ .head = c.bytes, .head_len = 20, .is_fed = 1,
			                             .fd = -1 };
		u = uncompress_open(&source, &why);
		ck_assert_ptr_nonnull(u);
		ck_assert_uint_gt(fed(u, &source, c.bytes, MUCH / 2, bytes), MUCH / 4);
		ck_assert_uint_eq(uncompress_place(u).incomplete, MUCH / 2);
		ck_assert_int_eq(uncompress_place(u).is_shown, 1);
		uncompress_close(u);
		source.head = c.bytes;
		source.head_len = 20;
		u = uncompress_open(&source, &why);
		ck_assert_ptr_nonnull(u);
		ck_assert_uint_eq(fed(u, &source, c.bytes, n, bytes), MUCH);
		ck_assert_uint_eq(uncompress_place(u).incomplete, 0);
		ck_assert_uint_eq(fed(u, &source, c.bytes, n / 2, bytes), 0);
		ck_assert_uint_eq(uncompress_place(u).incomplete, n / 2);
		ck_assert_int_eq(uncompress_place(u).is_shown, 0);
		uncompress_undo(u, n);
		ck_assert_uint_eq(uncompress_place(u).incomplete, 0);
		ck_assert_uint_eq(fed(u, &source, c.bytes, n - 20, bytes), 0);
		ck_assert_uint_eq(fed(u, &source, c.bytes + n - 20, 20, bytes), MUCH);
		uncompress_close(u);
		free(c.bytes);
	}
	free(bytes);
}

#define SET 50000u

/* Two data sets of one member are complete. Then a writer is killed in the third one, and the next
 * writer replaces it. A reader gets each data set when it is complete, and never twice. */
TEST(member_is_continued)
{
	static const char *const kinds[] = { "gzip", "zstd" };
	unsigned char *bytes = malloc(MUCH);
	struct uncompress_source source = { .is_fed = 1, .fd = -1 };
	uint64_t second, begin;
	struct uncompress *u;
	const char *why;
	size_t i, first;
	FILE *f;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	for (i = 0; i < 2; i++) {
		struct monread_buffer file = { 0 };
		struct compress c = { 0 };

		if (!strstr(compress_kinds(), kinds[i]))
			continue;
		add(&c, kinds[i], bytes, SET, &file);
		first = file.length;
		source.head = file.bytes;
		source.head_len = 20;
		u = uncompress_open(&source, &why);
		ck_assert_ptr_nonnull(u);
		ck_assert_uint_eq(fed(u, &source, file.bytes, first, bytes), SET);
		/* The result of this call is not written, so the next one must not refer to it. */
		ck_assert_int_eq(compress_do(&c, kinds[i], bytes + SET, 20000), 0);
		add(&c, kinds[i], bytes + SET, SET, &file);
		second = file.length;
		ck_assert_int_eq(compress_do(&c, kinds[i], bytes + 7, SET), 0);
		ck_assert_int_eq(array_append(&file, c.bytes, c.used / 2), 0);
		ck_assert_uint_eq(fed(u, &source, file.bytes + first, 3000, NULL), 0);
		ck_assert_uint_eq(fed(u, &source, file.bytes + first + 3000,
		                      file.length - first - 3000, bytes + SET), SET);
		ck_assert_uint_eq(uncompress_place(u).incomplete, file.length - second);
		compress_done(&c);

		f = tmpfile();
		ck_assert(f && fwrite(file.bytes, file.length, 1, f) == 1 && fflush(f) == 0);
		begin = uncompress_place(u).offset;
		ck_assert_int_eq(compress_resume(&c, kinds[i], fileno(f), begin, second), 0);
		fclose(f);
		file.length = second;
		add(&c, kinds[i], bytes + (size_t)2 * SET, SET, &file);
		end(&c, &file);
		uncompress_undo(u, second);
		ck_assert_uint_eq(fed(u, &source, file.bytes + begin, file.length - begin,
		                      bytes + (size_t)2 * SET), SET);
		ck_assert(!uncompress_place(u).is_open);
		uncompress_close(u);
		source.head = file.bytes;
		source.head_len = 20;
		u = uncompress_open(&source, &why);
		ck_assert_uint_eq(fed(u, &source, file.bytes, file.length, bytes), 3 * SET);
		uncompress_close(u);
		free(file.bytes);
	}
	free(bytes);
}

/* A member with more bytes than monread keeps in memory (HOLD_MOST of uncompress.c): some bytes
 * appear before it is complete, and none is lost. */
TEST(large_member_grows)
{
	const char *kind = strstr(compress_kinds(), "zstd") ? "zstd" : "gzip";
	struct uncompress_source source = { .is_fed = 1, .fd = -1 };
	unsigned char *bytes = malloc(LARGE);
	struct compress c = { 0 };
	struct monread_buffer small = { 0 }, large = { 0 };
	struct uncompress *u;
	const char *why;
	size_t i, had;
	int is_made = 0;

	ck_assert_ptr_nonnull(bytes);
	for (i = 0; i < LARGE; i += MUCH)
		memset(bytes + i, (int)(i / MUCH) + 1, MUCH);
	fill(bytes, MUCH);
	if (made(&small, kind, bytes)) {
		is_made = compress_do(&c, kind, bytes, LARGE) == 0;
		/* .ci/run also runs this test with less memory than it needs. */
		ck_assert(is_made || errno == ENOMEM);
	}
	if (is_made) {
		ck_assert_int_eq(array_append(&large, c.bytes, c.used), 0);
		ck_assert_int_eq(compress_written(&c, bytes, LARGE), 0);
		end(&c, &large);
		source.head = small.bytes;
		source.head_len = 20;
		u = uncompress_open(&source, &why);
		ck_assert_ptr_nonnull(u);
		ck_assert_uint_eq(fed(u, &source, small.bytes, small.length, bytes), MUCH);
		/* The last 20 bytes contain the flush and the end of the member. */
		had = fed(u, &source, large.bytes, large.length - 20, bytes);
		ck_assert_uint_gt(had, 0);
		ck_assert_uint_lt(had, LARGE);
		had += fed(u, &source, large.bytes + large.length - 20, 20, bytes + had);
		ck_assert_uint_eq(had, LARGE);
		ck_assert_uint_eq(uncompress_place(u).incomplete, 0);
		uncompress_close(u);
	}
	compress_done(&c);
	free(small.bytes);
	free(large.bytes);
	free(bytes);
}

UNIT_MAIN("compress", NULL, NULL)
