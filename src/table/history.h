/* history.h: stores the records of a sample data set. A record is found by its instance. */
#ifndef TABLE_HISTORY_H
#define TABLE_HISTORY_H

#include "port/hash.h"
#include "table/instance.h"

/* A stored record. */
struct kept {
	uint64_t hash; /* hash of ->nth and the instance of the record */
	uint64_t tod;
	/* records have equal epochs if no loss and no reset of counters is between them */
	uint64_t epoch;
	const struct monread_layout *layout;
	unsigned release;
	uint32_t file;   /* number of the record's input */
	uint64_t offset; /* offset of the record in this input */
	uint32_t nth;   /* index of the record among the records of its instance in the data set */
	uint32_t same;  /* in the first record of an instance: number of records of the instance */
	uint32_t key_at, key_length; /* offset and length of the instance key in ->bytes */
	uint32_t at, length; /* offset and length of the record in ->bytes */
	/* offset in ->bytes of a struct history_sums and the sums after it; 0: none */
	uint32_t sums_at;
	unsigned char found; /* 1 if a record of the next data set was compared with this record */
	/* 1 if the TOD clock of the record differs from the clock of its sample: do not compare the
	 * record */
	unsigned char apart;
};

/* Set all members to zero before the first use. The memory grows with the largest data set and is
 * used again for later data sets. */
struct history {
	uint64_t set;   /* number of the stored data set */
	uint64_t first; /* the lowest TOD clock of the stored records */
	struct kept *kept;
	size_t n, room;
	/* 1 if the sample was shown, so that the next differences begin at this sample */
	int shown;
	/* index of the record after the last record found; the next search tries it first, because
	 * all data sets have the same order */
	size_t next;
	size_t indexed; /* number of records in ->by_instance; the next search adds the others */
	struct hash_table by_instance; /* indexes of ->kept */
	struct monread_buffer bytes; /* the bytes of records and their instances */
};

/* Remove all records. */
void history_clear(struct history *h);
void history_done(struct history *h);

/* Return the record at ->next if it is of INSTANCE and was not found yet. This is faster than
 * history_find(), because it needs no hash. If NULL, call history_find(). */
const struct kept *history_next(struct history *h, const struct instance *instance);

/* Return record number NTH, from 0, of INSTANCE, or NULL. */
const struct kept *history_find(struct history *h, const struct instance *instance, uint32_t nth);

/* Return the first record of INSTANCE, or NULL. The record does not count as found. */
const struct kept *history_first(struct history *h, const struct instance *instance);

/* Store a copy of the record BYTES with the tod, epoch, layout and release of *ONE. Return the
 * stored record with ->nth filled in; it is valid until the next call. *IS_NEW is 1 if it is the
 * first record of its instance. NULL if out of memory. */
const struct kept *history_add(struct history *h, const struct instance *instance,
                               const struct kept *one, const unsigned char *bytes, size_t length,
                               int is_new);

/* Sums of the differences of a record over the samples since the last sample that was shown. */
struct history_sums {
	uint64_t elapsed; /* TOD units */
	uint32_t length;  /* number of bytes of sums that follow */
};

/* Make room for SUMS and its bytes for stored record number INDEX. Return where to store the bytes;
 * NULL if out of memory. */
unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums);

#endif
