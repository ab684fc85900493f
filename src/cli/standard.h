/* standard.h: checks standard input, output and error. */
#ifndef CLI_STANDARD_H
#define CLI_STANDARD_H

#include <sys/stat.h>

/* If a standard descriptor is closed, the next opened file would get its number: open /dev/null instead. */
void standard_fill_gaps(void);

/* Return 1 if standard error is a regular file; *ST describes it. */
int standard_error_is_file(struct stat *st);

/* INPUT is this file: print an error to standard output, unless standard output is the same file, and nothing else. */
void standard_error_refuse(const char *input, const struct stat *st);

#endif
