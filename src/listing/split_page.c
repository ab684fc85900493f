/* split_page.c: splits a page that contains several records. */
#include "listing/plain.h"

#include <string.h>

#include "listing/scan.h"

/* A line of the page without white space before and after it */
struct split_line {
	const char *p;
	size_t len;
	size_t start, next; /* offsets in the page of this line and of the next line */
};

static struct split_line line_at(const char *text, size_t len, size_t at)
{
	const char *nl = memchr(text + at, '\n', len - at);
	const char *p = text + at, *end = nl ? nl : text + len;
	struct split_line l = { NULL, 0, at, nl ? (size_t)(nl - text) + 1 : len };
	size_t n;

	for (; p < end; p += n) {
		n = mr_scan_blank(p, end);
		if (n == 0)
			break;
	}
	while (end > p && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
		end--;
	l.p = p;
	l.len = (size_t)(end - p);
	return l;
}

static int split_ends_with(const struct split_line *l, const char *want)
{
	size_t n = strlen(want);

	return l->len >= n && mr_text_is(l->p + l->len - n, n, want);
}

/* Return the length of NAME in a title such as "NAME Prolog"; 0 for other lines. */
static size_t title_name_length(const struct split_line *l)
{
	static const char prolog[] = "Prolog";
	size_t n = mr_name_span(l->p, l->len), blanks = n;

	while (blanks < l->len && l->p[blanks] == ' ')
		blanks++;
	if (n < 5 || blanks == n || memcmp(l->p, "MR", 2) != 0)
		return 0;
	return l->len - blanks == sizeof prolog - 1 && split_ends_with(l, prolog) ? n : 0;
}

/* Return 1 if the line L is empty or belongs to the table of contents before the title line TO,
 * which begins with a record name of NAME bytes. */
static int is_contents_link(const struct split_line *l, const struct split_line *to, size_t name)
{
	static const char *const words[] = { "Prolog", "Control Block Contents", "Storage Layout",
		                             "Cross Reference" };
	size_t i;

	for (i = 0; i < sizeof words / sizeof words[0]; i++)
		if (mr_text_is(l->p, l->len, words[i]))
			return 1;
	return l->len == 0 || (l->len == name && memcmp(l->p, to->p, name) == 0);
}

static size_t with_leading_lines(const char *text, size_t len, size_t from,
                                 const struct split_line *to, size_t name)
{
	size_t at = to->start, before;
	struct split_line l;

	for (; at > from; at = before) {
		before = at - 1;
		while (before > from && text[before - 1] != '\n')
			before--;
		l = line_at(text, len, before);
		if (!is_contents_link(&l, to, name))
			break;
	}
	return at;
}

size_t mr_split(const char *text, size_t len, size_t from)
{
	static const char contents[] = "Control Block Contents";
	const char *own = NULL;
	int has_contents = 0;
	size_t at, n, begin, own_len = 0;
	struct split_line l;

	for (at = from; at < len; at = l.next) {
		l = line_at(text, len, at);
		n = title_name_length(&l);
		begin = n && (own ? n != own_len || memcmp(l.p, own, n) != 0 : has_contents)
		                ? with_leading_lines(text, len, from, &l, n)
		                : from;
		if (begin > from)
			return begin;
		if (n) {
			own = l.p;
			own_len = n;
		}
		/* Without the name of a record, the words "Control Block Contents" may be a
		 * link. */
		has_contents |= l.len >= sizeof contents && split_ends_with(&l, contents);
	}
	return len;
}
