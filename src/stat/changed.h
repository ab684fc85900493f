/* changed.h: rows of reports that are shown only where they change, and when they did. */
#ifndef STAT_CHANGED_H
#define STAT_CHANGED_H

#include "stat/queries.h"

/* {0} to begin with. */
struct changed {
	struct rows rows; /* ->width has to be that of the report */
	int64_t *times;   /* of each row, microseconds since 1970 */
	size_t room;
};

/* The rows of Q at US.  0, or -1: out of memory. */
int changed_take(struct changed *c, const struct query *q, int64_t us);
void changed_clear(struct changed *c);
void changed_done(struct changed *c);

#endif
