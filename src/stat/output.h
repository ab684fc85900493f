/* output.h: where the output goes. */
#ifndef STAT_OUTPUT_H
#define STAT_OUTPUT_H

#include <sys/types.h>

#include "cli/buffer.h"
#include "stat/options.h"

struct stat;

struct output {
	const char *name; /* NULL: standard output */
	int fd;
	int created; /* there was no such file */
	char *part;  /* where it is written before it takes the place of ->target; NULL: it is written to ->name */
	char *target;
};

/* Open what O names, and B over it.  What the file held stays until the first byte is written; with --html, until the page
 * is complete.  0, or -1: it was said why. */
int output_begin(struct output *out, const struct options *o, struct out_buffer *b);

/* Write what is left in B, and close.  A file that was created and got nothing, as the run failed, is removed, and so is
 * an incomplete page. */
void output_end(struct output *out, struct out_buffer *b);

/* Begin OUT: create TARGET.new with the permissions MODE; output_close() renames it to TARGET if it is complete.
 * Messages use NAME.  OUT frees TARGET; TARGET may be NULL, with errno.  Returns a descriptor, or -1 with errno:
 * output_cannot() reports it. */
int output_part(struct output *out, const char *name, char *target, mode_t mode);
void output_cannot(const struct output *out);

/* Close OUT after an ERROR of writing, or 0; the last one is returned.  A complete part replaces its target. */
int output_close(struct output *out, int error);

/* Whether the file ST, of this NAME (NULL: standard output), is one that O reads, or among its pages, so that OPTION may
 * not write to it, which is said. */
int output_is_refused(const struct options *o, const char *name, const struct stat *st, const char *option);

/* Whether messages would be written to a file that is read; then that was said. */
int output_messages_are_read(const struct options *o);

#endif
