/* history.h: stores the records of a sample data set, found by their instance. */
#ifndef TABLE_HISTORY_H
#define TABLE_HISTORY_H

#include "port/hash.h"
#include "table/instance.h"

/* A stored record. */
struct kept {
	uint64_t hash; /* hash of the instance of the record and ->nth */
	uint64_t tod;
	uint64_t epoch; /* records with the same epoch have no loss or reset between them */
	const struct monread_layout *layout;
	unsigned release;
	uint32_t file;   /* number of its input */
	uint64_t offset; /* offset in that input */
	uint32_t nth;   /* number, from 0, among records of its instance in the data set */
	uint32_t same;  /* in the first record of an instance: number of its records */
	uint32_t key_at, key_length; /* offset and length of the instance key in ->bytes */
	uint32_t at, length; /* offset and length of the record in ->bytes */
	/* offset in ->bytes of the history_sums, which precede the sums; 0: none */
	uint32_t sums_at;
	unsigned char found; /* 1 if a record of the next data set was compared with this one */
	/* 1 if its TOD clock differs from the clock of its sample: do not compare */
	unsigned char apart;
};

/* Initialize with zeros. Memory grows with the largest set and is reused. */
struct history {
	uint64_t set;   /* number of the stored set */
	uint64_t first; /* the lowest TOD clock of the stored records */
	struct kept *kept;
	size_t n, room;
	int shown;      /* 1 if the sample was shown: the next differences begin here */
	/* guess of the next record: follows the last one found, as sets have one order */
	size_t next;
	size_t indexed; /* number of records in ->by_instance; a search adds the others */
	struct hash_table by_instance; /* indexes of ->kept */
	struct monread_buffer bytes; /* the bytes of records and their instances */
};

/* Remove all records. */
void history_clear(struct history *h);
void history_done(struct history *h);

/* Return the record of INSTANCE if it is the next one and was not found yet, without computing its
 * hash. NULL: call history_find(). */
const struct kept *history_next(struct history *h, const struct instance *instance);

/* Return the NTH record of INSTANCE, or NULL. */
const struct kept *history_find(struct history *h, const struct instance *instance, uint32_t nth);

/* Return the first record of INSTANCE, or NULL, without marking it as found. */
const struct kept *history_first(struct history *h, const struct instance *instance);

/* Store a copy of the record BYTES; *ONE gives tod, epoch, layout and release. Return the copy,
 * with ->nth set; it is valid until the next call. IS_NEW: it is the first of its instance. NULL if
 * out of memory. */
const struct kept *history_add(struct history *h, const struct instance *instance,
                               const struct kept *one, const unsigned char *bytes, size_t length,
                               int is_new);

/* Sums of the differences of a record since the last sample that was shown. */
struct history_sums {
	uint64_t elapsed; /* TOD units */
	uint32_t length;  /* bytes that follow */
};

/* Make room for the sums of stored record number INDEX. NULL if out of memory. */
unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums);

#endif
