/* names.h: the words for forms, types and domains that several formats use. */
#ifndef OUT_NAMES_H
#define OUT_NAMES_H

#include "monread.h"
#include "cli/buffer.h"

const char *out_container_name(enum monread_container container);     /* MONWRITE */
const char *out_set_type_name(uint8_t type);           /* sample */
const char *out_format_name(enum monread_format f);    /* interval */

/* The domains of a control element: 0,4-6. */
void out_domains(struct out_buffer *b, uint16_t domains);

/* D0R23 at P, of at most 12 bytes. */
char *out_put_dr(char *p, unsigned domain, unsigned record);

#endif
