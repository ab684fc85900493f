/* write.h: parts of a layout as text. */
#ifndef MR_WRITE_H
#define MR_WRITE_H

#include "listing/keys.h"
#include "listing/lines.h"
#include "monread.h"

/* write.c: the key that an annotation begins with; its words follow. */
void mr_write_key(struct mr_lines *to, enum mr_key key);

/* write_lists.c */
void mr_write_lists(struct mr_lines *to, const struct monread_layout *l);
void mr_write_maps(struct mr_lines *to, const struct monread_layout *l);

/* write_xref.c: the cross reference.  0, or -1: out of memory. */
int mr_write_xref(struct mr_lines *to, const struct monread_layout *l);

#endif
