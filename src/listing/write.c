/* write.c: writes a layout as a .dsect file, for monread_layout_write(). */
#include "listing/write.h"

#include <stdio.h>
#include <string.h>

#include "base/page.h"
#include "listing/keys.h"

#define VALUE_COLUMN 10u
#define TEXT_COLUMN  48u

static int write_is_page(const struct monread_layout *l)
{
	return l->path && strcmp(l->path, l->source) == 0;
}

/* ---- Identity ---- */

void mr_write_key(struct mr_lines *to, enum mr_key key)
{
	size_t length = strlen(mr_key_name(key));

	mr_lines_str(to, mr_key_name(key));
	mr_lines_put(to, ":", 1);
	mr_lines_blanks(to, length < VALUE_COLUMN - 1 ? VALUE_COLUMN - 1 - length : 1);
	mr_lines_indent(to, VALUE_COLUMN);
}

static void write_put_note(struct mr_lines *to, enum mr_key key, const char *value)
{
	if (!*value)
		return;
	mr_write_key(to, key);
	mr_lines_words(to, value);
	mr_lines_end(to);
}

static void write_put_number(struct mr_lines *to, uint32_t n)
{
	char text[16];

	snprintf(text, sizeof text, "%u", (unsigned)n);
	mr_lines_words(to, text);
}

static void put_release(struct mr_lines *to, uint32_t release)
{
	char text[32];

	mr_put_release(text, sizeof text, release);
	mr_lines_words(to, text);
}

static void put_identity(struct mr_lines *to, const struct monread_layout *l)
{
	char number[32];

	write_put_note(to, MR_KEY_RECORD, l->name);
	write_put_note(to, MR_KEY_DSECT, l->dsect);
	if (l->domain >= 0) {
		snprintf(number, sizeof number, "D%dR%d", l->domain, l->record);
		write_put_note(to, MR_KEY_NUMBER, number);
	}
	write_put_note(to, MR_KEY_KIND, l->kind);
	write_put_note(to, MR_KEY_INSTANCE, l->instance ? l->instance : "");
	write_put_note(to, MR_KEY_TITLE, l->title);
	write_put_note(to, MR_KEY_RELEASE, l->release);
	write_put_note(to, MR_KEY_STATUS, mr_status_name(l->status));
}

/* Write the source of the layout L. If the source is a page of IBM, write the release that the page
 * is for, because the path of the page has no meaning on other systems. */
static void put_source(struct mr_lines *to, const struct monread_layout *l)
{
	if (!write_is_page(l)) {
		write_put_note(to, MR_KEY_SOURCE, l->source);
		return;
	}
	mr_write_key(to, MR_KEY_SOURCE);
	mr_lines_words(to, *l->release ? "the page of z/VM" : "a page without a release");
	mr_lines_words(to, l->release);
	mr_lines_end(to);
}

static void write_put_unproven(struct mr_lines *to, const struct monread_layout *l)
{
	if (!l->unproven)
		return;
	mr_write_key(to, MR_KEY_UNPROVEN);
	mr_lines_words(to, l->unproven_from ? MR_WORD_FROM : MR_WORD_ALL);
	if (l->unproven_from)
		write_put_number(to, l->unproven_from);
	mr_lines_words(to, l->unproven);
	mr_lines_end(to);
}

void mr_write_condition(struct mr_lines *to, const struct monread_when *w)
{
	if (w->field)
		mr_lines_words(to, w->field->name);
	else
		mr_lines_words(to, w->of_release ? MR_WORD_RELEASE : MR_WORD_LENGTH);
	mr_lines_words(to, mr_op_name(w->op));
	if (w->of_release)
		put_release(to, w->value);
	else
		write_put_number(to, w->value);
}

static void write_put_breaks(struct mr_lines *to, const struct monread_layout *l)
{
	static const char *const words[] = { [MONREAD_BREAK_ALL] = MR_WORD_ALL,
		                             [MONREAD_BREAK_CHANGED] = MR_WORD_CHANGED,
		                             [MONREAD_BREAK_SAME] = MR_WORD_SAME,
		                             [MONREAD_BREAK_BEGIN] = MR_WORD_BEGIN,
		                             [MONREAD_BREAK_GONE] = MR_WORD_GONE,
		                             [MONREAD_BREAK_IDENTITY] = MR_WORD_CHANGED };
	uint32_t i;

	for (i = 0; i < l->nbreaks; i++) {
		mr_write_key(to, MR_KEY_BREAK);
		mr_lines_words(to, words[monread_layout_break(l, i)->kind]);
		if (monread_layout_break(l, i)->field)
			mr_lines_words(to, monread_layout_break(l, i)->field->name);
		mr_lines_end(to);
	}
}

