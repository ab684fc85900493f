/* check_memory.c: if memory is short, outputs, writers, tables and layouts report it, or their results are right. */

#include "unit.h"

#include <dirent.h>
#include <stdarg.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "cli/select.h"
#include "layout.h"
#include "memory.h"
#include "monread.h"
#include "out/formats.h"
#include "out/notices.h"
#include "out/out.h"
#include "table/row.h"
#include "table/series.h"
#include "table/text.h"

/* ---- Each allocation fails in turn ---- */

/* The results of a run. */
struct result {
	char *p;
	size_t n, room;
};

static struct result want, got;

static void put(struct result *r, const void *p, size_t n)
{
	if (n > r->room - r->n) {
		r->room = 2 * r->room + n;
		r->p = realloc(r->p, r->room);
		ck_assert_ptr_nonnull(r->p);
	}
	if (n)
		memcpy(r->p + r->n, p, n);
	r->n += n;
}

static void is_right(void)
{
	ck_assert_uint_eq(got.n, want.n);
	ck_assert(!want.n || memcmp(got.p, want.p, want.n) == 0);
}

/* RUN stores its results and returns 0, or -1 if it reported that memory is short; it calls memory_watch().  Each
 * STEPth allocation fails after the first hundred, alone and with all later ones. */
static void each_fails(int (*run)(struct result *, unsigned), unsigned arg, unsigned step)
{
	unsigned n, made, lasting, failures = 0;

	memory_begin(0, 0);
	want.n = 0;
	ck_assert_int_eq(run(&want, arg), 0);
	ck_assert_uint_gt(want.n, 0);
	made = memory.made;
	for (n = 1; n <= made; n += n < 100 ? 1 : step)
		for (lasting = 0; lasting < 2; lasting++) {
			memory_begin(n, (int)lasting);
			got.n = 0;
			if (run(&got, arg) == 0)
				is_right();
			else
				failures++;
		}
	ck_assert_uint_gt(failures, 0);
}

/* ---- The sample ---- */

static unsigned char *bytes;
static size_t nbytes;
static struct monread_codepage *codepage;
static struct monread_layouts *layouts;
static struct select all;

static struct monread *fed(unsigned flags)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_set_flags(m, flags), MONREAD_OK);
	ck_assert_int_eq(monread_feed(m, bytes, nbytes), MONREAD_OK);
	return m;
}

static const struct monread_ev *next_of(struct monread *m)
{
	const struct monread_ev *ev = monread_next(m);

	while (!ev && monread_code(m) == MONREAD_AGAIN) {
		monread_feed(m, NULL, 0);
		ev = monread_next(m);
	}
	return ev;
}

static void setup(void)
{
	FILE *f = fopen(TEST_DATA "/../data/sample.monwrite", "rb");

	codepage = monread_codepage_open("IBM-1047");
	layouts = all_layouts();
	ck_assert(f && codepage && fseek(f, 0, SEEK_END) == 0);
	nbytes = (size_t)ftell(f);
	bytes = malloc(nbytes);
	ck_assert_ptr_nonnull(bytes);
	rewind(f);
	ck_assert_uint_eq(fread(bytes, 1, nbytes, f), nbytes);
	fclose(f);
	select_init(&all);
}

/* Counts and offsets of each third record are too large, so that there are problems to report. */
static void damage_records(void)
{
	struct monread *m = fed(0);
	const struct monread_ev *ev;
	size_t n = 0;

	while ((ev = next_of(m)) != NULL)
		if (ev->kind == MONREAD_RECORD && ev->length >= 60 && ev->domain != 1 && n++ % 3 == 0)
			memset(bytes + (ev->bytes - bytes) + 20, 0xFF, ev->length - 20);
	monread_close(m);
}

static void teardown(void)
{
	select_done(&all);
	monread_codepage_free(codepage);
	monread_layouts_free(layouts);
	free(bytes);
	free(want.p);
	free(got.p);
}

/* ---- Outputs ---- */

static struct out out;
static const struct out_format *format;
static char *split; /* a directory for the tables; NULL: the output is a single file */
static struct result problems;

