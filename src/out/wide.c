/* wide.c: --wide: collects the values of an array in grids, and prints the grids when the outermost
 * array ends. An array inside the entries of another array is a separate table. */
#include "config.h"

#include "out/text_fields.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/grid.h"
#include "base/array.h"
#include "base/ascii.h"

/* Maximum depth of nested arrays, entries and structures in a layout. */
#define LEVELS_MAX (3u * (MONREAD_NESTING_MAX + 2))

#define PRINT_INDENT 4u /* indentation of table lines */
#define LIST_MOST 16u   /* maximum elements per line */
/* Room for a field's name, with the names of the structures around the field. Longer names are
 * cut. */
#define NAME_SIZE 1024u
/* A table with more blanks than this per character of data is printed by put_flat(). Tables of
 * IBM's records have far fewer blanks. */
#define SPARSE 64u
#define SPARSE_SMALL 65536u

/* In the next two structs, offsets of texts are offsets in ->cells of struct wide. */

struct wide_column {
	const struct monread_field *field; /* NULL for bytes that the layout does not describe */
	/* offset and length of the name, such as STRUCTURE_FIELD or FIELD(2) */
	size_t at, length;
};

struct wide_table {
	/* Column 0 has labels such as [3]. For each other column, grid_column.tag is the index of
	 * this column in wide->columns. */
	struct grid grid;
	uint32_t at; /* index in grid.order after the column of the last cell */
	const char *name;
	/* only for an inner array, inside the entries of another array: the field of the inner
	 * array, and the index of the table of the outer array */
	const struct monread_field *field;
	uint32_t outer;
	/* offset and length of the names of the structures around the inner array */
	size_t path, npath;
	/* offset and length of the prefix that all field names have, and that headings omit */
	size_t prefix, nprefix;
};

/* An array, an entry or a structure that encloses the current field. */
struct wide_inside {
	uint32_t table;
	/* the names of the structures around the current field, within the same entry, are the
	 * bytes of wide->name from ->base to ->path - 1 */
	size_t base, path;
	uint32_t offset; /* offset in the record */
	int is_entry;
	uint32_t index; /* index of the entry */
};

struct wide {
	struct monread_emit plain; /* the callbacks for values outside arrays */
	struct wide_table *tables;
	uint32_t ntables;
	size_t tables_room;
	struct wide_column *columns; /* columns of all tables */
	uint32_t ncolumns;
	size_t columns_room;
	/* text of cells and names; exchanged with the buffer of W while cells are collected: see
	 * text_divert() */
	struct out_buffer cells;
	int failed;     /* 1: some cells are missing because memory was short */
	unsigned depth; /* 0: not in an array */
	struct wide_inside inside[LEVELS_MAX];
	/* names of the structures around the current field, then the name of the field */
	char name[NAME_SIZE];
	struct monread_value outermost; /* the outermost array or list */
	int in_list;                    /* 1: the elements of a list are being collected */
	uint32_t list_first;            /* index of the first element of the outermost list */
};

struct wide *wide_new(void)
{
	struct wide *wide = calloc(1, sizeof *wide);

	if (wide && out_buffer_init(&wide->cells, OUT_MEMORY)) {
		free(wide);
		wide = NULL;
	}
	return wide;
}

void wide_free(struct wide *wide)
{
	size_t i;

	if (!wide)
		return;
	for (i = 0; i < wide->tables_room; i++)
		grid_done(&wide->tables[i].grid);
	free(wide->tables);
	free(wide->columns);
	out_buffer_done(&wide->cells);
	free(wide);
}

static struct wide *wide_of(const struct out_worker *w)
{
	return ((const struct text *)w->state)->wide;
}

static const struct wide_inside *inside_of(const struct wide *wide)
{
	return &wide->inside[(wide->depth < LEVELS_MAX ? wide->depth : LEVELS_MAX) - 1];
}

static struct wide_table *current_table(const struct wide *wide)
{
	return &wide->tables[inside_of(wide)->table];
}

/* ---- Names ---- */

static size_t add_text(char name[NAME_SIZE], size_t n, const char *s, size_t length)
{
	if (length > NAME_SIZE - 1 - n)
		length = NAME_SIZE - 1 - n;
	memcpy(name + n, s, length);
	name[n + length] = '\0';
	return n + length;
}

