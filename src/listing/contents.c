/* contents.c: the rows of Control Block Contents.
 * A row begins where its words begin, not where a line or a column does:
 * some copies of the pages have a whole table in one line. */
#include <string.h>

#include "listing/draft.h"
#include "port/ascii.h"
#include "port/page.h"

struct reader {
	struct mr_draft *d;
	struct mr_scan scan;
	int hex_first; /* the order of the two offset columns */
	int heading;   /* nothing but a heading since the last table */
	struct mr_part *part;
	struct mr_row *row;
	const char **text; /* where the description goes that is being read */
	unsigned text_line;
	const char *text_start, *text_end;
	const char *soft_end; /* where it ends, should a heading follow */
	size_t name_col;
	int squeezed;       /* the row's columns are gone */
	int full;           /* there is more than there may be */
	unsigned last_line; /* of the word before */
	size_t last_col;
};

/* A line that is longer was not broken to be read: its end means something. */
#define WIDE 100u

/* What pages call the types besides, or once did. */
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

static int find_type(const struct mr_word *w, enum monread_type *type)
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

/* ---- Descriptions ---- */

static void end_text(struct reader *r, int soft)
{
	const char *end = soft && r->soft_end ? r->soft_end : r->text_end;

	if (r->text && r->text_start)
		*r->text = mr_draft_prose(r->d, r->text_line, r->text_start, end);
	r->text = NULL;
	r->text_start = r->soft_end = NULL;
}

static void begin_text(struct reader *r, const char **text, const struct mr_word *name, int squeezed)
{
	*text = "";
	r->text = text;
	r->text_line = name->line;
	r->name_col = name->col;
	r->squeezed = squeezed;
}

/* A word that is part of no row: description, or prose between the tables. */
static void take_word(struct reader *r, const struct mr_word *w)
{
	if (!r->text)
		return;
	if (w->first && w->col < r->name_col) {
		if (!r->squeezed) {
			end_text(r, 0);
			return;
		}
		if (!r->soft_end && (r->last_col > WIDE || w->line > r->last_line + 1))
			r->soft_end = w->p;
	}
	if (!r->text_start)
		r->text_start = w->p;
	r->text_end = w->p + w->len;
}

/* ---- Headings ---- */

static int is_any(const struct mr_word *w, const char *const *words)
{
	for (; *words; words++)
		if (mr_word_is(w, *words))
			return 1;
	return 0;
}

static int take_heading(struct reader *r, const struct mr_word *first)
{
	static const char *const begin[] = { "Offset", "Offsets", NULL };
	static const char *const type[] = { "Type", "Type/Val", "Type/Value", NULL };
	static const char *const rest[] = { "Len",      "Lng",     "Length",    "Name",       "Label",
		                            "(Dim)",    "(dup)",   "Name(Dim)", "Label(dup)", "Description",
		                            "Comments", "Comment", NULL };
	struct mr_scan s = r->scan, after;
	struct mr_word w = *first, second, third;

	if (is_any(&w, begin) && !mr_scan_word(&s, &w))
		return 0;
	if (!mr_word_is(&w, "Dec") && !mr_word_is(&w, "Hex"))
		return 0;
	if (!mr_scan_word(&s, &second) || !mr_scan_word(&s, &third) || !is_any(&third, type))
		return 0;
	if (!mr_word_is(&second, mr_word_is(&w, "Dec") ? "Hex" : "Dec"))
		return 0;
	end_text(r, 1);
	r->hex_first = mr_word_is(&w, "Hex");
	r->heading = 1;
	r->row = NULL;
	for (after = s; mr_scan_word(&after, &w) && is_any(&w, rest); s = after)
		;
	r->scan = s;
	return 1;
}

/* ---- Names and dimensions ---- */

struct name {
	const char *p;
	size_t len;
	uint32_t first, count;
	int cut;
	struct mr_word word;
};

/* "3)", "0:30", "2,4)": up to three dimensions.  How much of P it takes; 0: it is none. */
static size_t parse_dims(const char *p, size_t len, struct name *n)
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

