/* value.h: writes the values of each enum monread_format as text. */
#ifndef OUT_VALUE_H
#define OUT_VALUE_H

#include "out/format.h"

#define OUT_STYLE_REMARKS \
	1u /* for human readers: write the unit of intervals, and "(zero)" after a time of 0 */
#define OUT_STYLE_BITS_NUMBER \
	2u /* write a field of bits as a number if it has at most 8 bytes, else in hex */

/* How a format writes values. */
struct out_style {
	struct out_escape ebcdic, ascii;
	unsigned flags;
	char quote; /* character around values that are not numbers; '\0': no character */
};

/* Initialize S. CP is the code page of EBCDIC text. */
void out_style_init(struct out_style *s, const struct monread_codepage *cp,
                    enum out_quoting quoting, char quote, unsigned flags);

/* The functions below write V at P, where the buffer of W must have OUT_VALUE_ROOM free bytes. They
 * return the end of the text, where OUT_VALUE_LEFT bytes are still free. */
#define OUT_VALUE_ROOM (OUT_PIECE / 2)
#define OUT_VALUE_LEFT 16u

char *out_put_any_value(struct out_worker *w, const struct out_style *s, char *p,
                        const struct monread_value *v);

/* Write V in hex, whatever v->format is. */
char *out_put_hex_value(struct out_worker *w, const struct out_style *s, char *p,
                        const struct monread_value *v);

static inline char *out_put_value(struct out_worker *w, const struct out_style *s, char *p,
                                  const struct monread_value *v)
{
	/* most values */
	if (v->format == MONREAD_UNSIGNED)
		return out_put_u64(p, v->number);
	return out_put_any_value(w, s, p, v);
}

/* Return 1 if BIT has a name. */
static inline int out_bit_shown(const struct monread_bit *bit)
{
	return bit->name[0] != '*';
}

/* Return the value of BIT, which belongs to the field of V: the bytes of V at the offset of BIT,
 * with the mask of BIT applied. */
static inline uint64_t out_bit_value(const struct monread_value *v, const struct monread_bit *bit)
{
	uint32_t at = bit->offset - v->field->offset, i;
	uint64_t n = 0;

	if (bit->offset < v->field->offset || at > v->length || bit->width > v->length - at)
		return 0;
	for (i = 0; i < bit->width; i++)
		n = n << 8 | v->bytes[at + i];
	return n & bit->mask;
}

#endif
