/* check_inserts.c: rows on their way into a database, which the test is itself. */
#include "config.h"

#include "memory.h"
#include "unit.h"

#ifdef HAVE_SQLITE3

static unsigned processors;

unsigned test_processors(void);

#define thread_processors test_processors
#include "sql/inserts.c"

unsigned test_processors(void)
{
	return processors;
}

#define PARAMETERS 6
#define ROWS       100000
#define SEVERAL    4 /* rows that a statement inserts at a time, if it does */
#define LONG       300 /* bytes of a text that is for one row */

/* A statement: what its parameters are. */
struct parameter {
	int type;
	sqlite3_int64 integer;
	double real;
	const char *text;
	char *copy; /* where it is no text of somebody else's */
	int length;
};

static struct {
	struct parameter p[SEVERAL * PARAMETERS + 1];
	unsigned several; /* rows of the statement */
	unsigned ignored; /* rows without a first parameter */
	unsigned rows;    /* that were inserted */
	unsigned failing; /* this one cannot be, from 1 on; 0: all can */
	unsigned tried;
	unsigned resets;
	unsigned wrong;  /* checks have failed, perhaps in a thread */
} s;

static void forget(int n)
{
	free(s.p[n].copy);
	s.p[n].copy = NULL;
}

static int bind_int64(sqlite3_stmt *statement, int n, sqlite3_int64 v)
{
	(void)statement;
	forget(n);
	s.p[n] = (struct parameter){ .type = SQLITE_INTEGER, .integer = v };
	return SQLITE_OK;
}

static int bind_double(sqlite3_stmt *statement, int n, double v)
{
	(void)statement;
	forget(n);
	s.p[n] = (struct parameter){ .type = SQLITE_FLOAT, .real = v };
	return SQLITE_OK;
}

static int bind_null(sqlite3_stmt *statement, int n)
{
	(void)statement;
	forget(n);
	s.p[n] = (struct parameter){ .type = SQLITE_NULL };
	return SQLITE_OK;
}

static inserts_texts texts[SEVERAL * PARAMETERS + 1];

static int bind_text(sqlite3_stmt *statement, int n, const char *text, int length, void (*done)(void *))
{
	const char *kept = (const char *)texts;
	char *copy = NULL;

	(void)statement;
	/* What is kept stays where it is; other bytes are gone when the other rows of a statement come. */
	if (text >= kept && text < kept + sizeof texts)
		s.wrong += done != SQLITE_STATIC;
	else
		s.wrong += done != (s.several == 1 ? SQLITE_STATIC : SQLITE_TRANSIENT);
	forget(n);
	if (done == SQLITE_TRANSIENT) {
		copy = malloc((size_t)length + 1);
		memcpy(copy, text, (size_t)length);
	}
	s.p[n] = (struct parameter){ .type = SQLITE_TEXT, .text = copy ? copy : text, .copy = copy, .length = length };
	return SQLITE_OK;
}

static int bind_blob(sqlite3_stmt *statement, int n, const void *bytes, int length, void (*done)(void *))
{
	bind_text(statement, n, bytes, length, done);
	s.p[n].type = SQLITE_BLOB;
	return SQLITE_OK;
}

static int has_text(const struct parameter *p, int type, int length, char c)
{
	int i;

	for (i = 0; i < p->length; i++)
		if (p->text[i] != c)
			return 0;
	return p->type == type && p->length == length;
}

/* Row I: its number; a number that changes at each tenth, as does a short text, and is NULL before the first of them; a long
 * text; a real; bytes, of row 70,000 more than a batch has. */
static char letter(unsigned i)
{
	return (char)('a' + i / 10 % 26);
}

static size_t bytes_of(unsigned i)
{
	return i == 70000 ? 2 * BATCH_SIZE : i % 9;
}

static int row(const struct parameter *p)
{
	unsigned i = s.rows;

	if (s.failing == i + 1)
		return SQLITE_CONSTRAINT;
	s.wrong += !(p[1].type == SQLITE_INTEGER && p[1].integer == (sqlite3_int64)i);
	if (i < 10)
		s.wrong += !(p[2].type == SQLITE_NULL && has_text(&p[3], SQLITE_TEXT, 0, 0));
	else
		s.wrong += !(p[2].type == SQLITE_INTEGER && p[2].integer == (sqlite3_int64)(i / 10) &&
		             has_text(&p[3], SQLITE_TEXT, (int)(i / 10 % (INSERTS_TEXT + 1)), letter(i)));
	s.wrong += !has_text(&p[4], SQLITE_TEXT, LONG, letter(i + 5));
	s.wrong += !(p[5].type == SQLITE_FLOAT && p[5].real == i / 4.0);
	s.wrong += !has_text(&p[6], SQLITE_BLOB, (int)bytes_of(i), 'B');
	s.rows++;
	return SQLITE_DONE;
}

