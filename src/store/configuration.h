/* configuration.h: keeps the current configuration of the stored system, with which each new file
 * begins. */
#ifndef STORE_CONFIGURATION_H
#define STORE_CONFIGURATION_H

#include "monread.h"

/* The current configuration: the last record of each instance whose layout is ->configuration,
 * unless a later record has ended it (see monread_layout_ending()). */
struct store_config;

/* Return an empty configuration that uses at most MOST bytes for records, or NULL if out of
 * memory. */
struct store_config *store_config_new(const struct monread_layouts *layouts, size_t most);
void store_config_free(struct store_config *c);

/* Return 1 if EV may be configuration, or may end configuration. For nearly all records the result
 * is 0. */
int store_config_concerns(const struct store_config *c, const struct monread_ev *ev);

/* Take the record EV of SYSTEM. A repeated record becomes configuration at once, other records at
 * the next store_config_settle(). KEEP: 0: do not keep EV, but only remove the configuration that
 * EV ends. Return 0, or -1 if out of memory. */
int store_config_take(struct store_config *c, struct monread_system *system,
                      const struct monread_ev *ev, int keep);

/* After a data set of SYSTEM was stored, use its records from store_config_take() as configuration.
 * Return 1 if it has left out records for the first time because of the limit MOST. */
int store_config_settle(struct store_config *c, const struct monread_system *system);

/* Forget all records. Call this if another input begins, because it may be from another system. */
void store_config_forget(struct store_config *c);

/* Append to *TO, in the form of CONTAINER, a mark and the current configuration, without records
 * that wait for store_config_settle(). Append nothing if the configuration is of another system
 * than SYSTEM. TOD: clock of the next record. Return 0, or -1 if out of memory. */
int store_config_put(const struct store_config *c, const struct monread_system *system,
                     enum monread_container container, uint64_t tod, struct monread_buffer *to);

#endif
