/* capture.c: write a stream capture for play.sh: capture SETS STEP_MS.
 *
 * Odd data sets are sample data in two record sets of 1000 and 520 bytes,
 * even ones event data of 150 bytes; their times are STEP_MS apart. */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_TOD UINT64_C(0xD4EB9790E1F40000)
#define TOD_PER_MS UINT64_C(4096000)

static void put(uint64_t v, int bytes)
{
	while (bytes-- > 0)
		putchar((int)(v >> (8 * bytes) & 0xFF));
}

static void element(int type, uint32_t start, uint32_t length)
{
	put((uint64_t)type, 1);
	put(0x80, 1);
	put(0, 2);
	put(start, 4);
	put(start + length - 1, 4);
}

static void records(unsigned n, unsigned length, unsigned domain, unsigned record, uint64_t tod)
{
	unsigned i;

	while (n-- > 0) {
		put(length, 2);
		put(0, 2);
		put(domain, 1);
		put(0, 1);
		put(record, 2);
		put(tod, 8);
		put(0, 4);
		for (i = 20; i < length; i++)
			put(i + n, 1);
	}
}

int main(int argc, char **argv)
{
	unsigned long sets = argc > 1 ? strtoul(argv[1], NULL, 10) : 4, i;
	uint64_t step = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;

	for (i = 1; i <= sets; i++) {
		uint64_t tod = FIRST_TOD + (i - 1) * step * TOD_PER_MS;

		if (i % 2) {
			element(0xE2, 0x9000000, 1000);
			records(10, 100, 0, 2, tod);
			element(0xE2, 0x9002000, 520);
			records(5, 100, 0, 3, tod);
			records(1, 20, 1, 11, tod);
		} else {
			element(0xC5, 0x9004100, 150);
			records(3, 50, 0, 4, tod);
		}
	}
	return fflush(stdout) ? 1 : 0;
}
