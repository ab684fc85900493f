/* configuration.h: the current configuration of the system whose records are stored. Each file
 * begins with this configuration, so that the file can be read without the previous files. */
#ifndef STORE_CONFIGURATION_H
#define STORE_CONFIGURATION_H

#include "monread.h"

/* The last record of each instance, such as a user, for each kind of record whose layout has
 * ->configuration 1, except records that a later record has made invalid (see
 * monread_layout_ending()). */
struct store_config;

/* Return an empty configuration that uses at most MOST bytes for records; NULL if out of memory. */
struct store_config *store_config_new(const struct monread_layouts *layouts, size_t most);
void store_config_free(struct store_config *c);

/* Return 1 if EV may be configuration, or may make earlier configuration invalid. */
int store_config_concerns(const struct store_config *c, const struct monread_ev *ev);

/* Take EV, a record of SYSTEM. If the input repeats EV as configuration, EV becomes configuration
 * at once; else with the next store_config_settle(). If KEEP is 0, only remove the configuration
 * that EV makes invalid. Return 0, or -1 if out of memory. */
int store_config_take(struct store_config *c, struct monread_system *system,
                      const struct monread_ev *ev, int keep);

/* Call this after a data set of SYSTEM was stored: the records of this data set become
 * configuration. Return 1 if, for the first time, a record was left out because of MOST in
 * store_config_new(). */
int store_config_settle(struct store_config *c, const struct monread_system *system);

/* Another input begins, which may be of another system: forget all records. */
void store_config_forget(struct store_config *c);

/* Append to *TO, in the format of CONTAINER, a mark for repeated configuration and the current
 * configuration, without records that wait for store_config_settle(). Append nothing if the
 * configuration is of a different system than SYSTEM. TOD is the clock of the first record after
 * the configuration. Return 0, or -1 if out of memory. */
int store_config_put(const struct store_config *c, const struct monread_system *system,
                     enum monread_container container, uint64_t tod, struct monread_buffer *to);

#endif
