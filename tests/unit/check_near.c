/* check_near.c: suggestions for misspelled names. */

#include "unit.h"

#include "cli/near.h"

static char room[NEAR_ROOM];

/* Return the NAMES similar to WANTED, separated by blanks. */
static const char *near(const char *wanted, const char *names)
{
	static char list[20][128];
	struct near n;
	size_t i, len;

	near_begin(&n, wanted);
	for (i = 0; *names; i++) {
		len = strcspn(names, " ");
		memcpy(list[i], names, len);
		list[i][len] = 0;
		near_offer(&n, list[i]);
		names += len + strspn(names + len, " ");
	}
	return near_list(&n, room, "none");
}

TEST(one_letter)
{
	ck_assert_str_eq(near("MRSYTLCK", "MRSYTPRP MRSYTLCP"), "did you mean MRSYTLCP?");
	ck_assert_str_eq(near("MRSYTLK", "MRSYTLCK"), "did you mean MRSYTLCK?");
	ck_assert_str_eq(near("MRSYTLLCK", "MRSYTLCK"), "did you mean MRSYTLCK?");
	ck_assert_str_eq(near("MRSTYLCK", "MRSYTLCK"), "did you mean MRSYTLCK?");
	ck_assert_str_eq(near("mrsytlkc", "MRSYTLCK"), "did you mean MRSYTLCK?");
}

TEST(the_nearest_come_first_and_alone)
{
	ck_assert_str_eq(near("SYTLCK_CALXTIM", "SYTLCK_CALSTIM SYTLCK_CALZZIM"), "did you mean SYTLCK_CALSTIM?");
	ck_assert_str_eq(near("CALSTIM", "CALXTIM CALYTIM CALZTIM CALWTIM"), "did you mean CALXTIM, CALYTIM, CALZTIM?");
	ck_assert_str_eq(near("CALSTIM", "CALXTIM CALXTIM calxtim"), "did you mean CALXTIM?");
	ck_assert_str_eq(near("calxtim", "CALXTIMES CALXTIM"), "did you mean CALXTIM, CALXTIMES?");
}

TEST(longer_names_may_differ_in_more)
{
	ck_assert_str_eq(near("ABCD", "ABXX"), "none");
	ck_assert_str_eq(near("ABCDEFG", "ABXXEFG"), "none");
	ck_assert_str_eq(near("ABCDEFGH", "ABXXEFGH"), "did you mean ABXXEFGH?");
	ck_assert_str_eq(near("ABCDEFGH", "AXXXEFGH"), "none");
	ck_assert_str_eq(near("ABCDEFGHIJKL", "AXXXEFGHIJKL"), "did you mean AXXXEFGHIJKL?");
}

TEST(prefixes_may_be_left_out)
{
	ck_assert_str_eq(near("CALXTIMF", "SYTLCK_CALXTIME"), "did you mean SYTLCK_CALXTIME?");
	ck_assert_str_eq(near("SYTLCK_CALX", "CALX"), "none");
	ck_assert_str_eq(near("TIME", "SYTLCK_CALXTIME SYTLCK_CALS"), "did you mean SYTLCK_CALXTIME?");
	ck_assert_str_eq(near("ME", "SYTLCK_CALXTIME"), "none");
}

TEST(plurals)
{
	ck_assert_str_eq(near("users", "user device us"), "did you mean user?");
	ck_assert_str_eq(near("states", "userstate"), "none");
}

TEST(what_no_name_can_be)
{
	char names[2 * MONREAD_NAME_MAX];

	memset(names, 'a', sizeof names - 1);
	names[sizeof names - 1] = 0;
	ck_assert_str_eq(near(names, "aaa"), "none");
	ck_assert_str_eq(near("aaa", names), "none");
	ck_assert_str_eq(near("", "A B"), "none");
	ck_assert_str_eq(near("A", ""), "none");
	ck_assert_str_eq(near("A", "* B"), "none");
	names[MONREAD_NAME_MAX] = 0;
	ck_assert_str_eq(near(names, names), "none");
	/* The room is enough for three names of maximum length. */
	names[0] = 'b';
	near_list(&(struct near){ .wanted = "", .n = 3, .found = { { names, 0 }, { names, 0 }, { names, 0 } } }, room, "");
	ck_assert_uint_eq(strlen(room), strlen("did you mean ?") + 3 * MONREAD_NAME_MAX + 2 * strlen(", "));
}

UNIT_MAIN("near", NULL, NULL)
