/* applies.h: where an option has an effect.  One that would be ignored is refused. */
#ifndef TOOL_APPLIES_H
#define TOOL_APPLIES_H

/* What is shown: one of these. */
#define APPLIES_TEXT    0x0001u
#define APPLIES_LIST    0x0002u
#define APPLIES_SUMMARY 0x0004u
#define APPLIES_HEX     0x0008u
#define APPLIES_RAW     0x0010u
#define APPLIES_JSON    0x0020u
#define APPLIES_LAYOUTS 0x0040u /* --describe and the like: no records are read */
#define APPLIES_RECORDS 0x003Fu
#define APPLIES_SHOWN   0x007Fu

/* And what is read: one of these. */
#define APPLIES_AUTO    0x0100u
#define APPLIES_CAPTURE 0x0200u
#define APPLIES_DEVICE  0x0400u
#define APPLIES_READ    0x0700u

/* Where OPTION, a long name without dashes, has an effect. */
unsigned applies_to(const char *option);

/* The Nth condition of OPTION: other options, one of which must be given too, as text for a message; *ANY has their
 * names, ended by NULL.  NULL: there are no more conditions. */
const char *applies_with(const char *option, unsigned n, const char *const **any);

/* APPLIES_TEXT and so on, for the name of a format. */
unsigned applies_format(const char *format);

#endif
