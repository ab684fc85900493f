/* inputs.h: compares input files with outputs, and detects removed files. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"

/* Return 1 if both are the same file, which can have several names. */
static inline int inputs_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Return the first of the N names that is the file ST, or NULL; "-" is standard input. */
static inline const char *inputs_find(char *const *names, int n, const struct stat *st)
{
	struct stat in;
	int i;

	for (i = 0; i < n; i++)
		if ((strcmp(names[i], "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(names[i], &in)) == 0 &&
		    inputs_same(&in, st))
			return names[i];
	return NULL;
}

/* Return 1 and print a remark if NAME could not be opened (ERROR is the errno) because it was removed after its
 * directory was read. LISTED: names found in directories, ended by NULL; may be NULL. */
static inline int inputs_is_gone(char *const *listed, const char *name, int error)
{
	while (listed && *listed && strcmp(*listed, name) != 0)
		listed++;
	if (error != ENOENT || !listed || !*listed)
		return 0;
	diag_note("%s: removed after its directory was read; skipped", name);
	return 1;
}

/* Return 1 if standard input is named more than once: it can be read only once. */
static inline int inputs_repeat_standard(char *const *names, int n)
{
	int i, found = 0;

	for (i = 0; i < n; i++)
		found += strcmp(names[i], "-") == 0;
	return found > 1;
}

#endif
