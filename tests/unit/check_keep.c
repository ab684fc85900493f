/* check_keep.c: the files that --keep removes, also if some files cannot be read or removed, and where captures end. */

#include "unit.h"

#include <sys/stat.h>

#include "layout.h"
#include "cli/again.h"
#include "monread.h"
#include "store/stored.h"

/* ---- Files that cannot be opened or removed ---- */

static const char *unreadable, *lasting;

static int fake_open(const char *name, int flags, mode_t mode)
{
	if (unreadable && strcmp(name, unreadable) == 0) {
		errno = EACCES;
		return -1;
	}
	return open(name, flags, mode);
}

static int fake_unlink(const char *name)
{
	if (lasting && strcmp(name, lasting) == 0) {
		errno = EPERM;
		return -1;
	}
	return unlink(name);
}

#define again_open fake_open
#define unlink fake_unlink
#include "store/keep.c"
#undef again_open
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
	while ((ev = monread_next(m)) || monread_code(m) == MONREAD_AGAIN) {
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
	unreadable = lasting = NULL;
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
	ck_assert_uint_eq(fwrite(sample + begins[from], 1, begins[to] - begins[from], f), begins[to] - begins[from]);
	ck_assert_int_eq(fclose(f), 0);
}

static int is_there(const char *name)
{
	return access(name, F_OK) == 0;
}

/* ---- Files ---- */


/* ---- Files that --keep keeps ---- */

static const struct store_pattern pattern = { .text = "c", .rotates = 1 };
static struct store_keep kept;

