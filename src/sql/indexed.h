/* indexed.h: a capture that is asked again and again: where its records are, found in one pass.
 *
 * Records of one kind that lie back to back are a run, so that what is kept is a few bytes for each frame, not for each
 * record. */
#ifndef SQL_INDEXED_H
#define SQL_INDEXED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "cli/verdict.h"
#include "monread.h"
#include "port/bounds.h"

/* What the system was known to be; a new one begins where a record tells more. */
struct indexed_era {
	unsigned release;
	char system[9]; /* "": not known */
};

/* Records of one data set and type, in one era. */
struct indexed_stretch {
	uint64_t dataset;
	uint64_t interval; /* of sample records that are not repeated: TOD clock of the first one of the data set */
	uint64_t first, last; /* TOD clocks of the earliest and the latest record in its runs */
	uint32_t era;
	uint8_t type; /* MONREAD_SAMPLE or MONREAD_EVENT */
	uint8_t repeated; /* they are there once more, and are rows of no table, but configuration */
};

struct indexed_run {
	uint64_t offset;
	uint32_t stretch;
	uint16_t bytes;
};

/* Records with numbers that are usual have a list of their own runs each; all others share one. */
#define INDEXED_OTHERS  (MR_DOMAINS * MR_RECORDS)
#define INDEXED_ALL     (INDEXED_OTHERS + 1u) /* all records once more, in the order of the file */
#define INDEXED_KINDS   (INDEXED_OTHERS + 2u)

static inline unsigned indexed_kind(unsigned domain, unsigned record)
{
	return mr_is_in_bounds(domain, record) ? domain * MR_RECORDS + record : INDEXED_OTHERS;
}

/* Those of which the runs are wanted; there are ever more of them. */
struct indexed_kinds {
	unsigned char wanted[INDEXED_KINDS];
	size_t n;
};

static inline void indexed_want(struct indexed_kinds *k, unsigned kind)
{
	k->n += !k->wanted[kind];
	k->wanted[kind] = 1;
}

struct indexed_list {
	struct indexed_run *runs; /* in the order of the file */
	size_t n, room;
	int known; /* they were looked for */
};

/* Something damaged, missing or lost. */
struct indexed_problem {
	uint64_t offset, dataset;
	int is_gap; /* missing or lost */
	uint64_t skipped; /* bytes */
	int numbered; /* domain and record are known */
	int told;
	uint16_t domain, record;
	char *text;
};

/* Records that are no rows, as another capture has them, too: from the one at FROM to the one at TO. */
struct indexed_again {
	uint64_t from, to;
};

struct indexed {
	const char *name; /* the caller's */
	uint64_t id;      /* the caller's, too: what is kept of a capture that may be closed is known by it */
	int fd;           /* a regular file; -1: it is opened by its name to be read, */
	struct stat st;   /* as it was when it was opened */
	enum monread_container asked, container; /* what is expected, and what it is */
	uint64_t size;
	uint64_t first_tod; /* of the first record; 0: there is none */
	uint64_t begins;    /* TOD clock at which it begins, see ordered_learn(), */
	char system[MR_SYSTEM_ID_SIZE]; /* and the identifier of its system; "": not known */
	uint64_t first_data; /* of the first one that is not about the monitor: configuration is repeated in each file */
	uint64_t last_tod;  /* of the last one, */
	uint64_t records;   /* how many there are, */
	uint64_t datasets;  /* and in how many data sets: known with ->scanned */
	int scanned;        /* what follows was found, */
	size_t found;       /* with the runs of so many kinds */
	int error;          /* errno of reading; 0: none */
	struct verdict verdict; /* for who says what came of it */
	char *damage;       /* what is missing behind the end of the file, of malloc(3), which was told; NULL: nothing */
	struct indexed_era *eras;
	size_t neras, eras_room;
	struct indexed_stretch *stretches; /* those with runs */
	size_t nstretches, stretches_room;
	struct indexed_list *lists; /* INDEXED_KINDS of them */
	struct indexed_problem *problems;
	size_t nproblems, problems_room;
	struct indexed_again *again; /* in order; see once.h */
	size_t nagain, again_room;
	uint64_t last_row;           /* TOD clock of the last record that is in none of these; 0: there is none */
};

/* Asked once a chunk, when DONE bytes of the capture were read.  Not 0: the end was asked for. */
typedef int indexed_stopped(void *arg, const struct indexed *c, uint64_t done);

/* What a scan needs to know. */
struct indexed_scan {
	const struct monread_layouts *layouts;
	unsigned release; /* 0: from the data */
	const struct indexed_kinds *kinds; /* NULL: none are wanted */
	indexed_stopped *stopped; /* may be NULL */
	void *arg;
	size_t piece;   /* so many at once; 0: as many as is quick */
};

/* Take the descriptor FD, which indexed_close() closes, of a regular file, and read its beginning: when it was made, and
 * of which system it is.  0, or -1 with errno: FD stays the caller's. */
int indexed_open(struct indexed *c, const char *name, int fd, enum monread_container container,
                 const struct monread_layouts *layouts);

/* Have no descriptor of the file: where there are very many, each is opened again for each piece that is read. */
void indexed_park(struct indexed *c);
void indexed_close(struct indexed *c);

/* Find what is in the capture, and the runs of the kinds that are wanted, unless that was done.  Runs that are known stay
 * as they are.  0, or -1: out of memory (ENOMEM) or stopped (EINTR).  A file that cannot be read to its end has ->error
 * and the records before. */
int indexed_scan(struct indexed *c, const struct indexed_scan *how);

/* Up to N bytes at AT of the file; less only at its end.  -1 with errno. */
ssize_t indexed_read_at(const struct indexed *c, unsigned char *bytes, size_t n, uint64_t at);

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

int indexed_is_in_again(const struct indexed *c, uint64_t offset);

/* Whether the record at OFFSET is no row. */
static inline int indexed_is_again(const struct indexed *c, uint64_t offset)
{
	return c->nagain && indexed_is_in_again(c, offset);
}

/* Add EV, which is something damaged, missing or lost, to the problems of C.  0, or -1: out of memory. */
int indexed_note(struct indexed *c, const struct monread_ev *ev);

/* Whether TEXT was added for the record at OFFSET. */
int indexed_is_noted(const struct indexed *c, uint64_t offset, const char *text);

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
