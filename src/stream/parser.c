/* parser.c: monread_open(), _read(), _feed(), _close(): the input as a sequence of events.
 *
 * The window of the source begins at the place that is read (stream) or at
 * the frame that is read (MONWRITE: it may have to be read twice); m->cur is
 * the distance from there.  A step looks at what is ahead and either makes an
 * event, changes m->step and lets the next step go on, or stops because it
 * wants more bytes: then it has changed nothing and is simply run again. */
#include "config.h"

#include "monread.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tod.h"
#include "stream/foreign.h"
#include "stream/frame.h"
#include "stream/mark.h"
#include "stream/monwrite.h"
#include "stream/source.h"

/* How far ahead a search has to see: control block, a frame, and the header of a record at its very end. */
#define HUNT_AHEAD (3u * MR_FRAME)
/* How far ahead the next control block is looked for, where a frame may be there once or twice. */
#define SHARED_AHEAD (16u * 1024u * 1024u)

enum verdict { GO, EVENT, STOP };

struct monread {
	struct mr_source src;
	struct monread_device *device;
	struct monread_buffer set; /* of the device */
	int set_given;             /* it is complete, and is the window */
	enum monread_container container;
	unsigned flags;
	int begun;
	enum verdict (*step)(struct monread *, struct monread_ev *);
	size_t cur;
	struct monread_mce mce;
	int have_mce;
	uint32_t addr; /* DCSS address at cur */
	uint64_t left; /* bytes of the record set from there on */
	uint32_t skip; /* bytes to pass over before the next record */
	int resume;    /* the set is over before its end: the next one was found */
	int interval_end; /* the last record was D1R11 of a sample set */
	uint64_t serial, dataset, setno;
	int dataset_open;
	unsigned char block[MONREAD_BLOCK_SIZE];
	uint64_t block_pos;
	unsigned nmces, imce;
	int block_bad;
	int once; /* frames shared by two sets are there: -1 not known, 0 twice, 1 once */
	uint64_t hunt_pos, hunted;
	uint64_t mark_pos, mark_tod; /* of the mark that was handed out last, which says that data was lost */
	uint64_t mark_lost;
	char marked[400];
	char why[240];
	char error[400];
};

static enum verdict step_start(struct monread *m, struct monread_ev *ev);
static enum verdict step_device(struct monread *m, struct monread_ev *ev);
static enum verdict step_element(struct monread *m, struct monread_ev *ev);
static enum verdict step_block(struct monread *m, struct monread_ev *ev);
static enum verdict step_next_set(struct monread *m, struct monread_ev *ev);
static enum verdict step_record(struct monread *m, struct monread_ev *ev);
static enum verdict step_skip(struct monread *m, struct monread_ev *ev);
static enum verdict step_set_done(struct monread *m, struct monread_ev *ev);
static enum verdict step_dataset_done(struct monread *m, struct monread_ev *ev);
static enum verdict step_hunt(struct monread *m, struct monread_ev *ev);
static enum verdict step_rest(struct monread *m, struct monread_ev *ev);
static enum verdict step_end(struct monread *m, struct monread_ev *ev);
static enum verdict step_failed(struct monread *m, struct monread_ev *ev);

static void __attribute__((format(printf, 2, 3))) say(struct monread *m, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->error, sizeof m->error, fmt, ap);
	va_end(ap);
}

struct monread *monread_open(int fd)
{
	struct monread *m = calloc(1, sizeof *m);

	if (m) {
		mr_source_init(&m->src, fd);
		m->step = step_start;
		m->once = -1;
	}
	return m;
}

void monread_close(struct monread *m)
{
	if (m) {
		mr_source_done(&m->src);
		monread_device_close(m->device);
		free(m->set.bytes);
		free(m);
	}
}

int monread_set_container(struct monread *m, enum monread_container container)
{
	if (m->begun)
		return -1;
	m->container = container;
	return 0;
}

int monread_set_flags(struct monread *m, unsigned flags)
{
	if (m->begun)
		return -1;
	m->flags = flags;
	return 0;
}

enum monread_container monread_container_found(const struct monread *m)
{
	return m->container;
}

const char *monread_error(const struct monread *m)
{
	return m->error;
}

int monread_feed(struct monread *m, const void *data, size_t len)
{
	return mr_source_feed(&m->src, data, len);
}

int64_t monread_tod_to_unix_us(uint64_t tod)
{
	return mr_tod_to_unix_us(tod);
}

/* ---- What all steps use ---- */

