/* hex.c: the format hex: lines of 16 bytes, in hex and as text, with the names of the fields that
 * begin in these bytes. */
#include "config.h"

#include <stdlib.h>

#include "base/array.h"
#include "out/formats.h"
#include "out/headings.h"

#define LINE 16u

struct name {
	uint32_t offset;
	uint32_t len;
	uint32_t number; /* position of the field in the layout */
	const char *s;
};

struct hex {
	char shown[256]; /* for each byte value: the character that is shown */
	struct name *names; /* names of the fields of the current record */
	size_t nnames, cap;
};

/* Show only printable ASCII: accented letters and control characters are of no use in a dump. */
static int hex_begin(struct out_worker *w)
{
	const struct monread_codepage *cp = w->settings->codepage;
	struct hex *h = w->state;
	unsigned i;

	for (i = 0; i < 256; i++) {
		size_t length;
		char c = *monread_codepage_utf8(cp, (unsigned char)i, &length);

		h->shown[i] = length == 1 && c >= ' ' && c < 0x7F ? c : '.';
	}
	return 0;
}

static void add_name(struct out_worker *w, const char *s, size_t len, uint32_t offset)
{
	struct hex *h = w->state;

	if (ARRAY_GROW(h->names, h->nnames, h->cap))
		out_no_memory(w);
	else
		h->names[h->nnames++] = (struct name){ .offset = offset,
			                               .len = (uint32_t)len,
			                               .s = s };
}

static int hex_field(void *arg, const struct monread_value *v)
{
	add_name(arg, v->field->name, v->field->name_len, v->offset);
	return 0;
}

static int hex_begin_level(void *arg, const struct monread_place *place)
{
	if (place->level != MONREAD_LEVEL_ARRAY)
		add_name(arg, place->name, strlen(place->name), place->value->offset);
	return 0;
}

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	if (x->offset != y->offset)
		return x->offset < y->offset ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Sort the names by offset, because the decoder reports arrays in the order of the layout. Names
 * with the same offset keep their order. */
static void sort_names(struct hex *h)
{
	size_t i;
	int sorted = 1;

	for (i = 0; i < h->nnames; i++) {
		h->names[i].number = (uint32_t)i;
		sorted &= i == 0 || h->names[i - 1].offset <= h->names[i].offset;
	}
	if (!sorted)
		qsort(h->names, h->nnames, sizeof *h->names, compare_names);
}

static size_t hex_put_names(struct out_worker *w, const struct hex *h, size_t next, size_t end)
{
	for (; next < h->nnames && h->names[next].offset < end; next++) {
		char *p = out_put_blanks(out_room(&w->b, OUT_PIECE), 2);

		p = h->names[next].offset < 0x1000 ?
		            out_put_hex3(p, h->names[next].offset) :
		            out_put_hexnum(p, h->names[next].offset, 0, ' ');
		*p++ = ' ';
		w->b.p = out_put_chars(p, h->names[next].s, h->names[next].len);
	}
	return next;
}

/* Write the N <= 16 bytes at S: hex words with a blank before each, then the bytes as text. */
static inline char *put_line(char *p, const struct hex *h, const unsigned char *s, size_t n)
{
	char digits[2 * LINE];
	size_t i;

	if (n == LINE) {
		out_put_hex(digits, s, LINE);
	} else {
		memset(digits, ' ', sizeof digits);
		out_put_hex(digits, s, n);
	}
	for (i = 0; i < 4; i++) {
		p[9 * i] = ' ';
		memcpy(p + 9 * i + 1, digits + 8 * i, 8);
	}
	p += 36;
	memcpy(p, "  |", 3);
	for (i = 0; i < n; i++)
		p[3 + i] = h->shown[s[i]];
	return p + 3 + n;
}

static void hex_put_lines(struct out_worker *w, const struct hex *h, const unsigned char *bytes,
                          size_t length)
{
	size_t next = 0, at;

	for (at = 0; at < length; at += LINE) {
		size_t n = length - at < LINE ? length - at : LINE;
		const unsigned char *s = bytes + at;
		char *p = out_room(&w->b, OUT_PIECE);

		*p++ = ' ';
		*p++ = ' ';
		*p++ = out_hex_digits[at >> 12 & 15];
		*p++ = out_hex_digits[at >> 8 & 15];
		*p++ = out_hex_digits[at >> 4 & 15];
		*p++ = out_hex_digits[at & 15];
		*p++ = ' ';
		p = put_line(p, h, s, n);
		*p++ = '|';
		if (next < h->nnames && n < LINE)
			p = out_put_blanks(p, LINE - n);
		*p = '\n';
		w->b.p = p + 1;
		if (next < h->nnames && h->names[next].offset < at + LINE) {
			w->b.p = p;
			next = hex_put_names(w, h, next, at + LINE);
			out_char(&w->b, '\n');
		}
	}
}

static int hex_record(struct out_worker *w, const struct out_record *r)
{
	static const struct monread_emit emit = { .size = sizeof emit,
		                                  .field = hex_field,
		                                  .begin = hex_begin_level };
	struct hex *h = w->state;
	unsigned i;

	out_set_heading(w, r);
	out_record_heading(w, r);
	h->nnames = w->nproblems = 0;
	if (r->layout) {
		if (out_decode(w, r, &emit))
			return -1;
		sort_names(h);
	}
	hex_put_lines(w, h, r->ev->bytes, r->ev->length);
	for (i = 0; i < w->nproblems; i++)
		out_problem_line(w, w->problems[i]);
	return 0;
}

static void hex_end(struct out_worker *w)
{
	struct hex *h = w->state;

	free(h->names);
}

const struct out_format out_hex_format = {
	.name = "hex",
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE,
	.state_size = sizeof(struct hex),
	.begin = hex_begin,
	.end = hex_end,
	.head = out_file_heading,
	.record = hex_record,
};
