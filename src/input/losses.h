/* losses.h: messages about data sets that a device lost: the first loss of a kind at once, then a count each ten
 * seconds. */
#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include <stddef.h>
#include <time.h>

#include "input/input.h"

/* One that came: when, behind how many whole data sets, what, how many bytes. */
struct loss {
	struct timespec when;
	unsigned long long sets;
	enum monread_device_state state;
	int error;
	size_t bytes;
	const char *text; /* of monread_device_error() */
};

struct losses {
	struct losses_kind {
		enum monread_device_state state;
		int error;
		int known;
		time_t said;
		unsigned long long count, bytes; /* that were not said */
	} kinds[4];
};

/* Take note of a loss.  Fills TEXT; "": it is only counted. */
void losses_add(struct losses *l, const struct loss *loss, char text[INPUT_TEXT]);

/* The next count that is due at the time NOW (NULL: all are).  0: there is none. */
int losses_due(struct losses *l, const struct timespec *now, char text[INPUT_TEXT]);

#endif
