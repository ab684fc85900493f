/* gridname.h: what the columns of a grid are called. */
#ifndef OUT_GRIDNAME_H
#define OUT_GRIDNAME_H

#include "out/grid.h"

/* A name, with those of its structures, has room here; a longer one is cut to that. */
#define GRID_NAME 640u

/* The whole name of column C: STRUCTURE_FIELD where a structure is in the entry, and FIELD(2) for an element. */
size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME]);

/* How many characters of NAME the names of all fields of TABLE begin with, that can be left out of headings. */
size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME]);

/* The heading of C: its name without the N characters of PREFIX; and how it is to be read: (used) of what counts
 * down, ? of what is unproven. */
size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME]);

#endif
