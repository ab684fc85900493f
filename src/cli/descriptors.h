/* descriptors.h: opens missing standard descriptors, parses names such as /dev/fd/3, raises the
 * limit of open files, enlarges pipes, and opens temporary files without a name. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>

/* Open /dev/null for each closed standard descriptor, so that no file that is opened later gets the
 * number of a standard descriptor. */
void standard_fill_gaps(void);

/* If the descriptor FD is a pipe, enlarge the pipe to 1 MB, so that its writer and its reader wait
 * for each other less often. */
void pipe_widen(int fd);

/* Raise the soft limit of open files for N open inputs, as far as the hard limit allows. */
void descriptors_allow(size_t n);

/* Return the descriptor that FILE names, such as 3 for /dev/fd/3 or 1 for "-"; -1 for other
 * names. */
int descriptor_named(const char *file);

/* If the descriptor FD cannot be written to, return the reason, such as "is not open"; else return
 * NULL. */
const char *descriptor_fault(int fd);

const char *temporary_directory(void);

/* Open a temporary file, which vanishes when it is closed. Return its descriptor, or -1 with
 * errno. */
int temporary_open(void);

/* Exit with a message if $MONREAD_TMP_MB is not a number. */
void temporary_check(void);

/* Return the total size, in bytes, of the temporary files that this program has open, including
 * temporary files of SQLite. */
uint64_t temporary_used(void);

/* Return how many more bytes temporary files may take. Together, they may take $MONREAD_TMP_MB or,
 * by default, half of the space that would be free without temporary files. */
uint64_t temporary_limit(void);

#define TEMPORARY_FULL \
	"temporary files in $TMPDIR would take more than half of its free space; free some, or set MONREAD_TMP_MB"

#endif