static void problem(void *arg, const struct monread_ev *ev, const char *text)
{
	char line[500];
	int n = snprintf(line, sizeof line, "%u %s\n", (unsigned)ev->offset, text);
	int watched = atomic_exchange(&memory.watched, 0);

	put(arg, line, (size_t)n);
	atomic_store(&memory.watched, watched);
}

static void found(void *arg, const struct out_found *f, const struct out_noted *n)
{
	(void)arg;
	(void)f;
	(void)n;
}

static const struct monread_ev *next_shown(struct monread *m, uint64_t *from)
{
	int taken = 1;

	while (taken && monread_offset(m) >= *from) {
		taken = out_take_part(&out, m);
		if (taken == 0)
			taken = out_finish_parts(&out, m);
		if (taken < 0)
			*from = monread_offset(m) + 20000;
	}
	return monread_next(m);
}

/* Pass the events of M to an output; only the output runs with failing allocations. */
static int show_all(struct result *r, struct monread *m, unsigned threads)
{
	static const struct out_file file = { "sample", MONREAD_CONTAINER_MONWRITE, 0, 1 };
	const struct monread_ev *ev;
	uint64_t from = threads ? 0 : UINT64_MAX;

	if (out_begin(&out, format, OUT_MEMORY))
		return -1;
	out_begin_file(&out, &file);
	out_begin_threads(&out, threads);
	/* The output continues after a failure, but must remember the failure. */
	while ((ev = next_shown(m, &from)) != NULL)
		if (ev->kind == MONREAD_RECORD && select_record(&all, ev))
			out_show(&out, ev);
	out_finish_parts(&out, m);
	out_end_file(&out);
	memory_rest();
	put(r, out.main.b.buf, (size_t)(out.main.b.p - out.main.b.buf));
	memory_watch();
	return out_end(&out);
}

static int show(struct result *r, unsigned threads)
{
	struct monread_layouts *l = monread_layouts_new();
	struct table_schema *schema = split ? table_schema_new(l) : NULL;
	struct monread *m = fed(0);
	int rc;

	memset(&out, 0, sizeof out);
	out.select = &all;
	out.found = found;
	out.settings.split = split;
	out.settings.schema = schema;
	out.settings.force = 1;
	out.settings.layouts = l;
	out.settings.codepage = codepage;
	out.settings.problem = problem;
	out.settings.problem_arg = &problems;
	out.system = monread_system_new(l);
	problems.n = 0;
	ck_assert(l && out.system);
	ck_assert_ptr_null(select_prepare(&all, l));
	memory_watch();
	rc = show_all(r, m, threads);
	memory_rest();
	ck_assert_int_eq(rc != 0, out_broken(&out));
	if (*out.main.error)
		ck_assert_str_eq(out.main.error, "out of memory");
	ck_assert_ptr_null(out.main.b.buf);
	put(r, problems.p, problems.n);
	monread_close(m);
	monread_system_free(out.system);
	table_schema_free(schema);
	monread_layouts_free(l);
	return rc;
}

static const char *const names[] = { "text", "hex", "json" };

LOOP_TEST(outputs, 0, 6)
{
	format = out_format_find(names[_i / 2]);
	damage_records();
	each_fails(show, _i % 2 ? 3 : 0, 7);
	free(problems.p);
}

LOOP_TEST(threads_cannot_be_had, 0, 3)
{
	unsigned n;

	format = out_format_find(names[_i]);
	memory_begin(0, 0);
	ck_assert_int_eq(show(&want, 0), 0);
	/* The calling thread is one of the three, so only two are created. */
	for (n = 1; n <= 3; n++) {
		memory_begin(0, 0);
		memory.no_thread = n;
		got.n = 0;
		ck_assert_int_eq(show(&got, 3), 0);
		is_right();
		ck_assert_uint_eq(memory.threads, n < 3 ? n : 2);
	}
	free(problems.p);
}

