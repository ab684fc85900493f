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

/* C repeated N times. */
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
	/* Lines do not end with blanks. */
	ck_assert_str_eq(sink.text, "ab   cdefghijklm\n   n\n\n");
	ck_assert_uint_eq(sink.calls, 1);
	ck_assert_int_eq(mr_lines_finish(&l), 0);
	ck_assert_uint_eq(sink.calls, 1);
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
