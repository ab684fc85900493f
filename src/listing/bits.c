/* bits.c: reads the rows that follow the row of a field and describe its bits with patterns such as
 * "1... ....". */
#include <string.h>

#include "listing/contents.h"

/* Read a pattern of one or more groups of bits, such as "1... ....", which begins with the word
 * FIRST, and store its bits in *MASK. Return the number of bits of the pattern; 0 if FIRST does not
 * begin a pattern. */
static unsigned parse_pattern(struct mr_scan *s, const struct mr_word *first, uint64_t *mask)
{
	struct mr_scan ahead = *s;
	struct mr_word w = *first;
	unsigned bits = 0;
	int dots = 0;
	size_t i;

	*mask = 0;
	for (;;) {
		if ((w.len != 4 && w.len != 8) || bits + w.len > 64)
			break;
		for (i = 0; i < w.len && memchr("01.", w.p[i], 3); i++)
			;
		if (i < w.len || (bits % 8 == 0 && bits && w.first))
			break;
		for (i = 0; i < w.len; i++) {
			*mask = *mask << 1 | (w.p[i] == '1');
			dots |= w.p[i] == '.';
		}
		bits += (unsigned)w.len;
		*s = ahead;
		if (!mr_scan_word(&ahead, &w))
			break;
	}
	return bits % 8 == 0 && *mask && (dots || first->first) ? bits : 0;
}

/* Return the offset in the field of ROW of the WIDTH bytes that the pattern MASK describes: the
 * bytes of the previous pattern or the bytes after them. Patterns of the same bytes are in the
 * order from the high to the low bit. Therefore MASK describes the next bytes if its width differs
 * from that of the previous pattern, if both patterns are equal, or if MASK is a higher bit
 * although the lowest bit was described. */
static uint32_t place_bit(const struct mr_row *row, uint32_t width, uint64_t mask)
{
	const struct monread_bit *last;
	uint64_t seen = 0;
	uint32_t i;
	int next;

	if (row->f.nbits == 0)
		return 0;
	last = &row->bits[row->f.nbits - 1];
	for (i = row->f.nbits; i-- > 0 && row->bits[i].offset == last->offset;)
		seen |= row->bits[i].mask;
	next = width != last->width || ((seen & 1) && mask > last->mask) || mask == last->mask;
	if (next && last->offset + last->width + width <= row->f.length)
		return last->offset + last->width;
	return last->offset;
}

static void add_bit(struct mr_contents *r, const struct mr_printed *n, uint32_t width,
                    uint64_t mask, int squeezed)
{
	struct mr_draft *d = r->d;
	struct mr_row *row = r->row;
	struct monread_bit *bit = mr_draft_more(d, d->arena, &row->bits, row->f.nbits,
	                                        sizeof *bit);

	if (!bit)
		return;
	bit->offset = place_bit(row, width, mask);
	bit->width = width;
	bit->mask = mask;
	bit->name = mr_draft_name(d, n->word.line, n->p, n->len);
	row->f.nbits++;
	d->total.bits++;
	mr_text_begin(r, &bit->text, &n->word, squeezed);
}

int mr_bit_take(struct mr_contents *r, const struct mr_word *first)
{
	struct mr_scan s = r->scan, behind;
	struct mr_printed n;
	uint64_t mask, value;
	unsigned bits;

	if (!r->row || !memchr("01.", *first->p, 3))
		return 0;
	bits = parse_pattern(&s, first, &mask);
	if (!bits || !mr_scan_word(&s, &n.word))
		return 0;
	if (mr_text_number(n.word.p, n.word.len, 16, UINT64_MAX, &value) && value == mask) {
		struct mr_word word = n.word;

		behind = s;
		if (!mr_scan_word(&behind, &n.word) || !mr_printed_name(&behind, &n, first->first))
			n.word = word;
		else
			s = behind;
	}
	if (!mr_printed_name(&s, &n, first->first))
		return 0;
	if (r->d->total.bits >= MONREAD_ROWS_MAX) {
		mr_contents_stop(r, first, MONREAD_ROWS_MAX, "bits");
		return 1;
	}
	mr_text_end(r, 0);
	r->scan = s;
	add_bit(r, &n, bits / 8, mask, !first->first || !n.word.apart);
	return 1;
}
