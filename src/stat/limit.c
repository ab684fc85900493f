/* limit.c: limits of alarms as text. */
#include "config.h"

#include "stat/limit.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/escape.h"
#include "stat/number.h"

void limit_text(char text[LIMIT_SIZE], const struct report_alarm *a)
{
	int n = snprintf(text, LIMIT_SIZE, " %c %g", a->above ? '>' : '<', a->limit);

	if (a->count > 1 && n > 0)
		snprintf(text + n, LIMIT_SIZE - (size_t)n, " for %u intervals", a->count);
}

void limit_put(struct out_buffer *b, const struct report_alarm *a)
{
	char text[LIMIT_SIZE];

	limit_text(text, a);
	out_str(b, text);
	if (*a->text) {
		out_str(b, ": ");
		out_safe(b, a->text);
	}
}

int limit_decimals(const struct report_alarm *a, double value, int decimals)
{
	char text[NUMBER_SIZE];
	double v;

	for (; decimals >= 0 && decimals < NUMBER_DECIMALS; decimals++) {
		number_put(text, value, decimals);
		v = strtod(text, NULL);
		if (a->above ? v > a->limit : v < a->limit)
			break;
	}
	return decimals;
}