/* The run begins the file NAME with the data set FROM at the time US, so that at most KEEP files are left. */
static void begin_at(const char *name, unsigned from, unsigned keep, int64_t us)
{
	static char *input[] = { (char *)(uintptr_t)"c.00003" };
	const struct store_options o = { .keep = keep, .inputs = input, .ninputs = 1, .shown = -1 };
	int fd;

	ck_assert_int_eq(store_keep_look(&kept, &pattern, &o), 0);
	make(name, from, from + 1);
	fd = open(name, O_RDONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(store_keep_make_room(&kept, name, fd, us, 0), 0);
	close(fd);
}

static void begin_file(const char *name, unsigned keep)
{
	begin_at(name, 0, keep, INT64_MAX);
}

TEST(the_oldest_go)
{
	make("c.00001", 1, 2);
	make("c.00002", 0, 1);
	make("c.00003", 0, 1);
	make("c.00004", 2, 3);
	begin_file("c.00005", 3);
	ck_assert(is_there("c.00001") && !is_there("c.00002") && is_there("c.00003") && is_there("c.00004"));
	begin_file("c.00006", 4);
	ck_assert(is_there("c.00001"));
	/* Another program has replaced the file. */
	make("other", 3, 4);
	ck_assert_int_eq(rename("other", "c.00001"), 0);
	begin_file("c.00007", 2);
	ck_assert(is_there("c.00001") && !is_there("c.00004") && !is_there("c.00005") && is_there("c.00006"));
	/* Another program has removed the file. */
	ck_assert_int_eq(unlink("c.00006"), 0);
	begin_file("c.00008", 2);
	ck_assert(is_there("c.00007") && is_there("c.00008"));
	ck_assert_uint_eq(kept.nfiles, 2);
	store_keep_done(&kept);
	ck_assert(!kept.files && !kept.room);
}

TEST(of_the_same_time_the_lower_number_goes)
{
	make("c.100000", 0, 1);
	make("c.99998", 0, 1);
	make("c.99999", 0, 1);
	begin_file("c.100001", 3);
	ck_assert(is_there("c.100000") && is_there("c.99999") && !is_there("c.99998"));
	begin_file("c.100002", 3);
	ck_assert(is_there("c.100000") && !is_there("c.99999"));
	store_keep_done(&kept);
}

TEST(what_is_no_capture_stays)
{
	FILE *f = fopen("c.00002", "w");

	ck_assert(f && fputs("something else", f) >= 0);
	fclose(f);
	make("c.00001", 0, 1);
	make("c.00003", 0, 1);
	make("c.00004", 1, 2);
	make("c.00006", 2, 3);
	ck_assert_int_eq(symlink("c.00004", "c.00005"), 0);
	ck_assert_int_eq(mkdir("c.00007", 0700), 0);
	/* An unreadable file may not be a capture; the run still removes old captures. */
	unreadable = "c.00001";
	begin_file("c.00008", 2);
	ck_assert(is_there("c.00001") && is_there("c.00002") && is_there("c.00003") && !is_there("c.00004"));
	ck_assert_uint_eq(kept.nfiles, 2);
	store_keep_done(&kept);
	unreadable = NULL;
	begin_file("c.00009", 3);
	ck_assert(!is_there("c.00001") && is_there("c.00003") && is_there("c.00006") && is_there("c.00007"));
	store_keep_done(&kept);
}

TEST(no_newer_one_goes_instead)
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

/* The clock was set back, so the new records are older than all stored records. */
TEST(what_the_run_has_written_last_is_the_youngest)
{
	make("c.00001", 3, 4);
	make("c.00002", 4, 5);
	begin_at("c.00004", 2, 3, 2);
	begin_at("c.00005", 0, 3, 0);
	ck_assert(!is_there("c.00001") && is_there("c.00002") && is_there("c.00004") && is_there("c.00005"));
	begin_at("c.00006", 1, 2, 1);
	ck_assert(!is_there("c.00002") && !is_there("c.00004") && is_there("c.00005") && is_there("c.00006"));
	store_keep_done(&kept);
}

/* ---- Where a capture ends ---- */

/* Return how much of the first data set counts if the N bytes at TAIL follow it; 0: nothing can be appended. */
static uint64_t whole_before(const unsigned char *tail, size_t n)
{
	struct stored_end end;
	int fd = open("e", O_RDWR | O_CREAT | O_TRUNC, 0600);

	ck_assert_int_eq(write(fd, sample, begins[1]), (long)begins[1]);
	ck_assert_int_eq(write(fd, tail, n), (long)n);
	ck_assert_int_eq(stored_end(fd, NULL, &end), 0);
	ck_assert_uint_eq(end.size, begins[1] + n);
	ck_assert_int_eq(end.container, MONREAD_CONTAINER_MONWRITE);
	close(fd);
	return end.fault[0] ? 0 : end.whole;
}

TEST(what_may_be_cut_off)
{
	unsigned char tail[2 * MONREAD_BLOCK_SIZE] = { 0 };
	size_t n;

	ck_assert_uint_eq(whole_before(tail, 0), begins[1]);
	/* The file may end with a part of the next data set. */
	for (n = MONREAD_BLOCK_AREA + 1; n < MONREAD_BLOCK_SIZE; n += 811)
		ck_assert_uint_eq(whole_before(sample + begins[1], n), begins[1]);
	for (n = 1; n <= MONREAD_BLOCK_AREA; n++) {
		ck_assert_uint_eq(whole_before(tail, n), begins[1]);
		tail[n - 1] = 1;
		ck_assert_uint_eq(whole_before(tail, n), n - 1 == 18 || n - 1 == 19 ? begins[1] : 0);
		tail[n - 1] = 0;
	}
	ck_assert_uint_eq(whole_before(tail, MONREAD_BLOCK_AREA + 1), 0);
	tail[MONREAD_BLOCK_AREA] = MONREAD_SAMPLE;
	ck_assert_uint_eq(whole_before(tail, MONREAD_BLOCK_AREA + 1), begins[1]);
	tail[MONREAD_BLOCK_AREA] = MONREAD_EVENT;
	ck_assert_uint_eq(whole_before(tail, MONREAD_BLOCK_AREA + 1), begins[1]);
	ck_assert_uint_eq(whole_before(tail, MONREAD_BLOCK_SIZE - 1), begins[1]);
	ck_assert_uint_eq(whole_before(tail, MONREAD_BLOCK_SIZE), 0);
}

UNIT_MAIN("keep", setup, teardown)
