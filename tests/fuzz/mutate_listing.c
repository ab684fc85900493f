/* mutate_listing.c: the mutator of inputs that are a page. */
#include "config.h"

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	return seed % 16 ? fuzz_mutate_page(data, size, max, seed) : LLVMFuzzerMutate(data, size, max);
}
