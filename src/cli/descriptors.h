/* descriptors.h: opens missing standard descriptors, parses names such as /dev/fd/3, raises the
 * limit of open files, enlarges pipes, and opens temporary files without a name. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>

/* Open /dev/null for each closed standard descriptor. Without this, a file that monread opens could
 * get the number of a standard descriptor. */
void standard_fill_gaps(void);

/* If FD is a pipe, enlarge its buffer to 1 MB, so that writer and reader wait for each other less
 * often. */
void pipe_widen(int fd);

/* Raise the limit of open files (the soft limit) so that N inputs can be open at the same time, if
 * the hard limit allows this. */
void descriptors_allow(size_t n);

/* Return the descriptor that FILE names, such as /dev/fd/3 or "-"; -1: FILE is not such a name. */
int descriptor_named(const char *file);

/* Return NULL, or the reason why FD cannot be written to. */
const char *descriptor_fault(int fd);

const char *temporary_directory(void);

/* Open a temporary file without a name, which vanishes when it is closed. Return the descriptor, or
 * -1 with errno. */
int temporary_open(void);

/* End the program with a message if $MONREAD_TMP_MB is not a number. */
void temporary_check(void);

/* Return the total size of the temporary files without a name that this program has open, including
 * those that SQLite opened. */
uint64_t temporary_used(void);

/* Return how many more bytes temporary files may take. All of them together may take
 * $MONREAD_TMP_MB or, if it is not set, half of the space that would be free without them. */
uint64_t temporary_limit(void);

/* The message if temporary files would take more bytes than temporary_limit() allows. */
#define TEMPORARY_FULL \
	"temporary files in $TMPDIR would take more than half of its free space; free some, or set MONREAD_TMP_MB"

#endif
