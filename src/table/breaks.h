/* breaks.h: remembers instances whose counters restarted, such as a user that logged on or a device
 * that was varied on. Earlier records with the same key belong to another user or device. */
#ifndef TABLE_BREAKS_H
#define TABLE_BREAKS_H

#include "port/hash.h"
#include "table/instance.h"

struct broken {
	uint64_t hash; /* hash of the name and value of the key field */
	uint64_t tod;
	int began; /* 1: instances with the key began at ->tod, with counters of 0 */
};

/* Initialize with zeros. */
struct breaks {
	struct broken *list;
	size_t n, room;
	struct hash_table index; /* finds ->list by hash */
};

void breaks_done(struct breaks *b);

/* Note that at TOD all instances whose key field F has the value BYTES restarted; BEGAN: began to
 * exist. Return 0, or -1 if out of memory. */
int breaks_add(struct breaks *b, const struct monread_field *f, const unsigned char *bytes,
               uint64_t tod, int began);

/* Return the restart of INSTANCE after TOD, or NULL. */
const struct broken *breaks_since(const struct breaks *b, const struct instance *instance,
                                  uint64_t tod);

/* Remove all restarts before TOD. */
void breaks_forget(struct breaks *b, uint64_t tod);

#endif
