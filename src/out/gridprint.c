/* gridprint.c: prints the cells that grid.c collected as aligned tables. If a table is wider than
 * the terminal, its columns are divided into groups, which are printed one below the other. */
#include "config.h"

#include "out/grid.h"

#include "base/array.h"
#include "cli/terminal.h"

#define COLUMN_MIN 8u /* minimum width in characters of a column that is cut */
/* Maximum number of blanks per character of data in a table. The tables of IBM's records need far
 * fewer blanks. */
#define SPARSE 64u
#define SPARSE_SMALL 65536u

struct grid_table {
	const struct grid_print *p;
	uint32_t number;
	uint32_t *columns; /* the columns in the order in which they are printed */
	uint32_t ncolumns, nkeys;
	char prefix[GRID_NAME]; /* common prefix of the field names, which headings omit */
	size_t nprefix;
	size_t label; /* number of characters of the longest label such as [3] */
};

/* ---- Parts of a line ---- */

static void put_blanks(struct out_buffer *b, size_t n)
{
	for (; n > OUT_PIECE / 2; n -= OUT_PIECE / 2)
		b->p = out_put_blanks(out_room(b, OUT_PIECE), OUT_PIECE / 2);
	b->p = out_put_blanks(out_room(b, OUT_PIECE), n);
}

void grid_put_cell(struct out_buffer *b, size_t *blanks, const struct grid_text *text, size_t room)
{
	if (text->width > room) {
		put_blanks(b, *blanks);
		out_bytes(b, text->text, width_cut(text->text, text->length, room - 3));
		out_str(b, "...");
		*blanks = 0;
		return;
	}
	put_blanks(b, *blanks + (text->right ? room - text->width : 0));
	out_bytes(b, text->text, text->length);
	*blanks = text->right ? 0 : room - text->width;
}

/* Write the label of ROW, such as [3], or [3][0] if the entry is inside another entry, so that the
 * label ends at END. Return the start of the label. */
static char *grid_put_label(const struct grid *g, uint32_t row, char *end)
{
	char digits[2 * OUT_SLACK];
	size_t n;

	for (; row != GRID_NONE && row < g->nrows; row = g->rows[row].outer) {
		n = (size_t)(out_put_u64(digits, g->rows[row].index) - digits);
		*--end = ']';
		end -= n;
		memcpy(end, digits, n);
		*--end = '[';
	}
	return end;
}

/* Maximum size of the label of an entry that is nested as deeply as layouts allow. */
#define LABEL_MAX (12u * (MONREAD_NESTING_MAX + 2))

/* ---- Properties of a table ---- */

static int is_key(const struct grid_column *c)
{
	return c->field && c->field->flags & MONREAD_KEY;
}

/* Determine the order of the columns. Key columns come first, because they are repeated in each
 * group of columns that fits into a line. */
static int set_order(struct grid_table *t)
{
	struct grid *g = t->p->grid;
	const struct grid_level *l = &g->levels[t->number];
	int keys;
	uint32_t i;

	while (g->order_room < l->ncolumns && !g->failed)
		g->failed = array_grow(&g->order, &g->order_room, sizeof *g->order) != 0;
	if (g->failed)
		return -1;
	t->columns = g->order;
	for (keys = 1; keys >= 0; keys--) {
		for (i = l->first_column; i != GRID_NONE; i = g->columns[i].next)
			if (is_key(&g->columns[i]) == keys)
				t->columns[t->ncolumns++] = i;
		if (keys)
			t->nkeys = t->ncolumns;
	}
	return 0;
}

static void set_widths(struct grid_table *t)
{
	struct grid *g = t->p->grid;
	char name[GRID_NAME], label[LABEL_MAX];
	uint32_t i, row;

	for (row = g->levels[t->number].first_row; row != GRID_NONE; row = g->rows[row].next) {
		size_t n = (size_t)(label + sizeof label -
		                    grid_put_label(g, row, label + sizeof label));

		t->label = n > t->label ? n : t->label;
	}
	for (i = 0; i < t->ncolumns; i++) {
		struct grid_column *c = &g->columns[t->columns[i]];
		size_t n = grid_heading(g, c, t->prefix, t->nprefix, name);

		n = width_of(name, n);
		if (n > c->width)
			c->width = (uint32_t)n;
	}
}

/* Return the number of characters that each line has before its first column. */
static size_t lead_of(const struct grid_table *t)
{
	return t->p->indent + t->label;
}

/* Return the width of column I: the width of its longest cell, but not more than a line has room
 * for. */
static size_t room_of(const struct grid_table *t, uint32_t i)
{
	const struct grid_column *c = &t->p->grid->columns[t->columns[i]];
	size_t used = lead_of(t) + GRID_DISTANCE, room;

	if (!t->p->limit)
		return c->width;
	room = t->p->limit > used + COLUMN_MIN ? t->p->limit - used : COLUMN_MIN;
	return c->width < room ? c->width : room;
}

/* ---- Groups of columns ---- */

struct grid_part {
	/* number of key columns that are repeated at the beginning of this group: 0 or all of
	 * them */
	uint32_t keys;
	uint32_t from, to; /* the other columns: grid_table.columns from ->from to ->to - 1 */
};

static size_t width_of_keys(const struct grid_table *t)
{
	size_t n = 0;
	uint32_t i;

	for (i = 0; i < t->nkeys; i++)
		n += GRID_DISTANCE + room_of(t, i);
	return n;
}

static struct grid_part part_from(const struct grid_table *t, uint32_t from)
{
	struct grid_part part = { 0, from, from };
	size_t used = lead_of(t);

