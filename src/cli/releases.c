/* releases.c: the releases of z/VM, for --release and its completions. */
#include "config.h"

#include "cli/releases.h"

const struct word release_words[] = {
	{ "3.1", 301 }, { "4.1", 401 }, { "4.2", 402 }, { "4.3", 403 }, { "4.4", 404 }, { "5.1", 501 },
	{ "5.2", 502 }, { "5.3", 503 }, { "5.4", 504 }, { "6.1", 601 }, { "6.2", 602 }, { "6.3", 603 },
	{ "6.4", 604 }, { "7.1", 701 }, { "7.2", 702 }, { "7.3", 703 }, { "7.4", 704 }, { "7.5", 705 },
	{ NULL, 0 },
};
