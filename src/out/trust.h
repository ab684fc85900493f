/* trust.h: prints how far a layout can be trusted. */
#ifndef OUT_TRUST_H
#define OUT_TRUST_H

#include "cli/buffer.h"
#include "monread.h"

/* Return the number of fields of L with values; *UNPROVEN is the number of unproven ones. */
unsigned out_count_fields(const struct monread_layout *l, unsigned *unproven);

/* Print the degree of trust in sentences, one line each. */
void out_put_trust(struct out_buffer *b, const struct monread_layout *l);

#endif
