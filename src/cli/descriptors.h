/* descriptors.h: how many files may be open at once, and names of descriptors. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>

/* N inputs are to be open at the same time: have the soft limit raised as far as the hard one lets it be.
 * How many inputs may be open then. */
size_t descriptors_allow(size_t n);

/* The descriptor that FILE names, as /dev/fd/3 does, and "-"; -1: it names none. */
int descriptor_named(const char *file);

/* NULL, or why FD cannot be written to as one that was open before. */
const char *descriptor_fault(int fd);

#endif
