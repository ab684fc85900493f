/* check_store_memory.c: --write when memory is short: either it reports the error, or the stored data is right.
 * Also the files that --keep removes if some files cannot be read or removed. */

#include "unit.h"

#include <sys/stat.h>

#include "layout.h"
#include "memory.h"
#include "cli/again.h"
#include "compress/compress.h"
#include "monread.h"
#include "store/configuration.h"
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

/* The strdup() of the C library does not call the malloc() that the test replaces. */
static char *fake_strdup(const char *text)
{
	char *p = malloc(strlen(text) + 1);

	return p ? strcpy(p, text) : NULL;
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
#undef strdup
#define strdup fake_strdup
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
	snprintf(dir, sizeof dir, "/tmp/check_store_memory.XXXXXX");
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

/* ---- The configuration ---- */

struct taken {
	struct monread_system *system;
	struct store_config *config;
	struct monread_buffer front;
};

/* Pass the records in the N bytes at P to the configuration, with SETTLE also the ends of sets. Returns 0, or -1:
 * out of memory. */
static int take_all(struct taken *t, const unsigned char *p, size_t n, int settle)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	int rc = 0;

	ck_assert_ptr_nonnull(m);
	while (!rc && ((ev = monread_next(m)) || monread_code(m) == MONREAD_AGAIN)) {
		if (!ev) {
			monread_feed(m, p, n);
			n = 0;
			continue;
		}
		if (ev->kind == MONREAD_RECORD) {
			/* Adding the layout to the system does not fail. */
			monread_system_layout(t->system, ev->domain, ev->record, ev->bytes, ev->length);
			memory_watch();
			rc = store_config_take(t->config, t->system, ev, 1);
			memory_rest();
		} else if (settle && ev->kind == MONREAD_SET_END) {
			memory_watch();
			store_config_settle(t->config, t->system);
			memory_rest();
		}
	}
	monread_close(m);
	if (rc)
		return -1;
	t->front.length = 0;
	memory_watch();
	rc = store_config_put(t->config, t->system, MONREAD_CONTAINER_MONWRITE, 1, &t->front);
	memory_rest();
	return rc;
}

static int keep_configuration(struct taken *t)
{
	struct monread_buffer first = { NULL, 0, 0 };
	int rc = -1;

	memset(t, 0, sizeof *t);
	t->system = monread_system_new(layouts);
	ck_assert_ptr_nonnull(t->system);
	memory_watch();
	t->config = store_config_new(layouts);
	memory_rest();
	/* First pass the data sets, then the configuration that a file repeats from them. */
	if (t->config && take_all(t, sample, length, 1) == 0) {
		first = t->front;
		memset(&t->front, 0, sizeof t->front);
		rc = take_all(t, first.bytes, first.length, 0);
	}
	free(first.bytes);
	store_config_free(t->config);
	monread_system_free(t->system);
	return rc;
}

TEST(configuration_is_whole_or_it_is_told)
{
	struct taken want, t;
	unsigned n, made;

	memory_begin(0, 0);
	ck_assert_int_eq(keep_configuration(&want), 0);
	made = memory.made;
	ck_assert_uint_gt(made, 10);
	ck_assert_uint_gt(want.front.length, 4096);
	for (n = 1; n <= made; n++) {
		memory_begin(n, 0);
		ck_assert_msg(keep_configuration(&t) == -1, "allocation %u", n);
		free(t.front.bytes);
	}
	free(want.front.bytes);
}

/* ---- Files ---- */

static unsigned char stored[2 * sizeof sample];

/* Concatenate the files a, a.00001 and so on; returns their size. */
static size_t collect(void)
{
	size_t n = 0;
	char name[20];
	unsigned i;
	FILE *f;

	for (i = 0; i < 20; i++) {
		snprintf(name, sizeof name, i ? "a.%05u" : "a", i);
		f = fopen(name, "rb");
		if (!f)
			continue;
		n += fread(stored + n, 1, sizeof stored - n, f);
		fclose(f);
		unlink(name);
	}
	return n;
}

/* Store the sample. Returns 0, or -1: the error was reported. */
static int store(const struct store_options *o)
{
	struct monread_system *system = monread_system_new(layouts);
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;
	struct store *s;
	int rc = 0, fed = 0, ended = 0;

	ck_assert(system && m);
	memory_watch();
	s = store_open(o);
	memory_rest();
	if (s)
		store_begin_input(s, system, 0, 0);
	while (s && !rc && ((ev = monread_next(m)) || monread_code(m) == MONREAD_AGAIN)) {
		if (!ev) {
			monread_feed(m, sample, fed++ ? 0 : begins[3]);
			continue;
		}
		if (ev->kind == MONREAD_RECORD)
			monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
		memory_watch();
		rc = store_event(s, ev, 1) != STORE_DONE;
		memory_rest();
	}
	memory_watch();
	if (s && !rc)
		ended = store_event(s, NULL, 0) != STORE_DONE;
	if (s && store_close(s) != (rc || ended ? -1 : 0))
		rc = 2;
	memory_rest();
	monread_close(m);
	monread_system_free(system);
	ck_assert_int_ne(rc, 2);
	return s && !rc && !ended ? 0 : -1;
}

