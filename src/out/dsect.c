/* dsect.c: a layout as a .dsect file, in the columns that ours have. */
#include "config.h"

#include "out/dsect.h"

#include <stdio.h>
#include <string.h>

#include "out/describe.h"
#include "cli/escape.h"
#include "out/names.h"

#define VALUE_COLUMN 10u
#define TEXT_COLUMN  48u
#define LINE_MAX     100u

static int is_page(const struct monread_layout *l)
{
	return l->path && strcmp(l->path, l->source) == 0;
}

/* ---- Lines of limited width ---- */

struct line {
	struct out_buffer *b;
	unsigned column, indent;
};

static void put_word(struct line *l, const char *word, size_t len)
{
	if (l->column > l->indent && l->column + 1 + len > LINE_MAX) {
		out_printf(l->b, "\n%*s", (int)l->indent, "");
		l->column = l->indent;
	} else if (l->column > l->indent) {
		out_char(l->b, ' ');
		l->column++;
	}
	out_harmless(l->b, word, len);
	l->column += (unsigned)len;
}

static void put_words(struct line *l, const char *text)
{
	size_t len;

	for (; *(text += strspn(text, " ")); text += len) {
		len = strcspn(text, " ");
		put_word(l, text, len);
	}
}

static struct line begin_note(struct out_buffer *b, const char *key)
{
	struct line l = { b, VALUE_COLUMN, VALUE_COLUMN };

	out_printf(b, "%s:%*s", key, (int)(VALUE_COLUMN - 1 - strlen(key)), "");
	return l;
}

static void put_note(struct out_buffer *b, const char *key, const char *value)
{
	struct line l;

	if (!*value)
		return;
	l = begin_note(b, key);
	put_words(&l, value);
	out_char(b, '\n');
}

/* ---- The identity of the record ---- */

static void put_identity(struct out_buffer *b, const struct monread_layout *l)
{
	char number[16];

	put_note(b, "Record", l->name);
	put_note(b, "DSECT", l->dsect);
	if (l->domain >= 0) {
		*out_put_dr(number, (unsigned)l->domain, (unsigned)l->record) = '\0';
		put_note(b, "Number", number);
	}
	put_note(b, "Kind", l->kind);
	put_note(b, "Title", l->title);
	put_note(b, "Release", l->release);
	put_note(b, "Status", out_status_name(l->status));
}

static void put_source(struct out_buffer *b, const struct monread_layout *l)
{
	struct line line;

	if (!is_page(l)) {
		put_note(b, "Source", l->source);
		return;
	}
	line = begin_note(b, "Source");
	put_words(&line, *l->release ? "the page of z/VM" : "a page without a release");
	put_words(&line, l->release);
	out_char(b, '\n');
}

static const char *when_subject(const struct monread_when *w)
{
	return w->field ? w->field->name : w->of_release ? "release" : "length";
}

static void put_condition(struct line *l, const struct monread_when *w)
{
	static const char *const ops[] = { "", "=", "!=", "<", "<=", ">", ">=" };
	char value[24];

	if (w->of_release)
		snprintf(value, sizeof value, "%u.%u", (unsigned)w->value / 100, (unsigned)w->value % 100);
	else
		snprintf(value, sizeof value, "%u", (unsigned)w->value);
	put_words(l, when_subject(w));
	put_words(l, ops[w->op]);
	put_words(l, value);
}

static void put_conditions(struct out_buffer *b, const struct monread_layout *l)
{
	struct line line;
	char release[32];
	uint32_t i;

	for (i = 0; i < 2; i++) {
		if (l->when[i].op == MONREAD_ALWAYS)
			continue;
		line = begin_note(b, "When");
		put_condition(&line, &l->when[i]);
		out_char(b, '\n');
	}
	for (i = 0; i < l->ntells; i++) {
		snprintf(release, sizeof release, "release %u.%u when", l->tells[i].release / 100,
		         l->tells[i].release % 100);
		line = begin_note(b, "Tells");
		put_words(&line, release);
		put_condition(&line, &l->tells[i].when);
		out_char(b, '\n');
	}
	if (l->product)
		put_note(b, "Product", l->product);
}

/* ---- Lists of names ---- */

static int is_varying(const struct monread_layout *l, const struct monread_field *f)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		if (l->arrays[i].text == f)
			return 1;
	return 0;
}

