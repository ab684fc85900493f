/* copies.h: recognise a record in all captures by a hash of its bytes, and equal records of one capture by a number. */
#ifndef SQL_COPIES_H
#define SQL_COPIES_H

#include "port/hash.h"

struct copies_record {
	uint64_t hash;
	uint32_t n; /* number of records with the hash */
};

/* The hashes of the records of one table in one capture. {0} is empty. */
struct copies {
	struct hash_table found;
	struct copies_record *records;
	size_t n, room;
};

/* A hash of the LENGTH bytes, equal on all machines, as databases store it. */
uint64_t copies_hash(const unsigned char *bytes, size_t length);

/* Count a record with HASH. *BEFORE: the number of earlier records with it. 0, or -1: out of memory. */
int copies_add(struct copies *c, uint64_t hash, uint32_t *before);

void copies_done(struct copies *c);

#endif
