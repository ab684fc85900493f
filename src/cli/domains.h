/* domains.h: the names of the domains of monitor data. */
#ifndef CLI_DOMAINS_H
#define CLI_DOMAINS_H

#include "cli/words.h"

extern const struct word domain_words[];

#endif
