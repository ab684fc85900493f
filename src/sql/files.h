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

/* In the first call, read the beginning of each FILE, and report files that cannot be opened.
 * Return 0, or -1 if out of memory or if the user has stopped the program. */
int files_open(struct files *f);
void files_close(struct files *f);

/* Show that DONE bytes of the capture C, and all captures before C in f->list, were read. */
void files_progress(const struct files *f, const struct indexed *c, uint64_t done);

/* Print how many messages were left out and, with o->verdicts, the verdicts of captures. */
void files_say_verdicts(const struct files *f);

uint64_t files_size(const struct files *f);

/* If a FILE is a device, return 1 after an error message. */
int files_refuse_device(const struct files *f);

#endif