/* Return the total size of the complete files of the tables, and remove all files. */
static size_t take_tables(void)
{
	DIR *d = opendir(split);
	const struct dirent *e;
	char path[512];
	struct stat st;
	size_t sum = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", split, e->d_name);
		if (stat(path, &st) || !S_ISREG(st.st_mode))
			continue;
		sum += strstr(e->d_name, ".part") ? 0 : (size_t)st.st_size;
		unlink(path);
	}
	closedir(d);
	return sum;
}

LOOP_TEST(tables_of_split, 0, 2)
{
	char dir[] = "/tmp/check_memory.XXXXXX";
	unsigned n, made, failures = 0;
	size_t whole;

	split = mkdtemp(dir);
	ck_assert_ptr_nonnull(split);
	format = out_format_find("json");
	memory_begin(0, 0);
	ck_assert_int_eq(show(&got, 3), 0);
	made = memory.made;
	whole = take_tables();
	ck_assert_uint_gt(whole, 256 * 1024);
	for (n = 1; n <= made; n += n < made / 2 ? 29 : 11) {
		memory_begin(n, _i);
		got.n = 0;
		if (show(&got, 3) == 0)
			ck_assert_uint_eq(take_tables(), whole);
		else
			failures++;
		take_tables();
	}
	ck_assert_uint_gt(failures, 0);
	ck_assert_int_eq(rmdir(split), 0);
	free(problems.p);
}

static int notices(struct result *r, unsigned arg)
{
	struct out_notices v = { 0 };
	unsigned i;
	int failed;

	(void)arg;
	memory_watch();
	for (i = 0; i < 100; i++)
		out_notice_add(&v, "page.txt", 100 - i, "cannot be read");
	memory_rest();
	failed = v.failed;
	/* If one notice is missing, the later notices are not. */
	ck_assert(memory.refused != 1 || v.count == 99);
	out_notices_sort(&v);
	for (i = 0; i < v.count; i++) {
		ck_assert(i == 0 || v.v[i - 1].line < v.v[i].line);
		put(r, v.v[i].text, strlen(v.v[i].text));
	}
	out_notices_free(&v);
	return failed ? -1 : 0;
}

TEST(list_of_notices)
{
	each_fails(notices, 0, 1);
}

/* ---- Writers ---- */

enum { MONWRITE = 1, SELECTED = 2, RETRY = 4 };

static struct monread_writer *w;
static int failed;

/* A call returned RC; REFUSED allocations had failed before the call.  Return whether to call again. */
static int again(int rc, unsigned refused, unsigned how)
{
	if (rc == MONREAD_FAILED) {
		ck_assert(memory.refused > refused && errno == ENOMEM);
		ck_assert_str_eq(monread_writer_error(w), "out of memory");
		failed += !(how & RETRY) || memory.lasting;
		return !failed;
	}
	ck_assert(how & SELECTED || memory.refused == refused);
	ck_assert_int_eq(monread_writer_code(w), MONREAD_OK);
	return 0;
}

static void collect(struct result *r)
{
	size_t n;
	const unsigned char *p = monread_writer_bytes(w, &n);

	put(r, p, n);
	monread_writer_clear(w);
}

/* The records of a stream or MONWRITE file at P, without ends of frames: if memory is short, sets of selected
 * records may be smaller. */
static void put_records(struct result *r, const char *p, size_t n)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);
	const struct monread_ev *ev;

	ck_assert_ptr_nonnull(m);
	ck_assert_int_eq(monread_feed(m, p, n), MONREAD_OK);
	while ((ev = next_of(m)) != NULL) {
		ck_assert_int_lt(ev->kind, MONREAD_BAD);
		if (ev->kind == MONREAD_RECORD && !(ev->domain == 1 && (ev->record == 11 || ev->record == 13)))
			put(r, ev->bytes, ev->length);
	}
	monread_close(m);
}

