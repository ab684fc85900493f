/* grid.c: collects the cells of arrays for --wide. */
#include "config.h"

#include "out/grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/terminal.h"

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

/* Make room for one more element in the array P, which has N elements. Gives 1 if out of memory. */
#define GROW(g, p, n, room) ((g)->failed || ((g)->failed = ARRAY_GROW(p, n, room) != 0))

static void grid_add_level(struct grid *g, uint32_t parent, const struct monread_field *f,
                           const char *name, int is_table)
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
	grid_add_level(g, GRID_NONE, NULL, name, 1);
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
	grid_add_level(g, level, f, f->name, is_table);
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
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED ||
	        f->format == MONREAD_INTERVAL || f->format == MONREAD_FIXED11);
}

static void grid_add_column(struct grid *g, uint32_t level, const struct monread_field *f,
                            const char *name, enum grid_kind kind, uint32_t number)
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

/* Return the column that comes after the column of the last cell. The next cell is in this column
 * if all entries have the same fields in the same order. */
static uint32_t next_column(const struct grid *g, uint32_t level)
{
	const struct grid_level *t = &g->levels[g->levels[level].table];

	return t->column == GRID_NONE ? t->first_column : g->columns[t->column].next;
}

static int is_column(const struct grid_column *c, uint32_t level, const struct monread_field *f,
                     const char *name, enum grid_kind kind, uint32_t number)
{
	return c->level == level && c->field == f && c->name == name && c->kind == kind &&
	       c->number == number;
}

static uint32_t find_column(struct grid *g, uint32_t level, const struct monread_field *f,
                            const char *name, enum grid_kind kind, uint32_t number)
{
	uint64_t hash = mr_hash_pointer(name,
	                                (uint64_t)level << 34 | (uint64_t)kind << 32 | number);
	const struct hash_slot *s;

	for (s = hash_first(&g->column_of, hash); s->item; s = hash_next(&g->column_of, s))
		if (is_column(&g->columns[s->item - 1], level, f, name, kind, number))
			return s->item - 1;
	g->failed = hash_put(&g->column_of, hash, g->ncolumns) != 0;
	grid_add_column(g, level, f, name, kind, number);
	return g->ncolumns - 1;
}

uint32_t grid_column(struct grid *g, uint32_t level, const struct monread_field *f,
                     const char *name, enum grid_kind kind, uint32_t number)
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

void grid_cell(struct grid *g, uint32_t row, uint32_t column, const char *text, size_t at,
               size_t length)
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

/* ---- Headings ---- */

static size_t add_text(char name[GRID_NAME], size_t n, const char *s)
{
	while (*s && n + 1 < GRID_NAME)
		name[n++] = *s++;
	return n;
}

/* Return the length of the name of the DSECT at the beginning of NAME, such as SYTLCK_ in
 * SYTLCK_CALLCKID. */
static size_t grid_dsect_of(const char *name)
{
	const char *end = strchr(name, '_');

	return end ? (size_t)(end + 1 - name) : 0;
}

/* Append PART to NAME, which has N characters. If NAME and PART both begin with the name of the
 * DSECT, omit it from PART. */
static size_t add_part(char name[GRID_NAME], size_t n, const char *part, const char *separator)
{
	size_t dsect = grid_dsect_of(part);

	if (n == 0)
		return add_text(name, 0, part);
	n = add_text(name, n, separator);
	return add_text(name, n, dsect && strncmp(name, part, dsect) == 0 ? part + dsect : part);
}

/* Append to NAME the names of the structures that contain LEVEL, from the outermost structure of
 * the table to the innermost one. */
static size_t add_levels(const struct grid *g, char name[GRID_NAME], uint32_t level)
{
	const struct grid_level *l = &g->levels[level];

	if (l->table == level)
		return 0;
	return add_part(name, add_levels(g, name, l->parent), l->name, "_");
}

static size_t add_number(char name[GRID_NAME], size_t n, uint32_t number, int is_hex)
{
	char digits[2 * OUT_SLACK];
	char *end = is_hex ? out_put_hexnum(digits, number, 0, ' ') : out_put_u64(digits, number);

	*end = '\0';
	return add_text(name, n, digits);
}

static int grid_is_reserved(const struct grid_column *c)
{
	return c->field && c->field->flags & MONREAD_RESERVED;
}

size_t grid_name(const struct grid *g, const struct grid_column *c, char name[GRID_NAME])
{
	size_t n = add_part(name, add_levels(g, name, c->level), c->name, c->field ? "_" : " ");

	if (c->kind == GRID_ELEMENT) {
		n = add_text(name, n, "(");
		n = add_text(name, add_number(name, n, c->number, 0), ")");
	} else if (c->kind == GRID_BYTES && c->number) {
		n = add_number(name, add_text(name, n, " "), c->number, 1);
	} else if (grid_is_reserved(c)) {
		n = add_number(name, n, c->field->offset, 1);
	}
	name[n] = '\0';
	return n;
}

/* Return the length of the longest beginning of NAME that is shorter than N and ends with "_"; 0 if
 * NAME has no such beginning. */
static size_t shorter_prefix(const char *name, size_t n)
{
	n -= n > 0 && name[n - 1] == '_';
	while (n > 0 && name[n - 1] != '_')
		n--;
	return n;
}

/* Return how many characters, at most N, are equal at the beginning of NAME and OTHER. */
static size_t common_prefix(const char *name, const char *other, size_t n)
{
	size_t i;

	for (i = 0; i < n && name[i] && name[i] == other[i]; i++)
		;
	return i;
}

/* Shorten N, the length of a common prefix of NAME and OTHER, by whole words until the rest of
 * OTHER begins with a letter. Return the new length. */
static size_t whole_words(const char *name, const char *other, size_t n)
{
	while (n > 0 && !mr_is_letter(other[n]))
		n = shorter_prefix(name, n);
	return n;
}

/* Call F(first field name, field name, N) for each field name of TABLE. Each call gets the result
 * of the previous call as N. Return the last result. */
static size_t for_all_names(const struct grid *g, uint32_t table, char name[GRID_NAME], size_t n,
                            size_t (*f)(const char *, const char *, size_t))
{
	char other[GRID_NAME];
	uint32_t i;

	for (i = g->levels[table].first_column; i != GRID_NONE && n > 0; i = g->columns[i].next) {
		const struct grid_column *c = &g->columns[i];

		if (!c->field || grid_is_reserved(c))
			continue;
		if (n == GRID_NAME)
			n = grid_name(g, c, name);
		grid_name(g, c, other);
		n = f(name, other, n);
	}
	return n == GRID_NAME ? 0 : n;
}

size_t grid_prefix(const struct grid *g, uint32_t table, char name[GRID_NAME])
{
	size_t n = for_all_names(g, table, name, GRID_NAME, common_prefix), before;

	do {
		before = n;
		n = for_all_names(g, table, name, n, whole_words);
	} while (n < before);
	/* Names without "_" have no word boundary at which a prefix could end. */
	return memchr(name, '_', n) ? n : 0;
}

size_t grid_heading(const struct grid *g, const struct grid_column *c, const char *prefix, size_t n,
                    char name[GRID_NAME])
{
	size_t length = grid_name(g, c, name);

	if (n > 0 && strncmp(name, prefix, n) == 0) {
		length -= n;
		memmove(name, name + n, length + 1);
	}
	if (c->field && c->field->flags & MONREAD_COUNTDOWN)
		length = add_text(name, length, "(used)");
	if (c->field && c->field->flags & MONREAD_UNPROVEN)
		length = add_text(name, length, "?");
	name[length] = '\0';
	return length;
}
