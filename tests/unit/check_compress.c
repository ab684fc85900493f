/* check_compress.c: what is compressed comes back, and what cannot be read is said. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "compress/compress.h"
#include "compress/crc.h"
#include "compress/xxhash.h"
#include "compress/zframes.h"
#include "memory.h"
#include "unit.h"

#define MUCH (1024u * 1024u)

/* Bytes that stay as many when they are compressed. */
static void fill(unsigned char *p, size_t n)
{
	uint64_t random = 1;

	for (; n; n--) {
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		*p++ = (unsigned char)(random >> 40);
	}
}

/* 0: this build cannot, or libarchive is not there. */
static int made(struct compress *c, const char *kind, const unsigned char *bytes)
{
	*c = (struct compress){ 0 };
	if (!strstr(compress_kinds(), kind) || compress_begin(c))
		return 0;
	ck_assert_int_eq(compress_do(c, kind, bytes, MUCH), 0);
	ck_assert_uint_gt(c->used, MUCH);
	return 1;
}

/* The value that descriptions of CRC-32 have for these digits; and of many bytes it is the same in all pieces. */
START_TEST(crc_in_pieces)
{
	static const unsigned char digits[] = "123456789";
	unsigned char bytes[64];
	struct crc_tables t;
	uint32_t whole, crc;
	size_t i;

	crc_prepare(&t);
	for (i = 0; i <= 9; i++) {
		crc = crc_add(&t, 0, digits, i);
		ck_assert_uint_eq(crc_add(&t, crc, digits + i, 9 - i), 0xCBF43926);
	}
	ck_assert_uint_eq(crc_add(&t, 0, digits, 0), 0);
	fill(bytes, sizeof bytes);
	whole = 0;
	for (i = 0; i < sizeof bytes; i++)
		whole = crc_add(&t, whole, bytes + i, 1);
	for (i = 0; i <= sizeof bytes; i++) {
		crc = crc_add(&t, 0, bytes, i);
		ck_assert_uint_eq(crc_add(&t, crc, bytes + i, sizeof bytes - i), whole);
	}
}
END_TEST

START_TEST(what_does_not_get_smaller)
{
	unsigned char *bytes = malloc(MUCH);
	struct uncompress_source source = { .fd = open("/dev/null", O_RDONLY) };
	struct uncompress_fault fault;
	struct uncompress *u;
	struct compress c;
	const void *p;
	size_t at = 0;
	ssize_t n;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	if (made(&c, "gzip", bytes)) {
		source.head = c.bytes;
		source.head_len = c.used;
		u = uncompress_open(&source, "gzip", &fault);
		ck_assert_ptr_nonnull(u);
		for (; (n = uncompress_next(u, &p)) > 0; at += (size_t)n)
			ck_assert(at + (size_t)n <= MUCH && memcmp(bytes + at, p, (size_t)n) == 0);
		ck_assert_int_eq((int)n, 0);
		ck_assert_uint_eq(at, MUCH);
		uncompress_close(u);
	}
	compress_done(&c);
	close(source.fd);
	free(bytes);
}
END_TEST

/* A regular file that can only be written. */
static int unreadable(void)
{
	char name[] = "check_compress.XXXXXX";
	int made_here = mkstemp(name), fd = open(name, O_WRONLY);

	ck_assert(made_here >= 0 && fd >= 0);
	close(made_here);
	unlink(name);
	return fd;
}

/* Of KIND, and more of it could follow LENGTH bytes. */
static void cannot_be_read(struct compress *c, const char *kind, size_t length)
{
	struct uncompress_source source = { .head = c->bytes, .head_len = length, .fd = unreadable() };
	struct uncompress_fault fault;
	struct uncompress *u = uncompress_open(&source, kind, &fault);
	const void *p;
	size_t had = 0;
	ssize_t n;

	ck_assert_ptr_nonnull(u);
	for (; (n = uncompress_next(u, &p)) > 0; had += (size_t)n)
		;
	ck_assert_int_eq((int)n, -1);
	ck_assert_int_eq(source.error, EBADF);
	ck_assert(length < c->used || had == MUCH);
	if (length == c->used)
		ck_assert_str_eq(uncompress_error(u), "it cannot be read: Bad file descriptor");
	uncompress_close(u);
	close(source.fd);
}

START_TEST(a_read_that_fails)
{
	unsigned char *bytes = malloc(MUCH);
	static const char *const kinds[] = { "gzip", "zstd" };
	struct compress c;
	size_t i;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	for (i = 0; i < 2; i++) {
		if (made(&c, kinds[i], bytes)) {
			cannot_be_read(&c, kinds[i], c.used / 2);
			cannot_be_read(&c, kinds[i], c.used);
		}
		compress_done(&c);
	}
	free(bytes);
}
END_TEST

