/* operands.h: reports, files, INTERVAL and COUNT. */
#ifndef STAT_OPERANDS_H
#define STAT_OPERANDS_H

#include "stat/collect.h"
#include "stat/options.h"

/* Sort the operands of O.  Exits by itself where one is no report of C and no file. */
void operands_take(struct options *o, const struct collect *c);

/* Put what is in directories into their place among the FILEs.  0, or -1: there is nothing to read, as was reported. */
int operands_find_files(struct options *o);

/* Say that OPTION, or an operand, names a report that there is not, and exit. */
void operands_unknown(const struct collect *c, const char *option, const char *name) __attribute__((noreturn));

#endif
