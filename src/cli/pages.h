/* pages.h: loads the layouts that --layouts names, and the site layouts, which are in one directory
 * per release. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Report the problem TEXT in LINE (0: unknown) of the page PATH; if QUIET is not NULL, report it
 * only with --verbose. */
void pages_notice(void *quiet, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories NAMES (ended by NULL; or NULL) into L; skip the name
 * "none". Report files that cannot be read. Call NOTICE with ARG for problems in pages; if NOTICE
 * is NULL, pages_notice(). */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

/* Return 1 if the file NAME is in DIRECTORY. */
int pages_is_in(const char *directory, const char *name);

/* Return the element of NAMES that is the output file OUT, or is a directory that contains OUT.
 * NAME: name of the output file; NULL: standard output, which no directory contains. Return NULL if
 * no element is. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

/* Split $MONREAD_LAYOUTS into words. Append directories that contain a directory per release to
 * *PLACES, and all other words to *LAYOUTS; both are lists of words that end with NULL. */
void site_add_environment(char ***layouts, char ***places);

/* Load into L the layouts for RELEASE in the directories PLACES (ended by NULL; or NULL) and in the
 * default directories. If RELEASE is 0, load the layouts for all releases or, if ONE is 1, only for
 * the newest release. Load nothing if NAMES, the arguments of --layouts, contains "none". Return 1
 * if there are layouts for any release. */
int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release,
              int one);

#endif
