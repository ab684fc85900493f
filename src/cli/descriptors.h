/* descriptors.h: standard descriptors, names of descriptors such as /dev/fd/3, the limit of open files, and the size of
 * pipes. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>

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

#endif
