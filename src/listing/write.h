/* write.h: writes parts of a layout. */
#ifndef MR_WRITE_H
#define MR_WRITE_H

#include "base/model.h"
#include "listing/keys.h"
#include "listing/lines.h"
#include "monread.h"

/* write.c: write a key; the words of its value follow. */
void mr_write_key(struct mr_lines *to, enum mr_key key);

/* write.c: write a condition. */
void mr_write_condition(struct mr_lines *to, const struct monread_when *w);

/* write_lists.c: write the lines KEY, which list fields; mr_write_lists() writes all of them except Maps. */
void mr_write_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key);
void mr_write_lists(struct mr_lines *to, const struct monread_layout *l);

/* write_xref.c: write the cross reference. Return 0, or -1 if out of memory. */
int mr_write_xref(struct mr_lines *to, const struct monread_layout *l);

#endif
