/* codepage.h: the code page of --codepage. */
#ifndef CLI_CODEPAGE_H
#define CLI_CODEPAGE_H

#include "monread.h"

/* Return the code page NAME; exit with a message if it cannot be the code page of monitor data. NULL if out of
 * memory. */
struct monread_codepage *codepage_named(const char *name);

/* Return 1 if CP is an EBCDIC code page. */
int codepage_is_ebcdic(const struct monread_codepage *cp);

#endif
