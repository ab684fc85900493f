/* mutate_capture.c: the mutator of inputs that are a byte and a capture. */
#include "config.h"

#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	if (size < 2 || seed % 16 == 0)
		return LLVMFuzzerMutate(data, size, max);
	return 1 + fuzz_mutate_capture(data + 1, size - 1, max - 1, seed);
}
