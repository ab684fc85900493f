/* rows.c: store rows of values. Texts are in blocks of memory; rows_clear() keeps one block for new
 * texts. */
#include "config.h"

#include "stat/rows.h"

#include "base/array.h"

#define BLOCK 16384u

struct rows_block {
	struct rows_block *next;
	char bytes[];
};

struct cell_value *rows_add(struct rows *r)
{
	struct cell_value *row;
	size_t i;

	if (ARRAY_EXTEND(r->cells, r->room, (r->n + 1) * r->width))
		return NULL;
	row = rows_at(r, r->n++);
	for (i = 0; i < r->width; i++)
		row[i].type = SQLITE_NULL;
	return row;
}

static char *text_room(struct rows *r, size_t n)
{
	struct rows_block *b;
	size_t size = n > BLOCK ? n : BLOCK;

	if (r->texts_room - r->used < n) {
		b = malloc(sizeof *b + size);
		if (!b)
			return NULL;
		b->next = r->blocks;
		r->blocks = b;
		r->texts = b->bytes;
		r->texts_room = size;
		r->used = 0;
	}
	r->used += n;
	return r->texts + r->used - n;
}

int rows_set(struct rows *r, struct cell_value *to, const struct cell_value *v)
{
	char *text = NULL;

	if (v->type == SQLITE_TEXT) {
		/* Store the length before the text, for rows_replace(). */
		text = text_room(r, sizeof v->length + v->length + 1);
		if (!text)
			return -1;
		memcpy(text, &v->length, sizeof v->length);
		text += sizeof v->length;
		memcpy(text, v->text, v->length);
		text[v->length] = '\0';
	}
	*to = *v;
	if (text)
		to->text = text;
	return 0;
}

int rows_replace(struct rows *r, struct cell_value *to, const struct cell_value *v)
{
	char *text = (char *)to->text;
	size_t most;

	if (v->type != SQLITE_TEXT || to->type != SQLITE_TEXT)
		return rows_set(r, to, v);
	memcpy(&most, text - sizeof most, sizeof most);
	if (v->length > most)
		return rows_set(r, to, v);
	memcpy(text, v->text, v->length);
	text[v->length] = '\0';
	to->length = v->length;
	return 0;
}

struct cell_value *rows_copy(struct rows *r, const struct rows *from, size_t at)
{
	struct cell_value *row = rows_add(r);
	size_t k;

	for (k = 0; row && k < from->width; k++)
		if (rows_set(r, &row[k], &rows_at(from, at)[k]))
			return NULL;
	return row;
}

void rows_put(struct out_buffer *b, const struct rows *r)
{
	size_t cells = r->n * r->width, size[2] = { r->n, 0 }, i;

	for (i = 0; i < cells; i++)
		size[1] += r->cells[i].type == SQLITE_TEXT ? r->cells[i].length + 1 : 0;
	out_bytes(b, size, sizeof size);
	out_bytes(b, r->cells, cells * sizeof *r->cells);
	for (i = 0; i < cells; i++)
		if (r->cells[i].type == SQLITE_TEXT)
			out_bytes(b, r->cells[i].text, r->cells[i].length + 1);
}

int rows_get(struct rows *r, int (*get)(void *arg, void *to, size_t n), void *arg)
{
	size_t cells, size[2], i;
	char *text;

	if (get(arg, size, sizeof size))
		return -1;
	r->n = size[0];
	cells = r->n * r->width;
	text = text_room(r, size[1] + 1);
	if (!text || ARRAY_EXTEND(r->cells, r->room, cells) ||
	    get(arg, r->cells, cells * sizeof *r->cells) || get(arg, text, size[1])) {
		r->n = 0;
		return -1;
	}
	for (i = 0; i < cells; i++)
		if (r->cells[i].type == SQLITE_TEXT) {
			r->cells[i].text = text;
			text += r->cells[i].length + 1;
		}
	return 0;
}

int rows_copy_all(struct rows *r, const struct rows *from)
{
	size_t i = 0;

	r->width = from->width;
	while (i < from->n && rows_copy(r, from, i))
		i++;
	return i < from->n ? -1 : 0;
}

void rows_clear(struct rows *r)
{
	struct rows_block *b = r->blocks, *next;

	r->n = 0;
	r->used = 0;
	if (!b)
		return;
	for (next = b->next; next; next = b->next) {
		b->next = next->next;
		free(next);
	}
}

