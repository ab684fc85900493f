/* packed.h: the end of a compressed capture. */
#ifndef STORE_PACKED_H
#define STORE_PACKED_H

#include "store/stored.h"

/* stored_end() of a file whose end->size and end->compressed are known; SYSTEM, if it is not NULL, learns from it. */
int packed_end(int fd, struct stored_end *end, struct monread_system *system);

#endif