static void each_fails(const struct store_options *o, int append)
{
	static unsigned char want[sizeof stored];
	unsigned n, made, failures = 0;
	size_t whole, now;

	if (append)
		make("a", 0, 2);
	memory_begin(0, 0);
	ck_assert_int_eq(store(o), 0);
	made = memory.made;
	ck_assert_uint_gt(made, 10);
	whole = collect();
	ck_assert_uint_gt(whole, 4096);
	memcpy(want, stored, whole);
	for (n = 1; n <= made; n++) {
		if (append)
			make("a", 0, 2);
		memory_begin(n, 0);
		failures += store(o) != 0;
		now = collect();
		ck_assert_uint_eq(failures, n);
		ck_assert_uint_le(now, whole);
		/* The file contains whole data sets. */
		ck_assert_mem_eq(stored, want, now);
	}
}

LOOP_TEST(files_are_whole_or_it_is_told, 0, 4)
{
	struct store_options o = { .file = "a", .container = MONREAD_CONTAINER_MONWRITE, .mode = STORE_MODE, .layouts = layouts };

	if (_i == 1)
		o.rotate_size = 4096;
	o.append = _i == 2;
	o.force = _i == 3;
	each_fails(&o, _i == 2);
}

/* ---- Compressed files ---- */

static const char *const kinds[] = { "gzip", "zstd" };

/* Find the end of the file NAME. Returns 0, or -1: memory was short. */
static int end_of(const char *name, struct stored_end *end)
{
	int fd = open(name, O_RDWR), rc;

	ck_assert_int_ge(fd, 0);
	errno = 0;
	memory_watch();
	rc = stored_end(fd, layouts, end);
	memory_rest();
	if (rc)
		ck_assert_int_eq(errno, ENOMEM);
	close(fd);
	return rc;
}

/* Let each of the MADE allocations fail in turn. The search must find the same end or report the error. An
 * allocation for the check of bytes after the end of the file, which each full read does, may fail unnoticed. */
static void same_end_or_told(const char *name, const struct stored_end *want, unsigned made)
{
	struct stored_end end;
	unsigned n, failures = 0;

	ck_assert_uint_gt(made, 3);
	for (n = 1; n <= made; n++) {
		memory_begin(n, 0);
		if (end_of(name, &end)) {
			failures++;
			continue;
		}
		ck_assert_str_eq(end.fault, want->fault);
		ck_assert_uint_eq(end.whole, want->whole);
		ck_assert_int_eq(end.container, want->container);
		ck_assert_str_eq(end.system, want->system);
	}
	ck_assert_uint_ge(failures + 2, made);
	memory_begin(0, 0);
}

/* Find the time at which NAME begins.  Returns 0, or -1: memory was short. */
static int first_of(const char *name, int64_t *us)
{
	int fd = open(name, O_RDONLY), rc;

	ck_assert_int_ge(fd, 0);
	errno = 0;
	memory_watch();
	rc = stored_first(fd, us);
	memory_rest();
	if (rc)
		ck_assert_int_eq(errno, ENOMEM);
	close(fd);
	return rc;
}

LOOP_TEST(ends_of_compressed_files_are_found_or_it_is_told, 0, 2)
{
	struct store_options o = { .file = "a", .container = MONREAD_CONTAINER_MONWRITE, .mode = STORE_MODE,
		                   .layouts = layouts, .compress = kinds[_i] };
	struct stored_end end;
	int64_t us, first;
	unsigned n, made;
	struct stat st;

	memory_begin(0, 0);
	memory.tells = 1;
	/* Some builds cannot compress. */
	if (store(&o))
		return;
	ck_assert_int_eq(stat("a", &st), 0);
	make("p", 0, 1);
	ck_assert_int_eq(first_of("p", &first), 0);
	ck_assert_int_eq(first_of("a", &us), 0);
	ck_assert(us == first);
	/* The search recognizes each data set by itself; the bytes after it may be the beginning of a data set, or
	 * not. */
	memory_begin(0, 0);
	ck_assert_int_eq(end_of("a", &end), 0);
	made = memory.made;
	ck_assert_str_eq(end.compressed, kinds[_i]);
	ck_assert(!end.fault[0] && end.size == (uint64_t)st.st_size && end.whole == end.size);
	ck_assert_int_eq(end.container, MONREAD_CONTAINER_MONWRITE);
	same_end_or_told("a", &end, made);
	memory_begin(0, 0);
	ck_assert_int_eq(first_of("a", &us), 0);
	made = memory.made;
	ck_assert_uint_gt(made, 2);
	for (n = 1; n <= made; n++) {
		memory_begin(n, 0);
		ck_assert_int_eq(first_of("a", &us), -1);
	}
	memory_begin(0, 0);
	ck_assert_int_eq(truncate("a", st.st_size - 1), 0);
	ck_assert_int_eq(end_of("a", &end), 0);
	made = memory.made;
	ck_assert(!end.fault[0] && end.whole > 0 && end.whole < (uint64_t)st.st_size - 100);
	same_end_or_told("a", &end, made);
	memory_begin(0, 0);
	ck_assert_int_eq(end_of("a", &end), 0);
	ck_assert_int_eq(truncate("a", (off_t)end.whole), 0);
	ck_assert_int_eq(end_of("a", &end), 0);
	ck_assert(!end.fault[0] && end.whole == end.size);
	/* One more byte may begin the next data set; that is enough to be a fault. */
	ck_assert_int_eq(truncate("a", (off_t)end.whole + 1), 0);
	ck_assert_int_eq(end_of("a", &end), 0);
	ck_assert(end.fault[0]);
}

