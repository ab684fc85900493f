/* field_lists.c: applies the annotations that list fields: formats, Counter, Countdown, Code, Key,
 * Unit, User, Partition, Level, Moves and Maps. */
#include <string.h>

#include "listing/apply.h"

static void set_format(const struct mr_value *v, struct mr_row *row, enum monread_format format)
{
	uint32_t length = row->f.length;
	int is_time = format == MONREAD_TIME || format == MONREAD_INTERVAL;
	int is_raw = format == MONREAD_HEX || format == MONREAD_TEXT || format == MONREAD_ASCII;

	if ((is_time && length != 8) || (!is_raw && (length < 1 || length > 8))) {
		mr_note_refuse(v, "expected a field of %s bytes; %s has %u bytes",
		               is_time ? "8" : "1 to 8", row->f.name, length);
		return;
	}
	if (row->f.type == MONREAD_TYPE_STRING && !is_raw) {
		mr_note_refuse(v, "expected a field of fixed length; %s is a String", row->f.name);
		return;
	}
	if (row->has_format)
		mr_note_refuse(v, "%s has a format already", row->f.name);
	row->has_format = 1;
	row->f.format = format;
}

/* The text before "=" in the value of an annotation Unit or Countdown. */
struct subject {
	const char *unit;
	uint64_t start;
};

static int is_number_or_span(const struct mr_draft *d, const struct mr_place *p)
{
	const struct mr_part *part = &d->parts[p->part];
	const struct mr_row *row = &part->rows[p->row];
	enum monread_format format = row->has_format ? row->f.format : mr_format_of_type(&row->f);

	if (row->f.structure || mr_format_is_group(part, p->row))
		return 0;
	return format == MONREAD_UNSIGNED || format == MONREAD_SIGNED ||
	       format == MONREAD_INTERVAL || format == MONREAD_FIXED11;
}

static void set_countdown_or_code(const struct mr_value *v, const struct mr_place *p,
                                  const struct subject *s)
{
	struct mr_row *row = mr_draft_row(v->d, p);
	int is_code = v->n->key == MR_KEY_CODE;

	if (row->f.flags & (MONREAD_COUNTER | (is_code ? MONREAD_COUNTDOWN : 0)))
		mr_note_refuse(v, "%s is a counter already", row->f.name);
	else if (!is_code && row->f.length != 8)
		mr_note_refuse(v, "expected a field of 8 bytes; %s has %u bytes", row->f.name,
		               row->f.length);
	else if (!is_number_or_span(v->d, p))
		mr_note_refuse(v, "expected a number or an interval; %s has another format",
		               row->f.name);
	else {
		row->f.flags |= mr_key_flag(v->n->key);
		row->f.start = s->start;
	}
}

static void apply_name(const struct mr_value *v, const struct subject *s)
{
	const struct mr_place *p;
	enum monread_format format;
	struct mr_row *row;

	for (p = mr_note_first(v); p; p = mr_note_next(v->d, p)) {
		row = mr_draft_row(v->d, p);
		if (mr_key_format(v->n->key, &format))
			set_format(v, row, format);
		else if (v->n->key == MR_KEY_COUNTDOWN || v->n->key == MR_KEY_CODE)
			set_countdown_or_code(v, p, s);
		else if (v->n->key == MR_KEY_UNIT)
			row->f.unit = s->unit;
		else
			row->f.flags |= mr_key_flag(v->n->key);
	}
}

/* Set s->unit to the UNIT in the value "UNIT = NAMES". Return the address of NAMES, or NULL after a
 * report. */
static const char *read_unit(struct mr_value *v, struct subject *s)
{
	size_t len = strcspn(v->n->value, "="), end = len;

	if (!v->n->value[len] || len == 0) {
		mr_note_refuse(v, "expected UNIT = NAMES");
		return NULL;
	}
	while (len && v->n->value[len - 1] == ' ')
		len--;
	s->unit = mr_draft_string(v->d, v->n->value, len);
	return v->n->value + end + 1;
}

static const char *read_start(struct mr_value *v, struct subject *s)
{
	s->start = MR_COUNTDOWN_START;
	if (!strchr(v->n->value, '='))
		return v->n->value;
	if (mr_value_next(v) && mr_value_wide(v, &s->start) && mr_value_skip(v, "="))
		return v->p;
	mr_note_refuse(v, "expected NAMES, or NUMBER = NAMES");
	return NULL;
}

void mr_apply_list(struct mr_value *v)
{
	struct subject s = { "", 0 };

	if (v->n->key == MR_KEY_UNIT)
		v->p = read_unit(v, &s);
	else if (v->n->key == MR_KEY_COUNTDOWN)
		v->p = read_start(v, &s);
	while (v->p && mr_value_next(v))
		apply_name(v, &s);
}

/* Return the row that the function FIND returns for the first word of V; NULL after a report.
 * Report further words of V, too. */
static const struct mr_row *only_row(struct mr_value *v,
                                     const struct mr_row *find(const struct mr_value *))
{
	const struct mr_row *row = mr_value_next(v) ? find(v) : NULL;

	if (!*v->n->value)
		mr_note_refuse(v, "expected the name of a field");
	else if (row && mr_value_next(v))
		mr_note_refuse(v, "expected only one field, found also %.60s", v->word);
	return row;
}

