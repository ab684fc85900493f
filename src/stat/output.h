/* output.h: where the output goes. */
#ifndef STAT_OUTPUT_H
#define STAT_OUTPUT_H

#include "cli/buffer.h"
#include "stat/options.h"

struct stat;

struct output {
	const char *name; /* NULL: standard output */
	int fd;
	int created; /* there was no such file */
};

/* Open what O names, and B over it.  What the file held stays until the first byte is written.
 * 0, or -1: it was said why. */
int output_begin(struct output *out, const struct options *o, struct out_buffer *b);

/* Write what is left in B, and close.  A file that was created and got nothing, as the run failed, is removed. */
void output_end(struct output *out, struct out_buffer *b);

/* The file that O reads and ST is; NULL: none. */
const char *output_is_read(const struct options *o, const struct stat *st);

#endif
