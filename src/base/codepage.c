/* codepage.c: translates text fields to UTF-8, from the built-in code page 1047 or, with iconv(3),
 * from other code pages. */
#include "config.h"

#include "monread.h"

#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/cp1047.h"
#include "base/utf8.h"

struct monread_codepage {
	struct {
		uint8_t length;
		char utf8[5];
	} ch[256];
};

#define ROOM (sizeof ((struct monread_codepage *)0)->ch[0].utf8 - 1)

/* Return 1047 for IBM-1047, IBM1047, CP1047 and 1047; NULL for other names. */
static const char *digits_of(const char *name)
{
	if (mr_lower(name[0]) == 'i' && mr_lower(name[1]) == 'b' && mr_lower(name[2]) == 'm')
		name += 3;
	else if (mr_lower(name[0]) == 'c' && mr_lower(name[1]) == 'p')
		name += 2;
	if (*name == '-' || *name == '_')
		name++;
	return mr_is_digit(*name) ? name : NULL;
}

static iconv_t open_iconv(const char *name)
{
	static const char *const prefixes[] = { "IBM", "IBM-" };
	const char *digits = digits_of(name);
	iconv_t cd = iconv_open("UTF-8", name);
	char ibm[40];
	unsigned i;

	for (i = 0; digits && i < 2 && cd == (iconv_t)-1; i++) {
		snprintf(ibm, sizeof ibm, "%s%s", prefixes[i], digits);
		cd = iconv_open("UTF-8", ibm);
	}
	return cd;
}

static void load_iconv(struct monread_codepage *cp, iconv_t cd)
{
	unsigned i;

	for (i = 0; i < 256; i++) {
		char in = (char)i, *inp = &in, *outp = cp->ch[i].utf8;
		size_t inleft = 1, outleft = ROOM;

		iconv(cd, NULL, NULL, NULL, NULL);
		/* iconv(3) may hold back a letter, because an accent may follow; the second call
		 * returns it. */
		if (iconv(cd, &inp, &inleft, &outp, &outleft) == (size_t)-1 || inleft ||
		    iconv(cd, NULL, NULL, &outp, &outleft) == (size_t)-1 || outleft == ROOM) {
			/* U+FFFD: the code page has no character for this byte */
			memcpy(cp->ch[i].utf8, "\xEF\xBF\xBD", 4);
			cp->ch[i].length = 3;
		} else {
			cp->ch[i].length = (uint8_t)(ROOM - outleft);
		}
	}
}

static int codepage_load(struct monread_codepage *cp, const char *name)
{
	const char *digits = digits_of(name);
	iconv_t cd;
	unsigned i;

	if (digits && strcmp(digits, "1047") == 0) {
		for (i = 0; i < 256; i++)
			cp->ch[i].length =
				(uint8_t)mr_put_code_point(cp->ch[i].utf8, mr_cp1047[i]);
		return 0;
	}
	cd = open_iconv(name);
	if (cd == (iconv_t)-1)
		return -1;
	load_iconv(cp, cd);
	iconv_close(cd);
	return 0;
}

struct monread_codepage *monread_codepage_open(const char *name)
{
	struct monread_codepage *cp;

	/* Refuse an empty name, for which iconv(3) would use the code page of the locale. */
	if (!*name) {
		errno = EINVAL;
		return NULL;
	}
	cp = calloc(1, sizeof *cp);
	if (cp && codepage_load(cp, name)) {
		free(cp);
		cp = NULL;
		errno = errno == ENOMEM ? ENOMEM : EINVAL;
	}
	return cp;
}

void monread_codepage_free(struct monread_codepage *cp)
{
	free(cp);
}

const char *monread_codepage_utf8(const struct monread_codepage *cp, unsigned char byte,
                                  size_t *length)
{
	*length = cp->ch[byte].length;
	return cp->ch[byte].utf8;
}
