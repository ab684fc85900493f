/* progress.h: whether it is said how far reading is. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "cli/progress.h"
#include "tool/options.h"

/* Begin *P, {0}, where that is wanted; FD is the output. */
void progress_settle(struct progress *p, const struct options *o, int fd);

#endif
