/* problems.h: stores the problems that were found in a record, so that a format can show them after
 * the fields of the record. */
#ifndef OUT_PROBLEMS_H
#define OUT_PROBLEMS_H

#include "out/format.h"

/* Maximum number of problems that are stored per record; the decoder never reports so many. */
#define OUT_PROBLEMS_MAX 12u

struct out_problems {
	unsigned n;
	char text[OUT_PROBLEMS_MAX][256]; /* longer texts are cut */
};

/* Store a copy of TEXT, which describes a problem of the current record of W, in P, and report the
 * problem. Return 0. */
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
