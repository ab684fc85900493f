/* check_table_memory.c: tables and differences where memory is short: it is told, and nothing is wrong behind it. */

#include "unit.h"

#include "layout.h"
#include "memory.h"
#include "monread.h"
#include "table/row.h"
#include "table/series.h"
#include "table/text.h"

#define SAMPLE TEST_DATA "/../data/sample.monwrite"

/* ---- Memory of a schema, in blocks or each by itself ---- */

static int by_itself;

#define table_memory_get get_in_blocks
#include "table/memory.c"
#undef table_memory_get

void *table_memory_get(struct table_block **blocks, size_t size)
{
	void *p;

	/* As if nothing were left in the last block, before and behind it: names come from there, too. */
	if (by_itself && *blocks)
		(*blocks)->used = (*blocks)->size;
	p = get_in_blocks(blocks, size);
	if (by_itself && *blocks)
		(*blocks)->used = (*blocks)->size;
	return p;
}

static struct monread_layouts *layouts;

static void setup(void)
{
	layouts = all_layouts();
}

/* ---- Tables ---- */

/* The columns of the table NAME; NULL: it is not there, with errno. */
static const char *columns_of(const struct table_schema *s, const char *name)
{
	static char text[100000];
	const struct table *t = table_find(s, name);
	size_t i, n = 0;

	for (i = 0; t && i < t->ncolumns; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s %u %u %u\n", t->columns[i].name, t->columns[i].flags,
		                      t->columns[i].type, t->columns[i].offset);
	return t ? text : NULL;
}

static void is_found_in_spite(const char *name)
{
	static char whole[100000];
	struct table_schema *s = table_schema_new(layouts);
	const char *found;
	unsigned n, made;

	ck_assert_ptr_nonnull(s);
	memory_begin(0, 0);
	memory_watch();
	strcpy(whole, columns_of(s, name));
	memory_rest();
	made = memory.made;
	table_schema_free(s);
	ck_assert_uint_gt(made, 5);
	for (n = 1; n <= 2 * made; n++) {
		memory_begin((n + 1) / 2, (int)(n & 1));
		s = table_schema_new(layouts);
		ck_assert_ptr_nonnull(s);
		errno = 0;
		memory_watch();
		found = columns_of(s, name);
		memory_rest();
		ck_assert_ptr_null(found);
		ck_assert_int_eq(errno, ENOMEM);
		ck_assert_str_eq(columns_of(s, name), whole);
		table_schema_free(s);
	}
}

LOOP_TEST(tables_are_not_there_and_there_again, 0, 4)
{
	static const char *const all[] = { "MRSYTLCK__SYTLCK_CALSXENT", "LINUXOS__LINUXOS_CPU", "MRSYTCUM__SYTCUM_MIBDATA",
		                           "MRSYTPRP" };

	is_found_in_spite(all[_i]);
}

TEST(each_piece_of_a_table_may_be_missing)
{
	by_itself = 1;
	is_found_in_spite("MRSYTLCK__SYTLCK_CALSXENT");
	by_itself = 0;
}

TEST(no_table_is_missing_in_the_list)
{
	struct table_schema *s, *whole = table_schema_new(layouts);
	unsigned n = 0, step;
	size_t i;

	ck_assert_ptr_nonnull(whole);
	memory_begin(1, 1);
	memory_watch();
	s = table_schema_new(layouts);
	memory_rest();
	ck_assert_ptr_null(s);
	memory_begin(2, 0);
	memory_watch();
	s = table_schema_new(layouts);
	memory_rest();
	ck_assert_ptr_null(s);
	s = table_schema_new(layouts);
	/* What was made stays, so that each goes a bit further. */
	for (step = 1; step < 10000; step += 20) {
		memory_begin(step, 0);
		errno = 0;
		memory_watch();
		i = table_at(s, 0) != NULL;
		memory_rest();
		if (i)
			break;
		ck_assert_int_eq(errno, ENOMEM);
		n++;
	}
	ck_assert_uint_gt(n, 5);
	for (i = 0; table_at(whole, i); i++)
		ck_assert_str_eq(table_at(s, i)->name, table_at(whole, i)->name);
	ck_assert_ptr_null(table_at(s, i));
	ck_assert_int_eq(errno, ENOENT);
	table_schema_free(whole);
	table_schema_free(s);
}

/* ---- Rows and differences ---- */

static char *got;
static size_t got_length, got_room;
static struct table_text text;
static struct monread_codepage *codepage;

