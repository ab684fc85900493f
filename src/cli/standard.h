/* standard.h: standard input, output and error. */
#ifndef CLI_STANDARD_H
#define CLI_STANDARD_H

#include <sys/stat.h>

/* If a standard descriptor is closed, the first file to be opened would get its number: put /dev/null there. */
void standard_fill_gaps(void);

/* Whether standard error is a file that messages make longer; *ST: which one. */
int standard_error_is_file(struct stat *st);

/* INPUT is that file: say so on standard output, unless that is the file, too, and nothing more. */
void standard_error_refuse(const char *input, const struct stat *st);

#endif
