/* indexed.h: an index of the records in a capture, for queries that read the capture many times. One pass over the
 * file makes the index. It stores 16 bytes for each run, which is a series of adjacent records of one kind: a frame of
 * 4096 bytes contains about one run. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/verdict.h"
#include "monread.h"
#include "port/bounds.h"

/* The system of a record. */
struct indexed_system {
	unsigned release; /* 0: unknown */
	char name[12];    /* "": unknown */
};

/* A stretch: consecutive records of one data set, type and system. */
struct indexed_stretch {
	uint64_t dataset;
	/* TOD clock of the first record of the data set; only for sample records that are not repeated */
	uint64_t interval;
	uint64_t first, last; /* TOD clocks of the earliest and the latest record of the stretch */
	struct indexed_system system;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
	/* 1: configuration that --write repeated at the beginning of a file; only tables NAME_last have rows of it */
	uint8_t repeated;
};

/* A run: adjacent records of one kind. */
struct indexed_run {
	uint64_t offset;
	uint32_t stretch; /* index in ->stretches */
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
	int is_gap; /* 1: data is missing; 0: it is damaged */
	uint64_t skipped; /* damaged or missing bytes */
	int numbered; /* ->domain and ->record are known */
	int told; /* the problem was reported */
	uint16_t domain, record;
	char *text;
};

/* Consecutive records that make no rows, because an overlapping capture has these records, too: FROM and TO are the
 * offsets of the first and the last record. */
struct indexed_again {
	uint64_t from, to;
};

struct indexed {
	const char *name; /* belongs to the caller */
	int fd;           /* a regular file */
	enum monread_container asked, container; /* format that the caller requested; format that the reader found */
	uint64_t size;
	/* ---- set by indexed_open() ---- */
	uint64_t first_tod; /* TOD clock of the first record; 0: no records */
	uint64_t first_data; /* TOD clock of the first record after the configuration (domain 1) at the beginning */
	uint64_t begins;    /* TOD clock at which the capture begins, see ordered_learn() */
	char system[MR_SYSTEM_ID_SIZE]; /* identifier of the system; "": unknown */
	char *damage; /* message, which was reported, about missing data at the end of the file; NULL: no data is missing */
	/* ---- set by indexed_scan() ---- */
	int scanned;
	int error;          /* errno of a failed read; 0: no error */
	uint64_t last_tod;  /* TOD clock of the last record */
	uint64_t records;   /* number of records, except those in ->again */
	uint64_t datasets;  /* number of data sets */
	struct verdict verdict; /* counts for the final message about the capture */
	struct indexed_system last; /* the system of the last record */
	struct indexed_stretch *stretches; /* only stretches that have runs */
	size_t nstretches, stretches_room;
	struct indexed_run *runs; /* sorted by offset */
	size_t nruns, runs_room;
	unsigned char has[INDEXED_KINDS]; /* by kind: 1 if ->runs has a run of the kind */
	struct indexed_problem *problems;
	size_t nproblems, problems_room;
	/* ---- set by files_merge() ---- */
	struct indexed_again *again; /* sorted by offset */
	size_t nagain, again_room;
};

struct tables; /* see tables.h */

/* Open the regular file with the descriptor FD, which indexed_close() closes, and read its beginning. DAMAGE: a
 * message, which was reported, about missing data at the end of the file; "": no data is missing. 0, or -1: out of
 * memory; call indexed_close() in both cases. */
int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container,
                 const struct monread_layouts *layouts, const char *damage);
void indexed_close(struct indexed *c);

/* Read the capture, unless it was read before: count records, note problems, and make the list ->runs of the records
 * whose kinds are in T->kinds. If a read fails, set ->error; the records before it remain. 0, or -1: out of memory
 * (ENOMEM) or stopped (EINTR); close the capture then. */
int indexed_scan(struct indexed *c, const struct tables *t);

/* A reader of all events of a capture, in order. {0} is closed. */
struct events {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at; /* number of bytes of the capture that ->m has received */
	const struct tables *tables;
};

/* Start at the beginning of C. T->stopped() can stop the reader; T may be NULL. 0, or -1 with errno: out of memory. */
int events_open(struct events *e, struct indexed *c, const struct tables *t);
void events_close(struct events *e);

/* Pass more bytes of the file to ->m. Return 1 if it can return an event now; 0 or -1: see events_next(). */
int events_more(struct events *e);

/* Set *EV to the next event and return 1; 0: end of the file, or a read failed (c->error); -1: out of memory
 * (ENOMEM) or stopped (EINTR). */
static inline int events_next(struct events *e, const struct monread_ev **ev)
{
	int rc;

	while (!(*ev = monread_next(e->m)))
		if ((rc = events_more(e)) <= 0)
			return rc;
	return 1;
}

/* Bytes of a capture in memory. {0} is empty. */
struct indexed_window {
	unsigned char *bytes; /* the owner of the window frees them */
	uint64_t at;
	size_t length;
	const struct indexed *of;
};

#define INDEXED_WINDOW (256u * 1024u)

/* Return the N bytes at OFFSET, at most INDEXED_WINDOW, which are valid until the next call with W. NULL with errno:
 * ENOMEM, or the file became shorter. */
const unsigned char *indexed_read(const struct indexed *c, struct indexed_window *w, uint64_t offset, size_t n);

/* Return 1 if ->again contains the record at OFFSET. */
int indexed_is_again(const struct indexed *c, uint64_t offset);

/* Add the problem TEXT of the event EV to the problems of C. 0, or -1: out of memory. */
int indexed_note(struct indexed *c, const struct monread_ev *ev, const char *text);

/* Return 1 if the problems of C contain TEXT about the record at OFFSET. */
int indexed_is_noted(const struct indexed *c, uint64_t offset, const char *text);

#endif
