/* pages.h: loads record pages: those of --layouts, and those that a site keeps in one directory per release. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Reports a problem of a page; QUIET not NULL: only with --verbose. */
void pages_notice(void *quiet, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories of NAMES (ended by NULL; or NULL), except "none", into L; NOTICE
 * (NULL: pages_notice()) receives problems in them. Unreadable files are reported. */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

/* Return 1 if the file NAME is in DIRECTORY. */
int pages_is_in(const char *directory, const char *name);

/* Return the element of NAMES that is the file OUT, or the directory of its NAME (NULL: standard output); NULL if none
 * is. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Add the words of $MONREAD_LAYOUTS: pages, as for --layouts, to *LAYOUTS, and places of a site to *PLACES, like
 * lists_add(). */
void site_add_environment(char ***layouts, char ***places);

/* Load layouts from PLACES (ended by NULL; or NULL) and the default places into L: of all releases, because the
 * inputs decide; or of RELEASE if it is not 0; or with ONE of the newest; or none if NAMES, the arguments of
 * --layouts, contains "none". Return 1 if any release exists. */
int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release, int one);

#endif
