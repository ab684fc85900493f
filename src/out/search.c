/* search.c: searches records, fields and bits by parts of their names and descriptions (--find). */
#include "config.h"

#include "out/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/find.h"
#include "base/page.h"
#include "cli/escape.h"
#include "out/names.h"

/* A match: a field, one of its bits, or a record (->field is NULL). */
struct hit {
	const struct monread_layout *layout;
	const struct monread_structure *structure;
	const struct monread_field *field;
	const struct monread_bit *bit;
	/* the meaning of a value of the field, if the searched word was found in this meaning; else
	 * NULL */
	const char *meaning;
};

struct search {
	const struct monread_layouts *layouts;
	const char *word;
	struct hit *hits;
	size_t n, room;
	int failed;                  /* 1: out of memory */
	int field_width, unit_width; /* widths of the columns with names of fields and with units */
	struct out_buffer *b;
	struct out_buffer line;
	unsigned width;
};

/* If HIT is a bit, write the mask of the bit to ROOM and return ROOM. If HIT is a field, return the
 * unit or the format of the field. */
static const char *unit_of(const struct hit *hit, char room[MR_PATTERN_SIZE])
{
	const struct monread_field *f = hit->field;

	if (hit->bit) {
		mr_put_pattern(room, hit->bit);
		return room;
	}
	return f->unit[0] ? f->unit : out_format_name(f->format);
}

static const char *name_of(const struct hit *hit)
{
	return hit->bit ? hit->bit->name : hit->field->name;
}

/* ---- Search ---- */

static void add_hit(struct search *s, const struct hit *hit)
{
	if (ARRAY_GROW(s->hits, s->n, s->room))
		s->failed = 1;
	else
		s->hits[s->n++] = *hit;
}

static int is_there(const struct monread_layout *l, const struct hit *hit)
{
	const struct monread_structure *s = mr_find_structure(l, hit->structure->name);
	const struct monread_field *f = s ? mr_find_field(s, hit->field->name) : NULL;

	return f && f->offset == hit->field->offset && f->length == hit->field->length &&
	       strcmp(f->text, hit->field->text) == 0 && f->nbits == hit->field->nbits;
}

/* Return 1 if an earlier layout of the same record, for another release, has the field of HIT, so
 * that the search has already reported this field. */
static int came_before(const struct search *s, size_t index, const struct hit *hit)
{
	const struct monread_layout *l;

	while (hit->layout->domain >= 0 && index-- > 0) {
		l = monread_layouts_at(s->layouts, index);
		if (!l || l->domain != hit->layout->domain || l->record != hit->layout->record)
			return 0;
		if (is_there(l, hit))
			return 1;
	}
	return 0;
}

static void search_field(struct search *s, size_t index, struct hit *hit)
{
	const struct monread_field *f = hit->field;
	const struct monread_meaning *m;
	size_t i;
	int found;

	/* Skip the fields of the common header, unless the layout is of the header itself. */
	if (f->flags & MONREAD_RESERVED || (f->flags & MONREAD_HEADER && hit->layout->domain >= 0))
		return;
	hit->bit = NULL;
	hit->meaning = NULL;
	found = mr_has_word(f->name, s->word, 0) || mr_has_word(f->text, s->word, 0);
	MR_EACH(i, m, monread_field_meaning, f) {
		if (found)
			break;
		found = mr_has_word(m->text, s->word, 0);
		hit->meaning = found ? m->text : NULL;
	}
	if (found) {
		if (came_before(s, index, hit))
			return;
		add_hit(s, hit);
	}
	hit->meaning = NULL;
	MR_EACH(i, hit->bit, monread_field_bit, f)
		if (strcmp(hit->bit->name, "*") != 0 &&
		    (mr_has_word(hit->bit->name, s->word, 0) ||
		     mr_has_word(hit->bit->text, s->word, 0))) {
			if (!found && came_before(s, index, hit))
				return;
			add_hit(s, hit);
			found = 1;
		}
}

static void search_fields(struct search *s)
{
	size_t n = monread_layouts_count(s->layouts), i, k, m;
	struct hit hit = { 0 };

	for (i = 0; i < n; i++) {
		hit.layout = monread_layouts_at(s->layouts, i);
		if (!hit.layout || out_is_shadowed(s->layouts, i))
			continue;
		MR_EACH(k, hit.structure, monread_layout_structure, hit.layout)
			MR_EACH(m, hit.field, monread_structure_field, hit.structure)
				search_field(s, i, &hit);
	}
}

