/* mutate_both.c: the mutator of inputs that are two bytes, the length of a page, the page, and a capture. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define HEAD 4u

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* Room for a page, so that the capture can stay unchanged. */
static size_t mutate_page(uint8_t *data, size_t page, size_t size, size_t max, unsigned seed)
{
	size_t rest = size - HEAD - page, limit = max - HEAD - rest, n;
	uint8_t *copy;

	if (limit > 0xFFFF)
		limit = 0xFFFF;
	if (page > limit)
		return LLVMFuzzerMutate(data, size, max);
	copy = malloc(limit + 1);
	if (!copy)
		return size;
	memcpy(copy, data + HEAD, page);
	n = fuzz_mutate_page(copy, page, limit, seed);
	memmove(data + HEAD + n, data + HEAD + page, rest);
	memcpy(data + HEAD, copy, n);
	free(copy);
	data[2] = (uint8_t)(n >> 8);
	data[3] = (uint8_t)n;
	return HEAD + n + rest;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	size_t page;

	if (size <= HEAD || max < size || seed % 16 == 0)
		return LLVMFuzzerMutate(data, size, max);
	page = data[2] * 256u + data[3];
	if (page > size - HEAD)
		page = size - HEAD;
	if (page > 0 && seed % 3 == 0)
		return mutate_page(data, page, size, max, seed);
	return HEAD + page + fuzz_mutate_capture(data + HEAD + page, size - HEAD - page, max - HEAD - page, seed);
}
