/* markup.h: writes the texts, which are escaped, and the numbers of a page. */
#ifndef CHART_MARKUP_H
#define CHART_MARKUP_H

#include "chart/chart.h"

/* Write the string S, which may come from outside, as the text of an element or of a quoted
 * attribute. */
void markup_put(struct out_buffer *b, const char *s);

/* Write text like printf(3). The only conversions are %u, %g and %s. Strings for %s are escaped. */
void markup_printf(struct out_buffer *b, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Write the number V with DECIMALS decimals, or nothing if V is NAN. */
void markup_put_number(struct out_buffer *b, double v, unsigned decimals);

/* Write the number V with DECIMALS decimals or, if it has more than five digits before the point,
 * with four digits and a suffix, such as 1.234M. */
void markup_put_short(struct out_buffer *b, double v, unsigned decimals);

/* Write the time T as local time of ZONE. If HAS_DATE is 1, write the date first. If STEP, the
 * precision in seconds, is below 60, write the seconds, too. */
void markup_put_moment(struct out_buffer *b, const struct chart_zone *zone, double t, int has_date,
                       int64_t step);

void markup_put_halves(struct out_buffer *b, int halves);

/* Write the HTML identifier of the chart NUMBER of the report REPORT in the section SECTION or, if
 * NUMBER is 0, the identifier of the report. */
void markup_put_id(struct out_buffer *b, unsigned section, const char *report, unsigned number);

/* The files of data/page as strings. page_html ends with <style> and has a %s for the title of the
 * page. */
extern const char page_html[], page_css[], page_js[];

#endif
