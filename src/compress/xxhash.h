/* xxhash.h: XXH64, of which the checksum of a zstd frame is a part. */
#ifndef COMPRESS_XXHASH_H
#define COMPRESS_XXHASH_H

#include <stddef.h>
#include <stdint.h>

/* Of N bytes, with the seed 0. */
uint64_t xxhash(const void *bytes, size_t n);

#endif
