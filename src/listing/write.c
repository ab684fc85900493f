/* write.c: writes a layout as a .dsect file, for monread_layout_write(). */
#include "listing/write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/page.h"
#include "base/syntax.h"

#define VALUE_COLUMN 10
#define TEXT_COLUMN  48u

static int write_is_page(const struct monread_layout *l)
{
	return l->path && strcmp(l->path, l->source) == 0;
}

/* ---- Identity ---- */

void mr_write_key(struct mr_lines *to, enum mr_key key)
{
	const char *name = mr_key_name(key);
	int pad = VALUE_COLUMN - 1 - (int)strlen(name);

	mr_lines_put(to, "%s:%*s", name, pad > 1 ? pad : 1, " ");
	mr_lines_indent(to, VALUE_COLUMN);
}

static void write_put_note(struct mr_lines *to, enum mr_key key, const char *value)
{
	if (!value || !*value)
		return;
	mr_write_key(to, key);
	mr_lines_words(to, "%s", value);
	mr_lines_end(to);
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
	write_put_note(to, MR_KEY_INSTANCE, l->instance);
	write_put_note(to, MR_KEY_TITLE, l->title);
	write_put_note(to, MR_KEY_RELEASE, l->release);
	write_put_note(to, MR_KEY_STATUS, mr_status_name(l->status));
}

/* Write the source of the layout L. If it is a page of IBM, write the release of the page, because
 * the path of the page has no meaning on other systems. */
static void put_source(struct mr_lines *to, const struct monread_layout *l)
{
	char page[64];

	snprintf(page, sizeof page,
	         *l->release ? "the page of z/VM %s" : "a page without a release", l->release);
	write_put_note(to, MR_KEY_SOURCE, write_is_page(l) ? page : l->source);
}

static void write_put_unproven(struct mr_lines *to, const struct monread_layout *l)
{
	if (!l->unproven)
		return;
	mr_write_key(to, MR_KEY_UNPROVEN);
	if (l->unproven_from)
		mr_lines_words(to, "from %u %s", l->unproven_from, l->unproven);
	else
		mr_lines_words(to, "all %s", l->unproven);
	mr_lines_end(to);
}

void mr_write_condition(struct mr_lines *to, const struct monread_when *w)
{
	if (w->of_release)
		mr_lines_words(to, "release %s %u.%u", mr_op_name(w->op), w->value / 100,
		               w->value % 100);
	else
		mr_lines_words(to, "%s %s %u", w->field ? w->field->name : "length",
		               mr_op_name(w->op), w->value);
}

static void put_endings(struct mr_lines *to, const struct monread_layout *l)
{
	const struct monread_ending *e;
	uint32_t i = 0;

	if (l->configuration && (l->nendings == 0 && !mr_kind_is_configuration(l->kind)))
		write_put_note(to, MR_KEY_CONFIGURATION, "yes");
	while (i < l->nendings) {
		const char *record = monread_layout_ending(l, i)->record;

		mr_write_key(to, MR_KEY_CONFIGURATION);
		mr_lines_words(to, "yes until %s", record);
		for (; i < l->nendings; i++) {
			e = monread_layout_ending(l, i);
			if (strcmp(e->record, record) != 0)
				break;
			if (e->key)
				mr_lines_words(to, "%s = %s", e->key->name, e->other);
		}
		mr_lines_end(to);
	}
}

void mr_write_events(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 0; i < l->ntells; i++) {
		const struct monread_tells *t = monread_layout_tells(l, i);

		mr_write_key(to, MR_KEY_TELLS);
		mr_lines_words(to, "release %u.%u when", t->release / 100, t->release % 100);
		mr_write_condition(to, t->when);
		mr_lines_end(to);
	}
	for (i = 0; i < l->nbreaks; i++) {
		const struct monread_break *b = monread_layout_break(l, i);

		mr_write_key(to, MR_KEY_BREAK);
		mr_lines_words(to, "%s %s", mr_break_word(b->kind), b->field ? b->field->name : "");
		mr_lines_end(to);
	}
	put_endings(to, l);
}

