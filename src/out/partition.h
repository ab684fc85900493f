/* partition.h: finds the name of the logical partition and the level of CP of a system. */
#ifndef OUT_PARTITION_H
#define OUT_PARTITION_H

#include "out/out.h"

/* Write the text of the field with FLAG (see monread_layout_marked()) in the record EV (D1R4) of SYSTEM to TEXT in UTF-8;
 * "" if the record has no such field. */
void out_marked(const struct out *o, struct monread_system *system, const struct monread_ev *ev, unsigned flag, char *text,
                size_t size);

#endif
