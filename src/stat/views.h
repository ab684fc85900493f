/* views.h: --views: the reports as statements that make views of a database. */
#ifndef STAT_VIEWS_H
#define STAT_VIEWS_H

#include "stat/collect.h"
#include "stat/options.h"

/* Print CREATE VIEW report_NAME for each report, and CREATE TABLE for the tables that they read.  Errors are reported. */
void views_print(const struct options *o, const struct collect *c, const struct monread_layouts *layouts,
                 const struct monread_codepage *codepage);

#endif
