/* mutate.c: the mutator of inputs that are fuzz_head bytes and a capture: changes that random mutations seldom make, of
 * counts, sizes, displacements, and the addresses of control elements. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

#define FRAME 4096u
#define AREA  40u
#define MCE   12u
#define PLACES_MAX 128u

/* defined by libFuzzer */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

struct random {
	uint32_t state;
};

static uint32_t next(struct random *r)
{
	r->state = r->state * 1664525u + 1013904223u;
	return r->state >> 8;
}

static uint32_t below(struct random *r, size_t n)
{
	return n ? next(r) % (uint32_t)n : 0;
}

static uint32_t get(const uint8_t *p, unsigned width)
{
	uint32_t v = 0;

	while (width-- > 0)
		v = v << 8 | *p++;
	return v;
}

static void put(uint8_t *p, unsigned width, uint32_t v)
{
	while (width-- > 0) {
		p[width] = (uint8_t)v;
		v >>= 8;
	}
}

/* A value near V, or one of the usual limits. */
static uint32_t other(struct random *r, uint32_t v)
{
	static const uint32_t borders[] = { 0,    1,    2,      5,      19,     20,         21,         40,        255,       256,
		                            4075, 4076, 4095,   4096,   4097,   0x7FFF,     0x8000,     0xFFFF,    0x10000,   0x100000,
		                            8,    16,   0xFFFE, 338,    0x7FFFF000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF };

	switch (below(r, 4)) {
	case 0:
		return v + 1;
	case 1:
		return v - 1;
	case 2:
		return v + below(r, 64) - 32;
	default:
		return borders[below(r, sizeof borders / sizeof borders[0])];
	}
}

/* Insert room for N bytes at AT, or remove N bytes; returns the new size. */
static size_t open_gap(uint8_t *data, size_t size, size_t max, size_t at, size_t n)
{
	if (n > max - size)
		n = max - size;
	memmove(data + at + n, data + at, size - at);
	return size + n;
}

static size_t close_gap(uint8_t *data, size_t size, size_t at, size_t n)
{
	if (n > size - at)
		n = size - at;
	memmove(data + at, data + at + n, size - at - n);
	return size - n;
}

/* ---- Captures ---- */

struct places {
	size_t elements[PLACES_MAX], records[PLACES_MAX];
	unsigned nelements, nrecords;
	int monwrite;
};

static int is_element(const uint8_t *p)
{
	return (p[0] == MONREAD_SAMPLE || p[0] == MONREAD_EVENT) && (p[1] | p[2]) != 0;
}

/* Collect the records of the set from START to END, whose data begins at AT; returns the offset of its end. */
static size_t find_records(struct places *p, const uint8_t *data, size_t size, size_t at, uint32_t start, uint32_t end)
{
	uint64_t left = end > start ? (uint64_t)end - start + 1 : 0;

	while (left >= 20 && at < size && size - at >= 20 && p->nrecords < PLACES_MAX) {
		uint32_t length = get(data + at, 2);

		if (length < 20)
			break;
		p->records[p->nrecords++] = at;
		if (data[at + 4] == 1 && get(data + at + 6, 2) == 13)
			length = FRAME - (start & (FRAME - 1));
		if (length > left)
			break;
		at += length;
		start += length;
		left -= length;
	}
	return left < size - (at < size ? at : size) ? at + (size_t)left : size;
}

static void find_places(struct places *p, const uint8_t *data, size_t size)
{
	size_t at = 0, frames;
	unsigned i;

	memset(p, 0, sizeof *p);
	p->monwrite = size > AREA + MCE && !is_element(data) && is_element(data + AREA);
	while (size - at > AREA + MCE && p->nelements < PLACES_MAX) {
		if (!p->monwrite) {
			if (!is_element(data + at))
				break;
			p->elements[p->nelements++] = at;
			at = find_records(p, data, size, at + MCE, get(data + at + 4, 4), get(data + at + 8, 4));
			continue;
		}
		frames = at + FRAME;
		for (i = 0; i < 338 && p->nelements < PLACES_MAX && size - at > AREA + (i + 1) * MCE; i++) {
			const uint8_t *e = data + at + AREA + i * MCE;
			uint32_t start = get(e + 4, 4), end = get(e + 8, 4);

			if (!is_element(e))
				break;
			p->elements[p->nelements++] = at + AREA + i * MCE;
			if (frames < size)
				find_records(p, data, size, frames + (start & (FRAME - 1)), start, end);
			frames += end > start ? ((size_t)(end >> 12) - (start >> 12) + 1) * FRAME : FRAME;
			if (frames > size)
				break;
		}
		if (frames >= size)
			break;
		at = frames;
	}
}

