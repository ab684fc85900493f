/* check_store.c: decisions of --write: the clock, the names of files, and when a new file
 * begins. */

#include "unit.h"
#include "layout.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "base/be.h"
#include "store/clock.h"
#include "store/configuration.h"
#include "store/keep.h"
#include "store/name.h"
#include "store/period.h"
#include "store/store.h"

#define SECOND INT64_C(1000000)
#define HOUR (3600 * SECOND)
#define YEAR (365 * 24 * HOUR)
#define NOON (INT64_C(1536750000) * SECOND) /* 2018-09-12T11:00:00Z */

/* ---- The clock ---- */

TEST(single_wrong_time_is_ignored)
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

TEST(two_equal_clock_changes_are_accepted)
{
	struct store_clock c = { .live = 1 };

	store_clock_set(&c, NOON, 0);
	ck_assert_int_eq(store_clock_set(&c, NOON + YEAR, 60 * SECOND), 1);
	ck_assert_int_eq(store_clock_set(&c, NOON + YEAR + 60 * SECOND, 120 * SECOND), 0);
	ck_assert_int_eq(c.us, NOON + YEAR + 60 * SECOND);
	/* Two different jumps of the clock count as two wrong times. */
	ck_assert_int_eq(store_clock_set(&c, NOON + 3 * YEAR, 180 * SECOND), 1);
	ck_assert_int_eq(store_clock_set(&c, NOON + 5 * YEAR, 240 * SECOND), 1);
	ck_assert_int_eq(c.us, NOON + YEAR + 180 * SECOND);
}

/* ---- Periods ---- */

/* Check that the period of SECONDS that US belongs to begins at BEGIN and ends at END, in seconds
 * since 1970. */
static void has_period(int64_t us, double seconds, int local, int64_t begin, int64_t end)
{
	struct store_period p = store_period_of(us, seconds, local);

	ck_assert_int_eq(p.begin, begin * SECOND);
	ck_assert_int_eq(p.end, end * SECOND);
}

TEST(periods_end_by_the_clock)
{
	/* 1536710400 is 2018-09-12T00:00:00Z, a Wednesday. */
	const int64_t day = 1536710400;

	has_period(NOON, 3600, 0, day + 11 * 3600, day + 12 * 3600);
	has_period(NOON + HOUR - 1, 3600, 0, day + 11 * 3600, day + 12 * 3600);
	has_period(NOON, 86400, 0, day, day + 86400);
	/* The last period of a day ends at midnight. */
	has_period((day + 86399) * SECOND, 7 * 3600, 0, day + 21 * 3600, day + 86400);
	/* 1.5 hours do not divide a day by hours. */
	has_period(NOON, 5400, 0, day + 10 * 3600 + 1800, day + 12 * 3600);
	/* Several days count from a Monday, 1970-01-05: this one is 2018-09-10. */
	has_period(NOON, 7 * 86400, 0, day - 2 * 86400, day + 5 * 86400);
	has_period(-1, 3600, 0, -3600, 0);
	ck_assert_int_eq(store_period_is_allowed(5400), 1);
	ck_assert_int_eq(store_period_is_allowed(2 * 86400), 1);
	ck_assert_int_eq(store_period_is_allowed(36 * 3600), 0);
}

TEST(periods_of_the_local_clock)
{
	/* 1540677600 is 2018-10-28T00:00 CEST; clocks go back from 03:00 to 02:00. */
	const int64_t day = 1540677600;

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	has_period((day + 5400) * SECOND, 86400, 1, day, day + 25 * 3600);
	/* 02:30 occurs twice, in two files. */
	has_period((day + 2 * 3600 + 1800) * SECOND, 3600, 1, day + 2 * 3600, day + 3 * 3600);
	has_period((day + 3 * 3600 + 1800) * SECOND, 3600, 1, day + 3 * 3600, day + 4 * 3600);
	has_period((day + 5400) * SECOND, 7 * 86400, 1, day - 6 * 86400, day + 25 * 3600);
	unsetenv("TZ");
	tzset();
}

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

/* Create NAME and return whether it matches PATTERN. */
static int fits(const char *pattern, const char *name, int rotates)
{
	struct store_pattern p = { .text = pattern, .rotates = rotates };
	char expected[300];

	touch(name);
	found[0] = 0;
	ck_assert_int_eq(store_name_each(&p, add_found, NULL), 0);
	ck_assert_int_eq(unlink(name), 0);
	snprintf(expected, sizeof expected, "%s ", name);
	ck_assert_msg(found[0] == 0 || strcmp(found, expected) == 0, "%s: found %s", pattern,
	              found);
	return found[0] != 0;
}

