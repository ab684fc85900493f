/* dsect.h: prints a layout in the forms that the library writes: --describe=PAGE --format=dsect, --xref. */
#ifndef OUT_DSECT_H
#define OUT_DSECT_H

#include "monread.h"
#include "cli/buffer.h"

/* These functions return 0, or -1 if out of memory. */
int out_dsect(struct out_buffer *b, const struct monread_layout *l);
int out_dsect_texts(struct out_buffer *b, const struct monread_layout *l); /* with the descriptions of a page */
int out_xref(struct out_buffer *b, const struct monread_layout *l);

#endif
