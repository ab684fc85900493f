/* unpack.h: creates a layout (struct monread_layout) from the packed tables. */
#ifndef MR_UNPACK_H
#define MR_UNPACK_H

#include "base/arena.h"
#include "layout/tables.h"
#include "listing/values.h"
#include "monread.h"

/* Create the built-in layout with the index INDEX in mr_table_layouts; allocate it in the arena A.
 * Return NULL if out of memory. */
struct monread_layout *mr_unpack(struct mr_arena *a, uint32_t index);

/* Return the list of codes called NAME, allocated in the struct mr_arena ARENA. Return NULL with
 * errno ENOENT if the name is unknown, or ENOMEM. */
const struct mr_values *mr_unpack_list(void *arena, const char *name, size_t len);

#endif