TEST(names_that_fit)
{
	ck_assert(fits("c", "c.00001", 1));
	ck_assert(fits("c", "c.123456789", 1));
	ck_assert(fits("mon-%H%M.bin", "mon-0926.bin", 1));
	ck_assert(fits("mon-%H%M.bin", "mon-0926.bin.00002", 0));
	ck_assert(fits("%Y-%j", "2018-255", 1));
	ck_assert(fits("%s", "1536744404", 1));
	ck_assert(fits("t-%H%M", "t-2359", 1));
	ck_assert(fits("c", "c.100000", 1));
	ck_assert(fits("100%%-%H", "100%-09", 1));
	ck_assert(fits("%FT%T", "2018-09-12T09:26:44", 1));
	ck_assert(fits("%H.%Y%m", "09.201809", 1));
	ck_assert(fits("c.zst", "c.00002.zst", 1));
	ck_assert(fits("c%H.gz", "c09.gz.00002", 1));
	ck_assert_int_eq(mkdir("2018-09-12", 0700), 0);
	ck_assert(fits("%F/%H", "2018-09-12/09", 1));
	ck_assert(fits("2018-09-12/%H", "2018-09-12/09.00003", 1));
}

/* ---- Long names, and those with the system ---- */

/* X repeated N times, followed by TEXT. */
static const char *long_name(size_t n, const char *text)
{
	static char name[2 * STORE_NAME_SIZE];

	memset(name, 'x', n);
	strcpy(name + n, text);
	return name;
}

/* The name TEXT of a file of the system ID that begins at NOON; NULL: the name is too long. */
static const char *with_system(const char *text, const char *id)
{
	const struct store_pattern p = { .text = text, .system = id };
	static char name[STORE_NAME_SIZE];
	unsigned number;

	return store_name_next(&p, NOON, 0, name, &number) ? NULL : name;
}

TEST(names_that_are_too_long)
{
	/* The name leaves room for a number: 16 bytes including the NUL. */
	ck_assert_uint_eq(strlen(with_system(long_name(4077, "%H"), "")), 4079);
	ck_assert_ptr_null(with_system(long_name(4078, "%H"), ""));
	ck_assert_uint_eq(strlen(with_system(long_name(4076, "%{system}"), "ABC")), 4079);
	ck_assert_ptr_null(with_system(long_name(4077, "%{system}"), "ABC"));
	ck_assert_ptr_null(with_system(long_name(4079, "%{system}"), "A"));
	ck_assert_ptr_null(with_system(long_name(5000, "%{system}"), "A"));
	ck_assert_uint_eq(strlen(with_system(long_name(4072, "%{system}-end"), "ABC")), 4079);
	ck_assert_ptr_null(with_system(long_name(4073, "%{system}-end"), "ABC"));
}

/* Return the permissions of the folders for files of MODE. */
static unsigned folder_mode(unsigned mode)
{
	const struct store_pattern p = { .text = "in/%F/%H/x" };
	struct stat outer, inner;

	ck_assert_int_eq(store_name_make_folders(&p, "in/2018-09-12/11/x", mode), 0);
	ck_assert_int_eq(stat("in/2018-09-12", &outer), 0);
	ck_assert_int_eq(stat("in/2018-09-12/11", &inner), 0);
	ck_assert_uint_eq(outer.st_mode, inner.st_mode);
	/* The folders may exist already. */
	ck_assert_int_eq(store_name_make_folders(&p, "in/2018-09-12/11/x", mode), 0);
	ck_assert_int_eq(rmdir("in/2018-09-12/11"), 0);
	ck_assert_int_eq(rmdir("in/2018-09-12"), 0);
	return outer.st_mode & 07777;
}

