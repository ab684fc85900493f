/* generate.c uses this file, so this file must also compile for the build machine. */
#include "cli/wrap.h"

static void wrap_end_line(struct wrapped *w)
{
	w->put(w->to, "\n", 1);
	w->at = 0;
	w->blanks = w->indent;
}

static void wrap_put_word(struct wrapped *w, const char *word, size_t n)
{
	if (w->blanks && w->at > w->indent && w->at + w->blanks + n >= w->width)
		wrap_end_line(w);
	for (; w->blanks; w->blanks--, w->at++)
		w->put(w->to, " ", 1);
	w->put(w->to, word, n);
	w->at += n;
}

void wrap_words(struct wrapped *w, const char *text, size_t length)
{
	const char *end = text + length, *word = text;

	for (; text <= end; text++) {
		if (text < end && *text != ' ' && *text != '\n')
			continue;
		if (text > word)
			wrap_put_word(w, word, (size_t)(text - word));
		word = text + 1;
		if (text < end && *text == '\n')
			wrap_end_line(w);
		else if (text < end)
			w->blanks++;
	}
}
