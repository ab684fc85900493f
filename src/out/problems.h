/* problems.h: keeps the problems found in a record, so that formats show them after its fields. */
#ifndef OUT_PROBLEMS_H
#define OUT_PROBLEMS_H

#include "out/format.h"

/* Maximum number of problems kept per record; the decoder reports fewer. */
#define OUT_PROBLEMS_MAX 12u

struct out_problems {
	unsigned n;
	char text[OUT_PROBLEMS_MAX][256]; /* cut to this size */
};

/* Keep a copy of TEXT in P, and report it. Return 0. */
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
