/* delta.h: differences of counters between a record and the previous record of its instance, such
 * as a user. */
#ifndef TABLE_DELTA_H
#define TABLE_DELTA_H

#include "monread.h"
#include "table/series.h"

/* Computes the differences of one record at a time. Use one struct per thread. */
struct delta;

/* Create a struct delta for records whose layouts are in LAYOUTS. Return NULL if out of memory. */
struct delta *delta_new(const struct monread_layouts *layouts);
void delta_free(struct delta *d);

/* Compute the differences between the record BYTES, with the layout L (NULL: unknown), and the
 * previous record, which *BEFORE describes. BYTES, L and *BEFORE must stay valid until the next
 * call. Return 0, or -1 if out of memory. */
int delta_begin(struct delta *d, const struct monread_layout *l, unsigned release,
                const unsigned char *bytes, size_t length, const struct series_before *before);

/* delta_sums() stores the differences of the current record in SUMS, for series_sum(). SUMS must
 * have room for delta_sums_length() bytes. */
size_t delta_sums_length(const struct delta *d);
void delta_sums(const struct delta *d, unsigned char *sums);

/* Return 1 if the field F is a counter for which differences are computed. */
static inline int delta_counts(const struct monread_field *f)
{
	return (f->flags & (MONREAD_COUNTER | MONREAD_COUNTDOWN)) && f->length <= 8 &&
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED ||
	        f->format == MONREAD_INTERVAL);
}

enum delta_kind {
	DELTA_LEVEL, /* the field has no differences: show its value */
	DELTA_NONE,  /* the difference is unknown */
	DELTA_KNOWN
};

/* Store in *DIFFERENCE the difference of the field F, or of one element of F, at OFFSET in the
 * record. The difference is in the unit of F and never negative. Calls in the order in which the
 * decoder reports fields are fastest. */
enum delta_kind delta_get(struct delta *d, const struct monread_field *f, uint32_t offset,
                          uint64_t *difference);

/* Return the time that the differences of a row cover, in TOD units; 0 if the differences are
 * unknown. OFFSET is the offset in the record of the array entry or application data of this row,
 * or 0 for the row of the record itself. */
uint64_t delta_elapsed(struct delta *d, uint32_t offset);

/* Return the time between the current record and the last shown record of its instance, in TOD
 * units; 0 if there is no such record. */
uint64_t delta_between(const struct delta *d);

/* A rate per second: its whole part and its millionths. */
struct delta_rate {
	uint64_t whole;
	uint32_t millionths;
};

/* Store in *R the rate per second, DIFFERENCE / ELAPSED, rounded down to millionths, of a field
 * with the format FORMAT. The rate of a field that is a time is in seconds per second. ELAPSED is
 * in TOD units; if it is above 12 days, it is first rounded down to microseconds. Return 0, or -1
 * if ELAPSED is 0 or the rate exceeds 64 bits. */
int delta_rate(struct delta_rate *r, uint64_t difference, enum monread_format format,
               uint64_t elapsed);

#endif
