/* configuration.h: the last configuration of the system that is stored, which each new file begins with. */
#ifndef STORE_CONFIGURATION_H
#define STORE_CONFIGURATION_H

#include "monread.h"

/* Which records: those whose layouts are ->configuration.  Of each instance the last one; none where a record has come
 * that ends it. */
struct store_config;

/* NULL: out of memory. */
struct store_config *store_config_new(const struct monread_layouts *layouts);
void store_config_free(struct store_config *c);

/* Whether EV may be configuration, or end some: nearly all are neither. */
int store_config_concerns(const struct store_config *c, const struct monread_ev *ev);

/* Take the record EV of SYSTEM.  Repeated records count at once, others with store_config_settle().  KEEP 0: the record
 * only ends others.  0, or -1: out of memory. */
int store_config_take(struct store_config *c, struct monread_system *system, const struct monread_ev *ev, int keep);

/* The data set with the records that were taken, of SYSTEM, was stored. */
void store_config_settle(struct store_config *c, const struct monread_system *system);

/* Another input begins: nothing is known of its system. */
void store_config_forget(struct store_config *c);

/* Add to *TO, in the form of CONTAINER, a mark and the records as they were before the records that were not settled
 * yet; nothing if these began another SYSTEM.  TOD: of the record that follows.  0, or -1: out of memory. */
int store_config_put(const struct store_config *c, const struct monread_system *system,
                     enum monread_container container, uint64_t tod, struct monread_buffer *to);

#endif
