/* table.h: the options of monread. */
#ifndef TOOL_TABLE_H
#define TOOL_TABLE_H

#include "cli/options.h"

/* The words of --input-format. */
extern const struct word container_words[];


#endif
