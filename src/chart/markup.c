/* markup.c: writes texts and numbers of a page. Texts are escaped, so that text from outside cannot
 * become markup. */
#include "config.h"

#include "chart/markup.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/ascii.h"
#include "chart/ticks.h"
#include "cli/escape.h"

#define DECIMALS_MAX 9u

void markup_put(struct out_buffer *b, const char *s)
{
	while (s && *s) {
		char one[OUT_SAFE_MAX], *end = out_put_harmless(one, &s), *p;

		for (p = one; p < end; p++)
			switch (*p) {
			case '&': out_str(b, "&amp;"); break;
			case '<': out_str(b, "&lt;"); break;
			case '>': out_str(b, "&gt;"); break;
			case '"': out_str(b, "&quot;"); break;
			case '\'': out_str(b, "&#39;"); break;
			default: out_char(b, *p);
			}
	}
}

void markup_put_halves(struct out_buffer *b, int halves)
{
	char *p = out_room(b, 32);

	if (halves < 0)
		*p++ = '-';
	halves = halves < 0 ? -halves : halves;
	p = out_put_u64(p, (unsigned)halves / 2);
	if (halves % 2) {
		*p++ = '.';
		*p++ = '5';
	}
	b->p = p;
}

void markup_printf(struct out_buffer *b, const char *format, ...)
{
	va_list ap;
	double v;
	size_t n;

	va_start(ap, format);
	for (; *format; format += 2) {
		n = strcspn(format, "%");
		out_bytes(b, format, n);
		format += n;
		if (*format == '\0')
			break;
		if (format[1] == 's') {
			markup_put(b, va_arg(ap, const char *));
			continue;
		}
		v = format[1] == 'u' ? va_arg(ap, unsigned) : va_arg(ap, double);
		/* markup_put_halves() is faster for positions, which are multiples of one half. */
		if (fabs(v) < 1e9 && floor(2 * v) == 2 * v)
			markup_put_halves(b, (int)(2 * v));
		else
			out_printf(b, "%g", v);
	}
	va_end(ap);
}

void markup_put_number(struct out_buffer *b, double v, unsigned decimals)
{
	char text[400];
	const char *p = text;

	if (!isfinite(v))
		return;
	snprintf(text, sizeof text, "%.*f",
	         (int)(decimals < DECIMALS_MAX ? decimals : DECIMALS_MAX), v);
	/* If the value is rounded to zero, omit the minus sign. */
	if (*p == '-' && p[1 + strspn(p + 1, "0.")] == 0)
		p++;
	out_str(b, p);
}

void markup_put_short(struct out_buffer *b, double v, unsigned decimals)
{
	static const char suffix[] = "kMGTPE";
	double size = v < 0 ? -v : v;
	size_t i;

	if (!isfinite(v) || size < 99999.5) {
		markup_put_number(b, v, decimals);
		return;
	}
	size /= 1000;
	for (i = 0; size >= 999.95 && suffix[i + 1]; i++)
		size /= 1000;
	if (size < 9.9995)
		decimals = 3;
	else
		decimals = size < 99.995 ? 2 : 1;
	out_printf(b, "%s%.*f%c", v < 0 ? "-" : "", (int)decimals, size, suffix[i]);
}

void markup_put_moment(struct out_buffer *b, const struct chart_zone *zone, double t, int has_date,
                       int64_t step)
{
	char label[TICKS_LABEL];

	date_label(whole_below(t), zone->offset, label);
	if (has_date)
		out_printf(b, "%s ", label);
	time_label(whole_below(t), zone->offset, step, label);
	out_str(b, label);
}

void markup_put_id(struct out_buffer *b, unsigned section, const char *report, unsigned number)
{
	out_printf(b, "s%u-", section);
	for (; report && *report; report++) {
		int is_plain = mr_is_letter(*report) || mr_is_digit(*report) || *report == '-';

		out_char(b, is_plain ? *report : '_');
	}
	if (number)
		out_printf(b, "-%u", number);
}
