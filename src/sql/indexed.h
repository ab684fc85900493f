/* indexed.h: an index of the records in a capture, for queries that read the capture many times.
 * The index takes 16 bytes per run of adjacent records of one kind, and a frame of 4096 bytes
 * contains about one run. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include "base/bounds.h"
#include "session/session.h"

struct indexed_system {
	unsigned release; /* 0: unknown */
	char name[12];    /* "": unknown */
};

/* A stretch: consecutive records of one data set that have the same type (samples or events) and
 * system. */
struct indexed_stretch {
	uint64_t dataset;
	uint64_t interval; /* TOD clock of the sample that ends the interval of these records */
	uint64_t first, last; /* TOD clocks of the earliest and the latest record */
	struct indexed_system system;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
	/* 1: configuration that --write repeated, of which only tables NAME_last have rows */
	uint8_t repeated;
	uint8_t in_interval; /* 1: ->interval is known */
};

/* A run: adjacent records of one kind in one stretch. */
struct indexed_run {
	uint64_t offset;
	uint32_t stretch; /* index of its stretch */
	uint16_t bytes;
	uint16_t kind; /* see indexed_kind() */
};

/* Each pair of a domain and a record number is a kind of records. All pairs that mr_is_in_bounds()
 * refuses are one kind, INDEXED_OTHERS. */
#define INDEXED_OTHERS (MR_DOMAINS * MR_RECORDS)
#define INDEXED_KINDS  (INDEXED_OTHERS + 1u)

static inline unsigned indexed_kind(unsigned domain, unsigned record)
{
	return mr_is_in_bounds(domain, record) ? domain * MR_RECORDS + record : INDEXED_OTHERS;
}

/* Damaged, missing or lost data, or a doubtful time or value in a record. */
struct indexed_problem {
	uint64_t offset, dataset;
	int numbered; /* 1: the problem is about a record, with ->domain and ->record */
	uint16_t domain, record;
	char *text;
};

#define INDEXED_OPEN 128u

/* Closes captures, so that they use at most half of the descriptors that the process may have. */
struct indexed_pool {
	struct indexed *open[INDEXED_OPEN]; /* NULL: element not used yet */
	size_t most; /* number of captures that may be open; 0: not determined yet */
	size_t next; /* index in ->open of the next capture to close */
};

struct indexed {
	/* ---- set by the caller of indexed_open() ---- */
	const char *name;
	unsigned place; /* position of the file on the command line, from 0 */
	enum monread_container asked; /* format that the user requested */
	struct {
		int fd; /* descriptor of a regular file; -1: ->pool has closed it */
		struct indexed_pool *pool; /* may close the descriptor; NULL: the file stays open */
		dev_t dev; /* ->dev and ->ino identify the file when it is opened again */
		ino_t ino;
		unsigned readers; /* number of struct events that use the descriptor */
	} file;
	/* ---- set by indexed_open() ---- */
	enum monread_container container;
	uint64_t size;
	uint64_t first_tod; /* TOD clock of the first record; 0: no records */
	uint64_t first_data; /* TOD clock of the first record outside domain 1 */
	uint64_t begins; /* TOD clock at which the capture begins: see ordered_learn() */
	char system[MR_SYSTEM_ID_SIZE]; /* "": unknown */
	char *damage; /* the argument DAMAGE of indexed_open(); NULL: no data is missing */
	/* ---- set by indexed_scan() ---- */
	int scanned, decoded;
	int is_broken;     /* 1: data is damaged, missing or lost, or a clock is wrong */
	int error;         /* errno of a failed read; 0: no error */
	uint64_t last_tod; /* TOD clock of the last record */
	uint64_t records;  /* number of records, except records counted in another capture */
	uint64_t datasets; /* count of data sets, except sets with repeated configuration */
	uint64_t dataset;  /* number of the last data set, counting all data sets */
	struct verdict verdict; /* printed if the caller sets verdict.name */
	struct indexed_system last; /* of the last record */
	struct {
		struct indexed_stretch *list;
		size_t n, room;
	} stretches;
	struct {
		struct indexed_run *list; /* sorted by their offsets */
		size_t n, room;
	} runs;
	struct {
		struct indexed_problem *list;
		size_t n, room;
		struct hash_table by_place; /* finds problems by offset and text */
	} problems;
};

