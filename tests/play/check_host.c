/* check_host.c: the times at which data sets become ready.  The test supplies the times instead of a clock. */

#include "../unit/unit.h"

#include "cli/clock.h"
#include "cli/diag.h"
#include "events.h"
#include "play/host.h"

static char path[] = "check_host.XXXXXX";
static struct options options;
static struct host host;

/* Connected at 100 s. */
#define BEGIN (100 * CLOCK_SECOND)

static void begin_at(const double *seconds, unsigned n, double speed, size_t limit, int loop)
{
	diag_begin("check_host");
	events_write(path, seconds, n);
	options.capture = path;
	options.container = MONREAD_CONTAINER_STREAM;
	options.speed = speed;
	options.limit = limit;
	options.loop = loop;
	ck_assert_int_eq(host_init(&host, &options, &options.faults), 0);
	host_connect(&host, BEGIN);
}

static void end(void)
{
	host_done(&host);
	faults_done(&options.faults);
	unlink(path);
}

static void fault(const char *spec)
{
	ck_assert_ptr_null(faults_add(&options.faults, spec));
}

/* The next data set is due SECONDS after the start, not earlier.  Fractions of a nanosecond may be cut. */
static void comes_at(double seconds)
{
	int64_t due = host_due(&host), want = BEGIN + (int64_t)(seconds * (double)CLOCK_SECOND);
	uint64_t next = host.next;

	ck_assert_msg(due >= want - 2 && due <= want + 2, "due at %f instead of %f", (double)(due - BEGIN) / 1e9, seconds);
	ck_assert_uint_eq(host_tick(&host, due - 1), 0);
	ck_assert_uint_eq(host.next, next);
	host_tick(&host, due);
	ck_assert_uint_gt(host.next, next);
}

static const double three[] = { 0, 1, 3 };

TEST(at_the_pace_of_the_records)
{
	begin_at(three, 3, 1, 10, 0);
	ck_assert_uint_eq(host_tick(&host, BEGIN), 1);
	comes_at(1);
	comes_at(3);
	ck_assert_int_eq(host.ended, 1);
	ck_assert(host_due(&host) == CLOCK_NEVER);
	ck_assert_uint_eq(host_tick(&host, INT64_MAX - 1), 0);
	ck_assert_uint_eq(host.queue.count, 3);
	ck_assert_uint_eq(host.lost, 0);
	end();
}

TEST(one_data_set_again_and_again)
{
	static const double one[] = { 0 };

	begin_at(one, 1, 2, 10, 1);
	ck_assert_uint_eq(host_tick(&host, BEGIN), 1);
	comes_at(30);
	comes_at(60);
	end();
}

TEST(a_pass_takes_time)
{
	static const double near[] = { 0, 0.00001 };

	begin_at(near, 2, 1, 10, 1);
	ck_assert_uint_eq(host_tick(&host, BEGIN + 10002), 2);
	comes_at(0.00101);
	end();
}

TEST(beyond_the_limit)
{
	static const double five[] = { 0, 1, 2, 3, 4 };

	begin_at(five, 5, 1, 2, 0);
	ck_assert_uint_eq(host_tick(&host, BEGIN + 3 * CLOCK_SECOND + 9), 2);
	ck_assert_uint_eq(host.lost, 2);
	ck_assert_uint_eq(host.lost_at_limit, 2);
	ck_assert_uint_eq(queue_head(&host.queue)->set, 1);
	ck_assert_int_eq(queue_head(&host.queue)->limit, 0);
	queue_reply(&host.queue);
	ck_assert_uint_eq(queue_head(&host.queue)->set, 2);
	ck_assert_int_eq(queue_head(&host.queue)->limit, 1);
	comes_at(4);
	ck_assert_uint_eq(host.queue.count, 2);
	ck_assert_uint_eq(host.lost, 2);
	end();
}

/* While the device is not open, its clock stops, and unread data is lost. */
TEST(closed_in_between)
{
	begin_at(three, 3, 1, 10, 1);
	ck_assert_uint_eq(host_tick(&host, BEGIN), 1);
	ck_assert_uint_eq(host_tick(&host, BEGIN + CLOCK_SECOND / 2), 0);
	host_disconnect(&host, BEGIN + CLOCK_SECOND / 2);
	ck_assert_uint_eq(host.unread, 1);
	ck_assert_uint_eq(host.queue.count, 0);
	host_connect(&host, BEGIN + 10 * CLOCK_SECOND + CLOCK_SECOND / 2);
	comes_at(11);
	comes_at(13);
	comes_at(14.5);
	host_disconnect(&host, host_due(&host));
	ck_assert_uint_eq(host.unread, 4);
	end();
}

TEST(faults_of_data_sets)
{
	static const double six[] = { 0, 1, 3, 5, 7, 20 };

	fault("slow@set=2:1.5");
	fault("slow@set=2:1");
	fault("overflow@set=3:drop=2");
	begin_at(six, 6, 1, 10, 0);
	ck_assert_uint_eq(host_tick(&host, BEGIN), 1);
	comes_at(3.5);
	ck_assert_uint_eq(host.queue.count, 3); /* the third is due, too */
	ck_assert_uint_eq(host.next, 4);
	ck_assert_uint_eq(options.faults.fired, 3);
	comes_at(5);
	comes_at(7);
	ck_assert_uint_eq(host.queue.count, 3);
	ck_assert_uint_eq(host.lost, 2);
	ck_assert_uint_eq(host.lost_at_limit, 0);
	comes_at(20);
	ck_assert_uint_eq(host.queue.count, 4);
	queue_reply(&host.queue);
	queue_reply(&host.queue);
	ck_assert_uint_eq(queue_head(&host.queue)->set, 3);
	ck_assert_int_eq(queue_head(&host.queue)->limit, 1);
	queue_reply(&host.queue);
	ck_assert_uint_eq(queue_head(&host.queue)->set, 6);
	ck_assert_int_eq(queue_head(&host.queue)->limit, 0);
	end();
}

UNIT_MAIN("host", NULL, NULL)
