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
	/* the collected data set; only its last record set, the open one, can be incomplete */
	struct monread_buffer data;
	/* a mark (a record that reports lost data or announces repeated configuration), followed
	 * by the data set in ->data; length 0: no mark */
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
	/* number of data bytes up to the end of the open set's last complete record */
	size_t whole;
	size_t set_used;   /* number of bytes of the open set in ->data */
	uint32_t *places;  /* offsets in ->data of the records of the open set */
	size_t nplaces, places_room;
	/* 1 after damage in the open set: only its complete records are stored */
	int damaged;
	/* 1 if the records of the open set go into new frames, because damaged bytes are left
	 * out */
	int anew;
	/* number of bytes of damaged record sets that were not stored, because they are in no
	 * complete record */
	uint64_t left_out;
};

/* append.c: these functions return 0, or -1 if out of memory. After -1 the caller may call the
 * function again. */
/* Open the record set of MCE, and allocate ROOM bytes for its data in advance. */
int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room);
/* Add the bytes of EV to the open set at their DCSS address. */
int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev);
/* Append the frames in w->reframe, which hold selected records, to the data set as a record set. */
int mr_writer_take_frames(struct monread_writer *w);
int mr_writer_end_set(struct monread_writer *w);

/* Return 1 if the record set of MCE overlaps no record set of the data set. The sets of a data set
 * never overlap in the DCSS. */
int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce);

#endif
