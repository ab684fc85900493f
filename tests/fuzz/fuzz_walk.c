/* fuzz_walk.c: decode any bytes as a record of each layout, and with the layout that their header selects. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "fuzz.h"

struct bounds {
	const unsigned char *from, *to;
	unsigned depth;
};

static int check(void *arg, const struct monread_value *v)
{
	static volatile unsigned char sum;
	struct bounds *b = arg;
	uint32_t i;

	if (v->bytes < b->from || v->bytes > b->to || v->length > (size_t)(b->to - v->bytes))
		abort();
	for (i = 0; i < v->length; i++)
		sum = (unsigned char)(sum + v->bytes[i]);
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	const struct monread_value *v = place->value;
	struct bounds *b = arg;

	if (!place->name || !place->layout || v->bytes < b->from || v->bytes > b->to)
		abort();
	b->depth++;
	return 0;
}

static int end(void *arg, const struct monread_place *place)
{
	struct bounds *b = arg;

	(void)place;
	if (b->depth-- == 0)
		abort();
	return 0;
}

static int problem(void *arg, const char *text)
{
	(void)arg;
	if (!*text)
		abort();
	return 0;
}

static void walk(struct monread_decoder *d, const struct monread_layout *l, const uint8_t *data, size_t size)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = check, .begin = begin, .end = end,
			.gap = check, .tail = check, .problem = problem };
	struct bounds b = { data, data + size, 0 };

	if (!l)
		return;
	if (monread_decode(d, l, 0, data, size, &emit, &b) == 0 && b.depth != 0)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct monread_layouts *layouts;
	static struct monread_system *sys;
	static struct monread_decoder *decoders[2];
	size_t i, n;

	if (!layouts) {
		layouts = monread_layouts_new();
		sys = monread_system_new(layouts);
		decoders[0] = monread_decoder_new(layouts, 0, NULL);
		decoders[1] = monread_decoder_new(layouts, MONREAD_WALK_RESERVED, NULL);
	}
	if (!layouts || !sys || !decoders[0] || !decoders[1] || size > 4096)
		return 0;
	if (size >= 20)
		walk(decoders[0], monread_system_layout(sys, data[4], data[6] * 256u + data[7], data, size), data, size);
	n = monread_layouts_count(layouts);
	for (i = 0; i < n; i++)
		walk(decoders[i & 1], monread_layouts_at(layouts, i), data, size);
	return 0;
}
