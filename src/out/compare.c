/* compare.c: loaded pages: what disagrees in each, and how it differs from the layout that is built in. */
#include "config.h"

#include "out/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "out/names.h"
#include "port/page.h"

/* ---- Notices ---- */

struct out_notice {
	char *path, *text;
	unsigned line;
};

static char *copy(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = malloc(n);

	return p ? memcpy(p, s, n) : NULL;
}

void out_notice_add(void *arg, const char *path, unsigned line, const char *text)
{
	struct out_notices *n = arg;
	struct out_notice *v;

	if (n->count == n->cap) {
		v = realloc(n->v, (n->cap * 2 + 64) * sizeof *v);
		if (!v) {
			n->failed = 1;
			return;
		}
		n->v = v;
		n->cap = n->cap * 2 + 64;
	}
	v = &n->v[n->count];
	v->path = copy(path);
	v->text = copy(text);
	v->line = line;
	if (v->path && v->text) {
		n->count++;
		return;
	}
	free(v->path);
	free(v->text);
	n->failed = 1;
}

void out_notices_free(struct out_notices *n)
{
	size_t i;

	for (i = 0; i < n->count; i++) {
		free(n->v[i].path);
		free(n->v[i].text);
	}
	free(n->v);
}

static int compare_notices(const void *x, const void *y)
{
	const struct out_notice *a = x, *b = y;
	int c = strcmp(a->path, b->path);

	c = c ? c : (a->line > b->line) - (a->line < b->line);
	return c ? c : strcmp(a->text, b->text);
}

static void put_notice(struct out_buffer *b, const struct out_notice *n)
{
	out_str(b, "  ");
	out_safe(b, n->path);
	if (n->line)
		out_printf(b, ":%u", n->line);
	out_str(b, ": ");
	out_safe(b, n->text);
	out_char(b, '\n');
}

/* ---- Differences ---- */

struct comparing {
	struct out_buffer *b;
	const struct monread_structure *page, *known;
	unsigned differences;
};

static void begin(struct comparing *c, const char *what, const char *name)
{
	c->differences++;
	out_printf(c->b, "    %s: %s %s", c->page->name, what, name);
}

static void put_type(struct out_buffer *b, const struct monread_field *f)
{
	out_printf(b, "%s %u", mr_type_name(f->type), (unsigned)f->length);
	if (f->dim_count)
		out_printf(b, " (%u)", (unsigned)f->dim_count);
}

static void put_bit(struct out_buffer *b, const struct monread_bit *bit)
{
	out_printf(b, "%llX at %X", (unsigned long long)bit->mask, (unsigned)bit->offset);
}

static const struct monread_bit *find_bit(const struct monread_structure *s, const char *name)
{
	uint32_t i, k;

	for (i = 0; i < s->nfields; i++)
		for (k = 0; k < s->fields[i].nbits; k++)
			if (strcmp(s->fields[i].bits[k].name, name) == 0)
				return &s->fields[i].bits[k];
	return NULL;
}

static const struct monread_field *find_field(const struct monread_structure *s, const char *name)
{
	uint32_t i;

	for (i = 0; i < s->nfields; i++)
		if (strcmp(s->fields[i].name, name) == 0)
			return &s->fields[i];
	return NULL;
}

static const struct monread_structure *find_structure(const struct monread_layout *l, const char *name)
{
	uint32_t i;

	for (i = 0; i < l->nstructures; i++)
		if (strcmp(l->structures[i].name, name) == 0)
			return &l->structures[i];
	return NULL;
}

/* The header is the same everywhere, and what is reserved has no name. */
static int is_compared(const struct monread_field *f)
{
	return !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER));
}

static void compare_bits(struct comparing *c, const struct monread_field *f)
{
	const struct monread_bit *bit, *known;
	uint32_t i;

	for (i = 0; i < f->nbits; i++) {
		bit = &f->bits[i];
		if (bit->name[0] == '*')
			continue;
		known = find_bit(c->known, bit->name);
		if (!known) {
			begin(c, "added bit", bit->name);
			out_str(c->b, ", ");
		} else if (known->mask != bit->mask || known->offset != bit->offset) {
			begin(c, "moved bit", bit->name);
			out_str(c->b, " from ");
			put_bit(c->b, known);
			out_str(c->b, " to ");
		} else {
			continue;
		}
		put_bit(c->b, bit);
		out_char(c->b, '\n');
	}
}

