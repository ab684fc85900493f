#include "stream/monwrite.h"

#include <stdio.h>
#include <string.h>

/* Offsets of the message words (IPARML) in a control block: the addresses of the first and last
 * byte of its control elements. */
#define IPRMMSG1 12
#define IPRMMSG2 16

static int all_zero(const unsigned char *p, size_t n)
{
	while (n-- > 0)
		if (*p++ != 0)
			return 0;
	return 1;
}

/* Return how many control elements the message words of the block P announce. ASSUMED: MONWRITE
 * stores these words in the file. */
static unsigned message_count(const unsigned char *p)
{
	uint32_t first = mr_be32(p + IPRMMSG1), last = mr_be32(p + IPRMMSG2);

	return last > first ? (last - first + 1) / MONREAD_MCE_SIZE : 0;
}

void mr_block_message(unsigned char *p, unsigned n)
{
	mr_put_be32(p + IPRMMSG1, 0);
	mr_put_be32(p + IPRMMSG2, n * MONREAD_MCE_SIZE - 1);
}

/* Return how many record sets of the control block S begin at or before ADDRESS. A damaged block
 * can have hundreds of sets in any order, so do not search them one by one. */
static unsigned count_sets_before(const struct mr_block_sets *s, uint32_t address)
{
	unsigned low = 0, high = s->n;

	/* Usually a set has a higher address than all previous sets. */
	if (s->n > 0 && s->set[s->n - 1].start <= address)
		return s->n;
	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (s->set[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int mr_block_overlaps(const struct mr_block_sets *s, const struct monread_mce *mce)
{
	unsigned i = count_sets_before(s, mce->start);

	if (s->n == 0)
		return 0;
	if (mce->start <= s->last_end && mr_same_frame(mce->start, s->last_end))
		return 1;
	/* The record sets of S do not overlap each other, so compare MCE only with the sets before
	 * and after it. */
	return (i > 0 && s->set[i - 1].end >= mce->start) ||
	       (i < s->n && s->set[i].start <= mce->end);
}

int mr_block_add(struct mr_block_sets *s, const struct monread_mce *mce)
{
	unsigned i = count_sets_before(s, mce->start);

	if (mr_block_overlaps(s, mce))
		return 0;
	memmove(s->set + i + 1, s->set + i, (s->n - i) * sizeof *s->set);
	s->set[i].start = mce->start;
	s->set[i].end = mce->end;
	s->last_end = mce->end;
	s->n++;
	return 1;
}

unsigned mr_block_elements(const unsigned char *p, int *bad)
{
	struct mr_block_sets s;
	struct monread_mce mce;

	*bad = 0;
	for (s.n = 0; s.n < MR_BLOCK_MCES;) {
		mr_block_get(&mce, p, s.n);
		if (mr_mce_fault(&mce) || !mr_block_add(&s, &mce)) {
			*bad = !all_zero(p + mr_block_place(s.n), MONREAD_MCE_SIZE) &&
			       message_count(p) != s.n;
			break;
		}
	}
	return s.n;
}

void mr_block_fault(char to[MR_BLOCK_FAULT], const unsigned char *p, unsigned i)
{
	struct monread_mce mce, other;
	const char *fault;
	unsigned k;

	mr_block_get(&mce, p, i);
	fault = mr_mce_fault(&mce);
	if (fault) {
		snprintf(to, MR_BLOCK_FAULT, "%s", fault);
		return;
	}
	for (k = 0; k + 1 < i; k++) {
		mr_block_get(&other, p, k);
		if (mce.start <= other.end && mce.end >= other.start)
			break;
	}
	snprintf(to, MR_BLOCK_FAULT, "its record set overlaps that of control element %u", k + 1);
}

int mr_block_certain(const unsigned char *p)
{
	int bad;
	unsigned n = mr_block_elements(p, &bad);
	size_t used = mr_block_place(n);

	return n > 0 && !bad && all_zero(p + used, MONREAD_BLOCK_SIZE - used);
}