/* Let go of what a stream has handed out.  MONWRITE frames are let go as a whole. */
static void settle(struct monread *m)
{
	if (m->container != MONREAD_CONTAINER_MONWRITE) {
		mr_source_take(&m->src, m->cur);
		m->cur = 0;
	}
}

static const unsigned char *here(const struct monread *m)
{
	return m->src.data + m->cur;
}

static size_t ahead(const struct monread *m)
{
	return m->src.avail > m->cur ? m->src.avail - m->cur : 0;
}

static enum verdict stop(const struct monread *m, struct monread_ev *ev, enum monread_state state)
{
	memset(ev, 0, sizeof *ev);
	ev->state = state;
	ev->offset = m->src.pos + m->cur;
	ev->dataset = m->dataset;
	ev->setno = m->setno;
	ev->mce = m->have_mce ? &m->mce : NULL;
	return STOP;
}

/* What to do when the source has less than was asked for and it is not the end of the input. */
static enum verdict wait_or_fail(struct monread *m, struct monread_ev *ev, enum mr_need need)
{
	if (need == MR_NEED_MORE)
		return stop(m, ev, MONREAD_REQUIRE_DATA);
	say(m, "the input cannot be read");
	m->step = step_failed;
	return stop(m, ev, MONREAD_ERROR);
}

/* Field by field, as there is one for each record: memset() would take as long as all the rest. */
static inline enum verdict event(struct monread *m, struct monread_ev *ev, enum monread_kind kind, size_t length)
{
	ev->state = MONREAD_OK;
	ev->kind = kind;
	ev->offset = m->src.pos + m->cur;
	ev->serial = ++m->serial;
	ev->dataset = m->dataset;
	ev->setno = m->setno;
	ev->skipped = 0;
	ev->tod = 0;
	ev->mce = m->have_mce ? &m->mce : NULL;
	ev->bytes = here(m);
	ev->length = length;
	ev->address = 0;
	ev->domain = 0;
	ev->record = 0;
	ev->has_record = 0;
	return EVENT;
}

static enum verdict set_end(struct monread *m, struct monread_ev *ev)
{
	event(m, ev, MONREAD_SET_END, 0);
	ev->bytes = NULL;
	m->dataset_open = 0;
	return EVENT;
}

/* The data set is cut off: no SET_END follows, but where the device has said that it ends. */
static void leave_open(struct monread *m)
{
	if (m->container != MONREAD_CONTAINER_DEVICE)
		m->dataset_open = 0;
}

static void move_on(struct monread *m, uint32_t n)
{
	m->cur += n;
	m->addr += n;
	m->left -= n;
}

/* No more bytes: of the data set, where there are data sets, else of the input. */
static void finish(struct monread *m)
{
	m->step = m->container == MONREAD_CONTAINER_DEVICE ? step_device : step_end;
}

static enum verdict step_failed(struct monread *m, struct monread_ev *ev)
{
	say(m, "the input cannot be read");
	return stop(m, ev, MONREAD_ERROR);
}

/* ---- The beginning ---- */

static int stream_at(const unsigned char *p, size_t n)
{
	struct monread_mce mce;

	if (n < MONREAD_MCE_SIZE)
		return 0;
	mr_mce_get(&mce, p);
	return !mr_mce_fault(&mce) && mr_frame_plausible(&mce, p + MONREAD_MCE_SIZE, n - MONREAD_MCE_SIZE);
}

/* SURE: the block must also be without fault. */
static int block_at(const unsigned char *p, size_t n, int sure)
{
	struct monread_mce mce;
	size_t first;

	if (n < MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE || (sure && n < MONREAD_BLOCK_SIZE))
		return 0;
	mr_block_get(&mce, p, 0);
	if (mr_mce_fault(&mce))
		return 0;
	first = MONREAD_BLOCK_SIZE + (mce.start & (MR_FRAME - 1));
	if (n > first && !mr_frame_plausible(&mce, p + first, n - first))
		return 0;
	/* Last, as it takes longest. */
	return !sure || mr_block_certain(p);
}

/* By the control elements that either container begins with, where there is only one of them. */
static enum monread_container form_of_elements(const unsigned char *p)
{
	struct monread_mce first, block;
	int stream, monwrite;

	mr_mce_get(&first, p);
	mr_block_get(&block, p, 0);
	stream = !mr_mce_fault(&first);
	monwrite = !mr_mce_fault(&block);
	return stream == monwrite ? MONREAD_CONTAINER_AUTO : stream ? MONREAD_CONTAINER_STREAM : MONREAD_CONTAINER_MONWRITE;
}

