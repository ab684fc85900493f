/* check_out_memory.c: an output where memory is short, or threads cannot be had, says so or is right. */

#include "unit.h"

#include <dirent.h>
#include <sys/stat.h>

#include "cli/select.h"
#include "memory.h"
#include "out/formats.h"
#include "out/notices.h"
#include "out/out.h"

#define SAMPLE TEST_DATA "/../data/sample.monwrite"
#define AFTER_DAMAGE 20000u

/* ---- What is shown ---- */

static unsigned char *bytes; /* of the capture that is shown */
static size_t nbytes;
static struct monread_codepage *codepage;
static struct select all;

static struct monread *fed(void)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_feed(m, bytes, nbytes), MONREAD_OK);
	return m;
}

/* The sample; each third record has problems, as its counts and offsets are too large. */
static void setup(void)
{
	FILE *f = fopen(SAMPLE, "rb");
	const struct monread_ev *ev;
	struct monread *m;
	size_t n = 0;

	codepage = monread_codepage_open("IBM-1047");
	ck_assert(f && codepage && fseek(f, 0, SEEK_END) == 0);
	nbytes = (size_t)ftell(f);
	bytes = malloc(nbytes);
	ck_assert_ptr_nonnull(bytes);
	rewind(f);
	ck_assert_uint_eq(fread(bytes, 1, nbytes, f), nbytes);
	fclose(f);
	m = fed();
	while ((ev = monread_next(m)) != NULL)
		if (ev->kind == MONREAD_RECORD && ev->length >= 60 && ev->domain != 1 && n++ % 3 == 0)
			memset(bytes + (ev->bytes - bytes) + 20, 0xFF, ev->length - 20);
	monread_close(m);
	select_init(&all);
}

static void teardown(void)
{
	select_done(&all);
	monread_codepage_free(codepage);
	free(bytes);
}

/* ---- One output ---- */

struct shown {
	size_t n, problems;
	char text[4 * 1024 * 1024];
	char problem[256 * 1024];
};

static struct shown want, got;
static const struct out_format *format;
static struct out out;
static char *split; /* a directory for the tables; NULL: there is one output */

static void problem(void *arg, const struct monread_ev *ev, const char *text)
{
	struct shown *s = arg;
	int n = snprintf(s->problem + s->problems, sizeof s->problem - s->problems, "%u %s\n", (unsigned)(ev->offset),
	                 text);

	s->problems += (size_t)n;
}

static void found(void *arg, const struct out_found *f, const struct out_noted *n)
{
	(void)arg;
	(void)f;
	(void)n;
}

static const struct monread_ev *next(struct monread *m, uint64_t *from)
{
	int taken = 1;

	while (taken && monread_offset(m) >= *from) {
		taken = out_take_part(&out, m);
		if (taken == 0)
			taken = out_finish_parts(&out, m);
		if (taken < 0)
			*from = monread_offset(m) + AFTER_DAMAGE;
	}
	return monread_next(m);
}

/* Everything that an output does with the events of M; nothing else is in it that may fail. */
static int show_all(struct shown *s, struct monread *m, unsigned threads)
{
	static const struct out_file file = { "sample", MONREAD_CONTAINER_MONWRITE, 0, 1 };
	const struct monread_ev *ev;
	uint64_t from = threads ? 0 : UINT64_MAX;

	if (out_begin(&out, format, OUT_MEMORY))
		return -1;
	out_begin_file(&out, &file);
	out_begin_threads(&out, threads);
	/* In spite of what fails: it must not be forgotten. */
	while ((ev = next(m, &from)) != NULL)
		if (ev->kind == MONREAD_RECORD && select_record(&all, ev))
			out_show(&out, ev);
	out_finish_parts(&out, m);
	out_end_file(&out);
	s->n = (size_t)(out.main.b.p - out.main.b.buf);
	if (s->n <= sizeof s->text)
		memcpy(s->text, out.main.b.buf, s->n);
	return out_end(&out);
}

/* 0, or -1: it was told that something failed. */
static int show(struct shown *s, unsigned threads)
{
	struct monread_layouts *layouts = monread_layouts_new();
	struct table_schema *schema = split ? table_schema_new(layouts) : NULL;
	struct monread *m = fed();
	int rc;

	memset(&out, 0, sizeof out);
	out.select = &all;
	out.found = found;
	out.settings.split = split;
	out.settings.schema = schema;
	out.settings.force = 1;
	s->n = s->problems = 0;
	out.settings.layouts = layouts;
	out.settings.codepage = codepage;
	out.settings.problem = problem;
	out.settings.problem_arg = s;
	out.system = monread_system_new(layouts);
	ck_assert(layouts && out.system);
	ck_assert_ptr_null(select_prepare(&all, layouts));
	memory_watch();
	rc = show_all(s, m, threads);
	memory_rest();
	ck_assert_int_eq(rc != 0, out_broken(&out));
	if (*out.main.error)
		ck_assert_str_eq(out.main.error, "out of memory");
	ck_assert_ptr_null(out.main.b.buf);
	ck_assert_uint_le(s->n, sizeof s->text);
	ck_assert_uint_lt(s->problems, sizeof s->problem);
	monread_close(m);
	monread_system_free(out.system);
	table_schema_free(schema);
	monread_layouts_free(layouts);
	return rc;
}

