/* row.c: makes rows of tables from a record, with the decoder (fill.c). */
#include "config.h"

#include "table/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/cell.h"
#include "table/fill.h"

/* ---- Plans ---- */

const struct table_plan *rows_plan_of(struct table_rows *r, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(r->plans.list, r->plans.n, l->id + 1u)) {
		errno = ENOMEM;
		return NULL;
	}
	if (!r->plans.list[l->id])
		r->plans.list[l->id] = table_plan_of(r->schema, l);
	return r->plans.list[l->id];
}

/* ---- Rows ---- */

static inline void put_text(struct table_cell *c, const char *s, size_t n)
{
	table_cell_bytes(c, n ? TABLE_UTF8 : TABLE_NULL, (const unsigned char *)s, (uint32_t)n);
}

void table_put_leading(const struct table_record *record, size_t system_length, size_t file_length,
                       struct table_cell *c)
{
	const struct monread_ev *ev = record->ev;

	put_text(&c[LEAD_SYSTEM], record->system, system_length);
	put_text(&c[LEAD_FILE], record->file, file_length);
	table_cell_number(&c[LEAD_OFFSET], ev->offset);
	table_cell_number(&c[LEAD_DATASET], ev->dataset);
	if (ev->mce->type == MONREAD_EVENT)
		put_text(&c[LEAD_SET_TYPE], "event", 5);
	else
		put_text(&c[LEAD_SET_TYPE], "sample", 6);
	if (record->in_interval) {
		c[LEAD_INTERVAL].integer = monread_tod_to_unix_us(record->interval);
		c[LEAD_INTERVAL].kind = TABLE_MOMENT;
	}
	c[LEAD_TIME].integer = c[LEAD_UNIX_TIME].integer = monread_tod_to_unix_us(ev->tod);
	c[LEAD_TIME].kind = TABLE_MOMENT;
	c[LEAD_UNIX_TIME].kind = TABLE_MICROS;
}

/* Clear the cells of a row, except columns that the caller does not need: there may be hundreds of
 * them. */
static void clear_row(const struct table_rows *r, const struct table *t, struct table_cell *cells)
{
	static const struct table_cell empty = { .kind = TABLE_NULL };
	size_t i;

	if (t != r->only || !r->wanted.cleared) {
		memset(cells, 0, (TABLE_ELAPSED(t) + 1) * sizeof *cells);
		return;
	}
	for (i = 0; i < r->wanted.ncleared; i++)
		cells[r->wanted.cleared[i]] = empty;
}

int rows_begin(struct table_rows *r, unsigned n, const struct table *t, unsigned parent,
               uint32_t offset)
{
	struct fill_row *row = &r->rows[n];
	const struct table_keys *keys;
	uint32_t i;

	row->table = t;
	if (ARRAY_EXTEND(row->cells, row->room, TABLE_ELAPSED(t) + 1u)) {
		r->failed = 1;
		return -1;
	}
	clear_row(r, t, row->cells);
	if (r->record->delta)
		counted_elapsed(&row->cells[TABLE_ELAPSED(t)], r->record, offset);
	table_put_leading(r->record, r->system_length, r->file_length, row->cells);
	table_cell_bytes(&row->cells[t->bytes], TABLE_HEX, r->record->ev->bytes,
	                 (uint32_t)r->record->ev->length);
	keys = n ? table_keys_of(t, r->rows[parent].table) : NULL;
	for (i = 0; keys && i < keys->n; i++)
		row->cells[keys->keys[i].to] = r->rows[parent].cells[keys->keys[i].from];
	return 0;
}

int rows_end(struct table_rows *r, unsigned n)
{
	const struct fill_row *row = &r->rows[n];

	if (r->only_keys || (r->only && row->table != r->only))
		return 0;
	return r->sink->row(r->arg, row->table, row->cells);
}

/* ---- A record ---- */

/* Fill the row of the record with the values of its fields, and make rows of its array entries. */
static int take_values(struct table_rows *r, const struct table_plan *plan)
{
	int rc;

	if (r->wanted.undecoded)
		return fill_check(r, plan);
	if (plan->late) {
		r->only_keys = 1;
		rc = fill_walk(r, plan);
		r->only_keys = 0;
		if (rc != 0)
			return rc;
	}
	return fill_walk(r, plan);
}

