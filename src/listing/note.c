/* note.c: stores annotations until the contents of the listing are read, and finds the fields that
 * annotations name. */
#include "listing/note.h"

void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line)
{
	struct mr_note *n;

	if (d->notes.n == MONREAD_ROWS_MAX) {
		mr_draft_report(d, line, "more than %u annotations; the rest is left out",
		                MONREAD_ROWS_MAX);
		d->notes.full = 1;
		return;
	}
	if (mr_arena_more(&d->scratch, &d->notes.v, &d->notes.cap, d->notes.n, sizeof *n)) {
		d->no_memory = 1;
		return;
	}
	n = &d->notes.v[d->notes.n++];
	n->key = key;
	n->value = value;
	n->line = line;
}

int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count)
{
	if (count < MONREAD_RULES_MAX)
		return 1;
	mr_draft_report(d, line, "more than %u %s; this one is left out", MONREAD_RULES_MAX, what);
	return 0;
}

struct mr_namesakes mr_note_rows(struct mr_draft *d, const struct mr_value *v)
{
	struct mr_namesakes n;

	n.p = mr_draft_find(d, v->word, v->len, &n.left);
	return n;
}

const struct mr_place *mr_namesakes_next(struct mr_namesakes *n)
{
	const struct mr_place *p;

	while (n->left) {
		p = n->p++;
		n->left--;
		if (p->row != MR_PLACE_PART && p->bit < 0)
			return p;
	}
	return NULL;
}

void mr_note_no_field(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v)
{
	mr_draft_report(d, n->line, "%s: no field %.*s", mr_key_name(n->key), mr_value_shown(v),
	                v->word);
}

/* If several rows have the name, use the first one, because the rows of the record's structure come
 * before the rows of other structures. */
const struct mr_row *mr_note_named(struct mr_draft *d, const struct mr_note *n,
                                   const struct mr_value *v)
{
	struct mr_namesakes rows = mr_note_rows(d, v);
	const struct mr_place *p = mr_namesakes_next(&rows);

	if (!p) {
		mr_note_no_field(d, n, v);
		return NULL;
	}
	if (p->part > 0) {
		mr_draft_report(d, n->line,
		                "%s: expected a field of %s; %s is in another structure",
		                mr_key_name(n->key), d->parts[0].name, p->name);
		return NULL;
	}
	return mr_draft_row(d, p);
}

const struct mr_row *mr_note_row(struct mr_draft *d, const struct mr_note *n,
                                 const struct mr_value *v)
{
	const struct mr_row *row = mr_note_named(d, n, v);
	const struct mr_part *record = d->parts;
	const char *key = mr_key_name(n->key);
	size_t i = row ? (size_t)(row - record->rows) : 0;

	if (row && row->f.type == MONREAD_TYPE_STRING)
		mr_draft_report(d, n->line, "%s: expected a field of fixed length; %s is a String",
		                key, row->f.name);
	else if (row && i > record->mover && n->key != MR_KEY_MOVES)
		mr_draft_report(d, n->line,
		                "%s: expected a fixed offset; the offset of %s varies with %s", key,
		                row->f.name, record->rows[record->mover].f.name);
	else
		return row;
	return NULL;
}

const struct mr_row *mr_note_number(struct mr_draft *d, const struct mr_note *n,
                                    const struct mr_value *v)
{
	const struct mr_row *row = mr_note_row(d, n, v);

	if (row && (row->f.length < 1 || row->f.length > 8)) {
		mr_draft_report(d, n->line,
		                "%s: expected a number of 1 to 8 bytes; %s has %u bytes",
		                mr_key_name(n->key), row->f.name, row->f.length);
		return NULL;
	}
	return row;
}
