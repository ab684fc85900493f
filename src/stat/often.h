/* often.h: what may have to be said of each interval: the first ones are said, and at the end how many more there were. */
#ifndef STAT_OFTEN_H
#define STAT_OFTEN_H

#include <stddef.h>
#include <stdint.h>

/* What is wrong with a record. */
enum often_why {
	OFTEN_DOUBLED, /* the sample has one already */
	OFTEN_CLOCK,   /* its time */
	OFTEN_WITHIN   /* what is in it */
};

/* {0} at first. */
struct often {
	struct often_one *list;
	size_t n, room;
};

/* Whether it is to be said of one more record of this number; else it is counted. */
int often_allows(struct often *o, unsigned domain, unsigned record, enum often_why why);

/* Say how many were counted, of the system SYSTEM ("": not known), and forget them. */
void often_end(struct often *o, const char *system);

void often_done(struct often *o);

#endif
