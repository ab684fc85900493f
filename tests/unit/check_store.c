/* check_store.c: what --write decides: which time counts, what files are called, where a data set is split. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/clock.h"
#include "store/keep.h"
#include "store/name.h"
#include "unit.h"

#define SECOND INT64_C(1000000)
#define HOUR (3600 * SECOND)
#define YEAR (365 * 24 * HOUR)
#define NOON (INT64_C(1536750000) * SECOND) /* 2018-09-12T11:00:00Z */

/* ---- The clock ---- */

START_TEST(one_wrong_time_is_not_followed)
{
	struct store_clock c = { .live = 1 };

	ck_assert_int_eq(store_clock_set(&c, NOON, 5 * SECOND), 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + 5 * YEAR, 65 * SECOND), 1);
	ck_assert_int_eq(c.us, NOON + 60 * SECOND);
	ck_assert_int_eq(store_clock_set(&c, NOON + 120 * SECOND, 125 * SECOND), 0);
	ck_assert_int_eq(c.us, NOON + 120 * SECOND);
	ck_assert_int_eq(store_clock_set(&c, NOON - 5 * YEAR, 185 * SECOND), 1);
	ck_assert_int_eq(c.us, NOON + 180 * SECOND);
}
END_TEST

START_TEST(an_hour_is_the_limit)
{
	struct store_clock c = { .live = 1 };

	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + HOUR, 0), 0);
	ck_assert_int_eq(c.us, NOON + HOUR);
	ck_assert_int_eq(store_clock_set(&c, NOON + 2 * HOUR + 1, 0), 1);
	ck_assert_int_eq(c.us, NOON + HOUR);
	c = (struct store_clock){ .live = 1 };
	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON - HOUR, 0), 0);
	ck_assert_int_eq(store_clock_set(&c, NOON - 2 * HOUR - 1, 0), 1);
}
END_TEST

START_TEST(a_pause_of_the_data_is_one_here)
{
	struct store_clock c = { .live = 1 };

	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + 30 * HOUR, 30 * HOUR), 0);
	ck_assert_int_eq(c.us, NOON + 30 * HOUR);
}
END_TEST

START_TEST(two_that_agree_are_believed)
{
	struct store_clock c = { .live = 1 };

	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + YEAR, 60 * SECOND), 1);
	ck_assert_int_eq(store_clock_set(&c, NOON + YEAR + 60 * SECOND, 120 * SECOND), 0);
	ck_assert_int_eq(c.us, NOON + YEAR + 60 * SECOND);
	/* Two that do not agree are two wrong ones. */
	ck_assert_int_eq(store_clock_set(&c, NOON + 3 * YEAR, 180 * SECOND), 1);
	ck_assert_int_eq(store_clock_set(&c, NOON + 5 * YEAR, 240 * SECOND), 1);
	ck_assert_int_eq(c.us, NOON + YEAR + 180 * SECOND);
}
END_TEST

START_TEST(files_have_no_clock_here)
{
	struct store_clock c = { .live = 0 };

	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + YEAR, 1), 0);
	ck_assert_int_eq(c.us, NOON + YEAR);
	ck_assert_int_eq(store_clock_set(&c, NOON, 2), 0);
	ck_assert_int_eq(c.us, NOON);
}
END_TEST

/* ---- Names ---- */

static char dir[64], found[4096];

static void make_dir(void)
{
	snprintf(dir, sizeof dir, "/tmp/check_store.XXXXXX");
	ck_assert(mkdtemp(dir) != NULL);
	ck_assert_int_eq(chdir(dir), 0);
}

static void remove_dir(void)
{
	char command[128];

	snprintf(command, sizeof command, "cd / && rm -rf '%s'", dir);
	ck_assert_int_eq(system(command), 0);
}

static void touch(const char *name)
{
	FILE *f = fopen(name, "w");

	ck_assert(f != NULL);
	fclose(f);
}

static int add_found(void *arg, const char *path)
{
	(void)arg;
	strcat(found, path);
	strcat(found, " ");
	return 0;
}

/* Whether NAME, which is made, is a name of PATTERN. */
static int fits(const char *pattern, const char *name, int rotates)
{
	struct store_pattern p = { .text = pattern, .rotates = rotates };
	char expected[300];

	touch(name);
	found[0] = 0;
	ck_assert_int_eq(store_name_each(&p, add_found, NULL), 0);
	ck_assert_int_eq(unlink(name), 0);
	snprintf(expected, sizeof expected, "%s ", name);
	ck_assert_msg(found[0] == 0 || strcmp(found, expected) == 0, "%s: found %s", pattern, found);
	return found[0] != 0;
}

