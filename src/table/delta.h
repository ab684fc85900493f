/* delta.h: counters as differences: what a record counted since the one before it. */
#ifndef TABLE_DELTA_H
#define TABLE_DELTA_H

#include "monread.h"
#include "table/series.h"

/* The differences of one record at a time.  For one thread. */
struct delta;

/* NULL: out of memory. */
struct delta *delta_new(const struct monread_layouts *layouts);
void delta_free(struct delta *d);

/* Work out the differences of the record BYTES, whose layout is L (NULL: none is known), from *BEFORE.  All three live
 * as long as they are asked for.  0, or -1: out of memory. */
int delta_begin(struct delta *d, const struct monread_layout *l, unsigned release, const unsigned char *bytes,
                size_t length, const struct series_before *before);

/* What delta_begin() worked out, for series_sum(): so many bytes. */
size_t delta_sums_length(const struct delta *d);
void delta_sums(const struct delta *d, unsigned char *sums);

/* Whether F counts, so that its value is a difference where there are any. */
static inline int delta_counts(const struct monread_field *f)
{
	return (f->flags & (MONREAD_COUNTER | MONREAD_COUNTDOWN)) && f->length <= 8 &&
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED || f->format == MONREAD_INTERVAL);
}

enum delta_kind {
	DELTA_LEVEL, /* no difference is asked for: the value stands for itself */
	DELTA_NONE,  /* there is no difference */
	DELTA_KNOWN
};

/* The difference *DIFFERENCE of the field F, or the element of it, at OFFSET of the record, a positive number in the unit
 * of the field; asked for in the order of the decoder. */
enum delta_kind delta_get(struct delta *d, const struct monread_field *f, uint32_t offset, uint64_t *difference);

/* TOD units since the record before; for the entry of an array, or the application data, at OFFSET of the record, where
 * it was there before.  0: it was not, or has no differences for another reason.  OFFSET 0 is the record. */
uint64_t delta_elapsed(struct delta *d, uint32_t offset);

/* TOD units between the two records, whichever of their rows have differences; 0: there is no record before. */
uint64_t delta_between(const struct delta *d);

/* A number per second, as seconds and millionths. */
struct delta_rate {
	uint64_t whole;
	uint32_t millionths;
};

/* DIFFERENCE of a field with FORMAT in ELAPSED TOD units, exact but for what is cut off; an interval is seconds in a second.
 * 0, or -1: there is no rate, or it is beyond 64 bits. */
int delta_rate(struct delta_rate *r, uint64_t difference, enum monread_format format, uint64_t elapsed);

#endif
