/* check_buffer.c: numbers as text, and the way through the buffer to a descriptor. */
#include "unit.h"

static size_t memory = SIZE_MAX; /* as much there is */
static unsigned interrupted;     /* so many calls are, before one is not */
static size_t at_once = SIZE_MAX; /* as much is written by one call */

static void *fake_malloc(size_t n)
{
	return n > memory ? NULL : malloc(n);
}

static void *fake_realloc(void *p, size_t n)
{
	return n > memory ? NULL : realloc(p, n);
}

static int is_interrupted(void)
{
	if (!interrupted)
		return 0;
	interrupted--;
	errno = EINTR;
	return 1;
}

static ssize_t fake_write(int fd, const void *data, size_t n)
{
	return is_interrupted() ? -1 : write(fd, data, n < at_once ? n : at_once);
}

static int fake_ftruncate(int fd, off_t n)
{
	return is_interrupted() ? -1 : ftruncate(fd, n);
}

#define malloc fake_malloc
#define realloc fake_realloc
#define write fake_write
#define ftruncate fake_ftruncate
#include "cli/buffer.c"
#undef malloc
#undef realloc
#undef write
#undef ftruncate

static struct out_buffer b;
static char text[64];

TEST(u64_as_printf_has_it)
{
	uint64_t v = 1;
	char expected[32];
	unsigned i;

	for (i = 0; i < 64; i++, v = v * 3 + i) {
		snprintf(expected, sizeof expected, "%llu", (unsigned long long)v);
		*out_put_u64(text, v) = 0;
		ck_assert_str_eq(text, expected);
	}
	*out_put_u64(text, 0) = 0;
	ck_assert_str_eq(text, "0");
	*out_put_u64(text, UINT64_MAX) = 0;
	ck_assert_str_eq(text, "18446744073709551615");
}

TEST(i64_with_its_sign)
{
	*out_put_i64(text, INT64_MIN) = 0;
	ck_assert_str_eq(text, "-9223372036854775808");
	*out_put_i64(text, -1) = 0;
	ck_assert_str_eq(text, "-1");
	*out_put_i64(text, INT64_MAX) = 0;
	ck_assert_str_eq(text, "9223372036854775807");
}

TEST(hex_numbers_are_padded)
{
	*out_put_hexnum(text, 0xAB, 5, ' ') = 0;
	ck_assert_str_eq(text, "   AB");
	*out_put_hexnum(text, 0, 2, '0') = 0;
	ck_assert_str_eq(text, "00");
	*out_put_hexnum(text, UINT64_MAX, 3, '0') = 0;
	ck_assert_str_eq(text, "FFFFFFFFFFFFFFFF");
}

TEST(decimals_are_padded)
{
	uint64_t v;
	unsigned width;
	char expected[64];

	for (width = 1; width < 24; width++)
		for (v = 1; v < UINT64_MAX / 10; v = v * 10 + 9) {
			snprintf(expected, sizeof expected, "%*llu", (int)width, (unsigned long long)v);
			*out_put_dec(text, v, width) = 0;
			ck_assert_str_eq(text, expected);
		}
	*out_put_dec(text, 0, 3) = 0;
	ck_assert_str_eq(text, "  0");
	*out_put_dec(text, UINT64_MAX, 22) = 0;
	ck_assert_str_eq(text, "  18446744073709551615");
}

TEST(bytes_in_upper_case_hex)
{
	unsigned char bytes[256];
	char all[513], expected[3];
	unsigned i;

	for (i = 0; i < 256; i++)
		bytes[i] = (unsigned char)i;
	*out_put_hex(all, bytes, 256) = 0;
	for (i = 0; i < 256; i++) {
		snprintf(expected, sizeof expected, "%02X", i);
		ck_assert_mem_eq(all + (size_t)2 * i, expected, 2);
	}
}

TEST(more_than_the_buffer_holds_arrives_in_order)
{
	FILE *f = tmpfile();
	unsigned i, got, n = 200000;
	char line[32];

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(out_buffer_init(&b, fileno(f)), 0);
	for (i = 0; i < n; i++) {
		if (i % 3 == 0)
			out_printf(&b, "%u\n", i);
		else
			out_bytes(&b, line, (size_t)snprintf(line, sizeof line, "%u\n", i));
	}
	ck_assert_int_eq(out_flush(&b), 0);
	out_buffer_done(&b);
	rewind(f);
	for (i = 0; i < n; i++) {
		ck_assert_int_eq(fscanf(f, "%u", &got), 1);
		ck_assert_uint_eq(got, i);
	}
	fclose(f);
}

