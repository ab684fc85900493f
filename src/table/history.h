/* history.h: the records of a sample data set, found by their instance. */
#ifndef TABLE_HISTORY_H
#define TABLE_HISTORY_H

#include "port/hash.h"
#include "table/instance.h"

/* A record that was kept. */
struct kept {
	uint64_t hash; /* of its instance and ->nth */
	uint64_t tod;
	uint64_t epoch; /* between records of the same one nothing was lost or set to zero */
	const struct monread_layout *layout;
	unsigned release;
	uint32_t file;   /* the number of the input that it is in, */
	uint64_t offset; /* and where */
	uint32_t nth;   /* of its instance in the set, from 0 */
	uint32_t same;  /* of the first one: how many there are */
	uint32_t key_at, key_length; /* in ->bytes of the set, and the record: */
	uint32_t at, length;
	uint32_t sums_at; /* in ->bytes, too: what is in front of history_sums(); 0: there are none */
	unsigned char found; /* by a record of the set behind it */
	unsigned char apart; /* its TOD clock is not that of its sample: nothing is compared with it */
};

/* All zero: empty and ready.  Memory grows with the largest set, and is used again. */
struct history {
	uint64_t set;   /* the number of the set that is kept */
	uint64_t first; /* the lowest TOD clock of its records */
	struct kept *kept;
	size_t n, room;
	int shown;      /* the sample is: what is counted from here on is counted from it */
	size_t next; /* behind the one that was found last: sets come in the same order */
	size_t indexed; /* those in ->by_instance: find() puts the others there when it has to look for one */
	struct hash_table by_instance; /* numbers in ->kept */
	struct monread_buffer bytes; /* of the records and their instances */
};

/* Forget all records. */
void history_clear(struct history *h);
void history_done(struct history *h);

/* The one record of INSTANCE, without a look at its hash: where it is the next one, and was not found yet.  NULL: it has
 * to be looked for. */
const struct kept *history_next(struct history *h, const struct instance *instance);

/* The NTH record of INSTANCE.  NULL: there is none. */
const struct kept *history_find(struct history *h, const struct instance *instance, uint32_t nth);

/* The first record of INSTANCE; nothing is said to be found.  NULL: there is none. */
const struct kept *history_first(struct history *h, const struct instance *instance);

/* Keep a copy of the record BYTES, of which the others are told by *ONE: tod, epoch, layout, release.  What is kept has
 * its nth, too.  IS_NEW: it is known to be the first of its instance.  It lives until the next is added; NULL: out of
 * memory. */
const struct kept *history_add(struct history *h, const struct instance *instance, const struct kept *one,
                               const unsigned char *bytes, size_t length, int is_new);

/* What a record has counted since the last sample that is shown. */
struct history_sums {
	uint64_t elapsed; /* TOD units */
	uint32_t length;  /* bytes that follow */
};

/* Room for that of the record that was kept as number INDEX.  NULL: out of memory. */
unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums);

#endif
