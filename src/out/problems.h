/* problems.h: keeps the problems found in a record, so that formats can show them after the fields
 * of the record. */
#ifndef OUT_PROBLEMS_H
#define OUT_PROBLEMS_H

#include "out/format.h"

/* Maximum number of problems kept per record; the decoder never reports so many. */
#define OUT_PROBLEMS_MAX 12u

struct out_problems {
	unsigned n;
	char text[OUT_PROBLEMS_MAX][256]; /* longer texts are cut */
};

/* Keep a copy of TEXT in P, and report TEXT as a problem. Return 0. */
static inline int out_problems_add(struct out_problems *p, struct out_worker *w, const char *text)
{
	size_t n = strlen(text);

	if (p->n < OUT_PROBLEMS_MAX) {
		n = n < sizeof p->text[0] ? n : sizeof p->text[0] - 1;
		memcpy(p->text[p->n], text, n);
		p->text[p->n++][n] = 0;
	}
	return out_tell_problem(w, text);
}

#endif
