/* merge.h: several captures in order of time: --merge. */
#ifndef TOOL_MERGE_H
#define TOOL_MERGE_H

#include "cli/verdict.h"
#include "out/format.h"

struct run;
struct source; /* one of the captures */

/* All inputs of R, one data set after the other: next is the one whose first record is the oldest. */
void merge_inputs(struct run *r);

/* The capture whose turn it is; NULL: none, or nothing is merged. */
struct source *merge_turn(const struct run *r);

/* What follows is of SOURCE, which may have ended.  SOURCE NULL: nothing is merged, or it was nobody's turn. */
void merge_go_to(struct run *r, struct source *source);

/* No record of SOURCE, which may be NULL, waits any more. */
void merge_let_go(struct run *r, struct source *source);

#endif
