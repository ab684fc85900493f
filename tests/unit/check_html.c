/* check_html.c: the text of an HTML page, and the line of the page in which each line of the text begins. */

#include "unit.h"

#include "listing/html.h"
#include "monread.h"

TEST(what_is_html)
{
	static const struct {
		const char *text;
		int is;
	} v[] = {
		{ "<html>", 1 },  { "<!DOCTYPE", 1 },  { "<?xml", 1 },  { " \n\r\t<p", 1 }, { "\xEF\xBB\xBF<p", 1 },
		{ "\xEF\xBB\xBF \n<p", 1 }, { "<b", 1 }, { "<", 0 }, { "", 0 }, { " ", 0 }, { " <", 0 }, { "< b", 0 },
		{ "<1", 0 }, { "text <b>", 0 }, { "\xEF\xBB<p", 0 }, { "\xEF\xBB\xBF", 0 }, { "\v<p", 0 },
	};
	size_t i;

	for (i = 0; i < sizeof v / sizeof v[0]; i++)
		ck_assert_msg(mr_html_is(v[i].text, strlen(v[i].text)) == v[i].is, "%s", v[i].text);
	ck_assert_int_eq(mr_html_is("<p", 1), 0);
	ck_assert_int_eq(mr_html_is("\xEF\xBB\xBF", 2), 0);
}

#ifdef HAVE_LIBXML2

/* Extract the text of a page of LEN bytes; each line is preceded by the number of its line in the page. */
static const char *read_bytes(const char *html, size_t len)
{
	static char shown[2000];
	struct mr_html h;
	size_t i, line = 0, n = 0;
	int start = 1;

	ck_assert_int_eq(mr_html_read(&h, html, len), 0);
	for (i = 0; i < h.len && n < sizeof shown - 20; i++) {
		if (start) {
			ck_assert_uint_lt(line, h.nlines);
			n += (size_t)snprintf(shown + n, 20, "%u:", h.lines[line++]);
		}
		shown[n++] = h.text[i];
		start = h.text[i] == '\n';
	}
	shown[n] = '\0';
	mr_html_free(&h);
	return shown;
}

static const char *read_text(const char *html)
{
	return read_bytes(html, strlen(html));
}

#define SHOWS(html, text) ck_assert_str_eq(read_text(html), text)

TEST(cells_are_kept_apart)
{
	SHOWS("<html><body><table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table></body></html>",
	      "1:  a    b  \n1:  c  \n1:\n");
}

TEST(names_of_tags)
{
	SHOWS("<html><body>a<o:p c='>'>b</o:p>c<x-y:1-2 c>d", "1:abcd\n");
	SHOWS("<html><body>a<x9>b", "1:ab\n");
}

TEST(where_a_tag_ends)
{
	SHOWS("<html><body>a<p title='>'>b<p title=\">\">c<p a= '>'>d<p a=>e<p a=b'>f</body></html>",
	      "1:a\n1:b\n1:c\n1:d\n1:e\n1:f\n1:\n");
	SHOWS("<html><body><p a=\n\t\r '>'>b</body></html>", "2:b\n2:\n");
	SHOWS("<html><body><p\na\n=\n'b\n'\n>x<p>y", "6:x\n6:y\n6:\n");
	SHOWS("<html><body>a<b c='></b>d", "1:a\n"); /* a value without an end takes the rest of the page */
	SHOWS("<html><body>a<b c=", "1:a\n");
	SHOWS("<html><body>a<b c='", "1:a\n");
	SHOWS("<html><body>a<b c=''", "1:a\n");
}

TEST(tags_up_to_a_limit)
{
	size_t n = MONREAD_TAGS_MAX, i;
	char *page = malloc(n * 3 + 4);
	struct mr_html h;

	ck_assert_ptr_nonnull(page);
	for (i = 0; i <= n; i++)
		memcpy(page + i * 3, "<b>", 3);
	ck_assert_int_eq(mr_html_read(&h, page, n * 3 + 3), -1);
	ck_assert_int_eq(errno, EINVAL);
	ck_assert_str_eq(h.why, "it has 65537 tags, and 65536 are the most");
	mr_html_free(&h);
	/* Many tags are allowed, but not if they are nested. */
	if (mr_html_read(&h, page, n * 3))
		ck_assert_ptr_null(strstr(h.why, "tags"));
	mr_html_free(&h);
	free(page);
}

UNIT_MAIN("html", NULL, NULL)

#else

TEST(without_libxml2)
{
	struct mr_html h;

	ck_assert_int_eq(mr_html_read(&h, "<html>", 6), -1);
	ck_assert_int_eq(errno, ENOTSUP);
	ck_assert_str_eq(h.why, "this monread was built without libxml2");
	ck_assert_uint_eq(h.len, 0);
	mr_html_free(&h);
}

UNIT_MAIN("html", NULL, NULL)

#endif
