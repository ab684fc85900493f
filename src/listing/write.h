/* write.h: functions that each write one kind of line of a .dsect file. */
#ifndef MR_WRITE_H
#define MR_WRITE_H

#include "base/model.h"
#include "listing/keys.h"
#include "listing/lines.h"
#include "monread.h"

/* write.c: begin a line with KEY and a colon; the caller writes the value. */
void mr_write_key(struct mr_lines *to, enum mr_key key);

void mr_write_condition(struct mr_lines *to, const struct monread_when *w);

/* write.c: mr_write_events() writes the annotations Tells, Break and Configuration,
 * mr_write_rules() Array, Vary, Maps, Payload and Check. */
void mr_write_events(struct mr_lines *to, const struct monread_layout *l);
void mr_write_rules(struct mr_lines *to, const struct monread_layout *l);

/* write_lists.c: mr_write_list() writes the annotations with the key KEY, which list fields.
 * mr_write_lists() writes all annotations that list fields, except Maps. */
void mr_write_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key);
void mr_write_lists(struct mr_lines *to, const struct monread_layout *l);

/* write_xref.c: write the cross reference. Return 0, or -1 if out of memory. */
int mr_write_xref(struct mr_lines *to, const struct monread_layout *l);

#endif
