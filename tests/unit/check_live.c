/* check_live.c: a thread reads a device, alone and as an input: the queue, and the reports of losses.
 *
 * The program is linked with --wrap: the test supplies the answers of the device. */

#include "unit.h"

#include <pthread.h>
#include <time.h>

#include "cli/stop.h"
#include "input/live.h"
#include "inputs.h"
#include "memory.h"

enum monread_device_state __wrap_monread_device_read(struct monread_device *d, struct monread_buffer *set, size_t *lost);
const char *__wrap_monread_device_error(const struct monread_device *d);
unsigned __wrap_monread_device_lost(const struct monread_device *d);
size_t __wrap_monread_device_pending(const struct monread_device *d);

/* One character per read: a digit is a data set of 100 bytes times the digit, s the sample, - an empty data set, a
 * no data, p a part of a data set, P a data set of which a part was skipped, J a data set of which 2 GB were
 * skipped, l a loss, o an overflow, v the end of the connection, f a failure.  After the last character there is
 * no more data. */
static const char *script;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned reads;
static char what_it_says[40];
static size_t pending;
static int ends[2];
static unsigned char *sample;
static size_t length;

static void put(struct monread_buffer *set, const void *bytes, size_t n)
{
	/* The buffer of a device is large.  This thread must not call libcheck while memory is short. */
	if (set->room < 200000) {
		free(set->bytes);
		set->bytes = __real_malloc(200000);
		if (!set->bytes)
			abort();
		set->room = 200000;
	}
	memcpy(set->bytes, bytes, n);
	set->length = n;
}

static void give_up(int error, const char *text)
{
	errno = error;
	snprintf(what_it_says, sizeof what_it_says, "%s", text);
}

static enum monread_device_state next_read(char c, struct monread_buffer *set, size_t *lost)
{
	char bytes[900];

	what_it_says[0] = '\0';
	*lost = 0;
	if (c != 'a')
		pending = c == 'p' ? 4 : c == 'P' ? 300 : c == 'J' ? 0x80000000u : 0;
	switch (c) {
	case 's':
		put(set, sample, length);
		return MONREAD_DEVICE_SET;
	case '-':
		return MONREAD_DEVICE_EMPTY;
	case 'l':
		*lost = 12;
		give_up(EFAULT, "it is lost");
		return MONREAD_DEVICE_LOST;
	case 'o':
		give_up(EOVERFLOW, "the limit");
		return MONREAD_DEVICE_OVERFLOW;
	case 'v':
		*lost = 5;
		give_up(EIO, "severed");
		return MONREAD_DEVICE_SEVERED;
	case 'f':
		give_up(ENXIO, "it failed");
		return MONREAD_DEVICE_FAILED;
	case 'p':
		put(set, "part", 4);
		return MONREAD_DEVICE_AGAIN;
	case 'a':
	case 'P':
	case 'J':
		return MONREAD_DEVICE_AGAIN;
	default:
		memset(bytes, c, sizeof bytes);
		put(set, bytes, (size_t)(c - '0') * 100);
		return MONREAD_DEVICE_SET;
	}
}

enum monread_device_state __wrap_monread_device_read(struct monread_device *d, struct monread_buffer *set, size_t *lost)
{
	enum monread_device_state state = MONREAD_DEVICE_AGAIN;
	struct timespec little = { 0, 1000000 };

	(void)d;
	pthread_mutex_lock(&lock);
	reads++;
	if (*script)
		state = next_read(*script++, set, lost);
	pthread_mutex_unlock(&lock);
	if (state == MONREAD_DEVICE_AGAIN)
		nanosleep(&little, NULL);
	return state;
}

unsigned __wrap_monread_device_lost(const struct monread_device *d)
{
	(void)d;
	return 1;
}

const char *__wrap_monread_device_error(const struct monread_device *d)
{
	(void)d;
	return what_it_says;
}