/* How a .dsect file interprets a field without an annotation. */
static enum monread_format default_format(const struct monread_field *f)
{
	if (f->type == MONREAD_TYPE_STRING)
		return MONREAD_ASCII;
	if (f->length > 8)
		return MONREAD_HEX;
	switch (f->type) {
	case MONREAD_TYPE_UNSIGNED:
		return MONREAD_UNSIGNED;
	case MONREAD_TYPE_SIGNED:
		return MONREAD_SIGNED;
	case MONREAD_TYPE_BITSTRING:
		return MONREAD_BITS;
	default:
		return MONREAD_HEX;
	}
}

static int needs_format(const struct monread_layout *l, const struct monread_field *f)
{
	if (f->flags & (MONREAD_RESERVED | MONREAD_HEADER))
		return 0;
	if (is_varying(l, f))
		return 1;
	if (f->length == 0 || f->format == MONREAD_GROUP)
		return 0;
	return f->type == MONREAD_TYPE_CHARACTER || f->format != default_format(f);
}

/* Picks the fields of a list. */
typedef int wants_field(const struct monread_layout *l, const struct monread_field *f, const void *arg);

/* Is the name of field N of structure S in the list already? */
static int is_repeated(const struct monread_layout *l, uint32_t s, uint32_t n, wants_field *wants, const void *arg)
{
	const char *name = l->structures[s].fields[n].name;
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? l->structures[i].nfields : n); k++) {
			f = &l->structures[i].fields[k];
			if (strcmp(f->name, name) == 0 && wants(l, f, arg))
				return 1;
		}
	return 0;
}

/* One annotation with the names of all fields that WANTS picks, behind SUBJECT and WORD. */
static void put_list(struct out_buffer *b, const struct monread_layout *l, const char *key, const char *subject,
                     const char *word, wants_field *wants, const void *arg)
{
	struct line line;
	uint32_t i, k;
	int any = 0;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < l->structures[i].nfields; k++) {
			const struct monread_field *f = &l->structures[i].fields[k];

			if (f->name[0] == '*' || !wants(l, f, arg) || is_repeated(l, i, k, wants, arg))
				continue;
			if (!any++) {
				line = begin_note(b, key);
				put_words(&line, subject);
				put_words(&line, word);
			}
			put_words(&line, f->name);
		}
	if (any)
		out_char(b, '\n');
}

static int wants_format(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const enum monread_format *format = arg;

	return f->format == *format && needs_format(l, f);
}

static int wants_flag(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const unsigned *flag = arg;

	(void)l;
	return (f->flags & *flag) != 0;
}

static int wants_unit(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	(void)l;
	return strcmp(f->unit, arg) == 0;
}

static int wants_structure(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	(void)l;
	return f->structure == arg;
}

static void put_formats(struct out_buffer *b, const struct monread_layout *l)
{
	static const struct {
		enum monread_format format;
		const char *key;
	} formats[] = {
		{ MONREAD_TEXT, "Text" },         { MONREAD_ASCII, "ASCII" },       { MONREAD_TIME, "Time" },
		{ MONREAD_INTERVAL, "Interval" }, { MONREAD_UNIXTIME, "Unixtime" }, { MONREAD_FIXED11, "Fixed11" },
		{ MONREAD_HEX, "Hex" },           { MONREAD_UNSIGNED, "Number" },
	};
	static const unsigned counter = MONREAD_COUNTER, key = MONREAD_KEY;
	size_t i;

	for (i = 0; i < sizeof formats / sizeof formats[0]; i++)
		put_list(b, l, formats[i].key, "", "", wants_format, &formats[i].format);
	put_list(b, l, "Counter", "", "", wants_flag, &counter);
	put_list(b, l, "Key", "", "", wants_flag, &key);
}

/* Does no field before this one have the same unit? */
static int is_new_unit(const struct monread_layout *l, uint32_t s, uint32_t n)
{
	const char *unit = l->structures[s].fields[n].unit;
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? l->structures[i].nfields : n); k++)
			if (strcmp(l->structures[i].fields[k].unit, unit) == 0)
				return 0;
	return 1;
}

static void put_units(struct out_buffer *b, const struct monread_layout *l)
{
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < l->structures[i].nfields; k++) {
			const char *unit = l->structures[i].fields[k].unit;

			if (!*unit || !is_new_unit(l, i, k))
				continue;
			put_list(b, l, "Unit", unit, "=", wants_unit, unit);
		}
}

/* ---- Rules ---- */

static void put_place(struct line *l, const char *word, const struct monread_field *f, uint32_t n)
{
	char number[16];

	put_words(l, word);
	snprintf(number, sizeof number, "%u", (unsigned)n);
	put_words(l, f ? f->name : number);
}

