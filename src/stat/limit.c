/* limit.c: limits of alarms as text. */
#include "config.h"

#include "stat/limit.h"

#include "cli/escape.h"

void limit_put(struct out_buffer *b, const struct report_alarm *a)
{
	out_printf(b, " %c %g", a->above ? '>' : '<', a->limit);
	if (a->count > 1)
		out_printf(b, " for %u intervals", a->count);
	if (*a->text) {
		out_str(b, ": ");
		out_safe(b, a->text);
	}
}
