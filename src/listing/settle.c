/* settle.c: if the offset or length of a row is missing or contradictory, finds it from the
 * previous rows and from the offset of the next row. */
#include "listing/draft.h"

#include <string.h>

#include "base/record.h"

/* Return 1 if V is the offset of the row after row number I of the structure P or, if row I is the
 * last row, the length of P. */
static int next_is(const struct mr_part *p, size_t i, uint64_t v)
{
	if (i + 1 < p->nrows)
		return p->rows[i + 1].dec == v || p->rows[i + 1].hex == v;
	return p->has_length && p->length == v;
}

static uint32_t next_offset(const struct mr_part *p, size_t i)
{
	if (i + 1 < p->nrows)
		return p->rows[i + 1].dec;
	return p->has_length ? p->length : 0;
}

/* Return the decimal or the hexadecimal offset of row number I, whichever is more likely. SUM is
 * the offset where the previous row ends. */
static uint32_t choose_offset(const struct mr_part *p, size_t i, uint64_t sum)
{
	const struct mr_row *r = &p->rows[i];

	if (r->hex == sum || r->dec == sum)
		return (uint32_t)sum;
	if (next_is(p, i, r->hex + mr_field_size(&r->f)))
		return r->hex;
	return r->dec;
}

static void settle_offset(struct mr_draft *d, struct mr_part *p, size_t i)
{
	struct mr_row *r = &p->rows[i];
	uint64_t sum = i ? mr_field_end(&r[-1].f) : 0, size = mr_field_size(&r->f);

	r->f.offset = r->dec;
	if (r->dec != r->hex) {
		r->f.offset = choose_offset(p, i, sum);
		mr_draft_report(d, r->line, "%s: offset %u and hex offset %X differ; using %u (%X)",
		                r->f.name, r->dec, r->hex, r->f.offset, r->f.offset);
	} else if (i && size && sum <= MR_SCAN_MAX && r->dec != sum && next_is(p, i, sum + size) &&
	           !next_is(p, i, r->dec + size)) {
		r->f.offset = (uint32_t)sum;
		mr_draft_report(
			d, r->line,
			"%s: expected offset %u (%X) by the lengths and the next row, found %u (%X)",
			r->f.name, r->f.offset, r->f.offset, r->dec, r->hex);
	}
}

static void settle_length(struct mr_draft *d, struct mr_part *p, size_t i)
{
	struct mr_row *r = &p->rows[i];
	uint32_t next = next_offset(p, i);

	if (r->has_length)
		return;
	r->f.length = next > r->dec ? next - r->dec : 0;
	if (r->f.dim_count && r->f.length % r->f.dim_count == 0)
		r->f.length /= r->f.dim_count;
	mr_draft_report(d, r->line,
	                "%s: expected a length; using %u, up to the offset of the next row",
	                r->f.name, r->f.length);
}

/* Correct a dimension that the page cuts off because its column is too narrow, and a length that
 * the page gives for all elements together. */
static void settle_dims(struct mr_draft *d, struct mr_part *p, size_t i)
{
	struct mr_row *r = &p->rows[i];
	uint32_t next = next_offset(p, i), room = next > r->dec ? next - r->dec : 0;
	uint32_t len = r->f.length, count = r->f.dim_count;

	if (len == 0)
		return;
	if (room == len && count > 1 && len % count == 0 && !d->strict) {
		r->f.length = len / count;
	} else if (r->dims_cut && room && room % len == 0 && room / len != count &&
	           room / len <= 0xFFFF) {
		r->f.dim_count = room / len;
		mr_draft_report(
			d, r->line,
			"%s: the dimension is cut off; using %u elements, up to the offset of the next row",
			r->f.name, r->f.dim_count);
	}
	if (mr_field_size(&r->f) > MR_SCAN_MAX) {
		mr_draft_report(d, r->line, "%s: %u elements of %u bytes are too many", r->f.name,
		                r->f.dim_count, r->f.length);
		r->f.dim_count = 0;
	}
}

