/* members.h: where the next gzip member may begin. */
#ifndef COMPRESS_MEMBERS_H
#define COMPRESS_MEMBERS_H

#include <stddef.h>
#include <stdint.h>

#define MEMBERS_HEADER 10u
#define MEMBERS_TRAILER 8u

/* The first place in the N bytes at P, from FROM on, where a header of RFC 1952 may begin, or its first bytes at the end; N:
 * there is none. */
size_t members_find(const unsigned char *p, size_t n, size_t from);

/* What the MEMBERS_TRAILER bytes at the end of a member say of what was compressed. */
struct members_trailer {
	uint32_t crc;
	uint32_t length; /* modulo 2^32 */
};

struct members_trailer members_trailer(const unsigned char *p);

/* Whether what may be the trailer at P tells the length of what was uncompressed: libarchive has handed out PASSED bytes of
 * that, and keeps what is less than a block. */
int members_end(const unsigned char *p, uint64_t passed);

#endif
