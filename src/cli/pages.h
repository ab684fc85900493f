/* pages.h: loads the layouts that --layouts names, and site layouts, which have a directory per
 * release. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Report the problem TEXT in LINE (0: unknown) of the page PATH; if QUIET is not NULL, with
 * --verbose only. */
void pages_notice(void *quiet, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories NAMES (ended by NULL; may be NULL) into L, except
 * the name "none". Report the files and directories that cannot be read. Call NOTICE (NULL:
 * pages_notice()) with ARG for each problem in a page. */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

int pages_is_in(const char *directory, const char *name);

/* Return the first of the paths NAMES that is the output file or a directory that contains the
 * output file, or NULL. NAME is the name of the output file (NULL: standard output), OUT its
 * status. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Append the directories in $MONREAD_LAYOUTS that have a subdirectory per release to *PLACES, and
 * the other words of $MONREAD_LAYOUTS to *LAYOUTS; NULL ends both lists. */
void site_add_environment(char ***layouts, char ***places);

/* Load into L the layouts for RELEASE in the directories PLACES (ended by NULL; may be NULL) and in
 * the default directories. If RELEASE is 0, load the layouts for all releases or, if ONE is 1, for
 * the newest release. Load nothing if NAMES, the arguments of --layouts, contain "none". Return 1
 * if there are layouts for any release. */
int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release,
              int one);

#endif
