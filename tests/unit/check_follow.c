/* check_follow.c: following a file that grows, is rewritten, or is truncated. */

#include "unit.h"

#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/stop.h"
#include "inputs.h"

/* The program is linked with --wrap: in the last test the steps control the clock. */
int __real_clock_gettime(clockid_t clock, struct timespec *t);
int __real_poll(struct pollfd *p, nfds_t n, int timeout);
int __wrap_clock_gettime(clockid_t clock, struct timespec *t);
int __wrap_poll(struct pollfd *p, nfds_t n, int timeout);

static int has_own_clock;
static time_t now = 1;

int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
	if (!has_own_clock)
		return __real_clock_gettime(clock, t);
	*t = (struct timespec){ .tv_sec = now };
	return 0;
}

int __wrap_poll(struct pollfd *p, nfds_t n, int timeout)
{
	return __real_poll(p, n, has_own_clock ? 0 : timeout);
}

#define FOLLOWED "followed" /* the file in the folder of this test */

static unsigned char *bytes;
static size_t length;
static const char *path;

static void append_to(const char *name, size_t from, size_t to)
{
	FILE *f = fopen(name, "ab");

	ck_assert(f && fwrite(bytes + from, 1, to - from, f) == to - from && fclose(f) == 0);
}

static void append(size_t from, size_t to)
{
	append_to(path, from, to);
}

static void begin(struct input *in, const struct input_options *o, size_t n)
{
	static char name[200];

	free(bytes);
	bytes = samples(1, 0, &length);
	snprintf(name, sizeof name, "%s", in_folder(FOLLOWED));
	path = name;
	unlink(path);
	append(0, n);
	ck_assert_int_eq(input_open(in, path, o), 0);
	ck_assert(in->is_live && !in->is_large && !in->is_device);
}

static int idle_calls;

/* Stop at the first call that finds no data. */
static void stop_now(void *arg)
{
	(void)arg;
	idle_calls++;
	stop_ask();
}

/* Feed more data and read all events. */
static void ck_more(struct contents *c, struct input *in)
{
	ck_assert(take_more(c, in));
	ck_assert(take_events(c, in));
}

static void ck_next_is(struct contents *c, struct input *in, enum input_more next)
{
	/* The old content ends. */
	ck_assert(take_more(c, in));
	ck_assert(!take_events(c, in));
	ck_assert_int_eq(c->code, MONREAD_EOF);
	ck_assert_int_eq(input_step(in), next);
	memset(c, 0, sizeof *c);
	ck_assert(take_events(c, in));
}

static void ck_next(struct contents *c, struct input *in)
{
	ck_next_is(c, in, INPUT_OTHER);
}

/* Contents without the events that the end adds. */
static struct contents contents_of_part(const char *name, const struct input_options *o)
{
	struct contents c = { 0 };
	struct input in;

	ck_assert_int_eq(input_open(&in, name, o), 0);
	ck_assert(take_events(&c, &in) && take_more(&c, &in) && take_events(&c, &in));
	input_close(&in);
	return c;
}

static struct contents part(size_t from, size_t to)
{
	static const struct input_options o = { 0 };

	return contents_of_part(write_bytes("part", bytes + from, to - from), &o);
}

TEST(file_grows)
{
	static const struct input_options o = { .follow = 1, .wait = { .idle = stop_now } };
	struct contents c = { 0 }, want;
	int before = open("/dev/null", O_RDONLY), after;
	struct input in;

	close(before);
	begin(&in, &o, 5000);
	ck_more(&c, &in);
	append(5000, 5003);
	ck_more(&c, &in);
	append(5003, 50000);
	ck_more(&c, &in);
	ck_assert_uint_eq(input_position(&in), 50000);
	append(50000, length);
	ck_more(&c, &in);
	want = part(0, length);
	ck_assert_uint_eq(c.events, want.events);
	ck_assert(c.hash == want.hash);
	ck_assert(!take_more(&c, &in));
	ck_assert_int_eq(c.last, INPUT_STOPPED);
	ck_assert_int_eq(idle_calls, 1);
	input_close(&in);
	after = open("/dev/null", O_RDONLY);
	ck_assert_int_eq(after, before);
	close(after);
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
}

