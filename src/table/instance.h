/* instance.h: the instance of a record (such as one user or one device): its table and the values
 * of its key fields, as bytes that can be compared. */
#ifndef TABLE_INSTANCE_H
#define TABLE_INSTANCE_H

#include "monread.h"

#define INSTANCE_BYTES 512u /* longer keys are cut */
#define INSTANCE_KEYS 8u    /* number of keys that can be compared with other records */

/* A key field. Keys of different records can be compared if they have the same ->name. */
struct instance_key {
	uint64_t name; /* INSTANCE_USER, or a hash of the name without its prefix */
	uint32_t at, length; /* the value in ->bytes */
};
#define INSTANCE_USER 1u

struct instance {
	uint64_t hash; /* set by instance_hash() */
	uint32_t length;
	unsigned nkeys;
	struct instance_key keys[INSTANCE_KEYS];
	unsigned char bytes[INSTANCE_BYTES];
};

/* Finds the instances of records. Use it in one thread. */
struct instances;

/* Return NULL if out of memory. */
struct instances *instances_new(const struct monread_layouts *layouts);
void instances_free(struct instances *s);

/* Find the instance of the record EV with the layout L. *ENOUGH: bytes of the record that
 * differences need. Return 0, or -1 if out of memory. */
int instance_of(struct instances *s, const struct monread_layout *l, unsigned release,
                const struct monread_ev *ev, struct instance *instance, size_t *enough);

/* Make INSTANCE the instance of a record with the layout L that has the same keys. */
void instance_of_record(struct instance *instance, const struct monread_layout *l);

/* Compute the ->hash of an instance if it is needed. */
void instance_hash(struct instance *instance);

/* Return the name of the key field F for struct instance_key. */
uint64_t instance_name(const struct monread_field *f);

#endif
