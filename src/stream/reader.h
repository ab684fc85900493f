/* reader.h: the state of a reader (struct monread), and the step functions that turn the input of a
 * reader into events.
 *
 * m->src holds a window of the input. In a stream, the window begins at the read position; in a
 * MONWRITE file, it begins at the current frame, which may have to be read twice. m->cur is the
 * distance from the start of the window to the read position.
 *
 * A step looks at the bytes ahead and returns MR_EVENT (m->ev is filled in), MR_GO (run the step in
 * m->step next) or MR_STOP (m->code says why). A step that needs more bytes has changed nothing, so
 * the same step runs again later. */
#ifndef MR_READER_H
#define MR_READER_H

#include "base/tod.h"
#include "monread.h"
#include "stream/frame.h"
#include "stream/monwrite.h"
#include "stream/source.h"

/* Number of bytes to read if the beginning of the input can be a stream and also a MONWRITE file: a
 * control block, a frame, and a record header at the end of this frame. */
#define MR_RESYNC_AHEAD (3u * MR_FRAME)

/* CP builds all records of a sample set together, so the clock of a record is wrong if it differs
 * from the clock of the set by more than 30 seconds in either direction. Unit: TOD units. */
#define MR_TOD_APART (30 * MR_TOD_SECOND)
#define MR_TOD_SPAN  (2 * MR_TOD_APART)
/* Value of a record set's clock while this clock is not known. No record has this value: it stands
 * for May 1971, and all monitor data is later. */
#define MR_TOD_UNKNOWN (UINT64_C(1) << 63)

/* The TOD clock of a record set: the clock of its first record, unless its second and third record
 * agree on a different clock. */
struct mr_times {
	uint64_t from;   /* the accepted clocks are from ->from to ->from + MR_TOD_SPAN */
	uint64_t second; /* clock of the second record; valid if ->compared is 2 */
	uint32_t next_address; /* address after the last record whose clock was compared */
	/* Which records of the set were examined. 1: only the first record. 2: also the second
	 * record, whose clock differs from the first. 3: also the third record. */
	uint32_t compared;
	/* address + 1 of the last frame in which a wrong clock was reported; at most one wrong
	 * clock is reported per frame */
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
	/* the function that runs next; see Steps below */
	enum mr_verdict (*step)(struct monread *);
	size_t cur;
	uint64_t serial, dataset;
	int dataset_open;
	char error[400];
	struct {
		struct monread_device *handle;
		struct monread_buffer data; /* the data set that the device returned */
		/* 1 if the reader now reads the data set in ->data */
		int given;
	} device;
	struct {
		enum monread_container kind;
		/* 1 if the container was detected, 0 if the caller of the library set it */
		int detected;
		/* 1 while the next bytes decide which container the input has, or whether monitor
		 * data begins at the read position */
		int undecided;
		/* number of bytes at the beginning of the input that the reader keeps until the
		 * container is known */
		size_t held;
		/* 1 after the reader held more than HELD_MOST bytes: it then returns bytes as
		 * filler instead of holding them until the container is known */
		int handed_out;
		/* If the skipped bytes contain the beginning of a capture in another container than
		 * the input: that container, and the offset in the input where the capture
		 * begins. */
		enum monread_container other;
		uint64_t other_pos;
	} container;
	/* The record set at the read position. */
	struct {
		struct monread_mce mce;
		int have_mce;
		uint64_t number;
		uint32_t addr; /* DCSS address of the byte at the read position */
		uint64_t left; /* number of bytes of the set from the read position on */
		uint32_t skip; /* number of bytes to skip before the next record */
		/* 1: return the ->skip bytes as zeros; 0: return them as they are */
		int blank;
		/* 1 if the last record was D1R11 of a sample set, which ends an interval */
		int interval_end;
		int first_bad; /* 1 if the first frame of the set is damaged */
		/* 1 if the set repeats configuration that an earlier file already has; a mark (a
		 * record that monread wrote) before the set announced this */
		int repeated;
		/* number of bytes of the set's first frame that belong to the previous set */
		uint32_t fence;
		struct mr_times times;
	} set;
	/* The control block of a MONWRITE file. */
	struct {
		unsigned char bytes[MONREAD_BLOCK_SIZE];
		uint64_t pos;
		unsigned nmces, imce; /* number of control elements, and index of the current one */
		int bad;
		unsigned end_records; /* number of end-of-data records that were skipped */
		uint64_t end_record;  /* offset of the last end-of-data record that was skipped */
		enum mr_sharing shared;
	} block;
	struct {
		/* 1 if a set or a frame ended early, and the next control element or block was
		 * found ->distance bytes after ->cur */
		int resume;
		uint32_t distance;
		/* number of offsets that were searched without finding monitor data; kept while the
		 * reader waits for more bytes */
		size_t looked;
		/* 1 if the first frame of the first record set of the input has no valid record,
		 * and no monitor data begins in this frame */
		int searched;
		/* offset in the input where skipping began, and the number of skipped bytes */
		uint64_t pos, skipped;
		char why[240];
	} search;
	struct {
		/* offset and TOD clock of the last mark (a record about lost or repeated data) that
		 * announces lost data */
		uint64_t pos, tod;
		uint64_t lost;
		/* number of record sets that repeat configuration and follow the mark, according to
		 * the mark */
		uint32_t repeats;
		char text[400];
	} marks;
	struct {
		/* offset in the input where the part ends that this reader must read; 0 if the
		 * reader must read the whole input */
		uint64_t end;
		/* number of the record set in which the part ends; 0 if the part ends between two
		 * sets */
		uint64_t set;
	} part;
};