static enum monread_container form_of(const unsigned char *p, size_t n)
{
	struct monread_mce mce;
	int stream, block;

	if (stream_at(p, n))
		return MONREAD_CONTAINER_STREAM;
	if (block_at(p, n, 0))
		return MONREAD_CONTAINER_MONWRITE;
	/* Neither begins with records: believe the control element alone. */
	stream = n >= MONREAD_MCE_SIZE && (mr_mce_get(&mce, p), !mr_mce_fault(&mce));
	block = n >= MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE && (mr_block_get(&mce, p, 0), !mr_mce_fault(&mce));
	return block ? MONREAD_CONTAINER_MONWRITE : stream ? MONREAD_CONTAINER_STREAM : MONREAD_CONTAINER_AUTO;
}

static enum verdict hunt(struct monread *m, const char *why)
{
	const char *foreign = m->src.pos == 0 ? mr_foreign(m->src.data, m->src.avail) : NULL;

	snprintf(m->why, sizeof m->why, "%s%s", foreign ? "no monitor data: " : why, foreign ? foreign : "");
	m->hunt_pos = m->src.pos;
	m->hunted = 0;
	m->step = step_hunt;
	return GO;
}

static enum verdict step_start(struct monread *m, struct monread_ev *ev)
{
	if (m->container == MONREAD_CONTAINER_AUTO) {
		enum mr_need need = mr_source_need(&m->src, MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE);

		/* More is only waited for where these bytes leave a doubt: a growing file may be small. */
		if (need == MR_NEED_OK)
			m->container = form_of_elements(m->src.data);
		if (need == MR_NEED_OK && m->container == MONREAD_CONTAINER_AUTO)
			need = mr_source_need(&m->src, HUNT_AHEAD);
		if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
			return wait_or_fail(m, ev, need);
		if (m->src.avail == 0) {
			m->step = step_end;
			return GO;
		}
		if (m->container == MONREAD_CONTAINER_AUTO)
			m->container = form_of(m->src.data, m->src.avail);
	}
	if (m->container == MONREAD_CONTAINER_AUTO)
		return hunt(m, "no monitor data: neither a control element at the beginning, nor a MONWRITE control block");
	m->step = m->container == MONREAD_CONTAINER_DEVICE     ? step_device
	          : m->container == MONREAD_CONTAINER_MONWRITE ? step_block
	                                             : step_element;
	return GO;
}

/* ---- The device ---- */

static enum verdict device_state(struct monread *m, struct monread_ev *ev, enum monread_device_state state,
                                 size_t lost)
{
	switch (state) {
	case MONREAD_DEVICE_AGAIN:
		stop(m, ev, MONREAD_REQUIRE_DATA);
		break;
	case MONREAD_DEVICE_LOST:
		say(m, "%s: the data set is not valid; threw away %zu bytes of it", strerror(errno), lost);
		stop(m, ev, MONREAD_GAP);
		break;
	case MONREAD_DEVICE_OVERFLOW:
		say(m, "message limit reached: records may be missing from here on");
		stop(m, ev, MONREAD_GAP);
		break;
	default:
		if (state == MONREAD_DEVICE_SEVERED)
			say(m, "the connection to *MONITOR is severed; threw away %zu bytes", lost);
		else
			say(m, "the device cannot be read; threw away %zu bytes", lost);
		m->step = step_failed;
		stop(m, ev, MONREAD_ERROR);
	}
	ev->skipped = lost;
	return STOP;
}

/* The window is one data set, from a read or a feed; its end is known. */
static enum verdict step_device(struct monread *m, struct monread_ev *ev)
{
	enum monread_device_state state = MONREAD_DEVICE_EMPTY;
	enum mr_need need;
	size_t lost;

	m->step = step_device;
	/* The device has closed the set before, whatever was in it. */
	if (m->dataset_open) {
		settle(m);
		return set_end(m, ev);
	}
	m->src.ended = 0;
	if (m->src.fd == MONREAD_FD_NONE) {
		need = mr_source_need(&m->src, 1);
		if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
			return wait_or_fail(m, ev, need);
		m->step = need == MR_NEED_SHORT ? step_end : step_element;
		m->src.ended = 1;
		return GO;
	}
	if (!m->device)
		m->device = monread_device_open(m->src.fd);
	if (!m->device)
		return wait_or_fail(m, ev, MR_NEED_FAIL);
	if (m->set_given)
		m->set.length = 0;
	m->set_given = 0;
	while (state == MONREAD_DEVICE_EMPTY)
		state = monread_device_read(m->device, &m->set, &lost);
	if (state != MONREAD_DEVICE_SET)
		return device_state(m, ev, state, lost);
	m->src.data = m->set.bytes;
	m->src.avail = m->set.length;
	m->src.ended = 1;
	m->set_given = 1;
	m->step = step_element;
	return GO;
}