/* A name with what stands behind it, from the word in N->word on. */
static int parse_name(struct mr_scan *s, struct name *n, int lower)
{
	const struct mr_word *w = &n->word;
	struct mr_scan ahead = *s;
	struct mr_word dim;
	size_t i;

	n->p = w->p;
	n->len = mr_name_span(w->p, w->len);
	n->first = n->count = 0;
	n->cut = 0;
	if (n->len == 0 || (n->len < w->len && w->p[n->len] != '('))
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

/* ---- Bits ---- */

/* The groups of a pattern "1... ...." from W on.  How many bits; 0: none. */
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

/* Which byte of the field a pattern is for: the next one where the
 * patterns of this one are used up. */
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

/* One page cannot have so many; where it goes on, nothing can be told of it. */
static void stop(struct reader *r, const struct mr_word *at, unsigned max, const char *what)
{
	end_text(r, 0);
	mr_draft_report(r->d, at->line, "more than %u %s; the rest of the contents is left out", max, what);
	r->d->cut = r->full = 1;
}

static void add_bit(struct reader *r, const struct name *n, uint32_t width, uint64_t mask, int squeezed)
{
	struct mr_draft *d = r->d;
	struct mr_row *row = r->row;
	struct monread_bit *bit;

	row->bits = mr_arena_more(d->arena, row->bits, &row->bits_cap, row->f.nbits, sizeof *bit);
	if (!row->bits) {
		row->f.nbits = 0;
		row->bits_cap = 0;
		d->no_memory = 1;
		return;
	}
	bit = &row->bits[row->f.nbits];
	memset(bit, 0, sizeof *bit);
	bit->offset = place_bit(row, width, mask);
	bit->width = width;
	bit->mask = mask;
	bit->name = mr_draft_name(d, n->word.line, n->p, n->len);
	row->f.nbits++;
	d->nbits++;
	begin_text(r, &bit->text, &n->word, squeezed);
}

/* pattern [value] name */
static int take_bit(struct reader *r, const struct mr_word *first)
{
	struct mr_scan s = r->scan, behind;
	struct name n;
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
		if (!mr_scan_word(&behind, &n.word) || !parse_name(&behind, &n, first->first))
			n.word = word;
		else
			s = behind;
	}
	if (!parse_name(&s, &n, first->first))
		return 0;
	if (r->d->nbits >= MONREAD_ROWS_MAX) {
		stop(r, first, MONREAD_ROWS_MAX, "bits");
		return 1;
	}
	end_text(r, 0);
	r->scan = s;
	add_bit(r, &n, bits / 8, mask, !first->first || !n.word.apart);
	return 1;
}

/* ---- Rows ---- */

struct row_words {
	struct mr_word first;
	uint32_t dec, hex;
	enum monread_type type;
	int known_type, has_length, open, squeezed;
	uint32_t length;
	struct name name;
};

static void open_part(struct reader *r, const char *name, const struct row_words *k)
{
	struct mr_draft *d = r->d;
	struct mr_part *part;

	end_text(r, 0);
	r->part = NULL;
	if (d->nparts >= MONREAD_STRUCTURES_MAX) {
		stop(r, &k->first, MONREAD_STRUCTURES_MAX, "structures");
		return;
	}
	d->parts = mr_arena_more(&d->scratch, d->parts, &d->parts_cap, d->nparts, sizeof *part);
	if (!d->parts) {
		d->nparts = d->parts_cap = 0;
		d->no_memory = 1;
		return;
	}
	part = &d->parts[d->nparts++];
	memset(part, 0, sizeof *part);
	part->name = name;
	part->text = "";
	part->line = k->first.line;
	r->part = part;
}

static void add_row(struct reader *r, const struct row_words *k, const char *name)
{
	struct mr_draft *d = r->d;
	struct mr_part *part = r->part;
	struct mr_row *row;

	part->rows = mr_arena_more(&d->scratch, part->rows, &part->rows_cap, part->nrows, sizeof *row);
	if (!part->rows) {
		part->nrows = part->rows_cap = 0;
		d->no_memory = 1;
		r->row = NULL;
		return;
	}
	row = &part->rows[part->nrows++];
	memset(row, 0, sizeof *row);
	row->line = k->first.line;
	row->dec = k->dec;
	row->hex = k->hex;
	row->has_length = k->has_length;
	row->dims_cut = k->name.cut;
	row->f.name = name;
	row->f.name_len = (uint32_t)strlen(name);
	row->f.text = row->f.unit = "";
	row->f.length = k->length;
	row->f.dim_first = k->name.first;
	row->f.dim_count = k->name.count;
	row->f.type = k->type;
	d->nrows++;
	r->row = row;
	begin_text(r, &row->f.text, &k->name.word, k->squeezed);
}

/* Are the rows so far all that the structure has room for? */
static int part_is_full(const struct mr_part *part)
{
	const struct mr_row *last;

	if (part->nrows == 0)
		return 0;
	last = &part->rows[part->nrows - 1];
	return !part->has_length || last->dec + mr_field_size(&last->f) >= part->length;
}