/* Return the length of the name of the DSECT in NAME, such as SYTLCK_ in SYTLCK_CALLCKID. */
static size_t wide_dsect_of(const char *name)
{
	const char *end = strchr(name, '_');

	return end ? (size_t)(end + 1 - name) : 0;
}

/* Append SEPARATOR and PART to the names of the structures around the current field, or only PART
 * if there are no such structures. Return the end of the name in wide->name. */
static size_t add_part(struct wide *wide, const char *part, size_t length, const char *separator)
{
	const struct wide_inside *in = inside_of(wide);
	size_t n = in->path, dsect = wide_dsect_of(part);

	if (n == in->base)
		return add_text(wide->name, n, part, length);
	/* If PART and the outermost name begin with the same name of a DSECT, write it once. */
	if (strncmp(wide->name + in->base, part, dsect) != 0)
		dsect = 0;
	n = add_text(wide->name, n, separator, 1);
	return add_text(wide->name, n, part + dsect, length - dsect);
}

static size_t add_number(struct wide *wide, size_t n, const char *format, uint32_t number)
{
	char text[2 * OUT_SLACK];

	return add_text(wide->name, n, text,
	                (size_t)snprintf(text, sizeof text, format, (unsigned)number));
}

/* ---- Columns and tables ---- */

static int is_right(const struct monread_field *f)
{
	return f && !f->nmeanings &&
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED ||
	        f->format == MONREAD_INTERVAL || f->format == MONREAD_FIXED11);
}

/* Add a column to the current table, after the column of the last cell. Copy the N bytes of NAME to
 * B. Return the number of the column, or 0 if out of memory. */
static uint32_t add_column(struct wide *wide, struct out_buffer *b, const struct monread_field *f,
                           const char *name, size_t n)
{
	struct wide_table *t = current_table(wide);
	int is_key = f && f->flags & MONREAD_KEY;
	uint32_t column;

	if (ARRAY_GROW(wide->columns, wide->ncolumns, wide->columns_room)) {
		wide->failed = 1;
		return 0;
	}
	wide->columns[wide->ncolumns] = (struct wide_column){ f, (size_t)(b->p - b->buf), n };
	out_bytes(b, name, n + 1);
	column = grid_add_column(&t->grid, t->at++, is_key ? GRID_KEY : GRID_OTHER, is_right(f));
	t->grid.columns[column].tag = wide->ncolumns++;
	return column;
}

/* Return the number of the column for the field F with the N bytes of NAME. Add the column if it
 * does not exist. Return 0 if out of memory. */
static uint32_t column_of(struct wide *wide, struct out_buffer *b, const struct monread_field *f,
                          const char *name, size_t n)
{
	struct wide_table *t = current_table(wide);
	uint32_t i, column, at = t->at;

	/* Usually all entries have the same fields in the same order. */
	for (i = 1; i < t->grid.ncolumns; i++, at++) {
		const struct wide_column *c;

		if (at >= t->grid.ncolumns)
			at = 1;
		column = t->grid.order[at];
		c = &wide->columns[t->grid.columns[column].tag];
		if (c->field == f && c->length == n && memcmp(b->buf + c->at, name, n) == 0) {
			t->at = at + 1;
			return column;
		}
	}
	return add_column(wide, b, f, name, n);
}

static void add_table(struct wide *wide, const char *name)
{
	struct wide_table *t;

	if (ARRAY_EXTEND(wide->tables, wide->tables_room, wide->ntables + 1u)) {
		wide->failed = 1;
		return;
	}
	t = &wide->tables[wide->ntables++];
	t->name = name;
	grid_clear(&t->grid);
	grid_add_column(&t->grid, 0, GRID_FIRST, 1);
	t->at = 1;
}

/* Return the number of the table for the field F, an array inside the entries of the current table.
 * Add this table if it does not exist. Return 0 if out of memory. */
