/* output.h: opens and closes the output, and refuses an output that is also an input. */
#ifndef STAT_OUTPUT_H
#define STAT_OUTPUT_H

#include <sys/types.h>

#include "cli/buffer.h"
#include "stat/options.h"

struct stat;

struct output {
	const char *name; /* NULL: standard output */
	int fd;
	int created; /* the file did not exist before */
	char *part;  /* temporary file that replaces ->target at the end; NULL: ->name is written directly */
	char *target;
};

/* Open the output that O names, with B as its buffer. The file keeps its contents until the first byte is written; with
 * --html until the page is complete. Returns 0, or -1 after a message. */
int output_begin(struct output *out, const struct options *o, struct out_buffer *b);

/* Write the rest of B and close the output. Removes a new file that is empty after a failure, and an incomplete
 * page. */
void output_end(struct output *out, struct out_buffer *b);

/* Begin OUT: create TARGET.new with the permissions MODE; output_close() renames it to TARGET if it is complete.
 * Messages use NAME.  OUT frees TARGET; TARGET may be NULL, with errno.  Returns a descriptor, or -1 with errno:
 * output_cannot() reports it. */
int output_part(struct output *out, const char *name, char *target, mode_t mode);
void output_cannot(const struct output *out);

/* Close OUT. ERROR: errno value of a failed write, or 0. A complete temporary file replaces its target, an incomplete
 * one is removed. Returns 0 or the errno value of the failure. */
int output_close(struct output *out, int error);

/* Whether the file ST, of this NAME (NULL: standard output), is an input or a page of O. Reports that OPTION must not
 * write to it. */
int output_is_refused(const struct options *o, const char *name, const struct stat *st, const char *option);

#endif