TEST(folders_are_made)
{
	const struct store_pattern p = { .text = "in/%F/x" }, flat = { .text = "none/x-%H" };

	umask(0);
	ck_assert_int_eq(mkdir("in", 0700), 0);
	ck_assert_uint_eq(folder_mode(0600), 0700);
	ck_assert_uint_eq(folder_mode(0640), 0750);
	ck_assert_uint_eq(folder_mode(0644), 0755);
	ck_assert_uint_eq(folder_mode(0660), 0770);
	ck_assert_uint_eq(folder_mode(0400), 0700);
	/* monread refuses links, which may lead anywhere, and files in place of folders. */
	ck_assert_int_eq(symlink(".", "in/2018-09-12"), 0);
	ck_assert_int_eq(store_name_make_folders(&p, "in/2018-09-12/x", 0600), -1);
	ck_assert_int_eq(errno, ELOOP);
	ck_assert_int_eq(unlink("in/2018-09-12"), 0);
	touch("in/2018-09-12");
	ck_assert_int_eq(store_name_make_folders(&p, "in/2018-09-12/x", 0600), -1);
	ck_assert_int_eq(errno, ENOTDIR);
	/* monread makes no folder that the user named without a % pattern. */
	ck_assert_int_eq(store_name_make_folders(&flat, "none/x-11", 0600), 0);
	ck_assert_int_eq(access("none", F_OK), -1);
}

/* ---- Files that --keep keeps ---- */

TEST(unsearchable_folder_is_an_error)
{
	const struct store_pattern p = { .text = "loop/c", .rotates = 1 },
				   none = { .text = "none/c", .rotates = 1 };
	const struct store_options o = { .keep = 2 };
	struct store_keep k = { .nfiles = 0 };

	ck_assert_int_eq(symlink("loop", "loop"), 0);
	ck_assert_int_eq(store_keep_look(&k, &p, &o), -1);
	ck_assert_int_eq(errno, ELOOP);
	ck_assert_int_eq(store_keep_look(&k, &none, &o), 0);
	store_keep_done(&k);
}

/* ---- The configuration with which new files begin ---- */

/* Pass N records of devices (D1R6) to a new configuration of at most MOST bytes, one per data set.
 * The numbers of the devices are STEP apart. Return how many devices a new file gets. *FULL: how
 * often the configuration reports that it left out records. */
static unsigned devices_kept(unsigned n, unsigned step, size_t most, int *full)
{
	struct monread_layouts *layouts = all_layouts();
	struct monread_system *system = monread_system_new(layouts);
	struct store_config *c = store_config_new(layouts, most);
	struct monread *m = monread_open(MONREAD_FD_NONE);
	unsigned char bytes[72] = { 0, sizeof bytes, 0, 0, 1, 0, 0, 6 };
	const struct monread_mce mce = { .type = MONREAD_SAMPLE, .domains = 0x4000,
		                         .start = 0x9000000, .end = 0x9000FFF };
	struct monread_ev ev = { .kind = MONREAD_RECORD, .mce = &mce, .bytes = bytes,
		                 .length = sizeof bytes, .domain = 1, .record = 6 };
	struct monread_buffer to = { 0 };
	const struct monread_ev *next;
	unsigned i, kept = 0;

	*full = 0;
	for (i = 0; i < n; i++) {
		mr_put_be32(bytes + 22, i * step);
		mr_put_be16(bytes + 26, (uint16_t)(i * step));
		ck_assert_int_eq(store_config_take(c, system, &ev, 1), 0);
		*full += store_config_settle(c, system);
	}
	ck_assert_int_eq(store_config_put(c, system, MONREAD_CONTAINER_STREAM, 0, &to), 0);
	ck_assert_int_eq(monread_feed(m, to.bytes, to.length), MONREAD_OK);
	for (next = monread_next(m); next; next = monread_next(m))
		kept += next->kind == MONREAD_RECORD && next->domain == 1 && next->record == 6;
	free(to.bytes);
	monread_close(m);
	store_config_free(c);
	monread_system_free(system);
	monread_layouts_free(layouts);
	return kept;
}

TEST(configuration_has_a_limit)
{
	unsigned kept;
	int full;

	ck_assert_uint_eq(devices_kept(100, 1, 1u << 20, &full), 100);
	ck_assert_int_eq(full, 0);
	kept = devices_kept(100, 1, 4096, &full);
	ck_assert_uint_gt(kept, 10);
	ck_assert_uint_lt(kept, 57); /* as many as have room without anything else */
	ck_assert_int_eq(full, 1);
	/* A newer record of a device replaces the older one. */
	ck_assert_uint_eq(devices_kept(100, 0, 4096, &full), 1);
	ck_assert_int_eq(full, 0);
}

UNIT_MAIN("store", make_dir, remove_dir)
