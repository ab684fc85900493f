/* text_fields.h: writes the lines of fields of the format text. */
#ifndef OUT_TEXT_FIELDS_H
#define OUT_TEXT_FIELDS_H

#include "out/format.h"
#include "out/value.h"

#define TEXT_DEPTH_MAX 30u
#define TEXT_PLACES 12u /* width of "  Hex  Len  " */

struct wide;

/* The state of a thread. */
struct text {
	struct out_style style;
	unsigned indent;        /* indentation of names, in characters */
	unsigned column;        /* width of the name column */
	/* width of the name column for each layout, indexed by layout->id; 0: not computed yet */
	unsigned short *columns;
	size_t ncolumns;
	int in_list;
	unsigned depth;
	unsigned outer[TEXT_DEPTH_MAX]; /* width of the name column at each outer level */
	struct out_buffer line; /* with --explain: the current line */
	/* number of bytes of descriptions that may still be added to this record */
	uint64_t explained;
	struct wide *wide;      /* state of --wide; else NULL */
};

/* Exchange the buffer of W and *B. The first call diverts the output to *B, the second call ends
 * this. */
static inline void text_divert(struct out_worker *w, struct out_buffer *b)
{
	struct out_buffer other = w->b;

	w->b = *b;
	*b = other;
}

/* Write the beginning of the line of a field: OFFSET, LENGTH, NAME and blanks. Return the end of
 * the text. */
char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len,
                    uint32_t offset, uint32_t length);

/* Write the meaning of the value V and the names of its bits that are 1; with --all, also the names
 * of bits that are 0. If the names of a bit and of its field begin with the same SKIP characters,
 * omit these characters. */
void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip);

/* W writes a line between these two calls. With --explain, text_end_line() adds the description
 * TEXT to the line, at column COLUMN or later, and cuts the line to the width of the terminal. Then
 * it writes the newline. */
void text_begin_line(struct out_worker *w);
void text_end_line(struct out_worker *w, unsigned column, const char *text);

/* ---- wide.c: --wide ---- */

/* Create the state of --wide for one thread. Return NULL if out of memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Replace the callbacks of EMIT by functions that collect the values inside arrays for a table. For
 * values outside arrays, they call the callbacks that EMIT had. */
void wide_replace(struct wide *wide, struct monread_emit *emit);

#endif
