/* pack.h: writes layouts as the packed tables of layout/tables.h. */
#ifndef MR_PACK_H
#define MR_PACK_H

#include <stddef.h>
#include <stdio.h>

#include "monread.h"

/* NULL, or what is wrong: out of memory, a table is too long, a number does not fit, or OUT failed. */
const char *mr_pack_write(FILE *out, struct monread_layout *const *layouts, size_t count);

#endif
