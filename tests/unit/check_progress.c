/* check_progress.c: the progress line, with a simulated clock and terminal. */

#include "unit.h"

#include "cli/clock.h"

static int64_t now;
static unsigned columns;

static int64_t test_clock(void)
{
	return now;
}

unsigned test_width(int fd);

#define clock_now test_clock
#define terminal_width test_width
#include "cli/progress.c"

unsigned test_width(int fd)
{
	(void)fd;
	return columns;
}

static char said[4096];
static int kept;

/* From now on told() reads the output to standard error. */
static void listen(void)
{
	FILE *f = tmpfile();

	ck_assert_ptr_nonnull(f);
	fflush(stderr);
	kept = dup(STDERR_FILENO);
	ck_assert_int_ge(dup2(fileno(f), STDERR_FILENO), 0);
	fclose(f);
}

static const char *told(void)
{
	ssize_t n;

	fflush(stderr);
	n = pread(STDERR_FILENO, said, sizeof said - 1, 0);
	ck_assert_int_ge(n, 0);
	said[n] = '\0';
	dup2(kept, STDERR_FILENO);
	close(kept);
	return said;
}

/* A file of 2 GB, of which a quarter took ten seconds. */
static void begin(struct progress *p, int is_terminal)
{
	listen();
	now = 1000 * CLOCK_SECOND;
	progress_begin(p, 2000000000);
	ck_assert_int_eq(p->is_terminal, 0);
	p->is_terminal = is_terminal;
	now += 10 * CLOCK_SECOND;
	ck_assert_int_eq(progress_due(p), 1);
	progress_show(p, "a.bin", 500000000);
}

/* A query may read a file twice: the time of the first pass does not count for the speed. */
TEST(what_begins_anew)
{
	struct progress p;

	begin(&p, 0);
	now += 10 * CLOCK_SECOND;
	progress_show(&p, "a.bin", 100000000);
	now += 10 * CLOCK_SECOND;
	progress_show(&p, "a.bin", 300000000);
	ck_assert_str_eq(told(), "500 MB of 2.0 GB (25 %), 50.0 MB/s, 30 s left, a.bin\n"
	                         "100 MB of 2.0 GB (5 %), a.bin\n"
	                         "300 MB of 2.0 GB (15 %), 20.0 MB/s, 1:25 left, a.bin\n");
}

TEST(times_and_sizes)
{
	static const struct {
		double n;
		const char *bytes, *seconds;
	} cases[] = {
		{ 0, "0 B", "0 s" },           { 59.4, "59 B", "59 s" },      { 59.5, "60 B", "1:00" },
		{ 999.4, "999 B", "16:39" },   { 999.5, "1.0 kB", "16:40" },  { 3599.4, "3.6 kB", "59:59" },
		{ 3599.6, "3.6 kB", "1:00:00" }, { 99940, "99.9 kB", "27:45:40" }, { 99950, "100 kB", "27:45:50" },
		{ 3e15, "3000 TB", "277777:46:40" },
	};
	char text[64];
	size_t i;

	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		put_bytes(text, sizeof text, cases[i].n);
		ck_assert_str_eq(text, cases[i].bytes);
		put_seconds(text, sizeof text, cases[i].n);
		ck_assert_str_eq(text, cases[i].seconds);
	}
}

UNIT_MAIN("progress", NULL, NULL)
