/* check_buffer.c: texts of any length in a buffer, and a buffer without memory. */
#include "unit.h"

static size_t memory = SIZE_MAX; /* the largest allocation that succeeds */

static void *fake_malloc(size_t n)
{
	return n > memory ? NULL : malloc(n);
}

static void *fake_realloc(void *p, size_t n)
{
	return n > memory ? NULL : realloc(p, n);
}

#define malloc fake_malloc
#define realloc fake_realloc
#include "cli/buffer.c"
#undef malloc
#undef realloc

static struct out_buffer b;

/* out_printf() writes either the whole text or nothing. */
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
	/* A text too long for the room that is left, without memory to format it: the buffer keeps
	 * its older contents. */
	out_str(&b, "there");
	memory = 1024;
	out_printf(&b, "%s", word);
	ck_assert_int_eq(b.error, ENOMEM);
	ck_assert_uint_eq((size_t)(b.p - b.buf), 5);
	/* A buffer that cannot grow drops its contents, and remains usable. */
	b.error = 0;
	for (full = 0; full < 52; full++)
		out_bytes(&b, word, 4999);
	ck_assert_int_eq(b.error, 0);
	ck_assert_uint_eq((size_t)(b.p - b.buf), 5 + 52 * 4999);
	out_bytes(&b, word, 4999);
	ck_assert_int_eq(b.error, ENOMEM);
	ck_assert_ptr_eq(b.p, b.buf);
	/* After the error the buffer does not grow. */
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

UNIT_MAIN("buffer", NULL, NULL)
