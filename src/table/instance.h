/* instance.h: what a record is about: its table and the values of its key fields, as bytes that can be compared. */
#ifndef TABLE_INSTANCE_H
#define TABLE_INSTANCE_H

#include "monread.h"

#define INSTANCE_BYTES 512u /* what is longer is cut */
#define INSTANCE_KEYS 8u    /* key fields that other records may name */

/* A key field, by what it names: a user, or what fields of this name name in every record. */
struct instance_key {
	uint64_t name; /* INSTANCE_USER, or made of the name without its prefix */
	uint32_t at, length; /* of the value in ->bytes */
};
#define INSTANCE_USER 1u

struct instance {
	uint64_t hash; /* see instance_hash() */
	uint32_t length;
	unsigned nkeys;
	struct instance_key keys[INSTANCE_KEYS];
	unsigned char bytes[INSTANCE_BYTES];
};

/* What finds the keys of records; for one thread. */
struct instances;

/* NULL: out of memory. */
struct instances *instances_new(const struct monread_layouts *layouts);
void instances_free(struct instances *s);

/* The instance of the record BYTES, whose layout is L; in *ENOUGH how many of its bytes differences are made of.  0, or
 * -1: out of memory. */
int instance_of(struct instances *s, const struct monread_layout *l, unsigned release, const unsigned char *bytes,
                size_t length, struct instance *instance, size_t *enough);

/* The ->hash of what instance_of() found, for those who need it. */
void instance_hash(struct instance *instance);

/* What F names: see struct instance_key. */
uint64_t instance_name(const struct monread_field *f);

#endif
