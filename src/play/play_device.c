/* play_device.c: simulates open, read, poll and release of a monreader device. */
#include "config.h"

#include "play/play.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "base/clock.h"
#include "cli/diag.h"

int device_init(struct device *d, struct play_options *opt)
{
	memset(d, 0, sizeof *d);
	d->opt = opt;
	if (host_init(&d->host, opt))
		return -1;
	d->capture = capture_open(opt->capture, opt->container, 1);
	return d->capture ? 0 : -1;
}

void device_done(struct device *d)
{
	host_done(&d->host);
	capture_close(d->capture);
	set_done(&d->set);
}

/* Sever the connection to z/VM for the reason WHY. LATE: 1 to first deliver the data that has
 * arrived, as the Linux driver does. */
static void sever_connection(struct device *d, int late, const char *why)
{
	d->connection = late ? DEVICE_SEVERED_LATE : DEVICE_SEVERED;
	d->severed_at = clock_now();
	d->happened++;
	diag_verbose("severed: %s", why);
}

/* Read data set NUMBER into d->set. If --loop repeats the capture, the numbers of data sets go
 * on. */
static enum capture_result fetch_set(struct device *d, uint64_t number)
{
	int passes = 0;

	while (d->taken < number) {
		enum capture_result r = capture_next(d->capture, &d->set, d->taken + 1 == number);

		if (r == CAPTURE_SET) {
			d->taken++;
			passes = 0;
		} else if (r == CAPTURE_FAILED || !d->opt->loop || passes++) {
			return r;
		} else if (capture_rewind(d->capture)) {
			return CAPTURE_FAILED;
		}
	}
	return CAPTURE_SET;
}

static void apply_set_faults(struct device *d, uint64_t number)
{
	struct faults *faults = &d->opt->faults;
	const struct fault *f;

	while (faults_take(faults, FAULT_EMPTY, number))
		d->empty++;
	f = faults_take(faults, FAULT_INVALID, number);
	for (; f; f = faults_take(faults, FAULT_INVALID, number)) {
		/* Like the driver, deliver nothing from the invalid control element on. */
		while (d->set.nrecords > (f->value ? f->value - 1 : 0))
			d->set.bytes.length -= SET_MCE_SIZE + d->set.records[--d->set.nrecords];
	}
}

static void load_first_message(struct device *d)
{
	const struct message *m = host_first(&d->host);
	enum capture_result r;

	if (!m || d->loaded == m->set)
		return;
	r = fetch_set(d, m->set);
	if (r != CAPTURE_SET) {
		d->host.count = 0;
		d->host.ended = 1;
		if (r == CAPTURE_FAILED)
			sever_connection(d, 0, "the capture cannot be read");
		return;
	}
	d->loaded = m->set;
	d->empty = 0;
	d->record_set = 0;
	d->position = 0;
	d->piece = 0;
	d->in_records = 0;
	apply_set_faults(d, m->set);
	d->happened++;
}

static int device_at_end(const struct device *d)
{
	return d->record_set == d->set.nrecords;
}

static size_t piece_size(const struct device *d)
{
	return d->in_records ? d->set.records[d->record_set] : SET_MCE_SIZE;
}

static void advance(struct device *d, size_t n)
{
	d->position += n;
	d->piece += n;
	if (d->piece < piece_size(d))
		return;
	d->piece = 0;
	d->record_set += (size_t)d->in_records;
	d->in_records = !d->in_records;
}

/* Reply to the first message as mon_send_reply() of the Linux driver does. */
static void reply_to_first(struct device *d)
{
	d->overflow = host_first(&d->host)->limit;
	host_reply(&d->host);
	d->loaded = 0;
}

int device_open(struct device *d)
{
	const struct fault *f;

	if (d->is_open)
		return EBUSY;
	f = faults_take(&d->opt->faults, FAULT_OPEN, 0);
	if (f)
		return f->error;
	d->is_open = 1;
	host_connect(&d->host, clock_now());
	return 0;
}

void device_release(struct device *d)
{
	int64_t now = d->connection == DEVICE_CONNECTED ? clock_now() : d->severed_at;

	d->is_open = 0;
	d->overflow = 0;
	d->connection = DEVICE_CONNECTED;
	/* With --speed=max, keep an unread data set for the next program. */
	if (d->loaded && !d->host.times && !d->position)
		return;
	d->loaded = 0;
	host_disconnect(&d->host, now);
}

int device_is_over(const struct device *d)
{
	return !d->is_open && d->host.ended && d->host.count == 0;
}

