/* value.h: a value as text: the one place that knows how each of enum monread_format is written. */
#ifndef OUT_VALUE_H
#define OUT_VALUE_H

#include "out/format.h"

#define OUT_STYLE_REMARKS     1u /* for a reader: the unit of intervals, and "(zero)" behind a time stamp that is not set */
#define OUT_STYLE_BITS_NUMBER 2u /* bits as a number, where it has at most 8 bytes; else in hex */

/* How a format writes values. */
struct out_style {
	struct out_escape ebcdic, ascii;
	unsigned flags;
	unsigned nquote; /* 1: what is no number stands between two QUOTEs; 0: it does not */
	char quote;
};

/* For text of the code page CP.  QUOTE: '\0' for none. */
void out_style_init(struct out_style *s, const struct monread_codepage *cp, enum out_quoting quoting, char quote,
                    unsigned flags);

/* Each of these writes V at P, where OUT_VALUE_ROOM bytes are free in W's buffer, and returns the end of it, where
 * OUT_VALUE_LEFT bytes are free. */
#define OUT_VALUE_ROOM (OUT_PIECE / 2)
#define OUT_VALUE_LEFT 16u

/* MONREAD_GROUP has no value: nothing is written. */
char *out_put_any_value(struct out_worker *w, const struct out_style *s, char *p, const struct monread_value *v);

/* As bytes in hex, whatever its format. */
char *out_put_hex_value(struct out_worker *w, const struct out_style *s, char *p, const struct monread_value *v);

static inline char *out_put_value(struct out_worker *w, const struct out_style *s, char *p,
                                  const struct monread_value *v)
{
	/* Which nearly all are. */
	if (v->format == MONREAD_UNSIGNED)
		return out_put_u64(p, v->number);
	return out_put_any_value(w, s, p, v);
}

/* Whether a reader wants to see the bit. */
static inline int out_bit_shown(const struct monread_bit *bit)
{
	return bit->name[0] != '*';
}

/* The bytes that BIT is about, with its mask. */
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
