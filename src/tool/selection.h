/* selection.h: which records are shown and stored. */
#ifndef TOOL_SELECTION_H
#define TOOL_SELECTION_H

#include "cli/select.h"
#include "port/bounds.h"
#include "tool/inside.h"

struct selection {
	struct select *select; /* of the options; it counts, so it changes while records are read */
	struct inside inside;  /* conditions on the contents of records */
	/* Configuration, which readers of a capture need: --write stores it even if it is not selected. */
	unsigned char kept[MR_DOMAINS][MR_RECORDS];
};

#endif
