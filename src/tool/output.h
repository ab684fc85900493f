/* output.h: opens the output, unless that would destroy an input. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "cli/buffer.h"
#include "cli/progress.h"
#include "tool/options.h"

/* Return 1 after a message if --force would replace an input by a table of --split or by the file of --write. */
int output_replaces_input(const struct options *o);

/* Return the name of the output for messages. */
const char *output_name(const struct options *o);

/* Return the descriptor of the output; -1 after a message if it cannot be written, is an input, or is used by
 * --write. */
int output_open(const struct options *o);

/* Close FD, unless it is a descriptor that the user named. Return 0, or an errno value. */
int output_close(const struct options *o, int fd);

/* Have B truncate the file of --output before its first write, so that a failed run leaves the old contents. */
void output_begin(const struct options *o, struct out_buffer *b);

/* If B wrote nothing and no error occurred, truncate the file of --output now. */
void output_end(const struct options *o, struct out_buffer *b);

/* Begin to show progress in *P, which must be {0}, if --progress or the terminals ask for it. FD: the output. Return
 * the total size of the regular files among the inputs in bytes. */
uint64_t progress_settle(struct progress *p, const struct options *o, int fd);

#endif
