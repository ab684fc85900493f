#include "config.h"

#include "cli/grid.h"

#include "cli/terminal.h"
#include "base/array.h"

#define COLUMN_MIN 8u /* minimum width, in characters, to which a column is cut */

void out_blanks(struct out_buffer *b, size_t n)
{
	for (; n > OUT_PIECE / 2; n -= OUT_PIECE / 2)
		b->p = out_put_blanks(out_room(b, OUT_PIECE), OUT_PIECE / 2);
	b->p = out_put_blanks(out_room(b, OUT_PIECE), n);
}

void grid_line_begin(struct grid_line *l)
{
	out_blanks(l->b, l->blanks);
	l->blanks = 0;
}

/* Return the number of blanks after a text of CHARS characters in a column of WIDTH characters. The
 * number is smaller if earlier cells of the line were wider than their columns. */
static size_t fill_of(struct grid_line *l, size_t chars, size_t width)
{
	size_t blanks = width > chars ? width - chars : 0;
	size_t taken = blanks < l->over ? blanks : l->over;

	l->over += chars > width ? chars - width : 0;
	l->over -= taken;
	return blanks - taken;
}

void grid_line_pad(struct grid_line *l, size_t chars, size_t width)
{
	l->blanks = l->gap + fill_of(l, chars, width);
}

void grid_line_put(struct grid_line *l, const char *text, size_t n, size_t width, int right)
{
	size_t fill = fill_of(l, width_of(text, n), width);

	out_blanks(l->b, l->blanks + (right ? fill : 0));
	out_bytes(l->b, text, n);
	l->blanks = l->gap + (right ? 0 : fill);
}

void grid_done(struct grid *g)
{
	free(g->columns);
	free(g->order);
	free(g->cells);
	free(g->rows);
}

void grid_clear_rows(struct grid *g)
{
	g->ncells = g->nrows = 0;
}

void grid_clear(struct grid *g)
{
	grid_clear_rows(g);
	g->ncolumns = 0;
	g->failed = 0;
}

uint32_t grid_add_column(struct grid *g, uint32_t at, enum grid_place place, int right)
{
	uint32_t *order;

	if (ARRAY_GROW(g->columns, g->ncolumns, g->columns_room) ||
	    ARRAY_EXTEND(g->order, g->order_room, 2u * (g->ncolumns + 1u))) {
		g->failed = 1;
		return 0;
	}
	g->columns[g->ncolumns] = (struct grid_column){ .place = place, .right = right };
	order = g->order + at;
	memmove(order + 1, order, (g->ncolumns - at) * sizeof *order);
	*order = g->ncolumns;
	return g->ncolumns++;
}

static struct grid_cell cell_of(uint32_t column, const char *text, size_t at, size_t length)
{
	return (struct grid_cell){ at, (uint32_t)length, (uint32_t)width_of(text + at, length),
		                   column };
}

static void widen(struct grid_column *c, uint32_t width)
{
	if (width > c->width)
		c->width = width;
}

void grid_add_heading(struct grid *g, uint32_t column, const char *text, size_t at, size_t length)
{
	struct grid_column *c = &g->columns[column];

	c->heading = cell_of(column, text, at, length);
	widen(c, c->heading.width);
}

void grid_add_row(struct grid *g)
{
	if (ARRAY_GROW(g->rows, g->nrows, g->rows_room))
		g->failed = 1;
	else
		g->rows[g->nrows++] = g->ncells;
}

void grid_add_cell(struct grid *g, uint32_t column, const char *text, size_t at, size_t length)
{
	if (g->failed || ARRAY_GROW(g->cells, g->ncells, g->cells_room)) {
		g->failed = 1;
		return;
	}
	g->cells[g->ncells] = cell_of(column, text, at, length);
	widen(&g->columns[column], g->cells[g->ncells].width);
	g->ncells++;
}

/* The columns that are printed in one line. */
struct grid_group {
	struct grid *grid;
	const struct grid_print *p;
	uint32_t *columns; /* all columns, sorted by ->place */
	uint32_t nfirst, nkeys; /* numbers of GRID_FIRST and of GRID_KEY columns */
	int has_keys; /* 1: this group repeats the GRID_KEY columns */
	/* the GRID_OTHER columns of this group: ->columns[->from] to ->columns[->to - 1] */
	uint32_t from, to;
};

static void sort_columns(struct grid_group *group)
{
	const struct grid *g = group->grid;
	uint32_t counts[GRID_OTHER + 1] = { 0 }, place, i, n = 0;

	group->columns = g->order + g->ncolumns;
	for (place = GRID_FIRST; place <= GRID_OTHER; place++)
		for (i = 0; i < g->ncolumns; i++)
			if (g->columns[g->order[i]].place == place) {
				group->columns[n++] = g->order[i];
				counts[place]++;
			}
	group->nfirst = counts[GRID_FIRST];
	group->nkeys = counts[GRID_KEY];
}

