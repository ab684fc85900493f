/* losses.h: messages about data sets that a device lost: the first loss of a kind at once, then a count each ten
 * seconds. */
#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include <stddef.h>
#include <time.h>

#include "input/input.h"
#include "input/live.h"

struct losses {
	struct losses_kind {
		enum monread_device_state state;
		int error;
		int known;
		time_t said;
		unsigned long long times, count, bytes; /* not yet reported: losses, sets and their bytes */
	} kinds[4];
};

/* Record LOSS, after so many complete data SETS.  TEXT is the message, or "" if it was only counted. */
void losses_add(struct losses *l, const struct live_item *loss, unsigned long long sets, char text[INPUT_TEXT]);

/* Put the next count that is due at NOW (NULL: every count is) into TEXT.  0: none is. */
int losses_due(struct losses *l, const struct timespec *now, char text[INPUT_TEXT]);

#endif
