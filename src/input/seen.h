/* seen.h: which records of inputs were returned: captures that overlap have them twice. */
#ifndef INPUT_SEEN_H
#define INPUT_SEEN_H

#include <stddef.h>

#include "monread.h"
#include "port/hash.h"

struct seen_record {
	uint64_t hash;
	unsigned source;
};

struct seen_table {
	struct seen_record *records;
	size_t n, room;
	struct hash_table by_hash; /* numbers in ->records */
};

/* {0} to begin with.  The records of ->old are forgotten next. */
struct seen {
	struct seen_table now, old;
	uint64_t from; /* TOD clock at which ->now began */
};

/* A hash of the record EV, with its time and type (sample or event), and of the identifier SYSTEM. */
uint64_t seen_hash(const char *system, const struct monread_ev *ev);

/* Whether a capture other than SOURCE had a record with this hash. */
int seen_has(const struct seen *s, uint64_t hash, unsigned source);

/* 0, or -1: out of memory. */
int seen_add(struct seen *s, uint64_t hash, unsigned source);

/* Reading is at TOD: forget records that are older than KEPT, in TOD units. */
void seen_at(struct seen *s, uint64_t tod, uint64_t kept);

void seen_done(struct seen *s);

#endif
