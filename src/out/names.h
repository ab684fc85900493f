/* names.h: names of containers, record set types, formats, domains and systems. */
#ifndef OUT_NAMES_H
#define OUT_NAMES_H

#include "monread.h"
#include "out/out.h"

const char *out_container_name(enum monread_container container);     /* such as MONWRITE */
const char *out_set_type_name(uint8_t type);           /* such as sample */

/* Return the name of a field's format, such as interval; "" for numbers, bits and hex, because the
 * type of the field already implies these formats. */
const char *out_format_name(enum monread_format f);

/* Write DOMAIN and RECORD as text such as D0R23 at P, at most 12 bytes. Return the end of the
 * text. */
char *out_put_dr(char *p, unsigned domain, unsigned record);

/* Write to TEXT, in UTF-8, the field with FLAG (see monread_layout_marked()) of the record EV with
 * the layout L; "" if EV has no such field. CP is the code page of the field. */
void out_marked(const struct monread_codepage *cp, const struct monread_layout *l,
                const struct monread_ev *ev, unsigned flag, char *text, size_t size);

#endif
