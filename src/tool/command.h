/* command.h: do what the options say. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "tool/options.h"

/* The exit status. */
int command(struct options *o);

#endif
