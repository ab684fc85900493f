/* output.h: opens the output, unless writing to it would destroy an input, and writes records to
 * it. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "cli/progress.h"
#include "cli/verdict.h"
#include "out/out.h"
#include "tool/tool_options.h"

/* Return 1 after a message if --force would replace an input by a table of --split or by the file
 * of --write. */
int output_replaces_input(const struct options *o);

/* Return the name of the output for messages. */
const char *output_name(const struct options *o);

/* Return the descriptor of the output; -1 after a message if the output cannot be written, is also
 * an input, or is the file of --write. */
int output_open(const struct options *o);

/* Close FD, unless it is a descriptor that the user named. Return 0, or an errno value. */
int output_close(const struct options *o, int fd);

/* Let B truncate the file of --output just before its first write, so that a run that fails earlier
 * keeps the old contents. */
void output_begin(const struct options *o, struct out_buffer *b);

/* If B wrote nothing and no error occurred, truncate the file of --output now. */
void output_end(const struct options *o, struct out_buffer *b);

struct writer {
	struct out out;
	struct monread_codepage *codepage;
	struct table_schema
		*schema;   /* the tables of all layouts; NULL: the output is not a table */
	unsigned left_out; /* number of data sets that output_show_set() left out */
	int unshown; /* 1 after a message that the output cannot be written; storing continues */
};

/* Begin the output to the descriptor FD. The caller must first set W->codepage and, in
 * W->out.settings, the callbacks and the settings that depend on the selection. Return 0, or -1
 * after a message. */
int output_show_begin(struct writer *w, const struct options *o,
                      const struct monread_layouts *layouts, int fd);

/* Return 1 if writing has failed and the run must end. Return 0 if writing has not failed, or if
 * the run also stores a capture: then this function reports the failure, and storing continues.
 * IS_LIVE: the current input is live. */
int output_failed(const struct options *o, struct writer *w, int is_live);

/* If ON is 1, keep the text of each data set in memory until output_show_set(), because the data
 * set must be stored before its text is shown. */
void output_hold(struct writer *w, int on);

/* Write the text of a data set. If output_hold() is on, and the output accepts no data for 10
 * seconds, keep the rest of the text, and leave out later data sets until this rest is written.
 * Return -1 if writing has failed, else 0. */
int output_show_set(struct writer *w, const struct options *o);

/* At the end of an input, complete its counts of problems, V: report messages that were left out,
 * and note if the output failed. With --messages=json, also write V as a line. */
void output_say_verdict(const struct writer *w, struct verdict *v);

/* End the output and print notes about it. FAILED: do not truncate a file of --output to which
 * nothing was written. Return 0, or an errno value if writing failed. */
int output_show_end(struct writer *w, const struct options *o, int failed);

/* Begin to show progress in *P, which must be {0}, if --progress was given, or by default if
 * standard error is a terminal on which no records are shown. FD: the output. Return the total size
 * of the regular files among the inputs in bytes. */
uint64_t progress_settle(struct progress *p, const struct options *o, int fd);

/* ---- tool_names.c: options that name records, fields and tables ---- */

/* Refuse unknown names of records and fields in O. Return 0, or ENOMEM. */
int names_check(struct options *o, const struct monread_layouts *layouts,
                const struct table_schema *schema);

/* If the output is a table, set *SCHEMA to the tables of all layouts. If --name names a table of an
 * array or of application data, select the records with such data. Call this before names_check().
 * Return 0, or ENOMEM. */
int names_table_begin(struct options *o, const struct monread_layouts *layouts,
                      struct out_settings *s, struct table_schema **schema);

/* Find the table to show, unless names_table_begin() has found it. Return 0, or ENOMEM. */
int names_table_settle(struct options *o, const struct monread_layouts *layouts,
                       struct out_settings *s);

#endif
