/* capture.h: events gathered into data sets that are ready to be written, as MONWRITE blocks or as a stream. */
#ifndef OUT_CAPTURE_H
#define OUT_CAPTURE_H

#include "monread.h"
#include "out/frames.h"

struct out_capture {
	enum monread_form form; /* MONREAD_FORM_STREAM or _MONWRITE */
	int filtered;
	unsigned char *bytes; /* the data set so far, complete but for the set that is open */
	size_t used, room;
	unsigned nmces;  /* in the control block at the beginning */
	uint64_t tod;    /* of the first record */
	uint64_t records;
	/* The record set that is open. */
	struct out_frames frames; /* filtered */
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

/* 0, or -1: out of memory. */
int out_capture_init(struct out_capture *c, enum monread_form form, int filtered);
void out_capture_done(struct out_capture *c);

/* Take an event in (with MONREAD_FILLER wanted).  1: a data set is complete,
 * or so large that it is split: use ->bytes, ->used, then call
 * out_capture_clear() and out_capture_event() again where it returned 2.
 * -1: out of memory. */
int out_capture_event(struct out_capture *c, const struct monread_ev *ev, int shown);

/* The input is damaged here: of the record set that is open, only whole records are taken. */
void out_capture_damage(struct out_capture *c);

/* The input ends: 1, something is left to be written. */
int out_capture_end(struct out_capture *c);

void out_capture_clear(struct out_capture *c);

#endif
