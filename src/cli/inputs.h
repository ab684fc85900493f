/* inputs.h: compares inputs with outputs, and examines names and files of inputs. */
#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include <stddef.h>
#include <sys/stat.h>

/* minimum number of digits of the number that --rotate appends to the name of a file */
#define INPUTS_DIGITS 5

static inline int inputs_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Like stat(2), but "-" means standard input. */
int inputs_stat(const char *name, struct stat *st);

/* Return the first of the N file names NAMES that names the file with the status ST, or NULL. "-"
 * means standard input. */
const char *inputs_find(char *const *names, int n, const struct stat *st);

/* If standard error is one of the N inputs NAMES, messages would damage this input: report this on
 * standard output and return 1. */
int inputs_take_messages(char *const *names, int n);

/* LISTED (ended by NULL; may be NULL) has names of inputs that were found in directories. If NAME
 * is in LISTED, and ERROR, the errno of opening NAME, shows that the file was removed, print a note
 * and return 1; else return 0. */
int inputs_is_gone(char *const *listed, const char *name, int error);

/* Return 1 if "-" is among the N NAMES more than once. */
int inputs_repeat_standard(char *const *names, int n);

/* Return the number that --rotate put at the end of the first N characters of NAME, such as 2 for
 * c.00002, and set *PREFIX to the number of characters before this number. Return 0 if --rotate put
 * no number there. */
unsigned inputs_number(const char *name, size_t n, size_t *prefix);

/* Return 1 if NAME is a device of monplay: an empty regular file with an extended attribute. The
 * file is not opened, because a device can be opened only once. */
int inputs_is_played(const char *name);

#endif
