/* inside.h: conditions on what is in a record, beyond its header. */
#ifndef TOOL_INSIDE_H
#define TOOL_INSIDE_H

#include "monread.h"
#include "out/out.h"
#include "sql/where.h"
#include "table/delta.h"
#include "table/row.h"

struct run;

/* {0} to begin with. */
struct inside {
	struct out_asking asking; /* the first member: a pointer to it is one to the whole */
	struct run *run;
	int is_again; /* of another thread */
	const struct monread_field **users; /* by the layout's id: the field with the user ID; NULL: none, or not asked yet */
	unsigned char *asked;
	size_t room;
	struct where *where; /* NULL: there is no condition */
	struct table_rows *rows; /* whether there are any is a condition; NULL: it is not */
	struct delta *delta; /* of the record that it is asked of; NULL: counters are as they are */
	struct table_state state;
};

/* Have the selection of R ask for --user, --where and --system, where they were given.  Before select_prepare(). */
void inside_prepare(struct run *r);

/* Make ready to ask.  0, or -1: it was said why. */
int inside_begin(struct run *r, const struct monread_layouts *layouts);

/* Where only so many records of a table are shown, those that have rows of it count.  Behind tables_settle().  0, or -1: out
 * of memory. */
int inside_begin_rows(struct run *r);

/* To be called for each input, and each of its records, whether it is asked for or not. */
void inside_begin_file(struct run *r);
static inline void inside_record(struct inside *in, const struct monread_ev *ev)
{
	if (in->where)
		in->asking.interval = table_state_record(&in->state, ev, &in->asking.in_interval);
}

/* For other threads: see struct out. */
struct out_asking *inside_begin_asking(void *arg);
void inside_end_asking(struct out_asking *a);

void inside_done(struct inside *in);

#endif
