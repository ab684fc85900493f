/* progress.h: decide whether to report the progress of reading. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "cli/progress.h"
#include "tool/options.h"

/* Begin *P, which must be {0}, if the options or the terminal FD of the output call for it. */
void progress_settle(struct progress *p, const struct options *o, int fd);

#endif
