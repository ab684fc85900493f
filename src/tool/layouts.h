/* layouts.h: the layouts of a run, and --describe, --xref, --tables. */
#ifndef TOOL_LAYOUTS_H
#define TOOL_LAYOUTS_H

#include "monread.h"
#include "out/describe.h"
#include "tool/options.h"

/* Load the built-in layouts, the site's, and those of --layouts.  Faults of pages are reported, or collected in NOTICES if
 * that is not NULL.  NULL: out of memory, which was reported. */
struct monread_layouts *layouts_load(struct options *o, struct out_notices *notices);

/* Run the action o->action, with the output to FD. 0, or an errno value: writing failed, or ENOMEM. */
int layouts_action(const struct options *o, struct monread_layouts *layouts, struct out_notices *notices, int fd);

#endif
