/* indexed.h: an index of the records in a capture, for queries that read the capture many times.
 * One pass over the file makes the index. It stores 16 bytes for each run, which is a series of
 * adjacent records of one kind: a frame of 4096 bytes contains about one run. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "monread.h"
#include "port/bounds.h"
#include "session/session.h"

/* The system of a record. */
struct indexed_system {
	unsigned release; /* 0: unknown */
	char name[12];    /* "": unknown */
};

/* A stretch: consecutive records of one data set, type and system. */
struct indexed_stretch {
	uint64_t dataset;
	/* TOD clock of the first record of the sample that ends the interval of the records, if
	 * ->in_interval */
	uint64_t interval;
	uint64_t first, last; /* TOD clocks of the earliest and the latest record of the stretch */
	struct indexed_system system;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
	/* 1: configuration that --write repeated at the beginning of a file; only tables NAME_last
	 * have rows of it */
	uint8_t repeated;
	uint8_t in_interval; /* 0: the interval is unknown, or ->repeated */
};

/* A run: adjacent records of one kind. */
struct indexed_run {
	uint64_t offset;
	uint32_t stretch; /* index in ->stretches.list */
	uint16_t bytes;
	uint16_t kind; /* see indexed_kind() */
};

/* Each usual pair of domain and record number is a kind; all other records are of one kind. */
#define INDEXED_OTHERS (MR_DOMAINS * MR_RECORDS)
#define INDEXED_KINDS  (INDEXED_OTHERS + 1u)

static inline unsigned indexed_kind(unsigned domain, unsigned record)
{
	return mr_is_in_bounds(domain, record) ? domain * MR_RECORDS + record : INDEXED_OTHERS;
}

/* A damaged, missing or lost piece of the capture, or a doubtful record. */
struct indexed_problem {
	uint64_t offset, dataset;
	int numbered; /* 1: ->domain and ->record are known */
	uint16_t domain, record;
	char *text;
};

/* At most INDEXED_OPEN captures that can be opened again are open at a time. */
#define INDEXED_OPEN 128u

struct indexed_pool {
	struct indexed *open[INDEXED_OPEN]; /* the open captures; NULL: element not used yet */
	size_t next; /* number of the next element of ->open to replace */
};

struct indexed {
	const char *name; /* belongs to the caller */
	unsigned place;   /* number of the capture on the command line, from 0; set by the caller */
	/* format that the caller requested; format that the reader found */
	enum monread_container asked, container;
	uint64_t size;
	struct {
		int fd; /* a regular file; -1: it was closed, see indexed_descriptor() */
		unsigned readers; /* number of struct events that read from ->fd */
		/* pool that may close ->fd; NULL: never close ->fd. With a pool, ->dev and ->ino
		 * are those of the file ->name. */
		struct indexed_pool *pool;
		dev_t dev;
		ino_t ino;
	} file;
	/* ---- set by indexed_open() ---- */
	uint64_t first_tod; /* TOD clock of the first record; 0: no records */
	/* TOD clock of the first record after the configuration (domain 1) at the beginning */
	uint64_t first_data;
	uint64_t begins;    /* TOD clock at which the capture begins, see ordered_learn() */
	char system[MR_SYSTEM_ID_SIZE]; /* identifier of the system; "": unknown */
	/* message, which was reported, about missing data at the end of the file; NULL: no data is
	 * missing */
	char *damage;
	/* ---- set by indexed_scan() ---- */
	int scanned, decoded;
	int is_broken;      /* 1: data is damaged, missing or lost, or a clock is wrong */
	int error;          /* errno of a failed read; 0: no error */
	uint64_t last_tod;  /* TOD clock of the last record */
	uint64_t records;   /* number of records, except those that another capture has, too */
	uint64_t datasets;  /* number of data sets */
	/* number of the last data set, counting data sets with repeated configuration */
	uint64_t dataset;
	/* counts of problems; they are printed if the caller sets verdict.name */
	struct verdict verdict;
	struct indexed_system last; /* the system of the last record */
	struct {
		struct indexed_stretch *list; /* only stretches that have runs */
		size_t n, room;
	} stretches;
	struct {
		struct indexed_run *list; /* sorted by offset */
		size_t n, room;
	} runs;
	struct {
		struct indexed_problem *list;
		size_t n, room;
		struct hash_table by_place; /* finds elements of ->list by offset and text */
	} problems;
};