static int take(void *arg, const struct table *t, const struct table_cell *cells)
{
	size_t i;

	(void)arg;
	memory_rest();
	for (i = 0; i <= TABLE_ELAPSED(t); i++) {
		if (cells[i].kind == TABLE_NULL)
			continue;
		/* Assertions take their time. */
		if (table_text_make(&text, &cells[i]))
			ck_abort_msg("there is no text");
		if (got_room - got_length < text.length + 64) {
			got_room = 2 * got_room + text.length + 64;
			got = realloc(got, got_room);
			ck_assert_ptr_nonnull(got);
		}
		got_length += (size_t)sprintf(got + got_length, "%u.%u %s\n", t->id, (unsigned)i, text.bytes);
	}
	memory_watch();
	return 0;
}

/* What is made of the sample, with memory that is watched. */
struct made {
	struct table_rows *rows;
	struct series *series;
	struct delta *delta;
	int per_second, in_delta;
};

static int make_record(struct made *m, struct monread_system *system, const struct monread_ev *ev)
{
	static const struct table_sink sink = { take, NULL };
	struct table_record rec = { .ev = ev, .system = "S", .file = "f", .per_second = m->per_second };
	struct series_before before;
	struct series_place place;

	errno = 0;
	rec.layout = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!rec.layout && errno == ENOMEM)
		return -1;
	rec.release = monread_system_release(system);
	if (m->in_delta) {
		if (series_arrive(m->series, system, ev, &place))
			return -1;
		if (!series_keeps(m->series, ev))
			return 0;
		if (series_take(m->series, &place, ev, rec.layout, rec.release, &before) ||
		    delta_begin(m->delta, rec.layout, rec.release, ev->bytes, ev->length, &before))
			return -1;
		rec.delta = m->delta;
	}
	return table_rows_make(m->rows, &rec, &sink, NULL);
}

/* Records of few kinds are enough: with lists, with entries, with data of applications, with texts. */
static int wanted(const struct monread_ev *ev)
{
	switch (ev->domain << 8 | ev->record) {
	case 0 << 8 | 3:
	case 0 << 8 | 2:
	case 0 << 8 | 23:
	case 1 << 8 | 4:
	case 1 << 8 | 11:
	case 4 << 8 | 3:
	case 6 << 8 | 3:
	case 10 << 8 | 2: return 1;
	default: return 0;
	}
}

#define EVENTS 80u
static struct monread_ev events[EVENTS];
static struct monread_mce mces[EVENTS];
static unsigned nevents;

static void read_sample(void)
{
	int fd = open(SAMPLE, O_RDONLY);
	struct monread *m = monread_open(fd);
	const struct monread_ev *ev;
	unsigned char *copy;

	ck_assert(fd >= 0 && m);
	while (nevents < EVENTS && (ev = monread_next(m)) != NULL) {
		if (ev->kind != MONREAD_RECORD || !wanted(ev))
			continue;
		copy = malloc(ev->length);
		ck_assert_ptr_nonnull(copy);
		mces[nevents] = *ev->mce;
		events[nevents] = *ev;
		events[nevents].mce = &mces[nevents];
		events[nevents++].bytes = memcpy(copy, ev->bytes, ev->length);
	}
	ck_assert_uint_gt(nevents, 50);
	monread_close(m);
	close(fd);
}

/* 0, or -1: memory was short. */
static int make_all(struct made *m, const struct table_schema *schema, const struct table *only,
                    const unsigned char *columns)
{
	struct monread_system *system = monread_system_new(layouts);
	unsigned i;
	int rc;

	ck_assert_ptr_nonnull(system);
	got_length = 0;
	memory_watch();
	m->rows = table_rows_new(schema, layouts, only, columns);
	m->series = series_new(layouts, NULL, NULL, 0);
	m->delta = delta_new(layouts);
	rc = m->rows && m->series && m->delta ? 0 : -1;
	if (!rc)
		series_begin_file(m->series);
	for (i = 0; !rc && i < nevents; i++)
		rc = make_record(m, system, &events[i]);
	memory_rest();
	table_rows_free(m->rows);
	series_free(m->series);
	delta_free(m->delta);
	monread_system_free(system);
	return rc;
}

