/* writer.h: the output of a run. */
#ifndef TOOL_WRITER_H
#define TOOL_WRITER_H

#include "out/out.h"

struct writer {
	struct out out;
	struct out_file file; /* the current input; ->index counts inputs that could be opened */
	struct monread_codepage *codepage;
	struct table_schema *schema; /* NULL: the output is not a table */
	int unshown; /* the output has failed and this was reported; storing goes on */
};

#endif
