/* check_lines.c: text in lines and columns. */

#include "unit.h"

#include "listing/lines.h"

static struct sink {
	char text[8192];
	size_t n;
	unsigned calls;
	int rc;
} sink;

static int take(void *arg, const char *text, size_t len)
{
	struct sink *s = arg;

	ck_assert_uint_lt(s->n + len, sizeof s->text);
	memcpy(s->text + s->n, text, len);
	s->n += len;
	s->text[s->n] = '\0';
	s->calls++;
	return s->rc;
}

static struct mr_lines begin(int rc)
{
	memset(&sink, 0, sizeof sink);
	sink.rc = rc;
	return (struct mr_lines){ .write = take, .arg = &sink };
}

/* N times C. */
static const char *row(int c, size_t n)
{
	static char rows[4][2000];
	static unsigned next;
	char *p = rows[next++ % 4];

	memset(p, c, n);
	p[n] = '\0';
	return p;
}

TEST(columns)
{
	struct mr_lines l = begin(0);

	mr_lines_left(&l, "ab", 4);
	mr_lines_right(&l, "cd", 3);
	mr_lines_left(&l, "ef", 2);
	mr_lines_left(&l, "ghi", 2);
	mr_lines_right(&l, "j", 1);
	mr_lines_right(&l, "kl", 1);
	mr_lines_left(&l, "m", 9);
	mr_lines_end(&l);
	mr_lines_blanks(&l, 2);
	mr_lines_blanks(&l, 1);
	mr_lines_put(&l, "", 0);
	mr_lines_str(&l, "n");
	mr_lines_end(&l);
	mr_lines_blanks(&l, 5);
	mr_lines_end(&l);
	ck_assert_uint_eq(sink.calls, 0);
	ck_assert_int_eq(mr_lines_finish(&l), 0);
	/* No line ends with blanks. */
	ck_assert_str_eq(sink.text, "ab   cdefghijklm\n   n\n\n");
	ck_assert_uint_eq(sink.calls, 1);
	ck_assert_int_eq(mr_lines_finish(&l), 0);
	ck_assert_uint_eq(sink.calls, 1);
}

/* The words behind ten columns. */
static const char *words(const char *text)
{
	struct mr_lines l = begin(0);

	mr_lines_str(&l, "Key:");
	mr_lines_blanks(&l, 6);
	mr_lines_indent(&l, 10);
	mr_lines_words(&l, text);
	mr_lines_end(&l);
	ck_assert_int_eq(mr_lines_finish(&l), 0);
	return sink.text;
}

TEST(words_up_to_the_end_of_a_line)
{
	char text[500], want[600];

	ck_assert_str_eq(words("  one   two "), "Key:      one two\n");
	ck_assert_str_eq(words(""), "Key:\n");
	/* A hundred columns, and one more. */
	snprintf(text, sizeof text, "%s %s", row('a', 44), row('b', 45));
	snprintf(want, sizeof want, "Key:      %s\n", text);
	ck_assert_str_eq(words(text), want);
	snprintf(text, sizeof text, "%s %s", row('a', 44), row('b', 46));
	snprintf(want, sizeof want, "Key:      %s\n          %s\n", row('a', 44), row('b', 46));
	ck_assert_str_eq(words(text), want);
	/* Of three words. */
	snprintf(text, sizeof text, "%s %s %s", row('a', 29), row('b', 29), row('c', 30));
	snprintf(want, sizeof want, "Key:      %s\n", text);
	ck_assert_str_eq(words(text), want);
	snprintf(text, sizeof text, "%s %s %s d", row('a', 29), row('b', 29), row('c', 31));
	snprintf(want, sizeof want, "Key:      %s %s\n          %s d\n", row('a', 29), row('b', 29), row('c', 31));
	ck_assert_str_eq(words(text), want);
	/* What is longer stands in a line of its own, but behind the key. */
	snprintf(text, sizeof text, "%s a %s b", row('x', 120), row('y', 130));
	snprintf(want, sizeof want, "Key:      %s\n          a\n          %s\n          b\n", row('x', 120), row('y', 130));
	ck_assert_str_eq(words(text), want);
}

TEST(pieces)
{
	struct mr_lines l = begin(0);

	/* What fits is kept; what does not is passed on, and what is longer at once. */
	mr_lines_str(&l, row('a', 1000));
	mr_lines_str(&l, row('b', 24));
	ck_assert_uint_eq(sink.calls, 0);
	mr_lines_str(&l, "c");
	ck_assert_uint_eq(sink.n, 1024);
	mr_lines_str(&l, row('d', 1024));
	ck_assert_uint_eq(sink.n, 1025);
	mr_lines_str(&l, row('e', 1025));
	ck_assert_uint_eq(sink.n, 1025 + 1024 + 1025);
	ck_assert_uint_eq(sink.calls, 4);
	ck_assert_int_eq(mr_lines_finish(&l), 0);
	ck_assert_uint_eq(sink.calls, 4);
	ck_assert(sink.text[1023] == 'b' && sink.text[1024] == 'c' && sink.text[1025] == 'd' && sink.text[2049] == 'e');
}

TEST(what_fails_is_not_tried_again)
{
	struct mr_lines l = begin(7);

	mr_lines_str(&l, row('a', 1000));
	mr_lines_str(&l, row('b', 1000));
	ck_assert_uint_eq(sink.calls, 1);
	mr_lines_str(&l, row('c', 1500));
	ck_assert_uint_eq(sink.calls, 1);
	ck_assert_int_eq(mr_lines_finish(&l), 7);
	ck_assert_uint_eq(sink.calls, 1);
	l = begin(5);
	mr_lines_str(&l, row('c', 1500));
	ck_assert_uint_eq(sink.calls, 1);
	ck_assert_int_eq(mr_lines_finish(&l), 5);
}

UNIT_MAIN("lines", NULL, NULL)