static void put_array(struct out_buffer *b, const struct monread_layout *l, const struct monread_array *a)
{
	struct line line = begin_note(b, a->structure ? "Array" : "Vary");

	put_words(&line, a->structure ? a->structure->name : a->text->name);
	if (a->count || a->count_const != MONREAD_REST)
		put_place(&line, a->structure ? "count" : "length", a->count, a->count_const);
	if (a->structure && (a->size || a->size_const != a->structure->length))
		put_place(&line, "size", a->size, a->size_const);
	if (a->at || a->at_const != (a->structure ? l->structures[0].length : a->text->offset))
		put_place(&line, "at", a->at, a->at_const);
	if (a->bytes)
		put_place(&line, "bytes", a->bytes, 0);
	if (a->when.op != MONREAD_ALWAYS) {
		put_words(&line, "when");
		put_condition(&line, &a->when);
	}
	out_char(b, '\n');
}

static void put_rules(struct out_buffer *b, const struct monread_layout *l)
{
	const struct monread_payload *p = &l->payload;
	struct line line;
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		put_array(b, l, &l->arrays[i]);
	for (i = 1; i < l->nstructures; i++)
		put_list(b, l, "Maps", l->structures[i].name, "onto", wants_structure, &l->structures[i]);
	if (p->product) {
		line = begin_note(b, "Payload");
		put_words(&line, p->product->name);
		put_place(&line, "at", p->at, 0);
		put_place(&line, "length", p->bytes, 0);
		out_char(b, '\n');
	}
	for (i = 0; i < l->nchecks; i++) {
		line = begin_note(b, "Check");
		put_words(&line, l->checks[i].left->name);
		put_words(&line, "=");
		put_words(&line, l->checks[i].right->name);
		out_char(b, ':');
		line.column++;
		put_words(&line, l->checks[i].text);
		out_char(b, '\n');
	}
}

/* ---- Contents ---- */

/* Columns pad with blanks; a line does not end with them. */
static void put_text(struct out_buffer *b, const char *text)
{
	struct line line = { b, TEXT_COLUMN, TEXT_COLUMN };

	if (*text) {
		put_words(&line, text);
	} else {
		while (b->p > b->buf && b->p[-1] == ' ')
			b->p--;
	}
	out_char(b, '\n');
}

static void put_row(struct out_buffer *b, uint32_t offset, const char *type, const char *length, const char *name,
                    const char *text)
{
	out_printf(b, "%3u %3X  %-11s%3s  %-22s ", (unsigned)offset, (unsigned)offset, type, length, name);
	put_text(b, text);
}

static void put_bit(struct out_buffer *b, const struct monread_bit *bit, int with_text)
{
	char pattern[96];

	out_put_pattern(pattern, bit);
	out_printf(b, "         %-9s       %-22s ", pattern, bit->name);
	put_text(b, with_text ? bit->text : "");
}

static void put_field(struct out_buffer *b, const struct monread_field *f, int with_text)
{
	char name[300], length[16];
	uint32_t i;

	out_put_name(name, sizeof name, f);
	snprintf(length, sizeof length, "%u", (unsigned)f->length);
	put_row(b, f->offset, out_type_name(f->type), length, name, with_text ? f->text : "");
	for (i = 0; i < f->nbits; i++)
		put_bit(b, &f->bits[i], with_text);
}

static void put_structure(struct out_buffer *b, const struct monread_structure *s, int with_text)
{
	char length[16];
	uint32_t i;

	out_str(b, "\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n");
	snprintf(length, sizeof length, "%u%s", (unsigned)s->length, s->open ? "+" : "");
	put_row(b, 0, "Structure", length, s->name, with_text ? s->text : "");
	for (i = 0; i < s->nfields; i++)
		put_field(b, &s->fields[i], with_text);
}

int out_dsect(struct out_buffer *b, const struct monread_layout *l)
{
	int page = is_page(l);
	uint32_t i;

	if (page)
		out_str(b, "# Made of a record page by monread --to-dsect.  The page's descriptions are left out,\n"
		           "# because of copyright: write short ones in your own words.  Formats may be guesses:\n"
		           "# check them.\n");
	put_identity(b, l);
	put_source(b, l);
	put_conditions(b, l);
	put_formats(b, l);
	put_units(b, l);
	put_rules(b, l);
	if (l->nstructures == 0)
		return 0;
	out_printf(b, "\n%s Control Block Contents\n", l->name);
	for (i = 0; i < l->nstructures; i++) {
		if (i)
			out_printf(b, "\n%s:\n", l->structures[i].name);
		put_structure(b, &l->structures[i], !page);
	}
	out_char(b, '\n');
	return out_xref(b, l);
}
