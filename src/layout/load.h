/* load.h: pages of a directory. */
#ifndef MR_LOAD_H
#define MR_LOAD_H

#include <dirent.h>

#include "layout/collection.h"

/* Of the pages in the directory PATH, in the order of the alphabet.  How many, or -1 with errno. */
int mr_load_names(const char *path, struct dirent ***names);
void mr_load_names_free(struct dirent **names, int count);

/* Read them, for systems of RELEASE (0: all).  How many layouts, or -1 with errno.  *UNREAD: whether there were pages
 * that could not be read now, as the system, or a library that is missing, did not let them. */
long mr_load_pages(struct monread_layouts *l, const char *path, struct dirent **names, int count, unsigned release,
                   monread_notice *fn, void *arg, int *unread);

#endif
