/* domains.c: the names of the domains of monitor data. */
#include "config.h"

#include "cli/domains.h"

#include <stddef.h>

const struct word domain_words[] = {
	{ "system", 0 },    { "monitor", 1 }, { "scheduler", 2 }, { "storage", 3 }, { "user", 4 },
	{ "processor", 5 }, { "io", 6 },      { "seek", 7 },      { "network", 8 }, { "isfc", 9 },
	{ "appldata", 10 }, { "ssi", 11 },    { NULL, 0 },
};
