/* show_output.h: opens and closes the output, and refuses an output that is also an input. */
#ifndef SHOW_OUTPUT_H
#define SHOW_OUTPUT_H

#include <sys/types.h>

#include "cli/buffer.h"
#include "show/show_options.h"

struct stat;

struct output {
	const char *name; /* NULL: standard output */
	int fd;
	int created; /* 1: this run of monstat created the file */
	/* temporary file that replaces ->target at the end; NULL: ->name is written directly */
	char *part;
	char *target;
};

/* Open the output that O names, and set up B as its buffer. The old contents of the file stay until
 * the first byte is written, with --html until the page is complete. Returns 0, or -1 after a
 * message. */
int output_begin(struct output *out, const struct show_options *o, struct out_buffer *b);

/* Write the rest of B and close the output. Removes an incomplete page, and an empty new file after
 * a failure. */
void output_end(struct output *out, struct out_buffer *b);

/* Create TARGET.new with the permissions MODE for OUT; output_close() renames it to TARGET if it is
 * complete. NAME: name of the output in messages. OUT frees TARGET; if TARGET is NULL, the function
 * fails with the present errno. Returns a descriptor, or -1 with errno, which output_cannot()
 * reports. */
int output_part(struct output *out, const char *name, char *target, mode_t mode);
void output_cannot(const struct output *out);

/* Close OUT. ERROR: errno value of a failed write, or 0. A complete temporary file replaces its
 * target, an incomplete one is removed. Returns 0 or the errno value of the failure. */
int output_close(struct output *out, int error);

/* Return 1, after a message, if the output ST is also an input or a page of O. NAME: name of the
 * output; NULL: standard output. OPTION: the option that names the output, for the message. */
int output_is_refused(const struct show_options *o, const char *name, const struct stat *st,
                      const char *option);

#endif