static int write_all(struct result *r, unsigned how)
{
	struct monread *m = fed(MONREAD_WANT_FILLER);
	struct result written = { 0 };
	const struct monread_ev *ev;
	unsigned refused;
	int rc;

	failed = 0;
	memory_watch();
	w = monread_writer_new(how & MONWRITE ? MONREAD_CONTAINER_MONWRITE : MONREAD_CONTAINER_STREAM,
	                       how & SELECTED ? MONREAD_WRITER_SELECTED : 0);
	memory_rest();
	while (w && (ev = next_of(m)) != NULL) {
		do {
			do {
				refused = memory.refused;
				memory_watch();
				rc = monread_writer_take(w, ev, 1);
				memory_rest();
			} while (again(rc, refused, how));
			if (rc > 0)
				collect(&written);
		} while (rc == MONREAD_WRITER_SPLIT);
	}
	do {
		refused = memory.refused;
		memory_watch();
		rc = w ? monread_writer_end(w) : 0;
		memory_rest();
	} while (w && again(rc, refused, how));
	if (w)
		collect(&written);
	rc = w && !failed ? 0 : -1;
	if (how & SELECTED)
		put_records(r, written.p, written.n);
	else
		put(r, written.p, written.n);
	free(written.p);
	monread_writer_free(w);
	monread_close(m);
	return rc;
}

LOOP_TEST(writers, 0, 8)
{
	each_fails(write_all, (unsigned)_i, 1);
}

/* ---- Tables ---- */

/* Get the columns of a table: if memory is short, the first call fails with ENOMEM, and a second call succeeds. */
static int columns(struct result *r, unsigned which)
{
	static const char *const tables[] = { "MRSYTLCK__SYTLCK_CALSXENT", "LINUXOS__LINUXOS_CPU", "MRSYTCUM__SYTCUM_MIBDATA",
		                              "MRSYTPRP" };
	struct table_schema *s = table_schema_new(layouts);
	const struct table *t;
	size_t i;
	int rc;

	ck_assert_ptr_nonnull(s);
	errno = 0;
	memory_watch();
	t = table_find(s, tables[which]);
	memory_rest();
	rc = t ? 0 : -1;
	ck_assert_int_eq(rc ? ENOMEM : 0, rc ? errno : 0);
	t = table_find(s, tables[which]);
	ck_assert_ptr_nonnull(t);
	for (i = 0; i < t->ncolumns; i++)
		put(r, t->columns[i].name, strlen(t->columns[i].name) + 1);
	if (rc && want.n) {
		ck_assert_uint_eq(r->n, want.n);
		ck_assert_mem_eq(r->p, want.p, want.n);
	}
	table_schema_free(s);
	return rc;
}

LOOP_TEST(columns_of_tables, 0, 4)
{
	each_fails(columns, (unsigned)_i, 1);
}

TEST(list_of_tables)
{
	struct table_schema *s, *whole = table_schema_new(layouts);
	unsigned step, n = 0;
	size_t i;

	for (step = 1; step <= 2; step++) {
		memory_begin(step, 1);
		memory_watch();
		s = table_schema_new(layouts);
		memory_rest();
		ck_assert_ptr_null(s);
	}
	s = table_schema_new(layouts);
	ck_assert(s && whole);
	/* The schema keeps the tables that it has made, so each call gets further. */
	for (step = 1; step < 10000; step += 20, n++) {
		memory_begin(step, 0);
		errno = 0;
		memory_watch();
		i = table_at(s, 0) != NULL;
		memory_rest();
		if (i)
			break;
		ck_assert_int_eq(errno, ENOMEM);
	}
	ck_assert_uint_gt(n, 5);
	for (i = 0; table_at(whole, i); i++)
		ck_assert_str_eq(table_at(s, i)->name, table_at(whole, i)->name);
	ck_assert_ptr_null(table_at(s, i));
	ck_assert_int_eq(errno, ENOENT);
	table_schema_free(whole);
	table_schema_free(s);
}

/* Make the rows of some kinds of records: with lists, entries, application data, texts. */
static int is_wanted(const struct monread_ev *ev)
{
	static const unsigned char kinds[][2] = { { 0, 3 }, { 0, 2 }, { 0, 23 }, { 1, 4 }, { 1, 11 }, { 4, 3 }, { 6, 3 }, { 10, 2 } };
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof *kinds && ev->kind == MONREAD_RECORD; i++)
		if (ev->domain == kinds[i][0] && ev->record == kinds[i][1])
			return 1;
	return 0;
}

