/* foreign.c: explains why an input has no monitor data: it was transferred as text or with lengths
 * before its blocks, or it is an archive or a text file.
 *
 * TERSE files begin with X'01' or X'07' and X'8969A5'; or with X'02' (PACK) or X'05' (SPACK), then
 * a flag, a record length, flags, a ratio, a block size (0 except on MVS), and the record length
 * again. The open-source program TerseDecompress reads them like this. VMARC files begin with
 * ":CFF" in EBCDIC, padded to 8 characters, and the version 1, as in the source of VMARC. The
 * format of files packed by the CMS command COPYFILE is not known. */
#include "stream/reader.h"

#include <string.h>

#define TAR_MAGIC 257 /* offset of "ustar" */

/* Number of characters that from_utf8() decodes; they include the first control element of a
 * control block. */
#define HEAD (MONREAD_BLOCK_AREA + MONREAD_MCE_SIZE)
_Static_assert(MR_FOREIGN_AHEAD >= 2 * HEAD, "none takes more than two bytes");

/* Return 1 if the N bytes at P are a control element that was translated from EBCDIC to ASCII. In
 * such an element, the reserved byte and the last byte of the start address are still zeros, or
 * became blanks, and the addresses have a byte that is not printable, unlike real text. */
static int is_text_element(const unsigned char *p, size_t n)
{
	size_t i;

	if (n < MONREAD_MCE_SIZE || (p[0] != 'S' && p[0] != 'E'))
		return 0;
	/* A control element has at least one domain, so its domain bytes are not both zero. If they
	 * became two blanks, they may have been X'4000' or zeros before the translation. */
	if (p[3] == 0 ? p[1] == 0 && p[2] == 0 : p[3] != 0x20 || p[7] != 0x20)
		return 0;
	for (i = 4; i < MONREAD_MCE_SIZE; i++)
		if (p[i] < 0x20 || p[i] > 0x7E)
			return 1;
	return 0;
}

static int is_terse(const unsigned char *p, size_t n)
{
	uint32_t length, again;

	if (n < 12)
		return 0;
	if (p[0] == 0x01 || p[0] == 0x07)
		return memcmp(p + 1, "\x89\x69\xA5", 3) == 0;
	if ((p[0] != 0x02 && p[0] != 0x05) || p[1] > 1)
		return 0;
	length = mr_be16(p + 2);
	again = mr_be32(p + 8);
	if ((length == 0 && again == 0) || (length && again && length != again))
		return 0;
	return p[4] & 0x04 || (p[4] == 0 && p[5] == 0 && p[6] == 0 && p[7] == 0);
}

/* Decode the first HEAD characters of the N bytes of UTF-8 at P, and return their number; 0 if a
 * character is above U+00FF, which translated EBCDIC does not have. */
static size_t from_utf8(unsigned char head[HEAD], const unsigned char *p, size_t n)
{
	size_t i = 0, len = 0;

	while (len < HEAD && i < n) {
		if (p[i] < 0x80) {
			head[len++] = p[i++];
			continue;
		}
		if ((p[i] != 0xC2 && p[i] != 0xC3) || n - i < 2 || (p[i + 1] & 0xC0) != 0x80)
			return 0;
		head[len++] = (unsigned char)((p[i] & 0x03) << 6 | (p[i + 1] & 0x3F));
		i += 2;
	}
	return len;
}

static int is_text(const unsigned char *p, size_t n)
{
	return is_text_element(p, n) ||
	       (n > MONREAD_BLOCK_AREA &&
	        is_text_element(p + MONREAD_BLOCK_AREA, n - MONREAD_BLOCK_AREA));
}

static int foreign_begins(const unsigned char *p, size_t n)
{
	return n >= HEAD && (mr_mce_is_valid(p) || mr_mce_is_valid(p + MONREAD_BLOCK_AREA));
}

/* In an AWS tape image, each block begins with its length, the length of the previous block, and
 * flags. */
static int is_aws(const unsigned char *p, size_t n)
{
	return n > 6 && p[2] == 0 && p[3] == 0 && p[4] == 0xA0 && p[5] == 0 &&
	       foreign_begins(p + 6, n - 6);
}

static int is_plain_text(const unsigned char *p, size_t n)
{
	size_t i = 0;

	while (i < n && i < MR_FOREIGN_AHEAD &&
	       ((p[i] >= 0x20 && p[i] < 0x7F) || (p[i] >= 0x09 && p[i] <= 0x0D)))
		i++;
	return i > 0 && (i == n || i == MR_FOREIGN_AHEAD);
}

static int foreign_has(const unsigned char *p, size_t n, size_t at, const char *want)
{
	size_t length = strlen(want);

	return mr_is_inside(at, length, n) && memcmp(p + at, want, length) == 0;
}

const char *mr_foreign(const unsigned char *p, size_t n)
{
	static const char vmarc[] = "\x7A\xC3\xC6\xC6\x40\x40\x40\x40\x01";
	unsigned char head[HEAD] = { 0 };

	if (is_text(p, n) || is_text(head, from_utf8(head, p, n)) ||
	    foreign_has(p, n, 0, ":CFF    \1"))
		return "transferred as text; transfer it in binary (FTP: binary, fixed 4096)";
	if (is_terse(p, n))
		return "packed by TERSE; unpack it first";
	if (foreign_has(p, n, 0, vmarc))
		return "a VMARC archive; unpack it first";
	if (is_aws(p, n))
		return "an AWS tape image; extract its file, or convert it as monread-captures(5) shows";
	if (foreign_has(p, n, 0, "PK\3\4"))
		return "a zip archive; unpack it first";
	if (foreign_has(p, n, TAR_MAGIC, "ustar"))
		return "a tar archive; unpack it first";
	if (is_plain_text(p, n))
		return "a text file";
	return NULL;
}
