/* output.h: open the output without destroying an input. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include <sys/stat.h>

#include "cli/buffer.h"
#include "tool/options.h"

/* Whether messages would be written to a file that is read; then that was said. */
int output_messages_are_read(const struct options *o);

/* For messages. */
const char *output_name(const struct options *o);

/* The descriptor; -1: it cannot be written, or is also an input or the file of --write, which was reported. */
int output_open(const struct options *o);

/* Close FD, which output_open() has opened; another one stays open.  0, or an errno value. */
int output_close(const struct options *o, int fd);

/* The input (a FILE, a page, a query) that is the file ST, which PATH names (NULL: standard output); NULL: none. */
const char *output_find_input(const struct options *o, const char *path, const struct stat *st);

/* Have B empty the file of --output when it writes its first byte. */
void output_begin(const struct options *o, struct out_buffer *b);

/* Empty it here if there was nothing to write and nothing failed. */
void output_end(const struct options *o, struct out_buffer *b);

#endif
