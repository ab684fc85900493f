/* codepage.c: the characters of a code page in UTF-8.  1047 is built in; iconv(3) knows the others. */
#include "config.h"

#include "monread.h"

#include <iconv.h>
#include <stdio.h>
#include <string.h>

#include "port/ascii.h"
#include "base/cp1047.h"

static void put_latin1(struct monread_codepage *cp, unsigned i, unsigned char u)
{
	if (u < 0x80) {
		cp->ch[i].length = 1;
		cp->ch[i].utf8[0] = (char)u;
	} else {
		cp->ch[i].length = 2;
		cp->ch[i].utf8[0] = (char)(0xC0 | u >> 6);
		cp->ch[i].utf8[1] = (char)(0x80 | (u & 0x3F));
	}
}

/* IBM-1047, IBM1047, CP1047 and 1047 are all one. */
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
	const char *digits = digits_of(name);
	char ibm[40];
	iconv_t cd = iconv_open("UTF-8", name);

	if (cd != (iconv_t)-1 || !digits)
		return cd;
	snprintf(ibm, sizeof ibm, "IBM%s", digits);
	cd = iconv_open("UTF-8", ibm);
	if (cd != (iconv_t)-1)
		return cd;
	snprintf(ibm, sizeof ibm, "IBM-%s", digits);
	return iconv_open("UTF-8", ibm);
}

int monread_codepage_load(struct monread_codepage *cp, const char *name)
{
	const char *digits = digits_of(name);
	iconv_t cd;
	unsigned i;

	/* iconv(3) takes "" for the locale's. */
	if (!*name)
		return -1;
	memset(cp, 0, sizeof *cp);
	snprintf(cp->name, sizeof cp->name, "%s", name);
	if (digits && strcmp(digits, "1047") == 0) {
		for (i = 0; i < 256; i++)
			put_latin1(cp, i, mr_cp1047[i]);
		return 0;
	}
	cd = open_iconv(name);
	if (cd == (iconv_t)-1)
		return -1;
	for (i = 0; i < 256; i++) {
		char in = (char)i, *inp = &in, *outp = cp->ch[i].utf8;
		size_t inleft = 1, outleft = sizeof cp->ch[i].utf8;

		iconv(cd, NULL, NULL, NULL, NULL);
		/* A letter that an accent may follow is held back until the second call. */
		if (iconv(cd, &inp, &inleft, &outp, &outleft) == (size_t)-1 || inleft ||
		    iconv(cd, NULL, NULL, &outp, &outleft) == (size_t)-1 || outleft == sizeof cp->ch[i].utf8) {
			/* No such character: U+FFFD says that something is there. */
			memcpy(cp->ch[i].utf8, "\xEF\xBF\xBD", 3);
			cp->ch[i].length = 3;
		} else {
			cp->ch[i].length = (uint8_t)(sizeof cp->ch[i].utf8 - outleft);
		}
	}
	iconv_close(cd);
	return 0;
}