/* ---- Control elements ---- */

static void begin_set(struct monread *m)
{
	m->have_mce = 1;
	m->setno++;
	m->addr = m->mce.start;
	m->left = mr_mce_length(&m->mce);
	m->skip = 0;
	m->resume = 0;
	m->interval_end = 0;
	m->step = step_record;
	if (!m->dataset_open) {
		m->dataset_open = 1;
		m->dataset++;
	}
}

static enum verdict step_element(struct monread *m, struct monread_ev *ev)
{
	const char *fault;
	enum mr_need need;
	char why[160];

	settle(m);
	need = mr_source_need(&m->src, MONREAD_MCE_SIZE);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return wait_or_fail(m, ev, need);
	if (need == MR_NEED_SHORT) {
		finish(m);
		if (m->src.avail == 0)
			return GO;
		m->step = step_rest;
		leave_open(m);
		say(m, "cut off: a control element has 12 bytes, here are %zu; skipped them", m->src.avail);
		stop(m, ev, MONREAD_BAD);
		ev->skipped = m->src.avail;
		return STOP;
	}
	mr_mce_get(&m->mce, m->src.data);
	fault = mr_mce_fault(&m->mce);
	if (fault) {
		m->have_mce = 0;
		snprintf(why, sizeof why, "no valid control element: %s", fault);
		return hunt(m, why);
	}
	begin_set(m);
	event(m, ev, MONREAD_CONTROL, MONREAD_MCE_SIZE);
	m->cur += MONREAD_MCE_SIZE;
	return EVENT;
}

static enum verdict step_block(struct monread *m, struct monread_ev *ev)
{
	enum mr_need need = mr_source_need(&m->src, MONREAD_BLOCK_SIZE);
	struct monread_mce mce;
	char why[160];

	m->cur = 0;
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return wait_or_fail(m, ev, need);
	if (need == MR_NEED_SHORT) {
		m->step = step_end;
		if (m->src.avail == 0)
			return GO;
		say(m, "cut off: a control block has 4096 bytes, here are %zu; skipped them", m->src.avail);
		stop(m, ev, MONREAD_BAD);
		ev->skipped = m->src.avail;
		m->cur = m->src.avail;
		return STOP;
	}
	m->nmces = mr_block_elements(m->src.data, &m->block_bad);
	if (m->nmces == 0) {
		mr_block_get(&mce, m->src.data, 0);
		m->have_mce = 0;
		snprintf(why, sizeof why, "no valid control block: its first control element is wrong: %s",
		         mr_mce_fault(&mce));
		return hunt(m, why);
	}
	memcpy(m->block, m->src.data, MONREAD_BLOCK_SIZE);
	m->block_pos = m->src.pos;
	m->imce = 0;
	m->once = -1;
	mr_source_take(&m->src, MONREAD_BLOCK_SIZE);
	m->step = step_next_set;
	return GO;
}

/* MONWRITE: the window stands at the first frame of record set number imce. */
static enum verdict step_next_set(struct monread *m, struct monread_ev *ev)
{
	mr_block_get(&m->mce, m->block, m->imce);
	begin_set(m);
	event(m, ev, MONREAD_CONTROL, MONREAD_MCE_SIZE);
	ev->offset = m->block_pos + MONREAD_BLOCK_AREA + m->imce * MONREAD_MCE_SIZE;
	ev->bytes = m->block + MONREAD_BLOCK_AREA + m->imce * MONREAD_MCE_SIZE;
	m->cur = m->mce.start & (MR_FRAME - 1);
	return EVENT;
}

/* ---- Records ---- */

static void name_record(struct monread_ev *ev, const struct mr_header *h)
{
	ev->domain = h->domain;
	ev->record = h->record;
	ev->has_record = 1;
}

