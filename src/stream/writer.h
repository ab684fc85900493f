/* writer.h: the state of a writer, which collects a data set as MONWRITE blocks or as a stream. */
#ifndef MR_WRITER_H
#define MR_WRITER_H

#include "monread.h"
#include "stream/monwrite.h"
#include "stream/reframe.h"

struct monread_writer {
	enum monread_code code;
	enum monread_container container;
	int blocks;  /* the container is MONREAD_CONTAINER_MONWRITE */
	int selects; /* MONREAD_WRITER_SELECTED */
	struct monread_buffer data;   /* the data set so far; only its open set is incomplete */
	struct monread_buffer marked; /* the data set after a mark; length 0: no mark */
	struct mr_block_sets sets;    /* the sets in the control block */
	uint32_t nsets;               /* number of sets in the data set */
	uint64_t tod;                 /* clock of the first record */
	uint64_t records;
	/* The open record set. */
	struct mr_reframe reframe; /* selected or rearranged records */
	int open;
	struct monread_mce mce;
	size_t set_at;     /* offset of its first frame (MONWRITE) or control element (stream) */
	size_t whole;      /* bytes up to the end of its last complete record */
	size_t set_used;   /* bytes so far */
	uint32_t *places;  /* offsets of its records */
	size_t nplaces, places_room;
	int damaged;       /* damaged: store only complete records from now on */
	int anew;          /* its records are rearranged in new frames, because damaged bytes are left out */
	uint64_t left_out; /* bytes of damaged sets that are in no complete record */
};

/* gather.c: these functions return 0, or -1 if out of memory; the caller may try again. */
/* Open the set of MCE and allocate ROOM bytes for its data in advance. */
int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room);
/* Add the bytes of EV at their address in the open set. */
int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev);
/* Make a set of the frames with selected records. */
int mr_writer_take_frames(struct monread_writer *w);
int mr_writer_end_set(struct monread_writer *w);

/* Return 1 if MCE's set overlaps no set of the data set, as in the DCSS. */
int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce);

#endif