static void search_records(struct search *s)
{
	size_t n = monread_layouts_count(s->layouts), i;
	struct hit hit = { 0 };
	const struct monread_layout *last = NULL;
	char dr[16];

	for (i = 0; i < n; i++) {
		hit.layout = monread_layouts_at(s->layouts, i);
		/* Report a record only once, even if it has layouts for several releases. */
		if (!hit.layout ||
		    (last && last->domain >= 0 && last->domain == hit.layout->domain &&
		     last->record == hit.layout->record))
			continue;
		out_put_number(dr, hit.layout);
		if (mr_has_word(hit.layout->name, s->word, 0) ||
		    mr_has_word(hit.layout->title, s->word, 0) || mr_has_word(dr, s->word, 0)) {
			add_hit(s, &hit);
			last = hit.layout;
		}
	}
}

/* ---- Output ---- */

static void end_line(struct search *s)
{
	out_end_line(&s->line);
	out_cut_line(s->b, &s->line, s->width);
}

static void search_show_record(struct search *s, const struct hit *hit)
{
	char dr[16];

	out_put_number(dr, hit->layout);
	out_printf(&s->line, "%-8s %-10s ", dr, hit->layout->name);
	out_safe_column(&s->line, hit->layout->kind, 13);
	out_str(&s->line, "  ");
	out_safe(&s->line, hit->layout->title);
	end_line(s);
}

static void show_field(struct search *s, const struct hit *hit)
{
	const struct monread_field *f = hit->field;
	char dr[16], room[MR_PATTERN_SIZE], at[16];
	int in_record = hit->structure == monread_layout_structure(hit->layout, 0);

	out_put_number(dr, hit->layout);
	/* Write "+" before the offset if the offset counts from the start of an array entry. */
	snprintf(at, sizeof at, "%s%X", in_record ? "" : "+",
	         (unsigned)(hit->bit ? hit->bit->offset : f->offset));
	out_printf(&s->line, "%-8s %-10s %5s %4u  %-*s  ", dr, hit->layout->name, at,
	           (unsigned)(hit->bit ? hit->bit->width : f->length), s->field_width,
	           name_of(hit));
	out_safe_column(&s->line, unit_of(hit, room), (size_t)s->unit_width);
	out_str(&s->line, "  ");
	out_safe(&s->line, hit->bit ? hit->bit->text : f->text);
	if (hit->meaning) {
		out_str(&s->line, ": ");
		out_safe(&s->line, hit->meaning);
	}
	if (f->flags & MONREAD_UNPROVEN)
		out_str(&s->line, " [unproven]");
	end_line(s);
}

static void at_least(int *width, const char *text)
{
	if (*width < (int)strlen(text))
		*width = (int)strlen(text);
}

/* Print the hits: the first RECORDS hits, which are records, and then fields and bits. */
static void show_results(struct search *s, size_t records)
{
	static const char field[] = "Field", unit[] = "Unit or bit";
	char room[MR_PATTERN_SIZE];
	size_t i;

	if (records) {
		out_printf(&s->line, "%-8s %-10s %-13s  %s\n", "Record", "Name", "Kind", "Title");
		out_cut_line(s->b, &s->line, s->width);
	}
	for (i = 0; i < records; i++)
		search_show_record(s, &s->hits[i]);
	if (s->n == records)
		return;
	if (records)
		out_char(s->b, '\n');
	at_least(&s->field_width, field);
	at_least(&s->unit_width, unit);
	for (i = records; i < s->n; i++) {
		at_least(&s->field_width, name_of(&s->hits[i]));
		at_least(&s->unit_width, unit_of(&s->hits[i], room));
	}
	out_printf(&s->line, "%-8s %-10s %5s %4s  %-*s  %-*s  %s\n", "Record", "Name", "Hex", "Len",
	           s->field_width, field, s->unit_width, unit, "Description");
	out_cut_line(s->b, &s->line, s->width);
	for (i = records; i < s->n; i++)
		show_field(s, &s->hits[i]);
}

long out_search(struct out_buffer *b, const struct monread_layouts *layouts, const char *word,
                unsigned width)
{
	struct search s = { .layouts = layouts, .word = word, .b = b, .width = width };
	size_t records;

	if (out_buffer_init(&s.line, OUT_MEMORY))
		return -1;
	search_records(&s);
	records = s.n;
	search_fields(&s);
	if (!s.failed)
		show_results(&s, records);
	s.failed |= s.line.error;
	out_buffer_done(&s.line);
	free(s.hits);
	return s.failed ? -1 : (long)s.n;
}
