/* recognize.c: recognizes the rows of a table by their words instead of lines or columns, because
 * in some copies of pages a whole table is one line. */
#include <string.h>

#include "listing/contents.h"

/* Read the optional length and the name, the fourth and fifth word of a row, into *K. */
static int length_and_name(struct mr_scan *s, struct mr_row_words *k)
{
	struct mr_word w;
	uint64_t v;
	size_t len;

	if (!mr_scan_word(s, &w))
		return 0;
	len = w.len;
	k->open = len > 1 && w.p[len - 1] == '+';
	k->has_length = mr_text_number(w.p, len - (size_t)k->open, 10, MR_SCAN_MAX, &v);
	k->length = k->has_length ? (uint32_t)v : 0;
	if (!k->has_length)
		k->open = 0;
	else if (!mr_scan_word(s, &w))
		return 0;
	k->name.word = w;
	k->squeezed = !k->first.first || !w.apart;
	if (!mr_printed_name(s, &k->name, k->first.first && (k->has_length || !k->squeezed)))
		return 0;
	/* Running text may contain the name of a type: accept a row without a length only if the
	 * name of its field cannot occur in running text. */
	return k->first.first || k->has_length || *k->name.p == '*' ||
	       memchr(k->name.p, '_', k->name.len);
}

static int offsets_fit(const struct mr_contents *r, const struct mr_row_words *k)
{
	const struct mr_row *last = r->row;
	uint64_t next;

	if (k->dec == k->hex)
		return 1;
	if (k->first.first)
		return k->has_length;
	if (!last || !k->has_length || !k->known_type)
		return 0;
	next = last->dec + mr_field_size(&last->f);
	return k->dec == next || k->hex == next;
}

static int parse_row(struct mr_contents *r, const struct mr_word *first, struct mr_row_words *k)
{
	struct mr_scan s = r->scan;
	struct mr_word second, type;
	unsigned base = r->hex_first ? 16 : 10;

	*k = (struct mr_row_words){ .first = *first };
	if (!mr_word_number(first, base, r->hex_first ? &k->hex : &k->dec))
		return 0;
	if (!mr_scan_word(&s, &second) || !mr_scan_word(&s, &type))
		return 0;
	if (!mr_word_number(&second, 26 - base, r->hex_first ? &k->dec : &k->hex))
		return 0;
	k->type = MONREAD_TYPE_ADDRESS; /* show fields of unknown types in hex */
	k->known_type = mr_type_find(&type, &k->type);
	if (!k->known_type &&
	    (!first->first || mr_name_span(type.p, type.len) == 0 || type.p[0] == '*'))
		return 0;
	if (!length_and_name(&s, k) || !offsets_fit(r, k))
		return 0;
	/* Accept an unknown type only if all other words are as expected. */
	if (!k->known_type && (!k->has_length || k->dec != k->hex || type.line != first->line))
		return 0;
	r->scan = s;
	return 1;
}

/* If K would be a row with a valid name, report the invalid name. The words of K become part of the
 * previous description. */
static void report_misnamed_row(struct mr_contents *r, const struct mr_row_words *k)
{
	const struct mr_word *w = &k->name.word;

	if (k->first.first && k->known_type && k->has_length && k->dec == k->hex && k->name.p &&
	    mr_printed_is_none(&k->name) && w->line == k->first.line)
		mr_draft_report(
			r->d, w->line,
			"%.*s: expected a name of letters, digits, _ $ # @; this row is not a field",
			(int)(w->len < 60 ? w->len : 60), w->p);
}

int mr_row_take(struct mr_contents *r, const struct mr_word *word)
{
	struct mr_word begin = *word, *first = &begin;
	struct mr_row_words k;

	if (mr_name_span(first->p, 1) && r->hex_first == 0)
		return 0;
	/* a word in the column of the descriptions does not begin a row */
	if (r->text && first->col >= r->name_col)
		first->first = 0;
	if (!parse_row(r, first, &k)) {
		/* If the table has no heading, the hexadecimal offset may come first: try both
		 * orders. */
		if (r->heading || r->part) {
			report_misnamed_row(r, &k);
			return 0;
		}
		r->hex_first = !r->hex_first;
		if (!parse_row(r, first, &k) || k.dec != k.hex) {
			r->hex_first = !r->hex_first;
			return 0;
		}
	}
	mr_text_end(r, 0);
	if (r->d->total.rows >= MONREAD_ROWS_MAX)
		mr_contents_stop(r, first, MONREAD_ROWS_MAX, "fields");
	else
		mr_row_put(r, &k);
	return 1;
}