TEST(one_piece_larger_than_the_buffer)
{
	size_t n = 3000000, i;
	char *data = malloc(n), *back = malloc(n);
	FILE *f = tmpfile();

	ck_assert(data && back && f);
	for (i = 0; i < n; i++)
		data[i] = (char)(i * 7 >> 3);
	ck_assert_int_eq(out_buffer_init(&b, fileno(f)), 0);
	out_char(&b, 'x');
	out_bytes(&b, data, n);
	ck_assert_int_eq(out_flush(&b), 0);
	out_buffer_done(&b);
	rewind(f);
	ck_assert_int_eq(fgetc(f), 'x');
	ck_assert_uint_eq(fread(back, 1, n, f), n);
	ck_assert_int_eq(memcmp(back, data, n), 0);
	fclose(f);
	free(data);
	free(back);
}

TEST(a_failed_write_is_remembered)
{
	int fd = open("/dev/null", O_RDONLY);

	ck_assert_int_eq(out_buffer_init(&b, fd), 0);
	out_str(&b, "lost");
	ck_assert_int_eq(out_flush(&b), -1);
	ck_assert_int_eq(b.error, EBADF);
	out_str(&b, "and this");
	ck_assert_int_eq(out_flush(&b), -1);
	out_buffer_done(&b);
	close(fd);
}

TEST(a_buffer_in_memory_grows)
{
	unsigned i;
	char expected[16];

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	for (i = 0; i < 300000; i++) {
		char *p = out_room(&b, OUT_PIECE);

		ck_assert_uint_ge((size_t)(b.end - p), OUT_PIECE);
		b.p = p + sprintf(p, "%07u", i);
	}
	ck_assert_int_eq(b.error, 0);
	for (i = 0; i < 300000; i++) {
		snprintf(expected, sizeof expected, "%07u", i);
		ck_assert_mem_eq(b.buf + (size_t)7 * i, expected, 7);
	}
	/* Nothing is lost of what makes it grow, and all is well then. */
	b.p = b.end - 3;
	ck_assert_int_eq(out_flush(&b), 0);
	b.p = b.end - 3;
	i = (unsigned)(b.p - b.buf);
	out_bytes(&b, "0123456789", 10);
	ck_assert_uint_eq((size_t)(b.p - b.buf), i + 10);
	ck_assert_mem_eq(b.buf + i, "0123456789", 10);
	out_buffer_done(&b);
}

/* A piece of a line that has no end is no line. */
TEST(printf_of_any_length)
{
	char word[5000], expected[5100];
	size_t n;

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	for (n = 1000; n < sizeof word; n += n < 1040 ? 1 : 1000) {
		memset(word, 'x', n);
		word[n] = 0;
		b.p = b.buf;
		out_printf(&b, "%s %d\n", word, 12);
		snprintf(expected, sizeof expected, "%s %d\n", word, 12);
		ck_assert_uint_eq((size_t)(b.p - b.buf), strlen(expected));
		ck_assert_mem_eq(b.buf, expected, strlen(expected));
	}
	out_buffer_done(&b);
}

TEST(writes_that_are_interrupted_or_short)
{
	FILE *f = tmpfile();
	char back[16];

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(out_buffer_init(&b, fileno(f)), 0);
	out_str(&b, "0123456789");
	interrupted = 2;
	at_once = 3;
	ck_assert_int_eq(out_flush(&b), 0);
	ck_assert_uint_eq(interrupted, 0);
	at_once = SIZE_MAX;
	out_buffer_done(&b);
	rewind(f);
	ck_assert_uint_eq(fread(back, 1, sizeof back, f), 10);
	ck_assert_mem_eq(back, "0123456789", 10);
	fclose(f);
}

