/* capture.h: reads a capture as a sequence of data sets. */
#ifndef PLAY_CAPTURE_H
#define PLAY_CAPTURE_H

#include "monread.h"

#define SET_MCE_SIZE 12u

/* A data set. All members must be zero before its first use. */
struct set {
	/* the bytes in the order in which the device delivers them: the first control element, its
	 * record set, the second control element, its record set, ... */
	struct monread_buffer bytes;
	size_t *records; /* number of bytes of each record set */
	size_t nrecords;
	size_t records_room;
	uint64_t tod; /* TOD clock of the last record; 0: the data set has no record */
};

void set_done(struct set *s);

struct play_capture;

enum capture_result { CAPTURE_SET, CAPTURE_END, CAPTURE_FAILED };

/* Open the capture PATH. If REPORT is 0, do not report damage, because a second reader of the
 * capture reports it. Return NULL after an error message. */
struct play_capture *capture_open(const char *path, enum monread_container container, int report);
void capture_close(struct play_capture *c);

/* Replace S by the next data set. If KEEP is 0, do not store its bytes. Leave out incomplete record
 * sets, because no device would deliver them. */
enum capture_result capture_next(struct play_capture *c, struct set *s, int keep);

/* Check that the file PATH has at least one data set. Return 0, or -1 after an error message. */
int capture_check(const char *path, enum monread_container container);

/* Read the capture from its beginning again. Return 0, or -1 after an error message. */
int capture_rewind(struct play_capture *c);

#endif
