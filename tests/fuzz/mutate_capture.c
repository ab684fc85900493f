/* mutate_capture.c: the mutator of inputs that are FUZZ_HEAD bytes and a capture. */
#include "config.h"

#include "fuzz.h"

#ifndef FUZZ_HEAD
#define FUZZ_HEAD 1u
#endif

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	if (size <= FUZZ_HEAD || seed % 16 == 0)
		return LLVMFuzzerMutate(data, size, max);
	if (FUZZ_HEAD > 1 && seed % 4 == 0) {
		LLVMFuzzerMutate(data, FUZZ_HEAD, FUZZ_HEAD);
		return size;
	}
	return FUZZ_HEAD + fuzz_mutate_capture(data + FUZZ_HEAD, size - FUZZ_HEAD, max - FUZZ_HEAD, seed);
}
