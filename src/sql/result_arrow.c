/* result_arrow.c: write the rows of a query as an Arrow IPC stream. A column of a table has the
 * type that the table declares. The type of an expression follows from all of its values, so rows
 * are held until the statement has ended; if they are too many, the statement runs again. */
#include "config.h"

#include "sql/result.h"

#include "cli/diag.h"
#include "cli/moment.h"
#include "out/arrowbatch.h"
#include "base/array.h"
#include "sql/columns.h"
#include "table/text.h"

#define HELD_VALUES 65536u /* maximum number of values that are held */
#define TIME_LENGTH 26 /* of a time such as 2026-03-04 08:02:00.000412 */

/* types of the values of an expression */
enum {
	SEEN_INTEGER = 1 << SQLITE_INTEGER,
	SEEN_REAL = 1 << SQLITE_FLOAT,
	SEEN_BLOB = 1 << SQLITE_BLOB,
	SEEN_TIME = 1 << 7
};

struct arrow_result {
	sqlite3_stmt *statement;
	struct out_buffer *to;
	struct arrow_batch batch;
	struct table table;
	struct table_column *columns;
	unsigned char *seen; /* by column: the bits SEEN_... of the values of this column so far */
	uint32_t n;
	sqlite3_value **held;
	size_t nheld, room;
	struct out_buffer text; /* the text of the current value */
	int misfits;            /* 1: a value that does not fit its column was reported */
};

/* Set the type of the column C in Arrow from TYPE, the type that a table declares. If TYPE is NULL,
 * C is an expression, whose type is not known yet. */
static void take_declared(struct arrow_column *c, const char *type)
{
	static const struct {
		const char *name;
		unsigned char type, is_signed;
	} types[] = {
		{ "INTEGER", ARROW_INT, 1 },     { COLUMNS_UNSIGNED, ARROW_INT, 0 },
		{ "REAL", ARROW_DOUBLE, 0 },     { "TEXT", ARROW_TEXT, 0 },
		{ COLUMNS_TIME, ARROW_TIME, 0 }, { "BLOB", ARROW_BINARY, 0 },
	};
	size_t i;

	for (i = 0; type && i < sizeof types / sizeof types[0]; i++)
		if (strcmp(types[i].name, type) == 0) {
			c->type = types[i].type;
			c->is_signed = types[i].is_signed;
		}
}

static enum arrow_type seen_type(unsigned seen)
{
	switch (seen) {
	case 0:
		return ARROW_NULL;
	case SEEN_INTEGER:
		return ARROW_INT;
	case SEEN_REAL:
	case SEEN_INTEGER | SEEN_REAL:
		return ARROW_DOUBLE;
	case SEEN_TIME:
		return ARROW_TIME;
	case SEEN_BLOB:
		return ARROW_BINARY;
	default:
		return ARROW_TEXT;
	}
}

/* If VALUE is a time in the form that tables have, set *US to its microseconds since 1970, and
 * return 1. */
static int is_time(sqlite3_value *value, int64_t *us)
{
	const char *text;
	char again[MONREAD_TIME_SIZE];
	struct moment m;

	if (sqlite3_value_type(value) != SQLITE_TEXT || sqlite3_value_bytes(value) != TIME_LENGTH)
		return 0;
	text = (const char *)sqlite3_value_text(value);
	if (!text || moment_parse(&m, text, 0) || m.kind != MOMENT_ABSOLUTE)
		return 0;
	*us = m.us;
	return table_sql_time(m.us, again) == TIME_LENGTH && memcmp(again, text, TIME_LENGTH) == 0;
}

static unsigned bit_of_value(sqlite3_value *value)
{
	int type = sqlite3_value_type(value);
	int64_t us;

	if (type == SQLITE_NULL)
		return 0;
	return is_time(value, &us) ? SEEN_TIME : 1u << type;
}

/* Set *V to the number that the column C of Arrow stores for VALUE. If VALUE is a text or a BLOB,
 * append it to c->bytes; the number is then the end of these bytes. Return 1; 0 if C cannot hold
 * VALUE; -1 if out of memory. */
static int arrow_value(struct arrow_result *r, struct arrow_column *c, sqlite3_value *value,
                       uint64_t *v)
{
	int type = sqlite3_value_type(value), failed;
	double real = sqlite3_value_double(value);
	int64_t us;

	switch (c->type) {
	case ARROW_INT:
		*v = (uint64_t)sqlite3_value_int64(value);
		if (type == SQLITE_INTEGER)
			return c->is_signed || *v <= INT64_MAX;
		/* Tables return integers from 2^63 on as reals, and so 2^64 - 1 as 2^64. */
		if (type != SQLITE_FLOAT || c->is_signed || real < 0 || real > 0x1p64)
			return 0;
		*v = real < 0x1p64 ? (uint64_t)real : UINT64_MAX;
		return 1;
	case ARROW_DOUBLE:
		memcpy(v, &real, sizeof real);
		return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
	case ARROW_TIME:
		failed = !is_time(value, &us);
		*v = failed ? 0 : (uint64_t)us;
		return !failed;
	case ARROW_BINARY:
		failed = array_append(&c->bytes, sqlite3_value_blob(value),
		                      (size_t)sqlite3_value_bytes(value));
		break;
	case ARROW_TEXT:
		r->text.p = r->text.buf;
		result_put_plain(&r->text, value);
		failed = r->text.error ||
		         array_append(&c->bytes, r->text.buf, (size_t)(r->text.p - r->text.buf));
		break;
	default:
		return 0;
	}
	*v = c->bytes.length;
	return failed ? -1 : 1;
}

/* Add the values at HELD or, if HELD is NULL, the current row of the statement to the batch, which
 * is written when it is full. Return SQLITE_ROW, or SQLITE_NOMEM. */
