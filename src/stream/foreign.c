/* foreign.c: tell captures that were transferred as text, and containers that were not unpacked.
 *
 * Only what is known of their first bytes is looked for.  TERSE, as the open TerseDecompress reads it: X'01' or X'07'
 * and X'8969A5'; or X'02' (PACK) or X'05' (SPACK), a flag, a record length, flags, ratio and block size (0 but on MVS),
 * and the record length again. */
#include "config.h"

#include "stream/foreign.h"

#include <string.h>

#include "base/be.h"
#include "stream/mce.h"
#include "stream/monwrite.h"

/* What S and E, the types of record sets, become as ASCII. */
#define ASCII_S 0x53
#define ASCII_E 0x45

/* A control element whose EBCDIC became ASCII: zeros stay as they are, so the reserved byte does; and true text has no
 * bytes like those of addresses. */
static int is_text_element(const unsigned char *p, size_t n)
{
	size_t i;

	if (n < MR_MCE_SIZE || (p[0] != ASCII_S && p[0] != ASCII_E) || p[3] != 0 || (p[1] == 0 && p[2] == 0))
		return 0;
	for (i = 4; i < MR_MCE_SIZE; i++)
		if (p[i] < 0x20 || p[i] > 0x7E)
			return 1;
	return 0;
}

static int is_terse(const unsigned char *p, size_t n)
{
	static const unsigned char native[] = { 0x89, 0x69, 0xA5 };
	uint32_t length, again;

	if (n < 12)
		return 0;
	if (p[0] == 0x01 || p[0] == 0x07)
		return memcmp(p + 1, native, sizeof native) == 0;
	if ((p[0] != 0x02 && p[0] != 0x05) || p[1] > 1)
		return 0;
	length = mr_be16(p + 2);
	again = mr_be32(p + 8);
	if ((length == 0 && again == 0) || (length && again && length != again))
		return 0;
	return p[4] & 0x04 || (p[4] == 0 && p[5] == 0 && p[6] == 0 && p[7] == 0);
}

const char *mr_foreign(const unsigned char *p, size_t n)
{
	if (is_text_element(p, n) || (n > MR_BLOCK_AREA && is_text_element(p + MR_BLOCK_AREA, n - MR_BLOCK_AREA)))
		return "transferred as text; transfer it in binary (FTP: binary, fixed 4096)";
	if (is_terse(p, n))
		return "packed by TERSE; unpack it first";
	return NULL;
}