static int step(sqlite3_stmt *statement)
{
	int code = SQLITE_DONE;
	unsigned i;

	(void)statement;
	s.tried++;
	for (i = 0; i < s.several && code == SQLITE_DONE; i++) {
		const struct parameter *p = &s.p[i * PARAMETERS];

		if (s.several > 1 && p[1].type == SQLITE_NULL)
			s.ignored++;
		else
			code = row(p);
	}
	return code;
}

static int reset(sqlite3_stmt *statement)
{
	(void)statement;
	s.resets++;
	return SQLITE_OK;
}

static const struct sqlite sqlite = {
	.bind_int64 = bind_int64, .bind_double = bind_double, .bind_null = bind_null, .bind_text = bind_text,
	.bind_blob = bind_blob, .step = step, .reset = reset
};

static char long_text[LONG], short_text[INSERTS_TEXT], blob[2 * BATCH_SIZE];
static struct inserts_into into;

static int put(struct inserts *q, unsigned i)
{
	/* Each row of a statement has what it had, not what the row before it has. */
	int all = s.several > 1;

	memset(long_text, letter(i + 5), sizeof long_text);
	memset(short_text, letter(i), sizeof short_text);
	memset(blob, 'B', bytes_of(i));
	inserts_row(q, &into);
	inserts_integer(q, 1, i);
	if (i == 0 || (i < 10 && all)) {
		inserts_null(q, 2);
		inserts_text(q, 3, "", 0, 1);
	} else if (i % 10 == 0 || all) {
		inserts_integer(q, 2, i / 10);
		inserts_text(q, 3, short_text, i / 10 % (INSERTS_TEXT + 1), 1);
	}
	inserts_text(q, 4, long_text, sizeof long_text, 0);
	inserts_real(q, 5, i / 4.0);
	inserts_blob(q, 6, blob, bytes_of(i));
	return inserts_end(q);
}

static void begin_statement(unsigned rows)
{
	int i;

	for (i = 0; i <= SEVERAL * PARAMETERS; i++)
		forget(i);
	memset(&s, 0, sizeof s);
	s.several = rows;
	into = (struct inserts_into){ .statement = (sqlite3_stmt *)&s, .texts = texts, .rows = rows,
		                      .parameters = PARAMETERS };
}

static struct inserts *begin_several(unsigned n, unsigned rows)
{
	struct inserts *q;

	processors = n;
	begin_statement(rows);
	memory_begin(0, 0);
	q = inserts_new(&sqlite);
	ck_assert_ptr_nonnull(q);
	return q;
}

static struct inserts *begin(unsigned n)
{
	return begin_several(n, 1);
}

static void all_of(struct inserts *q)
{
	unsigned i;

	for (i = 0; i < ROWS; i++) {
		ck_assert_int_eq(put(q, i), 0);
		if (i % 30000 == 8) {
			ck_assert_int_eq(inserts_wait(q), 0);
			ck_assert_uint_eq(s.rows, i + 1);
		}
	}
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.rows, ROWS);
	ck_assert_uint_eq(s.resets, (ROWS + s.ignored) / s.several);
	/* Waiting took at most what was left of a statement. */
	ck_assert_uint_lt(s.ignored, 5 * s.several);
	ck_assert_uint_eq(s.wrong, 0);
	inserts_free(q);
}

START_TEST(rows_arrive)
{
	struct inserts *q = begin(2);

	ck_assert_int_eq(inserts_wait(q), 0);
	all_of(q);
}
END_TEST

START_TEST(several_at_a_time)
{
	all_of(begin_several(2, SEVERAL));
	/* Behind the first 9, and the last 9,991. */
	ck_assert_uint_eq(s.ignored, 3 + 1);
	all_of(begin_several(1, SEVERAL));
	all_of(begin_several(2, 2));
	ck_assert_uint_eq(s.ignored, 1 + 1);
}
END_TEST

START_TEST(one_processor)
{
	struct inserts *q = begin(1);

	all_of(q);
	ck_assert_uint_eq(memory.threads, 0);
}
END_TEST

START_TEST(no_thread_to_be_had)
{
	struct inserts *q = begin(2);

	memory.no_thread = 1;
	all_of(q);
}
END_TEST

/* What fits into a batch needs no thread. */
START_TEST(few_rows)
{
	struct inserts *q = begin(2);
	unsigned i;

	for (i = 0; i < 50; i++)
		ck_assert_int_eq(put(q, i), 0);
	ck_assert_uint_eq(s.rows, 0);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.rows, 50);
	ck_assert_uint_eq(memory.threads, 0);
	inserts_free(q);
}
END_TEST

static void fails(unsigned n)
{
	struct inserts *q = begin(n);
	unsigned i;

	s.failing = 20001;
	for (i = 0; i < ROWS && put(q, i) == 0; i++)
		;
	/* At most what is on its way is made in vain. */
	ck_assert_uint_gt(i, 20000);
	ck_assert_uint_lt(i, 20000 + (BATCHES + 1) * BATCH_SIZE / LONG);
	ck_assert_int_eq(inserts_wait(q), -1);
	ck_assert_int_eq(inserts_wait(q), -1);
	ck_assert_uint_eq(s.rows, 20000);
	ck_assert_uint_eq(s.tried, 20001);
	ck_assert_uint_eq(s.resets, 20001);
	ck_assert_uint_eq(s.wrong, 0);
	inserts_free(q);
}

