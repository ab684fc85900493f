/* reader.h: a reader, and the steps by which it makes events of its input.
 *
 * The window of the source begins at the place that is read (stream) or at
 * the frame that is read (MONWRITE: it may have to be read twice); m->cur is
 * the distance from there.  A step looks at what is ahead and either makes an
 * event in m->ev, changes m->step and lets the next step go on, or stops
 * because it wants more bytes: then it has changed nothing and is simply run
 * again. */
#ifndef MR_READER_H
#define MR_READER_H

#include "monread.h"
#include "port/tod.h"
#include "stream/frame.h"
#include "stream/monwrite.h"
#include "stream/source.h"

/* How far ahead to see where what begins the input may be either container: control block, a frame, and the header of a
 * record at its very end. */
#define MR_HUNT_AHEAD (3u * MR_FRAME)

/* The records of a record set of sample data were built together.  TOD units: 30 seconds before and behind. */
#define MR_TOD_APART (30 * MR_TOD_SECOND)
#define MR_TOD_SPAN  (2 * MR_TOD_APART)
/* No clock of the set is known yet.  Monitor data of the minute behind it, in May 1971, would be near anything. */
#define MR_TOD_UNKNOWN (UINT64_C(1) << 63)

/* The TOD clock of a record set: that of its first record, unless the two behind it agree on another one. */
struct mr_times {
	uint64_t from;   /* a clock that is MR_TOD_SPAN behind it at most is near that of the set */
	uint64_t second; /* of the second record, where ->spoke is 2 */
	uint32_t behind; /* the address behind the record that spoke last */
	uint32_t spoke;  /* 1: the first record; 2: the second, which was not near it */
	uint32_t told;   /* the frame, its address + 1, in which one was that was not near, and was said */
};

enum mr_verdict { MR_GO, MR_EVENT, MR_STOP };

struct monread {
	struct monread_ev ev; /* that was handed out last */
	enum monread_code code;
	struct mr_source src;
	struct monread_device *device;
	struct monread_buffer set; /* of the device */
	int set_given;             /* it is complete, and is the window */
	enum monread_container container;
	unsigned flags;
	int begun;
	int detected; /* the container was found out */
	int undecided; /* it waits for bytes that tell what others are */
	enum mr_verdict (*step)(struct monread *);
	size_t cur;
	struct monread_mce mce;
	int have_mce;
	uint32_t addr; /* DCSS address at cur */
	uint64_t left; /* bytes of the record set from there on */
	uint32_t skip; /* bytes to pass over before the next record, */
	int blank;     /* which are handed out as zeros */
	int resume;    /* the set is over before its end, or its frame is: the next one was found, */
	uint32_t behind; /* so many bytes behind it */
	int interval_end; /* the last record was D1R11 of a sample set */
	int first_bad;    /* the set begins with damage */
	uint64_t serial, dataset, setno;
	int dataset_open;
	unsigned char block[MONREAD_BLOCK_SIZE];
	uint64_t block_pos;
	unsigned nmces, imce;
	uint32_t fence; /* so many bytes of the first frame of the set belong to the set before it */
	int block_bad;
	int once; /* frames shared by two sets are there: -1 not known, 0 twice, 1 once */
	size_t looked; /* at so many places nothing begins: where this was asked for, and more bytes were needed */
	int searched;  /* all of the first frame of the first set, which is in doubt, was looked at: nothing begins there */
	uint64_t hunt_pos, hunted;
	size_t held;     /* bytes of them that are kept until it is known what they belong to, */
	int handed_out;  /* which has come too late */
	enum monread_container other; /* begins among them, and is not that of the input */
	uint64_t other_pos;
	uint64_t mark_pos, mark_tod; /* of the mark that was handed out last, which says that data was lost */
	uint64_t mark_lost;
	uint32_t repeats; /* so many record sets that follow are repeated, as a mark has said */
	int repeated;     /* this one is */
	struct mr_times times;
	char marked[400];
	char why[240];
	char error[400];
	uint64_t part_end; /* of a part: where it ends; 0: this is no part */
	uint64_t part_set; /* and in which record set; 0: between two */
};

/* ---- Verdicts ---- */

void __attribute__((format(printf, 2, 3))) mr_say(struct monread *m, const char *fmt, ...);

/* What to do when the source has less than was asked for and it is not the end of the input. */
enum mr_verdict mr_wait_or_fail(struct monread *m, enum mr_need need);

/* Likewise, where with no more bytes it would be known what those are that are there. */
enum mr_verdict mr_wait_undecided(struct monread *m, enum mr_need need);

/* Have more bytes, to look again at those that are there: by the step that runs. */
enum mr_verdict mr_look_further(struct monread *m);

/* An event of damage or loss, KIND, at this place; what mr_say() has said is its text. */
enum mr_verdict mr_report(struct monread *m, enum monread_kind kind, uint64_t skipped);

/* The data set is complete. */
enum mr_verdict mr_set_end(struct monread *m);

/* N bytes of the set that are in no record: an event where these are wanted. */
enum mr_verdict mr_filler(struct monread *m, size_t n);

/* ---- Steps ---- */

enum mr_verdict mr_step_start(struct monread *m);        /* detect.c */
enum mr_verdict mr_step_device(struct monread *m);       /* reader.c */
enum mr_verdict mr_step_end(struct monread *m);
enum mr_verdict mr_step_element(struct monread *m);      /* sets.c */
enum mr_verdict mr_step_set_done(struct monread *m);
enum mr_verdict mr_step_dataset_done(struct monread *m);
enum mr_verdict mr_step_block(struct monread *m);        /* blocks.c */
enum mr_verdict mr_step_next_set(struct monread *m);
enum mr_verdict mr_step_record(struct monread *m);       /* records.c */
enum mr_verdict mr_step_skip(struct monread *m);
enum mr_verdict mr_step_behind(struct monread *m);       /* damage.c */
enum mr_verdict mr_step_rest(struct monread *m);

