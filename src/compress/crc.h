/* crc.h: the check that a gzip member has at its end (RFC 1952, section 8), which libarchive passes over. */
#ifndef COMPRESS_CRC_H
#define COMPRESS_CRC_H

#include <stddef.h>
#include <stdint.h>

/* Four bytes, the lowest first. */
static inline uint32_t crc_word(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* What each byte of eight that are taken at once adds. */
struct crc_tables {
	uint32_t of[8][256];
};

void crc_prepare(struct crc_tables *t);

/* CRC, of what came before (0: nothing did), with the N bytes at BYTES behind it. */
uint32_t crc_add(const struct crc_tables *t, uint32_t crc, const void *bytes, size_t n);

#endif