static uint32_t table_inside(struct wide *wide, struct out_buffer *b, const struct monread_field *f)
{
	const struct wide_inside *in = inside_of(wide);
	const char *path = wide->name + in->base;
	size_t n = in->path - in->base;
	struct wide_table *t;
	uint32_t i;

	for (i = 1; i < wide->ntables; i++) {
		t = &wide->tables[i];
		if (t->field == f && t->outer == in->table && t->npath == n &&
		    memcmp(b->buf + t->path, path, n) == 0)
			return i;
	}
	add_table(wide, f->name);
	if (wide->failed)
		return 0;
	t = &wide->tables[i];
	t->field = f;
	t->outer = in->table;
	t->path = (size_t)(b->p - b->buf);
	t->npath = n;
	out_bytes(b, path, n);
	return i;
}

/* ---- Cells ---- */

/* Return the offset in the buffer of W at which a new cell begins. The caller then writes the text
 * of this cell. */
static size_t begin_cell(const struct out_worker *w)
{
	return (size_t)(w->b.p - w->b.buf);
}

/* End the cell at AT, which belongs to the field F (NULL: to bytes that the layout does not
 * describe). The name of the cell's column ends at byte END of wide->name. */
static void end_cell(struct out_worker *w, size_t at, const struct monread_field *f, size_t end)
{
	struct wide *wide = wide_of(w);
	size_t length = begin_cell(w) - at, base = inside_of(wide)->base;
	uint32_t column;

	if (w->b.error || wide->failed)
		return;
	column = column_of(wide, &w->b, f, wide->name + base, end - base);
	if (!w->b.error)
		grid_add_cell(&current_table(wide)->grid, column, w->b.buf, at, length);
}

static int wide_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);
	const struct monread_field *f = v->field;
	size_t at, n;

	if (wide->depth == 0)
		return wide->plain.field(w, v);
	if (v->format == MONREAD_GROUP || (f->flags & MONREAD_MARKER && v->length == 0) ||
	    wide->failed)
		return 0;
	at = begin_cell(w);
	w->b.p = out_put_value(w, &((const struct text *)w->state)->style,
	                       out_room(&w->b, OUT_VALUE_ROOM), v);
	/* Show the names of bits without the name of the DSECT. */
	if (f->nmeanings || f->nbits)
		text_put_names(w, v, wide_dsect_of(f->name));
	n = add_part(wide, f->name, f->name_len, "_");
	if (wide->in_list && wide->depth == 1) {
		/* Put all elements of an outermost list into one column. */
		if (wide->tables[0].grid.ncells == 0)
			wide->list_first = v->index;
		wide->tables[0].at = 1;
	} else if (wide->in_list) {
		n = add_number(wide, n, "(%u)", v->index);
	} else if (f->flags & MONREAD_RESERVED) {
		n = add_number(wide, n, "%X", f->offset);
	}
	end_cell(w, at, f, n);
	return 0;
}

static void put_bytes(struct out_worker *w, const struct monread_value *v, const char *name,
                      uint32_t number)
{
	struct wide *wide = wide_of(w);
	size_t at = begin_cell(w), n;

	if (wide->failed)
		return;
	out_hex(&w->b, v->bytes, v->length);
	n = add_part(wide, name, strlen(name), " ");
	if (number)
		n = add_number(wide, n, " %X", number);
	end_cell(w, at, NULL, n);
}

static int wide_gap(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	const struct wide *wide = wide_of(w);

	if (wide->depth == 0)
		return wide->plain.gap(w, v);
	put_bytes(w, v, "gap", v->offset - inside_of(wide)->offset);
	return 0;
}

static int wide_tail(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	const struct wide *wide = wide_of(w);

	if (wide->depth == 0)
		return wide->plain.tail(w, v);
	put_bytes(w, v, "tail", 0);
	return 0;
}

/* ---- Headings ---- */

/* Return the length of the longest beginning of NAME that is shorter than N and ends with "_", or
 * 0. */
static size_t shorter_prefix(const char *name, size_t n)
{
	n -= n > 0 && name[n - 1] == '_';
	while (n > 0 && name[n - 1] != '_')
		n--;
	return n;
}

