/* site.h: the layouts that a site has of IBM's pages: a place with a directory for each release. */
#ifndef CLI_SITE_H
#define CLI_SITE_H

#include <sys/stat.h>

#include "monread.h"

/* Whether PATH is such a place. */
int site_is_place(const char *path);

/* Add what $MONREAD_LAYOUTS names: pages as with --layouts to *LAYOUTS, and places to *PLACES, as lists_add() does. */
void site_add_environment(char ***layouts, char ***places);

/* Load them into L, of the PLACES (ended by NULL; or NULL) and the usual ones: all, as inputs tell which they need; of
 * RELEASE alone where it is not 0; with ONE the newest.  1: there are some, of any release. */
int site_load(struct monread_layouts *l, char *const *places, unsigned release, int one);

/* Whether DIRECTORY is one of those that it looks at. */
int site_is_used(char *const *places, const struct stat *directory);

#endif
