/* events.h: small captures: a record of 40 bytes in each data set. */
#ifndef PLAY_EVENTS_H
#define PLAY_EVENTS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/be.h"

#define EVENTS_RECORD 40u
#define EVENTS_TOD UINT64_C(0xD4EB9790E1F40000)
#define EVENTS_SECOND UINT64_C(4096000000) /* in units of the TOD clock */

/* A control element for LENGTH bytes of records. */
static inline void events_mce(FILE *f, unsigned type, uint32_t length)
{
	unsigned char mce[12] = { (unsigned char)type, 0x08 };

	mr_put_be32(mce + 4, 0x09000000);
	mr_put_be32(mce + 8, 0x09000000 + length - 1);
	fwrite(mce, 1, sizeof mce, f);
}

static inline void events_record(FILE *f, unsigned domain, unsigned record, unsigned length, uint64_t tod)
{
	unsigned char bytes[EVENTS_RECORD] = { 0 };

	mr_put_be16(bytes, (uint16_t)length);
	bytes[4] = (unsigned char)domain;
	mr_put_be16(bytes + 6, (uint16_t)record);
	mr_put_be64(bytes + 8, tod);
	bytes[length - 1] = 0x5A;
	fwrite(bytes, 1, length, f);
}

/* Write a capture of N data sets to PATH, a template of mkstemp(3).  SECONDS: the time of each set after the
 * first. */
static inline void events_write(char *path, const double *seconds, unsigned n)
{
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "wb");
	unsigned i;

	if (!f)
		abort();
	for (i = 0; i < n; i++) {
		events_mce(f, 0xC5, EVENTS_RECORD);
		events_record(f, 4, 1, EVENTS_RECORD, EVENTS_TOD + (uint64_t)(int64_t)(seconds[i] * (double)EVENTS_SECOND));
	}
	if (fclose(f))
		abort();
}

#endif
