/* epochs.h: on which side of a clock that was set back captures are: which of them come before that, and which behind.
 *
 * A capture that reads on while the clock is set back tells it.  One that ends before or begins behind does not, but where
 * it is of a time that there was once only, or has records of another one, it is known all the same. */
#ifndef CLI_EPOCHS_H
#define CLI_EPOCHS_H

#include "cli/overlap.h"

/* S, whose system is known, is one of the captures of O. */
void epochs_add(struct overlap *o, struct overlap_source *s);

/* The clock was set back before the next data set of S. */
void epochs_set_back(struct overlap_source *s);

/* Another capture, which has the number OTHER, has the same record as S in the same epoch. */
void epochs_match(const struct overlap *o, struct overlap_source *s, unsigned other);

/* S is next, open or not.  1: not yet, as it begins when the clock had been set back, and that comes first: s->epoch is
 * another one now. */
int epochs_waits(const struct overlap *o, struct overlap_source *s);

/* The next data set of S, which is not aside, is next; before overlap_turn().  1: the clock was set back before it, and of
 * other captures, which came before, it is not known whether they belong behind it: TEXT says so once of each. */
#define EPOCHS_DOUBT 4500u
int epochs_doubt(const struct overlap *o, const struct overlap_source *s, char text[EPOCHS_DOUBT]);

#endif
