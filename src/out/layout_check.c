/* layout_check.c: the format check: contradictions inside each layout page that the user loaded,
 * and differences between the page and the built-in layout. */
#include "config.h"

#include "out/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/find.h"
#include "base/page.h"
#include "cli/escape.h"

/* ---- Notices ---- */

void out_notice_add(void *arg, const char *path, unsigned line, const char *text)
{
	struct out_notices *n = arg;
	struct out_notice one = { strdup(path), strdup(text), line };

	if (one.path && one.text && !ARRAY_GROW(n->v, n->count, n->room)) {
		n->v[n->count++] = one;
		return;
	}
	free(one.path);
	free(one.text);
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

/* ---- Selection of the built-in layout ---- */

static unsigned fields_in_common(const struct monread_layout *a, const struct monread_layout *b)
{
	const struct monread_structure *s = monread_layout_structure(a, 0),
				       *t = monread_layout_structure(b, 0);
	const struct monread_field *f;
	unsigned n = 0;
	size_t i;

	if (!s || !t)
		return 0;
	MR_EACH(i, f, monread_structure_field, s)
		if (mr_find_field(t, f->name))
			n++;
	return n;
}

static int is_same_record(const struct monread_layout *a, const struct monread_layout *b)
{
	return a->domain == b->domain && a->record == b->record &&
	       (a->domain >= 0 || strcmp(a->name, b->name) == 0);
}

/* Return the built-in layout that describes the same record as PAGE and has the most fields in
 * common with PAGE, or NULL. */
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

/* ---- Differences ---- */

struct comparing {
	struct out_buffer *b;
	const struct monread_structure *page, *known;
	unsigned differences;
};

static void begin_difference(struct comparing *c, const char *what, const char *name)
{
	c->differences++;
	out_printf(c->b, "    %s: %s %s", c->page->name, what, name);
}

/* Print BEFORE, a text such as " from ", and then the type of the field F. */
static void check_put_type(struct out_buffer *b, const char *before, const struct monread_field *f)
{
	out_printf(b, "%s%s %u", before, mr_type_name(f->type), (unsigned)f->length);
	if (f->dim_count)
		out_printf(b, " (%u)", (unsigned)f->dim_count);
}

static void check_put_bit(struct out_buffer *b, const char *before, const struct monread_bit *bit)
{
	out_printf(b, "%s%llX at %X", before, (unsigned long long)bit->mask, (unsigned)bit->offset);
}

/* Do not compare fields of the common header, which are the same in all records, and reserved
 * fields, whose names mean nothing. */
static int is_compared(const struct monread_field *f)
{
	return !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER));
}

/* Print a bit that only one of the two layouts has. WHAT: "missing bit" or "added bit". */
static void put_lacking_bit(struct comparing *c, const char *what, const struct monread_bit *bit)
{
	begin_difference(c, what, bit->name);
	check_put_bit(c->b, ", ", bit);
	out_char(c->b, '\n');
}

static void put_lacking(struct comparing *c, const char *what, const struct monread_field *f)
{
	begin_difference(c, what, f->name);
	check_put_type(c->b, ", ", f);
	out_printf(c->b, " at %X\n", (unsigned)f->offset);
}

static void compare_bits(struct comparing *c, const struct monread_field *f)
{
	const struct monread_bit *bit, *known;
	size_t i;

	MR_EACH(i, bit, monread_field_bit, f) {
		if (bit->name[0] == '*')
			continue;
		known = mr_find_bit(c->known, bit->name);
		if (!known) {
			put_lacking_bit(c, "added bit", bit);
		} else if (known->mask != bit->mask || known->offset != bit->offset) {
			begin_difference(c, "moved bit", bit->name);
			check_put_bit(c->b, " from ", known);
			check_put_bit(c->b, " to ", bit);
			out_char(c->b, '\n');
		}
	}
}

static void compare_field(struct comparing *c, const struct monread_field *f,
                          const struct monread_field *known)
{
	if (f->offset != known->offset) {
		begin_difference(c, "moved", f->name);
		out_printf(c->b, " from %X to %X\n", (unsigned)known->offset, (unsigned)f->offset);
	}
	if (f->type != known->type || f->length != known->length ||
	    f->dim_count != known->dim_count) {
		begin_difference(c, "changed", f->name);
		check_put_type(c->b, " from ", known);
		check_put_type(c->b, " to ", f);
		out_char(c->b, '\n');
	}
}

static void compare_missing(struct comparing *c)
{
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k;

	MR_EACH(i, f, monread_structure_field, c->known) {
		if (is_compared(f) && !mr_find_field(c->page, f->name))
			put_lacking(c, "missing", f);
		MR_EACH(k, bit, monread_field_bit, f)
			if (bit->name[0] != '*' && !mr_find_bit(c->page, bit->name))
				put_lacking_bit(c, "missing bit", bit);
	}
}