void rows_done(struct rows *r)
{
	rows_clear(r);
	free(r->blocks);
	free(r->cells);
	memset(r, 0, sizeof *r);
}

static int rank(const struct cell_value *v)
{
	return v->type == SQLITE_NULL ? 0 : 1 + (v->type == SQLITE_TEXT);
}

int rows_compare(const struct cell_value *a, const struct cell_value *b)
{
	double v = 0, w = 0;
	int c;

	if (a->type == SQLITE_INTEGER && b->type == SQLITE_INTEGER)
		return (a->integer > b->integer) - (a->integer < b->integer);
	c = rank(a) - rank(b);
	if (c || a->type == SQLITE_NULL)
		return c;
	if (a->type == SQLITE_TEXT) {
		c = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
		return c ? c : (a->length > b->length) - (a->length < b->length);
	}
	rows_number(a, &v);
	rows_number(b, &w);
	return (v > w) - (v < w);
}

/* Arguments of compare_rows() and compare_cells(), because qsort(3) does not pass arguments. */
static _Thread_local struct {
	const struct rows *rows;
	const uint32_t *columns;
	size_t n;
	int highest;
} sorting;

static int compare_rows(size_t x, size_t y)
{
	const struct cell_value *a, *b;
	size_t i;
	int c, texts;

	for (i = 0; i < sorting.n; i++) {
		a = &rows_at(sorting.rows, x)[sorting.columns[i]];
		b = &rows_at(sorting.rows, y)[sorting.columns[i]];
		c = rows_compare(a, b);
		if (!c)
			continue;
		texts = a->type == SQLITE_TEXT && b->type == SQLITE_TEXT;
		return sorting.highest && !texts ? -c : c;
	}
	return 0;
}

static int compare_order(const void *a, const void *b)
{
	const size_t *x = a, *y = b;
	int c = compare_rows(*x, *y);

	return c ? c : (*x > *y) - (*x < *y);
}

static int compare_cells(const void *a, const void *b)
{
	const struct cell_value *x = a, *y = b;
	int c = 0;
	size_t i;

	for (i = 0; i < sorting.n && !c; i++)
		c = rows_compare(&x[i], &y[i]);
	return c;
}

int rows_have(const struct rows *r, const struct cell_value *row)
{
	sorting.n = r->width;
	return r->n > 0 &&
	       bsearch(row, r->cells, r->n, r->width * sizeof *row, compare_cells) != NULL;
}

void rows_sort(const struct rows *r, const uint32_t *columns, size_t n, int highest, size_t *order)
{
	int sorted = 1;
	size_t i;

	sorting.rows = r;
	sorting.columns = columns;
	sorting.n = n;
	sorting.highest = highest;
	for (i = 0; i < r->n; i++) {
		order[i] = i;
		sorted = sorted && (i == 0 || compare_rows(i - 1, i) <= 0);
	}
	if (!sorted)
		qsort(order, r->n, sizeof *order, compare_order);
}

int keys_are_total(const struct report *r, const struct cell_value *row)
{
	int numbers = 0;
	size_t i;

	for (i = 0; i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		if (row[i].type != SQLITE_NULL)
			return 0;
		numbers |= r->columns[i].decimals >= 0;
	}
	return numbers;
}

void keys_put(struct out_buffer *b, const struct report *r, const struct cell_value *row)
{
	int has_label = row && r->label >= 0 && row[r->label].type == SQLITE_TEXT;
	size_t i;

	b->p = b->buf;
	if (has_label)
		out_bytes(b, row[r->label].text, row[r->label].length);
	for (i = 0; row && !has_label && i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		if (b->p > b->buf)
			out_char(b, ' ');
		out_str(b, r->columns[i].name);
		out_char(b, ' ');
		if (row[i].type == SQLITE_TEXT)
			out_bytes(b, row[i].text, row[i].length);
		else if (row[i].type == SQLITE_INTEGER)
			b->p = out_put_i64(out_room(b, OUT_SLACK), row[i].integer);
		else if (row[i].type == SQLITE_FLOAT)
			out_printf(b, "%g", row[i].real);
		else
			out_char(b, '-');
	}
	out_char(b, '\0');
}