/* ---- Rules ---- */

static void write_put_place(struct mr_lines *to, const char *word, const struct monread_field *f,
                            uint32_t n)
{
	if (f)
		mr_lines_words(to, "%s %s", word, f->name);
	else
		mr_lines_words(to, "%s %u", word, n);
}

static void write_put_array(struct mr_lines *to, const struct monread_layout *l,
                            const struct monread_array *a)
{
	const struct monread_structure *s = a->structure;

	mr_write_key(to, s ? MR_KEY_ARRAY : MR_KEY_VARY);
	mr_lines_words(to, "%s", s ? s->name : a->text->name);
	if (a->count || a->count_const != MONREAD_REST)
		write_put_place(to, s ? "count" : "length", a->count, a->count_const);
	if (s && (a->size || a->size_const != s->length))
		write_put_place(to, "size", a->size, a->size_const);
	if (a->at || a->at_const != (s ? mr_structure_at(l, 0)->length : a->text->offset))
		write_put_place(to, "at", a->at, a->at_const);
	if (a->bytes)
		write_put_place(to, "bytes", a->bytes, 0);
	if (a->when) {
		mr_lines_words(to, "when");
		mr_write_condition(to, a->when);
	}
	mr_lines_end(to);
}

void mr_write_rules(struct mr_lines *to, const struct monread_layout *l)
{
	const struct monread_payload *p = &mr_layout(l)->payload;
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		write_put_array(to, l, monread_layout_array(l, i));
	mr_write_list(to, l, MR_KEY_MAPS);
	if (p->product) {
		mr_write_key(to, MR_KEY_PAYLOAD);
		mr_lines_words(to, "%s at %s length %s", p->product->name, p->at->name,
		               p->bytes->name);
		mr_lines_end(to);
	}
	for (i = 0; i < l->nchecks; i++) {
		const struct monread_check *c = monread_layout_check(l, i);

		mr_write_key(to, MR_KEY_CHECK);
		mr_lines_words(to, "%s = %s: %s", c->left->name, c->right->name, c->text);
		mr_lines_end(to);
	}
}

/* ---- Cross reference ---- */

struct xref_line {
	const char *name;
	uint32_t offset, length;
	uint64_t mask; /* mask of a bit; 0: the entry is for a field or structure */
};