/* Write an annotation Configuration for each record that ends the validity of the record of L. */
static void put_endings(struct mr_lines *to, const struct monread_layout *l)
{
	const struct monread_ending *e;
	uint32_t i = 0;

	if (l->configuration && (l->nendings == 0 && !mr_kind_is_configuration(l->kind)))
		write_put_note(to, MR_KEY_CONFIGURATION, MR_WORD_YES);
	while (i < l->nendings) {
		const char *record = monread_layout_ending(l, i)->record;

		mr_write_key(to, MR_KEY_CONFIGURATION);
		mr_lines_words(to, MR_WORD_YES " " MR_WORD_UNTIL);
		mr_lines_words(to, record);
		for (; i < l->nendings; i++) {
			e = monread_layout_ending(l, i);
			if (strcmp(e->record, record) != 0)
				break;
			if (!e->key)
				continue;
			mr_lines_words(to, e->key->name);
			mr_lines_words(to, "=");
			mr_lines_words(to, e->other);
		}
		mr_lines_end(to);
	}
}

void mr_write_events(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->ntells; i++) {
		mr_write_key(to, MR_KEY_TELLS);
		mr_lines_words(to, MR_WORD_RELEASE);
		put_release(to, monread_layout_tells(l, i)->release);
		mr_lines_words(to, MR_WORD_WHEN);
		mr_write_condition(to, monread_layout_tells(l, i)->when);
		mr_lines_end(to);
	}
	write_put_breaks(to, l);
	put_endings(to, l);
}

static void write_put_conditions(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->nwhen; i++) {
		mr_write_key(to, MR_KEY_WHEN);
		mr_write_condition(to, mr_layout(l)->when[i]);
		mr_lines_end(to);
	}
}

/* ---- Rules ---- */

static void write_put_place(struct mr_lines *to, const char *word, const struct monread_field *f,
                            uint32_t n)
{
	mr_lines_words(to, word);
	if (f)
		mr_lines_words(to, f->name);
	else
		write_put_number(to, n);
}

static void write_put_array(struct mr_lines *to, const struct monread_layout *l,
                            const struct monread_array *a)
{
	const struct monread_structure *s = a->structure;

	mr_write_key(to, s ? MR_KEY_ARRAY : MR_KEY_VARY);
	mr_lines_words(to, s ? s->name : a->text->name);
	if (a->count || a->count_const != MONREAD_REST)
		write_put_place(to, s ? MR_WORD_COUNT : MR_WORD_LENGTH, a->count, a->count_const);
	if (s && (a->size || a->size_const != s->length))
		write_put_place(to, MR_WORD_SIZE, a->size, a->size_const);
	if (a->at || a->at_const != (s ? mr_structure_at(l, 0)->length : a->text->offset))
		write_put_place(to, MR_WORD_AT, a->at, a->at_const);
	if (a->bytes)
		write_put_place(to, MR_WORD_BYTES, a->bytes, 0);
	if (a->when) {
		mr_lines_words(to, MR_WORD_WHEN);
		mr_write_condition(to, a->when);
	}
	mr_lines_end(to);
}

static void put_payload(struct mr_lines *to, const struct monread_payload *p)
{
	if (!p->product)
		return;
	mr_write_key(to, MR_KEY_PAYLOAD);
	mr_lines_words(to, p->product->name);
	write_put_place(to, MR_WORD_AT, p->at, 0);
	write_put_place(to, MR_WORD_LENGTH, p->bytes, 0);
	mr_lines_end(to);
}

static void put_check(struct mr_lines *to, const struct monread_check *c)
{
	mr_write_key(to, MR_KEY_CHECK);
	mr_lines_words(to, c->left->name);
	mr_lines_words(to, "=");
	mr_lines_words(to, c->right->name);
	mr_lines_put(to, ":", 1);
	to->column++;
	mr_lines_words(to, c->text);
	mr_lines_end(to);
}

void mr_write_rules(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		write_put_array(to, l, monread_layout_array(l, i));
	mr_write_list(to, l, MR_KEY_MAPS);
	put_payload(to, &mr_layout(l)->payload);
	for (i = 0; i < l->nchecks; i++)
		put_check(to, monread_layout_check(l, i));
}

/* ---- Contents ---- */

