/* set.h: one data set, as the device would deliver it. */
#ifndef PLAY_SET_H
#define PLAY_SET_H

#include <stddef.h>
#include <stdint.h>

#define SET_MCE_SIZE 12u

struct set {
	unsigned char *bytes; /* control element, record set, control element, ... */
	size_t length;
	size_t room;
	size_t *records; /* bytes of each record set */
	size_t nrecords;
	size_t records_room;
	uint64_t tod; /* clock of the last record; 0: no record */
};

void set_done(struct set *s);
void set_clear(struct set *s);

/* Return 0, or -1 if out of memory. */
int set_add_bytes(struct set *s, const unsigned char *bytes, size_t n);
int set_add_record_set(struct set *s, size_t length);

/* Remove all record sets from number KEEP (counted from 0) on. */
void set_cut(struct set *s, size_t keep);

#endif
