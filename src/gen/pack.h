/* pack.h: writes layouts as the packed tables of layout/tables.h. */
#ifndef MR_PACK_H
#define MR_PACK_H

#include <stdio.h>

#include "listing/values.h"

/* Write to OUT the packed tables of the COUNT layouts LAYOUTS and of the named lists of codes
 * LISTS. Return 0, or -1 with errno if out of memory or if OUT failed. */
int mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count,
                  struct mr_value_lists *lists);

#endif
