/* sets.c: write a stream capture for the tests of live data: sets COUNT [BYTES [STEP_MS [SEED]]].
 *
 * Every data set is sample data in two record sets: BYTES (rounded up to whole
 * frames) of records of 1024 bytes, then two such records and D1R11.  Times are
 * STEP_MS apart.  The records have no layout, so that JSON shows all bytes. */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_TOD UINT64_C(0xD4EB9790E1F40000)
#define TOD_PER_MS UINT64_C(4096000)
#define FIRST_ADDRESS 0x9000000u
#define FRAME 4096u
#define RECORD 1024u

static uint32_t seed;

static void put(uint64_t v, int bytes)
{
	while (bytes-- > 0)
		putchar((int)(v >> (8 * bytes) & 0xFF));
}

static void element(uint32_t start, uint32_t length)
{
	put(0xE2, 1);
	put(0x8000, 2);
	put(0, 1);
	put(start, 4);
	put(start + length - 1, 4);
}

static void record(unsigned length, unsigned domain, unsigned number, uint64_t tod)
{
	unsigned i;

	put(length, 2);
	put(0, 2);
	put(domain, 1);
	put(0, 1);
	put(number, 2);
	put(tod, 8);
	put(0, 4);
	for (i = 20; i < length; i += 4) {
		seed = seed * 1664525u + 1013904223u;
		put(seed >> 8 & 0xFFFF, 4);
	}
}

static unsigned long argument(int argc, char **argv, int i, unsigned long otherwise)
{
	return i < argc ? strtoul(argv[i], NULL, 10) : otherwise;
}

int main(int argc, char **argv)
{
	unsigned long count = argument(argc, argv, 1, 4), bytes = argument(argc, argv, 2, FRAME);
	uint64_t step = argument(argc, argv, 3, 100);
	uint32_t frames = (uint32_t)((bytes + FRAME - 1) / FRAME);
	unsigned long i, k;

	seed = (uint32_t)argument(argc, argv, 4, 1);
	for (i = 0; i < count; i++) {
		uint64_t tod = FIRST_TOD + i * step * TOD_PER_MS;
		uint32_t start = FIRST_ADDRESS + (uint32_t)(i % 3) * (frames + 1) * FRAME;

		element(start, frames * FRAME);
		for (k = 0; k < frames * (FRAME / RECORD); k++)
			record(RECORD, 0, 99, tod);
		/* Do not begin at the start of a frame, because CP need not do so. */
		start += frames * FRAME + 40;
		element(start, 2 * RECORD + 20);
		for (k = 0; k < 2; k++)
			record(RECORD, 0, 98, tod);
		record(20, 1, 11, tod);
	}
	return fflush(stdout) ? 1 : 0;
}
