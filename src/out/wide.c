/* wide.c: for --wide, collects the values of an array in grids, and prints the grids when the
 * outermost array ends. An array inside the entries of another array is a separate table. */
#include "config.h"

#include "out/text_fields.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/grid.h"
#include "base/array.h"
#include "base/ascii.h"
#include "base/hash.h"

/* Maximum depth of nested arrays, entries and structures in a layout. */
#define LEVELS_MAX (3u * (MONREAD_NESTING_MAX + 2))

#define PLACES 12u      /* width of "  Hex  Len  " */
#define PRINT_INDENT 4u /* indentation of table lines */
#define LIST_MOST 16u   /* maximum elements per line */
/* Maximum size of the full name of a column, which includes the names of structures; longer names
 * are cut. */
#define NAME_SIZE 640u
/* Maximum number of blanks per character of data in a table. The tables of IBM's records need far
 * fewer blanks. */
#define SPARSE 64u
#define SPARSE_SMALL 65536u

#define NONE UINT32_MAX

enum wide_kind {
	WIDE_TABLE,     /* an array */
	WIDE_STRUCTURE, /* a structure in the entries of an array; its fields are columns, too */
	WIDE_FIELD,     /* a column */
	WIDE_ELEMENT,   /* a column for one element of a list; ->number is the index */
	/* a column for bytes that the layout does not describe; ->number is their offset in the
	 * structure */
	WIDE_BYTES
};

struct wide_node {
	uint32_t parent; /* node of the array or structure around this node; NONE: no array */
	enum wide_kind kind;
	uint32_t number;
	const struct monread_field *field; /* NULL for the outermost array and for WIDE_BYTES */
	const char *name;
	uint32_t table;  /* table of the columns */
	uint32_t column; /* number of the column in the grid */
	/* The name with the names of structures, such as STRUCTURE_FIELD or FIELD(2); "" for an
	 * array. It is in ->cells of struct wide at this offset. */
	size_t full;
	uint32_t length;
};

struct wide_table {
	struct grid grid; /* column 0 has labels such as [3] */
	uint32_t node;
	uint32_t at; /* position in the grid after the column of the last cell */
	/* the prefix that all field names have in common, and which headings omit: its offset in
	 * ->cells of struct wide, and its length */
	size_t prefix, nprefix;
};

/* An array, an entry or a structure that encloses the current field. */
struct wide_inside {
	uint32_t node;
	uint32_t offset; /* offset in the record */
	int is_entry;
	uint32_t index; /* index of the entry */
};

struct wide {
	struct wide_node *nodes;
	uint32_t nnodes;
	size_t nodes_room;
	struct hash_table by_key; /* finds a node by its first five members */
	struct wide_table *tables;
	uint32_t ntables;
	size_t tables_room;
	/* text of cells and names; while W collects cells, this is the buffer of the output
	 * instead */
	struct out_buffer cells;
	int failed;     /* 1: some cells are missing because memory was short */
	unsigned depth; /* 0: not in an array */
	struct wide_inside inside[LEVELS_MAX];
	struct monread_value outermost; /* offset and length of the outermost array or list */
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
	free(wide->nodes);
	hash_free(&wide->by_key);
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
	return &wide->tables[wide->nodes[inside_of(wide)->node].table];
}

/* ---- Names ---- */

static size_t add_text(char name[NAME_SIZE], size_t n, const char *s)
{
	while (*s && n + 1 < NAME_SIZE)
		name[n++] = *s++;
	name[n] = '\0';
	return n;
}

/* Return the length of the name of the DSECT at the beginning of NAME, such as SYTLCK_ in
 * SYTLCK_CALLCKID. */
static size_t wide_dsect_of(const char *name)
{
	const char *end = strchr(name, '_');

	return end ? (size_t)(end + 1 - name) : 0;
}

static int wide_is_reserved(const struct wide_node *node)
{
	return node->field && node->field->flags & MONREAD_RESERVED;
}

