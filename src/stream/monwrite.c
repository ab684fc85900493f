/* monwrite.c: check MONWRITE control blocks. */
#include "config.h"

#include "stream/monwrite.h"

#include "base/be.h"

/* IPARML of the message: addresses of the first and behind-last byte of the control elements. */
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
	mr_mce_get(mce, p + MR_BLOCK_AREA + i * MR_MCE_SIZE);
}

/* ASSUMED: MONWRITE keeps the two message words; so they only help where the elements leave a doubt. */
static unsigned message_count(const unsigned char *p)
{
	uint32_t first = mr_be32(p + IPRMMSG1), last = mr_be32(p + IPRMMSG2);

	return last > first ? (last - first + 1) / MR_MCE_SIZE : 0;
}

void mr_block_message(unsigned char *p, unsigned n)
{
	mr_put_be32(p + IPRMMSG1, 0);
	mr_put_be32(p + IPRMMSG2, n * MR_MCE_SIZE - 1);
}

unsigned mr_block_elements(const unsigned char *p, int *bad)
{
	unsigned n;

	*bad = 0;
	for (n = 0; n < MR_BLOCK_MCES; n++) {
		struct monread_mce mce;

		mr_block_get(&mce, p, n);
		if (mr_mce_fault(&mce)) {
			*bad = !all_zero(p + MR_BLOCK_AREA + n * MR_MCE_SIZE, MR_MCE_SIZE) && message_count(p) != n;
			break;
		}
	}
	return n;
}

int mr_block_certain(const unsigned char *p)
{
	int bad;
	unsigned n = mr_block_elements(p, &bad);
	size_t used = MR_BLOCK_AREA + n * MR_MCE_SIZE;

	return n > 0 && !bad && all_zero(p + used, MR_BLOCK_SIZE - used);
}
