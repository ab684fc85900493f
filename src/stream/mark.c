/* mark.c: writes and reads marks. A mark is a record D10R1 in which a program that stores captures
 * notes lost data or repeated configuration.
 *
 * The members of a mark of version 1: offset after the fixed part of D10R1, name, length in bytes:
 *   0 version (2) 2 why (1) 3 known values (1) 4 count (4) 8 data sets lost (8) 16 bytes lost (8)
 *   24 TOD before (8)   32 TOD after (8)   40 length of the text (2)   42 text, EBCDIC
 * Later versions may append data after the text. */
#include "config.h"

#include "stream/reader.h"

#include <stdio.h>
#include <string.h>

#include "base/cp1047.h"
#include "base/syntax.h"

/* Offsets in MRAPLEDT, the record D10R1. */
#define DATA_AT 20
#define DATA_LENGTH 22
#define USER 24
#define PRODUCT 32
#define FIXED 52u

#define DATA_FIXED 42u
#define MARK_VERSION 1
#define DOMAIN_10 0x0020u

/* the user ID *MONREAD in EBCDIC */
static const unsigned char user[8] = { 0x5C, 0xD4, 0xD6, 0xD5, 0xD9, 0xC5, 0xC1, 0xC4 };
/* the product of marks in EBCDIC: MONREAD GP, then the record number 0 and the version 01 00 00 */
static const unsigned char product[16] = { 0xD4, 0xD6, 0xD5, 0xD9, 0xC5, 0xC1, 0xC4, 0xC7,
	                                   0xD7, 0x00, 0xF0, 0xF1, 0xF0, 0xF0, 0xF0, 0xF0 };
/* number of bytes at the beginning of product[] that are the same in all versions of marks */
#define PRODUCT_FUNCTION 9u

/* The text of a mark has only printable ASCII characters, because terminals and code pages may
 * change other characters. */
static int mark_is_plain(unsigned char c)
{
	return c >= 0x20 && c <= 0x7E;
}

static unsigned char to_ebcdic(char ch)
{
	return (unsigned char)mr_name_rank(mark_is_plain((unsigned char)ch) ? ch : '?');
}

static char from_ebcdic(unsigned char c)
{
	return mark_is_plain(mr_cp1047[c]) ? (char)mr_cp1047[c] : '?';
}

size_t monread_mark_record(const struct monread_mark *mark, uint64_t tod, unsigned char *bytes,
                           size_t room)
{
	size_t text = strnlen(mark->text, MONREAD_MARK_TEXT - 1);
	size_t length = FIXED + DATA_FIXED + text, i;
	unsigned char *data = bytes + FIXED;

	if (length > room)
		return 0;
	memset(bytes, 0, length);
	mr_put_be16(bytes, (uint16_t)length);
	bytes[4] = 10;
	mr_put_be16(bytes + 6, 1);
	mr_put_be64(bytes + 8, tod);
	mr_put_be16(bytes + DATA_AT, FIXED);
	mr_put_be16(bytes + DATA_LENGTH, (uint16_t)(DATA_FIXED + text));
	memcpy(bytes + USER, user, sizeof user);
	memcpy(bytes + PRODUCT, product, sizeof product);
	mr_put_be16(data, MARK_VERSION);
	data[2] = mark->why;
	data[3] = mark->known;
	mr_put_be32(data + 4, mark->count);
	mr_put_be64(data + 8, mark->known & MONREAD_MARK_SETS ? mark->sets : 0);
	mr_put_be64(data + 16, mark->known & MONREAD_MARK_BYTES ? mark->bytes : 0);
	mr_put_be64(data + 24, mark->known & MONREAD_MARK_BEFORE ? mark->before : 0);
	mr_put_be64(data + 32, mark->known & MONREAD_MARK_BEHIND ? mark->behind : 0);
	mr_put_be16(data + 40, (uint16_t)text);
	for (i = 0; i < text; i++)
		data[DATA_FIXED + i] = to_ebcdic(mark->text[i]);
	return length;
}

size_t monread_mark_set(const struct monread_mark *mark, uint64_t tod,
                        enum monread_container container, uint32_t address, unsigned char *bytes,
                        size_t room)
{
	int blocks = container == MONREAD_CONTAINER_MONWRITE;
	size_t element = blocks ? MONREAD_BLOCK_AREA : 0;
	size_t record = blocks ? MONREAD_BLOCK_SIZE : MONREAD_MCE_SIZE, length;
	struct monread_mce mce = { MONREAD_EVENT, 0, DOMAIN_10, address & 0x7FFFF000u, 0 };

	if ((!blocks && container != MONREAD_CONTAINER_STREAM) ||
	    room < (blocks ? record + MR_FRAME : record))
		return 0;
	length = monread_mark_record(mark, tod, bytes + record, room - record);
	if (length == 0)
		return 0;
	memset(bytes, 0, record);
	mce.end = mce.start + (uint32_t)length - 1;
	mr_mce_put(bytes + element, &mce);
	if (!blocks)
		return record + length;
	mr_block_message(bytes, 1);
	memset(bytes + record + length, 0, MR_FRAME - length);
	return record + MR_FRAME;
}

int monread_is_mark(const unsigned char *bytes, size_t length)
{
	return length >= PRODUCT + sizeof product && bytes[4] == 10 && mr_be16(bytes + 6) == 1 &&
	       memcmp(bytes + USER, user, sizeof user) == 0 &&
	       memcmp(bytes + PRODUCT, product, PRODUCT_FUNCTION) == 0;
}

int monread_mark_get(struct monread_mark *mark, const unsigned char *bytes, size_t length)
{
	size_t at, there, text, i;
	const unsigned char *data;

	memset(mark, 0, sizeof *mark);
	if (!monread_is_mark(bytes, length))
		return 0;
	at = mr_be16(bytes + DATA_AT);
	there = mr_be16(bytes + DATA_LENGTH);
	if (at < FIXED || at > length || there > length - at || there < DATA_FIXED)
		return -1;
	data = bytes + at;
	mark->version = mr_be16(data);
	mark->why = data[2];
	mark->known = data[3];
	mark->count = mr_be32(data + 4);
	mark->sets = mr_be64(data + 8);
	mark->bytes = mr_be64(data + 16);
	mark->before = mr_be64(data + 24);
	mark->behind = mr_be64(data + 32);
	text = mr_be16(data + 40);
	if (mark->version == 0 || text > there - DATA_FIXED)
		return -1;
	if (text > MONREAD_MARK_TEXT - 1)
		text = MONREAD_MARK_TEXT - 1;
	for (i = 0; i < text; i++)
		mark->text[i] = from_ebcdic(data[DATA_FIXED + i]);
	return 1;
}

void mr_mark_sentence(char *to, size_t size, const struct monread_mark *mark)
{
	char sets[40] = "", bytes[40] = "";

	if (!mark) {
		snprintf(
			to, size,
			"data was lost before this was stored: the mark that says so is damaged itself");
		return;
	}
	if (mark->known & MONREAD_MARK_SETS)
		snprintf(sets, sizeof sets, "%llu data set%s", (unsigned long long)mark->sets,
		         mr_plural(mark->sets));
	if (mark->known & MONREAD_MARK_BYTES)
		snprintf(bytes, sizeof bytes, "%llu byte%s", (unsigned long long)mark->bytes,
		         mr_plural(mark->bytes));
	snprintf(to, size, "data was lost before this was stored: %s%s%s%s%s", sets,
	         sets[0] && bytes[0] ? ", " : "", sets[0] || bytes[0] ? bytes : "an unknown amount",
	         mark->text[0] ? "; " : "", mark->text);
}
