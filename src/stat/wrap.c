/* wrap.c: texts in lines that fit. */
#include "config.h"

#include "stat/wrap.h"

#include <string.h>

#include "cli/escape.h"

static void put_blanks(struct out_buffer *b, size_t n)
{
	while (n-- > 0)
		out_char(b, ' ');
}

void wrap_part(struct wrapped *w, const char *text, size_t length)
{
	const char *end = text + length;

	while (text < end) {
		size_t n = 0;

		for (; text < end && *text == ' '; text++)
			w->blanks++;
		while (text + n < end && text[n] != ' ')
			n++;
		if (n == 0)
			return;
		if (w->blanks && w->at > w->indent && w->at + w->blanks + n >= w->width) {
			out_char(w->b, '\n');
			w->at = 0;
			w->blanks = w->indent;
		}
		put_blanks(w->b, w->blanks);
		out_harmless(w->b, text, n);
		w->at += w->blanks + n;
		w->blanks = 0;
		text += n;
	}
}

void wrap_text(struct wrapped *w, const char *text)
{
	wrap_part(w, text, strlen(text));
}
