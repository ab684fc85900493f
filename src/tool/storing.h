/* storing.h: --write: the store, and events that wait for it. */
#ifndef TOOL_STORING_H
#define TOOL_STORING_H

#include "tool/single.h"

struct storing {
	struct store *store; /* NULL: nothing is stored */
	struct single single;
	int gave_up; /* the user asked to stop while the disk was full */
};

#endif