static struct table_text text;

static int take_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	char head[40];
	size_t i;

	memory_rest();
	for (i = 0; i <= TABLE_ELAPSED(t); i++) {
		if (cells[i].kind == TABLE_NULL)
			continue;
		ck_assert_ptr_nonnull(table_text_make(&text, &cells[i]));
		put(arg, head, (size_t)snprintf(head, sizeof head, "%u.%u ", t->id, (unsigned)i));
		put(arg, text.own.bytes, text.own.length);
	}
	memory_watch();
	return 0;
}

static struct table_schema *schema;
enum { DELTA = 1, FEW_COLUMNS = 2 };

static int make_rows(struct result *r, unsigned how)
{
	const struct table *only = how & FEW_COLUMNS ? table_find(schema, "MRSYTPRP") : NULL;
	static const struct table_sink sink = { take_row, NULL };
	struct monread_system *system = monread_system_new(layouts);
	unsigned char chosen[TABLE_COLUMNS_MAX] = { 0 };
	struct monread *m = fed(0);
	const struct monread_ev *ev;
	struct table_rows *rows;
	struct series *series;
	struct delta *delta;
	unsigned n = 0;
	int rc;

	if (only)
		chosen[table_column_find(only, "offset")] = chosen[table_column_find(only, "SYTPRP_PFXCPUAD")] = 1;
	memory_watch();
	rows = table_rows_new(schema, layouts, only, only ? chosen : NULL);
	series = series_new(layouts, NULL, NULL, 0);
	delta = delta_new(layouts);
	rc = rows && series && delta ? 0 : -1;
	if (!rc)
		series_begin_file(series);
	memory_rest();
	while (!rc && n < 60 && (ev = next_of(m)) != NULL) {
		struct table_record rec = { .ev = ev, .system = "S", .file = "f", .per_second = how & DELTA };
		struct series_before before;
		struct series_place place;

		if (!is_wanted(ev))
			continue;
		n++;
		memory_watch();
		errno = 0;
		rec.layout = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
		rec.release = monread_system_release(system);
		rc = !rec.layout && errno == ENOMEM ? -1 : 0;
		if (!rc && how & DELTA) {
			rc = series_arrive(series, system, ev, &place);
			if (!rc && !series_keeps(series, ev)) {
				memory_rest();
				continue;
			}
			if (!rc)
				rc = series_take(series, &place, ev, rec.layout, rec.release, &before) ||
				     delta_begin(delta, rec.layout, rec.release, ev->bytes, ev->length, &before);
			rec.delta = delta;
		}
		if (!rc)
			rc = table_rows_make(rows, &rec, &sink, r);
		memory_rest();
	}
	/* The rows before the failure are right. */
	if (rc) {
		ck_assert_uint_le(r->n, want.n);
		ck_assert(!r->n || memcmp(r->p, want.p, r->n) == 0);
	}
	table_rows_free(rows);
	series_free(series);
	delta_free(delta);
	monread_system_free(system);
	monread_close(m);
	return rc ? -1 : 0;
}

LOOP_TEST(rows_of_tables, 0, 4)
{
	schema = table_schema_new(layouts);
	text.codepage = codepage;
	/* The first run makes the tables of the schema. */
	memory_begin(0, 0);
	ck_assert_int_eq(make_rows(&want, (unsigned)_i), 0);
	each_fails(make_rows, (unsigned)_i, 1);
	table_schema_free(schema);
	table_text_free(&text);
}