int table_rows_make(struct table_rows *r, const struct table_record *record,
                    const struct table_sink *sink, void *arg)
{
	const struct table_plan *plan = record->layout ? rows_plan_of(r, record->layout) : NULL;
	int rc;

	r->payload.n = 0;
	r->payload.table = NULL;
	if (!plan)
		return record->layout && errno == ENOMEM ? -1 : 0;
	if (r->root && plan->table != r->root &&
	    (r->root->role == TABLE_OF_RECORD || !plan->carries))
		return 0;
	r->record = record;
	r->sink = sink;
	r->arg = arg;
	r->failed = 0;
	r->system_length = strlen(record->system);
	r->file_length = strlen(record->file);
	r->frames[0].row = 0;
	counted_lists_clear(&r->counted);
	if (rows_begin(r, 0, plan->table, 0, 0))
		return -1;
	rc = take_values(r, plan);
	return rc ? rc : rows_end(r, 0);
}

const struct table *table_rows_payload(const struct table_rows *r)
{
	return r->payload.n == 1 ? r->payload.table : NULL;
}

/* ---- Making and freeing ---- */

/* Return the names of the fields that the decoder must show to fill COLUMNS of T, as an array that
 * the caller frees. Store the number of names in *N. */
static const char **wanted_fields(const struct table *t, const unsigned char *columns, size_t *n)
{
	const char **fields = calloc(t->ncolumns + 1, sizeof *fields);
	size_t i;

	*n = 0;
	for (i = 0; fields && i < t->ncolumns; i++) {
		const struct table_column *c = &t->columns[i];

		if (!c->field)
			continue;
		/* The decoder must show all fields of entries or application data, because an entry
		 * has a row if the decoder reports any of its fields. */
		if (!columns || columns[i] || t->role != TABLE_OF_RECORD)
			fields[(*n)++] = c->field->name;
	}
	return fields;
}

static int begin_decoder(struct table_rows *r, const struct monread_layouts *l,
                         const unsigned char *columns)
{
	static const char *const none[] = { "", NULL };
	const char **fields;
	size_t n;

	/* If all fields are needed, a decoder without a list of fields is as fast. */
	if (!r->only ||
	    (!columns && r->only->role == TABLE_OF_RECORD && r->only->layout->narrays == 0)) {
		r->decoder = monread_decoder_new(l, 0, NULL);
		return r->decoder ? 0 : -1;
	}
	fields = wanted_fields(r->only, columns, &n);
	if (!fields)
		return -1;
	r->wanted.undecoded = n == 0 && r->only->role == TABLE_OF_RECORD;
	r->wanted.narrow = n > 0;
	if (n)
		r->decoder = monread_decoder_new(l, 0, fields);
	else
		r->decoder = monread_decoder_new(l, 0, r->wanted.undecoded ? none : NULL);
	free(fields);
	return r->decoder ? 0 : -1;
}

/* Store in R which columns the caller needs: those whose element in COLUMNS is not 0. Return 0, or
 * -1 if out of memory. */
static int keep_columns(struct table_rows *r, const unsigned char *columns)
{
	uint32_t i;

	if (!r->only || !columns)
		return 0;
	r->wanted.cleared = malloc((r->only->ncolumns + 1) * sizeof *r->wanted.cleared);
	if (!r->wanted.cleared)
		return -1;
	for (i = 0; i < r->only->ncolumns; i++)
		if (columns[i] || i == LEAD_INTERVAL)
			r->wanted.cleared[r->wanted.ncleared++] = i;
	r->wanted.cleared[r->wanted.ncleared++] = (uint32_t)TABLE_ELAPSED(r->only);
	return 0;
}

struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l,
                                  const struct table *only, const unsigned char *columns)
{
	struct table_rows *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->schema = s;
	r->only = r->root = only;
	while (r->root && r->root->parent)
		r->root = r->root->parent;
	if (keep_columns(r, columns) || begin_decoder(r, l, columns)) {
		table_rows_free(r);
		return NULL;
	}
	return r;
}

void table_rows_free(struct table_rows *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < FRAMES_MAX; i++)
		free(r->rows[i].cells);
	counted_lists_done(&r->counted);
	free(r->nested.numbers);
	free(r->plans.list);
	monread_decoder_free(r->decoder);
	free(r->wanted.cleared);
	free(r);
}