size_t __wrap_monread_device_pending(const struct monread_device *d)
{
	(void)d;
	return pending;
}

/* The device always has data. */
static void begin(const char *replies)
{
	script = replies;
	reads = 0;
	pending = 0;
	what_it_says[0] = '\0';
	ck_assert(pipe(ends) == 0 && write(ends[1], "x", 1) == 1);
	ck_assert_int_eq(stop_install(), 0);
}

static void end(struct live *l)
{
	live_stop(l);
	close(ends[0]);
	close(ends[1]);
}

static int script_is_over(void)
{
	int over;

	pthread_mutex_lock(&lock);
	over = !*script;
	pthread_mutex_unlock(&lock);
	return over;
}

/* Wait until WANT sets are in the queue, and check that their number stays the same. */
static void ck_waiting(struct live *l, unsigned want)
{
	struct timespec little = { 0, 2000000 };
	uint64_t sets = 0, bytes = 0;
	unsigned i, steady = 0;

	for (i = 0; i < 2000 && steady < 8; i++) {
		nanosleep(&little, NULL);
		sets = bytes = 0;
		live_waiting(l, &sets, &bytes);
		steady = sets == want ? steady + 1 : 0;
	}
	ck_assert_uint_eq(sets, want);
	ck_assert_uint_eq(bytes, 600 * want);
}

/* Take the next items; returns one letter each, as in a script. */
static const char *items(struct live *l, unsigned n)
{
	static char text[40];
	struct live_item *item;
	unsigned i;

	for (i = 0; i < n; i++) {
		item = live_next(l);
		ck_assert_ptr_nonnull(item);
		text[i] = "?-alovf"[item->state];
		if (item->state == MONREAD_DEVICE_SET) {
			text[i] = (char)('0' + item->set.length / 100);
			ck_assert(item->set.bytes[0] == text[i] && item->set.bytes[item->set.length - 1] == text[i]);
			/* The item is copied from the large read buffer. */
			ck_assert_uint_le(item->set.room, 2 * item->set.length);
		}
		live_return(l, item);
	}
	text[n] = '\0';
	return text;
}

TEST(all_that_comes_in_its_order)
{
	struct live_item *item;
	struct live *l;
	time_t now = time(NULL);

	ck_assert(MONREAD_DEVICE_SET == 0 && MONREAD_DEVICE_EMPTY == 1 && MONREAD_DEVICE_AGAIN == 2 && MONREAD_DEVICE_FAILED == 6);
	begin("1a2-3l4o5v9");
	l = live_start(ends[0], 0, NULL);
	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(items(l, 3), "123");
	item = live_next(l);
	ck_assert_int_eq(item->state, MONREAD_DEVICE_LOST);
	ck_assert_uint_eq(item->lost, 12);
	ck_assert_int_eq(item->error, EFAULT);
	ck_assert_str_eq(item->text, "it is lost");
	/* time() may return the second before. */
	ck_assert(item->when.tv_sec >= now && item->when.tv_sec <= time(NULL) + 1 && !item->was_full);
	live_return(l, item);
	ck_assert_str_eq(items(l, 3), "4o5");
	item = live_next(l);
	ck_assert_int_eq(item->state, MONREAD_DEVICE_SEVERED);
	ck_assert_uint_eq(item->lost, 5);
	live_return(l, item);
	/* The thread does not read after the device was severed. */
	item = live_next(l);
	ck_assert_int_eq(item->state, MONREAD_DEVICE_AGAIN);
	ck_assert_uint_eq(item->lost, 0);
	live_return(l, item);
	ck_assert_str_eq(script, "9");
	end(l);
	begin("1f9");
	l = live_start(ends[0], 0, NULL);
	ck_assert_str_eq(items(l, 3), "1fa");
	ck_assert_str_eq(script, "9");
	end(l);
}

static void do_nothing(void *arg)
{
	(void)arg;
}

