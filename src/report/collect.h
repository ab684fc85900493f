/* collect.h: the collection of all reports: the built-in reports, and the reports of --reports. */
#ifndef REPORT_COLLECT_H
#define REPORT_COLLECT_H

#include "report/report.h"

struct collect {
	struct report **list; /* the reports, sorted by ->order of struct report, then by name */
	size_t n, room;
};

/* Load the built-in reports and, unless DIRECTORY is NULL, the files NAME.report in DIRECTORY,
 * which replace built-in reports. Return 0, or -1 after a message; call collect_done() in both
 * cases. */
int collect_begin(struct collect *c, const char *directory);
void collect_done(struct collect *c);

/* Return the report NAME, or the first report whose Like: line has NAME, such as FCX112. NULL: no
 * such report. */
struct report *collect_find(const struct collect *c, const char *name);

/* Return 1 if the texts of R contain WORD as a whole word. If EVERYWHERE is 1, WORD may also be a
 * part of a word, and may be in the texts of columns and alarms. */
int collect_has_word(const struct report *r, const char *word, int everywhere);

#endif
