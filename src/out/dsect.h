/* dsect.h: receives what the library writes of a layout, for --describe=PAGE --format=dsect and --xref. */
#ifndef OUT_DSECT_H
#define OUT_DSECT_H

#include "cli/buffer.h"

/* For monread_layout_write() and its kind: write TEXT to ARG, a struct out_buffer, with harmless control characters.
 * Return 0. */
int out_dsect_text(void *arg, const char *text, size_t length);

#endif