/* The input ends inside of a record set, of a record with the header H if that is not NULL. */
static enum verdict cut_off(struct monread *m, struct monread_ev *ev, const struct mr_header *h)
{
	unsigned more = m->container == MONREAD_CONTAINER_MONWRITE ? m->nmces - m->imce - 1 : 0;
	uint64_t there = ahead(m);
	uint64_t missing = m->left > there ? m->left - there : 0;
	char part[80] = "", sets[60] = "";

	if (h)
		snprintf(part, sizeof part, "the record has %u bytes, here are %llu; ", (unsigned)h->length,
		         (unsigned long long)there);
	if (more)
		snprintf(sets, sizeof sets, " and %u more record set%s", more, more > 1 ? "s" : "");
	say(m, "cut off: %sthe last %llu bytes of the record set%s are missing", part, (unsigned long long)missing,
	    sets);
	m->step = step_rest;
	stop(m, ev, MONREAD_BAD);
	leave_open(m);
	ev->skipped = there;
	if (h)
		name_record(ev, h);
	return STOP;
}

/* Whether monitor data (in the container that is known, if one is) begins at P. */
static enum monread_container begins(const struct monread *m, const unsigned char *p, size_t n)
{
	if (m->container != MONREAD_CONTAINER_STREAM && m->container != MONREAD_CONTAINER_DEVICE && n > MONREAD_BLOCK_AREA &&
	    (p[MONREAD_BLOCK_AREA] == MONREAD_SAMPLE || p[MONREAD_BLOCK_AREA] == MONREAD_EVENT) && block_at(p, n, 1))
		return MONREAD_CONTAINER_MONWRITE;
	if (m->container != MONREAD_CONTAINER_MONWRITE && (p[0] == MONREAD_SAMPLE || p[0] == MONREAD_EVENT) &&
	    n >= MONREAD_MCE_SIZE + MR_HEADER_SIZE && p[3] == 0 && stream_at(p, n))
		return MONREAD_CONTAINER_STREAM;
	return MONREAD_CONTAINER_AUTO;
}

/* ROOM bytes hold no record that can be made out.  Often that means that
 * bytes are missing from the input, and the next set begins among them. */
static enum verdict damaged(struct monread *m, struct monread_ev *ev, const struct mr_header *h, uint32_t room)
{
	enum mr_need need = mr_source_need(&m->src, m->cur + room + HUNT_AHEAD);
	const char *limit = room == mr_frame_room(m->addr) ? "frame" : "record set";
	char what[80], to[120];
	uint32_t i;

	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return wait_or_fail(m, ev, need);
	for (i = 0; i < room && i < ahead(m); i++)
		if (begins(m, here(m) + i, ahead(m) - i) != MONREAD_CONTAINER_AUTO)
			break;
	if (h->length < MR_HEADER_SIZE)
		snprintf(what, sizeof what, "record length %u is below 20", (unsigned)h->length);
	else
		snprintf(what, sizeof what, "record length %u runs past the end of the %s, %u bytes on",
		         (unsigned)h->length, limit, (unsigned)room);
	if (i < room && i < ahead(m)) {
		snprintf(to, sizeof to, "the next control %s at 0x%llx; %llu bytes of the record set are missing",
		         m->container == MONREAD_CONTAINER_MONWRITE ? "block" : "element",
		         (unsigned long long)(m->src.pos + m->cur + i), (unsigned long long)(m->left - i));
		m->resume = 1;
		m->left = i;
		room = i;
	} else {
		snprintf(to, sizeof to, "the %s", m->left == room ? "end of the record set" : "next frame");
	}
	say(m, "%s; skipped %u bytes to %s", what, (unsigned)room, to);
	m->skip = room;
	m->step = step_skip;
	stop(m, ev, MONREAD_BAD);
	ev->skipped = room;
	name_record(ev, h);
	/* A header that is not one tells no record either. */
	ev->has_record = h->zeros == 0 && h->domain < 32;
	return STOP;
}

/* Less is left in the frame or the set than a record header takes. */
static enum verdict no_room(struct monread *m, struct monread_ev *ev, uint32_t room)
{
	m->skip = room;
	m->step = step_skip;
	if (room == mr_frame_room(m->addr))
		return GO;
	say(m, "%u bytes at the end of the record set are too few for a record; skipped them", (unsigned)room);
	stop(m, ev, MONREAD_BAD);
	ev->skipped = room;
	return STOP;
}

/* Ask for memory that is needed soon; a macro, as gcc drops calls of functions that do nothing else. */
#ifdef HAVE_BUILTIN_PREFETCH
#define EXPECT(p) __builtin_prefetch(p)
#else
#define EXPECT(p) (void)(p)
#endif

