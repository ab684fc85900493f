/* packed.h: the packed form of the built-in layouts. It has no pointers, so that nothing has to be
 * relocated when the library is loaded.
 *
 * A packed layout is a sequence of numbers. Each number is one or more bytes with 7 bits, the low
 * bits first; bit 0x80 is set in all bytes except the last. A string is packed as 1 + its offset in
 * a text that all layouts share. A reference to a field is packed as 1 + the number of the field's
 * row within the layout, and a reference to a structure as 1 + the index of the structure. NULL is
 * packed as 0. */
#ifndef MR_PACKED_H
#define MR_PACKED_H

#include "base/model.h"
#include "listing/values.h"

/* The state of packing or unpacking. The same functions do both, so that the order of members is
 * the same. */
struct mr_packing {
	/* for packing: ->put() gets each byte, and ->offset_of() returns the offset of the string S
	 * in the common text; for unpacking, ->put is NULL */
	void (*put)(void *arg, unsigned char byte);
	uint32_t (*offset_of)(void *arg, const char *s);
	void *arg;
	/* for unpacking: the next byte, the common text, and an arena for the result */
	const unsigned char *bytes;
	const char *text;
	struct mr_arena *arena;
	int failed; /* 1: out of memory, so that the result is incomplete */
	struct mr_layout *layout;
};

/* Pack the layout L or, if p->put is NULL, unpack a layout into L, whose members must be zero. */
void mr_pack_layout(struct mr_packing *p, struct mr_layout *l);

/* Pack the named lists of codes in LISTS or, if p->put is NULL, unpack the lists into LISTS, which
 * must be empty. */
void mr_pack_lists(struct mr_packing *p, struct mr_value_lists *lists);

#endif
