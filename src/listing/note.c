/* note.c: stores annotations until the contents are read, and finds words, numbers and fields in
 * their values. */
#include "listing/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/page.h"

/* ---- Words ---- */

static int is_op(char c)
{
	return c == '=' || c == '!' || c == '<' || c == '>';
}

int mr_value_next(struct mr_value *v)
{
	v->p += strspn(v->p, " ,");
	v->word = v->p;
	if (is_op(*v->p))
		v->p += strspn(v->p, "=!<>");
	else if (*v->p == ':')
		v->p++;
	else
		v->p += strcspn(v->p, " ,=!<>:");
	v->len = (size_t)(v->p - v->word);
	return v->len > 0;
}

int mr_value_skip(struct mr_value *v, const char *want)
{
	struct mr_value next = *v;

	if (!mr_value_next(&next) || !mr_value_is(&next, want))
		return 0;
	*v = next;
	return 1;
}

int mr_value_shown(const struct mr_value *v)
{
	return v->len < MONREAD_NAME_MAX ? (int)v->len : (int)MONREAD_NAME_MAX;
}

int mr_value_is(const struct mr_value *v, const char *want)
{
	return mr_text_is(v->word, v->len, want);
}

static int parse_number(const struct mr_value *v, uint64_t max, uint64_t *n)
{
	if (v->len > 2 && v->word[0] == '0' && (v->word[1] == 'x' || v->word[1] == 'X'))
		return mr_text_number(v->word + 2, v->len - 2, 16, max, n);
	if (v->len > 3 && (v->word[0] == 'X' || v->word[0] == 'x') && v->word[1] == '\'')
		return mr_text_number(v->word + 2, v->len - 3, 16, max, n);
	return mr_text_number(v->word, v->len, 10, max, n);
}

int mr_value_wide(const struct mr_value *v, uint64_t *n)
{
	return parse_number(v, UINT64_MAX, n);
}

int mr_value_number(const struct mr_value *v, uint32_t *n)
{
	uint64_t wide;

	if (!parse_number(v, UINT32_MAX, &wide))
		return 0;
	*n = (uint32_t)wide;
	return 1;
}

int mr_value_op(const struct mr_value *v, enum monread_op *op)
{
	unsigned i;

	for (i = MONREAD_EQ; i < MR_NOPS; i++)
		if (mr_value_is(v, mr_op_name((enum monread_op)i)) ||
		    (i == MONREAD_EQ && mr_value_is(v, "=="))) {
			*op = (enum monread_op)i;
			return 1;
		}
	return 0;
}

int mr_value_release(const struct mr_value *v, uint32_t *release)
{
	const char *end = v->word;

	return mr_read_release(&end, release) == 0 && end == v->word + v->len;
}

/* ---- Annotations ---- */

void mr_note_add(struct mr_draft *d, struct mr_note note)
{
	struct mr_note *n;

	if (d->notes.n == MONREAD_ROWS_MAX) {
		mr_draft_report(d, note.line, "more than %u annotations; the rest is left out",
		                MONREAD_ROWS_MAX);
		d->notes.full = 1;
		return;
	}
	n = mr_draft_more(d, &d->scratch, &d->notes.v, d->notes.n, sizeof *n);
	if (!n)
		return;
	d->notes.n++;
	*n = note;
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

void *mr_note_more(const struct mr_value *v, const char *what, void *place, size_t count,
                   size_t size)
{
	if (count < MONREAD_RULES_MAX)
		return mr_draft_more(v->d, v->d->arena, place, count, size);
	mr_draft_report(v->d, v->n->line, "more than %u %s; this one is left out",
	                MONREAD_RULES_MAX, what);
	return NULL;
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

/* mr_note_first() finds a row of the record's structure before rows with the same name in other
 * structures. */
const struct mr_row *mr_note_named(const struct mr_value *v)
{
	const struct mr_place *p = mr_note_first(v);

	if (p && p->part > 0) {
		mr_note_refuse(v, "expected a field of %s; %s is in another structure",
		               v->d->parts[0].name, p->name);
		return NULL;
	}
	return p ? mr_draft_row(v->d, p) : NULL;
}

const struct mr_row *mr_note_row(const struct mr_value *v)
{
	const struct mr_row *row = mr_note_named(v);
	const struct mr_part *record = v->d->parts;
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

size_t mr_note_part(struct mr_value *v)
{
	const struct mr_part *p = v->d->parts;
	size_t i;

	mr_value_next(v);
	for (i = 0; i < v->d->nparts; i++)
		if (strlen(p[i].name) == v->len && memcmp(p[i].name, v->word, v->len) == 0)
			break;
	if (i > 0 && i < v->d->nparts)
		return i;
	mr_note_refuse(v, "no structure after the first has the name %.*s", mr_value_shown(v),
	               v->word);
	return 0;
}
