/* selection.h: which records are shown and stored. */
#ifndef TOOL_SELECTION_H
#define TOOL_SELECTION_H

#include "cli/select.h"
#include "tool/inside.h"
#include "tool/kept.h"

struct selection {
	struct select *select; /* of the options; it counts, so it changes while records are read */
	struct inside inside;  /* conditions on the contents of records */
	struct kept kept;      /* records that are stored although they are not selected */
};

#endif
