/* pages.h: loads record pages (--layouts), and protects them from being overwritten. */
#ifndef CLI_PAGES_H
#define CLI_PAGES_H

#include <sys/stat.h>

#include "monread.h"

/* Reports a problem of a page. */
void pages_notice(void *arg, const char *path, unsigned line, const char *text);

/* Load the pages, .dsect files and directories of NAMES (ended by NULL; or NULL) into L; NOTICE (NULL:
 * pages_notice()) receives problems in them. Unreadable files are reported. */
void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg);

/* Return 1 if the file NAME is in DIRECTORY. */
int pages_is_in(const char *directory, const char *name);

/* Return the element of NAMES that is the file OUT, or the directory of its NAME (NULL: standard output); NULL if none. */
const char *pages_find(char *const *names, const char *name, const struct stat *out);

#endif
