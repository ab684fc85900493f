/* progress.h: decide whether to report the progress of reading, and find the size of the inputs. */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

#include "cli/progress.h"
#include "tool/options.h"

/* Begin *P, which must be {0}, if the options or the terminal FD of the output call for it. Return the total size of the
 * plain files among the inputs in bytes. */
uint64_t progress_settle(struct progress *p, const struct options *o, int fd);

#endif
