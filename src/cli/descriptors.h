/* descriptors.h: standard descriptors, names of descriptors such as /dev/fd/3, the limit of open files, the size of
 * pipes, and files without a name. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>
#include <stdint.h>

/* If a standard descriptor is closed, the next opened file would get its number: open /dev/null instead. */
void standard_fill_gaps(void);

/* If FD is a pipe, enlarge it, so that writer and reader wait for each other less often. */
void pipe_widen(int fd);

/* Raise the soft limit so that N inputs can be open at the same time, if the hard limit allows it. */
void descriptors_allow(size_t n);

/* Return the descriptor that FILE names, such as /dev/fd/3 or "-"; -1: FILE is not such a name. */
int descriptor_named(const char *file);

/* Return NULL, or the reason why FD cannot be written to. */
const char *descriptor_fault(int fd);

/* $TMPDIR, or /tmp. */
const char *temporary_directory(void);

/* A new file in $TMPDIR, or in /tmp, which goes away with its descriptor.  -1 with errno. */
int temporary_open(void);

/* The bytes that may be written there from now on: $MONREAD_TMP_MB, or half of the space that is free now. */
uint64_t temporary_limit(void);

/* The bytes that are free there; UINT64_MAX: unknown. */
uint64_t temporary_free(void);

/* The reason to report if the limit is reached. */
#define TEMPORARY_FULL \
	"temporary files in $TMPDIR would take more than half of its free space; free some, or set MONREAD_TMP_MB"

#endif