/* Make the texts of one cell of each kind, and a list of all cells; after a failure a text can be made again. */
static int cell(struct result *r, unsigned which)
{
	static const struct monread_field f = { .format = MONREAD_UNSIGNED, .length = 2 };
	static const unsigned char raw[200] = { 0xC1 };
	const struct table_cell cells[] = { { .bytes = raw, .length = 200, .kind = TABLE_HEX },
		                            { .bytes = raw, .length = 100, .kind = TABLE_EBCDIC },
		                            { .bytes = raw, .length = 200, .kind = TABLE_ASCII },
		                            { .bytes = raw, .length = 200, .kind = TABLE_UTF8 },
		                            { .bytes = raw, .length = 200, .kind = TABLE_ELEMENTS, .field = &f },
		                            { .integer = 5, .kind = TABLE_MICROS } };
	const struct table_cell many = { .cells = cells, .length = sizeof cells / sizeof *cells, .kind = TABLE_CELLS };
	struct table_text t = { .codepage = codepage };
	int rc;

	memory_watch();
	rc = table_text_make(&t, which < many.length ? &cells[which] : &many) ? 0 : -1;
	memory_rest();
	ck_assert_int_eq(rc, memory.refused ? -1 : 0);
	ck_assert_ptr_nonnull(table_text_make(&t, which < many.length ? &cells[which] : &many));
	put(r, t.own.bytes, t.own.length);
	if (rc && want.n)
		ck_assert(r->n == want.n && memcmp(r->p, want.p, r->n) == 0);
	table_text_free(&t);
	return rc;
}

LOOP_TEST(texts_of_cells, 0, 5)
{
	each_fails(cell, (unsigned)_i, 1);
}

TEST(text_of_a_list)
{
	each_fails(cell, 6, 1);
}

/* ---- Layouts ---- */

/* An arena allocates memory in large pieces; here each allocation from the arena may fail. */
static int arenas_fail;

#define ARENA(type, name, parameters, arguments)                                        \
	type __real_##name parameters;                                                  \
	type __wrap_##name parameters;                                                  \
	type __wrap_##name parameters                                                   \
	{                                                                               \
		return arenas_fail && memory_is_short() ? NULL : __real_##name arguments; \
	}

ARENA(void *, mr_arena_alloc, (struct mr_arena *a, size_t size), (a, size))
ARENA(void *, mr_arena_array, (struct mr_arena *a, size_t n, size_t size), (a, n, size))
ARENA(void *, mr_arena_more, (struct mr_arena *a, void *p, size_t *cap, size_t n, size_t size), (a, p, cap, n, size))
ARENA(char *, mr_arena_strdup, (struct mr_arena *a, const char *from), (a, from))
ARENA(char *, mr_arena_strndup, (struct mr_arena *a, const char *from, size_t n), (a, from, n))

TEST(sizes_that_are_too_large)
{
	struct mr_arena a = { NULL };

	ck_assert_ptr_null(mr_arena_alloc(&a, SIZE_MAX / 2 + 1));
	ck_assert_ptr_null(mr_arena_array(&a, SIZE_MAX / 2, 3));
	mr_arena_free(&a);
}

static struct result *said;

static void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void say(const char *fmt, ...)
{
	int watched = atomic_exchange(&memory.watched, 0);
	char line[1000];
	va_list ap;

	va_start(ap, fmt);
	put(said, line, (size_t)vsnprintf(line, sizeof line, fmt, ap));
	va_end(ap);
	atomic_store(&memory.watched, watched);
}

static int say_field(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%s=%llu ", v->field->name, (unsigned long long)v->number);
	return 0;
}

static int say_begin(void *arg, const struct monread_place *place)
{
	(void)arg;
	say("%s%d{ ", place->name, (int)place->level);
	return 0;
}

static int say_rest(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%u+%u ", (unsigned)v->offset, (unsigned)v->length);
	return 0;
}

static int say_problem(void *arg, const char *what)
{
	(void)arg;
	say("%s ", what);
	return 0;
}

static void say_note(void *arg, const char *path, unsigned line, const char *what)
{
	(void)arg;
	(void)path;
	say("%u:%s\n", line, what);
}

/* Run FUNCTION for each failing allocation, including allocations from arenas. */
static void each_of_layouts_fails(int (*run)(struct result *, unsigned), unsigned arg)
{
	arenas_fail = memory.tells = 1;
	each_fails(run, arg, 1);
}

