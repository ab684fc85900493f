/* indexed.h: an index of the records in a capture, for programs that read the capture many times. One pass over the
 * file makes it.
 *
 * Adjacent records of one kind form a run. The index stores a few bytes for each run (about one for each frame),
 * not for each record. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/verdict.h"
#include "monread.h"
#include "port/bounds.h"

/* A system at the time of a record. */
struct indexed_system {
	unsigned release; /* 0: unknown */
	char name[12];    /* "": unknown */
};

/* Records of one data set, type and system. */
struct indexed_stretch {
	uint64_t dataset;
	/* TOD clock of the first record of the data set; only for sample records that are not repeated */
	uint64_t interval;
	uint64_t first, last; /* TOD clocks of the earliest and the latest record in its runs */
	struct indexed_system system;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
	/* MONREAD_REPEATED: configuration that tables ignore, except for the last row of an instance */
	uint8_t repeated;
};

/* Adjacent records of one kind. */
struct indexed_run {
	uint64_t offset;
	uint32_t stretch;
	uint16_t bytes;
	uint16_t kind;
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
	int is_gap; /* missing or lost, not damaged */
	uint64_t skipped; /* bytes */
	int numbered; /* domain and record are known */
	int told; /* the problem was reported */
	uint16_t domain, record;
	char *text;
};

/* Records that an overlapping capture has, too, and that therefore make no rows: FROM and TO are the offsets of the
 * first and the last one. */
struct indexed_again {
	uint64_t from, to;
};

struct indexed {
	const char *name; /* belongs to the caller */
	int fd;           /* a regular file */
	enum monread_container asked, container; /* the requested and the recognized format */
	uint64_t size;
	/* ---- set by indexed_open() ---- */
	uint64_t first_tod; /* TOD clock of the first record; 0: no records */
	uint64_t first_data; /* TOD clock of the first record that is not of domain 1: each file begins with configuration */
	uint64_t begins;    /* TOD clock at which the capture begins, see ordered_learn() */
	char system[MR_SYSTEM_ID_SIZE]; /* identifier of the system; "": unknown */
	char *damage; /* a reported message about missing data at the end of the file; NULL: the end is complete */
	/* ---- set by indexed_scan() ---- */
	int scanned;
	int error;          /* errno of a failed read; 0: no error */
	uint64_t last_tod;  /* TOD clock of the last record */
	uint64_t records;   /* number of records without those in ->again */
	uint64_t datasets;  /* number of data sets */
	struct verdict verdict; /* for the final message about the capture */
	struct indexed_system last; /* of the last record */
	struct indexed_stretch *stretches; /* only stretches that have runs */
	size_t nstretches, stretches_room;
	struct indexed_run *runs; /* in the order of the file */
	size_t nruns, runs_room;
	unsigned char has[INDEXED_KINDS]; /* 1 for each kind that has runs */
	struct indexed_problem *problems;
	size_t nproblems, problems_room;
	/* ---- set by files_merge() ---- */
	struct indexed_again *again; /* in the order of the file */
	size_t nagain, again_room;
};

struct tables; /* see tables.h: its layouts, release, kinds and ->stopped() apply to scans */

/* Open the regular file with the descriptor FD, which belongs to C from here on, even after an error. DAMAGE: a reported
 * message about missing data at its end; "": it is complete. 0, or -1: out of memory; in either case call
 * indexed_close(). */
int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container,
                 const struct monread_layouts *layouts, const char *damage);
void indexed_close(struct indexed *c);

/* Find the records and problems of the capture, and the runs of the wanted kinds, unless an earlier scan did. If a read
 * fails, ->error is set and the records up to there are kept. 0, or -1: out of memory (ENOMEM) or stopped (EINTR);
 * close the capture then. */
int indexed_scan(struct indexed *c, const struct tables *t);

/* The events of an indexed capture, in order. {0} is closed. */
struct events {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at; /* end of the bytes that the reader has received */
	const struct tables *tables;
	size_t piece; /* bytes for each read */
};

/* Start at the beginning of C; read pieces of so many bytes. T may be NULL. 0, or -1 with errno: out of memory. */
int events_open(struct events *e, struct indexed *c, const struct tables *t, size_t piece);
void events_close(struct events *e);

/* Read the next chunk for events_next(). 1: call monread_next() again; 0 or -1: as events_next(). */
int events_more(struct events *e);

/* 1: *EV is the next event; 0: the end, or a read failed (c->error); -1: out of memory (ENOMEM) or stopped (EINTR). */
static inline int events_next(struct events *e, const struct monread_ev **ev)
{
	int rc;

	while (!(*ev = monread_next(e->m)))
		if ((rc = events_more(e)) <= 0)
			return rc;
	return 1;
}

/* A piece of a capture in memory. */
struct indexed_window {
	unsigned char *bytes;
	uint64_t at;
	size_t length;
	const struct indexed *of;
};

#define INDEXED_WINDOW (256u * 1024u)

/* Return the N bytes at OFFSET, at most INDEXED_WINDOW, which are valid until the next call with W. NULL with errno:
 * ENOMEM, or the file became shorter. */
const unsigned char *indexed_read(const struct indexed *c, struct indexed_window *w, uint64_t offset, size_t n);
void indexed_window_done(struct indexed_window *w);

/* Return 1 if the record at OFFSET is in ->again. */
int indexed_is_again(const struct indexed *c, uint64_t offset);

/* Add TEXT about EV to the problems of C. 0, or -1: out of memory. */
int indexed_note(struct indexed *c, const struct monread_ev *ev, const char *text);

/* Return 1 if TEXT was added for the record at OFFSET. */
int indexed_is_noted(const struct indexed *c, uint64_t offset, const char *text);

#endif
