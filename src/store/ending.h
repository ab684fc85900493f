/* ending.h: what ends configuration: a device that is varied off, a user who logs off. */
#ifndef STORE_ENDING_H
#define STORE_ENDING_H

#include "monread.h"

/* Whether EV, a record with the layout BY, ends the configuration BYTES with the layout L. */
int ending_is_of(const struct monread_layout *l, const unsigned char *bytes, size_t length,
                 const struct monread_layout *by, const struct monread_ev *ev);

#endif