TEST(the_first_write_cuts_the_file)
{
	FILE *f = tmpfile();
	int fd[2];

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq((int)write(fileno(f), "what was there", 14), 14);
	ck_assert_int_eq(out_buffer_init(&b, fileno(f)), 0);
	b.cut = 1;
	/* Nothing to write: it stays as it is. */
	ck_assert_int_eq(out_flush(&b), 0);
	ck_assert_int_eq((int)lseek(fileno(f), 0, SEEK_END), 14);
	lseek(fileno(f), 0, SEEK_SET);
	interrupted = 2;
	out_str(&b, "new");
	ck_assert_int_eq(out_flush(&b), 0);
	ck_assert_uint_eq(interrupted, 0);
	ck_assert_int_eq((int)lseek(fileno(f), 0, SEEK_END), 3);
	/* The second one does not. */
	out_str(&b, "er");
	ck_assert_int_eq(out_flush(&b), 0);
	ck_assert_int_eq((int)lseek(fileno(f), 0, SEEK_END), 5);
	out_buffer_done(&b);
	fclose(f);
	/* What cannot be cut is not written to. */
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(out_buffer_init(&b, fd[1]), 0);
	b.cut = 1;
	out_str(&b, "new");
	ck_assert_int_eq(out_flush(&b), -1);
	ck_assert_int_eq(b.error, EINVAL);
	out_buffer_done(&b);
	close(fd[1]);
	ck_assert_int_eq((int)read(fd[0], text, sizeof text), 0);
	close(fd[0]);
}

TEST(without_memory)
{
	char word[5000];
	int full;

	memset(word, 'x', sizeof word - 1);
	word[sizeof word - 1] = 0;
	memory = 0;
	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), -1);
	memory = BUFFER_SIZE;
	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	/* A piece that is too long to be made where it goes; what was there stays. */
	out_str(&b, "there");
	memory = 1024;
	out_printf(&b, "%s", word);
	ck_assert_int_eq(b.error, ENOMEM);
	ck_assert_uint_eq((size_t)(b.p - b.buf), 5);
	/* A buffer that cannot grow drops what it held, and stays usable. */
	b.error = 0;
	for (full = 0; full < 52; full++)
		out_bytes(&b, word, 4999);
	ck_assert_int_eq(b.error, 0);
	ck_assert_uint_eq((size_t)(b.p - b.buf), 5 + 52 * 4999);
	out_bytes(&b, word, 4999);
	ck_assert_int_eq(b.error, ENOMEM);
	ck_assert_ptr_eq(b.p, b.buf);
	/* From then on nothing makes it grow. */
	memory = SIZE_MAX;
	b.p = b.end - 10;
	out_bytes(&b, word, 11);
	ck_assert_ptr_eq(b.p, b.end - 10);
	b.error = 0;
	memory = 0;
	b.p = b.end;
	ck_assert_int_eq(out_flush(&b), -1);
	ck_assert_int_eq(b.error, ENOMEM);
	ck_assert_ptr_eq(b.p, b.buf);
	out_buffer_done(&b);
	memory = SIZE_MAX;
}

TEST(bytes_up_to_the_end_of_the_buffer)
{
	FILE *f = tmpfile();
	char *back = malloc(BUFFER_SIZE + 1), *data = calloc(1, BUFFER_SIZE);

	ck_assert(f && back && data);
	memset(data, 'd', BUFFER_SIZE);
	ck_assert_int_eq(out_buffer_init(&b, fileno(f)), 0);
	/* As many as there is room for are kept; one more, and they are written. */
	out_bytes(&b, data, BUFFER_SIZE);
	ck_assert_ptr_eq(b.p, b.end);
	ck_assert_int_eq((int)lseek(fileno(f), 0, SEEK_END), 0);
	out_char(&b, 'e');
	ck_assert_ptr_eq(b.p, b.buf + 1);
	ck_assert_int_eq((int)lseek(fileno(f), 0, SEEK_END), BUFFER_SIZE);
	ck_assert_int_eq(out_flush(&b), 0);
	out_buffer_done(&b);
	rewind(f);
	ck_assert_uint_eq(fread(back, 1, BUFFER_SIZE + 1, f), BUFFER_SIZE + 1);
	ck_assert_mem_eq(back, data, BUFFER_SIZE);
	ck_assert_int_eq(back[BUFFER_SIZE], 'e');
	fclose(f);
	free(back);
	free(data);
}

UNIT_MAIN("buffer", NULL, NULL)
