/* plain.h: extracts the text of a page from HTML, replaces typographic characters, and finds the
 * next record. */
#ifndef MR_PLAIN_H
#define MR_PLAIN_H

#include <stddef.h>

#include "monread.h"

/* Write to TO, which has room for 4 bytes, the ASCII text that replaces the UTF-8 character at S,
 * and set *N to the length of this text. LEN is the number of bytes at S. Return the length of the
 * character, at least 1. */
size_t mr_plain(const char *s, size_t len, char *to, size_t *n);

/* Return a copy of TEXT, which is in UTF-8 or Windows-1252, with ASCII in place of typographic
 * characters; the caller frees the copy. *N is the length of the copy. Return NULL with errno 0 if
 * all characters of TEXT are ASCII, or with errno ENOMEM. */
char *mr_plain_text(const char *text, size_t len, size_t *n);

size_t mr_count(const char *text, size_t len, char c);

/* Return the offset in the page TEXT of the record after the record at offset FROM; LEN if no
 * record follows. A record begins with the line "NAME Prolog", or with the links to its sections
 * before this line. */
size_t mr_split(const char *text, size_t len, size_t from);

/* ---- html.c ---- */

/* Return 1 if the beginning of TEXT looks like an HTML page. */
int mr_html_is(const char *text, size_t len);

/* The text of an HTML page, and for each line of the text the number of the line in the HTML. */
struct mr_html {
	struct monread_buffer text;
	unsigned *lines;
	size_t nlines, lines_cap;
	char why[200];
};

/* Convert a page to text in *H. The caller must free *H, even after an error. Return 0, or -1 with
 * errno: ENOMEM; or, with the reason in h->why, ENOTSUP (libxml2 is missing) or EINVAL (invalid
 * HTML). */
int mr_html_read(struct mr_html *h, const char *html, size_t len);
void mr_html_free(struct mr_html *h);

#endif
