/* ending.h: what ends configuration: a device that is varied off, a user who logs off. */
#ifndef STORE_ENDING_H
#define STORE_ENDING_H

#include "monread.h"

/* Whether EV, a record with the layout BY, ends the configuration BYTES with the layout L. */
int ending_is_of(const struct monread_layout *l, const unsigned char *bytes, size_t length,
                 const struct monread_layout *by, const struct monread_ev *ev);

/* A number that what ends the configuration BYTES has in common with it: one of another number does not end it.  0: nothing
 * does. */
uint64_t ending_hash(const struct monread_layout *l, const unsigned char *bytes, size_t length);

/* The number of EV for configuration with the layout L, which something ends.  0: EV ends none. */
uint64_t ending_hash_by(const struct monread_layout *l, const struct monread_layout *by, const struct monread_ev *ev);

#endif