/* What libarchive itself allocates is not short. */
START_TEST(without_memory_for_the_bytes)
{
	unsigned char *bytes = malloc(MUCH);
	static const char *const kinds[] = { "gzip", "zstd" };
	struct compress c;
	size_t i;
	int rc;

	ck_assert_ptr_nonnull(bytes);
	fill(bytes, MUCH);
	for (i = 0; i < 2; i++) {
		c = (struct compress){ 0 };
		if (strstr(compress_kinds(), kinds[i]) && !compress_begin(&c)) {
			memory_begin(1, 0);
			memory_watch();
			rc = compress_do(&c, kinds[i], bytes, MUCH);
			memory_rest();
			ck_assert_int_eq(rc, -1);
			ck_assert_int_eq(errno, ENOMEM);
		}
		compress_done(&c);
	}
	free(bytes);
}
END_TEST

/* Frames of RFC 8878, written by hand: each ends where its header and blocks say. */
START_TEST(where_frames_of_zstd_end)
{
#define MAGIC 0x28, 0xB5, 0x2F, 0xFD
	static const struct {
		unsigned char bytes[32];
		size_t n;
	} frames[] = {
		/* A window of one byte; the last block, of three bytes. */
		{ { MAGIC, 0x00, 0x58, 0x19, 0, 0, 'a', 'b', 'c' }, 12 },
		/* A single segment: no window, its size in one byte. */
		{ { MAGIC, 0x20, 0x03, 0x19, 0, 0, 'a', 'b', 'c' }, 12 },
		/* The same with a size of four bytes, and a dictionary of four. */
		{ { MAGIC, 0xA3, 1, 2, 3, 4, 3, 0, 0, 0, 0x19, 0, 0, 'a', 'b', 'c' }, 19 },
		/* A bit that means nothing; a window, and a size of two bytes. */
		{ { MAGIC, 0x50, 0x58, 0x03, 0x00, 0x19, 0, 0, 'a', 'b', 'c' }, 14 },
		/* A size of eight bytes, a dictionary of two, and a checksum. */
		{ { MAGIC, 0xC6, 0x58, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0x19, 0, 0, 'a', 'b', 'c', 9, 9, 9, 9 }, 26 },
		/* A block that repeats one byte, and is not the last. */
		{ { MAGIC, 0x00, 0x58, 0x22, 0x10, 0, 'a', 0x01, 0, 0 }, 13 },
		/* To be skipped. */
		{ { 0x5F, 0x2A, 0x4D, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5 }, 13 },
	};
	unsigned char all[256];
	size_t i, k, at = 0;
	struct zframes z = { 0 }, whole = { 0 };

	for (i = 0; i < sizeof frames / sizeof frames[0]; at += frames[i++].n) {
		memcpy(all + at, frames[i].bytes, frames[i].n);
		for (k = 0; k < frames[i].n; k++)
			ck_assert_uint_eq(zframes_take(&z, &frames[i].bytes[k], 1), k + 1 == frames[i].n && frames[i].bytes[0] == 0x28);
		ck_assert_int_eq(z.broken, 0);
	}
	/* With all that follows, and one byte of the next; what is to be skipped belongs to that. */
	all[at] = 0x28;
	for (i = k = 0; i < sizeof frames / sizeof frames[0] - 1; k += frames[i++].n)
		ck_assert_uint_eq(zframes_take(&whole, all + k, at + 1 - k), frames[i].n);
	ck_assert_uint_eq(zframes_take(&whole, all + k, at + 1 - k), 0);
	ck_assert_uint_eq(zframes_take(&whole, (const unsigned char *)"\xB5\x2F\xFE", 3), 0);
	ck_assert_int_eq(whole.broken, 1);
}
END_TEST

/* Values that other programs have; of lengths with stripes, words, halves and bytes. */
START_TEST(sums_of_xxhash)
{
	static const struct {
		const char *text;
		uint64_t sum;
	} known[] = {
		{ "", UINT64_C(0xEF46DB3751D8E999) },
		{ "a", UINT64_C(0xD24EC4F1A98C6E5B) },
		{ "abc", UINT64_C(0x44BC2CF5AD770999) },
		{ "Nobody inspects the spammish repetition", UINT64_C(0xFBCEA83C8A378BF1) },
	};
	size_t i;

	for (i = 0; i < sizeof known / sizeof known[0]; i++)
		ck_assert_uint_eq(xxhash(known[i].text, strlen(known[i].text)), known[i].sum);
	/* As zstd --check puts them behind a frame. */
	ck_assert_uint_eq((uint32_t)xxhash("01234567", 8), 0x9AD89D3F);
	ck_assert_uint_eq((uint32_t)xxhash("0123456789ABCDEF0123456789ABCDEF0123456789", 42), 0x405CFAC4);
}
END_TEST

UNIT_MAIN("compress", crc_in_pieces, sums_of_xxhash, where_frames_of_zstd_end, what_does_not_get_smaller, a_read_that_fails, without_memory_for_the_bytes)
