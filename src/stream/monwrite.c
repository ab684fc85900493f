/* monwrite.c: reads, writes and checks the control blocks of MONWRITE files. */
#include "config.h"

#include "stream/monwrite.h"

#include <stdio.h>

#include "base/be.h"

/* Offsets of the message words (IPARML): the address of the first byte of the control elements and
 * of the byte after them. */
#define IPRMMSG1 12
#define IPRMMSG2 16

static int all_zero(const unsigned char *p, size_t n)
{
	while (n-- > 0)
		if (*p++ != 0)
			return 0;
	return 1;
}

void mr_block_get(struct monread_mce *mce, const unsigned char *p, unsigned i)
{
	mr_mce_get(mce, p + MONREAD_BLOCK_AREA + i * MONREAD_MCE_SIZE);
}

void mr_block_put(unsigned char *p, unsigned i, const struct monread_mce *mce)
{
	mr_mce_put(p + MONREAD_BLOCK_AREA + i * MONREAD_MCE_SIZE, mce);
}

/* Return the number of elements by the message words, for doubtful elements. ASSUMED: MONWRITE
 * keeps these words. */
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

void mr_block_add(struct mr_block_sets *s, const struct monread_mce *mce)
{
	if (s->n == 0 || mce->start < s->low)
		s->low = mce->start;
	if (s->n == 0 || mce->end > s->high)
		s->high = mce->end;
	s->start[s->n] = mce->start;
	s->end[s->n] = mce->end;
	s->n++;
}

unsigned mr_block_overlapped(const struct mr_block_sets *s, const struct monread_mce *mce)
{
	unsigned i = s->n;

	if (s->n == 0)
		return i;
	/* A set that begins in the last frame of the previous set must begin after the end of that
	 * set. */
	if (mce->start <= s->end[s->n - 1] && mce->start >> 12 == s->end[s->n - 1] >> 12)
		return s->n - 1;
	/* Usually the set lies above all previous sets, so that the loop is not needed. */
	if (mce->start <= s->high && mce->end >= s->low)
		for (i = 0; i < s->n && (mce->start > s->end[i] || mce->end < s->start[i]); i++)
			;
	return i;
}

unsigned mr_block_elements(const unsigned char *p, int *bad)
{
	struct mr_block_sets s;

	*bad = 0;
	for (s.n = 0; s.n < MR_BLOCK_MCES;) {
		struct monread_mce mce;

		mr_block_get(&mce, p, s.n);
		if (mr_mce_fault(&mce) || mr_block_overlapped(&s, &mce) < s.n) {
			*bad = !all_zero(p + MONREAD_BLOCK_AREA + s.n * MONREAD_MCE_SIZE,
			                 MONREAD_MCE_SIZE) &&
			       message_count(p) != s.n;
			break;
		}
		mr_block_add(&s, &mce);
	}
	return s.n;
}

void mr_block_fault(char to[MR_BLOCK_FAULT], const unsigned char *p, unsigned i)
{
	struct monread_mce mce;
	struct mr_block_sets s;
	const char *fault;

	for (s.n = 0; s.n < i;) {
		mr_block_get(&mce, p, s.n);
		mr_block_add(&s, &mce);
	}
	mr_block_get(&mce, p, i);
	fault = mr_mce_fault(&mce);
	if (fault)
		snprintf(to, MR_BLOCK_FAULT, "%s", fault);
	else
		snprintf(to, MR_BLOCK_FAULT, "its record set overlaps that of control element %u",
		         mr_block_overlapped(&s, &mce) + 1);
}

int mr_block_certain(const unsigned char *p)
{
	int bad;
	unsigned n = mr_block_elements(p, &bad);
	size_t used = MONREAD_BLOCK_AREA + n * MONREAD_MCE_SIZE;

	return n > 0 && !bad && all_zero(p + used, MONREAD_BLOCK_SIZE - used);
}