int64_t device_tick(struct device *d)
{
	if (!d->is_open)
		return CLOCK_NEVER;
	if (d->connection != DEVICE_CONNECTED) {
		load_first_message(d);
		return CLOCK_NEVER;
	}
	d->happened += host_tick(&d->host, clock_now());
	load_first_message(d);
	if (d->host.ended && d->host.count == 0 && !d->overflow && d->opt->end == END_EIO)
		sever_connection(d, 0, "end of the capture");
	return d->host.due;
}

unsigned device_poll(const struct device *d)
{
	if (d->connection != DEVICE_CONNECTED)
		return POLLERR;
	return d->loaded || d->overflow ? POLLIN | POLLRDNORM : 0;
}

/* Let the fault F happen: set a->error, and sever the connection or drop the current data set. */
static void break_read(struct device *d, struct fault *f, struct answer *a)
{
	a->error = f->error;
	faults_fire(&d->opt->faults, f);
	if (f->kind == FAULT_SEVER) {
		sever_connection(d, f->driver, f->spec);
		if (f->driver)
			a->error = 0;
	} else if (f->kind != FAULT_EINTR && f->kind != FAULT_EAGAIN && !f->keep && d->loaded) {
		d->dropped++;
		reply_to_first(d);
	}
}

void device_begin_read(struct device *d, int nonblock, struct answer *a)
{
	struct fault *f = faults_find(&d->opt->faults, FAULT_ANY, FAULT_READ, ++d->reads);

	a->error = 0;
	if (f && (f->kind != FAULT_EAGAIN || nonblock))
		break_read(d, f, a);
}

static enum fault_place current_place(const struct device *d)
{
	if (device_at_end(d))
		return FAULT_END;
	if (d->piece || d->in_records)
		return FAULT_RECORDS;
	return d->record_set ? FAULT_BETWEEN : FAULT_MCE;
}

/* Return the fault at the current position, or NULL. Set *CUT to the bytes that can be read before
 * the next fault. */
static struct fault *fault_here(const struct device *d, size_t *cut)
{
	const struct faults *faults = &d->opt->faults;
	enum fault_place here = current_place(d);
	struct fault *f;
	size_t half;

	*cut = SIZE_MAX;
	f = faults_find(faults, FAULT_ANY, here, d->loaded);
	if (!f && here == FAULT_END && d->set.nrecords == 1)
		f = faults_find(faults, FAULT_ANY, FAULT_BETWEEN, d->loaded);
	if (!f || here != FAULT_RECORDS)
		return f;
	if (!d->in_records || d->record_set > 0)
		return NULL;
	half = piece_size(d) / 2;
	if (d->piece >= half)
		return f;
	*cut = half - d->piece;
	return NULL;
}

static void close_set(struct device *d, struct answer *a)
{
	if (d->connection == DEVICE_CONNECTED) {
		d->delivered++;
	} else {
		/* The connection is severed, so z/VM would not get the reply, and the read
		 * fails. */
		d->dropped++;
		a->error = EIO;
	}
	reply_to_first(d);
}

static void device_hand_out(struct device *d, size_t size, size_t cut, struct answer *a)
{
	size_t n = piece_size(d) - d->piece;
	struct faults *faults = &d->opt->faults;
	struct fault *f = faults_find(faults, FAULT_SHORT, FAULT_SET, 0);

	if (n > size)
		n = size;
	if (n > cut)
		n = cut;
	if (f && n > f->value) {
		n = (size_t)f->value;
		/* The fault happens at each read: count the fault only once. */
		if (f->left == UINT64_MAX)
			faults_fire(faults, f);
	}
	a->bytes = d->set.bytes.bytes + d->position;
	a->length = n;
	advance(d, n);
}

static void read_set(struct device *d, size_t size, struct answer *a)
{
	size_t cut;
	struct fault *f;

	if (d->empty) {
		d->empty--;
		return;
	}
	f = fault_here(d, &cut);
	if (f) {
		break_read(d, f, a);
		if (a->error)
			return;
		cut = SIZE_MAX;
	}
	if (device_at_end(d))
		close_set(d, a);
	else
		device_hand_out(d, size, cut, a);
}

int device_read(struct device *d, size_t size, int nonblock, struct answer *a)
{
	memset(a, 0, sizeof *a);
	if (d->overflow) {
		d->overflow = 0;
		a->error = EOVERFLOW;
	} else if (d->connection == DEVICE_SEVERED) {
		a->error = EIO;
	} else if (d->loaded) {
		read_set(d, size, a);
	} else if (d->connection == DEVICE_SEVERED_LATE) {
		/* Without data, the driver checks O_NONBLOCK before the connection. */
		a->error = nonblock ? EAGAIN : EIO;
	} else {
		a->error = EAGAIN;
		return nonblock ? 0 : -1;
	}
	return 0;
}
