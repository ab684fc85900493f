/* codepage.h: the code page that --codepage names. */
#ifndef CLI_CODEPAGE_H
#define CLI_CODEPAGE_H

#include "monread.h"

/* Ends the run where NAME is none that text of monitor data can be in.  NULL: out of memory. */
struct monread_codepage *codepage_named(const char *name);

/* Whether CP is one of EBCDIC. */
int codepage_is_ebcdic(const struct monread_codepage *cp);

#endif
