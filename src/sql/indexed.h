/* indexed.h: a capture that is asked again and again: where its records are, found in one pass.
 *
 * Records of one kind that lie back to back are a run, so that what is kept is a few bytes for each frame, not for each
 * record. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

/* What the system was known to be; a new one begins where a record tells more. */
struct indexed_era {
	unsigned release;
	char system[9]; /* "": not known */
};

/* Records of one data set and type, in one era. */
struct indexed_stretch {
	uint64_t dataset;
	uint64_t interval; /* TOD clock of the first sample record of the data set; 0: there is none yet */
	uint32_t era;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
};

struct indexed_run {
	uint64_t offset;
	uint32_t stretch;
	uint16_t bytes;
	uint16_t kind;
};

/* Records with numbers that are usual have a list of their own runs each; all others share one. */
#define INDEXED_DOMAINS 32u
#define INDEXED_RECORDS 256u
#define INDEXED_OTHERS  (INDEXED_DOMAINS * INDEXED_RECORDS)
#define INDEXED_KINDS   (INDEXED_OTHERS + 1u)

static inline unsigned indexed_kind(unsigned domain, unsigned record)
{
	return domain < INDEXED_DOMAINS && record < INDEXED_RECORDS ? domain * INDEXED_RECORDS + record : INDEXED_OTHERS;
}

struct indexed_list {
	uint32_t *runs; /* their numbers, in the order of the file */
	size_t n, room;
};

/* Something damaged, missing or lost. */
struct indexed_problem {
	uint64_t offset, dataset;
	int numbered; /* domain and record are known */
	uint16_t domain, record;
	char *text;
};

struct indexed {
	const char *name; /* the caller's */
	int fd;           /* a regular file */
	enum monread_container container;
	uint64_t size;
	uint64_t first_tod; /* of the first record; 0: there is none */
	uint64_t last_tod;  /* of the last one, */
	uint64_t records;   /* how many there are, */
	uint64_t datasets;  /* and in how many data sets: known with ->scanned */
	int scanned;        /* indexed_scan() has found what follows */
	int error;          /* errno of reading; 0: none */
	struct indexed_era *eras;
	size_t neras, eras_room;
	struct indexed_stretch *stretches;
	size_t nstretches, stretches_room;
	struct indexed_run *runs;
	size_t nruns, runs_room;
	struct indexed_list *lists; /* INDEXED_KINDS of them */
	struct indexed_problem *problems;
	size_t nproblems, problems_room;
	uint64_t *told; /* offsets of records in which something is wrong, in order */
	size_t ntold, told_room;
};

/* What a scan needs to know. */
struct indexed_scan {
	const struct monread_layouts *layouts;
	unsigned release;         /* 0: from the data */
	int (*stopped)(void *);   /* not 0: the end was asked for; may be NULL */
	void *arg;
};

/* Take the descriptor FD, which indexed_close() closes, of a regular file, and read up to its first record.  0, or -1
 * with errno. */
int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container);
void indexed_close(struct indexed *c);

/* Find all records, unless that was done.  0, or -1: out of memory (ENOMEM) or stopped (EINTR).  A file that cannot be
 * read to its end has ->error and the records before. */
int indexed_scan(struct indexed *c, const struct indexed_scan *how);

/* Hand each event of the capture to EVENT, with the FLAGS of monread_set_flags(), until that returns something else than
 * 0, which is returned.  0: all of them, or c->error; -1 with errno, as above. */
int indexed_each(struct indexed *c, unsigned flags, const struct indexed_scan *how,
                 int (*event)(void *arg, const struct monread_ev *ev), void *arg);

/* Bytes of a capture that were read together. */
struct indexed_window {
	unsigned char *bytes;
	uint64_t at;
	size_t length;
	const struct indexed *of;
};

#define INDEXED_WINDOW (256u * 1024u)

/* Whether W has the N bytes at OFFSET. */
static inline int indexed_has(const struct indexed_window *w, const struct indexed *c, uint64_t offset, size_t n)
{
	return w->of == c && offset >= w->at && offset - w->at <= w->length && w->length - (size_t)(offset - w->at) >= n;
}

/* Have the N bytes at OFFSET in W, with what follows them up to AHEAD bytes; both are at most INDEXED_WINDOW.  0, or -1
 * with errno: ENOMEM, or they are not there any more. */
int indexed_read(const struct indexed *c, struct indexed_window *w, uint64_t offset, size_t n, size_t ahead);

/* Those at OFFSET, which W has. */
static inline const unsigned char *indexed_window_bytes(const struct indexed_window *w, uint64_t offset)
{
	return w->bytes + (size_t)(offset - w->at);
}

void indexed_window_done(struct indexed_window *w);

/* 1: it was not told yet what is wrong inside of the record at OFFSET. */
int indexed_tells(struct indexed *c, uint64_t offset);

static inline uint16_t indexed_be16(const unsigned char *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint64_t indexed_be64(const unsigned char *p)
{
	uint64_t v = 0;
	unsigned i;

	for (i = 0; i < 8; i++)
		v = v << 8 | p[i];
	return v;
}

#endif
