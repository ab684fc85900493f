/* writer.h: the output of a run. */
#ifndef TOOL_WRITER_H
#define TOOL_WRITER_H

#include "out/out.h"

struct writer {
	struct out out;
	struct out_file file; /* the input that is shown; ->index counts the inputs that could be opened */
	struct monread_codepage *codepage;
	struct table_schema *schema; /* NULL: no tables are shown */
	int unshown; /* the output failed, which was reported, and storing goes on */
};

#endif
