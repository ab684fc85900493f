/* findings.h: what a manager asks of a system first: when it was busiest, and what was far from its average. */
#ifndef STAT_FINDINGS_H
#define STAT_FINDINGS_H

#include "stat/gather.h"

#define FINDINGS_MOST 24u
#define FINDINGS_ALARMS 12u /* of them */
#define FINDING_ROOM 320u

struct findings {
	struct chart_finding list[FINDINGS_MOST];
	char texts[FINDINGS_MOST][FINDING_ROOM];
	size_t n;
	size_t alarms, silent; /* there were so many alarms, of which so many are not in the list */
};

/* One more, as printf(3) makes it of what follows; of too many alarms the last ones are only counted.  REPORT lives as
 * long. */
void findings_add(struct findings *f, int is_alarm, const char *report, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* What G says, which is settled. */
void findings_of(struct findings *f, const struct gather *g, const struct show *s);

#endif
