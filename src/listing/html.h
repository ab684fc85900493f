/* html.h: extracts the text of an HTML page. */
#ifndef MR_HTML_H
#define MR_HTML_H

#include <stddef.h>

#include "monread.h"

/* Return 1 if the beginning of TEXT looks like an HTML page. */
int mr_html_is(const char *text, size_t len);

/* The text of an HTML page, and for each line of the text the number of the line in the HTML. */
struct mr_html {
	struct monread_buffer text;
	unsigned *lines;
	size_t nlines, lines_cap;
	char why[200]; /* reason as text if mr_html_read() fails with ENOTSUP or EINVAL */
};

/* Convert a page to text in *H. The caller must free *H, even after an error. Return 0, or -1 with
 * errno: ENOMEM; or, with the reason in h->why, ENOTSUP (libxml2 is missing) or EINVAL (invalid
 * HTML). */
int mr_html_read(struct mr_html *h, const char *html, size_t len);
void mr_html_free(struct mr_html *h);

#endif
