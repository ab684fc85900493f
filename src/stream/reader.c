/* reader.c: opens, feeds and closes a reader. This file also has functions that several steps of
 * monread_next() use, and the step that reads a device. */
#include "stream/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct monread *monread_open(int fd)
{
	struct monread *m = calloc(1, sizeof *m);

	if (m) {
		mr_source_init(&m->src, fd);
		m->step = mr_step_start;
		m->block.shared = MR_SHARING_UNKNOWN;
	}
	return m;
}

void monread_close(struct monread *m)
{
	if (m) {
		mr_source_done(&m->src);
		monread_device_close(m->device.handle);
		free(m->device.data.bytes);
		free(m);
	}
}

static int reader_refuse(struct monread *m, int error, const char *why)
{
	mr_say(m, "%s", why);
	m->code = MONREAD_FAILED;
	errno = error;
	return MONREAD_FAILED;
}

int monread_set_container(struct monread *m, enum monread_container container)
{
	if (m->begun)
		return reader_refuse(m, EINVAL, "reading has begun");
	if ((unsigned)container > MONREAD_CONTAINER_DEVICE)
		return reader_refuse(m, EINVAL, "no such container");
	m->container.kind = container;
	return MONREAD_OK;
}

int monread_set_flags(struct monread *m, unsigned flags)
{
	if (m->begun)
		return reader_refuse(m, EINVAL, "reading has begun");
	if (flags & ~MONREAD_WANT_FILLER)
		return reader_refuse(m, EINVAL, "no such flag");
	m->flags = flags;
	return MONREAD_OK;
}

int monread_feed(struct monread *m, const void *data, size_t len)
{
	if (mr_source_feed(&m->src, data, len) == 0)
		return MONREAD_OK;
	if (errno == ENOMEM)
		return reader_refuse(m, ENOMEM, "out of memory");
	return reader_refuse(m, EINVAL, "the reader has not asked for data");
}

int monread_feed_gap(struct monread *m)
{
	if (mr_is_device(m) || mr_source_feed(&m->src, NULL, 0))
		return reader_refuse(m, EINVAL, "the reader has not asked for data");
	m->src.gap = 1;
	return MONREAD_OK;
}

enum monread_container monread_container_found(const struct monread *m)
{
	return m->container.kind;
}

int monread_undecided(const struct monread *m)
{
	return m->code == MONREAD_AGAIN && m->container.undecided;
}

uint64_t monread_offset(const struct monread *m)
{
	return m->src.pos + m->cur;
}

unsigned monread_end_records(const struct monread *m, uint64_t *offset)
{
	*offset = m->block.end_record;
	return m->block.end_records;
}

enum monread_code monread_code(const struct monread *m)
{
	return m->code;
}

const char *monread_error(const struct monread *m)
{
	return m->error;
}

/* ---- Functions for all steps ---- */

void mr_say(struct monread *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->error, sizeof m->error, fmt, ap);
	va_end(ap);
}

static enum mr_verdict stop_with(struct monread *m, enum monread_code code)
{
	m->code = code;
	return MR_STOP;
}

/* The step after the input could not be read: each further call reports this error again. */
static enum mr_verdict step_failed(struct monread *m)
{
	mr_say(m, "the input cannot be read");
	m->step = step_failed;
	return stop_with(m, MONREAD_FATAL);
}

enum mr_verdict mr_wait_undecided(struct monread *m, enum mr_need need)
{
	enum mr_verdict v = mr_wait_or_fail(m, need);

	m->container.undecided = m->code == MONREAD_AGAIN;
	return v;
}

enum mr_verdict mr_look_further(struct monread *m)
{
	enum mr_need need = mr_source_need(&m->src, m->src.avail + 1);

	return need <= MR_NEED_SHORT ? MR_GO : mr_wait_undecided(m, need);
}

enum mr_verdict mr_wait_or_fail(struct monread *m, enum mr_need need)
{
	m->container.undecided = 0;
	return need == MR_NEED_MORE ? stop_with(m, MONREAD_AGAIN) : step_failed(m);
}

