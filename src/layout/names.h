/* names.h: the layouts of a collection by what they are called. */
#ifndef MR_NAMES_H
#define MR_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct monread_layouts;
struct mr_names;

enum mr_called { MR_BY_NAME, MR_BY_DSECT };
#define MR_NO_ENTRY SIZE_MAX

/* Of the entries that L has now.  It is one block, to be given back with free().  NULL: out of memory. */
struct mr_names *mr_names_new(const struct monread_layouts *l);

/* The first entry that is called NAME, in any case, or the next one behind the entry AT that is; MR_NO_ENTRY: none. */
size_t mr_names_first(const struct mr_names *n, const struct monread_layouts *l, const char *name, enum mr_called by);
size_t mr_names_next(const struct mr_names *n, const struct monread_layouts *l, const char *name, enum mr_called by,
                     size_t at);

#endif
