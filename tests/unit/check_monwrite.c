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

TEST(elements_up_to_the_first_of_zeros)
{
	begin();
	ck_assert_uint_eq(mr_block_elements(block, &bad), 0);
	ck_assert_int_eq(bad, 0);
	ck_assert_int_eq(mr_block_certain(block), 0);
	add(0x1000, 0x1FFF);
	add(0x2000, 0x2100);
	ck_assert_uint_eq(mr_block_elements(block, &bad), 2);
	ck_assert_int_eq(bad, 0);
	ck_assert_int_eq(mr_block_certain(block), 1);
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

TEST(rubbish_behind_the_elements)
{
	begin();
	add(0x1000, 0x1FFF);
	block[40 + 12] = 1;
	ck_assert_uint_eq(mr_block_elements(block, &bad), 1);
	ck_assert_int_eq(bad, 1);
	ck_assert_int_eq(mr_block_certain(block), 0);
	/* The message words say that it is beyond the end: 12 bytes from 0x100 on. */
	mr_put_be32(block + 12, 0x100);
	mr_put_be32(block + 16, 0x10B);
	ck_assert_uint_eq(mr_block_elements(block, &bad), 1);
	ck_assert_int_eq(bad, 0);
	ck_assert_int_eq(mr_block_certain(block), 0);
	/* They say that there are two. */
	mr_put_be32(block + 16, 0x117);
	mr_block_elements(block, &bad);
	ck_assert_int_eq(bad, 1);
	/* The last address is not behind the first: they say nothing. */
	mr_put_be32(block + 16, 0x100);
	mr_block_elements(block, &bad);
	ck_assert_int_eq(bad, 1);
	/* Rubbish further on, and in the last byte. */
	begin();
	add(0x1000, 0x1FFF);
	block[40 + 24] = 1;
	mr_block_elements(block, &bad);
	ck_assert_int_eq(bad, 0);
	ck_assert_int_eq(mr_block_certain(block), 0);
	block[40 + 24] = 0;
	block[4095] = 1;
	ck_assert_int_eq(mr_block_certain(block), 0);
}

TEST(message_words_for_a_number_of_elements)
{
	memset(block, 0xFF, sizeof block);
	mr_block_message(block, 3);
	ck_assert_uint_eq(mr_be32(block + 8), 0xFFFFFFFF);
	ck_assert_uint_eq(mr_be32(block + 12), 0);
	ck_assert_uint_eq(mr_be32(block + 16), 35);
	ck_assert_uint_eq(mr_be32(block + 20), 0xFFFFFFFF);
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

TEST(sets_that_share_a_frame)
{
	/* In the last frame of the one before: behind its end. */
	ck_assert_int_eq(two(0x3000, 0x4100, 0x4101, 0x4200), 1);
	ck_assert_int_eq(two(0x3000, 0x4100, 0x4100, 0x4200), 0);
	ck_assert_int_eq(two(0x4080, 0x4100, 0x4000, 0x407F), 0);
	ck_assert_str_eq(fault, "its record set overlaps that of control element 1");
	/* It ends in the first frame of the one before: that is another frame of the file. */
	ck_assert_int_eq(two(0x4080, 0x4100, 0x3000, 0x407F), 1);
	/* In the last frame of one further back, before it. */
	begin();
	add(0x4080, 0x4100);
	add(0x6000, 0x6100);
	add(0x4000, 0x407F);
	ck_assert_int_eq(last_is_good(), 1);
}

TEST(each_set_is_held_against_all_before)
{
	begin();
	add(0x5000, 0x5FFF);
	add(0x1000, 0x1FFF);
	add(0x9000, 0x9FFF);
	add(0x3000, 0x3FFF);
	ck_assert_int_eq(last_is_good(), 1);
	add(0x1FFF, 0x2FFF);
	ck_assert_int_eq(last_is_good(), 0);
	ck_assert_str_eq(fault, "its record set overlaps that of control element 2");
	n--;
	add(0x6000, 0x9000);
	ck_assert_int_eq(last_is_good(), 0);
	ck_assert_str_eq(fault, "its record set overlaps that of control element 3");
	n--;
	add(0x0000, 0x1000);
	ck_assert_int_eq(last_is_good(), 0);
	n--;
	add(0x9FFF, 0xAFFF);
	ck_assert_int_eq(last_is_good(), 0);
	n--;
	add(0x2000, 0x2FFF);
	ck_assert_int_eq(last_is_good(), 1);
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