/* Return the width of the columns FROM to TO - 1, each with the blanks before it. */
static size_t width_of_columns(const struct grid_group *group, uint32_t from, uint32_t to)
{
	size_t n = 0;

	for (; from < to; from++)
		n += GRID_DISTANCE + group->grid->columns[group->columns[from]].width;
	return n;
}

/* Return the width of the indentation and of the GRID_FIRST columns, with which each line
 * begins. */
static size_t lead_of(const struct grid_group *group)
{
	size_t width = width_of_columns(group, 0, group->nfirst);

	return group->p->indent + (width ? width - GRID_DISTANCE : 0);
}

/* Limit the width of each other column to the room that a line has after the GRID_FIRST columns. */
static void limit_widths(struct grid_group *group)
{
	size_t used = lead_of(group) + GRID_DISTANCE, limit = group->p->limit, room = COLUMN_MIN;
	uint32_t i;

	if (limit > used + COLUMN_MIN)
		room = limit - used;
	for (i = group->nfirst; i < group->grid->ncolumns; i++) {
		struct grid_column *c = &group->grid->columns[group->columns[i]];

		if (c->width > room)
			c->width = (uint32_t)room;
	}
}

/* Let GROUP begin at the column FROM, and have as many columns as fit into a line. */
static void set_group(struct grid_group *group, uint32_t from)
{
	uint32_t keys_end = group->nfirst + group->nkeys;
	size_t used = lead_of(group), limit = group->p->limit,
	       keys = width_of_columns(group, group->nfirst, keys_end);

	group->from = group->to = from;
	/* Do not repeat the GRID_KEY columns if they would fill more than half of the line. */
	group->has_keys = from > group->nfirst && used + keys <= limit / 2;
	if (group->has_keys)
		used += keys;
	while (group->to < group->grid->ncolumns) {
		used += width_of_columns(group, group->to, group->to + 1);
		if (limit && used > limit && group->to > from)
			break;
		group->to++;
	}
}

/* Return the column at position I (0: the leftmost) of a line; NULL after the last column. */
static struct grid_column *column_at(const struct grid_group *group, uint32_t i)
{
	uint32_t before = group->nfirst + (group->has_keys ? group->nkeys : 0);

	if (i >= before)
		i += group->from - before;
	return i < group->to ? &group->grid->columns[group->columns[i]] : NULL;
}

static void print_line(const struct grid_group *group, int is_heading)
{
	const struct grid_print *p = group->p;
	struct grid_line l = { .b = p->b, .gap = GRID_DISTANCE, .blanks = p->indent };
	const struct grid_column *c = column_at(group, 0);
	uint32_t i = 0;

	for (; c; c = column_at(group, ++i)) {
		const struct grid_cell *cell = &c->heading;
		const char *text;

		if (!is_heading)
			cell = c->cell ? &group->grid->cells[c->cell - 1] : NULL;
		if (!cell || (is_heading && c->place == GRID_FIRST)) {
			l.blanks += c->width + GRID_DISTANCE;
			continue;
		}
		text = p->text + cell->at;
		if (cell->width <= c->width || !p->limit) {
			grid_line_put(&l, text, cell->length, c->width, c->right);
			continue;
		}
		grid_line_put(&l, text, width_cut(text, cell->length, c->width - 3), c->width - 3,
		              0);
		out_str(p->b, "...");
	}
	out_char(p->b, '\n');
}

static void print_group(const struct grid_group *group)
{
	struct grid *g = group->grid;
	uint32_t row, i;

	if (group->p->has_headings)
		print_line(group, 1);
	for (row = 0; row < g->nrows; row++) {
		uint32_t end = row + 1 < g->nrows ? g->rows[row + 1] : g->ncells;

		for (i = g->rows[row]; i < end; i++)
			g->columns[g->cells[i].column].cell = i + 1;
		print_line(group, 0);
		for (i = g->rows[row]; i < end; i++)
			g->columns[g->cells[i].column].cell = 0;
	}
}

void grid_print(struct grid *g, const struct grid_print *p)
{
	struct grid_group group = { .grid = g, .p = p };
	uint32_t next;

	if (g->failed)
		return;
	sort_columns(&group);
	if (p->limit)
		limit_widths(&group);
	for (next = group.nfirst; next < g->ncolumns; next = group.to) {
		set_group(&group, next);
		print_group(&group);
	}
}