enum mr_verdict mr_report(struct monread *m, enum monread_kind kind, uint64_t skipped)
{
	struct monread_ev *ev = &m->ev;

	memset(ev, 0, sizeof *ev);
	ev->kind = kind;
	ev->offset = monread_offset(m);
	ev->dataset = m->dataset;
	ev->setno = m->set.number;
	ev->skipped = skipped;
	ev->mce = m->set.have_mce ? &m->set.mce : NULL;
	ev->text = m->error;
	return MR_EVENT;
}

enum mr_verdict mr_set_end(struct monread *m)
{
	mr_event(m, MONREAD_SET_END, 0);
	m->ev.bytes = NULL;
	m->dataset_open = 0;
	return MR_EVENT;
}

/* Continue after missing bytes of the input with mr_step_start(), because the bytes after them can
 * be from any position of a capture. */
static enum mr_verdict begin_after_gap(struct monread *m)
{
	m->cur = 0;
	mr_pass_over(m, m->src.avail);
	m->src.over = m->src.gap = 0;
	m->dataset_open = m->set.have_mce = m->search.resume = m->search.searched = 0;
	m->marks.repeats = 0;
	m->search.looked = 0;
	m->step = mr_step_start;
	return MR_GO;
}

enum mr_verdict mr_step_end(struct monread *m)
{
	if (m->src.gap)
		return begin_after_gap(m);
	return m->dataset_open ? mr_set_end(m) : stop_with(m, MONREAD_EOF);
}

/* ---- The device ---- */

/* Handle STATE, which the device returned instead of a data set; LOST is the number of lost
 * bytes. */
static enum mr_verdict device_state(struct monread *m, enum monread_device_state state, size_t lost)
{
	if (state == MONREAD_DEVICE_AGAIN)
		return stop_with(m, MONREAD_AGAIN);
	if (state == MONREAD_DEVICE_LOST || state == MONREAD_DEVICE_OVERFLOW) {
		mr_say(m, "%s", monread_device_error(m->device.handle));
		return mr_report(m, MONREAD_GAP, lost);
	}
	step_failed(m);
	mr_say(m, "%s", monread_device_error(m->device.handle));
	return MR_STOP;
}

static enum mr_verdict take_fed(struct monread *m)
{
	enum mr_need need = mr_source_need(&m->src, 1);

	if (need > MR_NEED_SHORT)
		return mr_wait_or_fail(m, need);
	m->step = need == MR_NEED_SHORT ? mr_step_end : mr_step_element;
	m->src.ended = 1;
	return MR_GO;
}

static enum mr_verdict take_read(struct monread *m)
{
	enum monread_device_state state = MONREAD_DEVICE_EMPTY;
	size_t lost;

	if (!m->device.handle)
		m->device.handle = monread_device_open(m->src.fd);
	if (!m->device.handle)
		return step_failed(m);
	while (state == MONREAD_DEVICE_EMPTY)
		state = monread_device_read(m->device.handle, &m->device.data, &lost);
	if (state != MONREAD_DEVICE_SET)
		return device_state(m, state, lost);
	m->src.data = m->device.data.bytes;
	m->src.avail = m->device.data.length;
	m->src.ended = 1;
	m->step = mr_step_element;
	return MR_GO;
}

/* If a data set is open, end it. Else get the next data set from the device, or from the caller
 * that feeds data sets, and use it as the window. */
enum mr_verdict mr_step_device(struct monread *m)
{
	m->step = mr_step_device;
	/* The device has ended this data set, even if its contents are not valid. */
	if (m->dataset_open) {
		mr_settle(m);
		return mr_set_end(m);
	}
	if (m->src.ended)
		m->device.data.length = 0; /* the caller has read this data set */
	m->src.ended = 0;
	return m->src.fd == MONREAD_FD_NONE ? take_fed(m) : take_read(m);
}