/* Find the prefix that all field names of T have in common. */
static void set_prefix(const struct wide *wide, struct wide_table *t)
{
	const char *prefix = NULL, *name;
	size_t n = 0, before;
	int by_words = 0;
	uint32_t i;

	do {
		before = n;
		for (i = 1; i < t->grid.ncolumns; i++) {
			const struct wide_column *c = &wide->columns[t->grid.columns[i].tag];

			if (!c->field || c->field->flags & MONREAD_RESERVED)
				continue;
			name = wide->cells.buf + c->at;
			if (!prefix) {
				prefix = name;
				n = c->length;
				t->prefix = c->at;
			}
			while (n > 0 && strncmp(prefix, name, n) != 0)
				n--;
			/* The second pass makes the prefix shorter by whole words, until the rest
			 * of each name begins with a letter. */
			while (by_words && n > 0 && !mr_is_letter(name[n]))
				n = shorter_prefix(prefix, n);
		}
	} while (by_words++ == 0 || n < before);
	/* Use no prefix if the names have no "_", because a prefix must end at a "_". */
	t->nprefix = n > 0 && memchr(prefix, '_', n) ? n : 0;
}

/* Set the headings of T: the names without the prefix, with "(used)" after a counter that counts
 * down and "?" after an unproven field. */
static void set_headings(struct wide *wide, struct wide_table *t)
{
	struct out_buffer *b = &wide->cells;
	uint32_t i;

	for (i = 1; i < t->grid.ncolumns && !b->error; i++) {
		const struct wide_column *c = &wide->columns[t->grid.columns[i].tag];
		unsigned flags = c->field ? c->field->flags : 0;
		const char *name;
		size_t at;

		/* Make room first, because out_printf() must not move the text of NAME. */
		out_room(b, OUT_PIECE);
		at = (size_t)(b->p - b->buf);
		name = b->buf + c->at;
		if (strncmp(name, b->buf + t->prefix, t->nprefix) == 0)
			name += t->nprefix;
		out_printf(b, "%s%s%s", name, flags & MONREAD_COUNTDOWN ? "(used)" : "",
		           flags & MONREAD_UNPROVEN ? "?" : "");
		if (!b->error)
			grid_add_heading(&t->grid, i, b->buf, at, (size_t)(b->p - b->buf) - at);
	}
}

/* ---- Tables ---- */

/* Print a line such as " 28 40 SYTLCK_CALLKDATA 11 entries, names begin with SYTLCK_". */
static void put_table_line(struct out_worker *w, const struct wide_table *t)
{
	const struct text *text = w->state;
	const struct wide *wide = text->wide;

	if (t == wide->tables)
		w->b.p = text_put_name(w, text, t->name, strlen(t->name), wide->outermost.offset,
		                       wide->outermost.length);
	else
		out_printf(&w->b, "%*s%s  ", (int)(TEXT_PLACES + text->indent), "", t->name);
	out_printf(&w->b, t->grid.nrows == 1 ? "%u entry" : "%u entries", (unsigned)t->grid.nrows);
	if (t->nprefix > 0)
		out_printf(&w->b, ", names begin with %.*s", (int)t->nprefix,
		           wide->cells.buf + t->prefix);
	out_char(&w->b, '\n');
}

/* Print the descriptions of the columns, one per line. */
static void put_legend(struct out_worker *w, const struct wide_table *t)
{
	const struct text *text = w->state;
	const struct wide *wide = text->wide;
	unsigned longest = 0;
	int shown;
	uint32_t i;

	/* The first pass finds the longest name; the second pass prints the lines. */
	for (shown = 0; shown < 2; shown++) {
		const struct monread_field *before = NULL;

		for (i = 1; i < t->grid.ncolumns; i++) {
			const struct grid_column *c = &t->grid.columns[t->grid.order[i]];
			const struct monread_field *f = wide->columns[c->tag].field;

			/* Print one line for all elements of a list, which have the same field. */
			if (!f || f == before || !f->text[0])
				continue;
			before = f;
			if (!shown) {
				longest = c->heading.length > longest ? c->heading.length : longest;
				continue;
			}
			text_begin_line(w);
			out_blanks(&w->b, TEXT_PLACES + text->indent);
			out_bytes(&w->b, wide->cells.buf + c->heading.at, c->heading.length);
			text_end_line(w, TEXT_PLACES + text->indent + longest, f->text);
		}
	}
}

