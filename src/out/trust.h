/* trust.h: how far a layout can be trusted. */
#ifndef OUT_TRUST_H
#define OUT_TRUST_H

#include "cli/buffer.h"
#include "monread.h"

/* How many fields of L have values, and in *UNPROVEN how many of these are unproven. */
unsigned out_count_fields(const struct monread_layout *l, unsigned *unproven);

/* The degree of trust in sentences, a line each. */
void out_put_trust(struct out_buffer *b, const struct monread_layout *l);

#endif