START_TEST(names_that_fit)
{
	ck_assert(fits("c", "c.00001", 1));
	ck_assert(fits("c", "c.123456789", 1));
	ck_assert(fits("mon-%H%M.bin", "mon-0926.bin", 1));
	ck_assert(fits("mon-%H%M.bin", "mon-0926.bin.00002", 0));
	ck_assert(fits("%Y-%j", "2018-255", 1));
	ck_assert(fits("%s", "1536744404", 1));
	ck_assert(fits("m%e", "m 2", 1));
	ck_assert(fits("%a-%H", "Wed-09", 1));
	ck_assert(fits("100%%-%H", "100%-09", 1));
	ck_assert(fits("%-H", "9", 1));
	ck_assert_int_eq(mkdir("2018-09-12", 0700), 0);
	ck_assert(fits("%F/%H", "2018-09-12/09", 1));
	ck_assert(fits("2018-09-12/%H", "2018-09-12/09.00003", 1));
}
END_TEST

START_TEST(names_that_do_not_fit)
{
	ck_assert(!fits("c", "c", 1));
	ck_assert(!fits("c", "c.0001", 1));
	ck_assert(!fits("c", "c.1234567890", 1));
	ck_assert(!fits("c", "c.00000", 1));
	ck_assert(!fits("c", "c.00001x", 1));
	ck_assert(!fits("c", "cc.00001", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-092.bin", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-09260.bin", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-09x6.bin", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-0926.bin.bak", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-0926.bin.gaps", 1));
	ck_assert(!fits("mon-%H%M.bin", "mon-0926xbin", 1));
	ck_assert(!fits("%Y", "201", 1));
	ck_assert(!fits("%j", "25", 1));
}
END_TEST

/* The name of a file that is begun at NOON. */
static void is_next(struct store_pattern *p, const char *expected)
{
	char name[STORE_NAME_SIZE];

	ck_assert_int_eq(store_name_next(p, NOON, 0, name), 0);
	ck_assert_str_eq(name, expected);
}

START_TEST(next_names)
{
	struct store_pattern c = { .text = "c", .rotates = 1 }, h = { .text = "h%H" };
	char name[STORE_NAME_SIZE];

	is_next(&c, "c.00001");
	touch("c");
	is_next(&c, "c.00002");
	touch("c.00007");
	is_next(&c, "c.00008");
	c.number = 9;
	is_next(&c, "c.00010");
	is_next(&h, "h11");
	touch("h11");
	is_next(&h, "h11.00002");
	touch("h11.00002");
	is_next(&h, "h11.00003");
	ck_assert_int_eq(unlink("h11"), 0);
	is_next(&h, "h11.00003");
	touch("c.999999998");
	is_next(&c, "c.999999999");
	touch("c.999999999");
	ck_assert_int_eq(store_name_next(&c, NOON, 0, name), -1);
}
END_TEST

/* ---- What is kept ---- */

START_TEST(what_cannot_be_searched_is_no_empty_folder)
{
	const struct store_pattern p = { .text = "loop/c", .rotates = 1 }, none = { .text = "none/c", .rotates = 1 };
	const struct store_options o = { .keep = 2 };
	struct store_keep k = { .nfiles = 0 };

	ck_assert_int_eq(symlink("loop", "loop"), 0);
	ck_assert_int_eq(store_keep_make_room(&k, &p, &o), -1);
	ck_assert_int_eq(errno, ELOOP);
	ck_assert_int_eq(store_keep_make_room(&k, &none, &o), 0);
	store_keep_done(&k);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("store");
	TCase *clock = tcase_create("clock"), *names = tcase_create("names");

	tcase_add_test(clock, one_wrong_time_is_not_followed);
	tcase_add_test(clock, an_hour_is_the_limit);
	tcase_add_test(clock, a_pause_of_the_data_is_one_here);
	tcase_add_test(clock, two_that_agree_are_believed);
	tcase_add_test(clock, files_have_no_clock_here);
	suite_add_tcase(s, clock);
	tcase_add_checked_fixture(names, make_dir, remove_dir);
	tcase_add_test(names, names_that_fit);
	tcase_add_test(names, names_that_do_not_fit);
	tcase_add_test(names, next_names);
	tcase_add_test(names, what_cannot_be_searched_is_no_empty_folder);
	suite_add_tcase(s, names);
	return unit_run_suite(s);
}
