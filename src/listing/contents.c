/* contents.c: reads the section "Control Block Contents", which has tables of rows, each below a
 * heading, and prose between the tables. */
#include <string.h>

#include "listing/contents.h"

/* ---- Descriptions ---- */

/* Maximum number of columns of a line of a page. A longer line is a whole paragraph that the page
 * does not divide into lines. */
#define WIDE 100u

void mr_text_end(struct mr_contents *r, int soft)
{
	const char *end = soft && r->soft_end ? r->soft_end : r->text_end;

	if (r->text && r->text_start)
		*r->text = mr_draft_prose(r->d, r->text_line, r->text_start, end);
	r->text = NULL;
	r->text_start = r->soft_end = NULL;
}

void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name,
                   int squeezed)
{
	*text = "";
	r->text = text;
	r->text_line = name->line;
	r->name_col = name->col;
	r->squeezed = squeezed;
}

/* Add the word W, which is not part of a row, to the current description, unless W belongs to the
 * prose between tables. */
static void text_take(struct mr_contents *r, const struct mr_word *w)
{
	if (!r->text)
		return;
	if (w->first && w->col < r->name_col) {
		if (!r->squeezed) {
			mr_text_end(r, 0);
			return;
		}
		if (!r->soft_end && (r->last_col > WIDE || w->line > r->last_line + 1))
			r->soft_end = w->p;
	}
	if (!r->text_start)
		r->text_start = w->p;
	r->text_end = w->p + w->len;
}

/* ---- Rows ---- */

static void open_part(struct mr_contents *r, const char *name, const struct mr_row_words *k)
{
	struct mr_draft *d = r->d;
	struct mr_part *part;

	mr_text_end(r, 0);
	r->part = NULL;
	if (d->nparts >= MONREAD_STRUCTURES_MAX) {
		mr_contents_stop(r, &k->first, MONREAD_STRUCTURES_MAX, "structures");
		return;
	}
	part = mr_draft_more(d, &d->scratch, &d->parts, d->nparts, sizeof *part);
	if (!part)
		return;
	d->nparts++;
	part->name = name;
	part->text = "";
	part->line = k->first.line;
	r->part = part;
}

static void part_add_row(struct mr_contents *r, const struct mr_row_words *k, const char *name)
{
	struct mr_draft *d = r->d;
	struct mr_part *part = r->part;
	struct mr_row *row =
		mr_draft_more(d, &d->scratch, &part->rows, part->nrows, sizeof *row);

	r->row = row;
	if (!row)
		return;
	part->nrows++;
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
	d->total.rows++;
	mr_text_begin(r, &row->f.text, &k->name.word, k->squeezed);
}

static int part_is_full(const struct mr_part *part)
{
	const struct mr_row *last;

	if (part->nrows == 0)
		return 0;
	last = &part->rows[part->nrows - 1];
	return !part->has_length || last->dec + mr_field_size(&last->f) >= part->length;
}

static int opens_part(const struct mr_contents *r, const struct mr_row_words *k, const char *name)
{
	if (k->type != MONREAD_TYPE_STRUCTURE || k->dec != 0 || k->hex != 0)
		return 0;
	if (!r->part || r->heading || part_is_full(r->part))
		return 1;
	return r->d->layout->dsect && mr_same_word(name, r->d->layout->dsect) && r->d->nparts == 0;
}

void mr_row_put(struct mr_contents *r, struct mr_row_words *k)
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
		mr_text_begin(r, &r->part->text, &k->name.word, k->squeezed);
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
	part_add_row(r, k, name);
}

/* ---- The section ---- */

void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max,
                      const char *what)
{
	mr_text_end(r, 0);
	mr_draft_report(r->d, at->line, "more than %u %s; the rest of the contents is left out",
	                max, what);
	r->d->cut = 1;
}

static int contents_is_any(const struct mr_word *w, const char *const *words)
{
	for (; *words; words++)
		if (mr_word_is(w, *words))
			return 1;
	return 0;
}

int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first)
{
	static const char *const type[] = { "Type", "Type/Val", "Type/Value", NULL };
	struct mr_scan ahead = *s;
	struct mr_word second, third;

	*hex_first = mr_word_is(first, "Hex");
	if ((!*hex_first && !mr_word_is(first, "Dec")) || !mr_scan_word(&ahead, &second) ||
	    !mr_scan_word(&ahead, &third) || !contents_is_any(&third, type) ||
	    !mr_word_is(&second, *hex_first ? "Dec" : "Hex"))
		return 0;
	*s = ahead;
	return 1;
}

static int take_heading(struct mr_contents *r, const struct mr_word *first)
{
	static const char *const begin[] = { "Offset", "Offsets", NULL };
	static const char *const rest[] = { "Len",        "Lng",         "Length",   "Name",
		                            "Label",      "(Dim)",       "(dup)",    "Name(Dim)",
		                            "Label(dup)", "Description", "Comments", "Comment",
		                            NULL };
	struct mr_scan s = r->scan, after;
	struct mr_word w = *first;
	int hex_first;

	if ((contents_is_any(&w, begin) && !mr_scan_word(&s, &w)) ||
	    !mr_heading_take(&s, &w, &hex_first))
		return 0;
	mr_text_end(r, 1);
	r->hex_first = hex_first;
	r->heading = 1;
	r->row = NULL;
	for (after = s; mr_scan_word(&after, &w) && contents_is_any(&w, rest); s = after)
		;
	r->scan = s;
	return 1;
}

void mr_contents_read(struct mr_draft *d)
{
	struct mr_contents r = { .d = d };
	struct mr_word w;

	mr_scan_init(&r.scan, &d->contents);
	while (!d->no_memory && !d->cut && mr_scan_word(&r.scan, &w)) {
		if (!take_heading(&r, &w) && !mr_row_take(&r, &w) && !mr_bit_take(&r, &w))
			text_take(&r, &w);
		r.last_line = r.scan.line;
		r.last_col = r.scan.col;
	}
	mr_text_end(&r, 1);
}
