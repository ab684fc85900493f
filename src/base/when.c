#include "base/when.h"

static int compares(enum monread_op op, int64_t a, int64_t b)
{
	switch (op) {
	case MONREAD_EQ:
		return a == b;
	case MONREAD_NE:
		return a != b;
	case MONREAD_LT:
		return a < b;
	case MONREAD_LE:
		return a <= b;
	case MONREAD_GT:
		return a > b;
	default: /* MONREAD_GE */
		return a >= b;
	}
}

int mr_when_holds(const struct monread_when *w, const struct mr_asked *r)
{
	int64_t v;

	if (!w)
		return 1;
	if (w->of_release)
		return r->release && compares(w->op, r->release, w->value);
	v = w->field ? mr_number_in(w->field, r->bytes, r->limit) : (int64_t)r->length;
	return v >= 0 && compares(w->op, v, w->value);
}