/* ---- Verdicts ---- */

/* Set the text of the next error, or of the event that the next mr_report() returns. */
void __attribute__((format(printf, 2, 3))) mr_say(struct monread *m, const char *fmt, ...);

/* Return the verdict for NEED, which is a value other than MR_NEED_OK: ask for more input, stop
 * with an error, or go to the end of the input. */
enum mr_verdict mr_wait_or_fail(struct monread *m, enum mr_need need);

/* Do the same as mr_wait_or_fail(), and set m->container.undecided to 1: with more input, the
 * reader may understand the present bytes in another way. */
enum mr_verdict mr_wait_undecided(struct monread *m, enum mr_need need);

/* Ask the caller for more input. When it has come, run the current step again. */
enum mr_verdict mr_look_further(struct monread *m);

/* Return an event of kind KIND (MONREAD_BAD or MONREAD_GAP) at the read position. The text of the
 * event is the text of the last mr_say(); SKIPPED is the number of lost bytes. */
enum mr_verdict mr_report(struct monread *m, enum monread_kind kind, uint64_t skipped);

/* Return the event MONREAD_SET_END. */
enum mr_verdict mr_set_end(struct monread *m);

/* The next N bytes of the record set are not part of a record: return them as an event
 * MONREAD_FILLER if the caller wants filler; else return MR_GO. */
enum mr_verdict mr_filler(struct monread *m, size_t n);

/* ---- Steps ---- */

/* detect.c: the step that detects the container of the input. */
enum mr_verdict mr_step_start(struct monread *m);
/* reader.c: the step at the end of a data set of the device, or at the end of the input. */
enum mr_verdict mr_step_device(struct monread *m);
enum mr_verdict mr_step_end(struct monread *m);
/* sets.c: mr_step_element() reads a control element of a stream. mr_step_set_done() chooses the
 * next step after a record set. mr_step_dataset_done() returns the event for the end of a data
 * set. */
enum mr_verdict mr_step_element(struct monread *m);
enum mr_verdict mr_step_set_done(struct monread *m);
enum mr_verdict mr_step_dataset_done(struct monread *m);
/* blocks.c: mr_step_block() reads a control block; mr_step_next_set() begins the next record set
 * that the control block announces. */
enum mr_verdict mr_step_block(struct monread *m);
enum mr_verdict mr_step_next_set(struct monread *m);
/* records.c: mr_step_record() reads a record and returns it as an event; mr_step_skip() skips bytes
 * after a record. */
enum mr_verdict mr_step_record(struct monread *m);
enum mr_verdict mr_step_skip(struct monread *m);
/* damage.c: mr_step_set_tail() handles the bytes of a record set after its last record;
 * mr_step_rest() returns the remaining bytes of a truncated input. */
enum mr_verdict mr_step_set_tail(struct monread *m);
enum mr_verdict mr_step_rest(struct monread *m);

/* ---- Parts of steps ---- */

/* detect.c: return 1 if a control element and the first record of its set can begin at P, which has
 * N > 0 bytes. */
int mr_stream_begins(const unsigned char *p, size_t n);
/* Return the container that begins at the N bytes at P, or MONREAD_CONTAINER_AUTO if none does. If
 * m->container.kind is known, check only for this container. */
enum monread_container mr_begins(const struct monread *m, const unsigned char *p, size_t n);
/* Search for monitor data at N offsets, of which the first is AT bytes after the start of the
 * window (m->src.data). Return how many of these offsets lie before the monitor data; N if none
 * begins there. *UNKNOWN is 1 if the answer for the returned offset depends on bytes that have not
 * come yet. */
