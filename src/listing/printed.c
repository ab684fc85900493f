/* printed.c: parses types and names of fields as IBM's record pages print them. */
#include "listing/contents.h"

#include <string.h>

#include "base/page.h"

/* Names of types on some pages of IBM that mr_type_name() does not have. */
static const struct {
	const char *word;
	enum monread_type type;
} types[] = {
	{ "Char", MONREAD_TYPE_CHARACTER },       { "Dbl-Word", MONREAD_TYPE_UNSIGNED },
	{ "Double-Word", MONREAD_TYPE_UNSIGNED }, { "Dblword", MONREAD_TYPE_UNSIGNED },
	{ "Full-Word", MONREAD_TYPE_SIGNED },     { "Fullword", MONREAD_TYPE_SIGNED },
	{ "Half-Word", MONREAD_TYPE_SIGNED },     { "Halfword", MONREAD_TYPE_SIGNED },
	{ "Fixed", MONREAD_TYPE_SIGNED },         { "Integer", MONREAD_TYPE_SIGNED },
	{ "Binary", MONREAD_TYPE_UNSIGNED },      { "Bit", MONREAD_TYPE_BITSTRING },
	{ "Bit-String", MONREAD_TYPE_BITSTRING }, { "Hex", MONREAD_TYPE_BITSTRING },
	{ "Pointer", MONREAD_TYPE_ADDRESS },      { "A-Addr", MONREAD_TYPE_ADDRESS },
	{ "V-Addr", MONREAD_TYPE_ADDRESS },       { "Y-Addr", MONREAD_TYPE_ADDRESS },
	{ "S-Addr", MONREAD_TYPE_ADDRESS },       { "AD-Addr", MONREAD_TYPE_ADDRESS },
};

int mr_type_find(const struct mr_word *w, enum monread_type *type)
{
	size_t i;

	for (i = 0; i < MR_NTYPES; i++)
		if (mr_word_is(w, mr_type_name((enum monread_type)i))) {
			*type = (enum monread_type)i;
			return 1;
		}
	for (i = 0; i < sizeof types / sizeof types[0]; i++)
		if (mr_word_is(w, types[i].word)) {
			*type = types[i].type;
			return 1;
		}
	return 0;
}

/* Read up to three dimensions, such as "3)", "0:30" or "2,4)", from the LEN bytes at P, which
 * follow a "(". Return the length of the dimensions; 0: none. */
static size_t parse_dims(const char *p, size_t len, struct mr_printed *n)
{
	uint64_t total = 1, low = 1, high = 0;
	size_t i = 0, start, ndims = 0;

	do {
		low = 1;
		for (start = i; i < len && p[i] >= '0' && p[i] <= '9'; i++)
			;
		if (!mr_text_number(p + start, i - start, 10, 0xFFFF, &high))
			break;
		if (i < len && p[i] == ':') {
			low = high;
			for (start = ++i; i < len && p[i] >= '0' && p[i] <= '9'; i++)
				;
			if (!mr_text_number(p + start, i - start, 10, 0xFFFF, &high))
				high = low;
		}
		total *= high >= low ? high - low + 1 : 0;
		ndims++;
	} while (ndims < 3 && i < len && p[i] == ',' && ++i);
	n->cut = i >= len || p[i] != ')';
	if (ndims == 0 || total > 0xFFFF || (!n->cut && i + 1 < len) || (n->cut && i < len)) {
		n->cut = 1;
		n->count = 0;
		return ndims ? i : 0;
	}
	n->first = ndims == 1 && total ? (uint32_t)low : 1;
	n->count = (uint32_t)total;
	return i;
}

int mr_printed_name(struct mr_scan *s, struct mr_printed *n, int lower)
{
	const struct mr_word *w = &n->word;
	struct mr_scan ahead = *s;
	struct mr_word dim;
	size_t i;

	n->p = w->p;
	n->len = mr_name_span(w->p, w->len);
	n->first = n->count = 0;
	n->cut = 0;
	if (mr_printed_is_none(n))
		return 0;
	for (i = 0; i < n->len && !lower; i++)
		if (w->p[i] >= 'a' && w->p[i] <= 'z')
			return 0;
	if (n->len < w->len) {
		parse_dims(w->p + n->len + 1, w->len - n->len - 1, n);
		if (n->cut && mr_scan_word(&ahead, &dim) && mr_word_is(&dim, ")")) {
			n->cut = 0;
			*s = ahead;
		}
	} else if (mr_scan_word(&ahead, &dim) && dim.len > 1 && dim.p[0] == '(' && !dim.first) {
		if (parse_dims(dim.p + 1, dim.len - 1, n) && !n->cut)
			*s = ahead;
		else
			n->count = n->first = 0;
		n->cut = 0;
	}
	return 1;
}
