/* pack.h: writes layouts as the packed tables of layout/tables.h. */
#ifndef MR_PACK_H
#define MR_PACK_H

#include <stddef.h>
#include <stdio.h>

#include "gen/codes.h"
#include "monread.h"

/* Write the packed tables of the COUNT layouts to OUT. LISTS has the named lists of codes; the
 * function adds the lists of the layouts to it. Return NULL, or the text of an error: out of
 * memory, a number is too large for its column, or OUT failed. */
const char *mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count,
                          struct mr_lists *lists);

#endif
