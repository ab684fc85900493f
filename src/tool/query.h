/* query.h: --sql and --sqlite. */
#ifndef TOOL_QUERY_H
#define TOOL_QUERY_H

#include "monread.h"
#include "tool/options.h"

/* Exit with a message if O has an option that has no effect on a query, or on loading a database. */
void query_check(const struct options *o);

/* Answer the query on FD, or load the database.  0, or an errno value: writing failed, or ENOMEM. */
int query_action(const struct options *o, const struct monread_layouts *layouts, int fd);

#endif
