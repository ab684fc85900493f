/* counter_values.c: with --delta, replaces the values of counters by the differences to the
 * previous record of the same instance (such as a user or a device). */
#include "config.h"

#include "out/format.h"

static void counter_set_difference(struct out_worker *w, struct monread_value *v,
                                   uint64_t difference)
{
	struct delta_rate rate;

	v->number = difference;
	if (w->settings->counters != OUT_RATE) {
		v->format = v->format == MONREAD_INTERVAL ? MONREAD_INTERVAL : MONREAD_UNSIGNED;
	} else if (delta_rate(&rate, difference, v->format, delta_between(w->delta))) {
		v->format = OUT_NO_DIFFERENCE;
	} else {
		w->millionths = rate.millionths;
		v->number = rate.whole;
		v->format = OUT_PER_SECOND;
	}
}

static int difference_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct monread_value counted;
	uint64_t difference;

	if (!delta_counts(v->field))
		return w->plain->field(w, v);
	counted = *v;
	switch (delta_get(w->delta, v->field, v->offset, &difference)) {
	case DELTA_LEVEL:
		break;
	case DELTA_NONE:
		counted.format = OUT_NO_DIFFERENCE;
		break;
	case DELTA_KNOWN:
		counter_set_difference(w, &counted, difference);
		break;
	}
	return w->plain->field(w, &counted);
}

const struct monread_emit *out_counted(struct out_worker *w, const struct monread_emit *emit,
                                       struct monread_emit *counted)
{
	w->plain = emit;
	*counted = *emit;
	if (emit->field)
		counted->field = difference_field;
	/* If counted->structure is NULL, the decoder calls field() for each field, which can then
	 * replace the value of a counter. */
	counted->structure = NULL;
	return counted;
}

uint64_t out_elapsed(const struct out_worker *w)
{
	return delta_elapsed(w->delta, 0);
}
