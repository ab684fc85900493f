/* pages.h: loads the layouts of --layouts, and site layouts, which have one directory per
 * release. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Report the problem TEXT in LINE (0: unknown) of the page PATH; if QUIET is not NULL, only with
 * --verbose. */
void pages_notice(void *quiet, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories NAMES (ended by NULL; or NULL) except "none" into L.
 * Report files that cannot be read. NOTICE is called with ARG for problems in pages; NULL:
 * pages_notice(). */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

int pages_is_in(const char *directory, const char *name);

/* Return the one of NAMES that is the output file OUT, or a directory that contains it; or NULL.
 * NAME: name of the output file; NULL: standard output. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Append the directories in $MONREAD_LAYOUTS that contain a directory per release to *PLACES, and
 * its other words to *LAYOUTS; both end with NULL. */
void site_add_environment(char ***layouts, char ***places);

/* Load into L the layouts for RELEASE in the directories PLACES (ended by NULL; or NULL) and in the
 * default ones. RELEASE 0: for all releases; with ONE, for the newest. Load nothing if NAMES, the
 * arguments of --layouts, contain "none". Return 1 if there are layouts for any release. */
int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release,
              int one);

#endif
