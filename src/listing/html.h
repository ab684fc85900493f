/* html.h: extracts the text of an HTML page. */
#ifndef MR_HTML_H
#define MR_HTML_H

#include <stddef.h>

/* Return 1 if TEXT looks like HTML. */
int mr_html_is(const char *text, size_t len);

/* The text of a page, and for each line of it the line of the HTML. */
struct mr_html {
	char *text;
	size_t len, cap;
	unsigned *lines;
	size_t nlines, lines_cap;
	char why[200]; /* the reason of ENOTSUP or EINVAL */
};

/* Fill in *H, which must be freed in any case. Return 0, or -1 with errno: ENOMEM, ENOTSUP (no libxml2), or EINVAL
 * (invalid HTML); the last two set h->why. */
int mr_html_read(struct mr_html *h, const char *html, size_t len);
void mr_html_free(struct mr_html *h);

#endif