TEST(file_is_rewritten)
{
	static const struct input_options o = { .follow = 1 };
	struct contents c = { 0 }, want;
	struct input in;
	char message[300];
	int i;

	begin(&in, &o, 30000);
	ck_more(&c, &in);
	for (i = 0; i < 3; i++) {
		/* The file is empty for a moment, or is replaced at once. */
		ck_assert_int_eq(truncate(path, 0), 0);
		if (i > 0) {
			bytes[i == 1 ? 0 : 3000] ^= 1;
			append(0, 15000);
		}
		begin_said();
		ck_next(&c, &in);
		snprintf(message, sizeof message,
		         ": %s: was truncated and written again; reading it from its beginning\n",
		         path);
		ck_assert_str_eq(ended(), message);
		if (i == 0)
			append(0, 20000);
		else
			append(15000, 25000);
		while (input_position(&in) < (i ? 25000 : 20000))
			ck_more(&c, &in);
		want = part(0, i ? 25000 : 20000);
		ck_assert_uint_eq(c.events, want.events);
		ck_assert(c.hash == want.hash);
	}
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
	input_close(&in);
}

/* The file is rewritten with the same length, with a change at its beginning or near its end. */
TEST(file_is_rewritten_with_the_same_size)
{
	static const struct input_options o = { .follow = 1 };
	static const size_t changed[] = { 3000, 24000 };
	struct contents c = { 0 }, want;
	struct input in;
	char message[300];
	size_t i;

	begin(&in, &o, 25000);
	ck_more(&c, &in);
	for (i = 0; i < sizeof changed / sizeof *changed; i++) {
		const struct timespec times[2] = { { .tv_sec = (time_t)i + 1 },
			                           { .tv_sec = (time_t)i + 1 } };
		FILE *f = fopen(path, "r+b");

		bytes[changed[i]] ^= 1;
		ck_assert(f && fwrite(bytes, 1, 25000, f) == 25000 && fclose(f) == 0);
		ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
		begin_said();
		ck_next(&c, &in);
		snprintf(message, sizeof message,
		         ": %s: was truncated and written again; reading it from its beginning\n",
		         path);
		ck_assert_str_eq(ended(), message);
		while (input_position(&in) < 25000)
			ck_more(&c, &in);
		want = part(0, 25000);
		ck_assert_uint_eq(c.events, want.events);
		ck_assert(c.hash == want.hash);
	}
	input_close(&in);
}

/* The program has read the first block of the file. */
TEST(file_is_rewritten_during_a_read)
{
	static const struct input_options o = { .follow = 1 };
	const size_t block = 256 * 1024, size = 400000;
	struct contents c = { 0 };
	struct input in;
	char message[300];
	size_t n;

	begin(&in, &o, 0);
	for (n = 0; n < size; n += length)
		append(0, length < size - n ? length : size - n);
	ck_more(&c, &in);
	ck_assert_uint_eq(input_position(&in), block);
	ck_assert_int_eq(truncate(path, 0), 0);
	bytes[3000] ^= 1;
	for (n = 0; n < size; n += length)
		append(0, length);
	begin_said();
	ck_next(&c, &in);
	snprintf(
		message, sizeof message,
		": %s: was truncated and written again; reading it from its beginning; %zu bytes were removed before they "
		"were read\n",
		path, size - block);
	ck_assert_str_eq(ended(), message);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
	ck_more(&c, &in);
	ck_assert_uint_eq(input_position(&in), block);
	input_close(&in);
}

/* The file was cut at 8192. */
static void ck_reads_on_after_cut(struct contents *c, struct input *in)
{
	char message[300];

	begin_said();
	ck_next_is(c, in, INPUT_SAME);
	snprintf(message, sizeof message,
	         ": %s: became shorter while it was followed; reading continues at its end,"
	         " offset 0x2000\n", path);
	ck_assert_str_eq(ended(), message);
	ck_assert_int_eq(diag_status(), STATUS_DAMAGED);
}

TEST(file_is_truncated)
{
	static const struct input_options o = { .follow = 1 };
	struct contents c = { 0 };
	struct input in;

	begin(&in, &o, 60000);
	ck_more(&c, &in);
	ck_assert_int_eq(truncate(path, 8192), 0);
	ck_reads_on_after_cut(&c, &in);
	ck_assert_uint_eq(input_position(&in), 8192);
	append(8192, 60000);
	ck_assert(take_more(&c, &in));
	ck_assert_uint_eq(input_position(&in), 60000);
	input_close(&in);
}

