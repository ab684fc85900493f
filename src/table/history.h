/* history.h: stores the records of a sample data set. A record is found by its instance, such as a
 * user. */
#ifndef TABLE_HISTORY_H
#define TABLE_HISTORY_H

#include "base/hash.h"
#include "table/instance.h"

/* A stored record. */
struct kept {
	uint64_t hash; /* hash of ->nth and of the instance of the record */
	uint64_t tod;
	/* two records have the same epoch if no data was lost and no counter was reset between
	 * them */
	uint64_t epoch;
	const struct monread_layout *layout;
	unsigned release;
	uint32_t file;   /* number of the input that has the record */
	uint64_t offset; /* offset of the record in this input */
	/* index of the record among the records of its instance in the data set */
	uint32_t nth;
	uint32_t same;  /* in the first record of an instance: number of records of the instance */
	uint32_t key_at, key_length; /* offset and length of the instance key in history.bytes */
	uint32_t at, length; /* offset and length of the record in history.bytes */
	/* offset in history.bytes of a struct history_sums and the sums after it; 0: no sums */
	uint32_t sums_at;
	unsigned char found; /* 1 if a record of the next data set was compared with this record */
	/* 1 if the TOD clock of the record differs from the clock of its sample, so that the record
	 * must not be compared */
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
	/* index of the record after the last found one. The next search tries it first, because
	 * records mostly have the same order in each data set */
	size_t next;
	/* number of records that are already in ->by_instance; history_find() adds the others */
	size_t indexed;
	/* the indexes of the stored records, by the hash of the instance */
	struct hash_table by_instance;
	struct monread_buffer bytes; /* the bytes and the instance keys of all records */
};

/* Remove all records from H. */
void history_clear(struct history *h);
void history_done(struct history *h);

/* Return the record with the index h->next if it is of INSTANCE and was not found yet; this needs
 * no hash. Return NULL if not; then call history_find(). */
const struct kept *history_next(struct history *h, const struct instance *instance);

/* Return the record with the index NTH (from 0) among the records of INSTANCE, or NULL. */
const struct kept *history_find(struct history *h, const struct instance *instance, uint32_t nth);

/* Return the first record of INSTANCE, or NULL. Do not mark this record as found. */
const struct kept *history_first(struct history *h, const struct instance *instance);

/* Store a copy of the record BYTES, with the members tod, epoch, layout and release of *ONE. Return
 * the stored record, with its member nth filled in; the pointer is valid until the next call. If
 * IS_NEW is 1, the record is the first one of INSTANCE, so do not search for the first one. Return
 * NULL if out of memory. */
const struct kept *history_add(struct history *h, const struct instance *instance,
                               const struct kept *one, const unsigned char *bytes, size_t length,
                               int is_new);

/* The differences of a record, added up over all samples since the last sample that was shown. */
struct history_sums {
	uint64_t elapsed; /* TOD units that the sums cover */
	uint32_t length;  /* number of bytes of the sums, which follow this struct */
};

/* Make room in H for a copy of SUMS and for the sums->length bytes that follow it; they belong to
 * the record h->kept[INDEX]. Return where the caller must store these bytes; NULL if out of
 * memory. */
unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums);

#endif
