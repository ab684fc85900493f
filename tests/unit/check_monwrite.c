/* check_monwrite.c: which control elements of a control block are good. */

#include "unit.h"

#include "base/be.h"
#include "stream/monwrite.h"

static unsigned char block[4096];
static unsigned n;
static int bad;
static char fault[MR_BLOCK_FAULT];

static void begin(void)
{
	memset(block, 0, sizeof block);
	n = 0;
}

static void add(uint32_t start, uint32_t end)
{
	unsigned char *p = block + 40 + n * 12;

	p[0] = MONREAD_EVENT;
	p[1] = 0x80;
	mr_put_be32(p + 4, start);
	mr_put_be32(p + 8, end);
	n++;
}

TEST(a_full_block)
{
	unsigned i;

	begin();
	for (i = 0; i < 338; i++)
		add(0x1000 * i, 0x1000 * i + 100);
	ck_assert_uint_eq(mr_block_elements(block, &bad), 338);
	ck_assert_int_eq(bad, 0);
	ck_assert_int_eq(mr_block_certain(block), 1);
	/* The last one counts, too. */
	n = 337;
	add(0x1000, 0x1001);
	ck_assert_uint_eq(mr_block_elements(block, &bad), 337);
	ck_assert_int_eq(bad, 1);
}

/* Whether the last of the elements is good, and the others are. */
static int last_is_good(void)
{
	unsigned good = mr_block_elements(block, &bad);

	ck_assert_uint_ge(good, n - 1);
	ck_assert_int_eq(bad, good < n);
	ck_assert_int_eq(mr_block_certain(block), good == n);
	if (good < n)
		mr_block_fault(fault, block, good);
	return good == n;
}

static int two(uint32_t start, uint32_t end, uint32_t start2, uint32_t end2)
{
	begin();
	add(start, end);
	add(start2, end2);
	return last_is_good();
}

TEST(sets_lie_beside_each_other)
{
	/* Behind it, before it; in another frame. */
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x5000, 0x5001), 1);
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x2000, 0x2FFF), 1);
	/* One byte in common, at either end. */
	ck_assert_int_eq(two(0x3000, 0x5000, 0x5000, 0x5001), 0);
	ck_assert_str_eq(fault, "its record set overlaps that of control element 1");
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x2000, 0x3000), 0);
	/* Equal, inside, around. */
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x3000, 0x4FFF), 0);
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x3100, 0x3200), 0);
	ck_assert_int_eq(two(0x3000, 0x4FFF, 0x2000, 0x5FFF), 0);
}

TEST(the_fault_of_the_element_itself)
{
	begin();
	add(0x1000, 0x1FFF);
	add(0x2000, 0x2000);
	ck_assert_int_eq(last_is_good(), 0);
	ck_assert_str_eq(fault, "its end is not after its start");
}

UNIT_MAIN("monwrite", NULL, NULL)