struct tables; /* see tables.h */

/* Read the beginning of C, of which the caller has set ->name, ->place, ->asked, and in ->file a
 * descriptor of a regular file, which indexed_close() closes, and the pool. DAMAGE: a message,
 * which was reported, about missing data at the end of the file; "": no data is missing. 0, or -1
 * with errno; call indexed_close() in both cases. */
int indexed_open(struct indexed *c, const struct monread_layouts *layouts, const char *damage);
void indexed_close(struct indexed *c);

/* Free the list of runs, so that no table has rows of C. */
void indexed_forget(struct indexed *c);

/* Read the N captures of LIST unless they were read before; read several captures together, in the
 * order of time. Count records, note problems, and list in ->runs the records whose kinds are in
 * T->kinds. Of equal records in several captures of a system, only the first one counts. If a read
 * fails, set ->error; the records before it remain. Return 0, or -1 with errno set to an error of
 * events_close(); then the caller must close the captures. */
int indexed_scan(struct indexed *const *list, size_t n, const struct tables *t);

/* Decode all records of the N captures of LIST, and note and report the problems in their fields.
 * Return 0, or -1 with errno set to an error of events_close(). */
int indexed_decode(struct indexed *const *list, size_t n, const struct tables *t);

/* ---- All events of captures ---- */

/* A reader of the events of one capture, or of several in the order of time. */
struct events {
	struct session session;
	struct events_source {
		struct session_source source; /* the first member, see struct session_source */
		struct indexed *of;
	} *sources;
	size_t n;
	int error; /* ENOMEM, EINTR or ESTALE, see events_next() */
	const struct tables *tables;
};

/* Start at the beginnings of the N captures of LIST. SCANS: 1 if the problems of these captures
 * were not noted yet. If SCANS is 0, the files are mapped, except in the extension, so that several
 * readers can read a file in turn. T->stopped() can stop the reader. *E must not move until
 * events_close(), after which only session_say_left_out() may use it. 0, or -1 with ENOMEM; *E is
 * then closed. */
int events_open(struct events *e, struct indexed *const *list, size_t n, const struct tables *t,
                int scans);

/* Return 0, or the error: ENOMEM, EINTR, or ESTALE after a message that a file changed. */
int events_close(struct events *e);

/* Return the next event; NULL at the end of the captures, or if ->error is set. If a capture cannot
 * be read to its end, ->error of this capture is set. */
static inline const struct monread_ev *events_next(struct events *e)
{
	return e->error ? NULL : session_next(&e->session);
}

/* Return the capture of the event that was returned last. */
static inline struct indexed *events_now(const struct events *e)
{
	return ((struct events_source *)e->session.now)->of;
}

/* Return the index in LIST of the capture of the event that was returned last. */
static inline size_t events_at(const struct events *e)
{
	return (size_t)((struct events_source *)e->session.now - e->sources);
}

/* Bytes of a capture in memory. {0} is empty. */
struct indexed_window {
	unsigned char *bytes; /* the owner of the window frees them */
	uint64_t at;
	size_t length;
	const struct indexed *of;
};

#define INDEXED_WINDOW (256u * 1024u)

/* Return the N bytes at OFFSET, at most INDEXED_WINDOW, which are valid until the next call with W.
 * NULL with errno: ENOMEM, or the file became shorter. */
const unsigned char *indexed_read(struct indexed *c, struct indexed_window *w, uint64_t offset,
                                  size_t n);

/* Note TEXT, a problem of the kind WHY, of the event EV of C, and report the problem, unless it was
 * noted before. Return 0, or -1 if out of memory. */
int indexed_problem(struct indexed *c, enum verdict_why why, const struct monread_ev *ev,
                    const char *text);

#endif
