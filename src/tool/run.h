/* run.h: do what the options say. */
#ifndef TOOL_RUN_H
#define TOOL_RUN_H

#include "tool/options.h"

/* The exit status. */
int run(struct options *o);

#endif
