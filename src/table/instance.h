/* instance.h: the instance, such as one user or one device, to which a record belongs: the domain,
 * the record number and the values of the key fields, as bytes that can be compared. */
#ifndef TABLE_INSTANCE_H
#define TABLE_INSTANCE_H

#include "monread.h"

#define INSTANCE_BYTES 512u /* maximum number of bytes of an instance; longer keys are cut off */
/* maximum number of keys that can be compared one by one with keys of other records */
#define INSTANCE_KEYS 8u

/* A key field and its value. The keys of two records can be compared if their ->name is equal. */
struct instance_key {
	/* INSTANCE_USER for a user ID, else a hash of the field name without the part up to the
	 * first underline */
	uint64_t name;
	uint32_t at, length; /* offset and length of the value in instance.bytes */
};
#define INSTANCE_USER 1u

struct instance {
	uint64_t hash; /* hash of ->bytes, valid after instance_hash() */
	uint32_t length;
	unsigned nkeys;
	struct instance_key keys[INSTANCE_KEYS];
	unsigned char bytes[INSTANCE_BYTES];
};

/* Finds the instances of records. Use one struct per thread. */
struct instances;

/* Create a struct instances for records whose layouts are in LAYOUTS. Return NULL if out of
 * memory. */
struct instances *instances_new(const struct monread_layouts *layouts);
void instances_free(struct instances *s);

/* Store in *INSTANCE the instance of the record EV, which has the layout L, and in *ENOUGH how many
 * bytes from the start of this record are needed to compute differences. Return 0, or -1 if out of
 * memory. */
int instance_of(struct instances *s, const struct monread_layout *l, unsigned release,
                const struct monread_ev *ev, struct instance *instance, size_t *enough);

/* Change INSTANCE, the instance of a record such as an event, into the instance of records that
 * have the layout L and the same key values. */
void instance_of_record(struct instance *instance, const struct monread_layout *l);

/* Compute instance->hash. */
void instance_hash(struct instance *instance);

/* Return the value of instance_key.name for the key field F. */
uint64_t instance_name(const struct monread_field *f);

#endif
