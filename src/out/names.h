/* names.h: names of containers, record set types, formats and domains. */
#ifndef OUT_NAMES_H
#define OUT_NAMES_H

#include "monread.h"
#include "cli/buffer.h"

const char *out_container_name(enum monread_container container);     /* such as MONWRITE */
const char *out_set_type_name(uint8_t type);           /* such as sample */
const char *out_format_name(enum monread_format f);    /* such as interval */

/* Write the domains of a control element: 0,4-6. */
void out_domains(struct out_buffer *b, uint16_t domains);

/* Write D0R23 at P, at most 12 bytes. Return the end. */
char *out_put_dr(char *p, unsigned domain, unsigned record);

#endif
