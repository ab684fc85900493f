/* text.h: the lines of fields in the format text, which --explain and --wide extend. */
#ifndef OUT_TEXT_H
#define OUT_TEXT_H

#include "out/format.h"
#include "out/prepared.h"
#include "out/value.h"

#define TEXT_DEPTH_MAX 30u

struct wide;

/* The state of a worker in a record: indentation and columns. */
struct text {
	unsigned indent;        /* of names, in characters */
	unsigned column;        /* width of the name column */
	struct prepared_all prepared;
	unsigned short *columns; /* by layout->id; 0: not computed yet */
	size_t ncolumns;
	int in_list;
	unsigned depth;
	unsigned outer[TEXT_DEPTH_MAX]; /* columns of the outer levels */
	struct out_buffer line; /* --explain: the line before its description is added */
	uint64_t explained;     /* remaining bytes of descriptions for this record */
	struct wide *wide;      /* --wide; else NULL */
};

/* Exchange W's buffer and *B: divert the output to *B, or end that. */
static inline void text_divert(struct out_worker *w, struct out_buffer *b)
{
	struct out_buffer other = w->b;

	w->b = *b;
	*b = other;
}

/* Write offset, length, name and blanks, so that the value can follow. Return the end. */
char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len, uint32_t offset,
                    uint32_t length);

/* Append the names of a value: its meaning, and the names of bits that are on (with --all, also off), without their
 * first SKIP characters if these equal the start of the field name. */
void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip);

/* Callbacks for monread_emit that write lines of fields. */
int text_field(void *arg, const struct monread_value *v);
int text_begin(void *arg, const struct monread_place *place);
int text_end(void *arg, const struct monread_place *place);
int text_gap(void *arg, const struct monread_value *v);
int text_tail(void *arg, const struct monread_value *v);

/* ---- explain.c: --explain ---- */

/* The maximum bytes of descriptions for a record of N bytes, to bound the output. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)

/* text_field() with the unit and description of the field. */
int explain_field(void *arg, const struct monread_value *v);

/* text_begin() with the description of the level. */
int explain_begin(void *arg, const struct monread_place *place);

/* Collect the output of W in a line; then write the line with TEXT at COLUMN or later, cut to the width of the
 * terminal. */
void explain_begin_line(struct out_worker *w);
void explain_end_line(struct out_worker *w, unsigned column, const char *text);

/* ---- wide.c: --wide ---- */

/* Return NULL if out of memory. */
struct wide *wide_new(void);
void wide_free(struct wide *wide);

/* Callbacks for monread_emit; outside of arrays they call the callbacks of text. */
int wide_field(void *arg, const struct monread_value *v);
int wide_begin(void *arg, const struct monread_place *place);
int wide_end(void *arg, const struct monread_place *place);
int wide_gap(void *arg, const struct monread_value *v);
int wide_tail(void *arg, const struct monread_value *v);

#endif