/* What a mark says, behind its record. */
static enum verdict step_mark(struct monread *m, struct monread_ev *ev)
{
	memcpy(m->error, m->marked, sizeof m->error);
	m->step = step_record;
	stop(m, ev, MONREAD_GAP);
	ev->offset = m->mark_pos;
	ev->tod = m->mark_tod;
	ev->skipped = m->mark_lost;
	ev->domain = 10;
	ev->record = 1;
	ev->has_record = 1;
	return STOP;
}

/* The record EV is a mark: where it says that data was lost, so does the next step. */
static void note_mark(struct monread *m, const struct monread_ev *ev)
{
	struct monread_mark mark;
	int good = monread_mark_get(&mark, ev->bytes, ev->length) > 0;

	if (good && !(mark.why & MONREAD_MARK_LOST))
		return;
	mr_mark_sentence(m->marked, sizeof m->marked, good ? &mark : NULL);
	m->mark_pos = ev->offset;
	m->mark_tod = ev->tod;
	m->mark_lost = good && mark.known & MONREAD_MARK_BYTES ? mark.bytes : 0;
	m->step = step_mark;
}

static enum verdict step_record(struct monread *m, struct monread_ev *ev)
{
	enum mr_need need;
	struct mr_header h;
	uint32_t room;

	settle(m);
	if (m->left == 0) {
		m->step = step_set_done;
		return GO;
	}
	if (m->container == MONREAD_CONTAINER_MONWRITE && m->cur == MR_FRAME) {
		mr_source_take(&m->src, MR_FRAME);
		m->cur = 0;
	}
	room = mr_frame_room(m->addr);
	if (m->left < room)
		room = (uint32_t)m->left;
	if (room < MR_HEADER_SIZE)
		return no_room(m, ev, room);
	need = mr_source_need(&m->src, m->cur + MR_HEADER_SIZE);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? cut_off(m, ev, NULL) : wait_or_fail(m, ev, need);
	mr_header_get(&h, here(m));
	if (h.length < MR_HEADER_SIZE || h.length > room)
		return damaged(m, ev, &h, room);
	need = mr_source_need(&m->src, m->cur + h.length);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? cut_off(m, ev, &h) : wait_or_fail(m, ev, need);
	/* What stands here in the next frame: it is fetched while this record is worked on. */
	if (ahead(m) > MR_FRAME)
		EXPECT(here(m) + MR_FRAME);
	event(m, ev, MONREAD_RECORD, h.length);
	name_record(ev, &h);
	ev->tod = mr_be64(ev->bytes + 8);
	ev->address = m->addr;
	move_on(m, h.length);
	m->interval_end = 0;
	if (mr_frame_ends(&m->mce, h.domain, h.record)) {
		uint32_t rest = (0u - m->addr) & (MR_FRAME - 1);

		m->interval_end = h.record == 11;
		m->skip = m->left < rest ? (uint32_t)m->left : rest;
		m->step = step_skip;
	} else if (h.domain == 10 && h.record == 1 && monread_is_mark(ev->bytes, ev->length)) {
		note_mark(m, ev);
	}
	return EVENT;
}

/* N bytes of the set that are in no record. */
static enum verdict filler(struct monread *m, struct monread_ev *ev, size_t n)
{
	if (!(m->flags & MONREAD_WANT_FILLER))
		return GO;
	event(m, ev, MONREAD_FILLER, n);
	ev->address = m->addr;
	return EVENT;
}

/* Pass over m->skip bytes of the set, which lie in one frame. */
static enum verdict step_skip(struct monread *m, struct monread_ev *ev)
{
	enum mr_need need;
	uint32_t n = m->skip;
	enum verdict v;

	settle(m);
	if (n == 0) {
		m->step = step_record;
		return GO;
	}
	need = mr_source_need(&m->src, m->cur + 1);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? cut_off(m, ev, NULL) : wait_or_fail(m, ev, need);
	if (n > ahead(m))
		n = (uint32_t)ahead(m);
	v = filler(m, ev, n);
	move_on(m, n);
	m->skip -= n;
	return v;
}

/* ---- The end of a record set ---- */

/* Where the next control block stands if frames shared by two sets are there once or twice. */
static void next_block(const struct monread *m, uint64_t *once, uint64_t *twice)
{
	struct monread_mce a = m->mce, b;
	uint64_t frames = 1, shared = 0;
	unsigned i;

	for (i = m->imce + 1; i < m->nmces; i++) {
		mr_block_get(&b, m->block, i);
		frames += mr_mce_frames(&b);
		shared += b.start >> 12 == a.end >> 12;
		a = b;
	}
	*twice = frames * MR_FRAME;
	*once = *twice - shared * MR_FRAME;
}