/* ---- Parts of steps ---- */

/* detect.c: whether a control element of a stream, and a record, begin at P; N is not 0. */
int mr_stream_begins(const unsigned char *p, size_t n);
/* Whether monitor data (in the container that is known, if one is) begins at P. */
enum monread_container mr_begins(const struct monread *m, const unsigned char *p, size_t n);
/* The first of the N places from AT on, all in the window, where it does; N: nowhere.  *UNKNOWN: whether it does there
 * depends on bytes that are to come. */
size_t mr_find_beginning(const struct monread *m, size_t at, size_t n, int *unknown);
/* Bytes in front of a control element, or a control block, can make it and them look like another one.  The one here, MCE the
 * first of it and FIRST bytes on its first record, is believed, unless no record is there and one begins inside of it behind
 * which there is a record; or unless it stands at the beginning, made this a stream, and nothing behind it looks like one.
 * *BELIEVED 0: it is not, and the container may be open again; where more bytes are needed: no record is there. */
enum mr_need mr_believe(struct monread *m, const struct monread_mce *mce, size_t first, int *believed);

/* Where the input ends before a first record that would make it a MONWRITE file: whether 40 bytes in front of a stream made it
 * look like one.  Then the container is a stream. */
int mr_is_stream_after_all(struct monread *m);

/* sets.c: the record set that m->mce announces begins. */
void mr_begin_set(struct monread *m);

/* blocks.c: the set of a control block is done: to the next set, or to the end of the data set. */
enum mr_verdict mr_next_of_block(struct monread *m);

/* blocks.c: behind the sets of a control block that has more elements, which are not good. */
void mr_leave_block(struct monread *m);

/* records.c: the clock of the set, as reading the next N bytes, which are whole frames or the rest of one and others behind it,
 * would have it. */
void mr_note_times(struct monread *m, size_t n);

/* part.c: all of a part was read. */
enum mr_verdict mr_part_over(struct monread *m);

/* damage.c: the input ends inside of a record set, of a record with the header H if that is not NULL. */
enum mr_verdict mr_cut_off(struct monread *m, const struct mr_header *h);

/* damage.c: ROOM bytes hold no record that can be made out; H is the header that is none. */
enum mr_verdict mr_damaged(struct monread *m, const struct mr_header *h, uint32_t room);

/* damage.c: less is left in the frame or the set, ROOM bytes, than a record header takes. */
enum mr_verdict mr_no_room(struct monread *m, uint32_t room);

#define MR_NO_DATA "no monitor data: neither a control element at the beginning, nor a MONWRITE control block"

/* hunt.c: WHY nothing can be read here: look for the next place where monitor data begins. */
enum mr_verdict mr_hunt(struct monread *m, const char *why);

/* ---- Where reading stands ---- */

static inline int mr_is_monwrite(const struct monread *m)
{
	return m->container == MONREAD_CONTAINER_MONWRITE;
}

/* Let go of what a stream has handed out.  MONWRITE frames are let go as a whole. */
static inline void mr_settle(struct monread *m)
{
	if (!mr_is_monwrite(m)) {
		mr_source_take(&m->src, m->cur);
		m->cur = 0;
	}
}

/* Let go of N more bytes than were handed out. */
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
	m->addr += n;
	m->left -= n;
}

static inline int mr_is_part_over(const struct monread *m)
{
	return m->part_end && m->src.pos + m->cur >= m->part_end;
}

/* A set of which only the front belongs to the part: reading goes up to there. */
static inline void mr_limit(struct monread *m)
{
	uint64_t here = m->src.pos + m->cur;

	if (m->part_set && m->setno == m->part_set && m->part_end - here < m->left)
		m->left = m->part_end - here;
}

/* The data set is cut off: no SET_END follows, but where the device has said that it ends. */
static inline void mr_leave_open(struct monread *m)
{
	if (m->container != MONREAD_CONTAINER_DEVICE)
		m->dataset_open = 0;
}

/* No more bytes: of the data set, where there are data sets, else of the input. */
static inline void mr_finish(struct monread *m)
{
	m->step = m->container == MONREAD_CONTAINER_DEVICE ? mr_step_device : mr_step_end;
}

/* What an event of any kind has; the caller adds the rest.  Field by field, and each of them once, as there is one for each
 * record: memset() would take as long as all the rest. */
static inline struct monread_ev *mr_begin_event(struct monread *m, enum monread_kind kind, size_t length)
{
	struct monread_ev *ev = &m->ev;

	ev->kind = kind;
	ev->flags = m->repeated ? MONREAD_REPEATED : 0;
	ev->offset = m->src.pos + m->cur;
	ev->serial = ++m->serial;
	ev->dataset = m->dataset;
	ev->setno = m->setno;
	ev->skipped = 0;
	ev->bytes = mr_here(m);
	ev->length = length;
	ev->text = NULL;
	return ev;
}

/* An event that is no record. */
static inline enum mr_verdict mr_event(struct monread *m, enum monread_kind kind, size_t length)
{
	struct monread_ev *ev = mr_begin_event(m, kind, length);

	ev->tod = 0;
	ev->mce = m->have_mce ? &m->mce : NULL;
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