TEST(nothing_is_read_where_nothing_is)
{
	const struct wait wait = { .idle = do_nothing };
	struct live *l;
	char c;

	begin("1");
	ck_assert_int_eq(read(ends[0], &c, 1), 1);
	l = live_start(ends[0], 0, &wait);
	ck_assert_ptr_nonnull(l);
	/* The thread waits for the device; a read would block. */
	ck_assert_ptr_null(live_next(l));
	ck_assert_int_eq(usleep(20000), 0);
	pthread_mutex_lock(&lock);
	ck_assert_uint_eq(reads, 0);
	pthread_mutex_unlock(&lock);
	ck_assert_int_eq(write(ends[1], &c, 1), 1);
	while (!script_is_over())
		ck_assert_int_eq(usleep(1000), 0);
	end(l);
}

TEST(the_end_that_was_asked_for)
{
	struct live_item *item;
	struct live *l;

	begin("12ap");
	l = live_start(ends[0], 0, NULL);
	ck_assert_str_eq(items(l, 2), "12");
	while (!script_is_over())
		ck_assert_int_eq(usleep(1000), 0);
	/* The thread does not stop within a data set. */
	stop_ask();
	ck_assert_int_eq(usleep(20000), 0);
	pthread_mutex_lock(&lock);
	script = "3";
	pthread_mutex_unlock(&lock);
	ck_assert_str_eq(items(l, 1), "3");
	item = live_next(l);
	ck_assert_int_eq(item->state, MONREAD_DEVICE_AGAIN);
	ck_assert_uint_eq(item->lost, 0);
	live_return(l, item);
	end(l);
}

/* The thread has read all of the script. */
static void wait_for_script(void)
{
	while (!script_is_over())
		ck_assert_int_eq(usleep(1000), 0);
}

static void wait_for_reads(unsigned n)
{
	unsigned so_far = 0;

	while (so_far < n) {
		ck_assert_int_eq(usleep(1000), 0);
		pthread_mutex_lock(&lock);
		so_far = reads;
		pthread_mutex_unlock(&lock);
	}
}

/* Read the whole script; the queue must then have these sets and bytes. */
static void ck_left(const char *replies, unsigned want_sets, unsigned want_bytes)
{
	uint64_t sets = 0, bytes = 0;
	struct live *l;

	begin(replies);
	l = live_start(ends[0], 0, NULL);
	wait_for_script();
	live_end(l);
	live_waiting(l, &sets, &bytes);
	ck_assert_uint_eq(sets, want_sets);
	ck_assert_uint_eq(bytes, want_bytes);
	end(l);
}

TEST(what_waits_when_nothing_more_is_read)
{
	const size_t each = 600 + sizeof(struct live_item);
	uint64_t sets = 0, bytes = 0;
	struct live *l;

	/* The third set waits for room outside of the queue. */
	begin("6666");
	l = live_start(ends[0], 2 * each, NULL);
	ck_waiting(l, 2);
	wait_for_reads(3);
	live_end(l);
	live_waiting(l, &sets, &bytes);
	ck_assert_uint_eq(sets, 3);
	ck_assert_uint_eq(bytes, 1800);
	ck_assert_str_eq(items(l, 4), "666a");
	end(l);
	/* An unfinished set, in memory and skipped. */
	ck_left("6p", 2, 604);
	ck_left("P", 1, 300);
}

TEST(memory_is_short_for_a_device)
{
	struct live *l = NULL;
	unsigned n;

	begin("1");
	for (n = 1;; n++) {
		memory_begin(n, 0);
		memory_watch();
		/* After the failure the device is unchanged. */
		errno = ENOMEM;
		l = live_start(ends[0], 0, NULL);
		memory_rest();
		if (l)
			break;
		ck_assert_int_eq(errno, ENOMEM);
	}
	ck_assert_uint_gt(n, 2);
	/* The thread waits until memory for an item is available. */
	ck_assert_str_eq(items(l, 1), "1");
	end(l);
	begin("");
	memory_begin(0, 0);
	memory.no_thread = 1;
	ck_assert_ptr_null(live_start(ends[0], 0, NULL));
	ck_assert_int_eq(errno, EAGAIN);
	close(ends[0]);
	close(ends[1]);
}

