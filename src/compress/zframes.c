/* zframes.c: frames of RFC 8878: magic number, header, blocks with their lengths, perhaps a checksum. */
#include "config.h"

#include "compress/zframes.h"

#include <string.h>

#include "compress/compress.h"

#define MAGIC UINT32_C(0xFD2FB528)
#define SKIPPABLE UINT32_C(0x184D2A50) /* and 15 more */

static uint32_t little_endian(const unsigned char *p, unsigned n)
{
	uint32_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

/* Bytes of the frame header after its FIRST byte. */
static uint32_t header_rest(unsigned first)
{
	static const unsigned char dictionary[] = { 0, 1, 2, 4 }, content[] = { 0, 2, 4, 8 };
	unsigned single = first >> 5 & 1, size = first >> 6;

	return (single ? 0u : 1u) + dictionary[first & 3] + (size == 0 ? single : content[size]);
}

static void go_to(struct zframes *z, uint32_t pass, enum zframes_step then)
{
	z->pass = pass;
	z->then = then;
}

static enum zframes_step behind_block(const struct zframes *z)
{
	if (!z->last)
		return ZFRAMES_BLOCK;
	return z->checksum ? ZFRAMES_CHECKSUM : ZFRAMES_MAGIC;
}

/* All bytes of the field are there. */
static void act(struct zframes *z)
{
	uint32_t v = little_endian(z->field, z->have);

	z->have = 0;
	switch (z->step) {
	case ZFRAMES_MAGIC:
		z->broken = v != MAGIC && (v & ~UINT32_C(15)) != SKIPPABLE;
		z->skips = v != MAGIC;
		z->frame = z->taken - sizeof z->field;
		z->skipped |= z->skips;
		go_to(z, 0, v == MAGIC ? ZFRAMES_HEADER : ZFRAMES_SKIPPABLE);
		break;
	case ZFRAMES_SKIPPABLE:
		go_to(z, v, ZFRAMES_MAGIC);
		break;
	case ZFRAMES_HEADER:
		z->checksum = v >> 2 & 1;
		go_to(z, header_rest(v), ZFRAMES_BLOCK);
		break;
	case ZFRAMES_BLOCK:
		z->last = v & 1;
		/* An RLE block has the length of its result, but is one byte in the file. */
		z->broken = (v >> 1 & 3) == 3;
		go_to(z, (v >> 1 & 3) == 1 ? 1 : v >> 3, behind_block(z));
		break;
	default:
		go_to(z, 0, ZFRAMES_MAGIC);
	}
}

size_t zframes_take(struct zframes *z, const unsigned char *p, size_t n)
{
	static const unsigned char wanted[] = { 4, 4, 1, 3, 4 };
	size_t at = 0;

	while (at < n && !z->broken) {
		if (z->have || !z->pass) {
			z->field[z->have++] = p[at++];
			z->taken++;
			if (z->have < wanted[z->step])
				continue;
			act(z);
		} else {
			size_t part = z->pass < n - at ? z->pass : n - at;

			at += part;
			z->taken += part;
			z->pass -= (uint32_t)part;
		}
		if (!z->pass) {
			z->step = z->then;
			if (z->step == ZFRAMES_MAGIC && !z->skips)
				return at;
		}
	}
	return 0;
}

static const unsigned char magic[ZFRAMES_MAGIC_SIZE] = { MAGIC & 255, MAGIC >> 8 & 255, MAGIC >> 16 & 255, MAGIC >> 24 };

int zframes_may_begin(const unsigned char *p, size_t n)
{
	static const unsigned char skippable[] = { SKIPPABLE >> 8 & 255, SKIPPABLE >> 16 & 255, SKIPPABLE >> 24 };

	if (n > ZFRAMES_MAGIC_SIZE)
		n = ZFRAMES_MAGIC_SIZE;
	return n == 0 || memcmp(p, magic, n) == 0 || ((p[0] & 0xF0) == (SKIPPABLE & 0xF0) && memcmp(p + 1, skippable, n - 1) == 0);
}

size_t zframes_find(const unsigned char *p, size_t n, size_t from)
{
	const unsigned char *at;

	while (from < n && (at = memchr(p + from, magic[0], n - from)) != NULL) {
		from = (size_t)(at - p);
		if (memcmp(at, magic, n - from < sizeof magic ? n - from : sizeof magic) == 0)
			return from;
		from++;
	}
	return n;
}

int compress_is_frames(const unsigned char *p, size_t n)
{
	struct zframes z;
	size_t at = 0, end = 1;

	memset(&z, 0, sizeof z);
	for (; end && at < n; at += end)
		end = zframes_take(&z, p + at, n - at);
	return end > 0;
}

int compress_is_cut_frame(const unsigned char *p, size_t n)
{
	struct zframes z;

	memset(&z, 0, sizeof z);
	return zframes_take(&z, p, n) == 0 && !z.broken && !z.skipped;
}
