/* writer.h: the state of a writer, which collects a data set as MONWRITE blocks or as a stream. */
#ifndef MR_WRITER_H
#define MR_WRITER_H

#include "stream/monwrite.h"

/* ---- Rearranged records ---- */

/* Rearranged record sets with more bytes than this are split. */
#define MR_REFRAME_MAX (4u * 1024u * 1024u)

/* A record set whose records were selected from another set and moved to new frames. */
struct mr_reframe {
	struct monread_buffer set; /* bytes of the new record set, from its start address on */
	/* control element of the original record set, with ->start at the start of a frame */
	struct monread_mce mce;
	uint64_t first, tod; /* TOD clocks of the first and the last record in the new record set */
	int frame_ended;     /* 1 if the last record ends its frame */
	int any;
	/* 1 if the only record is a mark that was not alone in its original record set. Alone in
	 * the new set, it would announce repeated sets. */
	int false_mark;
};

void mr_reframe_open(struct mr_reframe *r, const struct monread_mce *mce);

/* Add the record EV to the record set R. Return 0, or -1 if out of memory. */
int mr_reframe_add(struct mr_reframe *r, const struct monread_ev *ev);

/* Finish the record set R, and store its control element in *MCE. Return 0 if R has no record, else
 * 1. */
int mr_reframe_close(struct mr_reframe *r, struct monread_mce *mce);

/* ---- The writer ---- */

struct monread_writer {
	enum monread_code code;
	int blocks;  /* 1 for a MONWRITE file, 0 for a stream */
	int selects;
	/* the collected data set; only its last record set, the open one, can be incomplete */
	struct monread_buffer data;
	/* a mark, then a copy of the data set; empty: no mark is before the data set */
	struct monread_buffer marked;
	struct mr_block_sets sets;    /* the record sets that the control block announces */
	uint32_t nsets;               /* number of record sets in the data set */
	uint64_t tod;                 /* TOD clock of the first record of the data set */
	uint64_t records;
	/* The open record set. */
	struct mr_reframe reframe; /* selected or rearranged records */
	int open;
	struct monread_mce mce;
	/* offset in ->data of the open set's first frame (MONWRITE) or control element (stream) */
	size_t set_at;
	size_t set_used;   /* number of bytes of the open set in ->data */
	size_t whole;      /* bytes of the open set up to the end of its last complete record */
	uint32_t *places;  /* offsets of the records from the start of the open set */
	size_t nplaces, places_room;
	/* 1 after damage in the open record set: only its complete records are stored */
	int damaged;
	int anew;    /* 1 if the records of the open set are moved into new frames */
	uint64_t left_out; /* number of bytes of damaged record sets that were not stored */
};

/* append.c: the next four functions return 0, or -1 if out of memory; the caller may then try
 * again. */
/* Open the record set of the control element MCE, and reserve memory for ROOM bytes of it. */
int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room);
/* Add the bytes of EV to the open set at their DCSS address. */
int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev);
/* Append the frames in w->reframe to the data set as a record set. */
int mr_writer_take_frames(struct monread_writer *w);
int mr_writer_end_set(struct monread_writer *w);

/* Return 1 if the DCSS addresses of MCE's record set overlap no record set of the data set. */
int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce);

#endif
