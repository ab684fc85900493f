/* site.h: the layouts that a site has made from IBM's pages: places with one directory per release. */
#ifndef CLI_SITE_H
#define CLI_SITE_H

#include "monread.h"

/* Return 1 if PATH is such a place. */
int site_is_place(const char *path);

/* Add the words of $MONREAD_LAYOUTS: pages, as for --layouts, to *LAYOUTS, and places to *PLACES, like lists_add(). */
void site_add_environment(char ***layouts, char ***places);

/* Add ARG, an argument of --layouts, to *LAYOUTS; "none" sets *NONE instead: do not use site_load(). */
void site_add(char ***layouts, int *none, const char *arg);

/* Load layouts from PLACES (ended by NULL; or NULL) and the default places into L: of all releases, because the
 * inputs decide; or of RELEASE if it is not 0; or with ONE of the newest. Return 1 if any release exists. */
int site_load(struct monread_layouts *l, char *const *places, unsigned release, int one);

#endif
