/* applies.h: refuse options that would have no effect. */
#ifndef TOOL_APPLIES_H
#define TOOL_APPLIES_H

#include "tool/options.h"

/* An option has an effect if one of its bits for the output and one of its bits for the input apply. These are the bits
 * for the output; the bits of formats are OUT_TAKES_.... */
#define APPLIES_LAYOUTS  0x0001u /* --describe and the like: no records are read */
#define APPLIES_RECORDS  0x0002u
#define APPLIES_FIELDS   0x0004u
#define APPLIES_CODEPAGE 0x0008u
#define APPLIES_WIDE     0x0020u
#define APPLIES_DELTA    0x0040u
#define APPLIES_QUERY    0x0080u /* --sql */
#define APPLIES_SELECTS  0x0100u /* the option selects records */
#define APPLIES_SPLIT    0x0400u
#define APPLIES_DATABASE 0x0800u /* --sqlite */
#define APPLIES_THINNED  0x2000u /* all except APPLIES_SELECTS */
#define APPLIES_SHOWN    0xFEFFu /* all but APPLIES_SELECTS */

/* Bits for the input, of which one applies. */
#define APPLIES_AUTO    0x010000u
#define APPLIES_CAPTURE 0x020000u
#define APPLIES_DEVICE  0x040000u
#define APPLIES_READ    0x070000u

/* Exit with a message if a GIVEN option would have no effect; see options_read(). */
void applies_check(const struct options *o, const unsigned char *given);

#endif
