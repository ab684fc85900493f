/* delta.h: differences of counters between a record and the previous record of its instance, such
 * as the same user. */
#ifndef TABLE_DELTA_H
#define TABLE_DELTA_H

#include "monread.h"
#include "table/series.h"

/* Computes the differences of one record at a time. Each thread needs its own struct. */
struct delta;

/* Create a struct delta. Return NULL if out of memory. */
struct delta *delta_new(const struct monread_layouts *layouts);
void delta_free(struct delta *d);

/* Compute the differences between the record BYTES, whose layout is L (NULL: unknown), and the
 * previous record *BEFORE. BYTES, L and *BEFORE must stay valid until the next call. Return 0, or
 * -1 if out of memory. */
int delta_begin(struct delta *d, const struct monread_layout *l, unsigned release,
                const unsigned char *bytes, size_t length, const struct series_before *before);

/* delta_sums_length(): return how many bytes delta_sums() needs. delta_sums(): store the
 * differences of the current record in SUMS, which the caller passes to series_sum(). */
size_t delta_sums_length(const struct delta *d);
void delta_sums(const struct delta *d, unsigned char *sums);

/* Return 1 if F is a counter, so that its value is shown as a difference. */
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

/* Store in *DIFFERENCE the difference of the field F, or of an element of F, at OFFSET in the
 * record. The number is not negative and has the unit of F. Call this for fields in the order in
 * which the decoder reports them. */
enum delta_kind delta_get(struct delta *d, const struct monread_field *f, uint32_t offset,
                          uint64_t *difference);

/* Return the TOD units between the record and the previous record, or 0 if differences are unknown.
 * OFFSET is 0 for the whole record; else it is the offset of an array entry or of application data,
 * and the result is also 0 if the previous record lacks this entry or data. */
uint64_t delta_elapsed(struct delta *d, uint32_t offset);

/* Return the TOD units between the record and the previous record, even if no row has differences;
 * 0 if there is no previous record. */
uint64_t delta_between(const struct delta *d);

/* A rate per second: its whole part and its millionths. */
struct delta_rate {
	uint64_t whole;
	uint32_t millionths;
};

/* Compute the rate DIFFERENCE / ELAPSED of a field with FORMAT; ELAPSED is in TOD units. The rate
 * is rounded down to millionths. An ELAPSED above 12 days is first rounded down to microseconds.
 * The rate of a time is in seconds per second. Return 0, or -1 if ELAPSED is 0 or the rate exceeds
 * 64 bits. */
int delta_rate(struct delta_rate *r, uint64_t difference, enum monread_format format,
               uint64_t elapsed);

#endif