void mr_apply_mark(struct mr_value *v)
{
	const struct mr_row *named = only_row(v, mr_note_row);
	unsigned flag = mr_key_flag(v->n->key);
	struct mr_part *record = v->d->parts;
	size_t i;

	if (!named)
		return;
	if (!named->has_format ||
	    (named->f.format != MONREAD_TEXT && named->f.format != MONREAD_ASCII)) {
		mr_note_refuse(
			v, "expected a field with the format Text or ASCII; %s has another format",
			named->f.name);
		return;
	}
	for (i = 0; i < record->nrows; i++)
		if (record->rows[i].f.flags & flag) {
			mr_note_refuse(v, "expected one field, but another line names %s",
			               record->rows[i].f.name);
			return;
		}
	record->rows[named - record->rows].f.flags |= flag;
}

/* Return 1 if the annotation Moves may name the row ROW of the structure P. P must not have
 * conditions, which test fields at fixed offsets, another row that Moves names, or a String in or
 * before ROW. */
static int is_movable(const struct mr_part *p, const struct mr_row *row)
{
	size_t i;

	for (i = 0; i < p->nrows; i++) {
		const struct monread_field *f = &p->rows[i].f;

		if (f->when || f->flags & MONREAD_MOVES ||
		    (f->type == MONREAD_TYPE_STRING && &p->rows[i] <= row))
			return 0;
	}
	return !row->f.dim_count && !row->f.structure;
}

void mr_find_mover(struct mr_draft *d)
{
	size_t i;

	for (i = 0; i < d->notes.n; i++) {
		struct mr_value v = { d, &d->notes.v[i], d->notes.v[i].value, NULL, 0 };
		const struct mr_place *p;

		if (d->notes.v[i].key != MR_KEY_MOVES || !mr_value_next(&v))
			continue;
		p = mr_note_find(&v);
		if (p && p->part == 0 && p->row < d->parts[0].mover)
			d->parts[0].mover = p->row;
	}
}

/* Return 1 if each row after MOVER, the row that Moves names, begins where the previous row ends;
 * else 0 after a report. This is necessary because the value of MOVER moves all later rows by the
 * same distance. */
static int are_in_line(struct mr_draft *d, const struct mr_row *mover)
{
	const struct mr_part *record = d->parts;
	const struct monread_field *last = &mover->f;
	uint64_t end = mr_field_end(last);
	size_t i;

	for (i = (size_t)(mover - record->rows) + 1; i < record->nrows; i++) {
		const struct mr_row *row = &record->rows[i];
		const struct monread_field *f = &row->f;

		if (f->offset != end) {
			mr_draft_report(
				d, row->line,
				"%s: expected offset %u (%X), the end of %s, found %u (%X); rows after the field of Moves, %s, must have no gaps",
				f->name, (unsigned)end, (unsigned)end, last->name, f->offset,
				f->offset, mover->f.name);
			return 0;
		}
		/* A group is a name for bytes of later rows. */
		if (mr_format_is_group(record, i))
			continue;
		end += mr_field_size(f);
		last = f;
	}
	return 1;
}

void mr_apply_moves(struct mr_value *v)
{
	const struct mr_row *row = only_row(v, mr_note_number);
	struct mr_part *record = v->d->parts;

	if (!row)
		return;
	if (!is_movable(record, row))
		mr_note_refuse(
			v,
			"%s cannot move fields: it is an array or a structure, or the record has a String before it, a condition or another Moves",
			row->f.name);
	else if (are_in_line(v->d, row))
		record->rows[row - record->rows].f.flags |= MONREAD_MOVES;
}

static void map_field(const struct mr_value *v, size_t part)
{
	struct mr_draft *d = v->d;
	const struct mr_part *by = &d->parts[part];
	const struct mr_place *p;
	struct mr_row *row;

	for (p = mr_note_first(v); p; p = mr_note_next(d, p)) {
		row = mr_draft_row(d, p);
		if (row->f.type == MONREAD_TYPE_STRING)
			mr_note_refuse(v, "%s is a String, which has no fixed length to map",
			               row->f.name);
		else if (row->f.length != by->length)
			mr_note_refuse(v,
			               "expected a field of %u bytes, as %s has; %s has %u bytes",
			               by->length, by->name, row->f.name, row->f.length);
		/* a structure may only contain later structures, else it could contain itself */
		else if (p->part >= part)
			mr_note_refuse(v, "%s cannot be in %s, which does not come before it",
			               by->name, d->parts[p->part].name);
		else
			row->f.structure = &d->made->structures[part].pub;
	}
}

void mr_apply_maps(struct mr_value *v)
{
	struct mr_value names;
	size_t part = mr_note_part(v);

	if (!part)
		return;
	if (!mr_value_skip(v, "onto")) {
		mr_note_refuse(v, "expected STRUCTURE onto FIELDS");
		return;
	}
	names = *v;
	while (mr_value_next(v) && !mr_value_is(v, "when"))
		map_field(v, part);
	if (mr_value_is(v, "when"))
		mr_apply_fields_when(names, "when");
}