/* Write the full name of NODE to B, the buffer that also has the full name of the structure around
 * NODE. */
static void put_full_name(struct wide *wide, struct out_buffer *b, struct wide_node *node)
{
	const struct wide_node *parent = &wide->nodes[node->parent];
	char name[NAME_SIZE], number[2 * OUT_SLACK] = "";
	size_t n = parent->length, dsect = wide_dsect_of(node->name);

	memcpy(name, b->buf + parent->full, n);
	if (n > 0)
		n = add_text(name, n, node->kind == WIDE_BYTES ? " " : "_");
	/* If the names of both begin with the name of the DSECT, write it only once. */
	if (n == 0 || strncmp(name, node->name, dsect) != 0)
		dsect = 0;
	n = add_text(name, n, node->name + dsect);
	if (node->kind == WIDE_ELEMENT)
		snprintf(number, sizeof number, "(%u)", (unsigned)node->number);
	else if (node->kind == WIDE_BYTES && node->number)
		snprintf(number, sizeof number, " %X", (unsigned)node->number);
	else if (wide_is_reserved(node))
		snprintf(number, sizeof number, "%X", (unsigned)node->field->offset);
	n = add_text(name, n, number);
	node->full = (size_t)(b->p - b->buf);
	node->length = (uint32_t)n;
	out_bytes(b, name, n + 1);
}

/* ---- Nodes ---- */

static int is_node(const struct wide_node *a, const struct wide_node *b)
{
	return a->parent == b->parent && a->field == b->field && a->name == b->name &&
	       a->kind == b->kind && a->number == b->number;
}

static uint64_t hash_of_node(const struct wide_node *node)
{
	uint64_t kind = (uint64_t)node->parent << 35 | (uint64_t)node->kind << 32;

	return mr_hash_pointer(node->name, kind | node->number);
}

static uint32_t find_node(const struct wide *wide, const struct wide_node *wanted)
{
	const struct hash_slot *s = hash_first(&wide->by_key, hash_of_node(wanted));

	while (s->item && !is_node(&wide->nodes[s->item - 1], wanted))
		s = hash_next(&wide->by_key, s);
	return s->item ? s->item - 1 : NONE;
}

static int is_right(const struct monread_field *f)
{
	return f && !f->nmeanings &&
	       (f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED ||
	        f->format == MONREAD_INTERVAL || f->format == MONREAD_FIXED11);
}

/* Make NODE, a WIDE_TABLE, a table without rows. Return 0, or -1 if out of memory. */
static int add_table(struct wide *wide, struct wide_node *node)
{
	struct wide_table *t;

	if (ARRAY_EXTEND(wide->tables, wide->tables_room, wide->ntables + 1u))
		return -1;
	node->table = wide->ntables;
	t = &wide->tables[wide->ntables++];
	grid_clear(&t->grid);
	grid_add_column(&t->grid, 0, GRID_FIRST, 1);
	t->node = wide->nnodes;
	t->at = 1;
	return 0;
}

/* Add NODE, and write its full name to B. Return its number; after ENOMEM, which sets ->failed,
 * return 0. */
static uint32_t add_node(struct wide *wide, struct out_buffer *b, struct wide_node node)
{
	int is_key = node.field && node.field->flags & MONREAD_KEY;
	struct wide_table *t;

	if (wide->failed || ARRAY_GROW(wide->nodes, wide->nnodes, wide->nodes_room) ||
	    hash_put(&wide->by_key, hash_of_node(&node), wide->nnodes) ||
	    (node.kind == WIDE_TABLE && add_table(wide, &node))) {
		wide->failed = 1;
		return 0;
	}
	if (node.kind != WIDE_TABLE)
		put_full_name(wide, b, &node);
	if (node.kind > WIDE_STRUCTURE) {
		t = &wide->tables[node.table];
		node.column = grid_add_column(&t->grid, t->at, is_key ? GRID_KEY : GRID_OTHER,
		                              is_right(node.field));
		t->grid.columns[node.column].tag = wide->nnodes;
	}
	wide->nodes[wide->nnodes] = node;
	return wide->nnodes++;
}

