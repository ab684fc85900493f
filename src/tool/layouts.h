/* layouts.h: the layouts of a run, and --describe, --xref, --find and --tables. */
#ifndef TOOL_LAYOUTS_H
#define TOOL_LAYOUTS_H

#include "monread.h"
#include "cli/near.h"
#include "out/describe.h"
#include "table/schema.h"
#include "tool/options.h"

/* Load the built-in layouts, the site's, and those of --layouts.  Faults of pages are reported, or collected in NOTICES if
 * that is not NULL.  NULL: out of memory, which was reported. */
struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices);

/* Return 1 if O asks for tables, as SQL or JSON. */
int layouts_for_programs(const struct options *o);

/* Return "did you mean A?" with names similar to NAME, or OTHERWISE; NULL: out of memory.  SCHEMA: also its tables;
 * NULL: none. */
#define SIMILAR_RECORDS 1u
#define SIMILAR_FIELDS 2u
const char *layouts_similar(char room[NEAR_ROOM], const struct monread_layouts *layouts, const struct table_schema *schema,
                            const char *name, unsigned kinds, const char *otherwise);

/* Run the action o->action, with the output to FD. 0, or an errno value: writing failed, or ENOMEM. */
int layouts_action(const struct options *o, struct monread_layouts *layouts, struct out_notices *notices, int fd);

#endif