/* 1: a control block or the end of the input is at AT; 0: neither; -1: not known. */
static int block_follows(const struct monread *m, uint64_t at)
{
	if (at > SHARED_AHEAD || m->src.avail < at)
		return -1;
	if (m->src.avail - at >= MONREAD_BLOCK_SIZE)
		return mr_block_certain(m->src.data + at);
	return m->src.avail == at ? 1 : -1;
}

/* The frame in which NEXT begins is also the one where the current set ends.
 * ASSUMED: it may be in the file twice or once.  If it stands there again it
 * is twice; else what makes the next control block valid decides, else what
 * makes NEXT's first records valid. */
static enum mr_need shared_frame(struct monread *m, const struct monread_mce *next)
{
	uint64_t at_once, at_twice, want;
	uint32_t first = next->start & (MR_FRAME - 1);
	const unsigned char *p;
	int once, twice, same;
	enum mr_need need;
	size_t n;

	if (m->once >= 0)
		return MR_NEED_OK;
	next_block(m, &at_once, &at_twice);
	want = (at_twice < SHARED_AHEAD ? at_twice : MR_FRAME) + MONREAD_BLOCK_SIZE;
	need = mr_source_need(&m->src, (size_t)want);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return need;
	p = m->src.data;
	n = m->src.avail > MR_FRAME ? m->src.avail - MR_FRAME : 0;
	same = n >= MR_HEADER_SIZE && memcmp(p, p + MR_FRAME, n < MR_FRAME ? n : MR_FRAME) == 0;
	once = block_follows(m, at_once) == 1;
	twice = block_follows(m, at_twice) == 1;
	if (same && n >= MR_FRAME) {
		twice = 1;
	} else if (once == twice) {
		n = m->src.avail < MR_FRAME ? m->src.avail : MR_FRAME;
		once = n > first + MR_HEADER_SIZE && mr_frame_plausible(next, p + first, n - first);
		twice = same;
	}
	m->once = once && !twice;
	return MR_NEED_OK;
}

/* MONWRITE: leave the frame in which the set ended. */
static enum verdict leave_frame(struct monread *m, struct monread_ev *ev)
{
	enum mr_need need = mr_source_need(&m->src, MR_FRAME);
	unsigned more = m->nmces - m->imce - 1;

	if (need == MR_NEED_OK) {
		mr_source_take(&m->src, MR_FRAME);
		m->cur = 0;
		return GO;
	}
	if (need != MR_NEED_SHORT)
		return wait_or_fail(m, ev, need);
	if (more)
		say(m, "cut off: the frame ends %zu bytes later, and %u more record set%s missing",
		    MR_FRAME - m->src.avail, more, more > 1 ? "s are" : " is");
	else
		say(m, "cut off: the frame ends %zu bytes later; its records are complete", MR_FRAME - m->src.avail);
	m->dataset_open = 0;
	m->step = step_end;
	stop(m, ev, MONREAD_BAD);
	m->cur = m->src.avail;
	return STOP;
}

static enum verdict step_set_done(struct monread *m, struct monread_ev *ev)
{
	struct monread_mce next;
	enum mr_need need;
	enum verdict v;

	if (m->resume) {
		m->resume = 0;
		if (m->container == MONREAD_CONTAINER_MONWRITE || m->mce.type == MONREAD_EVENT)
			leave_open(m);
		mr_source_take(&m->src, m->cur);
		m->cur = 0;
		m->step = m->container == MONREAD_CONTAINER_MONWRITE ? step_block : step_element;
		return GO;
	}
	if (m->container != MONREAD_CONTAINER_MONWRITE) {
		/* Boundaries of data sets are not in a stream: this is where they must have been. */
		int over = m->mce.type == MONREAD_EVENT || m->interval_end;

		m->step = over && m->container != MONREAD_CONTAINER_DEVICE ? step_dataset_done : step_element;
		return GO;
	}
	if (m->imce + 1 < m->nmces) {
		mr_block_get(&next, m->block, m->imce + 1);
		if (next.start >> 12 == m->mce.end >> 12) {
			need = shared_frame(m, &next);
			if (need != MR_NEED_OK)
				return wait_or_fail(m, ev, need);
			if (m->once) {
				m->imce++;
				m->step = step_next_set;
				return GO;
			}
		}
	}
	v = leave_frame(m, ev);
	if (v != GO)
		return v;
	m->step = ++m->imce < m->nmces ? step_next_set : step_dataset_done;
	return GO;
}