/* Return the node for something inside the current array or structure. */
static struct wide_node node_inside(const struct wide *wide, enum wide_kind kind,
                                    const struct monread_field *f, const char *name,
                                    uint32_t number)
{
	uint32_t parent = inside_of(wide)->node;

	return (struct wide_node){ .parent = parent,
		                   .kind = kind,
		                   .number = number,
		                   .field = f,
		                   .name = name,
		                   .table = wide->nodes[parent].table };
}

/* Return the number of the column for NODE. Add a column after the column of the last cell if the
 * table does not have this column. */
static uint32_t column_of(struct wide *wide, struct out_buffer *b, const struct wide_node *node)
{
	struct wide_table *t = &wide->tables[node->table];
	const struct grid *g = &t->grid;
	uint32_t n;

	/* Usually all entries have the same fields in the same order. */
	if (t->at < g->ncolumns && is_node(&wide->nodes[g->columns[g->order[t->at]].tag], node))
		return g->order[t->at++];
	n = find_node(wide, node);
	if (n == NONE)
		n = add_node(wide, b, *node);
	if (wide->failed || g->failed)
		return 0;
	for (t->at = 1; g->order[t->at - 1] != wide->nodes[n].column; t->at++)
		;
	return wide->nodes[n].column;
}

/* ---- Cells ---- */

/* Begin a cell: it gets the text that W writes from now on. Return the value for the parameter AT
 * of end_cell(). */
static size_t begin_cell(const struct out_worker *w)
{
	return (size_t)(w->b.p - w->b.buf);
}

static void end_cell(struct out_worker *w, size_t at, const struct wide_node *node)
{
	struct wide *wide = wide_of(w);
	size_t length = (size_t)(w->b.p - w->b.buf) - at;
	uint32_t column = 0;

	if (w->b.error || wide->failed)
		return;
	if (node)
		column = column_of(wide, &w->b, node);
	if (!w->b.error)
		grid_add_cell(&current_table(wide)->grid, column, w->b.buf, at, length);
}

int wide_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);
	struct wide_node node;
	size_t at;

	if (wide->depth == 0)
		return w->settings->explain ? explain_field(w, v) : text_field(w, v);
	if (v->format == MONREAD_GROUP || (v->field->flags & MONREAD_MARKER && v->length == 0) ||
	    wide->failed)
		return 0;
	at = begin_cell(w);
	w->b.p = out_put_value(w, &((const struct text *)w->state)->style,
	                       out_room(&w->b, OUT_VALUE_ROOM), v);
	/* The names of bits are shown without the name of the DSECT. */
	text_put_names(w, v, wide_dsect_of(v->field->name));
	node = node_inside(wide, WIDE_FIELD, v->field, v->field->name, 0);
	if (wide->in_list && wide->depth == 1) {
		/* All elements of an outermost list are in one column. */
		wide->tables[0].at = 1;
		if (wide->tables[0].grid.ncells == 0)
			wide->list_first = v->index;
	} else if (wide->in_list) {
		node.kind = WIDE_ELEMENT;
		node.number = v->index;
	}
	end_cell(w, at, &node);
	return 0;
}

static void put_bytes(struct out_worker *w, const struct monread_value *v, const char *name,
                      uint32_t number)
{
	const struct wide *wide = wide_of(w);
	size_t at = begin_cell(w);
	struct wide_node node;

	if (wide->failed)
		return;
	out_hex(&w->b, v->bytes, v->length);
	node = node_inside(wide, WIDE_BYTES, NULL, name, number);
	end_cell(w, at, &node);
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

/* ---- Headings ---- */

/* Return the length of the longest beginning of NAME that is shorter than N and ends with "_"; 0 if
 * NAME has no such beginning. */
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
			const struct wide_node *node = &wide->nodes[t->grid.columns[i].tag];

			if (!node->field || wide_is_reserved(node))
				continue;
			name = wide->cells.buf + node->full;
			if (!prefix) {
				prefix = name;
				n = node->length;
				t->prefix = node->full;
			}
			while (n > 0 && strncmp(prefix, name, n) != 0)
				n--;
			/* The second pass makes the prefix shorter by whole words, until the rest
			 * of each name begins with a letter. */
			while (by_words && n > 0 && !mr_is_letter(name[n]))
				n = shorter_prefix(prefix, n);
		}
	} while (by_words++ == 0 || n < before);
	/* Names without "_" have no word boundary at which a prefix could end. */
	t->nprefix = n > 0 && memchr(prefix, '_', n) ? n : 0;
}

