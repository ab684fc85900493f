/* check_store.c: decisions of --write: the clock, the names of files, and when a new file begins. */

#include "unit.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include "store/clock.h"
#include "store/gap.h"
#include "store/keep.h"
#include "store/name.h"

#define SECOND INT64_C(1000000)
#define HOUR (3600 * SECOND)
#define YEAR (365 * 24 * HOUR)
#define NOON (INT64_C(1536750000) * SECOND) /* 2018-09-12T11:00:00Z */

/* ---- The clock ---- */

TEST(one_wrong_time_is_not_followed)
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

TEST(two_that_agree_are_believed)
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
	ck_assert_msg(found[0] == 0 || strcmp(found, expected) == 0, "%s: found %s", pattern, found);
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

TEST(names_that_do_not_fit)
{
	ck_assert(!fits("c", "c", 1));
	ck_assert(!fits("c", "c.0001", 1));
	ck_assert(!fits("c", "c.1234567890", 1));
	ck_assert(!fits("c", "c.00000", 1));
	ck_assert(!fits("c", "c.000004", 1));
	ck_assert(!fits("t-%H%M", "t-2460", 1));
	ck_assert(!fits("t-%H%M", "t-9999", 1));
	ck_assert(!fits("%Y-%m-%d", "2026-20-01", 1));
	ck_assert(!fits("%j", "400", 1));
	ck_assert(!fits("%F", "2018_09-12", 1));
	ck_assert(!fits("c", "c.00002.zst", 1));
	ck_assert(!fits("c.zst", "c.zst", 1));
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

/* The name of a file that begins at NOON. */
static void is_next(struct store_pattern *p, const char *expected)
{
	char name[STORE_NAME_SIZE];
	unsigned number;

	ck_assert_int_eq(store_name_next(p, NOON, p->number, name, &number), 0);
	ck_assert_str_eq(name, expected);
}

TEST(next_names)
{
	struct store_pattern c = { .text = "c", .rotates = 1 }, h = { .text = "h%H" }, z = { .text = "c.zst", .rotates = 1 };
	char name[STORE_NAME_SIZE];
	unsigned number;

	is_next(&c, "c.00001");
	touch("c");
	is_next(&c, "c.00002");
	touch("c.00007");
	is_next(&c, "c.00008");
	c.number = 9;
	is_next(&c, "c.00010");
	is_next(&z, "c.00001.zst");
	touch("c.zst.00004");
	is_next(&z, "c.00005.zst");
	touch("cc.00100");
	is_next(&h, "h11");
	touch("h11");
	is_next(&h, "h11.00002");
	touch("h11.00002");
	is_next(&h, "h11.00003");
	ck_assert_int_eq(unlink("h11"), 0);
	is_next(&h, "h11.00003");
	touch("c.999999998");
	is_next(&c, "c.999999999");
	/* No larger number is possible. */
	ck_assert_int_eq(store_name_next(&c, NOON, STORE_NUMBER_MAX, name, &number), -1);
	ck_assert_int_eq(errno, EOVERFLOW);
	touch("c.999999999");
	ck_assert_int_eq(store_name_next(&c, NOON, 0, name, &number), -1);
}

/* A reader might think that a lower number was never used. */
TEST(no_number_where_the_directory_cannot_be_listed)
{
	struct store_pattern c = { .text = "c", .rotates = 1 };
	struct rlimit limit, none;
	char name[STORE_NAME_SIZE];
	unsigned number;
	int rc, error;

	touch("c.00007");
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &limit), 0);
	none = limit;
	none.rlim_cur = 0;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	errno = 0;
	rc = store_name_next(&c, NOON, 0, name, &number);
	error = errno;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
	ck_assert_int_eq(rc, -1);
	ck_assert_int_eq(error, EMFILE);
	is_next(&c, "c.00008");
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