static void is_right(void)
{
	ck_assert_uint_eq(got.n, want.n);
	ck_assert_mem_eq(got.text, want.text, want.n);
	ck_assert_uint_eq(got.problems, want.problems);
	ck_assert_mem_eq(got.problem, want.problem, want.problems);
}

static const char *const names[] = { "text", "hex", "json" };

static void begin(const char *name)
{
	format = out_format_find(name);
	memory_begin(0, 0);
	ck_assert_int_eq(show(&want, 0), 0);
	ck_assert_uint_gt(want.n, 256 * 1024);
	ck_assert_uint_gt(want.problems, 0);
}

/* ---- What fails ---- */

/* One allocation, or one and all after it: of the many that records make, each seventh. */
static void each_fails(unsigned threads, int lasting)
{
	unsigned n, made, failures = 0;

	memory_begin(0, 0);
	ck_assert_int_eq(show(&got, threads), 0);
	is_right();
	made = memory.made;
	for (n = 1; n <= made; n += n < 100 ? 1 : 7) {
		memory_begin(n, lasting);
		if (show(&got, threads) == 0)
			is_right();
		else
			failures++;
	}
	ck_assert_uint_gt(failures, 0);
}

LOOP_TEST(each_allocation_fails, 0, 7)
{
	static const unsigned threads[] = { 0, 3, 0, 3, 0, 3, 1 };

	begin(names[_i < 6 ? _i / 2 : 2]);
	each_fails(threads[_i], 0);
	each_fails(threads[_i], 1);
}

LOOP_TEST(threads_cannot_be_had, 0, 3)
{
	unsigned n;

	begin(names[_i]);
	/* The caller's is the third one. */
	for (n = 1; n <= 3; n++) {
		memory_begin(0, 0);
		memory.no_thread = n;
		ck_assert_int_eq(show(&got, 3), 0);
		is_right();
		ck_assert_uint_eq(memory.threads, n < 3 ? n : 2);
	}
}

/* How many bytes are in the files of the tables, which are removed.  Those that are not whole have other names. */
static size_t take_tables(void)
{
	DIR *d = opendir(split);
	const struct dirent *e;
	char path[512];
	struct stat st;
	size_t sum = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", split, e->d_name);
		if (stat(path, &st) || !S_ISREG(st.st_mode))
			continue;
		sum += strstr(e->d_name, ".part") ? 0 : (size_t)st.st_size;
		unlink(path);
	}
	closedir(d);
	return sum;
}

/* What a thread could not keep is not taken for a table. */
LOOP_TEST(tables_are_whole_or_it_is_told, 0, 2)
{
	char dir[] = "/tmp/check_out_memory.XXXXXX";
	unsigned n, made, failures = 0;
	size_t whole;

	split = mkdtemp(dir);
	ck_assert_ptr_nonnull(split);
	format = out_format_find("json");
	memory_begin(0, 0);
	ck_assert_int_eq(show(&want, 3), 0);
	made = memory.made;
	whole = take_tables();
	ck_assert_uint_gt(whole, 256 * 1024);
	/* Behind what is taken once, in the beginning, buffers grow. */
	for (n = 1; n <= made; n += n < made / 2 ? 29 : 11) {
		memory_begin(n, _i);
		if (show(&got, 3) == 0)
			ck_assert_uint_eq(take_tables(), whole);
		else
			failures++;
		take_tables();
	}
	ck_assert_uint_gt(failures, 0);
	ck_assert_int_eq(rmdir(split), 0);
	split = NULL;
}

/* ---- Notices ---- */

TEST(notices_that_are_missing_are_told)
{
	struct out_notices notices;
	unsigned n, i, made = 1;

	for (n = 0; n <= made; n++) {
		memset(&notices, 0, sizeof notices);
		memory_begin(n, 0);
		memory_watch();
		for (i = 0; i < 100; i++)
			out_notice_add(&notices, "page.txt", 100 - i, "cannot be read");
		memory_rest();
		made = n ? made : memory.made;
		/* One of them is missing, and those behind it are not. */
		ck_assert_int_eq(notices.failed, n > 0);
		ck_assert_uint_eq(notices.count, n ? 99 : 100);
		out_notices_sort(&notices);
		for (i = 1; i < notices.count; i++)
			ck_assert_uint_lt(notices.v[i - 1].line, notices.v[i].line);
		ck_assert_str_eq(notices.v[0].path, "page.txt");
		ck_assert_str_eq(notices.v[0].text, "cannot be read");
		out_notices_free(&notices);
	}
	/* Two of each, and a table that grows twice. */
	ck_assert_uint_eq(made, 202);
}

UNIT_MAIN("output where memory is short", setup, teardown)