/* Set the headings of T: the full names without the prefix. Add "(used)" if a field counts down,
 * and "?" if its layout is unproven. */
static void set_headings(struct wide *wide, struct wide_table *t)
{
	struct out_buffer *b = &wide->cells;
	uint32_t i;

	for (i = 1; i < t->grid.ncolumns && !b->error; i++) {
		const struct wide_node *node = &wide->nodes[t->grid.columns[i].tag];
		unsigned flags = node->field ? node->field->flags : 0;
		const char *name;
		size_t at;

		/* Make room now, so that out_printf() does not move the names. */
		out_room(b, OUT_PIECE);
		at = (size_t)(b->p - b->buf);
		name = b->buf + node->full;
		if (strncmp(name, b->buf + t->prefix, t->nprefix) == 0)
			name += t->nprefix;
		out_printf(b, "%s%s%s", name, flags & MONREAD_COUNTDOWN ? "(used)" : "",
		           flags & MONREAD_UNPROVEN ? "?" : "");
		if (!b->error)
			grid_add_heading(&t->grid, i, b->buf, at, (size_t)(b->p - b->buf) - at);
	}
}

/* ---- Tables ---- */

/* Print a line such as " 28 40 SYTLCK_CALLKDATA 11 entries", and the prefix that headings omit. */
static void put_table_line(struct out_worker *w, const struct wide_table *t)
{
	const struct text *text = w->state;
	const struct wide *wide = text->wide;
	const char *name = wide->nodes[t->node].name;

	if (t == wide->tables)
		w->b.p = text_put_name(w, text, name, strlen(name), wide->outermost.offset,
		                       wide->outermost.length);
	else
		out_printf(&w->b, "%*s%s  ", (int)(PLACES + text->indent), "", name);
	out_printf(&w->b, t->grid.nrows == 1 ? "%u entry" : "%u entries", (unsigned)t->grid.nrows);
	if (t->nprefix > 0)
		out_printf(&w->b, ", names begin with %.*s", (int)t->nprefix,
		           wide->cells.buf + t->prefix);
	out_char(&w->b, '\n');
}

/* Print a legend: one line for each column that has a description. */
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
			const struct monread_field *f = wide->nodes[c->tag].field;

			/* The elements of a list share one field: print one line for all of
			 * them. */
			if (!f || f == before || !f->text[0])
				continue;
			before = f;
			if (!shown) {
				longest = c->heading.length > longest ? c->heading.length : longest;
				continue;
			}
			explain_begin_line(w);
			out_blanks(&w->b, PLACES + text->indent);
			out_bytes(&w->b, wide->cells.buf + c->heading.at, c->heading.length);
			explain_end_line(w, PLACES + text->indent + longest, f->text);
		}
	}
}

/* Return 1 if the columns of G, without the labels, would consist mostly of blanks. */
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
		const struct wide_node *node = &wide->nodes[g->columns[c->column].tag];

		if (c->column == 0) {
			out_str(&w->b, i > 0 ? "\n" : "");
			out_blanks(&w->b, indent);
		} else {
			out_str(&w->b, "  ");
			out_bytes(&w->b, text + node->full, node->length);
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
	size_t lead = PLACES + t->indent + t->column, limit = w->settings->width, n;

	if (!limit)
		return LIST_MOST;
	n = limit > lead + width ? (limit - lead + GRID_DISTANCE) / (width + GRID_DISTANCE) : 1;
	return n < LIST_MOST ? (uint32_t)n : LIST_MOST;
}

