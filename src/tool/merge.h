/* merge.h: several captures in order of time: --merge. */
#ifndef TOOL_MERGE_H
#define TOOL_MERGE_H

struct run;

/* All inputs of R, one data set after the other: next is the one whose first record is the oldest. */
void merge_inputs(struct run *r);

#endif
