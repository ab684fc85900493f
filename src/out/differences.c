/* differences.c: prints the differences between a page and the built-in layout, for --format=check. */
#include "config.h"

#include "out/differences.h"

#include "cli/words.h"
#include "out/find.h"
#include "port/page.h"
#include "table/find.h"

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

/* The header is the same everywhere, and reserved fields have no name. */
static int is_compared(const struct monread_field *f)
{
	return !(f->flags & (MONREAD_RESERVED | MONREAD_HEADER));
}

static void compare_bits(struct comparing *c, const struct monread_field *f)
{
	const struct monread_bit *bit, *known;
	size_t i;

	for (i = 0; (bit = monread_field_bit(f, i)) != NULL; i++) {
		if (bit->name[0] == '*')
			continue;
		known = out_find_bit(c->known, bit->name);
		if (!known) {
			begin_difference(c, "added bit", bit->name);
			out_str(c->b, ", ");
		} else if (known->mask != bit->mask || known->offset != bit->offset) {
			begin_difference(c, "moved bit", bit->name);
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
		begin_difference(c, "moved", f->name);
		out_printf(c->b, " from %X to %X\n", (unsigned)known->offset, (unsigned)f->offset);
	}
	if (f->type != known->type || f->length != known->length || f->dim_count != known->dim_count) {
		begin_difference(c, "changed", f->name);
		out_str(c->b, " from ");
		put_type(c->b, known);
		out_str(c->b, " to ");
		put_type(c->b, f);
		out_char(c->b, '\n');
	}
}

/* Print a field that the other structure lacks. */
static void put_lacking(struct comparing *c, const char *what, const struct monread_field *f)
{
	begin_difference(c, what, f->name);
	out_str(c->b, ", ");
	put_type(c->b, f);
	out_printf(c->b, " at %X\n", (unsigned)f->offset);
}

static void compare_missing(struct comparing *c)
{
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k;

	for (i = 0; (f = monread_structure_field(c->known, i)) != NULL; i++) {
		if (is_compared(f) && !table_find_field(c->page, f->name))
			put_lacking(c, "missing", f);
		for (k = 0; (bit = monread_field_bit(f, k)) != NULL; k++)
			if (bit->name[0] != '*' && !out_find_bit(c->page, bit->name)) {
				begin_difference(c, "missing bit", bit->name);
				out_str(c->b, ", ");
				put_bit(c->b, bit);
				out_char(c->b, '\n');
			}
	}
}

static void compare_structure(struct comparing *c)
{
	const struct monread_field *f, *known;
	size_t i;

	if (c->page->length != c->known->length || c->page->open != c->known->open) {
		c->differences++;
		out_printf(c->b, "    %s: changed from %u%s to %u%s bytes\n", c->page->name,
		           (unsigned)c->known->length, c->known->open ? "+" : "", (unsigned)c->page->length,
		           c->page->open ? "+" : "");
	}
	for (i = 0; (f = monread_structure_field(c->page, i)) != NULL; i++) {
		if (is_compared(f)) {
			known = table_find_field(c->known, f->name);
			if (known)
				compare_field(c, f, known);
			else
				put_lacking(c, "added", f);
		}
		compare_bits(c, f);
	}
	compare_missing(c);
}

/* Compare the first structures even if their names differ. */
unsigned out_differences(struct out_buffer *b, const struct monread_layout *page, const struct monread_layout *known)
{
	struct comparing c = { b, NULL, NULL, 0 };
	const struct monread_structure *s;
	size_t i;

	for (i = 0; (c.page = monread_layout_structure(page, i)) != NULL; i++) {
		c.known = i ? out_find_structure(known, c.page->name) : monread_layout_structure(known, 0);
		if (c.known) {
			compare_structure(&c);
		} else {
			c.differences++;
			out_printf(b, "    added structure %s, %u byte%s\n", c.page->name, (unsigned)c.page->length, words_plural(c.page->length));
		}
	}
	for (i = 1; (s = monread_layout_structure(known, i)) != NULL; i++) {
		if (!out_find_structure(page, s->name)) {
			c.differences++;
			out_printf(b, "    missing structure %s, %u byte%s\n", s->name, (unsigned)s->length, words_plural(s->length));
		}
	}
	return c.differences;
}