/* Print the elements FIRST to END - 1 in one line, after the name of the first element. */
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
	out_str(&w->b, v->field->flags & MONREAD_UNPROVEN ? " ?\n" : "\n");
}

/* Print the elements of a list side by side, each with the width of the widest element. */
static void wide_put_list(struct out_worker *w)
{
	const struct wide *wide = wide_of(w);
	const struct grid *g = &wide->tables[0].grid;
	uint32_t i, n = g->ncells ? elements_in_line(w, g->columns[1].width) : 0;

	for (i = 0; i < g->ncells; i += n) {
		if (w->settings->explain)
			explain_begin_line(w);
		wide_put_elements(w, i, g->ncells - i < n ? g->ncells : i + n);
		if (w->settings->explain)
			explain_end_line(w, 0, i == 0 ? wide->outermost.field->text : "");
	}
}

/* ---- Levels ---- */

/* Enter something inside NODE whose bytes are V. */
static void enter_level(struct wide *wide, uint32_t node, const struct monread_value *v,
                        int is_entry)
{
	struct wide_inside *in = &wide->inside[wide->depth];

	/* The layout reader allows no deeper levels. */
	if (wide->depth++ >= LEVELS_MAX)
		return;
	in->node = node;
	in->offset = v->offset;
	in->is_entry = is_entry;
	in->index = v->index;
}

static void begin_array(struct out_worker *w, const struct monread_place *place)
{
	struct wide *wide = wide_of(w);
	struct wide_node node = { .parent = NONE, .kind = WIDE_TABLE, .name = place->name };

	hash_clear(&wide->by_key);
	wide->nnodes = wide->ntables = 0;
	wide->failed = 0;
	wide->outermost = *place->value;
	wide->in_list = place->level == MONREAD_LEVEL_LIST;
	wide->cells.p = wide->cells.buf;
	wide->cells.error = 0;
	add_node(wide, &wide->cells, node);
	enter_level(wide, 0, place->value, 0);
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

/* Begin the row for an entry of the current array, with a label such as [3], or [3][0] if the array
 * is inside an entry. */
static void begin_row(struct out_worker *w, const struct monread_value *v)
{
	struct wide *wide = wide_of(w);
	struct wide_table *t = current_table(wide);
	size_t at = begin_cell(w);
	unsigned i;

	enter_level(wide, inside_of(wide)->node, v, 1);
	for (i = 0; i < wide->depth && i < LEVELS_MAX; i++)
		if (wide->inside[i].is_entry) {
			out_char(&w->b, '[');
			w->b.p = out_put_u64(out_room(&w->b, OUT_SLACK), wide->inside[i].index);
			out_char(&w->b, ']');
		}
	t->at = 1;
	grid_add_row(&t->grid);
	end_cell(w, at, NULL);
}

int wide_begin(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct wide *wide = wide_of(w);
	const struct monread_value *v = place->value;
	struct wide_node node;
	uint32_t n;

	if (wide->depth == 0 && place->level != MONREAD_LEVEL_ARRAY &&
	    place->level != MONREAD_LEVEL_LIST)
		return w->settings->explain ? explain_begin(w, place) : text_begin(w, place);
	if (wide->depth == 0) {
		begin_array(w, place);
		return 0;
	}
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		wide->in_list = 1;
		break;
	case MONREAD_LEVEL_ENTRY:
		begin_row(w, v);
		break;
	default:
		node = node_inside(wide,
		                   place->level == MONREAD_LEVEL_ARRAY ? WIDE_TABLE :
		                                                         WIDE_STRUCTURE,
		                   v->field, v->field->name, 0);
		n = find_node(wide, &node);
		enter_level(wide, n == NONE ? add_node(wide, &w->b, node) : n, v, 0);
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
		end_array(w);
	return 0;
}