static void compare_field(struct comparing *c, const struct monread_field *f, const struct monread_field *known)
{
	if (f->offset != known->offset) {
		begin(c, "moved", f->name);
		out_printf(c->b, " from %X to %X\n", (unsigned)known->offset, (unsigned)f->offset);
	}
	if (f->type != known->type || f->length != known->length || f->dim_count != known->dim_count) {
		begin(c, "changed", f->name);
		out_str(c->b, " from ");
		put_type(c->b, known);
		out_str(c->b, " to ");
		put_type(c->b, f);
		out_char(c->b, '\n');
	}
}

/* The fields of one structure that the other has not. */
static void put_lacking(struct comparing *c, const char *what, const struct monread_field *f)
{
	begin(c, what, f->name);
	out_str(c->b, ", ");
	put_type(c->b, f);
	out_printf(c->b, " at %X\n", (unsigned)f->offset);
}

static void compare_missing(struct comparing *c)
{
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; i < c->known->nfields; i++) {
		f = &c->known->fields[i];
		if (is_compared(f) && !find_field(c->page, f->name))
			put_lacking(c, "missing", f);
		for (k = 0; k < f->nbits; k++)
			if (f->bits[k].name[0] != '*' && !find_bit(c->page, f->bits[k].name)) {
				begin(c, "missing bit", f->bits[k].name);
				out_str(c->b, ", ");
				put_bit(c->b, &f->bits[k]);
				out_char(c->b, '\n');
			}
	}
}

static void compare_structure(struct comparing *c)
{
	const struct monread_field *known;
	uint32_t i;

	if (c->page->length != c->known->length || c->page->open != c->known->open) {
		c->differences++;
		out_printf(c->b, "    %s: changed from %u%s to %u%s bytes\n", c->page->name,
		           (unsigned)c->known->length, c->known->open ? "+" : "", (unsigned)c->page->length,
		           c->page->open ? "+" : "");
	}
	for (i = 0; i < c->page->nfields; i++) {
		const struct monread_field *f = &c->page->fields[i];

		if (is_compared(f)) {
			known = find_field(c->known, f->name);
			if (known)
				compare_field(c, f, known);
			else
				put_lacking(c, "added", f);
		}
		compare_bits(c, f);
	}
	compare_missing(c);
}

/* The first structures belong together, whatever their names. */
static unsigned compare_layouts(struct out_buffer *b, const struct monread_layout *page,
                                const struct monread_layout *known)
{
	struct comparing c = { b, NULL, NULL, 0 };
	const struct monread_structure *s;
	uint32_t i;

	for (i = 0; i < page->nstructures; i++) {
		c.page = &page->structures[i];
		c.known = i ? find_structure(known, c.page->name) : &known->structures[0];
		if (c.known) {
			compare_structure(&c);
		} else {
			c.differences++;
			out_printf(b, "    added structure %s, %u bytes\n", c.page->name, (unsigned)c.page->length);
		}
	}
	for (i = 1; i < known->nstructures; i++) {
		s = &known->structures[i];
		if (!find_structure(page, s->name)) {
			c.differences++;
			out_printf(b, "    missing structure %s, %u bytes\n", s->name, (unsigned)s->length);
		}
	}
	return c.differences;
}

/* ---- Which layout to compare with ---- */

static unsigned fields_in_common(const struct monread_layout *a, const struct monread_layout *b)
{
	unsigned n = 0;
	uint32_t i;

	for (i = 0; a->nstructures && b->nstructures && i < a->structures->nfields; i++)
		if (find_field(b->structures, a->structures->fields[i].name))
			n++;
	return n;
}

static int is_same_record(const struct monread_layout *a, const struct monread_layout *b)
{
	return a->domain == b->domain && a->record == b->record &&
	       (a->domain >= 0 || strcmp(a->name, b->name) == 0);
}

/* Of the built-in ones of the record, the one most like the page; NULL: there is none. */
static const struct monread_layout *find_builtin(const struct monread_layouts *layouts,
                                                 const struct monread_layout *page)
{
	const struct monread_layout *best = NULL, *l;
	size_t n = monread_layouts_count(layouts), i;
	unsigned most = 0, common;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (!l || !l->builtin || !is_same_record(l, page))
			continue;
		common = fields_in_common(page, l);
		if (!best || common > most) {
			best = l;
			most = common;
		}
	}
	return best;
}

/* ---- The report ---- */

struct report {
	struct out_buffer *b;
	const struct monread_layouts *layouts;
	const struct out_notices *notices;
	size_t pages, records, fields, unreadable;
};