/* ---- As an input ---- */

static void ck_gap(struct input *in, long sets, size_t lost, int error, int severed)
{
	struct input_gap gap;

	ck_assert_int_eq(input_more(in, &gap), INPUT_GAP);
	ck_assert_int_eq(gap.sets, sets);
	ck_assert_uint_eq(gap.lost, lost);
	ck_assert_int_eq(gap.error, error);
	ck_assert_int_eq(gap.severed, severed);
}

TEST(an_input)
{
	static const struct input_options o = { .container = MONREAD_CONTAINER_DEVICE };
	struct contents c = { 0 };
	struct input_gap gap;
	struct input in;
	char name[40];
	uint64_t sets = 0, bytes = 0;
	unsigned i;

	/* A data set of the sample differs from a device's data set, but only the number of bytes matters here. */
	sample = samples(1, 20000, &length);
	begin("ssllosv");
	snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
	ck_assert_int_eq(input_open(&in, name, &o), 0);
	ck_assert(in.is_device && in.is_live && !in.is_large);
	ck_assert_int_eq(take_events(&c, &in), 1);
	ck_assert(take_more(&c, &in));
	ck_assert_uint_eq(in.sets, 1);
	ck_assert_uint_eq(in.bytes, length);
	/* The thread queues a data set shortly after it has read it. */
	for (i = 0; i < 3000 && sets != 2; i++) {
		ck_assert_int_eq(usleep(1000), 0);
		sets = bytes = 0;
		input_waiting(&in, &sets, &bytes);
	}
	ck_assert_uint_eq(sets, 2);
	ck_assert_uint_eq(bytes, 2 * length);
	ck_assert_int_eq(take_events(&c, &in), 1);
	ck_assert(take_more(&c, &in));
	ck_assert_uint_eq(in.sets, 2);
	ck_assert_uint_eq(in.bytes, 2 * length);
	ck_assert_int_eq(take_events(&c, &in), 1);
	begin_said();
	ck_assert_int_eq(input_more(&in, &gap), INPUT_GAP);
	ck_assert_ptr_nonnull(strstr(gap.text, "after data set 2: it is lost"));
	ck_assert(gap.sets == 1 && gap.lost == 12 && gap.error == EFAULT && !gap.severed);
	ck_gap(&in, 1, 12, EFAULT, 0);
	ck_gap(&in, -1, 0, EOVERFLOW, 0);
	ck_assert_uint_eq(in.lost, 24);
	ck_assert_uint_eq(in.gaps, 3);
	ck_assert_str_eq(ended(), "");
	ck_assert(take_more(&c, &in));
	ck_assert_uint_eq(in.sets, 3);
	ck_assert_int_eq(take_events(&c, &in), 1);
	ck_gap(&in, -1, 5, EIO, 1);
	ck_assert_uint_eq(in.lost, 29);
	ck_assert(!take_more(&c, &in));
	ck_assert_int_eq(c.last, INPUT_STOPPED);
	input_close(&in);
	close(ends[0]);
	close(ends[1]);
	free(sample);
}

