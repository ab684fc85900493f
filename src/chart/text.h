/* text.h: escapes words and numbers of a page. */
#ifndef CHART_TEXT_H
#define CHART_TEXT_H

#include "cli/buffer.h"

/* Write S, which may come from outside, as text of an element or of a quoted attribute. NULL writes nothing. */
void text_put(struct out_buffer *b, const char *s);

/* Write V with this number of decimals; NAN writes nothing. */
void text_put_number(struct out_buffer *b, double v, unsigned decimals);

/* Write V, large values with four digits: 1.234M. */
void text_put_short(struct out_buffer *b, double v, unsigned decimals);

/* Write an identifier made from S: letters, digits, - and _. */
void text_put_id(struct out_buffer *b, const char *s);

/* Write HALVES / 2. */
void text_put_halves(struct out_buffer *b, int halves);

/* Write the identifier of chart NUMBER of a report, or of the report (0), in section SECTION. */
void text_put_chart_id(struct out_buffer *b, unsigned section, const char *report, unsigned number);

/* data/page as strings, without the enclosing elements. */
extern const char page_css[], page_js[];

#endif
