/* grid.c: collects the cells of arrays for --wide. */
#include "config.h"

#include "out/grid.h"

#include <stdlib.h>
#include <string.h>

#include "cli/width.h"
#include "port/array.h"

void grid_done(struct grid *g)
{
	hash_free(&g->level_of);
	hash_free(&g->column_of);
	free(g->levels);
	free(g->columns);
	free(g->rows);
	free(g->cells);
	free(g->order);
	memset(g, 0, sizeof *g);
}

/* Make room for one more of the N elements of P. */
#define GROW(g, p, n, room) ((g)->failed || ((g)->failed = ARRAY_GROW(p, n, room) != 0))

static void add_level(struct grid *g, uint32_t parent, const struct monread_field *f, const char *name, int is_table)
{
	struct grid_level *l;

	if (GROW(g, g->levels, g->nlevels, g->levels_room))
		return;
	l = &g->levels[g->nlevels];
	memset(l, 0, sizeof *l);
	l->parent = parent;
	l->field = f;
	l->table = is_table ? g->nlevels : g->levels[parent].table;
	l->name = name;
	l->first_column = l->column = l->first_row = l->last_row = GRID_NONE;
	g->nlevels++;
}

void grid_clear(struct grid *g, const char *name)
{
	hash_clear(&g->level_of);
	hash_clear(&g->column_of);
	g->nlevels = g->ncolumns = g->nrows = g->ncells = 0;
	g->failed = 0;
	add_level(g, GRID_NONE, NULL, name, 1);
}

uint32_t grid_level(struct grid *g, uint32_t level, const struct monread_field *f, int is_table)
{
	uint64_t hash = mr_hash_pointer(f, level);
	const struct hash_slot *s;

	if (g->failed)
		return GRID_NONE;
	for (s = hash_first(&g->level_of, hash); s->item; s = hash_next(&g->level_of, s))
		if (g->levels[s->item - 1].field == f && g->levels[s->item - 1].parent == level)
			return s->item - 1;
	g->failed = hash_put(&g->level_of, hash, g->nlevels) != 0;
	add_level(g, level, f, f->name, is_table);
	return g->failed ? GRID_NONE : g->nlevels - 1;
}

uint32_t grid_row(struct grid *g, uint32_t table, uint32_t outer, uint32_t index)
{
	struct grid_level *t;
	struct grid_row *r;

	if (GROW(g, g->rows, g->nrows, g->rows_room))
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

	if (GROW(g, g->columns, g->ncolumns, g->columns_room))
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

/* Return the column after the column of the last cell, which is usually the right one. */
static uint32_t next_column(const struct grid *g, uint32_t level)
{
	const struct grid_level *t = &g->levels[g->levels[level].table];

	return t->column == GRID_NONE ? t->first_column : g->columns[t->column].next;
}

static int is_column(const struct grid_column *c, uint32_t level, const struct monread_field *f, const char *name,
                     enum grid_kind kind, uint32_t number)
{
	return c->level == level && c->field == f && c->name == name && c->kind == kind && c->number == number;
}

static uint32_t find_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                            enum grid_kind kind, uint32_t number)
{
	uint64_t hash = mr_hash_pointer(name, (uint64_t)level << 34 | (uint64_t)kind << 32 | number);
	const struct hash_slot *s;

	for (s = hash_first(&g->column_of, hash); s->item; s = hash_next(&g->column_of, s))
		if (is_column(&g->columns[s->item - 1], level, f, name, kind, number))
			return s->item - 1;
	g->failed = hash_put(&g->column_of, hash, g->ncolumns) != 0;
	add_column(g, level, f, name, kind, number);
	return g->ncolumns - 1;
}

uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f, const char *name,
                     enum grid_kind kind, uint32_t number)
{
	uint32_t n;

	if (g->failed)
		return GRID_NONE;
	n = next_column(g, level);
	if (n == GRID_NONE || !is_column(&g->columns[n], level, f, name, kind, number))
		n = find_column(g, level, f, name, kind, number);
	if (g->failed)
		return GRID_NONE;
	g->levels[g->levels[level].table].column = n;
	return n;
}

void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at, size_t length)
{
	struct grid_column *c;
	struct grid_cell *cell;

	if (GROW(g, g->cells, g->ncells, g->cells_room))
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
