/* losses.h: messages about data sets that a device lost: the first loss of a kind at once, then a count each ten
 * seconds. */
#ifndef INPUT_LOSSES_H
#define INPUT_LOSSES_H

#include <stddef.h>
#include <time.h>

#include "input/input.h"

/* One loss: its time, how many whole data sets came before, what it was, how many bytes were thrown away. */
struct loss {
	struct timespec when;
	unsigned long long sets;
	enum monread_device_state state;
	int error;
	unsigned lost; /* sets; 0: more of one that was counted */
	size_t bytes;
	const char *text; /* of monread_device_error() */
};

struct losses {
	struct losses_kind {
		enum monread_device_state state;
		int error;
		int known;
		time_t said;
		unsigned long long times, count, bytes; /* not yet reported: losses, sets */
	} kinds[4];
};

/* Record a loss.  TEXT is the message, or "" if it was only counted. */
void losses_add(struct losses *l, const struct loss *loss, char text[INPUT_TEXT]);

/* Put the next count that is due at NOW (NULL: every count is) into TEXT.  0: none is. */
int losses_due(struct losses *l, const struct timespec *now, char text[INPUT_TEXT]);

#endif
