/* present.h: which records captures have. */
#ifndef STAT_PRESENT_H
#define STAT_PRESENT_H

#include "stat/options.h"

struct present;

/* Count the records of the files of O; without files nothing is known of any.  NULL: out of memory. */
struct present *present_find(const struct options *o, const struct monread_layouts *layouts);
void present_free(struct present *p);

/* What is to be said of the record NAME, which lives until the next call: "1440 in this capture"; NULL: nothing, and P
 * may be NULL. */
const char *present_says(struct present *p, const char *name);

/* Whether they have the record NAME; not, where nothing is known of it. */
int present_has(struct present *p, const char *name);

/* Whether they have samples, but not the record NAME, which CP makes in every sample. */
int present_lacks_sampled(struct present *p, const char *name);

#endif
