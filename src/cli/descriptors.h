/* descriptors.h: raises the limit of open files, and parses names of descriptors such as /dev/fd/3. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>

/* Raise the soft limit so that N inputs can be open at the same time. Return how many can be. */
size_t descriptors_allow(size_t n);

/* Return the descriptor that FILE names, such as /dev/fd/3 or "-"; -1: FILE is not such a name. */
int descriptor_named(const char *file);

/* Return NULL, or the reason why FD cannot be written to. */
const char *descriptor_fault(int fd);

#endif