/* Return 1 if the grid G, without the labels, would consist mostly of blanks: see SPARSE. */
static int is_sparse(const struct grid *g)
{
	uint64_t there = SPARSE_SMALL, needed = 0;
	uint32_t i;

	for (i = 0; i < g->ncells; i++)
		if (g->cells[i].column > 0)
			there += SPARSE * ((uint64_t)g->cells[i].width + GRID_DISTANCE);
	for (i = 1; i < g->ncolumns; i++)
		needed += g->columns[i].width + GRID_DISTANCE;
	return needed * g->nrows > there;
}

/* Print one line per entry of T, with the cells of the entry as NAME=VALUE. */
static void put_flat(struct out_worker *w, const struct wide_table *t, unsigned indent)
{
	const struct wide *wide = wide_of(w);
	const struct grid *g = &t->grid;
	const char *text = wide->cells.buf;
	uint32_t i;

	for (i = 0; i < g->ncells; i++) {
		const struct grid_cell *c = &g->cells[i];
		const struct wide_column *column = &wide->columns[g->columns[c->column].tag];

		if (c->column == 0) {
			out_str(&w->b, i > 0 ? "\n" : "");
			out_blanks(&w->b, indent);
		} else {
			out_str(&w->b, "  ");
			out_bytes(&w->b, text + column->at, column->length);
			out_char(&w->b, '=');
		}
		out_bytes(&w->b, text + c->at, c->length);
	}
	out_char(&w->b, '\n');
}

static void wide_put_tables(struct out_worker *w)
{
	const struct text *text = w->state;
	struct wide *wide = text->wide;
	struct grid_print p = { .b = &w->b,
		                .indent = PRINT_INDENT + text->indent,
		                .limit = w->settings->width,
		                .has_headings = 1 };
	struct wide_table *t = wide->tables;
	int sparse;

	for (; t < wide->tables + wide->ntables; t++) {
		if (t->grid.nrows == 0)
			continue;
		sparse = is_sparse(&t->grid);
		set_prefix(wide, t);
		set_headings(wide, t);
		put_table_line(w, t);
		if (w->settings->explain)
			put_legend(w, t);
		p.text = wide->cells.buf;
		if (sparse)
			put_flat(w, t, p.indent);
		else
			grid_print(&t->grid, &p);
	}
}

/* ---- Lists ---- */

/* Return how many list elements of WIDTH characters fit into a line. */
static uint32_t elements_in_line(const struct out_worker *w, size_t width)
{
	const struct text *t = w->state;
	size_t lead = TEXT_PLACES + t->indent + t->column, limit = w->settings->width, n;

	if (!limit)
		return LIST_MOST;
	n = limit > lead + width ? (limit - lead + GRID_DISTANCE) / (width + GRID_DISTANCE) : 1;
	return n < LIST_MOST ? (uint32_t)n : LIST_MOST;
}

/* Write the name of the element FIRST, and the elements FIRST to END - 1. */
static void wide_put_elements(struct out_worker *w, uint32_t first, uint32_t end)
{
	const struct text *t = w->state;
	const struct wide *wide = t->wide;
	const struct grid *g = &wide->tables[0].grid;
	const struct monread_value *v = &wide->outermost;
	const struct grid_column *c = &g->columns[1];
	struct grid_line l = { .b = &w->b, .gap = GRID_DISTANCE };
	char name[NAME_SIZE];
	int n = snprintf(name, sizeof name, "%s(%u)", v->field->name,
	                 (unsigned)(wide->list_first + first));
	uint32_t i;

	w->b.p = text_put_name(w, t, name, (size_t)n, v->offset + first * v->length,
	                       (end - first) * v->length);
	for (i = first; i < end; i++)
		grid_line_put(&l, wide->cells.buf + g->cells[i].at, g->cells[i].length, c->width,
		              c->right);
	if (v->field->flags & MONREAD_UNPROVEN)
		out_str(&w->b, " ?");
}

/* Print the elements of a list side by side, each with the width of the widest element. */
static void wide_put_list(struct out_worker *w)
{
	const struct wide *wide = wide_of(w);
	const struct grid *g = &wide->tables[0].grid;
	uint32_t i, n = g->ncells ? elements_in_line(w, g->columns[1].width) : 0;

	for (i = 0; i < g->ncells; i += n) {
		text_begin_line(w);
		wide_put_elements(w, i, g->ncells - i < n ? g->ncells : i + n);
		text_end_line(w, 0, i == 0 ? wide->outermost.field->text : "");
	}
}

