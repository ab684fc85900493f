/* check_write.c: output of layouts to a callback. */

#include "unit.h"

#include "listing/listing.h"
#include "monread.h"

static char text[100000];
static size_t length;
static unsigned calls, fails_at;
static int in_a_character;

static int take(void *arg, const char *p, size_t n)
{
	ck_assert_ptr_eq(arg, &calls);
	ck_assert_uint_gt(n, 0);
	if (++calls == fails_at)
		return 7;
	ck_assert_uint_lt(length + n, sizeof text);
	in_a_character |= ((unsigned char)*p & 0xC0) == 0x80;
	memcpy(text + length, p, n);
	length += n;
	text[length] = '\0';
	return 0;
}

static void begin(unsigned failing)
{
	text[0] = '\0';
	length = calls = 0;
	in_a_character = 0;
	fails_at = failing;
}

typedef int writes(const struct monread_layout *, monread_output *, void *);

/* Words longer than the buffer of one write, of characters with three bytes. */
TEST(no_character_is_cut)
{
	char listing[8000] = "Record: MRTSTREC\nStatus: name only\nTitle: ", *p = listing + strlen(listing);
	struct mr_arena arena = { NULL };
	struct monread_layout *l = NULL;
	unsigned i, word;

	for (word = 0; word < 3; word++) {
		*p++ = ' ';
		for (i = 0; i < 150 + 300 * word; i++, p += 3)
			memcpy(p, "\xE2\x82\xAC", 3);
	}
	*p++ = '\n';
	ck_assert_int_eq(mr_listing_read(&arena, "test", listing, (size_t)(p - listing), 0, NULL, &l), 0);
	begin(0);
	ck_assert_int_eq(monread_layout_write(l, take, &calls), 0);
	ck_assert_int_eq(in_a_character, 0);
	ck_assert_uint_gt(calls, 3);
	ck_assert_uint_gt(length, 3 * 1350);
	mr_arena_free(&arena);
}

UNIT_MAIN("write", NULL, NULL)
