/* wide.c: for --wide, collects the values of an array in a grid and prints it when the outermost
 * array ends. */
#include "config.h"

#include "out/text_fields.h"

#include <stdlib.h>

#include "out/grid.h"

/* Maximum depth of nested arrays, entries and structures in a layout. */
#define LEVELS_MAX (3u * (MONREAD_NESTING_MAX + 2))

#define PLACES 12u      /* width of "  Hex  Len  " */
#define PRINT_INDENT 4u /* indentation of table lines */
#define LIST_MOST 16u   /* maximum elements per line */

/* An array, an entry or a structure that encloses the current field. */
struct wide_inside {
	uint32_t level, row; /* numbers of the level and of the row in the grid */
	uint32_t offset;     /* offset in the record */
};

struct wide {
	struct grid grid;
	/* text of the cells; while W collects cells, this is the buffer of the output instead */
	struct out_buffer cells;
	unsigned depth;          /* 0: not in an array */
	struct wide_inside inside[LEVELS_MAX];
	struct monread_value outermost; /* offset and length of the outermost array or list */
	const char *name;
	int in_list; /* 1: the elements of a list are being collected */
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
	if (!wide)
		return;
	grid_done(&wide->grid);
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

/* ---- Cells ---- */

/* Begin a cell: it gets the text that W writes from now on. Return the value for the parameter AT
 * of end_cell(). */
static size_t begin_cell(const struct out_worker *w)
{
	return (size_t)(w->b.p - w->b.buf);
}

static void end_cell(struct out_worker *w, size_t at, const struct monread_field *f,
                     const char *name, enum grid_kind kind, uint32_t number)
{
	struct wide *wide = wide_of(w);
	const struct wide_inside *in = inside_of(wide);
	uint32_t column;

	if (w->b.error || wide->grid.failed)
		return;
	column = grid_column(&wide->grid, in->level, f, name, kind, number);
	if (column != GRID_NONE)
		grid_cell(&wide->grid, in->row, column, w->b.buf, at,
		          (size_t)(w->b.p - w->b.buf) - at);
}

/* Return the length of the DSECT prefix of F, such as SYTLCK_. The names of its bits are shown
 * without this prefix. */
static size_t wide_dsect_of(const struct monread_field *f)
{
	const char *end = strchr(f->name, '_');

	return end ? (size_t)(end + 1 - f->name) : 0;
}

int wide_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	const struct wide *wide = wide_of(w);
	size_t at;

	if (wide->depth == 0)
		return w->settings->explain ? explain_field(w, v) : text_field(w, v);
	if (v->format == MONREAD_GROUP || (v->field->flags & MONREAD_MARKER && v->length == 0))
		return 0;
	at = begin_cell(w);
	w->b.p = out_put_value(w, w->shared, out_room(&w->b, OUT_VALUE_ROOM), v);
	text_put_names(w, v, wide_dsect_of(v->field));
	end_cell(w, at, v->field, v->field->name, wide->in_list ? GRID_ELEMENT : GRID_FIELD,
	         wide->in_list ? v->index : 0);
	return 0;
}

static void put_bytes(struct out_worker *w, const struct monread_value *v, const char *name,
                      uint32_t number)
{
	size_t at = begin_cell(w);

	out_hex(&w->b, v->bytes, v->length);
	end_cell(w, at, NULL, name, GRID_BYTES, number);
}

int wide_gap(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	const struct wide *wide = wide_of(w);

	if (wide->depth == 0)
		return text_gap(w, v);
	put_bytes(w, v, "gap", v->offset - inside_of(wide)->offset);
	return 0;
}

int wide_tail(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;

	if (wide_of(w)->depth == 0)
		return text_tail(w, v);
	put_bytes(w, v, "tail", 0);
	return 0;
}

/* ---- The grid ---- */