/* Records chosen by number, with all fields or only the fields with some names. */
static int decode(struct result *r, unsigned some)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = say_field, .begin = say_begin, .gap = say_rest,
		                                  .tail = say_rest, .problem = say_problem };
	static const unsigned char numbers[][2] = { { 0, 23 }, { 10, 2 }, { 0, 17 }, { 200, 1 }, { 4, 250 } };
	static const unsigned char record[600] = { [21] = 52, [23] = 100 };
	static const char *const globs[] = { "*cal*", "TST*", "timestamp", NULL };
	const struct monread_layout *layout;
	struct monread_layouts *l;
	struct monread_decoder *d;
	struct monread_system *s;
	size_t i;
	int rc;

	said = r;
	memory_watch();
	l = monread_layouts_new();
	d = l ? monread_decoder_new(l, 0, some ? globs : NULL) : NULL;
	s = d ? monread_system_new(l) : NULL;
	rc = s ? 0 : -1;
	for (i = 0; !rc && i < sizeof numbers / sizeof numbers[0]; i++) {
		layout = monread_system_layout(s, numbers[i][0], numbers[i][1], record, sizeof record);
		rc = (!layout && errno == ENOMEM) || monread_system_learn(s, 1, 4, record, 184) ? -1 : 0;
		say("%s:", layout ? layout->name : "none");
		if (!rc)
			rc = monread_decode(d, layout, monread_system_release(s), record, sizeof record, &emit, NULL);
	}
	memory_rest();
	monread_system_free(s);
	monread_decoder_free(d);
	monread_layouts_free(l);
	return rc ? -1 : 0;
}

LOOP_TEST(records_are_decoded, 0, 2)
{
	each_of_layouts_fails(decode, (unsigned)_i);
}

static int names_of_layouts(struct result *r, unsigned arg)
{
	static const char *const asked[] = { "MRSYTLCK", "D0R23", "lcksp", "nothing", "LINUXMEM", "STOASP" };
	static const unsigned char product[16] = { 0xD3, 0xC9, 0xD5, 0xE4, 0xE7, 0xD2, 0xD9, 0xD5,
		                                   0xD3, 0x01, 0xF2, 0xF6, 0xF0, 0xF1, 0xF0, 0xF0 };
	enum { NAMES = sizeof asked / sizeof asked[0] };
	struct monread_layouts *l;
	const struct monread_layout *found;
	size_t i;
	int rc;

	(void)arg;
	said = r;
	memory_watch();
	l = monread_layouts_new();
	rc = l ? 0 : -1;
	for (i = 0; !rc && i <= NAMES + monread_layouts_count(l); i++) {
		found = i < NAMES    ? monread_layouts_by_name(l, asked[i])
		        : i == NAMES ? monread_layouts_product(l, product)
		                     : monread_layouts_at(l, i - NAMES - 1);
		rc = !found && errno == ENOMEM ? -1 : 0;
		say("%s ", found ? found->name : "none");
	}
	memory_rest();
	monread_layouts_free(l);
	return rc;
}

TEST(layouts_are_found)
{
	each_of_layouts_fails(names_of_layouts, 0);
}

static void say_layout(const struct monread_layout *l)
{
	const struct monread_structure *s;
	const struct monread_field *f;
	const struct monread_bit *bit;
	size_t i, k, b;

	say("%s %s %s %s %d %d %u %u %u %u\n", l->name, l->dsect, l->kind, l->title, l->domain, l->record, l->narrays,
	    l->nchecks, l->ntells, l->nerrata);
	for (i = 0; (s = monread_layout_structure(l, i)) != NULL; i++)
		for (k = 0; (f = monread_structure_field(s, k)) != NULL; k++) {
			say("%s %u %u %d %s %s %s\n", f->name, f->offset, f->length, (int)f->format, f->text, f->unit,
			    f->structure ? f->structure->name : "");
			for (b = 0; (bit = monread_field_bit(f, b)) != NULL; b++)
				say(" %s %s", bit->name, bit->text);
		}
}

