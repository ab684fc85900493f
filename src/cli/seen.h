/* seen.h: which records of inputs were shown: captures that overlap have them twice. */
#ifndef CLI_SEEN_H
#define CLI_SEEN_H

#include <stddef.h>

#include "monread.h"

struct seen_record {
	uint64_t tod, hash;
	unsigned source;
	int used;
};

struct seen_table {
	struct seen_record *slots;
	size_t n, room; /* of slots: a power of two */
};

/* {0} to begin with.  What is in ->old is forgotten next, what is in ->lasting never. */
struct seen {
	struct seen_table now, old, lasting;
	uint64_t from; /* TOD clock at which ->now began */
};

/* Of what makes EV, of the system SYSTEM, the record that it is, but for its TOD clock. */
uint64_t seen_hash(const char *system, const struct monread_ev *ev);

/* The source, from 1, other than SOURCE, for which such a record was added; 0: there is none. */
unsigned seen_has(const struct seen *s, uint64_t tod, uint64_t hash, unsigned source);

/* LASTS: it is not forgotten.  0, or -1: out of memory. */
int seen_add(struct seen *s, uint64_t tod, uint64_t hash, unsigned source, int lasts);

/* Reading is at TOD: what is older than KEPT, in TOD units, need not be known any more. */
void seen_at(struct seen *s, uint64_t tod, uint64_t kept);

void seen_done(struct seen *s);

#endif
