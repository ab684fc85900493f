/* check_device.c: open, read, poll and release of a device that supplies data as fast as it is read. */

#include "../unit/unit.h"

#include <poll.h>

#include "cli/clock.h"
#include "cli/diag.h"
#include "events.h"
#include "play/device.h"

static char path[] = "check_device.XXXXXX";
static struct options options;
static struct device d;

static void fault(const char *spec)
{
	ck_assert_ptr_null(faults_add(&options.faults, spec));
}

/* Two data sets with one event each. */
static void begin(void)
{
	static const double two[] = { 0, 1 };

	diag_begin("check_device");
	events_write(path, two, 2);
	options.capture = path;
	options.container = MONREAD_CONTAINER_STREAM;
	options.limit = 10;
	ck_assert_int_eq(device_init(&d, &options, &options.faults), 0);
}

/* A data set of two record sets, the first with two records. */
static void begin_with_two_pieces(void)
{
	FILE *f;

	diag_begin("check_device");
	f = fdopen(mkstemp(path), "wb");
	ck_assert_ptr_nonnull(f);
	events_mce(f, 0xE2, 2 * EVENTS_RECORD);
	events_record(f, 0, 1, EVENTS_RECORD, EVENTS_TOD);
	events_record(f, 0, 2, EVENTS_RECORD, EVENTS_TOD);
	events_mce(f, 0xE2, 20);
	events_record(f, 1, 11, 20, EVENTS_TOD);
	ck_assert_int_eq(fclose(f), 0);
	options.capture = path;
	options.container = MONREAD_CONTAINER_STREAM;
	options.limit = 10;
	ck_assert_int_eq(device_init(&d, &options, &options.faults), 0);
	ck_assert_int_eq(device_open(&d), 0);
}

static void end(void)
{
	device_done(&d);
	faults_done(&options.faults);
	unlink(path);
}

/* A non-blocking read of SIZE bytes; returns the number of bytes, or -errno. */
static long read_it(size_t size)
{
	struct answer a;
	int error;

	device_tick(&d);
	error = device_begin_read(&d, 1);
	if (error)
		return -error;
	ck_assert_int_eq(device_read(&d, size, 1, &a), 0);
	ck_assert(a.length <= size);
	ck_assert(!a.error || (a.length == 0 && !a.bytes));
	return a.error ? -a.error : (long)a.length;
}

/* Read a whole data set with one record set. */
static void read_set(void)
{
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD);
	ck_assert_int_eq(read_it(4096), 0);
}

TEST(from_one_end_to_the_other)
{
	begin();
	ck_assert_int_eq(device_tick(&d) == CLOCK_NEVER, 1);
	ck_assert_uint_eq(d.loaded, 0);
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(device_open(&d), EBUSY);
	ck_assert_uint_eq(device_poll(&d), 0);
	device_tick(&d);
	ck_assert_uint_eq(device_poll(&d), POLLIN | POLLRDNORM);
	read_set();
	ck_assert_uint_eq(device_poll(&d), 0);
	read_set();
	ck_assert_uint_eq(d.delivered, 2);
	ck_assert_int_eq(read_it(4096), -EAGAIN);
	ck_assert_uint_eq(device_poll(&d), 0);
	ck_assert_int_eq(device_is_over(&d), 0);
	device_release(&d);
	ck_assert_int_eq(device_is_over(&d), 1);
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(device_is_over(&d), 0);
	ck_assert_uint_eq(d.reads, 7);
	end();
}

/* A read ends at the end of a piece. */
TEST(pieces_of_pieces)
{
	struct answer a;

	begin_with_two_pieces();
	ck_assert_int_eq(read_it(11), 11);
	ck_assert_int_eq(read_it(100), 1);
	ck_assert_int_eq(read_it(79), 79);
	device_tick(&d);
	ck_assert_int_eq(device_read(&d, 100, 0, &a), 0);
	ck_assert_uint_eq(a.length, 1);
	ck_assert_uint_eq(a.bytes[0], 0x5A);
	ck_assert_int_eq(read_it(12), 12);
	ck_assert_int_eq(read_it(20), 20);
	ck_assert_int_eq(read_it(20), 0);
	ck_assert_int_eq(read_it(20), -EAGAIN);
	ck_assert_int_eq(device_read(&d, 20, 0, &a), -1); /* the reader has to wait */
	end();
}

TEST(what_is_not_read_when_it_is_closed)
{
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	device_tick(&d);
	device_release(&d); /* nobody has read any of it */
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4096), 12);
	device_release(&d); /* this data set is lost */
	ck_assert_uint_eq(d.host.unread, 1);
	ck_assert_int_eq(device_open(&d), 0);
	read_set();
	ck_assert_int_eq(read_it(4096), -EAGAIN);
	ck_assert_uint_eq(d.delivered, 1);
	end();
}

TEST(again_from_the_beginning)
{
	unsigned i;

	options.loop = 1;
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	for (i = 0; i < 5; i++)
		read_set();
	ck_assert_uint_eq(d.delivered, 5);
	end();
}

TEST(the_end_is_an_error)
{
	options.end = END_EIO;
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	read_set();
	read_set();
	/* The device reports the end of the data only when it is asked for a third set. */
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_uint_eq(device_poll(&d), POLLERR);
	ck_assert_int_eq(read_it(4096), -EIO);
	device_release(&d);
	ck_assert_uint_eq(device_poll(&d), 0);
	end();
}

