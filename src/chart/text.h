/* text.h: words and numbers in a page. */
#ifndef CHART_TEXT_H
#define CHART_TEXT_H

#include "cli/buffer.h"

/* S, from outside, in the text of an element or in a quoted attribute.  NULL is nothing. */
void text_put(struct out_buffer *b, const char *s);

/* The first LEN bytes of it; a character that begins in them is written whole. */
void text_put_part(struct out_buffer *b, const char *s, size_t len);

/* V with so many decimals; NAN is nothing. */
void text_put_number(struct out_buffer *b, double v, unsigned decimals);

/* The same, but large ones to four digits: 1.234M. */
void text_put_short(struct out_buffer *b, double v, unsigned decimals);

/* An identifier made of S: letters, digits, - and _. */
void text_put_id(struct out_buffer *b, const char *s);

/* HALVES / 2. */
void text_put_halves(struct out_buffer *b, int halves);

#endif
