/* inside.h: conditions on what is in a record, beyond its header. */
#ifndef TOOL_INSIDE_H
#define TOOL_INSIDE_H

#include "monread.h"

struct run;

/* {0} to begin with. */
struct inside {
	const struct monread_field **users; /* by the layout's id: the field with the user ID; NULL: none, or not asked yet */
	unsigned char *asked;
	size_t room;
};

/* Have the selection of R ask for --user, where that was given.  Before select_prepare(). */
void inside_prepare(struct run *r);
void inside_done(struct inside *in);

#endif
