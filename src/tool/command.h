/* command.h: the actions that the options choose. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "cli/near.h"
#include "out/describe.h"
#include "tool/tool_options.h"

/* Return the exit status. */
int command(struct options *o);

/* In run.c: show records. Return 0, or the errno of writing. */
int run_show(struct options *o, const struct monread_layouts *layouts, int fd);

/* ---- query.c: --sql and --sqlite ---- */

/* Exit if an option has no effect with --sql or --sqlite. */
void query_check(const struct options *o);

/* Write the answer of --sql to B, or load the database of --sqlite. */
void query_action(const struct options *o, const struct monread_layouts *layouts,
                  struct out_buffer *b);

/* ---- layouts.c: --describe, --xref, --find and --tables ---- */

/* Load the layouts. Collect faults of pages in NOTICES, or print the faults if NOTICES is NULL.
 * Return NULL after a message if out of memory. */
struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices);

/* Return 1 if --describe or --tables writes SQL or JSON. */
int layouts_for_programs(const struct options *o);

/* Store in ROOM the text "did you mean A?", where A is one or more names similar to NAME: names of
 * KINDS, and of the tables of SCHEMA (may be NULL). Return ROOM; OTHERWISE if no name is similar;
 * NULL if out of memory. */
#define SIMILAR_RECORDS 1u
#define SIMILAR_FIELDS 2u
const char *layouts_similar(char room[NEAR_ROOM], const struct monread_layouts *layouts,
                            const struct table_schema *schema, const char *name, unsigned kinds,
                            const char *otherwise);

/* Run o->action, an action that reads no records, and write its output to B. */
void layouts_action(const struct options *o, struct monread_layouts *layouts,
                    struct out_notices *notices, struct out_buffer *b);

#endif
