/* replaced.h: what --force would replace. */
#ifndef TOOL_REPLACED_H
#define TOOL_REPLACED_H

#include "tool/options.h"

/* Whether what --write or --split would replace is also read, which was reported then. */
int replaced_is_read(const struct options *o);

#endif
