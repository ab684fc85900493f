/* output.h: open the output without destroying an input. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "cli/buffer.h"
#include "cli/progress.h"
#include "tool/options.h"

/* Whether --force would replace a file that is read, by a table of --split or by --write; this is reported. */
int output_replaces_input(const struct options *o);

/* For messages. */
const char *output_name(const struct options *o);

/* Open the output. -1: it cannot be written, or is also an input or the file of --write, which was reported. */
int output_open(const struct options *o);

/* Close FD if output_open() has opened it. 0, or an errno value. */
int output_close(const struct options *o, int fd);

/* Have B truncate the file of --output at its first write. */
void output_begin(const struct options *o, struct out_buffer *b);

/* Truncate the file if nothing was written and no error occurred. */
void output_end(const struct options *o, struct out_buffer *b);

/* Begin *P, which must be {0}, if the options or the terminal FD of the output call for it. Return the total size of the
 * plain files among the inputs in bytes. */
uint64_t progress_settle(struct progress *p, const struct options *o, int fd);

#endif
