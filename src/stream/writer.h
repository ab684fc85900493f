/* writer.h: the state of a writer, which collects a data set as MONWRITE blocks or as a stream. */
#ifndef MR_WRITER_H
#define MR_WRITER_H

#include "monread.h"
#include "stream/monwrite.h"
#include "stream/reframe.h"

struct monread_writer {
	enum monread_code code;
	enum monread_container container;
	int blocks;  /* 1 for a MONWRITE file, 0 for a stream */
	int selects; /* 1 if created with MONREAD_WRITER_SELECTED */
	/* the collected data set, of which only the open record set can be incomplete */
	struct monread_buffer data;
	struct monread_buffer marked; /* a mark and the data set; length 0: no mark */
	struct mr_block_sets sets;    /* the sets in the control block */
	uint32_t nsets;               /* number of sets in the data set */
	uint64_t tod;                 /* TOD clock of the first record of the data set */
	uint64_t records;
	/* The open record set. */
	struct mr_reframe reframe; /* selected or rearranged records */
	int open;
	struct monread_mce mce;
	/* offset in ->data of its first frame (MONWRITE) or control element (stream) */
	size_t set_at;
	size_t whole;      /* number of bytes in ->data up to the end of its last complete record */
	size_t set_used;   /* number of its bytes in ->data */
	uint32_t *places;  /* offsets in ->data of its records */
	size_t nplaces, places_room;
	int damaged;       /* 1 after damage in the open set: store only its complete records */
	/* 1 if the open set's records go into new frames, because damaged bytes are left out */
	int anew;
	uint64_t left_out; /* number of bytes of damaged sets that are in no complete record */
};

/* append.c: these functions return 0, or -1 if out of memory; the caller may try again. */
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
