/* text.h: the lines of fields, which --explain and --wide are made of as well. */
#ifndef OUT_TEXT_H
#define OUT_TEXT_H

#include "out/format.h"
#include "out/ready.h"
#include "out/value.h"

#define TEXT_DEPTH_MAX 30u

struct wide;

/* What a worker knows of a record: where names and values stand. */
struct text {
	unsigned indent;        /* of names, in places */
	unsigned column;        /* width of the column of names */
	struct ready_all ready;
	unsigned short *columns; /* by layout->id; 0: not worked out */
	unsigned marked;         /* not 0: a field of the layout may have more than its value in its line */
	size_t ncolumns;
	int in_list;
	unsigned depth;
	unsigned outer[TEXT_DEPTH_MAX]; /* columns of the levels around */
	struct out_buffer line; /* --explain: takes the line that a description is put behind */
	uint64_t explained;     /* how many bytes of descriptions this record may have */
	struct wide *wide;      /* --wide; else NULL */
};

/* What goes to W goes to *B from here on; and, called once more, back: they are exchanged. */
static inline void text_divert(struct out_worker *w, struct out_buffer *b)
{
	struct out_buffer other = w->b;

	w->b = *b;
	*b = other;
}

/* Places, name and the blanks up to the value; the value is written behind. */
char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len, uint32_t offset,
                    uint32_t length);

/* What the value is called: its meaning, the names of the bits that are on (and with --all, off), without the first SKIP characters
 * where they begin as the name of the field. */
void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip);

/* What the lines of fields are made by: functions of monread_emit. */
int text_field(void *arg, const struct monread_value *v);
/* The same with what some fields have behind their value: how it is to be read. */
int text_marked_field(void *arg, const struct monread_value *v);
int text_begin(void *arg, const struct monread_place *place);
int text_end(void *arg, const struct monread_place *place);
int text_gap(void *arg, const struct monread_value *v);
int text_tail(void *arg, const struct monread_value *v);

#endif