/* Rows that wait for others are inserted without them. */
START_TEST(few_rows_at_a_time)
{
	struct inserts *q = begin_several(2, SEVERAL);
	unsigned i;

	for (i = 0; i < 3; i++)
		ck_assert_int_eq(put(q, i), 0);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.rows, 3);
	ck_assert_uint_eq(s.ignored, 1);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.tried, 1);
	for (i = 3; i < 8; i++)
		ck_assert_int_eq(put(q, i), 0);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.rows, 8);
	ck_assert_uint_eq(s.ignored, 1 + 3);
	ck_assert_uint_eq(s.tried, 3);
	ck_assert_uint_eq(s.wrong, 0);
	inserts_free(q);
}
END_TEST

/* Memory is short for what makes a statement complete: its rows would be lost without a word. */
START_TEST(no_memory_at_the_end)
{
	struct inserts *q = begin_several(2, SEVERAL);

	ck_assert_int_eq(put(q, 0), 0);
	/* There is no room in the batch. */
	q->filling->room = q->filling->n;
	memory_begin(1, 0);
	memory_watch();
	ck_assert_int_eq(inserts_wait(q), -1);
	memory_rest();
	ck_assert_int_eq(inserts_wait(q), -1);
	ck_assert_uint_eq(s.rows, 0);
	inserts_free(q);
}
END_TEST

START_TEST(a_row_that_fails)
{
	fails(2);
	fails(1);
}
END_TEST

/* The last rows, which nobody waits for but at the end. */
START_TEST(a_row_that_fails_at_the_end)
{
	struct inserts *q = begin(2);

	s.failing = 2;
	ck_assert_int_eq(put(q, 0), 0);
	ck_assert_int_eq(put(q, 1), 0);
	ck_assert_int_eq(inserts_wait(q), -1);
	ck_assert_uint_eq(s.rows, 1);
	inserts_free(q);
}
END_TEST

/* What was complete is inserted, and nothing of the row for which memory is short. */
START_TEST(no_memory)
{
	unsigned failing, i;

	for (failing = 1; ; failing++) {
		struct inserts *q;

		processors = 2;
		begin_statement(1);
		memory_begin(failing, 0);
		memory_watch();
		q = inserts_new(&sqlite);
		for (i = 0; q && i < 71000 && put(q, i) == 0; i++)
			;
		memory_rest();
		if (!atomic_load(&memory.refused)) {
			ck_assert_uint_eq(i, 71000);
			inserts_free(q);
			break;
		}
		if (q) {
			ck_assert_uint_lt(i, 71000);
			ck_assert_int_eq(inserts_wait(q), 0);
			ck_assert_uint_eq(s.rows, i);
			ck_assert_uint_eq(s.wrong, 0);
		}
		inserts_free(q);
	}
	/* Itself, four batches, and the one that is made larger. */
	ck_assert_uint_gt(failing, 6);
}
END_TEST

START_TEST(a_row_that_is_dropped)
{
	struct inserts *q = begin(2);

	ck_assert_int_eq(put(q, 0), 0);
	inserts_row(q, &into);
	inserts_integer(q, 1, 99);
	inserts_drop(q);
	ck_assert_int_eq(inserts_end(q), -1);
	ck_assert_uint_eq(s.rows, 1);
	ck_assert_int_eq(put(q, 1), 0);
	ck_assert_int_eq(inserts_wait(q), 0);
	ck_assert_uint_eq(s.rows, 2);
	ck_assert_uint_eq(s.wrong, 0);
	inserts_free(q);
}
END_TEST

START_TEST(an_end_with_rows_on_their_way)
{
	struct inserts *q = begin(2);
	unsigned i;

	for (i = 0; i < 5000; i++)
		ck_assert_int_eq(put(q, i), 0);
	inserts_free(q);
	ck_assert_uint_lt(s.rows, 5000);
	inserts_free(NULL);
}
END_TEST

UNIT_MAIN("inserts", rows_arrive, several_at_a_time, one_processor, no_thread_to_be_had, few_rows, few_rows_at_a_time,
          no_memory_at_the_end, a_row_that_fails, a_row_that_fails_at_the_end, no_memory, a_row_that_is_dropped, an_end_with_rows_on_their_way)

#else

/* There is nothing to insert into; memory.h is what allocations are linked with all the same. */
START_TEST(without_sqlite)
{
	void *p;

	memory_begin(1, 0);
	memory_watch();
	p = malloc(1);
	memory_rest();
	ck_assert_ptr_null(p);
}
END_TEST

UNIT_MAIN("inserts", without_sqlite)

#endif