/* Columns of ONLY that may be had without a walk, or NULL: all. */
static void rows_are_right_or_missing(struct made *m, const char *name, const char *const *names)
{
	struct table_schema *schema = table_schema_new(layouts);
	const struct table *only = name ? table_find(schema, name) : NULL;
	unsigned char columns[TABLE_COLUMNS_MAX] = { 0 };
	unsigned n, made;
	size_t length;
	char *want;

	for (; names && *names; names++) {
		ck_assert_int_ge(table_column_find(only, *names), 0);
		columns[table_column_find(only, *names)] = 1;
	}
	memory_begin(0, 0);
	/* Twice: the first makes the tables. */
	ck_assert_int_eq(make_all(m, schema, only, names ? columns : NULL), 0);
	memory_begin(0, 0);
	ck_assert_int_eq(make_all(m, schema, only, names ? columns : NULL), 0);
	made = memory.made;
	ck_assert_uint_gt(made, 5);
	ck_assert_uint_gt(got_length, 0);
	want = malloc(got_length);
	ck_assert_ptr_nonnull(want);
	memcpy(want, got, length = got_length);
	for (n = 1; n <= made; n++) {
		memory_begin(n, 0);
		ck_assert_int_eq(make_all(m, schema, only, names ? columns : NULL), -1);
		/* What was made before is right. */
		ck_assert_uint_le(got_length, length);
		ck_assert_mem_eq(got, want, got_length);
	}
	free(want);
	table_schema_free(schema);
}

LOOP_TEST(rows_are_right_or_it_is_told, 0, 2)
{
	static const char *const few[] = { "offset", "SYTPRP_PFXCPUAD", NULL };
	struct made m = { .in_delta = _i, .per_second = _i };

	read_sample();
	codepage = monread_codepage_open("IBM-1047");
	ck_assert_ptr_nonnull(codepage);
	text.codepage = codepage;
	rows_are_right_or_missing(&m, NULL, NULL);
	rows_are_right_or_missing(&m, "MRSYTPRP", few);
	table_text_free(&text);
	monread_codepage_free(codepage);
	free(got);
	got = NULL;
	got_room = 0;
	while (nevents)
		free((void *)(uintptr_t)events[--nevents].bytes);
}

/* ---- Cells ---- */

TEST(a_text_is_whole_or_it_is_told)
{
	static const struct monread_field f = { .format = MONREAD_UNSIGNED, .length = 2 };
	static const unsigned char bytes[200] = { 0xC1 };
	const struct table_cell cells[] = { { .bytes = bytes, .length = 200, .kind = TABLE_HEX },
		                            { .bytes = bytes, .length = 100, .kind = TABLE_EBCDIC },
		                            { .bytes = bytes, .length = 200, .kind = TABLE_ASCII },
		                            { .bytes = bytes, .length = 200, .kind = TABLE_UTF8 },
		                            { .bytes = bytes, .length = 200, .kind = TABLE_ELEMENTS, .field = &f },
		                            { .integer = 5, .kind = TABLE_MICROS } };
	const struct table_cell many = { .cells = cells, .length = sizeof cells / sizeof *cells, .kind = TABLE_CELLS };
	char want[4000];
	unsigned n, k;

	codepage = monread_codepage_open("IBM-1047");
	for (k = 0; k <= many.length; k++) {
		const struct table_cell *c = k < many.length ? &cells[k] : &many;

		for (n = 0; n < 20; n++) {
			struct table_text t = { .codepage = codepage };
			int rc;

			memory_begin(n, 0);
			memory_watch();
			rc = table_text_make(&t, c);
			memory_rest();
			ck_assert_int_eq(rc, memory.refused ? -1 : 0);
			if (!n)
				strcpy(want, t.bytes);
			ck_assert_int_eq(table_text_make(&t, c), 0);
			ck_assert_str_eq(t.bytes, want);
			table_text_free(&t);
		}
	}
	/* Wherever a list begins and ends. */
	for (k = 0; k < 200; k++) {
		const struct table_cell two[] = { { .bytes = bytes, .length = k, .kind = TABLE_UTF8 },
			                          { .bytes = bytes, .length = 4, .kind = TABLE_ELEMENTS, .field = &f } };
		const struct table_cell c = { .cells = two, .length = 2, .kind = TABLE_CELLS };

		for (n = 1; n < 4; n++) {
			struct table_text t = { .codepage = codepage };
			int rc;

			memory_begin(n, 0);
			memory_watch();
			rc = table_text_make(&t, &c);
			memory_rest();
			if (rc != (memory.refused ? -1 : 0))
				ck_abort_msg("%u bytes, allocation %u: %d", k, n, rc);
			table_text_free(&t);
		}
	}
	monread_codepage_free(codepage);
}

static void teardown(void)
{
	monread_layouts_free(layouts);
}

UNIT_MAIN("tables where memory is short", setup, teardown)