/* Count the files that the run makes. */
static unsigned files_of(const struct store_options *o)
{
	char name[20];
	unsigned i, n = 0;

	memory_begin(0, 0);
	ck_assert_int_eq(store(o), 0);
	for (i = 1; i < 20; i++) {
		snprintf(name, sizeof name, "a.%05u", i);
		n += is_there(name) != 0;
	}
	collect();
	return n;
}

TEST(files_end_where_they_are_to)
{
	struct store_options o = { .file = "a", .mode = STORE_MODE, .container = MONREAD_CONTAINER_MONWRITE,
		                   .rotate_size = begins[3], .layouts = layouts };
	int64_t us, first;
	double seconds;
	int fd;

	ck_assert_uint_eq(files_of(&o), 1);
	o.rotate_size--;
	ck_assert_uint_eq(files_of(&o), 2);
	o.rotate_size = 1;
	ck_assert_uint_eq(files_of(&o), 3);
	make("f", 0, 1);
	fd = open("f", O_RDONLY);
	ck_assert_int_eq(stored_first(fd, &first), 0);
	close(fd);
	make("f", 2, 3);
	fd = open("f", O_RDONLY);
	ck_assert_int_eq(stored_first(fd, &us), 0);
	close(fd);
	o.rotate_size = 0;
	seconds = (double)(us - first) / 1e6;
	ck_assert(seconds > 1);
	o.rotate_time = seconds;
	ck_assert_uint_eq(files_of(&o), 2);
	o.rotate_time = seconds + 0.000001;
	ck_assert_uint_eq(files_of(&o), 1);
}

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

TEST(many_files_are_known)
{
	char name[20];
	unsigned i;

	for (i = 0; i < 200; i++) {
		snprintf(name, sizeof name, "c.%05u", 100 + i);
		make(name, 0, 1);
	}
	begin_file("c.00300", 200);
	ck_assert_uint_eq(kept.nfiles, 200);
	for (i = 0; i < kept.nfiles; i++) {
		snprintf(name, sizeof name, "c.%05u", 101 + i);
		ck_assert_str_eq(kept.files[i].path, name);
	}
	begin_file("c.00301", 2);
	ck_assert_uint_eq(kept.nfiles, 2);
	ck_assert_str_eq(kept.files[0].path, "c.00300");
	store_keep_done(&kept);
}

TEST(without_memory_nothing_is_removed)
{
	const struct store_options o = { .keep = 1, .shown = -1 };
	unsigned n, made;
	int rc, fd, error;

	memory.tells = 1;
	for (n = 0, made = 1; n <= made; n++) {
		make("c.00001", 0, 1);
		make("c.00002", 1, 2);
		make("other", 2, 3);
		fd = open("other", O_RDONLY);
		memory_begin(n, 0);
		errno = 0;
		memory_watch();
		rc = store_keep_look(&kept, &pattern, &o);
		if (!rc)
			rc = store_keep_make_room(&kept, "other", fd, 0, 0);
		memory_rest();
		error = errno;
		close(fd);
		made = n ? made : memory.made;
		ck_assert_int_eq(rc, n ? -1 : 0);
		ck_assert_int_eq(is_there("c.00001"), rc != 0);
		ck_assert_int_eq(is_there("c.00002"), rc != 0);
		ck_assert(is_there("other"));
		if (rc)
			ck_assert_int_eq(error, ENOMEM);
		store_keep_done(&kept);
	}
	ck_assert_uint_gt(made, 4);
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

UNIT_MAIN("storing where memory is short", setup, teardown)
