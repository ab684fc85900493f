/* applies.h: where an option has an effect.  One that would be ignored is refused. */
#ifndef TOOL_APPLIES_H
#define TOOL_APPLIES_H

#include "tool/options.h"

/* What is shown: layouts, the result of a query, or records in a format, which says itself what it takes. */
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
#define APPLIES_THINNED  0x2000u /* with --quiet: samples that are left out of what is stored */
#define APPLIES_SHOWN    0xFEFFu /* all but APPLIES_SELECTS */

/* And what is read: one of these. */
#define APPLIES_AUTO    0x010000u
#define APPLIES_CAPTURE 0x020000u
#define APPLIES_DEVICE  0x040000u
#define APPLIES_READ    0x070000u

/* Exit with a message where an option that is given would be ignored; see options_read(). */
void applies_check(const struct options *o, const unsigned char *given);

#endif