TEST(the_system_is_a_part_of_the_name)
{
	ck_assert_str_eq(with_system("a-%{system}-%H", "VMPROD1"), "a-VMPROD1-11");
	ck_assert_str_eq(with_system("%{system}%{system}", "A"), "AA");
	ck_assert_str_eq(with_system("%%{system}", "A"), "%{system}");
	ck_assert_str_eq(with_system("%H%{system}", "$_#@-9z"), "11$_#@-9z");
	ck_assert_str_eq(with_system("%{system}", "../A B%H"), "___A_B_H");
	ck_assert_str_eq(with_system("%{system}.", ""), "_.");
	ck_assert_str_eq(with_system("%{system}", NULL), "_");
	ck_assert_int_eq(store_name_has_system("a%H%{system}"), 1);
	ck_assert_int_eq(store_name_has_system("%%{system}"), 0);
	ck_assert_int_eq(store_name_has_system("%%%{system}"), 1);
	ck_assert_int_eq(store_name_has_system("{system}"), 0);
	ck_assert_int_eq(store_name_has_system("%{systems}"), 0);
	ck_assert_ptr_null(store_name_fault("%H-%{system}-%%{x}"));
	ck_assert_str_eq(store_name_fault("%H-%{system}-%{x}-"), "%{x}-");
	ck_assert_str_eq(store_name_fault("%{"), "%{");
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

/* ---- Losses ---- */

TEST(losses_are_added_up)
{
	struct store_gap g = { .last = 7 };
	const struct monread_mark *m = &g.mark;

	ck_assert_int_eq(store_gap_is_loss(&g), 0);
	/* No data set, but bytes: both numbers are known. */
	store_gap_add(&g, 0, 100, "the first");
	ck_assert_int_eq(store_gap_is_loss(&g), 1);
	ck_assert_uint_eq(m->known, MONREAD_MARK_SETS | MONREAD_MARK_BYTES);
	store_gap_add(&g, 2, 50, "the second");
	ck_assert_uint_eq(m->count, 2);
	ck_assert_uint_eq(m->sets, 2);
	ck_assert_uint_eq(m->bytes, 150);
	ck_assert_uint_eq(m->known, MONREAD_MARK_SETS | MONREAD_MARK_BYTES);
	ck_assert_str_eq(m->text, "the first");
	/* The number of data sets is unknown, but the number of bytes is known; */
	store_gap_add(&g, -1, 8, "");
	ck_assert_uint_eq(m->known, MONREAD_MARK_BYTES);
	ck_assert_uint_eq(m->sets, 2);
	ck_assert_uint_eq(m->bytes, 158);
	/* and an unknown number stays unknown. */
	store_gap_add(&g, -1, 0, "");
	store_gap_add(&g, 1, 1, "");
	ck_assert_uint_eq(m->known, 0);
	ck_assert_uint_eq(m->count, 5);
	store_gap_mark(&g, 9, 1);
	ck_assert_uint_eq(m->known, MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND);
	ck_assert(m->before == 7 && m->behind == 9);
	store_gap_mark(&g, 9, 0);
	ck_assert_uint_eq(m->known, MONREAD_MARK_BEFORE);
	ck_assert(m->before == 7 && m->behind == 0);
	g.last = 0;
	store_gap_mark(&g, 9, 1);
	ck_assert_uint_eq(m->known, MONREAD_MARK_BEHIND);
	g.mark.count = UINT32_MAX - 1;
	store_gap_add(&g, 1, 1, "");
	store_gap_add(&g, 1, 1, "");
	ck_assert_uint_eq(m->count, UINT32_MAX);
	store_gap_clear(&g);
	ck_assert_int_eq(store_gap_is_loss(&g), 0);
	ck_assert_uint_eq(m->count, 0);
}

TEST(what_is_left_out_is_no_loss)
{
	struct store_gap g = { .last = 0 };

	store_gap_thinned(&g, 900);
	store_gap_thinned(&g, 900);
	ck_assert_int_eq(store_gap_is_loss(&g), 0);
	ck_assert_uint_eq(g.mark.why, MONREAD_MARK_THINNED);
	ck_assert_uint_eq(g.mark.count, 2);
	ck_assert_str_eq(g.mark.text, "the first sample of every 900 seconds is stored");
	g.mark.count = UINT32_MAX;
	store_gap_thinned(&g, 900);
	ck_assert_uint_eq(g.mark.count, UINT32_MAX);
	/* A loss and thinned data sets are counted separately. */
	store_gap_add(&g, 1, 5, "lost");
	ck_assert_uint_eq(g.mark.why, MONREAD_MARK_THINNED | MONREAD_MARK_LOST);
	store_gap_thinned(&g, 900);
	ck_assert_uint_eq(g.mark.count, 1);
	ck_assert_str_eq(g.mark.text, "lost");
	store_gap_clear(&g);
	store_gap_add(&g, 1, 5, "lost");
	ck_assert_uint_eq(g.mark.why, MONREAD_MARK_LOST);
}

/* ---- Files that --keep keeps ---- */

TEST(what_cannot_be_searched_is_no_empty_folder)
{
	const struct store_pattern p = { .text = "loop/c", .rotates = 1 }, none = { .text = "none/c", .rotates = 1 };
	const struct store_options o = { .keep = 2 };
	struct store_keep k = { .nfiles = 0 };

	ck_assert_int_eq(symlink("loop", "loop"), 0);
	ck_assert_int_eq(store_keep_look(&k, &p, &o), -1);
	ck_assert_int_eq(errno, ELOOP);
	ck_assert_int_eq(store_keep_look(&k, &none, &o), 0);
	store_keep_done(&k);
}

UNIT_MAIN("store", make_dir, remove_dir)