static size_t count_fields(const struct monread_layout *l)
{
	size_t n = 0;
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < l->structures[i].nfields; k++)
			n += !(l->structures[i].fields[k].flags & MONREAD_RESERVED);
	return n;
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void put_page(struct report *r, const struct monread_layout *l)
{
	size_t fields = count_fields(l);
	char number[16];

	out_safe(r->b, l->path);
	out_str(r->b, ":");
	if (l->domain >= 0) {
		*out_put_dr(number, (unsigned)l->domain, (unsigned)l->record) = '\0';
		out_printf(r->b, " %s", number);
	}
	out_printf(r->b, " %s, ", l->name);
	if (*l->release) {
		out_str(r->b, "z/VM ");
		out_safe(r->b, l->release);
		out_str(r->b, ", ");
	}
	out_str(r->b, mr_status_name(l->status));
	if (l->nstructures)
		out_printf(r->b, ", %u%s bytes, %u structure%s, %zu field%s", (unsigned)l->structures->length,
		           l->structures->open ? "+" : "", (unsigned)l->nstructures, plural(l->nstructures), fields,
		           plural(fields));
	out_char(r->b, '\n');
	r->pages++;
	r->fields += fields;
}

static void put_differences(struct report *r, const struct monread_layout *l)
{
	const struct monread_layout *known = find_builtin(r->layouts, l);

	if (l->nstructures == 0)
		return;
	if (!known) {
		out_str(r->b, "  built in: this record is not known\n");
		return;
	}
	if (strcmp(known->name, l->name) != 0) {
		out_printf(r->b, "  built in: %s, another record\n", known->name);
		return;
	}
	out_str(r->b, "  built in: ");
	if (*known->release)
		out_printf(r->b, "z/VM %s, ", known->release);
	out_str(r->b, mr_status_name(known->status));
	if (known->nstructures == 0) {
		out_char(r->b, '\n');
		return;
	}
	out_str(r->b, "; from it to the page:\n");
	if (compare_layouts(r->b, l, known) == 0)
		out_str(r->b, "    no difference\n");
}

static void report_pages(struct report *r)
{
	size_t n = monread_layouts_count(r->layouts), i, k;
	const struct monread_layout *l, *last = NULL;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(r->layouts, i);
		if (!l || !l->path)
			continue;
		put_page(r, l);
		for (k = 0; k < r->notices->count; k++)
			if (strcmp(r->notices->v[k].path, l->path) == 0)
				put_notice(r->b, &r->notices->v[k]);
		put_differences(r, l);
		out_char(r->b, '\n');
		r->records += !last || !is_same_record(last, l);
		last = l;
	}
}

static int has_layout(const struct monread_layouts *layouts, const char *path)
{
	size_t n = monread_layouts_count(layouts), i;
	const struct monread_layout *l;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (l && l->path && strcmp(l->path, path) == 0)
			return 1;
	}
	return 0;
}

/* The notices of one file stand together. */
static void report_unreadable(struct report *r)
{
	const struct out_notice *n, *last = NULL;
	size_t i;

	for (i = 0; i < r->notices->count; i++) {
		n = &r->notices->v[i];
		if (has_layout(r->layouts, n->path))
			continue;
		if (!last || strcmp(last->path, n->path) != 0) {
			out_str(r->b, last ? "\n" : "");
			out_safe(r->b, n->path);
			out_str(r->b, ": unreadable\n");
			r->unreadable++;
		}
		put_notice(r->b, n);
		last = n;
	}
	if (last)
		out_char(r->b, '\n');
}

static size_t count_disagreements(const struct report *r)
{
	size_t i, n = 0;

	for (i = 0; i < r->notices->count; i++)
		n += has_layout(r->layouts, r->notices->v[i].path) != 0;
	return n;
}

size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts, struct out_notices *n)
{
	struct report r = { b, layouts, n, 0, 0, 0, 0 };
	size_t disagreements;

	if (n->count)
		qsort(n->v, n->count, sizeof *n->v, compare_notices);
	report_pages(&r);
	report_unreadable(&r);
	disagreements = count_disagreements(&r);
	out_printf(b, "%zu page%s, %zu record%s, %zu field%s, %zu disagreement%s, %zu unreadable\n", r.pages,
	           plural(r.pages), r.records, plural(r.records), r.fields, plural(r.fields), disagreements,
	           plural(disagreements), r.unreadable);
	return disagreements + r.unreadable;
}
