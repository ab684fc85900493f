/* actions.h: the actions of monstat. */
#ifndef SHOW_ACTIONS_H
#define SHOW_ACTIONS_H

#include "report/collect.h"
#include "show/show_options.h"

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for its tables. Prints its own
 * error messages. */
void views_print(const struct show_options *o, const struct collect *c,
                 const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* Read the captures and show the reports that O names. Prints its own error messages. Returns 1 if
 * an alarm began. */
int run_reports(struct show_options *o, const struct monread_layouts *layouts,
                const struct monread_codepage *codepage);

/* Execute --list and --explain. Both print their own error messages. */
void about_list(const struct show_options *o, const struct collect *c,
                const struct monread_layouts *layouts);
void about_report(const struct show_options *o, const struct collect *c,
                  const struct monread_layouts *layouts, const struct monread_codepage *codepage);

/* Divide the operands of O into reports, files, INTERVAL and COUNT, and check --by, --only and
 * --alarm against the reports. Exits with a message if something is wrong. */
void operands_take(struct show_options *o, const struct collect *c);

/* Replace directories among the FILEs by their captures. Returns -1 after a message: there is
 * nothing to read. */
int operands_find_files(struct show_options *o);

/* Report that NAME, given by OPTION ("": an operand), is not a report, and exit. */
void operands_unknown(const struct collect *c, const char *option, const char *name)
	__attribute__((noreturn));

#endif