#define ROWS                                                                          \
	"Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"       \
	"  0   0  Structure   28  TSTMEM                 Start\n"                      \
	"  0   0  Character   20  *                      header\n"                     \
	" 20  14  Bitstring    1  TSTMEM_A               flags\n"                      \
	"         1... ....       TSTMEM_A1              one\n"                        \
	"         .1.. ....       TSTMEM_A2              two\n"                        \
	" 21  15  Unsigned     3  TSTMEM_B               count\n"                      \
	" 24  18  Unsigned     4  TSTMEM_C               other\n"                      \
	"\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n"     \
	"  0   0  Structure    4  TSTENT                 an entry\n"                   \
	"  0   0  Unsigned     4  TSTENT_A               number\n"                     \
	"\nTSTMEM Cross Reference\nName Hex Offset Length\nTSTMEM 0 28\nTSTMEM_A 14 1\n" \
	"TSTMEM_A1 14 80\nTSTMEM_A2 14 40\nTSTMEM_B 15 3\nTSTMEM_C 18 4\nTSTENT 0 4\nTSTENT_A 0 8\n"

#define PROLOG                                                                               \
	"MRSYTLCK Prolog\n DSECT NAME - SYTLCK\n NAME - MRSYTLCK\n"                          \
	" DESCRIPTIVE NAME - Monitor Sample Record\n   Domain 0 - System\n   Record 23 - A title\n" \
	" DESCRIPTION - none\n\nMRSYTLCK Control Block Contents\n"

static const char *const pages[] = {
	"Record: MRTSTMEM\nDSECT: TSTMEM\nNumber: D4R250\nKind: event\nTitle: a title\nRelease: 7.1\n"
	"Status: whole\nSource: a test\nText: NOTHING\nUnit: pages = TSTMEM_C\nKey: TSTMEM_B\n"
	"Array: TSTENT count TSTMEM_B at 28\nCheck: TSTMEM_B = TSTMEM_C: differ\n"
	"Tells: release 6.2 when length >= 28\nWhen: length >= 28\nErratum: TSTENT_A: a slip\nMaps: TSTENT onto TSTMEM_C\n\n"
	"MRTSTMEM Control Block Contents\n" ROWS,
	PROLOG "Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"
	"  0   0  Structure   28  SYTLCK                 Start\n"
	"  0   0  Character   20  MRHDR                  header\n"
	" 20  14  Unsigned     4  SYTLCK_CALNMLKS        count\n"
	" 24  18  Unsigned     2  SYTLCK_CALENTSZ        size\n"
	" 26  1A  Unsigned     2  SYTLCK_CALENTDP        displacement\n",
#ifdef HAVE_LIBXML2
	"<html><head><title>x</title></head><body><pre>" PROLOG ROWS "</pre></body></html>\n",
#endif
};

static char path[] = "check_memory.XXXXXX";

static int load(struct result *r, unsigned arg)
{
	struct monread_layouts *l;
	const struct monread_layout *found;
	size_t i;
	int error;
	long n;

	(void)arg;
	said = r;
	memory_watch();
	l = monread_layouts_new();
	n = l ? monread_layouts_load(l, path, say_note, NULL) : -1;
	error = l && n < 0 ? errno : ENOMEM;
	for (i = 0; n > 0 && i < monread_layouts_count(l); i++) {
		found = monread_layouts_at(l, i);
		if (!found)
			n = -1;
		else if (!found->builtin)
			say_layout(found);
	}
	memory_rest();
	ck_assert_int_eq(error, ENOMEM);
	monread_layouts_free(l);
	say("%ld ", n);
	return n < 0 ? -1 : 0;
}

LOOP_TEST(pages_are_loaded, 0, sizeof pages / sizeof pages[0])
{
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, pages[_i], strlen(pages[_i])), (int)strlen(pages[_i]));
	close(fd);
	each_of_layouts_fails(load, 0);
	unlink(path);
}

UNIT_MAIN("memory", setup, teardown)
