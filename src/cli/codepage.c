/* codepage.c: checks the code page of --codepage. */
#include "config.h"

#include "cli/codepage.h"

#include <errno.h>

#include "cli/diag.h"

static int is_character(const struct monread_codepage *cp, unsigned byte, char c)
{
	size_t length;
	const char *utf8 = monread_codepage_utf8(cp, (unsigned char)byte, &length);

	return length == 1 && *utf8 == c;
}

/* Letters differ between EBCDIC code pages, even a to z; digits and blanks are the same in all. */
int codepage_is_ebcdic(const struct monread_codepage *cp)
{
	return is_character(cp, 0xF0, '0') && is_character(cp, 0x40, ' ');
}

struct monread_codepage *codepage_named(const char *name)
{
	struct monread_codepage *cp = monread_codepage_open(name);

	if (!cp && errno != ENOMEM)
		diag_usage("--codepage=%s: no such code page; iconv --list shows all", name);
	if (cp && !codepage_is_ebcdic(cp))
		diag_usage("--codepage=%s: expected a code page of EBCDIC, where X'40' is a blank and X'F0' is 0, as IBM-037,"
		           " IBM-273 or IBM-1047; iconv --list shows all", name);
	return cp;
}
