/* grid.c: cells of arrays, collected. */
#include "config.h"

#include "out/grid.h"

#include <stdlib.h>
#include <string.h>

#include "cli/width.h"

#define ROOM_FIRST 16u

void grid_done(struct grid *g)
{
	out_index_done(&g->index);
	free(g->levels);
	free(g->columns);
	free(g->rows);
	free(g->cells);
	free(g->order);
	memset(g, 0, sizeof *g);
}

int grid_room(struct grid *g, void *p, uint32_t n, uint32_t *room, size_t size)
{
	uint32_t more = *room ? 2 * *room : ROOM_FIRST;
	void *old, *new;

	if (g->failed)
		return -1;
	if (n < *room)
		return 0;
	while (more <= n && more < GRID_NONE / 2)
		more *= 2;
	memcpy(&old, p, sizeof old);
	new = more > n && more <= SIZE_MAX / size ? realloc(old, more * size) : NULL;
	if (!new) {
		g->failed = 1;
		return -1;
	}
	memcpy(p, &new, sizeof new);
	*room = more;
	return 0;
}

static void add_level(struct grid *g, uint32_t parent, const char *name, int is_table)
{
	struct grid_level *l;

	if (grid_room(g, &g->levels, g->nlevels, &g->levels_room, sizeof *g->levels))
		return;
	l = &g->levels[g->nlevels];
	memset(l, 0, sizeof *l);
	l->parent = parent;
	l->table = is_table ? g->nlevels : g->levels[parent].table;
	l->name = name;
	l->first_column = l->column = l->first_row = l->last_row = GRID_NONE;
	g->nlevels++;
}

void grid_clear(struct grid *g, const char *name)
{
	out_index_clear(&g->index);
	g->nlevels = g->ncolumns = g->nrows = g->ncells = 0;
	g->failed = 0;
	add_level(g, GRID_NONE, name, 1);
}

/* The number that AT has in LEVEL; NEXT where it is met for the first time. */
static uint32_t number_of(struct grid *g, uint32_t level, const void *at, unsigned kind, uint32_t number, uint32_t next)
{
	uint32_t n = out_index_put(&g->index, at, (uint64_t)level << 34 | (uint64_t)kind << 32 | number, next);

	if (n == OUT_INDEX_FULL)
		g->failed = 1;
	return n;
}

uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table)
{
	uint32_t n;

	if (g->failed)
		return GRID_NONE;
	n = number_of(g, level, f, GRID_BYTES + 1, 0, g->nlevels);
	if (n == g->nlevels)
		add_level(g, level, f->name, is_table);
	return g->failed ? GRID_NONE : n;
}

uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index)
{
	struct grid_level *t;
	struct grid_row *r;

	if (grid_room(g, &g->rows, g->nrows, &g->rows_room, sizeof *g->rows))
		return GRID_NONE;
	t = &g->levels[table];
	r = &g->rows[g->nrows];
	r->next = GRID_NONE;
	r->outer = outer;
	r->index = index;
	if (t->last_row == GRID_NONE)
		t->first_row = g->nrows;
	else
		g->rows[t->last_row].next = g->nrows;
	t->last_row = g->nrows;
	t->nrows++;
	t->column = GRID_NONE;
	return g->nrows++;
}

static int is_right(const struct monread_field *f)
{
	return f && !f->nmeanings &&
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED || f->format == MONREAD_INTERVAL ||
	        f->format == MONREAD_FIXED11);
}

static void add_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                       enum grid_kind kind, uint32_t number)
{
	struct grid_level *t = &g->levels[g->levels[level].table];
	struct grid_column *c;

	if (grid_room(g, &g->columns, g->ncolumns, &g->columns_room, sizeof *g->columns))
		return;
	c = &g->columns[g->ncolumns];
	memset(c, 0, sizeof *c);
	c->level = level;
	c->kind = kind;
	c->number = number;
	c->field = f;
	c->name = name;
	c->right = is_right(f);
	c->first_cell = c->last_cell = GRID_NONE;
	if (t->column == GRID_NONE) {
		c->next = t->first_column;
		t->first_column = g->ncolumns;
	} else {
		c->next = g->columns[t->column].next;
		g->columns[t->column].next = g->ncolumns;
	}
	t->ncolumns++;
	g->ncolumns++;
}

/* The column behind that of the last cell, which nearly always is the one. */
static uint32_t next_column(const struct grid *g, uint32_t level)
{
	const struct grid_level *t = &g->levels[g->levels[level].table];

	return t->column == GRID_NONE ? t->first_column : g->columns[t->column].next;
}

uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                     enum grid_kind kind, uint32_t number)
{
	const struct grid_column *c;
	uint32_t n;

	if (g->failed)
		return GRID_NONE;
	n = next_column(g, level);
	c = n == GRID_NONE ? NULL : &g->columns[n];
	if (!c || c->level != level || c->field != f || c->name != name || c->kind != kind || c->number != number) {
		n = number_of(g, level, f ? (const void *)f : (const void *)name, kind, number, g->ncolumns);
		if (n == g->ncolumns)
			add_column(g, level, f, name, kind, number);
	}
	if (g->failed)
		return GRID_NONE;
	g->levels[g->levels[level].table].column = n;
	return n;
}

void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at, size_t length)
{
	struct grid_column *c;
	struct grid_cell *cell;

	if (grid_room(g, &g->cells, g->ncells, &g->cells_room, sizeof *g->cells))
		return;
	c = &g->columns[column];
	cell = &g->cells[g->ncells];
	cell->row = row;
	cell->column = column;
	cell->next = GRID_NONE;
	cell->at = at;
	cell->length = (uint32_t)length;
	cell->width = (uint32_t)width_of(text + at, length);
	if (cell->width > c->width)
		c->width = cell->width;
	if (c->last_cell == GRID_NONE)
		c->first_cell = g->ncells;
	else
		g->cells[c->last_cell].next = g->ncells;
	c->last_cell = g->ncells++;
}
