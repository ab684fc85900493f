/* writer.h: the data set that is gathered, as MONWRITE blocks or as a stream. */
#ifndef MR_WRITER_H
#define MR_WRITER_H

#include "monread.h"
#include "stream/monwrite.h"
#include "stream/relay.h"

struct monread_writer {
	enum monread_code code;
	enum monread_container container;
	int blocks;  /* MONREAD_CONTAINER_MONWRITE */
	int selects; /* MONREAD_WRITER_SELECTED */
	unsigned char *bytes; /* the data set so far, complete but for the set that is open */
	size_t used, room;
	struct monread_buffer marked; /* the data set with a mark in front of it; length 0: there is none */
	struct mr_block_sets sets;    /* in the control block at the beginning */
	uint32_t nsets;               /* in the data set so far, in any container */
	uint64_t tod;                 /* of the first record */
	uint64_t records;
	/* The record set that is open. */
	struct mr_relay relay; /* of selected records */
	int open;
	struct monread_mce mce;
	size_t set_at;     /* where its first frame (MONWRITE) or its control element (stream) stands */
	size_t whole;      /* bytes of it up to the end of the last record */
	size_t set_used;   /* bytes of it so far */
	uint32_t *places;  /* of its records, from its first byte on */
	size_t nplaces, places_room;
	int damaged;       /* some of it is: only whole records are taken from here on */
	int anew;          /* it is laid into frames anew, as what was damaged has no place in it */
	uint64_t left_out; /* bytes of damaged sets that are in no whole record */
};

/* gather.c: these return 0, or -1: out of memory; the same call may be tried again. */
/* ROOM: so many bytes of the set follow for which nothing has to be allocated any more. */
int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room);
/* Bytes of the open set, at their address. */
int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev);
/* The frames that were made of the selected records become a set. */
int mr_writer_take_frames(struct monread_writer *w);
int mr_writer_end_set(struct monread_writer *w);

/* Whether MCE's set may stand with those that are there: the sets of a control block have to lie beside each other, as
 * those of a data set do in the DCSS. */
int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce);

#endif