/* The file has THERE bytes; the events of the last LEFT bytes are still waiting, which is not
 * damage. */
static void stops_with(size_t there, size_t left)
{
	static const struct input_options o = { .follow = 1 };
	struct contents c = { 0 };
	struct input in;
	char message[300];

	begin(&in, &o, there);
	ck_more(&c, &in);
	stop_ask();
	begin_said();
	ck_assert(!take_more(&c, &in));
	ck_assert_int_eq(c.last, INPUT_STOPPED);
	snprintf(
		message, sizeof message,
		": %s: the last %zu bytes are not shown: their data set was not complete when the run was stopped\n",
		path, left);
	ck_assert_str_eq(ended(), left ? message : "");
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
	input_close(&in);
}

/* At 0x7241 a record set ends, and the filler of its frame begins. */
TEST(stop_inside_a_record_set)
{
	stops_with(30000, 30000 - 0x7241);
}

/* The file is renamed; its writer may continue to write to it. */
static const struct step {
	int seconds;
	enum { NAME_GONE, NAME_EMPTY, NAME_BACK, OLD_GROWS, NONE_FREE, SOME_FREE, LATE } what;
} all_steps[][6] = {
	/* The wait of five seconds begins when a new file has the name, and begins again when the
	   old file grows. */
	{ { 1, NAME_GONE }, { 8, NAME_EMPTY }, { 15, NAME_BACK }, { 19, OLD_GROWS }, { 0, LATE } },
	{ { 1, NAME_GONE }, { 15, NAME_BACK }, { 19, OLD_GROWS }, { 0, LATE } },
	/* The new file cannot be opened while all descriptors are in use. */
	{ { 1, NAME_GONE },
	  { 19, NAME_BACK },
	  { 19, OLD_GROWS },
	  { 19, NONE_FREE },
	  { 30, SOME_FREE },
	  { 0, LATE } },
};
static const int taken_over[] = { 24, 24, 35 };
static const struct step *steps;
static int seconds;
static char old[200];

/* Set the limit of descriptors: ANY: the original limit, otherwise only the descriptors in use. */
static void allow_descriptors(int any)
{
	static struct rlimit before;
	struct rlimit none;

	if (!any)
		ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
	none = before;
	none.rlim_cur = 3;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, any ? &before : &none), 0);
}

static void pass_a_second(void *arg)
{
	(void)arg;
	now++;
	seconds++;
	ck_assert_int_lt(seconds, 60);
	for (; steps->seconds == seconds; steps++) {
		if (steps->what == NAME_GONE)
			ck_assert_int_eq(rename(path, old), 0);
		else if (steps->what == OLD_GROWS)
			append_to(old, 30000, 40000);
		else if (steps->what == NONE_FREE || steps->what == SOME_FREE)
			allow_descriptors(steps->what == SOME_FREE);
		else
			write_bytes(FOLLOWED, bytes, steps->what == NAME_BACK ? 20000 : 0);
	}
}

static void another_takes_over(int at)
{
	static const struct input_options o = { .follow = 1, .wait = { .idle = pass_a_second } };
	struct contents c = { 0 }, want_old, want_new;
	struct input in;

	seconds = 0;
	snprintf(old, sizeof old, "%s", in_folder("old"));
	unlink(old);
	begin(&in, &o, 30000);
	want_old = part(0, 40000);
	want_new = part(0, 20000);
	ck_more(&c, &in);
	/* Data appended to the old file is read. */
	ck_more(&c, &in);
	ck_assert_uint_eq(input_position(&in), 40000);
	ck_assert_int_eq(seconds, 19);
	ck_assert(c.hash == want_old.hash);
	ck_next(&c, &in);
	ck_assert_int_eq(seconds, at);
	while (input_position(&in) < 20000)
		ck_more(&c, &in);
	ck_assert(c.hash == want_new.hash);
	input_close(&in);
	ck_assert_int_eq(diag_status(), STATUS_GOOD);
}

TEST(another_file_takes_the_name)
{
	size_t i;

	has_own_clock = 1;
	for (i = 0; i < sizeof all_steps / sizeof all_steps[0]; i++) {
		steps = all_steps[i];
		another_takes_over(taken_over[i]);
	}
	/* The linker redirects the calls of libcheck to this function, too. */
	has_own_clock = 0;
}

INPUTS_MAIN("follow")