struct tables;

/* Read the beginning of the capture C. DAMAGE is a message about missing data at the end of the
 * file, which was already reported; "": no data is missing. Return 0, or -1 with errno; call
 * indexed_close(), which closes the file, in both cases. */
int indexed_open(struct indexed *c, const struct monread_layouts *layouts, const char *damage);
void indexed_close(struct indexed *c);

/* Free the index of the capture C, its runs of records. Tables then have no rows of C. */
void indexed_forget(struct indexed *c);

/* Index the N captures of LIST, unless this was done before: count records, and store problems and
 * the runs of the kinds of records in t->kinds. Read several captures in the order of time; if
 * several captures of a system have the same record, count only the first. If a read fails, set
 * ->error of the capture and keep the records before the failure. Return 0, or -1 with an errno of
 * events_close(); then the caller must close the captures. */
int indexed_scan(struct indexed *const *list, size_t n, const struct tables *t);

/* Decode all records of the N captures of LIST, unless this was done before. Store and report
 * problems in the fields of these records. Return 0, or -1 with an errno of events_close(). */
int indexed_decode(struct indexed *const *list, size_t n, const struct tables *t);

/* ---- All events of captures ---- */

/* A reader of the events of one capture, or of several in the order of time. */
struct events {
	struct session session;
	struct events_source {
		/* must be the first member, because pointers to it are cast */
		struct session_source source;
		struct indexed *of;
	} *sources;
	size_t n;
	int error; /* the error that ended the reading, see events_close() */
	struct monread_pass pass; /* records to skip if the argument SCANS of events_open() was 0 */
	const struct tables *tables;
};

/* Begin to read the N captures of LIST. SCANS: 1 to report and store the problems of the captures;
 * 0: the files are mapped, except in the extension, so that several readers can read a file in
 * turn. Reading stops when t->stopped() returns 1. *E must not move until events_close(), after
 * which only session_say_left_out() may use it. Return 0, or -1 with ENOMEM; *E is then closed. */
int events_open(struct events *e, struct indexed *const *list, size_t n, const struct tables *t,
                int scans);

/* Close E. Return the error that ended the reading: ENOMEM, EINTR, or ESTALE after a message that a
 * file changed; else 0. */
int events_close(struct events *e);

/* Return the next event; NULL at the end, or if e->error is set. */
static inline const struct monread_ev *events_next(struct events *e)
{
	return e->error ? NULL : session_next(&e->session);
}

/* Return the capture of the last event. */
static inline struct indexed *events_now(const struct events *e)
{
	return ((struct events_source *)e->session.now)->of;
}

/* Return the index of events_now() in the LIST of events_open(). */
static inline size_t events_at(const struct events *e)
{
	return (size_t)((struct events_source *)e->session.now - e->sources);
}

/* Bytes of the capture ->of in memory. {0} is an empty window. */
struct indexed_window {
	unsigned char *bytes; /* the bytes in memory; the owner of the window frees them */
	uint64_t at;
	size_t length;
	const struct indexed *of;
};

#define INDEXED_WINDOW (256u * 1024u)

/* Return the N bytes (at most INDEXED_WINDOW) at OFFSET of the capture C; they are valid until the
 * next call with the window W. Return NULL with errno if memory ran out (ENOMEM) or the file became
 * shorter. */
const unsigned char *indexed_read(struct indexed *c, struct indexed_window *w, uint64_t offset,
                                  size_t n);

/* Store and report TEXT, a problem in the event EV, unless this problem is stored already. Return
 * 0, or -1 if out of memory. */
int indexed_problem(struct indexed *c, enum verdict_why why, const struct monread_ev *ev,
                    const char *text);

#endif
