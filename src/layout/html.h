/* html.h: the text of an HTML page. */
#ifndef MR_HTML_H
#define MR_HTML_H

#include <stddef.h>

int mr_html_is(const char *text, size_t len);

/* The text of the page, allocated; *OUT_LEN tells how long it is.
 * NULL with errno: ENOMEM; ENOTSUP where the library was built without libxml2; EINVAL. */
char *mr_html_text(const char *html, size_t len, size_t *out_len);

#endif
