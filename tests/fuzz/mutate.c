/* mutate.c: changes of captures and pages that random mutations seldom make: counts, sizes, displacements, the
 * addresses of control elements; offsets, dimensions and annotations of pages. */
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

size_t fuzz_mutate_capture(uint8_t *data, size_t size, size_t max, unsigned seed)
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

/* ---- Pages ---- */

static int is_digit(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

static int is_letter(uint8_t c)
{
	return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || (c >= '0' && c <= '9');
}

/* Replace OLD characters at AT by N characters of TEXT. */
static size_t replace(uint8_t *data, size_t size, size_t max, size_t at, size_t old, const char *text, size_t n)
{
	if (n > old && n - old > max - size)
		return size;
	memmove(data + at + n, data + at + old, size - at - old);
	memcpy(data + at, text, n);
	return size - old + n;
}

/* Find a word of characters that TAKES accepts, at or after AT; set AT to its start and return its length. */
static size_t find_word(const uint8_t *data, size_t size, size_t *at, int (*takes)(uint8_t))
{
	size_t from = *at, end;

	while (from < size && !takes(data[from]))
		from++;
	for (end = from; end < size && end - from < 60 && takes(data[end]); end++)
		;
	*at = from;
	return end - from;
}

static size_t change_number(struct random *r, uint8_t *data, size_t size, size_t max)
{
	size_t at = below(r, size), n = find_word(data, size, &at, is_digit);
	char text[80] = "";

	if (n == 0)
		return size;
	memcpy(text, data + at, n);
	snprintf(text, sizeof text, below(r, 4) ? "%lu" : "%lX", (unsigned long)other(r, (uint32_t)strtoul(text, NULL, 10)));
	return replace(data, size, max, at, n, text, strlen(text));
}

/* Replace a name by another name of the page, so that arrays, maps and counts refer to each other. */
static size_t change_name(struct random *r, uint8_t *data, size_t size, size_t max)
{
	size_t at = below(r, size), n = find_word(data, size, &at, is_letter);
	size_t from = below(r, size), len = find_word(data, size, &from, is_letter);
	char text[80];

	if (n == 0 || len == 0)
		return size;
	memcpy(text, data + from, len);
	return replace(data, size, max, at, n, text, len);
}

/* Replace all occurrences of a name by a long name. */
static size_t lengthen_name(struct random *r, uint8_t *data, size_t size, size_t max)
{
	static const size_t lengths[] = { 63, 64, 65, 127, 128, 255, 256, 300, 1024, 2000, 5000, 20000 };
	size_t at = below(r, size), n = find_word(data, size, &at, is_letter), len, i;
	char old[60], *name;

	if (n < 2)
		return size;
	memcpy(old, data + at, n);
	len = lengths[below(r, sizeof lengths / sizeof lengths[0])];
	name = malloc(len);
	if (!name)
		return size;
	for (i = 0; i < len; i++)
		name[i] = old[i % n];
	for (at = 0; (i = find_word(data, size, &at, is_letter)) > 0; at += i)
		if (i == n && memcmp(data + at, old, n) == 0 && len - n <= max - size) {
			size = replace(data, size, max, at, n, name, len);
			i = len;
		}
	free(name);
	return size;
}

static size_t line_at(const uint8_t *data, size_t at)
{
	while (at > 0 && data[at - 1] != '\n')
		at--;
	return at;
}

static size_t line_length(const uint8_t *data, size_t size, size_t at)
{
	const uint8_t *end = memchr(data + at, '\n', size - at);

	return end ? (size_t)(end - data) + 1 - at : size - at;
}

/* Copy lines to another place, in half of the cases with one letter changed, which makes similar names. */
static size_t copy_lines(struct random *r, uint8_t *data, size_t size, size_t max)
{
	size_t from = line_at(data, below(r, size)), to = line_at(data, below(r, size)), n = 0, at = from;
	unsigned lines = 1 + below(r, 6);
	char *text;

	while (lines-- > 0 && at < size) {
		n += line_length(data, size, at);
		at = from + n;
	}
	text = malloc(n + 1);
	if (!text)
		return size;
	memcpy(text, data + from, n);
	if (n > 0 && below(r, 2)) {
		at = below(r, n);
		if (is_letter((uint8_t)text[at]))
			text[at] = (char)('A' + below(r, 26));
	}
	size = replace(data, size, max, to, 0, text, n);
	free(text);
	return size;
}

static size_t add_annotation(struct random *r, uint8_t *data, size_t size, size_t max)
{
	static const char *const keys[] = { "Maps: %s onto %s\n",  "Array: %s count %s\n",   "Array: %s size %s\n",
		                            "Array: %s at %s\n",   "Vary: %s length %s\n",   "Check: %s = %s: text\n",
		                            "When: %s >= 1\n",     "Array: %s when %s = 0\n", "Text: %s %s\n",
		                            "Payload: %s at %s length %s\n", "Unit: %s = %s\n", "Erratum: %s: %s\n",
		                            "Tells: release 7.1 when %s > 2\n", "Interval: %s\n", "Hex: %s %s\n" };
	size_t at = line_at(data, below(r, size / 4 + 1)), a = below(r, size), b = below(r, size);
	size_t an = find_word(data, size, &a, is_letter), bn = find_word(data, size, &b, is_letter);
	const char *p = keys[below(r, sizeof keys / sizeof keys[0])];
	char text[256];
	size_t n = 0;
	int second = 0;

	for (; *p; p++) {
		if (*p != '%') {
			text[n++] = *p;
			continue;
		}
		p++;
		memcpy(text + n, data + (second ? b : a), second ? bn : an);
		n += second ? bn : an;
		second = !second;
	}
	return replace(data, size, max, at, 0, text, n);
}

size_t fuzz_mutate_page(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	struct random r = { seed };
	size_t at;

	if (size == 0)
		return LLVMFuzzerMutate(data, size, max);
	switch (below(&r, 9)) {
	case 8:
		return lengthen_name(&r, data, size, max);
	case 0:
	case 1:
		return change_number(&r, data, size, max);
	case 2:
		return change_name(&r, data, size, max);
	case 3:
		return copy_lines(&r, data, size, max);
	case 4:
		at = line_at(data, below(&r, size));
		return close_gap(data, size, at, line_length(data, size, at));
	case 5:
		return add_annotation(&r, data, size, max);
	default:
		return LLVMFuzzerMutate(data, size, max);
	}
}