static void begin_grid(struct out_worker *w, const struct monread_place *place)
{
	struct wide *wide = wide_of(w);

	grid_clear(&wide->grid, place->name);
	wide->outermost = *place->value;
	wide->name = place->name;
	wide->in_list = place->level == MONREAD_LEVEL_LIST;
	wide->depth = 1;
	wide->inside[0].level = 0;
	wide->inside[0].row = wide->in_list ? grid_row(&wide->grid, 0, GRID_NONE, 0) : GRID_NONE;
	wide->inside[0].offset = place->value->offset;
	wide->cells.p = wide->cells.buf;
	wide->cells.error = 0;
	text_divert(w, &wide->cells);
}

/* Print a line such as " 28 40 SYTLCK_CALLKDATA 11 entries", and the prefix that headings omit. */
static void put_table_line(struct out_worker *w, uint32_t table)
{
	const struct text *t = w->state;
	const struct wide *wide = t->wide;
	const struct grid_level *l = &wide->grid.levels[table];
	char name[GRID_NAME];
	size_t prefix = grid_prefix(&wide->grid, table, name);

	if (table == 0)
		w->b.p = text_put_name(w, t, l->name, strlen(l->name), wide->outermost.offset,
		                       wide->outermost.length);
	else
		out_printf(&w->b, "%*s%s  ", (int)(PLACES + t->indent), "", l->name);
	out_printf(&w->b, l->nrows == 1 ? "%u entry" : "%u entries", (unsigned)l->nrows);
	if (prefix > 0)
		out_printf(&w->b, ", names begin with %.*s", (int)prefix, name);
	out_char(&w->b, '\n');
}

/* Print a legend: one line for each column that has a description. */
static void put_legend(struct out_worker *w, uint32_t table)
{
	const struct text *t = w->state;
	const struct grid *g = &t->wide->grid;
	const struct monread_field *before = NULL;
	char name[GRID_NAME], prefix[GRID_NAME];
	size_t nprefix = grid_prefix(g, table, prefix), n;
	unsigned longest = 0;
	int shown;
	uint32_t i;

	/* The first pass finds the longest name; the second pass prints the lines. */
	for (shown = 0; shown < 2; shown++) {
		for (i = g->levels[table].first_column; i != GRID_NONE; i = g->columns[i].next) {
			const struct grid_column *c = &g->columns[i];

			/* The elements of a list share one field: print one line for all of
			 * them. */
			if (!c->field || c->field == before || !c->field->text[0])
				continue;
			before = c->field;
			n = grid_heading(g, c, prefix, nprefix, name);
			if (!shown) {
				longest = n > longest ? (unsigned)n : longest;
				continue;
			}
			explain_begin_line(w);
			out_printf(&w->b, "%*s%s", (int)(PLACES + t->indent), "", name);
			explain_end_line(w, PLACES + t->indent + longest, c->field->text);
		}
	}
}

static void wide_put_tables(struct out_worker *w)
{
	const struct text *t = w->state;
	struct wide *wide = t->wide;
	struct grid_print p = { &wide->grid, wide->cells.buf, &w->b, PRINT_INDENT + t->indent,
		                w->settings->width };
	int sparse = grid_is_sparse(&wide->grid);
	uint32_t i;

	for (i = 0; i < wide->grid.nlevels; i++) {
		const struct grid_level *l = &wide->grid.levels[i];

		if (l->table != i || l->nrows == 0)
			continue;
		put_table_line(w, i);
		if (w->settings->explain)
			put_legend(w, i);
		if (!sparse)
			grid_print_table(&p, i);
	}
	if (sparse)
		grid_print_flat(&p);
}

/* Return how many list elements of WIDTH characters fit into a line. */
static uint32_t elements_in_line(const struct out_worker *w, size_t width)
{
	const struct text *t = w->state;
	size_t lead = PLACES + t->indent + t->column, limit = w->settings->width, n;

	if (!limit)
		return LIST_MOST;
	n = limit > lead + width ? (limit - lead + GRID_DISTANCE) / (width + GRID_DISTANCE) : 1;
	return n < LIST_MOST ? (uint32_t)n : LIST_MOST;
}