static enum verdict step_dataset_done(struct monread *m, struct monread_ev *ev)
{
	settle(m);
	set_end(m, ev);
	m->step = m->container == MONREAD_CONTAINER_MONWRITE ? step_block : step_element;
	if (m->container == MONREAD_CONTAINER_MONWRITE && m->block_bad) {
		char fault[MR_BLOCK_FAULT];

		mr_block_fault(fault, m->block, m->nmces);
		snprintf(m->why, sizeof m->why, "control element %u of the control block at 0x%llx is wrong: %s",
		         m->nmces + 1, (unsigned long long)m->block_pos, fault);
		m->hunt_pos = m->src.pos;
		m->hunted = 0;
		m->step = step_hunt;
	}
	return EVENT;
}

/* ---- Damage and the end ---- */

/* Hand out N bytes as what they are: in no record and at no known address. */
static enum verdict pass(struct monread *m, struct monread_ev *ev, size_t n)
{
	int is_stream = m->container == MONREAD_CONTAINER_STREAM || m->container == MONREAD_CONTAINER_DEVICE;

	/* Control blocks and unknown bytes are no part of the stream that a MONWRITE file stands for. */
	if (n && is_stream && m->flags & MONREAD_WANT_FILLER) {
		event(m, ev, MONREAD_FILLER, n);
		m->cur += n;
		return EVENT;
	}
	mr_source_take(&m->src, m->cur + n);
	m->cur = 0;
	return GO;
}

static enum verdict step_found(struct monread *m, struct monread_ev *ev)
{
	settle(m);
	m->step = m->container == MONREAD_CONTAINER_MONWRITE ? step_block : step_element;
	say(m, "%s; skipped %llu bytes to the next %s at 0x%llx", m->why, (unsigned long long)m->hunted,
	    m->container == MONREAD_CONTAINER_MONWRITE ? "control block" : "control element", (unsigned long long)m->src.pos);
	stop(m, ev, MONREAD_BAD);
	ev->offset = m->hunt_pos;
	ev->skipped = m->hunted;
	return STOP;
}

static enum verdict step_lost(struct monread *m, struct monread_ev *ev)
{
	settle(m);
	finish(m);
	say(m, "%s; skipped %llu bytes to the end of the input", m->why, (unsigned long long)m->hunted);
	stop(m, ev, MONREAD_BAD);
	ev->offset = m->hunt_pos;
	ev->skipped = m->hunted;
	return STOP;
}

/* Look for the next place where monitor data begins. */
static enum verdict step_hunt(struct monread *m, struct monread_ev *ev)
{
	enum mr_need need;
	size_t i, end;

	settle(m);
	need = mr_source_need(&m->src, HUNT_AHEAD);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return wait_or_fail(m, ev, need);
	end = need == MR_NEED_SHORT ? m->src.avail : m->src.avail - HUNT_AHEAD + 1;
	for (i = 0; i < end; i++) {
		enum monread_container container = begins(m, m->src.data + i, m->src.avail - i);

		if (container != MONREAD_CONTAINER_AUTO) {
			if (m->container == MONREAD_CONTAINER_AUTO)
				m->container = container;
			m->step = step_found;
			m->hunted += i;
			return pass(m, ev, i);
		}
	}
	if (need == MR_NEED_SHORT)
		m->step = step_lost;
	m->hunted += end;
	return pass(m, ev, end);
}

/* Hand out what is left at the end of a cut input, which has been seen: all of it is in the window. */
static enum verdict step_rest(struct monread *m, struct monread_ev *ev)
{
	enum verdict v;

	settle(m);
	if (ahead(m) == 0) {
		finish(m);
		return GO;
	}
	v = filler(m, ev, ahead(m));
	m->cur = m->src.avail;
	return v;
}

static enum verdict step_end(struct monread *m, struct monread_ev *ev)
{
	if (m->dataset_open)
		return set_end(m, ev);
	return stop(m, ev, MONREAD_EOF);
}

int monread_read(struct monread *m, struct monread_ev *ev)
{
	enum verdict v;

	m->begun = 1;
	m->error[0] = 0;
	do
		v = m->step(m, ev);
	while (v == GO);
	return v == STOP ? -1 : 0;
}
