/* inputs.h: finds out if an output is also an input, if an input was removed, or if it is a device
 * that monplay made. It also reads the number at the end of a file name. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include <stddef.h>
#include <sys/stat.h>

/* Minimum number of digits of the number that --rotate appends to the name of a file. */
#define INPUTS_DIGITS 5

/* Return 1 if A and B describe the same file; names can differ, because a file can have several. */
static inline int inputs_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Set *ST to the state of the file NAME; "-" means standard input. Return 0, or -1 with errno. */
int inputs_stat(const char *name, struct stat *st);

/* Return the first of the N NAMES that names the file ST, or NULL. The name "-" means standard
 * input. */
const char *inputs_find(char *const *names, int n, const struct stat *st);

/* Return 1 if standard error is one of the N inputs, so that messages would be appended to this
 * input and damage it. Report this on standard output. */
int inputs_take_messages(char *const *names, int n);

/* Return 1 and print a note if the file NAME was removed after its directory was read. ERROR: errno
 * of opening NAME. LISTED: names found in directories, ended by NULL; may be NULL. */
int inputs_is_gone(char *const *listed, const char *name, int error);

/* Return 1 if "-", which means standard input, is among the N NAMES more than once. */
int inputs_repeat_standard(char *const *names, int n);

/* Return the number that --rotate put at the end of the first N characters of NAME, such as 2 for
 * c.00002, and set *PREFIX to the number of characters before its digits. Return 0 if there is no
 * number. */
unsigned inputs_number(const char *name, size_t n, size_t *prefix);

/* Return 1 if the file NAME is a device that monplay made, which is an empty regular file with an
 * extended attribute. The function does not open it, because a device can be opened only once. */
int inputs_is_played(const char *name);

#endif
