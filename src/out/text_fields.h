/* text_fields.h: writes the lines of fields of the format text. */
#ifndef OUT_TEXT_FIELDS_H
#define OUT_TEXT_FIELDS_H

#include "out/format.h"
#include "out/value.h"

#define TEXT_DEPTH_MAX 30u
#define TEXT_PLACES 12u /* width of "  Hex  Len  " */

struct wide;

/* The state of a thread while it writes a record: the indentation and the columns of the lines. */
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
	/* with --explain: the line of a field, until its description is added */
	struct out_buffer line;
	/* number of bytes of descriptions that may still be added to this record */
	uint64_t explained;
	struct wide *wide;      /* state of --wide; else NULL */
};

/* Exchange the buffer of W and *B: the first call diverts the output to *B, and the second call
 * ends the diversion. */
static inline void text_divert(struct out_worker *w, struct out_buffer *b)
{
	struct out_buffer other = w->b;

	w->b = *b;
	*b = other;
}

/* Write OFFSET, LENGTH, NAME and blanks at P, so that the value can follow. Return the end of the
 * text. */
char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len,
                    uint32_t offset, uint32_t length);

/* Append the meaning of the value V and the names of its bits that are 1; with --all, also the
 * names of bits that are 0. If the names of a bit and of its field begin with the same SKIP
 * characters, omit these characters. */
void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip);

/* Callbacks for monread_emit: write one line per field, and the headings of structures. */
int text_field(void *arg, const struct monread_value *v);
int text_begin(void *arg, const struct monread_place *place);
int text_end(void *arg, const struct monread_place *place);
int text_gap(void *arg, const struct monread_value *v);
int text_tail(void *arg, const struct monread_value *v);

/* Maximum number of bytes of descriptions for a record of N bytes, so that the output stays
 * proportional to the data. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)

/* Like text_field() and text_begin(), but add the description of the field or structure. */
int explain_field(void *arg, const struct monread_value *v);
int explain_begin(void *arg, const struct monread_place *place);

/* After explain_begin_line(), the text that W writes is collected as one line. explain_end_line()
 * adds TEXT to the line at column COLUMN or later, cuts the line to the width of the terminal, and
 * writes it. */
void explain_begin_line(struct out_worker *w);
void explain_end_line(struct out_worker *w, unsigned column, const char *text);

/* ---- wide.c: --wide ---- */

/* Create the state of --wide for one thread. Return NULL if out of memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Replace the callbacks of EMIT by functions that collect the values inside arrays for a table. For
 * values outside arrays, they call the functions above. */
void wide_replace(struct monread_emit *emit);

#endif