static int arrow_add_row(struct arrow_result *r, sqlite3_value *const *held)
{
	struct arrow_batch *b = &r->batch;
	unsigned char *chunk = arrow_chunk(b);
	uint32_t i;

	for (i = 0; chunk && i < r->n; i++) {
		struct arrow_column *c = &b->columns[i];
		sqlite3_value *value = held ? held[i] : sqlite3_column_value(r->statement, (int)i);
		int is_null = sqlite3_value_type(value) == SQLITE_NULL;
		size_t before = c->bytes.length;
		uint64_t v = before;
		int fits = is_null ? 0 : arrow_value(r, c, value, &v);

		if (fits < 0 || (!fits && arrow_put_null(c, b->rows)))
			return SQLITE_NOMEM;
		if (!fits && !is_null && !r->misfits) {
			r->misfits = 1;
			diag_damage(
				"--sql: column %s: a value does not fit the type of its column in Arrow: null is written",
				r->columns[i].name);
		}
		arrow_put(chunk + c->at, b->rows % ARROW_CHUNK, v, c->width);
		b->bytes += sizeof v + c->bytes.length - before;
	}
	if (!chunk)
		return SQLITE_NOMEM;
	b->rows++;
	if (b->bytes >= ARROW_BATCH_BYTES)
		arrow_put_batch(b, r->to);
	return SQLITE_ROW;
}

static void forget_held(struct arrow_result *r)
{
	while (r->nheld)
		sqlite3_value_free(r->held[--r->nheld]);
}

/* Run the statement to learn the types of expressions. Hold all values; if they are too many, hold
 * none, and set *AGAIN to 1. Return the code of SQLite. */
static int hold_rows(struct arrow_result *r, int *again)
{
	int code = sqlite3_step(r->statement);
	uint32_t i;

	for (; code == SQLITE_ROW; code = sqlite3_step(r->statement)) {
		*again |= r->nheld + r->n > HELD_VALUES;
		for (i = 0; i < r->n; i++) {
			sqlite3_value *value = sqlite3_column_value(r->statement, (int)i);

			r->seen[i] |= (unsigned char)bit_of_value(value);
			if (*again)
				continue;
			if (ARRAY_GROW(r->held, r->nheld, r->room))
				return SQLITE_NOMEM;
			r->held[r->nheld] = sqlite3_value_dup(value);
			if (!r->held[r->nheld++])
				return SQLITE_NOMEM;
		}
	}
	if (*again)
		forget_held(r);
	return code;
}

static int arrow_rows(struct arrow_result *r)
{
	int code, has_expressions = 0, again = 0;
	struct arrow_column *c = r->batch.columns;
	size_t at;
	uint32_t i;

	for (i = 0; i < r->n; i++) {
		c[i] = (struct arrow_column){
			.number = (uint16_t)i, .type = ARROW_NULL, .width = 8, .is_signed = 1
		};
		take_declared(&c[i], sqlite3_column_decltype(r->statement, (int)i));
		has_expressions |= c[i].type == ARROW_NULL;
	}
	if (has_expressions)
		code = hold_rows(r, &again);
	else
		code = sqlite3_step(r->statement);
	/* After an error, write the rows before it; but if memory ran out, write none, because the
	 * last held row may be incomplete. */
	if (code == SQLITE_NOMEM ||
	    (code != SQLITE_DONE && code != SQLITE_ROW && !r->nheld && !again))
		return code;
	for (i = 0; i < r->n; i++) {
		if (c[i].type == ARROW_NULL)
			c[i].type = (uint8_t)seen_type(r->seen[i]);
		arrow_set_width(&c[i]);
		arrow_add_column(&r->batch, c[i]);
	}
	arrow_put_schema(&r->batch, r->to);
	for (at = 0; at < r->nheld; at += r->n)
		if (arrow_add_row(r, r->held + at) != SQLITE_ROW)
			return SQLITE_NOMEM;
	if (again) {
		sqlite3_reset(r->statement);
		code = sqlite3_step(r->statement);
	}
	while (code == SQLITE_ROW && !r->to->error) {
		code = arrow_add_row(r, NULL);
		if (code == SQLITE_ROW)
			code = sqlite3_step(r->statement);
	}
	if (r->batch.rows)
		arrow_put_batch(&r->batch, r->to);
	return code;
}

int result_write_arrow(sqlite3_stmt *statement, struct out_buffer *b)
{
	struct arrow_result r = { .statement = statement,
		                  .to = b,
		                  .n = (uint32_t)sqlite3_column_count(statement) };
	int code = SQLITE_NOMEM;
	uint32_t i;

	r.columns = calloc(r.n, sizeof *r.columns);
	r.seen = calloc(r.n, sizeof *r.seen);
	r.batch.columns = calloc(r.n, sizeof *r.batch.columns);
	r.table = (struct table){ .columns = r.columns, .ncolumns = r.n };
	r.batch.table = &r.table;
	if (!r.columns || !r.seen || !r.batch.columns || out_buffer_init(&r.text, OUT_MEMORY))
		goto done;
	for (i = 0; i < r.n; i++) {
		r.columns[i].name = result_unique_name(statement, (int)i);
		if (!r.columns[i].name)
			goto done;
	}
	code = arrow_rows(&r);
	if (b->error)
		code = SQLITE_DONE;
done:
	forget_held(&r);
	for (i = 0; r.columns && i < r.n; i++)
		sqlite3_free((void *)(uintptr_t)r.columns[i].name);
	if (r.text.buf)
		out_buffer_done(&r.text);
	free(r.held);
	free(r.columns);
	free(r.seen);
	arrow_batch_done(&r.batch);
	return code & 0xFF;
}