/* ---- Levels ---- */

/* Enter the level IN, whose bytes are V and whose offset and index are not set yet. */
static void enter_level(struct wide *wide, const struct monread_value *v, struct wide_inside in)
{
	in.offset = v->offset;
	in.index = v->index;
	/* Deeper levels do not occur, because the layout reader refuses them. */
	if (wide->depth < LEVELS_MAX)
		wide->inside[wide->depth] = in;
	wide->depth++;
}

static void begin_array(struct out_worker *w, const struct monread_place *place)
{
	struct wide *wide = wide_of(w);

	wide->ntables = wide->ncolumns = 0;
	wide->failed = 0;
	wide->outermost = *place->value;
	wide->in_list = place->level == MONREAD_LEVEL_LIST;
	wide->cells.p = wide->cells.buf;
	wide->cells.error = 0;
	add_table(wide, place->name);
	enter_level(wide, place->value, (struct wide_inside){ 0 });
	text_divert(w, &wide->cells);
}

static void end_array(struct out_worker *w)
{
	struct wide *wide = wide_of(w);
	uint32_t i;

	text_divert(w, &wide->cells);
	for (i = 0; i < wide->ntables; i++)
		wide->failed |= wide->tables[i].grid.failed;
	if (wide->failed || wide->cells.error)
		out_no_memory(w);
	else if (wide->in_list)
		wide_put_list(w);
	else
		wide_put_tables(w);
	wide->in_list = 0;
}

/* Begin the row of the entry V with a label such as [3], or [3][0] if the array is in an entry. */
static void begin_row(struct out_worker *w, const struct monread_value *v)
{
	struct wide *wide = wide_of(w);
	struct wide_inside in = *inside_of(wide);
	struct wide_table *t = current_table(wide);
	size_t at = begin_cell(w);
	unsigned i;

	in.is_entry = 1;
	enter_level(wide, v, in);
	if (wide->failed)
		return;
	for (i = 0; i < wide->depth && i < LEVELS_MAX; i++)
		if (wide->inside[i].is_entry) {
			out_char(&w->b, '[');
			w->b.p = out_put_u64(out_room(&w->b, OUT_SLACK), wide->inside[i].index);
			out_char(&w->b, ']');
		}
	t->at = 1;
	grid_add_row(&t->grid);
	if (!w->b.error)
		grid_add_cell(&t->grid, 0, w->b.buf, at, begin_cell(w) - at);
}

static int wide_begin(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);
	const struct monread_value *v = place->value;
	const struct monread_field *f = v->field;
	struct wide_inside in;

	if (wide->depth == 0 && place->level != MONREAD_LEVEL_ARRAY &&
	    place->level != MONREAD_LEVEL_LIST)
		return wide->plain.begin(w, place);
	if (wide->depth == 0) {
		begin_array(w, place);
		return 0;
	}
	in = *inside_of(wide);
	in.is_entry = 0;
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		wide->in_list = 1;
		break;
	case MONREAD_LEVEL_ENTRY:
		begin_row(w, v);
		break;
	case MONREAD_LEVEL_ARRAY:
		in.table = table_inside(wide, &w->b, f);
		in.base = in.path;
		enter_level(wide, v, in);
		break;
	default:
		in.path = add_part(wide, f->name, f->name_len, "_");
		enter_level(wide, v, in);
	}
	return 0;
}

static int wide_end(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);

	if (wide->depth == 0)
		return wide->plain.end(w, place);
	if (place->level == MONREAD_LEVEL_LIST && wide->depth > 1) {
		wide->in_list = 0;
		return 0;
	}
	if (--wide->depth == 0)
		end_array(w);
	return 0;
}

void wide_replace(struct wide *wide, struct monread_emit *emit)
{
	wide->plain = *emit;
	emit->field = wide_field;
	emit->begin = wide_begin;
	emit->end = wide_end;
	emit->gap = wide_gap;
	emit->tail = wide_tail;
}