/* A String in a record is one length and one text, so its row must not have a dimension. */
static void settle_string(struct mr_draft *d, struct mr_row *r)
{
	if (r->f.type != MONREAD_TYPE_STRING)
		return;
	if (r->f.dim_count)
		mr_draft_report(d, r->line,
		                "%s: a String has no dimension; the dimension is ignored",
		                r->f.name);
	r->f.dim_count = 0;
	r->dims_cut = 0;
	if (r->f.length >= 1 && r->f.length <= 8)
		return;
	mr_draft_report(
		d, r->line,
		"%s: the length of a String is a number of 1 to 8 bytes, not of %u; shown in hex",
		r->f.name, r->f.length);
	r->f.type = MONREAD_TYPE_ADDRESS;
}

/* Convert the offsets of bits within the field of R to offsets within the structure. */
static void settle_bits(struct mr_draft *d, struct mr_row *r)
{
	uint32_t i, n = 0;

	for (i = 0; i < r->f.nbits; i++) {
		if (r->bits[i].offset + r->bits[i].width > r->f.length) {
			mr_draft_report(d, r->line, "%s: bit %s is outside of this field",
			                r->f.name, r->bits[i].name);
			continue;
		}
		r->bits[n] = r->bits[i];
		r->bits[n++].offset += r->f.offset;
	}
	r->f.nbits = n;
}

static void settle_structure(struct mr_draft *d, struct mr_part *p, int last)
{
	uint64_t row_end, end = 0;
	size_t i;

	for (i = 0; i < p->nrows; i++) {
		row_end = mr_field_end(&p->rows[i].f);
		if (p->has_length && !p->open && row_end > p->length)
			mr_draft_report(d, p->rows[i].line,
			                "%s: ends at %u, past the %u bytes of %s",
			                p->rows[i].f.name, (unsigned)row_end, p->length, p->name);
		if (row_end > end)
			end = row_end;
	}
	if (p->has_length && end < p->length && last && !d->strict) {
		d->cut = 1;
		mr_draft_report(d, p->line,
		                "%s: has %u bytes, but the page describes only the first %u",
		                p->name, p->length, (unsigned)end);
	}
	if (!p->has_length || end > p->length)
		p->length = (uint32_t)end;
}

static int in_header(const struct monread_field *f)
{
	if (mr_field_end(f) > MR_HEADER_SIZE)
		return 0;
	return f->offset < MR_HEADER_SIZE || strncmp(f->name, "MRHDR", 5) == 0;
}

static void settle_flags(struct monread_field *f, int header)
{
	if (f->name[0] == '*')
		f->flags |= MONREAD_RESERVED;
	if (f->length == 0)
		f->flags |= MONREAD_MARKER;
	if (header && in_header(f))
		f->flags |= MONREAD_HEADER;
}

/* Allocate the structures and fields of the layout now, because arrays and conditions store their
 * addresses before their content is known. */
static void settle_make_room(struct mr_draft *d)
{
	struct mr_structure *s = mr_arena_array(d->arena, d->nparts, sizeof *s);
	struct mr_part *p;
	size_t i, j;

	d->made->structures = s;
	d->no_memory |= !s;
	for (i = 0; i < d->nparts && !d->no_memory; i++) {
		p = &d->parts[i];
		s[i].fields = mr_arena_array(d->arena, p->nrows, sizeof *s->fields);
		d->no_memory |= !s[i].fields;
		for (j = 0; j < p->nrows && s[i].fields; j++)
			p->rows[j].field = &s[i].fields[j].pub;
	}
}

void mr_settle_parts(struct mr_draft *d)
{
	/* application data has no record header; records have one */
	int has_header = !d->layout->product;
	struct mr_part *p;
	size_t i, j;

	for (i = 0; i < d->nparts; i++) {
		p = &d->parts[i];
		for (j = 0; j < p->nrows; j++) {
			settle_length(d, p, j);
			settle_string(d, &p->rows[j]);
			settle_dims(d, p, j);
			settle_offset(d, p, j);
			settle_bits(d, &p->rows[j]);
			settle_flags(&p->rows[j].f, has_header && i == 0);
		}
		settle_structure(d, p, i + 1 == d->nparts || i == 0);
		for (p->mover = 0;
		     p->mover < p->nrows && p->rows[p->mover].f.type != MONREAD_TYPE_STRING;)
			p->mover++;
	}
	settle_make_room(d);
}
