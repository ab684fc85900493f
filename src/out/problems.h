/* problems.h: keeps the problems of a record until its fields are shown. */
#ifndef OUT_PROBLEMS_H
#define OUT_PROBLEMS_H

#include "out/format.h"

/* More than the decoder reports for one record. */
#define OUT_PROBLEMS_MAX 12u

struct out_problems {
	unsigned n;
	char text[OUT_PROBLEMS_MAX][256]; /* cut to this size */
};

/* Keep TEXT and report it. Return 0. */
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
