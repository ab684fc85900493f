/* draft_parts.c: adds the rows of a table of the listing to structures. */
#include <string.h>

#include "base/ascii.h"
#include "listing/contents.h"

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

/* Return 1 if the rows of the structure PART reach the length of the structure. */
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
