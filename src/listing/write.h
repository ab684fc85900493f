/* write.h: parts of a layout as text. */
#ifndef MR_WRITE_H
#define MR_WRITE_H

#include "listing/lines.h"
#include "monread.h"

/* 0, or -1: out of memory. */
int mr_write_xref(struct mr_lines *to, const struct monread_layout *l);

#endif
