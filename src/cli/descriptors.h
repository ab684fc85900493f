/* descriptors.h: how many files may be open at once. */
#ifndef CLI_DESCRIPTORS_H
#define CLI_DESCRIPTORS_H

#include <stddef.h>

/* N inputs are to be open at the same time: have the soft limit raised as far as the hard one lets it be.
 * How many inputs may be open then. */
size_t descriptors_allow(size_t n);

#endif
