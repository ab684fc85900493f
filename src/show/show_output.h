/* show_output.h: opens and closes the output. */
#ifndef SHOW_OUTPUT_H
#define SHOW_OUTPUT_H

#include <sys/types.h>

#include "cli/buffer.h"
#include "show/show_options.h"

struct stat;

struct output {
	const char *name; /* NULL: standard output */
	int fd;
	int created;
	/* temporary file that will be renamed to ->target; NULL: monstat writes to the file
	 * ->name */
	char *part;
	char *target;
};

/* Open the output that the options O name, and initialize the buffer B of this output. An existing
 * file keeps its contents until the first byte is written, or with --html until the page is
 * complete. Returns 0, or -1 after a message. */
int output_begin(struct output *out, const struct show_options *o, struct out_buffer *b);

/* Write the rest of the buffer B and close the output. Removes an incomplete page and, after a
 * failure, an empty file that this run created. */
void output_end(struct output *out, struct out_buffer *b);

/* Create the temporary file TARGET.new, with the permissions MODE. output_close() renames it to
 * TARGET. TARGET is an allocated string, which OUT takes over; if TARGET is NULL, fail with the
 * present errno. NAME: name of the output in messages. Returns a descriptor, or -1 with errno,
 * which output_cannot() reports. */
int output_part(struct output *out, const char *name, char *target, mode_t mode);
void output_cannot(const struct output *out);

/* Close OUT. ERROR: errno value of a failed write; 0: no write failed. A temporary file replaces
 * its target if ERROR is 0, else it is removed. Returns 0 or an errno value. */
int output_close(struct output *out, int error);

/* Return 1, after a message, if the output NAME with the status ST is also an input or a file of
 * layouts. NAME is NULL for standard output. OPTION: the option that names the output. */
int output_is_refused(const struct show_options *o, const char *name, const struct stat *st,
                      const char *option);

#endif
