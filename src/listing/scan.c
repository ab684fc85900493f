/* scan.c: splits a listing into words with their line and column. */
#include "listing/scan.h"

void mr_scan_init(struct mr_scan *s, const struct mr_span *span)
{
	*s = (struct mr_scan){ span->p, span->end, span->line, 0, 1 };
}

int mr_scan_word(struct mr_scan *s, struct mr_word *w)
{
	size_t n, blanks = 0;

	for (; s->p < s->end; s->p += n) {
		n = mr_scan_blank(s->p, s->end);
		if (n == 0)
			break;
		blanks++;
		if (*s->p == '\n') {
			s->line++;
			s->col = 0;
			s->fresh = 1;
		} else if (*s->p == '\t') {
			s->col = (s->col / 8 + 1) * 8;
			blanks++;
		} else if (*s->p != '\r') {
			s->col++;
		}
	}
	if (s->p >= s->end)
		return 0;
	w->p = s->p;
	w->line = s->line;
	w->col = s->col;
	w->first = s->fresh;
	w->apart = blanks > 1;
	while (s->p < s->end && !mr_scan_blank(s->p, s->end))
		s->p++;
	w->len = (size_t)(s->p - w->p);
	s->col += w->len;
	s->fresh = 0;
	return 1;
}

int mr_word_is(const struct mr_word *w, const char *want)
{
	return mr_text_is(w->p, w->len, want);
}

int mr_word_number(const struct mr_word *w, unsigned base, uint32_t *v)
{
	uint64_t n;

	if (!mr_text_number(w->p, w->len, base, MR_SCAN_MAX, &n))
		return 0;
	*v = (uint32_t)n;
	return 1;
}