TEST(an_input_that_is_given_up)
{
	static const struct input_options o = { .container = MONREAD_CONTAINER_DEVICE };
	struct contents c = { 0 };
	struct input_gap gap;
	struct input in;
	uint64_t sets = 0, bytes = 0;
	char name[40];
	int i;

	sample = samples(1, 20000, &length);
	begin("sllsollllllllllllllllllllP");
	snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
	ck_assert_int_eq(input_open(&in, name, &o), 0);
	ck_assert_int_eq(take_events(&c, &in), 1);
	ck_assert(take_more(&c, &in));
	wait_for_script();
	input_end_reading(&in);
	input_waiting(&in, &sets, &bytes);
	ck_assert_uint_eq(sets, 2);
	ck_assert_uint_eq(bytes, length + 300);
	ck_assert_int_eq(input_next_loss(&in, &gap), 1);
	ck_assert(gap.sets == 1 && gap.lost == 12 && gap.error == EFAULT);
	ck_assert_ptr_nonnull(strstr(gap.text, "after data set 1: it is lost"));
	ck_assert_int_eq(input_next_loss(&in, &gap), 1);
	ck_assert(gap.sets == 1 && gap.lost == 12 && gap.text[0]);
	ck_assert_int_eq(input_next_loss(&in, &gap), 1);
	ck_assert(gap.sets == -1 && gap.error == EOVERFLOW && gap.text[0]);
	/* The program reports the first 20 losses within ten seconds, and then only counts. */
	for (i = 3; i < 23; i++) {
		ck_assert_int_eq(input_next_loss(&in, &gap), 1);
		ck_assert_int_eq(gap.text[0] != '\0', i < 20);
	}
	ck_assert_int_eq(input_next_loss(&in, &gap), 0);
	ck_assert_int_eq(input_next_loss(&in, &gap), 0);
	begin_said();
	input_say_losses(&in);
	ck_assert_ptr_nonnull(strstr(ended(), ": 3 further messages about losses left out\n"));
	ck_assert_uint_eq(in.sets, 1);
	ck_assert_uint_eq(in.gaps, 23);
	ck_assert_uint_eq(in.lost, 22 * 12);
	input_close(&in);
	close(ends[0]);
	close(ends[1]);
	free(sample);
}

TEST(an_input_with_a_set_that_does_not_end)
{
	static const struct input_options o = { .container = MONREAD_CONTAINER_DEVICE };
	struct input_gap gap;
	struct input in;
	char name[40];

	begin("J");
	snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
	ck_assert_int_eq(input_open(&in, name, &o), 0);
	wait_for_script();
	stop_ask();
	ck_assert_int_eq(input_more(&in, &gap), INPUT_GAP);
	ck_assert(gap.sets == 1 && gap.lost == 0x80000000u && gap.severed);
	ck_assert_ptr_nonnull(strstr(gap.text, ": before the first data set: asked to stop in a data set that does not end; "
	                                       "threw away 2147483648 bytes of it"));
	ck_assert_uint_eq(in.gaps, 1);
	ck_assert_uint_eq(in.lost, 0x80000000u);
	input_close(&in);
	close(ends[0]);
	close(ends[1]);
}

#define LOAD \
	"; load its module on Linux under z/VM: modprobe monreader mondcss=NAME (CP QUERY MONITOR shows NAME); or name a capture " \
	"as FILE; - reads standard input"

TEST(what_is_advised)
{
	static const struct input_options device = { .container = MONREAD_CONTAINER_DEVICE }, any = { 0 };
	char text[400];
	struct input in;

	begin_said();
	ck_assert_int_eq(input_open(&in, "/nonexistent/monread", &device), -1);
	snprintf(text, sizeof text, ": /nonexistent/monread: cannot be opened: %s" LOAD "\n", strerror(ENOENT));
	ck_assert_str_eq(ended(), text);
	begin_said();
	ck_assert_int_eq(input_open(&in, "/nonexistent/monread", &any), -1);
	snprintf(text, sizeof text, ": /nonexistent/monread: cannot be opened: %s\n", strerror(ENOENT));
	ck_assert_str_eq(ended(), text);
	if (access("/dev/monreader", F_OK) == 0)
		return;
	begin_said();
	ck_assert_int_eq(input_open(&in, "/dev/monreader", &any), -1);
	snprintf(text, sizeof text, ": /dev/monreader: cannot be opened: %s" LOAD "\n", strerror(ENOENT));
	ck_assert_str_eq(ended(), text);
}

INPUTS_MAIN("live")
