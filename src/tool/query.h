/* query.h: --sql. */
#ifndef TOOL_QUERY_H
#define TOOL_QUERY_H

#include "monread.h"
#include "tool/options.h"

/* Exit with a message where the options say something that no query can do. */
void query_check(const struct options *o);

/* Answer the query on FD.  0, or an errno value: writing failed, or ENOMEM. */
int query_action(const struct options *o, const struct monread_layouts *layouts, int fd);

#endif
