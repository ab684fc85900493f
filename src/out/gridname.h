/* gridname.h: makes the headings of tables for --wide. */
#ifndef OUT_GRIDNAME_H
#define OUT_GRIDNAME_H

#include "out/grid.h"

/* Maximum size of a name with the names of its structures; longer names are cut. */
#define GRID_NAME 640u

/* Write the whole name of column C: STRUCTURE_FIELD for fields of structures, FIELD(2) for elements. Return its
 * length. */
size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME]);

/* Return the number of characters that all field names of TABLE have in common, so that headings can omit them. */
size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME]);

/* Write the heading of C: its name without the N characters of PREFIX, and a mark: (used) for countdowns, ? for
 * unproven fields. Return its length. */
size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME]);

#endif
