/* output.h: the output, which must not destroy an input. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "out/out.h"
#include "tool/tool_options.h"

/* Return 1 after a message if --force would replace an input by a file of --split or --write. */
int output_replaces_input(const struct options *o);

const char *output_name(const struct options *o);

/* Open the output, and return its descriptor; -1 after a message if the output cannot be written,
 * or is an input or the file of --write. */
int output_open(const struct options *o);

/* Close the output FD, unless it is a descriptor of the user, such as standard output. Return 0, or
 * an errno. */
int output_close(const struct options *o, int fd);

/* Let B, the buffer of the output, truncate the file of --output only before its first write,
 * because a run that fails earlier must keep the contents of the file. */
void output_begin(const struct options *o, struct out_buffer *b);

/* If the run wrote nothing and did not fail, truncate the file of --output. */
void output_end(const struct options *o, struct out_buffer *b);

struct writer {
	struct out out;
	struct monread_codepage *codepage;
	struct table_schema *schema; /* schema of all layouts; NULL: the output is not a table */
	unsigned left_out; /* data sets that output_show_set() left out */
	int unshown; /* 1: a failed write was reported, and storing goes on */
};

/* Begin the output to FD. w->codepage, and the callbacks and the table in w->out.settings, must be
 * set. Return 0, or -1 after a message. */
int output_show_begin(struct writer *w, const struct options *o,
                      const struct monread_layouts *layouts, int fd);

/* Return 1 if the run must end because writing failed. If the run also stores a capture, report the
 * failure and return 0. IS_LIVE: 1 if the current input is live. */
int output_failed(const struct options *o, struct writer *w, int is_live);

/* ON: 1 to keep the text of a data set in memory until output_show_set(), because the data set must
 * be stored before its text is written. */
void output_hold(struct writer *w, int on);

/* Write the text of a data set. After output_hold(), if the output accepts nothing for 10 seconds,
 * keep the text, and leave out later data sets until the text is written. Return -1 if writing
 * failed, else 0. */
int output_show_set(struct writer *w, const struct options *o);

/* End the verdict V on an input, and print V with --messages=json. If the output failed, V gets
 * status 2. */
void output_say_verdict(const struct writer *w, struct verdict *v);

/* End the output. FAILED: 1 if the run failed, so that a file of --output to which nothing was
 * written keeps its contents. Return 0, or the errno of writing. */
int output_show_end(struct writer *w, const struct options *o, int failed);

/* Begin the progress lines *P, which must be {0}, with --progress, or if standard error is a
 * terminal and the output FD is not. Return the total bytes of the regular files among the
 * inputs. */
uint64_t progress_settle(struct progress *p, const struct options *o, int fd);

/* ---- tool_names.c: options that name records, fields and tables ---- */

/* Exit if an option names an unknown record, field or table. Return 0, or ENOMEM. */
int names_check(struct options *o, const struct monread_layouts *layouts,
                const struct table_schema *schema);

/* Call this before names_check(). If the output is a table, set *SCHEMA to the schema of all
 * layouts. If --name names the table of an array or of application data, select the records that
 * contain the array or the application data. Return 0, or ENOMEM. */
int names_table_begin(struct options *o, const struct monread_layouts *layouts,
                      struct out_settings *s, struct table_schema **schema);

/* Set s->table to the table to show, or list the tables and exit. Return 0, or ENOMEM. */
int names_table_settle(struct options *o, const struct monread_layouts *layouts,
                       struct out_settings *s);

#endif
