/* set.h: one data set; its bytes are in the order in which the device delivers them. */
#ifndef PLAY_SET_H
#define PLAY_SET_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

#define SET_MCE_SIZE 12u

struct set {
	/* the first control element, the record set of this element, the second control element,
	 * its record set, ... */
	struct monread_buffer bytes;
	size_t *records; /* number of bytes of each record set */
	size_t nrecords;
	size_t records_room;
	uint64_t tod; /* TOD clock of the last record; 0: the data set has no record */
};

void set_done(struct set *s);
void set_clear(struct set *s);

/* The caller has appended LENGTH bytes, a record set, to s->bytes: store this length in s->records.
 * Return 0, or -1 if out of memory. */
int set_add_record_set(struct set *s, size_t length);

/* Keep the first KEEP record sets of S. Remove all other record sets and their control elements. */
void set_cut(struct set *s, size_t keep);

#endif
