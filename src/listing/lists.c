/* lists.c: the annotations that list fields: formats, Counter, Key, Unit and Maps. */
#include <string.h>

#include "listing/apply.h"

static void set_format(struct mr_draft *d, const struct mr_note *n, struct mr_row *row, enum monread_format format)
{
	uint32_t length = row->f.length;
	int is_time = format == MONREAD_TIME || format == MONREAD_INTERVAL;
	int is_raw = format == MONREAD_HEX || format == MONREAD_TEXT || format == MONREAD_ASCII;

	if ((is_time && length != 8) || (!is_raw && (length < 1 || length > 8))) {
		mr_draft_report(d, n->line, "%s: %s has %u bytes", mr_key_name(n->key), row->f.name, length);
		return;
	}
	if (row->has_format)
		mr_draft_report(d, n->line, "%s: %s has a format already", mr_key_name(n->key), row->f.name);
	row->has_format = 1;
	row->f.format = format;
}

static void apply_name(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v, const char *unit)
{
	struct mr_namesakes rows = mr_note_rows(d, v);
	const struct mr_place *p = mr_namesakes_next(&rows);
	enum monread_format format;
	struct mr_row *row;

	if (!p)
		mr_note_no_field(d, n, v);
	for (; p; p = mr_namesakes_next(&rows)) {
		row = mr_draft_row(d, p);
		if (mr_key_format(n->key, &format))
			set_format(d, n, row, format);
		else if (n->key == MR_KEY_COUNTER)
			row->f.flags |= MONREAD_COUNTER;
		else if (n->key == MR_KEY_KEY)
			row->f.flags |= MONREAD_KEY;
		else
			row->f.unit = unit;
	}
}

void mr_apply_list(struct mr_draft *d, const struct mr_note *n)
{
	struct mr_value v = { n->value, NULL, 0 };
	const char *unit = "";

	if (n->key == MR_KEY_UNIT) {
		size_t len = strcspn(n->value, "=");

		if (!n->value[len] || len == 0) {
			mr_draft_report(d, n->line, "Unit: should be UNIT = NAMES");
			return;
		}
		v.p = n->value + len + 1;
		while (len && n->value[len - 1] == ' ')
			len--;
		unit = mr_draft_string(d, n->value, len);
	}
	while (mr_value_next(&v))
		apply_name(d, n, &v, unit);
}

static void map_field(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v, size_t part)
{
	const struct mr_part *by = &d->parts[part];
	struct mr_namesakes rows = mr_note_rows(d, v);
	const struct mr_place *p = mr_namesakes_next(&rows);
	struct mr_row *row;

	if (!p)
		mr_note_no_field(d, n, v);
	for (; p; p = mr_namesakes_next(&rows)) {
		row = mr_draft_row(d, p);
		if (row->f.length != by->length)
			mr_draft_report(d, n->line, "Maps: %s has %u bytes, %s %u", by->name, by->length, row->f.name,
			                row->f.length);
		else if (p->part >= part) /* otherwise it could map a part of itself */
			mr_draft_report(d, n->line, "Maps: %s must stand behind %s", by->name, d->parts[p->part].name);
		else
			row->f.structure = &d->structures[part].pub;
	}
}

void mr_apply_maps(struct mr_draft *d, const struct mr_note *n)
{
	struct mr_value v = { n->value, NULL, 0 };
	long part = mr_value_next(&v) ? mr_draft_part(d, v.word, v.len) : -1;

	if (part < 1) {
		mr_draft_report(d, n->line, "Maps: no structure %.*s", mr_value_shown(&v), v.word);
		return;
	}
	if (!mr_value_skip(&v, MR_WORD_ONTO))
		mr_draft_report(d, n->line, "Maps: should be STRUCTURE onto FIELDS");
	else
		while (mr_value_next(&v))
			map_field(d, n, &v, (size_t)part);
}