static int opens_part(const struct reader *r, const struct row_words *k, const char *name)
{
	if (k->type != MONREAD_TYPE_STRUCTURE || k->dec != 0 || k->hex != 0)
		return 0;
	if (!r->part || r->heading || part_is_full(r->part))
		return 1;
	return r->d->layout->dsect && mr_same_word(name, r->d->layout->dsect) && r->d->nparts == 0;
}

static void put_row(struct reader *r, struct row_words *k)
{
	struct mr_draft *d = r->d;
	const char *name = mr_draft_name(d, k->name.word.line, k->name.p, k->name.len);

	if (opens_part(r, k, name)) {
		open_part(r, name, k);
		if (!r->part)
			return;
		r->part->length = k->length;
		r->part->has_length = k->has_length;
		r->part->open = k->open;
		r->row = NULL;
		r->heading = 0;
		begin_text(r, &r->part->text, &k->name.word, k->squeezed);
		return;
	}
	if (!r->part || (r->heading && k->dec == 0 && k->hex == 0)) {
		const char *dsect = d->layout->dsect;

		mr_draft_report(d, k->first.line, "%s: a table without a Structure row", name);
		open_part(r, d->nparts == 0 && dsect && *dsect ? dsect : name, k);
		if (!r->part)
			return;
	}
	r->heading = 0;
	if (!k->known_type)
		mr_draft_report(d, k->first.line, "%s: unknown type", name);
	add_row(r, k, name);
}

/* Words 4 and 5: [length] name. */
static int length_and_name(struct mr_scan *s, struct row_words *k)
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
	if (!parse_name(s, &k->name, k->first.first && (k->has_length || !k->squeezed)))
		return 0;
	/* Running text with a type in it is seldom a row without a length. */
	return k->first.first || k->has_length || *k->name.p == '*' || memchr(k->name.p, '_', k->name.len);
}

/* Do the offsets tell a row from running text? */
static int offsets_fit(const struct reader *r, const struct row_words *k)
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

static int parse_row(struct reader *r, const struct mr_word *first, struct row_words *k)
{
	struct mr_scan s = r->scan;
	struct mr_word second, type;
	unsigned base = r->hex_first ? 16 : 10;

	memset(k, 0, sizeof *k);
	k->first = *first;
	if (!mr_word_number(first, base, r->hex_first ? &k->hex : &k->dec))
		return 0;
	if (!mr_scan_word(&s, &second) || !mr_scan_word(&s, &type))
		return 0;
	if (!mr_word_number(&second, 26 - base, r->hex_first ? &k->dec : &k->hex))
		return 0;
	k->type = MONREAD_TYPE_ADDRESS; /* shown as hex, where it is none that we know */
	k->known_type = find_type(&type, &k->type);
	if (!k->known_type && (!first->first || mr_name_span(type.p, type.len) == 0 || type.p[0] == '*'))
		return 0;
	if (!length_and_name(&s, k) || !offsets_fit(r, k))
		return 0;
	/* Only where everything else is there, a strange word is a type. */
	if (!k->known_type && (!k->has_length || k->dec != k->hex || type.line != first->line))
		return 0;
	r->scan = s;
	return 1;
}

static int take_row(struct reader *r, const struct mr_word *word)
{
	struct mr_word begin = *word, *first = &begin;
	struct row_words k;

	if (mr_name_span(first->p, 1) && r->hex_first == 0)
		return 0;
	if (r->text && first->col >= r->name_col) /* in the column of the descriptions no row begins */
		first->first = 0;
	if (!parse_row(r, first, &k)) {
		/* Without a heading the order of the columns is not known. */
		if (r->heading || r->part)
			return 0;
		r->hex_first = !r->hex_first;
		if (!parse_row(r, first, &k) || k.dec != k.hex) {
			r->hex_first = !r->hex_first;
			return 0;
		}
	}
	end_text(r, 0);
	if (r->d->nrows >= MONREAD_ROWS_MAX)
		stop(r, first, MONREAD_ROWS_MAX, "fields");
	else
		put_row(r, &k);
	return 1;
}

void mr_contents_read(struct mr_draft *d)
{
	struct reader r;
	struct mr_word w;

	memset(&r, 0, sizeof r);
	r.d = d;
	if (!d->contents.p)
		return;
	mr_scan_init(&r.scan, d->contents.p, (size_t)(d->contents.end - d->contents.p), d->contents.line);
	while (!d->no_memory && !r.full && mr_scan_word(&r.scan, &w)) {
		if (!take_heading(&r, &w) && !take_row(&r, &w) && !take_bit(&r, &w))
			take_word(&r, &w);
		r.last_line = r.scan.line;
		r.last_col = r.scan.col;
	}
	end_text(&r, 1);
}
