/* command.h: run the action that the options choose. */
#ifndef TOOL_COMMAND_H
#define TOOL_COMMAND_H

#include "tool/options.h"

/* Returns the exit status. */
int command(struct options *o);

#endif
