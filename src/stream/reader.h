/* reader.h: the state of a reader (struct monread), and the steps that turn its input into events.
 *
 * m->src holds a window of the input. In a stream, the window begins at the read position. In a
 * MONWRITE file, it begins at the current frame, because this frame may have to be read twice.
 * m->cur is the distance from the start of the window to the read position.
 *
 * A step is a function that returns MR_EVENT (m->ev is filled in), MR_GO (run the step in m->step
 * next) or MR_STOP (m->code says why). A step that needs more bytes has changed nothing, so it can
 * run again. */
#ifndef MR_READER_H
#define MR_READER_H

#include "base/tod.h"
#include "stream/monwrite.h"
#include "stream/source.h"

/* CP builds all records of a sample set together, so the clock of a record is wrong if it differs
 * from the clock of the set by more than 30 seconds. */
#define MR_TOD_APART (30 * MR_TOD_SECOND)
#define MR_TOD_SPAN  (2 * MR_TOD_APART)
/* Value of ->from in struct mr_times while the clock of the record set is not known: a day in 1971,
 * before all monitor data. */
#define MR_TOD_UNKNOWN (UINT64_C(1) << 63)

/* The TOD clock of a record set: the clock of its first record, unless its second and third record
 * agree on a different clock. */
struct mr_times {
	/* the lowest correct clock of a record; the highest is ->from + MR_TOD_SPAN */
	uint64_t from;
	uint64_t second;       /* clock of the second record; valid if ->compared is 2 */
	uint32_t next_address; /* address after the last record whose clock was compared */
	/* 1: only the first record of the set was compared. 2: also the second record, which has a
	 * different clock. 3: also the third record. */
	uint32_t compared;
	/* address + 1 of the last frame in which a wrong clock was reported */
	uint32_t reported_frame;
};

enum mr_verdict { MR_GO, MR_EVENT, MR_STOP };

/* How a MONWRITE file stores a frame that two record sets share. */
enum mr_sharing { MR_SHARING_UNKNOWN = -1, MR_STORED_TWICE, MR_STORED_ONCE };

struct monread {
	struct monread_ev ev; /* the event that monread_next() returns */
	enum monread_code code;
	struct mr_source src;
	unsigned flags;
	int begun;
	enum mr_verdict (*step)(struct monread *); /* the step that runs next */
	size_t cur;
	uint64_t serial, dataset;
	int dataset_open;
	char error[400];
	struct {
		struct monread_device *handle;
		struct monread_buffer data; /* the data set that the device returned */
	} device;
	struct {
		enum monread_container kind;
		int detected; /* 1: ->kind was detected; 0: the user of the library set it */
		/* 1 while the next bytes decide which container the input has, or whether monitor
		 * data begins at the read position */
		int undecided;
		/* number of searched bytes that are kept until the container is known */
		size_t held;
		int handed_out; /* 1: more than HELD_MOST bytes were searched; keep no more */
		/* The container and the input offset of a capture that is among the skipped bytes,
		 * and whose container is not ->kind. */
		enum monread_container other;
		uint64_t other_pos;
	} container;
	/* The record set at the read position. */
	struct {
		struct monread_mce mce;
		int have_mce;
		uint64_t number;
		uint32_t addr;    /* DCSS address of the byte at the read position */
		uint64_t left;    /* number of bytes of the set after the read position */
		uint32_t skip;    /* number of bytes to skip before the next record */
		int blank;        /* 1: return the ->skip bytes as zeros */
		int interval_end; /* 1: the last record was D1R11 of a sample set */
		int first_bad;    /* 1: the first frame of the set is damaged */
		int repeated;     /* 1: a mark announced the set as repeated configuration */
		/* In a frame that the file stores once for two sets: the number of bytes of the
		 * frame up to the end of the previous set; else 0 */
		uint32_t fence;
		struct mr_times times;
	} set;
	/* The current control block of a MONWRITE file. */
	struct {
		unsigned char bytes[MONREAD_BLOCK_SIZE];
		uint64_t pos;
		unsigned nmces, imce; /* number of control elements, and index of the current one */
		int bad;              /* 1: an invalid element follows the valid ones */
		unsigned end_records; /* number of skipped end-of-data records */
		uint64_t end_record;  /* input offset of the last end-of-data record */
		enum mr_sharing shared;
	} block;
	struct {
		/* 1: the set or frame ends early, because the next control element or block was
		 * found ->distance bytes after ->cur */
		int resume;
		uint32_t distance;
		/* number of offsets that mr_search() has searched, while it waits for more bytes */
		size_t looked;
		/* 1: the first frame of the input's first record set has neither a valid record nor
		 * the beginning of other monitor data */
		int searched;
		uint64_t pos, skipped; /* input offset and number of the skipped bytes */
		char why[240];
	} search;
	/* The last mark; see mark.c. */
	struct {
		uint64_t pos, tod; /* offset and TOD clock of the mark */
		uint64_t lost;     /* number of lost bytes; 0: unknown */
		uint32_t repeats;  /* number of repeated record sets that still follow the mark */
		char text[400];
	} marks;
	/* The part of the input that this reader must read. */
	struct {
		uint64_t end; /* input offset where the part ends; 0: read the whole input */
		/* number of the record set in which the part ends; 0: it ends between record
		 * sets */
		uint64_t set;
	} part;
};