static void compare_structure(struct comparing *c)
{
	const struct monread_field *f, *known;
	size_t i;

	if (c->page->length != c->known->length || c->page->open != c->known->open) {
		c->differences++;
		out_printf(c->b, "    %s: changed from %u%s to %u%s bytes\n", c->page->name,
		           (unsigned)c->known->length, c->known->open ? "+" : "",
		           (unsigned)c->page->length, c->page->open ? "+" : "");
	}
	MR_EACH(i, f, monread_structure_field, c->page) {
		if (is_compared(f)) {
			known = mr_find_field(c->known, f->name);
			if (known)
				compare_field(c, f, known);
			else
				put_lacking(c, "added", f);
		}
		compare_bits(c, f);
	}
	compare_missing(c);
}

static void put_lacking_structure(struct comparing *c, const char *what,
                                  const struct monread_structure *s)
{
	c->differences++;
	out_printf(c->b, "    %s structure %s, %u byte%s\n", what, s->name, (unsigned)s->length,
	           mr_plural(s->length));
}

/* Print one line for each difference between PAGE and KNOWN, which must have structures. Their
 * first structures may have different names. Return the number of differences. */
static unsigned put_all_differences(struct out_buffer *b, const struct monread_layout *page,
                                    const struct monread_layout *known)
{
	struct comparing c = { b, NULL, NULL, 0 };
	const struct monread_structure *s;
	size_t i;

	MR_EACH(i, c.page, monread_layout_structure, page) {
		c.known = i ? mr_find_structure(known, c.page->name) :
		              monread_layout_structure(known, 0);
		if (c.known)
			compare_structure(&c);
		else
			put_lacking_structure(&c, "added", c.page);
	}
	for (i = 1, s = monread_layout_structure(known, 1); s;
	     s = monread_layout_structure(known, ++i)) {
		if (!mr_find_structure(page, s->name))
			put_lacking_structure(&c, "missing", s);
	}
	return c.differences;
}

/* ---- The report ---- */

struct check_report {
	struct out_buffer *b;
	const struct monread_layouts *layouts;
	const struct out_notices *notices;
	size_t pages, records, fields, unreadable;
};

static size_t count_fields(const struct monread_layout *l)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	size_t n = 0, i, k;

	MR_EACH(i, s, monread_layout_structure, l)
		MR_EACH(k, f, monread_structure_field, s)
			n += !(f->flags & MONREAD_RESERVED);
	return n;
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

static void check_put_page(struct check_report *r, const struct monread_layout *l)
{
	const struct monread_structure *root = monread_layout_structure(l, 0);
	size_t fields = count_fields(l);

	out_safe(r->b, l->path);
	out_str(r->b, ":");
	if (l->domain >= 0)
		out_printf(r->b, " D%dR%d", l->domain, l->record);
	out_printf(r->b, " %s, ", l->name);
	if (*l->release) {
		out_str(r->b, "z/VM ");
		out_safe(r->b, l->release);
		out_str(r->b, ", ");
	}
	out_str(r->b, mr_status_name(l->status));
	if (root)
		out_printf(r->b, ", %u%s bytes, %u structure%s, %zu field%s",
		           (unsigned)root->length, root->open ? "+" : "", (unsigned)l->nstructures,
		           mr_plural(l->nstructures), fields, mr_plural(fields));
	out_char(r->b, '\n');
	r->pages++;
	r->fields += fields;
}

static void put_differences(struct check_report *r, const struct monread_layout *l)
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
	if (put_all_differences(r->b, l, known) == 0)
		out_str(r->b, "    no difference\n");
}

static void report_pages(struct check_report *r)
{
	size_t n = monread_layouts_count(r->layouts), i, k;
	const struct monread_layout *l, *last = NULL;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(r->layouts, i);
		if (!l || !l->path)
			continue;
		check_put_page(r, l);
		for (k = 0; k < r->notices->count; k++)
			if (strcmp(r->notices->v[k].path, l->path) == 0)
				put_notice(r->b, &r->notices->v[k]);
		put_differences(r, l);
		out_char(r->b, '\n');
		r->records += !last || !is_same_record(last, l);
		last = l;
	}
}

/* Print the pages that cannot be read, each with the notices about it. */
static void report_unreadable(struct check_report *r)
{
	const struct out_notice *n, *last = NULL;
	size_t i;

	for (i = 0; i < r->notices->count; i++) {
		n = &r->notices->v[i];
		if (out_layout_of_page(r->layouts, n->path))
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

size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts,
                         struct out_notices *n)
{
	struct check_report r = { b, layouts, n, 0, 0, 0, 0 };
	size_t disagreements = 0, i;

	if (n->count)
		qsort(n->v, n->count, sizeof *n->v, compare_notices);
	report_pages(&r);
	report_unreadable(&r);
	for (i = 0; i < n->count; i++)
		disagreements += out_layout_of_page(layouts, n->v[i].path) != 0;
	out_printf(b, "%zu page%s, %zu record%s, %zu field%s, %zu disagreement%s, %zu unreadable\n",
	           r.pages, mr_plural(r.pages), r.records, mr_plural(r.records), r.fields,
	           mr_plural(r.fields), disagreements, mr_plural(disagreements),
	           r.unreadable);
	return disagreements + r.unreadable;
}