static int compare_entries(const void *a, const void *b)
{
	const struct xref_line *x = a, *y = b;
	const char *s = x->name, *t = y->name;

	while (*s && *s == *t) {
		s++;
		t++;
	}
	if (*s != *t)
		return mr_name_rank(*s) < mr_name_rank(*t) ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void add_entry(struct xref_line *entries, size_t *n, struct xref_line e)
{
	if (entries)
		entries[*n] = e;
	++*n;
}

/* Return the number of entries in the cross reference of the layout L: one for each field, bit and
 * structure. If ENTRIES is not NULL, store the entries in this array. */
static size_t collect_entries(const struct monread_layout *l, struct xref_line *entries)
{
	uint32_t i, k, b;
	size_t n = 0;

	for (i = 0; i < l->nstructures; i++) {
		const struct monread_structure *s = mr_structure_at(l, i);

		add_entry(entries, &n, (struct xref_line){ s->name, 0, s->length, 0 });
		for (k = 0; k < s->nfields; k++) {
			const struct monread_field *f = mr_field_at(s, k);

			if (!(f->flags & MONREAD_RESERVED))
				add_entry(entries, &n,
				          (struct xref_line){ f->name, f->offset, f->length, 0 });
			for (b = 0; b < f->nbits; b++) {
				const struct monread_bit *bit = mr_bit_at(f, b);

				if (bit->name[0] != '*')
					add_entry(entries, &n,
					          (struct xref_line){ bit->name, bit->offset, 0,
					                              bit->mask });
			}
		}
	}
	return n;
}

static int put_xref(struct mr_lines *to, const struct monread_layout *l)
{
	size_t n = collect_entries(l, NULL);
	struct xref_line *entries = calloc(n + 1, sizeof *entries), *e;

	if (!entries)
		return -1;
	collect_entries(l, entries);
	qsort(entries, n, sizeof *entries, compare_entries);
	mr_lines_put(to,
	             "%s Cross Reference\n\n"
	             "                      Hex           Hex\n"
	             "Name                  Offset Length Value\n \n",
	             l->name);
	for (e = entries; e < entries + n; e++) {
		mr_lines_put(to, "%-21s %6X", e->name, e->offset);
		if (e->mask)
			mr_lines_put(to, "%12llX", (unsigned long long)e->mask);
		else
			mr_lines_put(to, "%7u", e->length);
		mr_lines_end(to);
	}
	free(entries);
	return 0;
}

/* ---- Contents ---- */

static void write_put_text(struct mr_lines *to, const char *text)
{
	mr_lines_indent(to, TEXT_COLUMN);
	mr_lines_words(to, "%s", text);
	mr_lines_end(to);
}

static void write_put_field(struct mr_lines *to, const struct monread_field *f, int with_text)
{
	char name[MR_NAME_SIZE], pattern[MR_PATTERN_SIZE];
	uint32_t i;

	mr_put_name(name, sizeof name, f);
	mr_lines_put(to, "%3u %3X  %-11s%3u  %-22s ", f->offset, f->offset, mr_type_name(f->type),
	             f->length, name);
	write_put_text(to, with_text ? f->text : "");
	for (i = 0; i < f->nbits; i++) {
		const struct monread_bit *bit = mr_bit_at(f, i);

		mr_put_pattern(pattern, bit);
		mr_lines_put(to, "%9s%-9s%7s%-22s ", "", pattern, "", bit->name);
		write_put_text(to, with_text ? bit->text : "");
	}
}

static void write_put_structure(struct mr_lines *to, const struct monread_structure *s,
                                int with_text)
{
	char length[16];
	uint32_t i;

	mr_lines_put(to,
	             "\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n");
	snprintf(length, sizeof length, "%u%s", (unsigned)s->length, s->open ? "+" : "");
	mr_lines_put(to, "  0   0  %-11s%3s  %-22s ", mr_type_name(MONREAD_TYPE_STRUCTURE), length,
	             s->name);
	write_put_text(to, with_text ? s->text : "");
	for (i = 0; i < s->nfields; i++)
		write_put_field(to, mr_field_at(s, i), with_text);
}

static int put_contents(struct mr_lines *to, const struct monread_layout *l, int with_text)
{
	uint32_t i;

	mr_lines_put(to, "\n%s Control Block Contents\n", l->name);
	for (i = 0; i < l->nstructures; i++) {
		if (i)
			mr_lines_put(to, "\n%s:\n", mr_structure_at(l, i)->name);
		write_put_structure(to, mr_structure_at(l, i), with_text);
	}
	mr_lines_put(to, "\n");
	return put_xref(to, l);
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
	struct mr_lines to = { .write = write, .arg = arg };
	uint32_t i;

	if (write_is_page(l))
		mr_lines_put(&to, "%s", with_text ? page_with_texts : page_without);
	put_identity(&to, l);
	put_source(&to, l);
	write_put_unproven(&to, l);
	for (i = 0; i < l->nwhen; i++) {
		mr_write_key(&to, MR_KEY_WHEN);
		mr_write_condition(&to, mr_layout(l)->when[i]);
		mr_lines_end(&to);
	}
	mr_write_events(&to, l);
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

int monread_layout_write_xref(const struct monread_layout *l, monread_output *write, void *arg)
{
	struct mr_lines to = { .write = write, .arg = arg };

	return put_xref(&to, l) ? MONREAD_FAILED : mr_lines_finish(&to);
}