/* ---- Verdicts ---- */

/* Set the text of the next error, or of the next event of mr_report(). */
void __attribute__((format(printf, 2, 3))) mr_say(struct monread *m, const char *fmt, ...);

/* Ask the caller for more input if NEED is MR_NEED_MORE, or fail if it is MR_NEED_FAIL.
 * mr_wait_undecided() also sets m->container.undecided while the reader waits. */
enum mr_verdict mr_wait_or_fail(struct monread *m, enum mr_need need);
enum mr_verdict mr_wait_undecided(struct monread *m, enum mr_need need);

/* Ask the caller for more input than the window has, and then run the current step again. */
enum mr_verdict mr_look_further(struct monread *m);

/* Return an event of kind KIND (MONREAD_BAD or MONREAD_GAP) at the read position, with the text of
 * the last mr_say(). SKIPPED is the number of lost bytes. */
enum mr_verdict mr_report(struct monread *m, enum monread_kind kind, uint64_t skipped);

enum mr_verdict mr_set_end(struct monread *m);

/* Return the next N bytes of the record set, which are in no record, as an event MONREAD_FILLER if
 * the caller wants filler; else return MR_GO. */
enum mr_verdict mr_filler(struct monread *m, size_t n);

/* ---- Steps ---- */

enum mr_verdict mr_step_start(struct monread *m);    /* detect the container */
enum mr_verdict mr_step_device(struct monread *m);   /* end or begin a data set of a device */
enum mr_verdict mr_step_end(struct monread *m);      /* handle the end of the input */
enum mr_verdict mr_step_element(struct monread *m);  /* stream: read a control element */
enum mr_verdict mr_step_block(struct monread *m);    /* MONWRITE: read a control block */
enum mr_verdict mr_step_next_set(struct monread *m); /* MONWRITE: use a control element */
enum mr_verdict mr_step_record(struct monread *m);
enum mr_verdict mr_step_skip(struct monread *m);     /* skip m->set.skip bytes */
enum mr_verdict mr_step_set_tail(struct monread *m); /* handle bytes after a set's last record */
enum mr_verdict mr_step_set_done(struct monread *m);
enum mr_verdict mr_step_dataset_done(struct monread *m);
enum mr_verdict mr_step_rest(struct monread *m); /* pass over the last bytes of a truncated input */

/* ---- Parts of steps ---- */

/* detect.c: return 1 if the N > 0 bytes at P begin with a control element and its first record. */
int mr_stream_begins(const unsigned char *p, size_t n);
/* Return the container of the monitor data with which the N bytes at P begin;
 * MONREAD_CONTAINER_AUTO: none. If m->container.kind is known, check only for this container. */
enum monread_container mr_begins(const struct monread *m, const unsigned char *p, size_t n);
/* Search for monitor data at N offsets, of which the first is AT bytes after the start of the
 * window. Return how many of these offsets come before the monitor data; N if none begins there.
 * *UNKNOWN is 1 if bytes that have not come yet decide whether data begins at the returned
 * offset. */
size_t mr_find_beginning(const struct monread *m, size_t at, size_t n, int *unknown);
/* Like mr_find_beginning(); but if the last call has set *UNKNOWN to 1, continue where that call
 * ended. */
size_t mr_search(struct monread *m, size_t at, size_t n, int *unknown);
/* Stray bytes can look like a control element. Set *BELIEVED to 1 if the element MCE, whose first
 * record begins FIRST bytes after the read position, is real; else to 0.
 *
 * With a valid first record, MCE is real. With an invalid first record, MCE is not real if other
 * monitor data begins before the record, or if MCE is at the beginning of the input and nothing
 * after MCE looks like a stream; m->container.kind may then become unknown again. While more bytes
 * are needed, *BELIEVED is 0 if the record is invalid. */
enum mr_need mr_believe(struct monread *m, const struct monread_mce *mce, size_t first,
                        int *believed);
/* Call this if the input looked like a MONWRITE file, but ended before the first record. If the
 * input is a stream with 40 stray bytes before it, set the container to stream and return 1. */
int mr_is_stream_after_all(struct monread *m);

/* sets.c: begin the record set of the control element m->set.mce. */
void mr_begin_set(struct monread *m);

/* blocks.c: after a record set of a MONWRITE file, go to the next set of its control block, or end
 * the data set. */
enum mr_verdict mr_next_of_block(struct monread *m);
/* Search for the next control block, because the next element of this control block is invalid. */
void mr_leave_block(struct monread *m);

/* records.c: update the clock of the record set from the records in the next N bytes, which the
 * caller will skip, and which end at a frame boundary. */
void mr_note_times(struct monread *m, size_t n);

