/* collect.h: all reports: those that are built in, and those of --reports. */
#ifndef STAT_COLLECT_H
#define STAT_COLLECT_H

#include <stddef.h>

#include "stat/options.h"
#include "stat/report.h"

struct collect {
	struct report **list; /* in their order */
	size_t n, room;
};

/* Those that are built in and, where DIRECTORY is not NULL, those in it, which override those of the same name.  0, or
 * -1: something is wrong, and it was said what.  collect_done() in any case. */
int collect_begin(struct collect *c, const char *directory);
void collect_done(struct collect *c);

/* The report NAME; NULL: there is none. */
struct report *collect_find(const struct collect *c, const char *name);

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for the tables that they read.  Errors are reported. */
void views_print(const struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                 const struct monread_codepage *codepage);

/* Show the reports that O names.  What is wrong is reported.  1: an alarm was among it. */
int run_reports(struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage);

/* --list and --explain.  What is wrong is reported. */
void about_list(const struct options *o, const struct collect *c, const struct monread_layouts *layouts);
void about_report(const struct options *o, const struct collect *c);

/* Sort the operands of O.  Exits by itself where one is no report of C and no file. */
void operands_take(struct options *o, const struct collect *c);

/* Put what is in directories into their place among the FILEs.  0, or -1: there is nothing to read, as was reported. */
int operands_find_files(struct options *o);

/* Say that OPTION, or an operand, names a report that there is not, and exit. */
void operands_unknown(const struct collect *c, const char *option, const char *name) __attribute__((noreturn));

#endif
