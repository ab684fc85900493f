/* check_keep.c: the files that --keep removes, also if some files cannot be removed. */

#include "unit.h"

#include <sys/stat.h>

#include "layout.h"
#include "monread.h"

static const char *lasting; /* a file that cannot be removed */

static int fake_unlink(const char *name)
{
	if (lasting && strcmp(name, lasting) == 0) {
		errno = EPERM;
		return -1;
	}
	return unlink(name);
}

#define unlink fake_unlink
#include "store/keep.c"
#undef unlink

#define SAMPLE TEST_DATA "/../data/sample.monwrite"

static struct monread_layouts *layouts;
static unsigned char sample[1024 * 1024];
static size_t length;
static size_t begins[100]; /* offsets of the data sets of the sample */
static unsigned nbegins;
static char dir[64];
static int home; /* where the path of the sample begins */

static void read_sample(void)
{
	FILE *f = fopen(SAMPLE, "rb");
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	uint64_t last = 0;
	int fed = 0;

	ck_assert(f && m);
	length = fread(sample, 1, sizeof sample, f);
	fclose(f);
	nbegins = 0;
	for (;;) {
		ev = monread_next(m);
		if (!ev && monread_code(m) != MONREAD_AGAIN)
			break;
		if (!ev) {
			ck_assert_int_eq(monread_feed(m, sample, fed++ ? 0 : length), MONREAD_OK);
		} else if (ev->kind == MONREAD_CONTROL && ev->dataset != last) {
			last = ev->dataset;
			begins[nbegins++] = (size_t)ev->offset - MONREAD_BLOCK_AREA;
		}
	}
	monread_close(m);
	ck_assert_uint_gt(nbegins, 3);
	begins[nbegins] = length;
}

static void setup(void)
{
	layouts = all_layouts();
	read_sample();
	home = open(".", O_RDONLY);
	ck_assert_int_ge(home, 0);
	snprintf(dir, sizeof dir, "/tmp/check_keep.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	ck_assert_int_eq(chdir(dir), 0);
	/* Discard messages. */
	ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
	lasting = NULL;
}

static void teardown(void)
{
	char command[128];

	ck_assert_int_eq(fchdir(home), 0);
	close(home);
	snprintf(command, sizeof command, "rm -rf '%s'", dir);
	ck_assert_int_eq(system(command), 0);
	monread_layouts_free(layouts);
}

/* Write the data sets of the sample from number FROM to before number TO to the file NAME. */
static void make(const char *name, unsigned from, unsigned to)
{
	FILE *f = fopen(name, "wb");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(sample + begins[from], 1, begins[to] - begins[from], f),
	                  begins[to] - begins[from]);
	ck_assert_int_eq(fclose(f), 0);
}

static int is_there(const char *name)
{
	return access(name, F_OK) == 0;
}

/* ---- Files that --keep keeps ---- */

static const struct store_pattern pattern = { .text = "c", .rotates = 1 };
static struct store_keep kept;

/* The run begins the file NAME with the first data set, so that at most KEEP files are left. */
static void begin_file(const char *name, unsigned keep)
{
	static char *input[] = { (char *)(uintptr_t)"c.00003" };
	const struct store_keep_clock clock = { 0 };
	const struct store_options o = { .keep = keep, .inputs = input, .ninputs = 1, .shown = -1 };
	int fd;

	ck_assert_int_eq(store_keep_look(&kept, &pattern, &o), 0);
	make(name, 0, 1);
	fd = open(name, O_RDONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(store_keep_make_room(&kept, name, fd, INT64_MAX, &clock), 0);
	close(fd);
}

TEST(oldest_files_are_removed)
{
	make("c.00001", 1, 2);
	make("c.00002", 0, 1);
	make("c.00003", 0, 1);
	make("c.00004", 2, 3);
	begin_file("c.00005", 3);
	ck_assert(is_there("c.00001") && !is_there("c.00002") && is_there("c.00003") &&
	          is_there("c.00004"));
	begin_file("c.00006", 4);
	ck_assert(is_there("c.00001"));
	/* Another program has replaced the file. */
	make("other", 3, 4);
	ck_assert_int_eq(rename("other", "c.00001"), 0);
	begin_file("c.00007", 2);
	ck_assert(is_there("c.00001") && !is_there("c.00004") && !is_there("c.00005") &&
	          is_there("c.00006"));
	/* Another program has removed the file. */
	ck_assert_int_eq(unlink("c.00006"), 0);
	begin_file("c.00008", 2);
	ck_assert(is_there("c.00007") && is_there("c.00008"));
	ck_assert_uint_eq(kept.nfiles, 2);
	store_keep_done(&kept);
	ck_assert(!kept.files && !kept.room);
}

TEST(newer_files_stay_if_an_old_one_cannot_be_removed)
{
	int fd;

	make("c.00001", 0, 1);
	make("c.00002", 1, 2);
	make("c.00004", 2, 3);
	lasting = "c.00001";
	begin_file("c.00005", 3);
	ck_assert(is_there("c.00001") && is_there("c.00002"));
	begin_file("c.00006", 3);
	ck_assert(is_there("c.00001") && !is_there("c.00002") && is_there("c.00004"));
	/* The run still remembers the file. */
	ck_assert_uint_eq(kept.nfiles, 4);
	lasting = NULL;
	/* Another program writes to the file. */
	fd = open("c.00001", O_WRONLY);
	/* Some emulators do not have such locks. */
	if (lock_try(fd, LOCK_EX) == LOCK_TAKEN) {
		begin_file("c.00007", 4);
		ck_assert(is_there("c.00001") && is_there("c.00004"));
		begin_file("c.00008", 4);
		ck_assert(is_there("c.00001") && !is_there("c.00004") && is_there("c.00005"));
	}
	close(fd);
	begin_file("c.00009", 1);
	ck_assert(!is_there("c.00001") && is_there("c.00009"));
	store_keep_done(&kept);
}

UNIT_MAIN("keep", setup, teardown)
