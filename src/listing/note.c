/* note.c: stores annotations until the contents are read, and finds the fields that they name. */
#include "listing/note.h"

#include <stdarg.h>
#include <stdio.h>

void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line)
{
	struct mr_note *n;

	if (d->notes.n == MONREAD_ROWS_MAX) {
		mr_draft_report(d, line, "more than %u annotations; the rest is left out",
		                MONREAD_ROWS_MAX);
		d->notes.full = 1;
		return;
	}
	n = mr_draft_more(d, &d->scratch, &d->notes.v, d->notes.n, sizeof *n);
	if (!n)
		return;
	d->notes.n++;
	n->key = key;
	n->value = value;
	n->line = line;
}

void mr_note_refuse(const struct mr_value *v, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	mr_draft_report(v->d, v->n->line, "%s: %s", mr_key_name(v->n->key), text);
}

int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count)
{
	if (count < MONREAD_RULES_MAX)
		return 1;
	mr_draft_report(d, line, "more than %u %s; this one is left out", MONREAD_RULES_MAX, what);
	return 0;
}

void *mr_note_more(const struct mr_value *v, const char *what, void *place, size_t count,
                   size_t size)
{
	if (!mr_note_has_room(v->d, v->n->line, what, count))
		return NULL;
	return mr_draft_more(v->d, v->d->arena, place, count, size);
}

static int is_row_place(const struct mr_place *p)
{
	return p->row != MR_PLACE_PART && p->bit < 0;
}

const struct mr_place *mr_note_next(const struct mr_draft *d, const struct mr_place *p)
{
	const struct mr_place *end = d->places.v + d->places.n;

	for (p++; p < end && p->nth > 0 && p->nth < MONREAD_SAME_MAX; p++)
		if (is_row_place(p))
			return p;
	return NULL;
}

const struct mr_place *mr_note_find(const struct mr_value *v)
{
	const struct mr_place *p = mr_draft_find(v->d, v->word, v->len, NULL);

	return p && !is_row_place(p) ? mr_note_next(v->d, p) : p;
}

const struct mr_place *mr_note_first(const struct mr_value *v)
{
	const struct mr_place *p = mr_note_find(v);

	if (!p)
		mr_note_refuse(v, "no field %.*s", mr_value_shown(v), v->word);
	return p;
}

/* If several rows have this name, use the first one: rows of the record's structure come before the
 * rows of other structures. */
const struct mr_row *mr_note_named(const struct mr_value *v)
{
	struct mr_draft *d = v->d;
	const struct mr_place *p = mr_note_first(v);

	if (p && p->part > 0) {
		mr_note_refuse(v, "expected a field of %s; %s is in another structure",
		               d->parts[0].name, p->name);
		return NULL;
	}
	return p ? mr_draft_row(d, p) : NULL;
}

const struct mr_row *mr_note_row(const struct mr_value *v)
{
	struct mr_draft *d = v->d;
	const struct mr_row *row = mr_note_named(v);
	const struct mr_part *record = d->parts;
	size_t i = row ? (size_t)(row - record->rows) : 0;

	if (row && row->f.type == MONREAD_TYPE_STRING)
		mr_note_refuse(v, "expected a field of fixed length; %s is a String", row->f.name);
	else if (row && i > record->mover && v->n->key != MR_KEY_MOVES)
		mr_note_refuse(v, "expected a fixed offset; the offset of %s varies with %s",
		               row->f.name, record->rows[record->mover].f.name);
	else
		return row;
	return NULL;
}

const struct mr_row *mr_note_number(const struct mr_value *v)
{
	const struct mr_row *row = mr_note_row(v);

	if (row && (row->f.length < 1 || row->f.length > 8)) {
		mr_note_refuse(v, "expected a number of 1 to 8 bytes; %s has %u bytes",
		               row->f.name, row->f.length);
		return NULL;
	}
	return row;
}