	/* Do not repeat keys that would fill more than half of the line. */
	if (from > 0 && used + width_of_keys(t) <= t->p->limit / 2) {
		part.keys = t->nkeys;
		used += width_of_keys(t);
	}
	while (part.to < t->ncolumns) {
		used += GRID_DISTANCE + room_of(t, part.to);
		if (t->p->limit && used > t->p->limit && part.to > from)
			break;
		part.to++;
	}
	return part;
}

/* Set *COLUMN to the number of the column at position I of the group, counting also the key
 * columns. Return 0 if the group has no column at this position. */
static int column_at(const struct grid_part *part, uint32_t i, uint32_t *column)
{
	*column = i < part->keys ? i : part->from + (i - part->keys);
	return *column < part->to;
}

static void grid_put_headings(const struct grid_table *t, const struct grid_part *part)
{
	const struct grid *g = t->p->grid;
	struct out_buffer *b = t->p->b;
	size_t blanks = lead_of(t) + GRID_DISTANCE, n;
	struct grid_text text;
	char name[GRID_NAME];
	uint32_t i, column;

	for (i = 0; column_at(part, i, &column); i++) {
		const struct grid_column *c = &g->columns[t->columns[column]];

		n = grid_heading(g, c, t->prefix, t->nprefix, name);
		text = (struct grid_text){ name, n, width_of(name, n), c->right };
		grid_put_cell(b, &blanks, &text, room_of(t, column));
		blanks += GRID_DISTANCE;
	}
	out_char(b, '\n');
}

/* Return the cell of the column C in ROW, or NULL. Call this function with ascending rows, because
 * it searches only the cells after the cell that it found last. */
static const struct grid_cell *cell_of(const struct grid *g, struct grid_column *c, uint32_t row)
{
	while (c->cell != GRID_NONE && g->cells[c->cell].row < row)
		c->cell = g->cells[c->cell].next;
	return c->cell != GRID_NONE && g->cells[c->cell].row == row ? &g->cells[c->cell] : NULL;
}

static void grid_put_row(const struct grid_table *t, const struct grid_part *part, uint32_t row)
{
	struct grid *g = t->p->grid;
	struct out_buffer *b = t->p->b;
	char room[LABEL_MAX], *end = room + sizeof room, *label = grid_put_label(g, row, end);
	size_t blanks = t->p->indent, n = (size_t)(end - label);
	struct grid_text text = { label, n, n, 1 };
	uint32_t i, column;

	grid_put_cell(b, &blanks, &text, t->label);
	for (i = 0; column_at(part, i, &column); i++) {
		struct grid_column *c = &g->columns[t->columns[column]];
		const struct grid_cell *cell = cell_of(g, c, row);
		size_t width = room_of(t, column);

		blanks += GRID_DISTANCE;
		if (!cell) {
			blanks += width;
			continue;
		}
		text = (struct grid_text){ t->p->text + cell->at, cell->length, cell->width,
			                   c->right };
		grid_put_cell(b, &blanks, &text, width);
	}
	out_char(b, '\n');
}

static void grid_put_part(const struct grid_table *t, const struct grid_part *part)
{
	struct grid *g = t->p->grid;
	uint32_t i, column, row;

	for (i = 0; column_at(part, i, &column); i++)
		g->columns[t->columns[column]].cell = g->columns[t->columns[column]].first_cell;
	grid_put_headings(t, part);
	for (row = g->levels[t->number].first_row; row != GRID_NONE; row = g->rows[row].next)
		grid_put_row(t, part, row);
}

/* ---- All tables ---- */

void grid_print_table(const struct grid_print *p, uint32_t table)
{
	struct grid_table t = { .p = p, .number = table };
	struct grid_part part;

	if (set_order(&t))
		return;
	t.nprefix = grid_prefix(p->grid, table, t.prefix);
	set_widths(&t);
	for (part = part_from(&t, 0); part.from < t.ncolumns; part = part_from(&t, part.to))
		grid_put_part(&t, &part);
}

int grid_is_sparse(const struct grid *g)
{
	uint64_t there = SPARSE_SMALL, needed = 0, width;
	uint32_t i, c;

	for (i = 0; i < g->ncells; i++)
		there += SPARSE * ((uint64_t)g->cells[i].width + GRID_DISTANCE);
	for (i = 0; i < g->nlevels; i++) {
		width = 0;
		for (c = g->levels[i].first_column; c != GRID_NONE; c = g->columns[c].next)
			width += g->columns[c].width + GRID_DISTANCE;
		needed += width * g->levels[i].nrows;
	}
	return needed > there;
}

void grid_print_flat(const struct grid_print *p)
{
	const struct grid *g = p->grid;
	char room[LABEL_MAX], name[GRID_NAME], *label;
	uint32_t row = GRID_NONE, i;

	for (i = 0; i < g->ncells; i++) {
		const struct grid_cell *c = &g->cells[i];
		size_t n = grid_name(g, &g->columns[c->column], name);

		if (c->row != row) {
			if (row != GRID_NONE)
				out_char(p->b, '\n');
			row = c->row;
			label = grid_put_label(g, row, room + sizeof room);
			put_blanks(p->b, p->indent);
			out_bytes(p->b, label, (size_t)(room + sizeof room - label));
		}
		out_bytes(p->b, "  ", GRID_DISTANCE);
		out_bytes(p->b, name, n);
		out_char(p->b, '=');
		out_bytes(p->b, p->text + c->at, c->length);
	}
	if (row != GRID_NONE)
		out_char(p->b, '\n');
}
