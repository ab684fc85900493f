/* text_fields.h: writes the lines of fields of the format text, for text_fields.c and the options
 * --explain and --wide. */
#ifndef OUT_TEXT_FIELDS_H
#define OUT_TEXT_FIELDS_H

#include "out/format.h"
#include "out/value.h"

#define TEXT_DEPTH_MAX 30u

struct wide;

/* The state of a thread while it writes a record: indentation and columns. */
struct text {
	unsigned indent;        /* of names, in characters */
	unsigned column;        /* width of the name column */
	/* width of the name column of each layout, by layout->id; 0: not computed yet */
	unsigned short *columns;
	size_t ncolumns;
	int in_list;
	unsigned depth;
	unsigned outer[TEXT_DEPTH_MAX]; /* columns of the outer levels */
	/* with --explain: line of a field, before its description is added */
	struct out_buffer line;
	uint64_t explained;     /* bytes of descriptions that may still be added to this record */
	struct wide *wide;      /* --wide; else NULL */
};

/* Exchange the buffer of W and *B: the first call diverts the output to *B, the second call ends
 * that. */
static inline void text_divert(struct out_worker *w, struct out_buffer *b)
{
	struct out_buffer other = w->b;

	w->b = *b;
	*b = other;
}

/* Write offset, length, name and blanks at P; the value follows. Return the end. */
char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len,
                    uint32_t offset, uint32_t length);

/* Append the meaning of the value V and the names of its bits that are on (with --all, also of
 * those that are off). Omit the first SKIP characters of a bit's name if the name of the field
 * begins with them. */
void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip);

/* Callbacks for monread_emit: write one line per field, and the headings of structures. */
int text_field(void *arg, const struct monread_value *v);
int text_begin(void *arg, const struct monread_place *place);
int text_end(void *arg, const struct monread_place *place);
int text_gap(void *arg, const struct monread_value *v);
int text_tail(void *arg, const struct monread_value *v);

/* ---- text_explain.c: --explain ---- */

/* Maximum bytes of descriptions for a record of N bytes, so that the output stays proportional to
 * the data. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)

/* Write a line like text_field(), and add unit and description of the field. */
int explain_field(void *arg, const struct monread_value *v);

/* Write a line like text_begin(), and add the description of the structure or array. */
int explain_begin(void *arg, const struct monread_place *place);

/* Collect what W writes as one line. explain_end_line() adds TEXT at COLUMN or later, cuts the line
 * to the width of the terminal and writes it. */
void explain_begin_line(struct out_worker *w);
void explain_end_line(struct out_worker *w, unsigned column, const char *text);

/* ---- wide.c: --wide ---- */

/* Create the state of --wide for one thread; free it with wide_free(). Return NULL if out of
 * memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Callbacks for monread_emit: collect values inside arrays for a table; elsewhere call text_field()
 * and so on. */
int wide_field(void *arg, const struct monread_value *v);
int wide_begin(void *arg, const struct monread_place *place);
int wide_end(void *arg, const struct monread_place *place);
int wide_gap(void *arg, const struct monread_value *v);
int wide_tail(void *arg, const struct monread_value *v);

#endif