static size_t change_element(struct random *r, const struct places *p, uint8_t *data, size_t size, size_t max)
{
	size_t at = p->elements[below(r, p->nelements)], from = p->elements[below(r, p->nelements)], old = size;
	uint32_t which = below(r, 8);

	if (size - at < MCE || size - from < MCE)
		return size;
	switch (which) {
	case 0:
	case 1:
		put(data + at + 4, 4, other(r, get(data + at + 4, 4)));
		break;
	case 2:
	case 3:
		put(data + at + 8, 4, other(r, get(data + at + 8, 4)));
		break;
	case 4: /* change both: move the set */
		put(data + at + 4, 4, get(data + at + 4, 4) + 4 * below(r, 2048));
		put(data + at + 8, 4, get(data + at + 8, 4) + 4 * below(r, 2048));
		break;
	case 5: /* repeat the set, or let it begin where another set ends */
		memcpy(data + at + 4, data + from + 4, 8);
		if (below(r, 2))
			put(data + at + 4, 4, get(data + from + 8, 4) + below(r, 3));
		break;
	case 6:
		put(data + at, 1, below(r, 2) ? MONREAD_SAMPLE : MONREAD_EVENT);
		put(data + at + 1, 2, 1u << below(r, 16));
		break;
	default: /* one set more */
		size = open_gap(data, size, max, at, MCE);
		if (size == old + MCE)
			memcpy(data + at, data + at + MCE, MCE);
		/* Keep the frames after a control block where they are. */
		if (p->monwrite && (at & ~(size_t)(FRAME - 1)) + FRAME < size)
			size = close_gap(data, size, (at & ~(size_t)(FRAME - 1)) + FRAME, MCE);
	}
	return size;
}

static size_t change_record(struct random *r, const struct places *p, uint8_t *data, size_t size, size_t max)
{
	/* Records with lists, strings and application data. */
	static const uint8_t numbers[][2] = { { 0, 23 }, { 10, 1 }, { 10, 2 }, { 1, 11 }, { 1, 13 }, { 1, 4 }, { 1, 2 },
		                              { 4, 9 },  { 2, 2 },  { 6, 3 },  { 0, 1 },  { 1, 10 }, { 3, 4 }, { 8, 1 } };
	unsigned n = below(r, p->nrecords), width;
	size_t at = p->records[n], length = size - at < 20 ? 0 : get(data + at, 2);

	if (length > size - at)
		length = size - at;
	if (length < 20)
		return size;
	switch (below(r, 6)) {
	case 0:
		put(data + at, 2, other(r, (uint32_t)length));
		break;
	case 1:
		n = below(r, sizeof numbers / sizeof numbers[0]);
		data[at + 4] = numbers[n][0];
		data[at + 7] = numbers[n][1];
		break;
	case 2:
	case 3: /* change a count, a size, or a displacement */
		width = 1u << below(r, 3);
		if (length >= 20 + width) {
			uint8_t *field = data + at + 20 + below(r, (length - 20) / width) * width;

			put(field, width, below(r, 3) ? other(r, get(field, width)) : below(r, length + 8));
		}
		break;
	case 4: /* repeat a record */
		size = open_gap(data, size, max, at, length);
		memmove(data + at, data + at + length, length < size - at - length ? length : size - at - length);
		break;
	default:
		size = close_gap(data, size, at, length);
	}
	return size;
}

static size_t mutate_capture(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	struct random r = { seed };
	struct places p;
	size_t at;

	find_places(&p, data, size);
	switch (below(&r, 8)) {
	case 0:
	case 1:
	case 2:
		if (p.nelements)
			return change_element(&r, &p, data, size, max);
		break;
	case 3:
	case 4:
	case 5:
		if (p.nrecords)
			return change_record(&r, &p, data, size, max);
		break;
	case 6: /* add or remove a frame, or cut the file */
		at = size > FRAME ? below(&r, size / FRAME) * FRAME : 0;
		if (below(&r, 3) == 0)
			return size > 1 ? size - below(&r, size < FRAME ? size : FRAME) : size;
		if (size > FRAME && below(&r, 2))
			return close_gap(data, size, at, FRAME);
		return open_gap(data, size, max, at, FRAME);
	default:
		break;
	}
	return LLVMFuzzerMutate(data, size, max);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	if (size <= fuzz_head || seed % 16 == 0)
		return LLVMFuzzerMutate(data, size, max);
	if (seed % 4 == 0) {
		LLVMFuzzerMutate(data, fuzz_head, fuzz_head);
		return size;
	}
	return fuzz_head + mutate_capture(data + fuzz_head, size - fuzz_head, max - fuzz_head, seed);
}
