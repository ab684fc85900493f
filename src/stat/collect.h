/* collect.h: the list of all reports, and the actions of monstat that use it. main() calls these functions. */
#ifndef STAT_COLLECT_H
#define STAT_COLLECT_H

#include <stddef.h>

#include "stat/options.h"
#include "report/report.h"

struct collect {
	struct report **list; /* sorted by the Order of the reports, then by name */
	size_t n, room;
};

/* Load the built-in reports and, unless DIRECTORY is NULL, the files NAME.report in it, which replace built-in reports
 * of the same name. Returns 0, or -1 after a message. Call collect_done() in either case. */
int collect_begin(struct collect *c, const char *directory);
void collect_done(struct collect *c);

/* Return the report NAME, or the first one whose Like: line has NAME, such as FCX112. C owns it. NULL: no such
 * report. */
struct report *collect_find(const struct collect *c, const char *name);

/* Return 1 if the texts of R contain WORD as a whole word, in upper or lower case. EVERYWHERE: also as a part of a word,
 * and in the columns and alarms of R. */
int collect_has_word(const struct report *r, const char *word, int everywhere);

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for its tables. Prints its own error messages. */
void views_print(const struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                 const struct monread_codepage *codepage);

/* Read the captures and show the reports that O names. Prints its own error messages. Returns 1 if an alarm began. */
int run_reports(struct options *o, const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* Execute --list and --explain. Both print their own error messages. */
void about_list(const struct options *o, const struct collect *c, const struct monread_layouts *layouts);
void about_report(const struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                  const struct monread_codepage *codepage);

/* Divide the operands of O into reports, files, INTERVAL and COUNT, and check --by, --only and --alarm against the
 * reports. Exits with a message if something is wrong. */
void operands_take(struct options *o, const struct collect *c);

/* Replace directories among the FILEs by their captures. Returns -1 after a message: there is nothing to read. */
int operands_find_files(struct options *o);

/* Report that NAME, given by OPTION ("": an operand), is not a report, and exit. */
void operands_unknown(const struct collect *c, const char *option, const char *name) __attribute__((noreturn));

#endif
