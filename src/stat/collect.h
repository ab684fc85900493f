/* collect.h: all reports: those that are built in, and those of --reports. */
#ifndef STAT_COLLECT_H
#define STAT_COLLECT_H

#include <stddef.h>

#include "stat/report.h"

struct collect {
	struct report **list; /* in their order */
	size_t n, room;
	char **texts; /* names and paths of files */
	size_t ntexts, texts_room;
};

/* Those that are built in and, where DIRECTORY is not NULL, those in it, which override those of the same name.  0, or
 * -1: something is wrong, and it was said what.  collect_done() in any case. */
int collect_begin(struct collect *c, const char *directory);
void collect_done(struct collect *c);

/* The report NAME; NULL: there is none. */
struct report *collect_find(const struct collect *c, const char *name);

#endif