/* part.c: stop, because the reader has read its part of the input. */
enum mr_verdict mr_part_over(struct monread *m);

/* damage.c: handle an input that ends inside a record set; H is the header of the incomplete
 * record, or NULL. */
enum mr_verdict mr_cut_off(struct monread *m, const struct mr_header *h);
/* Handle the invalid record header H; ROOM bytes are left in the frame or record set. */
enum mr_verdict mr_damaged(struct monread *m, const struct mr_header *h, uint32_t room);
/* Handle the last ROOM bytes of a frame or record set, which are too few for a record header. */
enum mr_verdict mr_no_room(struct monread *m, uint32_t room);

#define MR_NO_DATA \
	"no monitor data: neither a control element at the beginning, nor a MONWRITE control block"

/* foreign.c: P has the first N bytes of the input, of which MR_FOREIGN_AHEAD suffice. Return a
 * static text that says how a file transfer changed the input, and how to repair it; NULL: no
 * change is found. */
#define MR_FOREIGN_AHEAD 262u
const char *mr_foreign(const unsigned char *p, size_t n);

/* mark.c: write to TO a sentence about the lost data that MARK reports; if MARK is NULL, the
 * sentence says that the mark is damaged. */
void mr_mark_sentence(char *to, size_t size, const struct monread_mark *mark);

/* resync.c: search for the next control element or block. FMT and its arguments say why the data at
 * the read position cannot be read. */
enum mr_verdict __attribute__((format(printf, 2, 3))) mr_resync(struct monread *m, const char *fmt,
                                                                ...);

/* ---- Read position ---- */

static inline int mr_is_monwrite(const struct monread *m)
{
	return m->container.kind == MONREAD_CONTAINER_MONWRITE;
}

static inline int mr_is_device(const struct monread *m)
{
	return m->container.kind == MONREAD_CONTAINER_DEVICE;
}

/* Move the read position N bytes on, and release the bytes before it. */
static inline void mr_pass_over(struct monread *m, size_t n)
{
	mr_source_take(&m->src, m->cur + n);
	m->cur = 0;
}

/* In a stream, release the bytes before the read position; a MONWRITE file keeps its current
 * frame. */
static inline void mr_settle(struct monread *m)
{
	if (!mr_is_monwrite(m))
		mr_pass_over(m, 0);
}

static inline const unsigned char *mr_here(const struct monread *m)
{
	return m->src.data + m->cur;
}

static inline size_t mr_ahead(const struct monread *m)
{
	return m->src.avail > m->cur ? m->src.avail - m->cur : 0;
}

static inline void mr_move_on(struct monread *m, uint32_t n)
{
	m->cur += n;
	m->set.addr += n;
	m->set.left -= n;
}

static inline int mr_is_part_over(const struct monread *m)
{
	return m->part.end && m->src.pos + m->cur >= m->part.end;
}

/* If the part that this reader must read ends in the current record set, end the set there. */
static inline void mr_limit(struct monread *m)
{
	uint64_t here = m->src.pos + m->cur;

	if (m->part.set && m->set.number == m->part.set && m->part.end - here < m->set.left)
		m->set.left = m->part.end - here;
}

/* Forget an incomplete data set, so that no MONREAD_SET_END follows. With a device, keep it: the
 * device itself ends its data sets. */
static inline void mr_leave_open(struct monread *m)
{
	if (!mr_is_device(m))
		m->dataset_open = 0;
}

/* All bytes of the window were read: choose the next step. */
static inline void mr_finish(struct monread *m)
{
	m->step = mr_is_device(m) ? mr_step_device : mr_step_end;
}

/* Fill in the members that every event has; the caller fills in the others. Use one assignment per
 * member, because memset() would double the time per record. */
static inline struct monread_ev *mr_begin_event(struct monread *m, enum monread_kind kind,
                                                size_t length)
{
	struct monread_ev *ev = &m->ev;

	ev->kind = kind;
	ev->flags = m->set.repeated ? MONREAD_REPEATED : 0;
	ev->offset = m->src.pos + m->cur;
	ev->serial = ++m->serial;
	ev->dataset = m->dataset;
	ev->setno = m->set.number;
	ev->skipped = 0;
	ev->bytes = mr_here(m);
	ev->length = length;
	ev->text = NULL;
	return ev;
}

/* Make m->ev an event of the kind KIND, which is not MONREAD_RECORD. */
static inline enum mr_verdict mr_event(struct monread *m, enum monread_kind kind, size_t length)
{
	struct monread_ev *ev = mr_begin_event(m, kind, length);

	ev->tod = 0;
	ev->mce = m->set.have_mce ? &m->set.mce : NULL;
	ev->address = 0;
	ev->domain = 0;
	ev->record = 0;
	return MR_EVENT;
}

static inline void mr_name_record(struct monread_ev *ev, const struct mr_header *h)
{
	ev->domain = h->domain;
	ev->record = h->record;
	ev->flags |= MONREAD_NUMBERED;
}

#endif
