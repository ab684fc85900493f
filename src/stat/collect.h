/* collect.h: the list of all reports, and the actions of monstat that need it. main() calls these functions. */
#ifndef STAT_COLLECT_H
#define STAT_COLLECT_H

#include <stddef.h>

#include "stat/options.h"
#include "stat/report.h"

struct collect {
	struct report **list; /* sorted by the order that they state, then by name */
	size_t n, room;
};

/* Load the built-in reports and, unless DIRECTORY is NULL, the files NAME.report in it, which replace built-in reports
 * of the same name. Returns 0, or -1 after a message. Call collect_done() in either case. */
int collect_begin(struct collect *c, const char *directory);
void collect_done(struct collect *c);

/* Return the report with this name, or the first one that is like NAME, such as FCX112. C owns it; NULL: unknown. */
struct report *collect_find(const struct collect *c, const char *name);

/* Whether WORD is a word of the name, the question, the text or the similar reports of R, in upper or lower case. */
int collect_has_word(const struct report *r, const char *word);

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for the tables that they read. Reports errors
 * itself. */
void views_print(const struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                 const struct monread_codepage *codepage);

/* Show the reports that O names. Reports errors itself. Returns 1 if an alarm began. */
int run_reports(struct options *o, const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* --list and --explain. Both report errors themselves. */
void about_list(const struct options *o, const struct collect *c, const struct monread_layouts *layouts);
void about_report(const struct options *o, const struct collect *c);

/* Divide the operands of O into reports, files, INTERVAL and COUNT. Exits with a message if an operand is wrong. */
void operands_take(struct options *o, const struct collect *c);

/* Check that a report of Q has the column of --by, and a number in it for --diff; exits with a message if not. Reports
 * without the column keep their order, after a message. */
struct queries;
void operands_check_by(const struct options *o, const struct queries *q);

/* Replace directories among the FILEs by the captures in them. Returns 0, or -1 after a message: there is nothing to
 * read. */
int operands_find_files(struct options *o);

/* Report that NAME, given by OPTION ("": an operand), is not a report, and exit. */
void operands_unknown(const struct collect *c, const char *option, const char *name) __attribute__((noreturn));

#endif
