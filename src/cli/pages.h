/* pages.h: loads the layouts of --layouts, and site layouts, which have one directory per
 * release. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Report the problem TEXT in LINE (0: unknown) of the page PATH; if QUIET is not NULL, only with
 * --verbose. */
void pages_notice(void *quiet, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories NAMES (ended by NULL; may be NULL) except "none"
 * into L. Report files that cannot be read. Call NOTICE with ARG for problems in pages; NULL:
 * pages_notice(). */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

int pages_is_in(const char *directory, const char *name);

/* NAME is the name of the output file (NULL: standard output), and OUT is its status. Return the
 * first of NAMES that is this file or a directory that contains the file, or NULL. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Append the directories in $MONREAD_LAYOUTS that have a subdirectory per release to *PLACES, and
 * the other words of $MONREAD_LAYOUTS to *LAYOUTS; both lists end with NULL. */
void site_add_environment(char ***layouts, char ***places);

/* Load into L the layouts for RELEASE in the directories PLACES (ended by NULL; may be NULL) and in
 * the default directories. If RELEASE is 0, load the layouts for all releases or, if ONE is 1, only
 * those for the newest release. Load nothing if NAMES, the arguments of --layouts, contain "none".
 * Return 1 if there are layouts for any release. */
int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release,
              int one);

#endif