TEST(it_cannot_be_opened)
{
	fault("open=ENODEV:2");
	begin();
	ck_assert_int_eq(device_open(&d), ENODEV);
	ck_assert_int_eq(device_open(&d), ENODEV);
	ck_assert_int_eq(device_open(&d), 0);
	end();
}

/* After a failed read the data set is lost, or kept. */
TEST(faults_of_reads)
{
	fault("eintr@read=1");
	fault("eagain@read=2");
	fault("efault@read=4");
	fault("eio@read=6");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4096), -EINTR);
	ck_assert_int_eq(read_it(4096), -EAGAIN);
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_int_eq(read_it(4096), -EFAULT);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD);
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_uint_eq(d.dropped, 1);
	read_set();
	ck_assert_uint_eq(d.delivered, 1);
	ck_assert_uint_eq(options.faults.fired, 4);
	end();
}

TEST(a_blocking_read_is_not_told_to_come_again)
{
	fault("eagain@read=1");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(device_begin_read(&d, 0), 0);
	ck_assert_uint_eq(options.faults.fired, 0);
	end();
}

/* Faults before the control element, in the middle of the records, before the second element, and at the end. */
TEST(faults_of_places)
{
	fault("eio@set=1.mce:keep");
	fault("eio@set=1.records:keep");
	fault("eio@set=1.between:keep");
	fault("eio@set=1.end:keep");
	begin_with_two_pieces();
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_int_eq(read_it(4), 4);
	ck_assert_int_eq(read_it(4096), 8);
	ck_assert_int_eq(read_it(10), 10);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD - 10); /* up to the fault in the middle */
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD);
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_int_eq(read_it(4096), 20);
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_int_eq(read_it(4096), 0);
	ck_assert_uint_eq(options.faults.fired, 4);
	ck_assert_uint_eq(d.dropped, 0);
	end();
}

TEST(sets_that_are_empty_or_invalid)
{
	fault("empty@set=1");
	fault("empty@set=1");
	fault("invalid@set=1:mce=2");
	begin_with_two_pieces();
	ck_assert_int_eq(read_it(4096), 0);
	ck_assert_int_eq(read_it(4096), 0);
	ck_assert_uint_eq(d.delivered, 0);
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_int_eq(read_it(4096), 2 * EVENTS_RECORD);
	ck_assert_int_eq(read_it(4096), 0);
	ck_assert_uint_eq(d.delivered, 1);
	end();
}

TEST(a_set_of_which_nothing_is_valid)
{
	fault("invalid@set=1");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4096), 0);
	read_set();
	end();
}

TEST(the_limit_is_told_behind_the_set)
{
	fault("overflow@set=1");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	read_set();
	ck_assert_uint_eq(device_poll(&d), POLLIN | POLLRDNORM);
	ck_assert_int_eq(read_it(4096), -EOVERFLOW);
	read_set();
	ck_assert_int_eq(read_it(4096), -EAGAIN);
	end();
}

TEST(reads_that_are_short)
{
	fault("short=5");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4), 4);
	ck_assert_int_eq(read_it(4096), 5);
	ck_assert_int_eq(read_it(4096), 3);
	ck_assert_int_eq(read_it(5), 5);
	ck_assert_int_eq(read_it(6), 5);
	ck_assert_uint_eq(options.faults.fired, 1);
	end();
}

/* Severed at once: the remaining data cannot be read any more. */
TEST(severed)
{
	uint64_t happened;

	fault("sever@set=1.records");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD / 2);
	happened = d.happened;
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_uint_eq(d.happened, happened + 1); /* waiting processes wake up */
	ck_assert_uint_eq(device_poll(&d), POLLERR);
	ck_assert_int_eq(read_it(4096), -EIO);
	device_release(&d);
	ck_assert_int_eq(device_open(&d), 0);
	read_set();
	end();
}

/* Severed as the driver does it: the remaining data can be read; nobody receives the reply. */
TEST(severed_as_the_driver_does)
{
	struct answer a;

	fault("sever@set=1:driver");
	begin();
	ck_assert_int_eq(device_open(&d), 0);
	ck_assert_int_eq(read_it(4096), 12);
	ck_assert_uint_eq(device_poll(&d), POLLERR);
	ck_assert_int_eq(read_it(4096), EVENTS_RECORD);
	ck_assert_int_eq(read_it(4096), -EIO);
	ck_assert_uint_eq(d.dropped, 1);
	ck_assert_uint_eq(d.delivered, 0);
	ck_assert_int_eq(read_it(4096), -EAGAIN);
	ck_assert_int_eq(device_read(&d, 4096, 0, &a), 0);
	ck_assert_int_eq(a.error, EIO);
	end();
}

TEST(a_capture_that_is_not_there)
{
	struct options o = { .capture = "/nonexistent/capture", .limit = 3 };

	diag_begin("check_device");
	ck_assert_int_eq(device_init(&d, &o, &o.faults), -1);
	device_done(&d);
	/* With the original timing the capture is read twice. */
	o.speed = 1;
	ck_assert_int_eq(device_init(&d, &o, &o.faults), -1);
	device_done(&d);
}

UNIT_MAIN("device", NULL, NULL)
