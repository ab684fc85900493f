/* files.h: the FILEs of --sql and --sqlite. */
#ifndef SQL_FILES_H
#define SQL_FILES_H

#include "sql/indexed.h"
#include "sql/sql.h"

struct files {
	const struct sql_options *o;
	struct indexed **list; /* the captures, in the order of their first records */
	size_t n;
	int missing; /* 1: some FILE could not be opened */
	struct indexed_pool pool;
};

/* Read the beginning of each FILE, and report the files that cannot be opened. Only the first call
 * does this. Return 0, or -1 if out of memory or if the user has stopped the program. */
int files_open(struct files *f);
void files_close(struct files *f);

/* Show that DONE bytes of C, and all captures before C, were read. */
void files_progress(const struct files *f, const struct indexed *c, uint64_t done);

/* Print how many messages were left out and, if o->verdicts is 1, the verdict of each capture that
 * was read. */
void files_say_verdicts(const struct files *f);

/* Return the size of all captures in bytes. */
uint64_t files_size(const struct files *f);

/* If a FILE is a device, which has no end, return 1 after an error message; else 0. */
int files_refuse_device(const struct files *f);

#endif
