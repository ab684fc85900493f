/* pages.h: record pages that are named: they are loaded, and outputs keep off them. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Says what is wrong with a page. */
void pages_notice(void *arg, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories of NAMES (ended by NULL; or NULL) into L; NOTICE (NULL: pages_notice()) is
 * told what is wrong with them.  What cannot be read is said. */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

/* The one of NAMES that OUT is, or holds: a file that is written to by this name (NULL: standard output).  NULL: none. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Whether OUT is in a directory of the site's layouts, of PLACES (ended by NULL; or NULL) and the usual ones. */
int pages_are_site(char *const *places, const char *name, const struct stat *out);

#endif