/* Print the cells FIRST to END - 1 in one line, after the name of the first cell. */
static void wide_put_elements(struct out_worker *w, uint32_t first, uint32_t end, size_t width)
{
	const struct text *t = w->state;
	const struct wide *wide = t->wide;
	const struct grid *g = &wide->grid;
	const struct monread_value *v = &wide->outermost;
	char name[GRID_NAME];
	size_t blanks = 0, n = grid_name(g, &g->columns[g->cells[first].column], name);
	uint32_t i;

	w->b.p = text_put_name(w, t, name, n, v->offset + first * v->length,
	                       (end - first) * v->length);
	for (i = first; i < end; i++) {
		const struct grid_cell *c = &g->cells[i];

		const struct grid_text text = { wide->cells.buf + c->at, c->length, c->width,
			                        g->columns[c->column].right };

		grid_put_cell(&w->b, &blanks, &text, width);
		blanks += GRID_DISTANCE;
	}
	out_str(&w->b, v->field->flags & MONREAD_UNPROVEN ? " ?\n" : "\n");
}

/* Print the elements of a list side by side, each with the width of the widest element. */
static void wide_put_list(struct out_worker *w)
{
	const struct text *t = w->state;
	const struct grid *g = &t->wide->grid;
	const char *text = t->wide->outermost.field->text;
	size_t width = 0;
	uint32_t i, n;

	for (i = 0; i < g->ncells; i++)
		width = g->cells[i].width > width ? g->cells[i].width : width;
	n = elements_in_line(w, width);
	for (i = 0; i < g->ncells; i += n) {
		if (w->settings->explain)
			explain_begin_line(w);
		wide_put_elements(w, i, g->ncells - i < n ? g->ncells : i + n, width);
		if (w->settings->explain)
			explain_end_line(w, 0, i == 0 ? text : "");
	}
}

static void end_grid(struct out_worker *w)
{
	struct wide *wide = wide_of(w);

	text_divert(w, &wide->cells);
	wide->depth = 0;
	if (!wide->grid.failed && !wide->cells.error) {
		if (wide->in_list)
			wide_put_list(w);
		else
			wide_put_tables(w);
	}
	wide->in_list = 0;
	if (wide->grid.failed || wide->cells.error)
		out_no_memory(w);
}

/* ---- Levels ---- */

static void enter_level(struct wide *wide, uint32_t level, uint32_t row, uint32_t offset)
{
	struct wide_inside *in = &wide->inside[wide->depth];

	/* The layout reader allows no deeper levels. */
	if (wide->depth++ >= LEVELS_MAX)
		return;
	in->level = level;
	in->row = row;
	in->offset = offset;
}

int wide_begin(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);
	const struct monread_value *v = place->value;
	const struct wide_inside *in;
	uint32_t n;

	if (wide->depth == 0 && place->level != MONREAD_LEVEL_ARRAY &&
	    place->level != MONREAD_LEVEL_LIST)
		return w->settings->explain ? explain_begin(w, place) : text_begin(w, place);
	if (wide->depth == 0) {
		begin_grid(w, place);
		return 0;
	}
	in = inside_of(wide);
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		wide->in_list = 1;
		break;
	case MONREAD_LEVEL_ENTRY:
		n = grid_row(&wide->grid, in->level, in->row, v->index);
		enter_level(wide, in->level, n, v->offset);
		break;
	default:
		n = grid_level(&wide->grid, in->level, v->field,
		               place->level == MONREAD_LEVEL_ARRAY);
		enter_level(wide, n, in->row, v->offset);
	}
	return 0;
}

int wide_end(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);

	if (wide->depth == 0)
		return text_end(w, place);
	if (place->level == MONREAD_LEVEL_LIST && wide->depth > 1) {
		wide->in_list = 0;
		return 0;
	}
	if (--wide->depth == 0)
		end_grid(w);
	return 0;
}