static void write_put_text(struct mr_lines *to, const char *text)
{
	mr_lines_blanks(to, 1);
	mr_lines_indent(to, TEXT_COLUMN);
	mr_lines_words(to, text);
	mr_lines_end(to);
}

static void write_put_row(struct mr_lines *to, uint32_t offset, const char *type,
                          const char *length, const char *name, const char *text)
{
	char offsets[32];

	snprintf(offsets, sizeof offsets, "%3u %3X  ", (unsigned)offset, (unsigned)offset);
	mr_lines_str(to, offsets);
	mr_lines_left(to, type, 11);
	mr_lines_right(to, length, 3);
	mr_lines_blanks(to, 2);
	mr_lines_left(to, name, 22);
	write_put_text(to, text);
}

static void write_put_bit(struct mr_lines *to, const struct monread_bit *bit, int with_text)
{
	char pattern[MR_PATTERN_SIZE];

	mr_put_pattern(pattern, bit);
	mr_lines_blanks(to, 9);
	mr_lines_left(to, pattern, 9);
	mr_lines_blanks(to, 7);
	mr_lines_left(to, bit->name, 22);
	write_put_text(to, with_text ? bit->text : "");
}

static void write_put_field(struct mr_lines *to, const struct monread_field *f, int with_text)
{
	char name[MR_NAME_SIZE], length[16];
	uint32_t i;

	mr_put_name(name, sizeof name, f);
	snprintf(length, sizeof length, "%u", (unsigned)f->length);
	write_put_row(to, f->offset, mr_type_name(f->type), length, name, with_text ? f->text : "");
	for (i = 0; i < f->nbits; i++)
		write_put_bit(to, mr_bit_at(f, i), with_text);
}

static void write_put_structure(struct mr_lines *to, const struct monread_structure *s,
                                int with_text)
{
	char length[16];
	uint32_t i;

	mr_lines_str(to,
	             "\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n");
	snprintf(length, sizeof length, "%u%s", (unsigned)s->length, s->open ? "+" : "");
	write_put_row(to, 0, mr_type_name(MONREAD_TYPE_STRUCTURE), length, s->name,
	              with_text ? s->text : "");
	for (i = 0; i < s->nfields; i++)
		write_put_field(to, mr_field_at(s, i), with_text);
}

static int put_contents(struct mr_lines *to, const struct monread_layout *l, int with_text)
{
	uint32_t i;

	mr_lines_put(to, "\n", 1);
	mr_lines_str(to, l->name);
	mr_lines_str(to, " Control Block Contents\n");
	for (i = 0; i < l->nstructures; i++) {
		if (i) {
			mr_lines_put(to, "\n", 1);
			mr_lines_str(to, mr_structure_at(l, i)->name);
			mr_lines_str(to, ":\n");
		}
		write_put_structure(to, mr_structure_at(l, i), with_text);
	}
	mr_lines_put(to, "\n", 1);
	return mr_write_xref(to, l);
}

static const char page_without[] =
	"# Made of a record page by monread-fetch-layouts.  The page's descriptions are left out,\n"
	"# because of copyright: write short ones in your own words.  Formats may be guesses:\n"
	"# check them.\n";
static const char page_with_texts[] =
	"# Made of a record page by monread-fetch-layouts, with the page's descriptions:\n"
	"# because of copyright, do not pass this file on.  Formats may be guesses.\n";

static int write_whole_layout(const struct monread_layout *l, int with_text, monread_output *write,
                              void *arg)
{
	struct mr_lines to = { write, arg, 0, 0, 0, 0, 0, { 0 } };

	if (write_is_page(l))
		mr_lines_str(&to, with_text ? page_with_texts : page_without);
	put_identity(&to, l);
	put_source(&to, l);
	write_put_unproven(&to, l);
	write_put_conditions(&to, l);
	mr_write_events(&to, l);
	if (l->product)
		write_put_note(&to, MR_KEY_PRODUCT, l->product);
	mr_write_lists(&to, l);
	mr_write_rules(&to, l);
	if (l->nstructures && put_contents(&to, l, with_text))
		return MONREAD_FAILED;
	return mr_lines_finish(&to);
}

int monread_layout_write(const struct monread_layout *l, monread_output *write, void *arg)
{
	return write_whole_layout(l, !write_is_page(l), write, arg);
}

int monread_layout_write_texts(const struct monread_layout *l, monread_output *write, void *arg)
{
	return write_whole_layout(l, 1, write, arg);
}
