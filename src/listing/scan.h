/* scan.h: splits a listing into words with their line and column. */
#ifndef MR_SCAN_H
#define MR_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/syntax.h"

/* A part of a listing: the text from ->p, which is in line number ->line, to ->end. */
struct mr_span {
	const char *p, *end;
	unsigned line;
};

/* A position in a text. To look ahead, copy the struct and use the copy. */
struct mr_scan {
	const char *p, *end;
	unsigned line;
	size_t col;
	int fresh; /* 1: no word of the current line was read yet */
};

struct mr_word {
	const char *p;
	size_t len;
	unsigned line;
	size_t col;
	int first; /* 1: the word is the first word of its line */
	int apart; /* 1: more than one blank precedes the word */
};

/* The largest offset, length or count in a listing. */
#define MR_SCAN_MAX 0xFFFFFFu

/* Move S to the beginning of SPAN. */
void mr_scan_init(struct mr_scan *s, const struct mr_span *span);

/* Return the length in bytes of the blank, newline or control character at P; 0 if P is any other
 * character. U+0080 to U+009F are control characters, like those below U+0020; U+00A0 is the
 * no-break space of HTML. */
static inline size_t mr_scan_blank(const char *p, const char *end)
{
	unsigned char c = (unsigned char)*p;

	if (c > ' ' && c < 0x7F)
		return 0;
	if (c <= ' ' || c == 0x7F)
		return 1;
	if (c != 0xC2 || end - p < 2)
		return 0;
	return (unsigned char)p[1] >= 0x80 && (unsigned char)p[1] <= 0xA0 ? 2 : 0;
}

/* Read the next word into *W. Return 1, or 0 at the end of the text. */
int mr_scan_word(struct mr_scan *s, struct mr_word *w);

/* Return 1 if the word W equals WANT, ignoring case. */
int mr_word_is(const struct mr_word *w, const char *want);

/* If the whole word W is a number in base BASE, up to MR_SCAN_MAX, set *V to the number and return
 * 1; else return 0. */
int mr_word_number(const struct mr_word *w, unsigned base, uint32_t *v);

#endif