size_t mr_find_beginning(const struct monread *m, size_t at, size_t n, int *unknown);
/* Stray bytes before a control element or control block can look like an element. Decide whether
 * the element MCE, whose first record begins FIRST bytes after the read position, is real. It is
 * not real in two cases: if no record follows it and data that fits better begins inside it; or if
 * it is at the beginning of the input, made the input look like a stream, and nothing after it
 * looks like a stream.
 *
 * *BELIEVED is 0 if MCE is not real; the container may then be unknown again. If more bytes are
 * needed to decide, *BELIEVED is 0 if no record follows MCE. */
enum mr_need mr_believe(struct monread *m, const struct monread_mce *mce, size_t first,
                        int *believed);

/* Call this function if the input ended before the first record of a MONWRITE file. It returns 1,
 * and sets the container to stream, if the input is in fact a stream after 40 stray bytes. */
int mr_is_stream_after_all(struct monread *m);

/* sets.c: begin the record set that m->set.mce announces. */
void mr_begin_set(struct monread *m);

/* blocks.c: call this function after a record set of a control block: it goes to the next record
 * set, or ends the data set. */
enum mr_verdict mr_next_of_block(struct monread *m);

/* blocks.c: leave the control block, because its remaining elements are invalid. */
void mr_leave_block(struct monread *m);

/* records.c: update the clock of the record set as if the next N bytes had been read; these bytes
 * end at a frame boundary. */
void mr_note_times(struct monread *m, size_t n);

/* part.c: call this function after the reader has read its part of the input to the end. */
enum mr_verdict mr_part_over(struct monread *m);

/* damage.c: handle an input that ends inside a record set; H is the header of the incomplete
 * record, or NULL. */
enum mr_verdict mr_cut_off(struct monread *m, const struct mr_header *h);

/* damage.c: handle a record whose header H is invalid; ROOM bytes are left in the frame or record
 * set. */
enum mr_verdict mr_damaged(struct monread *m, const struct mr_header *h, uint32_t room);

/* damage.c: handle a frame or record set that has only ROOM bytes left, too few for a record
 * header. */
enum mr_verdict mr_no_room(struct monread *m, uint32_t room);

#define MR_NO_DATA \
	"no monitor data: neither a control element at the beginning, nor a MONWRITE control block"

/* foreign.c: return a sentence that explains how a file transfer changed the input, whose first N
 * bytes are at P, and how to repair it; NULL if no such change is found. The text is static. The
 * function examines at most MR_FOREIGN_AHEAD bytes. */
#define MR_FOREIGN_AHEAD 262u
const char *mr_foreign(const unsigned char *p, size_t n);

/* mark.c: write a sentence about the lost data of MARK to TO; if MARK is NULL, a sentence about a
 * damaged mark. */
void mr_mark_sentence(char *to, size_t size, const struct monread_mark *mark);

/* resync.c: search for the next control element or block. WHY is the reason why the data at the
 * read position cannot be read. */
enum mr_verdict mr_resync(struct monread *m, const char *why);

/* ---- Read position ---- */

static inline int mr_is_monwrite(const struct monread *m)
{
	return m->container.kind == MONREAD_CONTAINER_MONWRITE;
}

/* Release the bytes of a stream that were already returned in events. Bytes of a MONWRITE file are
 * released only in whole frames. */
static inline void mr_settle(struct monread *m)
{
	if (!mr_is_monwrite(m)) {
		mr_source_take(&m->src, m->cur);
		m->cur = 0;
	}
}

/* Move the read position N bytes on, and release the bytes before it. */
static inline void mr_pass_over(struct monread *m, size_t n)
{
	mr_source_take(&m->src, m->cur + n);
	m->cur = 0;
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

/* If the current record set contains the end of the part of the input that this reader must read,
 * stop reading at the end of the part. */
static inline void mr_limit(struct monread *m)
{
	uint64_t here = m->src.pos + m->cur;

	if (m->part.set && m->set.number == m->part.set && m->part.end - here < m->set.left)
		m->set.left = m->part.end - here;
}

/* Forget the open data set without returning MONREAD_SET_END, because the data set is incomplete.
 * This is not done for a device, which reports the end of each data set. */
static inline void mr_leave_open(struct monread *m)
{
	if (m->container.kind != MONREAD_CONTAINER_DEVICE)
		m->dataset_open = 0;
}

/* Choose the next step at the end of the window: the next data set of a device, or the end of the
 * input. */
static inline void mr_finish(struct monread *m)
{
	m->step = m->container.kind == MONREAD_CONTAINER_DEVICE ? mr_step_device : mr_step_end;
}

/* Fill in the members that every event has; the caller fills in the other members. Use one
 * assignment per member, because memset() would double the time per record. */
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

/* Return an event of the kind KIND, which is not a record. */
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
