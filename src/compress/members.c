/* members.c: headers and trailers of RFC 1952. */
#include "config.h"

#include "compress/members.h"

#include <string.h>

#include "compress/crc.h"

/* A block of libarchive has 64 KB. */
#define KEPT_MOST (128u * 1024u)

/* Compression is deflate, no flag is reserved, the method and the system are those that there are; any time. */
static int may_be_header(const unsigned char *p, size_t n)
{
	static const unsigned char magic[] = { 0x1F, 0x8B, 8 };

	if (memcmp(p, magic, n < sizeof magic ? n : sizeof magic) != 0)
		return 0;
	return (n < 4 || (p[3] & 0xE0) == 0) && (n < 9 || p[8] == 0 || p[8] == 2 || p[8] == 4) &&
	       (n < MEMBERS_HEADER || p[9] <= 13 || p[9] == 255);
}

size_t members_find(const unsigned char *p, size_t n, size_t from)
{
	const unsigned char *at;

	while (from < n && (at = memchr(p + from, 0x1F, n - from)) != NULL) {
		from = (size_t)(at - p);
		if (may_be_header(at, n - from))
			return from;
		from++;
	}
	return n;
}

struct members_trailer members_trailer(const unsigned char *p)
{
	return (struct members_trailer){ crc_word(p), crc_word(p + 4) };
}

int members_end(const unsigned char *p, uint64_t passed)
{
	return members_trailer(p).length - (uint32_t)passed <= KEPT_MOST;
}
