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

/* Take the record EV of SYSTEM.  What is repeated counts at once, other records with store_config_settle().  KEEP 0:
 * it ends others, but is none.  0, or -1: out of memory. */
int store_config_take(struct store_config *c, struct monread_system *system, const struct monread_ev *ev, int keep);

/* The data set with the records that were taken was stored.  0, or -1: out of memory. */
int store_config_settle(struct store_config *c);

/* Another input begins: nothing is known of its system. */
void store_config_forget(struct store_config *c);

/* Add to *TO, in the form of CONTAINER, a mark and the records as they were before the records that were not settled
 * yet.  TOD: of the record that follows.  0, or -1: out of memory. */
int store_config_put(struct store_config *c, enum monread_container container, uint64_t tod, struct monread_buffer *to);

#endif
