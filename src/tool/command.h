/* command.h: the actions that the options choose. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "cli/near.h"
#include "monread.h"
#include "out/describe.h"
#include "table/schema.h"
#include "tool/options.h"

/* Run the action of O.  Returns the exit status. */
int command(struct options *o);

/* show.c: show, store or check records.  0, or an errno value: writing failed. */
int run_show(struct options *o, const struct monread_layouts *layouts, int fd);

/* ---- query.c: --sql and --sqlite ---- */

/* Exit with a message if O has an option that has no effect on a query, or on loading a database. */
void query_check(const struct options *o);

/* Answer the query on FD, or load the database.  0, or an errno value: writing failed, or ENOMEM. */
int query_action(const struct options *o, const struct monread_layouts *layouts, int fd);

/* ---- layouts.c: --describe, --xref, --find and --tables ---- */

/* Load the built-in layouts, the site's, and those of --layouts.  Faults of pages are reported, or collected in NOTICES if
 * that is not NULL.  NULL: out of memory, which was reported. */
struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices);

/* Return 1 if O asks for tables, as SQL or JSON. */
int layouts_for_programs(const struct options *o);

/* Return "did you mean A?" with names similar to NAME, or OTHERWISE; NULL: out of memory.  SCHEMA: also its tables;
 * NULL: none. */
#define SIMILAR_RECORDS 1u
#define SIMILAR_FIELDS 2u
const char *layouts_similar(char room[NEAR_ROOM], const struct monread_layouts *layouts,
                            const struct table_schema *schema, const char *name, unsigned kinds, const char *otherwise);

/* Run the action o->action, with the output to FD. 0, or an errno value: writing failed, or ENOMEM. */
int layouts_action(const struct options *o, struct monread_layouts *layouts, struct out_notices *notices, int fd);

#endif
