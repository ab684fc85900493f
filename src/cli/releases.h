/* releases.h: the releases of z/VM. */
#ifndef CLI_RELEASES_H
#define CLI_RELEASES_H

#include "cli/words.h"

/* "7.3" stands for 703. */
extern const struct word release_words[];

#endif
