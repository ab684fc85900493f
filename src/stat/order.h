/* order.h: captures in the order in which they are read: by system, then by time. */
#ifndef STAT_ORDER_H
#define STAT_ORDER_H

#include "port/bounds.h"
#include "stat/options.h"

struct order_look {
	char *name;
	int place;    /* on the command line */
	uint64_t tod; /* TOD clock of its first record; 0: not known */
	char id[MR_SYSTEM_ID_SIZE]; /* of its system; "": not known, also of what can be read once only */
};

/* The N NAMES to LOOKS in order.  Where there are several, their beginnings are looked at.  0, or -1: it was said why. */
int order_look(struct order_look *looks, char *const *names, int n, const struct options *o,
               const struct monread_layouts *layouts);

/* How many systems there are, as far as that is known. */
unsigned order_systems(const struct order_look *looks, int n);

#endif
