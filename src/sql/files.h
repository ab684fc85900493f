/* files.h: the FILEs of a query. */
#ifndef SQL_FILES_H
#define SQL_FILES_H

#include "cli/progress.h"
#include "monread.h"
#include "sql/indexed.h"

struct files {
	char *const *names;
	int nnames;
	char *const *listed; /* as of inputs_is_gone() */
	enum monread_container container;
	const struct monread_layouts *layouts;
	struct indexed **list; /* by the times of their first records */
	size_t n, most; /* so many may stay open */
	struct stat *given; /* what was opened for them so far, before it was copied */
	size_t ngiven;
	int opened; /* files_open() was called */
	int missing; /* one of them could not be opened */
	int verdicts; /* --messages=json: write a line about that one, too */
	struct progress *progress;
};

/* Open them, once each.  What cannot be opened is reported.  0, or -1: out of memory, or the end was asked
 * for. */
int files_open(struct files *f);
void files_close(struct files *f);

/* DONE bytes of C, one of them, were read: that is said where it is time. */
void files_progress(const struct files *f, const struct indexed *c, uint64_t done);

/* Say of each that was read what came of it. */
void files_say_verdicts(const struct files *f);

/* Something is wrong with the record EV of C: report TEXT, once for each time that this is called. */
void files_problem(const struct files *f, const struct indexed *c, const struct monread_ev *ev, const char *text);

/* Report what the first scan of C found. */
void files_scanned(struct indexed *c);

/* The bytes of all. */
uint64_t files_size(const struct files *f);

/* 1: one of them is a device, which was reported; to be asked before anything is done. */
int files_refuse_device(const struct files *f);

#endif
