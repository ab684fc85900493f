/* instance.h: the instance, such as one user or one device, to which a record belongs. An instance
 * is identified by the domain, the record number and the values of the key fields, as bytes that
 * can be compared. */
#ifndef TABLE_INSTANCE_H
#define TABLE_INSTANCE_H

#include "monread.h"

/* maximum number of bytes of the values of all keys of an instance; longer keys are cut */
#define INSTANCE_BYTES 512u
/* maximum number of keys of an instance that can be compared with keys of other records */
#define INSTANCE_KEYS 8u

/* A key field and its value. The keys of two records can be compared if their ->name is equal. */
struct instance_key {
	/* INSTANCE_USER for a user ID, else a hash of the field name after its first underline */
	uint64_t name;
	uint32_t at, length; /* offset and length of the value in instance.bytes */
};
#define INSTANCE_USER 1u

struct instance {
	uint64_t hash; /* valid after instance_hash() */
	uint32_t length;
	unsigned nkeys;
	struct instance_key keys[INSTANCE_KEYS];
	unsigned char bytes[INSTANCE_BYTES];
};

/* Finds the instances of records. Use one struct per thread. instances_new() returns NULL if out of
 * memory. */
struct instances;
struct instances *instances_new(const struct monread_layouts *layouts);
void instances_free(struct instances *s);

/* Store in *INSTANCE the instance of the record EV, whose layout is L, and in *ENOUGH how many
 * bytes from the start of the record are needed to compute its differences. Return 0, or -1 if out
 * of memory. */
int instance_of(struct instances *s, const struct monread_layout *l, unsigned release,
                const struct monread_ev *ev, struct instance *instance, size_t *enough);

/* Change INSTANCE, which comes from a record of another layout, such as an event, into the instance
 * of records of the layout L with the same key values. */
void instance_of_record(struct instance *instance, const struct monread_layout *l);

/* Compute instance->hash. */
void instance_hash(struct instance *instance);

/* Return the ->name of struct instance_key for the key field F. */
uint64_t instance_name(const struct monread_field *f);

#endif
