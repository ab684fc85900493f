/* html.h: the text of an HTML page. */
#ifndef MR_HTML_H
#define MR_HTML_H

#include <stddef.h>

int mr_html_is(const char *text, size_t len);

/* The text of a page, and which line of the HTML each line of it begins in. */
struct mr_html {
	char *text;
	size_t len, cap;
	unsigned *lines;
	size_t nlines, lines_cap;
	char why[200]; /* ENOTSUP: no HTML can be read; EINVAL: what is wrong with it */
};

/* Fill *H, to be freed in any case.  0, or -1 with errno: ENOMEM; ENOTSUP where there is no
 * libxml2, or EINVAL, see why. */
int mr_html_read(struct mr_html *h, const char *html, size_t len);
void mr_html_free(struct mr_html *h);

#endif
