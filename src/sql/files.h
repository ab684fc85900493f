/* files.h: open the FILEs of a query or a database, and report their problems and results. */
#ifndef SQL_FILES_H
#define SQL_FILES_H

#include "sql/indexed.h"
#include "sql/sql.h"

struct files {
	const struct sql_options *o;
	struct indexed **list; /* in the order of their first records */
	size_t n;
	int missing; /* a file could not be opened */
};

/* Open each file once and report the files that cannot be opened. 0, or -1: out of memory, or the user has stopped
 * the program. */
int files_open(struct files *f);
void files_close(struct files *f);

/* Find the records that several captures have, and keep each in one of them: the first in the list, as --merge does.
 * Call it before indexed_scan(). 0, or -1 with errno, as indexed_scan(). */
int files_merge(const struct files *f, const struct tables *t);

/* Report the progress of reading at suitable times: DONE bytes of C were read. */
void files_progress(const struct files *f, const struct indexed *c, uint64_t done);

/* Report the result of each file that was read. */
void files_say_verdicts(const struct files *f);

/* Report the last problem of C; a callback, see tables.h. */
void files_problem(void *arg, struct indexed *c);

/* Report the problems that the first scan of C has found. */
void files_scanned(struct indexed *c);

/* Size of all files in bytes. */
uint64_t files_size(const struct files *f);

/* Refuse devices; call this before all other work. 1: a file is a device, which was reported. */
int files_refuse_device(const struct files *f);

#endif
