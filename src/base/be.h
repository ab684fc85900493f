/* be.h: big-endian integers at any alignment, on any host. */
#ifndef MR_BE_H
#define MR_BE_H

#include <stddef.h>
#include <stdint.h>

static inline uint16_t mr_be16(const unsigned char *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t mr_be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint64_t mr_be64(const unsigned char *p)
{
	return (uint64_t)mr_be32(p) << 32 | mr_be32(p + 4);
}

/* Return the unsigned number in the LEN (0 to 8) bytes at P. */
static inline uint64_t mr_be(const unsigned char *p, size_t len)
{
	uint64_t v = 0;

	switch (len) {
	case 1:
		return p[0];
	case 2:
		return mr_be16(p);
	case 4:
		return mr_be32(p);
	case 8:
		return mr_be64(p);
	default:
		while (len-- > 0)
			v = v << 8 | *p++;
		return v;
	}
}

/* Return the signed number in the LEN (0 to 8) bytes at P, with its sign extended to 64 bits. */
static inline uint64_t mr_be_signed(const unsigned char *p, size_t len)
{
	uint64_t v = mr_be(p, len);

	if (len > 0 && len < 8 && (p[0] & 0x80))
		v |= ~(uint64_t)0 << (8 * len);
	return v;
}

/* Return 1 if the LEN bytes at OFFSET lie within the first LIMIT bytes of a buffer. */
static inline int mr_is_inside(size_t offset, size_t len, size_t limit)
{
	return offset <= limit && len <= limit - offset;
}

static inline void mr_put_be16(unsigned char *p, uint16_t v)
{
	p[0] = (unsigned char)(v >> 8);
	p[1] = (unsigned char)v;
}

static inline void mr_put_be32(unsigned char *p, uint32_t v)
{
	mr_put_be16(p, (uint16_t)(v >> 16));
	mr_put_be16(p + 2, (uint16_t)v);
}

static inline void mr_put_be64(unsigned char *p, uint64_t v)
{
	mr_put_be32(p, (uint32_t)(v >> 32));
	mr_put_be32(p + 4, (uint32_t)v);
}

#endif
