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
	int whole;   /* a part of what is written is worth nothing: a page */
	char *part;  /* where it is written before it takes the place of ->target; NULL: it is written to ->name */
	char *target;
	int old; /* where there is a part: the file ->target, for writing */
};

/* Open what O names, and B over it.  What the file held stays until the first byte is written; with --html, until the page
 * is complete.  0, or -1: it was said why. */
int output_begin(struct output *out, const struct options *o, struct out_buffer *b);

/* Write what is left in B, and close.  A file that was created and got nothing, as the run failed, is removed, and so is
 * one that got a part of a page. */
void output_end(struct output *out, struct out_buffer *b);

/* Whether the file ST, of this NAME (NULL: standard output), is one that O reads, or among its pages, so that OPTION may
 * not write to it, which is said. */
int output_is_refused(const struct options *o, const char *name, const struct stat *st, const char *option);

/* Whether messages would be written to a file that is read; then that was said. */
int output_messages_are_read(const struct options *o);

#endif
