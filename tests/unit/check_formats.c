/* check_formats.c: output formats with layouts that no file can contain: a format must not trust the lengths of fields
 * in a layout. */

#include "unit.h"

#include <stdarg.h>

#include "base/model.h"
#include "out/formats.h"
#include "out/out.h"
#include "out/value.h"

/* The expected or the actual output. */
struct text {
	char *s;
	size_t len, room;
};

static void add(struct text *t, const char *s, size_t n)
{
	if (t->len + n + 1 > t->room) {
		t->room = 2 * (t->len + n + 1);
		t->s = realloc(t->s, t->room);
		ck_assert_ptr_nonnull(t->s);
	}
	memcpy(t->s + t->len, s, n);
	t->len += n;
	t->s[t->len] = 0;
}

static void put(struct text *t, const char *fmt, ...)
{
	char line[2048];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	ck_assert_int_lt(n, (int)sizeof line);
	add(t, line, (size_t)n);
}

/* ---- A record and its layout ---- */

#define MANY 12000u

static unsigned char bytes[20 + 4 + MANY];
static struct mr_field fields[2], entry_field;
static struct mr_structure structures[2];
static struct monread_array arrays[2];
static struct mr_layout made;
static struct monread_layout *const layout = &made.pub;
static struct monread_mce mce = { MONREAD_SAMPLE, 0, 0x8000, 0x1000, 0x1FFF };
static struct monread_ev ev;
static char *name; /* of both fields */

static struct monread_field make_field(const char *s, uint32_t offset, uint32_t length, uint32_t count)
{
	struct monread_field f = { .name = s, .text = "", .unit = "", .name_len = (uint32_t)strlen(s), .offset = offset,
		                   .length = length, .dim_first = 1, .dim_count = count, .type = MONREAD_TYPE_UNSIGNED,
		                   .format = MONREAD_UNSIGNED };

	return f;
}

/* A record of 20 + 4 + REST bytes: a number of two bytes, and a list of two numbers of one byte, with the same
 * name. */
static void make(size_t name_len, size_t rest)
{
	name = malloc(name_len + 1);
	ck_assert_ptr_nonnull(name);
	memset(name, 'N', name_len);
	name[name_len] = 0;
	fields[0].pub = make_field(name, 20, 2, 0);
	fields[1].pub = make_field(name, 22, 1, 2);
	memset(structures, 0, sizeof structures);
	structures[0] = (struct mr_structure){ { "S", "", 24, 0, 2 }, fields };
	memset(&made, 0, sizeof made);
	layout->name = "MRTEST";
	layout->dsect = layout->kind = layout->title = layout->release = layout->source = "";
	layout->status = MONREAD_WHOLE;
	layout->domain = 250;
	layout->record = 7;
	layout->nstructures = 1;
	made.structures = structures;
	layout->id = 100000;
	memset(bytes, 0, sizeof bytes);
	bytes[21] = 5;
	bytes[22] = 6;
	bytes[23] = 7;
	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_RECORD;
	ev.dataset = ev.setno = 1;
	ev.mce = &mce;
	ev.bytes = bytes;
	ev.length = 24 + rest;
	ev.domain = 250;
	ev.record = 7;
}

/* Pass E directly to the function of the format.  IS_SHOWN: the set needs no heading. */
static void give(struct out *o, const struct monread_ev *e, int is_shown)
{
	struct out_record r = { .ev = e, .layout = layout, .system = "" };

	if (o->format->record)
		ck_assert_int_eq(o->format->record(&o->main, &r), 0);
	else
		ck_assert_int_eq(o->format->event(o, e, r.layout, is_shown), 0);
}

/* Return the output of N such records in FORMAT. */
static struct text shown(const struct out_format *format, unsigned n)
{
	struct text t = { NULL, 0, 0 };
	struct monread_codepage *cp = monread_codepage_open("1047");
	struct out o;
	struct out_file file = { "f", MONREAD_CONTAINER_STREAM, 0, 1 };
	struct monread_layouts *layouts = monread_layouts_new();
	FILE *f = tmpfile();
	char part[4096];
	size_t got;

	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(cp);
	memset(&o, 0, sizeof o);
	o.settings.layouts = layouts;
	o.settings.codepage = cp;
	o.settings.time = OUT_TIME_TOD;
	ck_assert_ptr_nonnull(o.settings.layouts);
	ck_assert_int_eq(out_begin(&o, format, fileno(f)), 0);
	o.file = o.main.file = &file;
	while (n-- > 0)
		give(&o, &ev, 1);
	ck_assert_int_eq(out_end(&o), 0);
	rewind(f);
	while ((got = fread(part, 1, sizeof part, f)) > 0)
		add(&t, part, got);
	fclose(f);
	monread_layouts_free(layouts);
	monread_codepage_free(cp);
	return t;
}

static void same(struct text want, struct text got)
{
	size_t i;

	for (i = 0; i < want.len && i < got.len && want.s[i] == got.s[i]; i++)
		;
	ck_assert_msg(i == want.len && i == got.len, "at %zu of %zu and %zu: expected \"%.60s\", got \"%.60s\"", i, want.len,
	              got.len, want.s + i, i < got.len ? got.s + i : "");
	free(want.s);
	free(got.s);
}

static const size_t lengths[] = { 1, 63, 64, 98, 99, 199, 200, 201, 255, 256, 257, 1023, 1024, 60000, 600000 };
#define LENGTHS (sizeof lengths / sizeof lengths[0])
#define NAMES   3 /* of them, up to MONREAD_NAME_MAX */

/* ---- Names ---- */

static void put_named(struct text *t, const char *place, const char *index, const char *value)
{
	/* The values begin two columns after the longest name, at least at column 10 and at most at column 100. */
	size_t column = strlen(name) + strlen("(2)") + 2, len = strlen(name) + strlen(index);

	column = column < 10 ? 10 : column > 100 ? 100 : column;
	put(t, "%s", place);
	add(t, name, strlen(name));
	put(t, "%s%*s%s\n", index, len + 2 <= column ? (int)(column - len) : 2, "", value);
}

LOOP_TEST(text_with_names_of_any_length, 0, NAMES)
{
	struct text want = { NULL, 0, 0 };
	size_t n = lengths[_i], column;
	unsigned i, times = n < 1000 ? 400 : 20;

	make(n, 0);
	column = n + 5 < 10 ? 10 : n + 5 > 100 ? 100 : n + 5;
	for (i = 0; i < times; i++) {
		put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  24 bytes\n");
		put(&want, "  Hex  Len  Field%*sValue\n", (int)column - 5, "");
		put_named(&want, "   14    2  ", "", "5");
		put_named(&want, "   16    1  ", "(1)", "6");
		put_named(&want, "   17    1  ", "(2)", "7");
	}
	same(want, shown(&out_text_format, times));
	free(name);
}

LOOP_TEST(json_with_names_of_any_length, 0, NAMES)
{
	struct text want = { NULL, 0, 0 };
	unsigned i;

	make(lengths[_i], 0);
	for (i = 0; i < 20; i++) {
		put(&want, "{\"file\":\"f\",\"system\":null,\"offset\":0,\"dataset\":1,\"type\":\"sample\",\"domain\":250,\"record\":7,"
		           "\"name\":\"MRTEST\",\"length\":24,\"time\":\"0000000000000000\",\"tod\":\"0000000000000000\","
		           "\"fields\":{\"");
		add(&want, name, strlen(name));
		put(&want, "\":5,\"");
		add(&want, name, strlen(name));
		put(&want, "\":[6,7]}}\n");
	}
	same(want, shown(&out_json_format, 20));
	free(name);
}

LOOP_TEST(hex_with_names_of_any_length, 0, NAMES)
{
	struct text want = { NULL, 0, 0 };
	unsigned i, k;

	make(lengths[_i], 0);
	for (i = 0; i < 20; i++) {
		put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  24 bytes\n");
		put(&want, "  0000  00000000 00000000 00000000 00000000  |................|\n");
		put(&want, "  0010  00000000 00050607                    |........|        ");
		/* The list with its name, and its two elements. */
		for (k = 0; k < 4; k++) {
			put(&want, "  %s ", k == 0 ? "14" : k < 3 ? "16" : "17");
			add(&want, name, strlen(name));
		}
		put(&want, "\n");
	}
	same(want, shown(&out_hex_format, 20));
	free(name);
}

/* ---- Many names ---- */

/* An array of MANY entries at the end.  An array of 4 entries precedes it in the record but follows it in the
 * layout; as the second of its structure it is called A_2.  So names are not in order, and are more than any table
 * has room for. */
TEST(hex_names_all_fields_in_order)
{
	struct text want = { NULL, 0, 0 };
	uint32_t at;
	unsigned i;

	make(1, MANY);
	structures[0].pub.length = 20;
	structures[0].pub.nfields = 0;
	entry_field.pub = make_field("F", 0, 1, 0);
	structures[1] = (struct mr_structure){ { "A", "", 1, 0, 1 }, &entry_field };
	layout->nstructures = 2;
	for (i = 0; i < 2; i++) {
		arrays[i].structure = &structures[1].pub;
		arrays[i].size_const = 1;
		arrays[i].count_const = i ? 4 : MANY;
		arrays[i].at_const = i ? 20 : 24;
	}
	layout->narrays = 2;
	made.arrays = arrays;
	memset(bytes + 20, 0, 4 + MANY);
	put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  12024 bytes\n");
	for (at = 0; at < 24 + MANY; at += 16) {
		uint32_t end = at + 16 < 24 + MANY ? at + 16 : 24 + MANY, k;

		put(&want, "  %04X ", (unsigned)at);
		for (k = at; k < at + 16; k++)
			put(&want, "%s%s", k % 4 == 0 ? " " : "", k < end ? "00" : "  ");
		put(&want, "  |%.*s|%*s", (int)(end - at), "................", (int)(16 - (end - at)), "");
		for (k = at < 20 ? 20 : at; k < end; k++)
			put(&want, "  %X %s  %X F", (unsigned)k, k < 24 ? "A_2" : "A", (unsigned)k);
		put(&want, "\n");
	}
	same(want, shown(&out_hex_format, 1));
	free(name);
}

/* ---- Places ---- */

/* Offset and length of a field are aligned in columns, regardless of their number of digits. */
TEST(text_has_columns_for_any_place)
{
	static const unsigned offsets[] = { 0x14, 0xFF, 0x100, 0xFFF, 0x1000, 0x2000 }, sizes[] = { 9, 10, 99, 100, 999, 1000 };
	unsigned i, k, n;

	for (i = 0; i < 6; i++)
		for (k = 0; k < 6; k++) {
			struct text want = { NULL, 0, 0 };

			make(1, 0);
			memset(bytes, 0, sizeof bytes);
			fields[0].pub = make_field("F", offsets[i], sizes[k], 0);
			fields[0].pub.type = MONREAD_TYPE_CHARACTER;
			fields[0].pub.format = MONREAD_HEX;
			structures[0].pub.nfields = 1;
			structures[0].pub.length = offsets[i] + sizes[k];
			ev.length = offsets[i] + sizes[k];
			put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  %u bytes\n", offsets[i] + sizes[k]);
			put(&want, "  Hex  Len  Field     Value\n%5X  %3u  F         ", offsets[i], sizes[k]);
			for (n = 0; n < sizes[k]; n++)
				put(&want, "00");
			put(&want, "\n");
			same(want, shown(&out_text_format, 1));
			free(name);
		}
}

/* A pointer to the function prevents inlining, after which compilers would warn of bytes that are never read. */
static uint64_t (*volatile bit_value)(const struct monread_value *, const struct monread_bit *) = out_bit_value;

TEST(a_bit_outside_of_its_field_is_none)
{
	static const unsigned char value[] = { 0x12, 0x34, 0x56 };
	struct monread_field f = make_field("F", 100, 3, 0);
	struct monread_value v;
	struct monread_bit bit;

	memset(&v, 0, sizeof v);
	memset(&bit, 0, sizeof bit);
	v.field = &f;
	v.bytes = value;
	v.length = 3;
	bit.mask = 0xFFFF;
	bit.width = 1;
	bit.offset = 99;
	ck_assert_uint_eq(bit_value(&v, &bit), 0);
	bit.offset = 100;
	ck_assert_uint_eq(bit_value(&v, &bit), 0x12);
	bit.offset = 102;
	ck_assert_uint_eq(bit_value(&v, &bit), 0x56);
	bit.offset = 103;
	ck_assert_uint_eq(bit_value(&v, &bit), 0);
	bit.width = 2;
	bit.offset = 101;
	ck_assert_uint_eq(bit_value(&v, &bit), 0x3456);
	bit.mask = 0x0F0F;
	ck_assert_uint_eq(bit_value(&v, &bit), 0x0406);
	bit.offset = 102;
	ck_assert_uint_eq(bit_value(&v, &bit), 0);
}

/* ---- Options of formats ---- */

TEST(each_format_asks_for_what_it_needs)
{
	enum { looked = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE };
	static const struct {
		const char *name;
		unsigned wants, takes;
		int is_parallel;
	} wanted[] = {
		{ "text", OUT_WANTS_LAYOUT, looked | OUT_TAKES_WIDE | OUT_TAKES_DELTA, 1 },
		{ "list", OUT_WANTS_LAYOUT, 0, 1 },
		{ "summary", OUT_WANTS_OTHERS, 0, 0 },
		{ "hex", OUT_WANTS_LAYOUT, looked, 1 },
		{ "raw", OUT_WANTS_FILLER | OUT_WANTS_OTHERS, 0, 0 },
		{ "json", OUT_WANTS_LAYOUT, looked | OUT_TAKES_DELTA | OUT_TAKES_SPLIT, 1 },
		{ "csv", OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
		  looked | OUT_TAKES_DELTA | OUT_TAKES_TABLE | OUT_TAKES_SPLIT, 1 },
		{ "tsv", OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
		  looked | OUT_TAKES_DELTA | OUT_TAKES_TABLE | OUT_TAKES_SPLIT, 1 },
		{ "arrow", OUT_WANTS_LAYOUT | OUT_WANTS_INTERVAL,
		  looked | OUT_TAKES_DELTA | OUT_TAKES_TABLE | OUT_TAKES_SPLIT, 1 },
	};
	static const unsigned all[] = { OUT_WANTS_FILLER, OUT_WANTS_LAYOUT, OUT_WANTS_OTHERS, OUT_WANTS_INTERVAL };
	unsigned i, k;

	for (i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
		const struct out_format *f = out_format_find(wanted[i].name);

		ck_assert_ptr_nonnull(f);
		ck_assert_str_eq(f->name, wanted[i].name);
		ck_assert_uint_eq(f->wants, wanted[i].wants);
		ck_assert_uint_eq(f->takes, wanted[i].takes);
		ck_assert_int_eq(f->record != NULL, wanted[i].is_parallel);
	}
	for (i = 0; out_formats[i]; i++) {
		ck_assert_ptr_eq(out_format_find(out_formats[i]->name), out_formats[i]);
		/* A format handles either records or events; a format that shows no fields has no options about
		 * fields. */
		ck_assert_int_ne(out_formats[i]->record != NULL, out_formats[i]->event != NULL);
		ck_assert(out_formats[i]->wants & OUT_WANTS_LAYOUT || !out_formats[i]->takes);
	}
	ck_assert_ptr_eq(out_formats[0], &out_text_format);
	ck_assert_ptr_eq(out_format_find("JSON"), &out_json_format);
	ck_assert_ptr_null(out_format_find("none"));
	ck_assert_ptr_null(out_format_find("lis"));
	for (i = 0; i < 3; i++)
		for (k = 0; k < 3; k++)
			ck_assert_int_eq((all[i] & all[k]) != 0, i == k);
}

/* ---- Problems ---- */

#define PROBLEMS 14u /* the first 8 are reported one by one */

static unsigned nproblems;

static void count_problem(void *arg, const struct monread_ev *e, const char *text)
{
	char want[80];

	ck_assert_ptr_eq(arg, &nproblems);
	ck_assert_ptr_eq(e, &ev);
	if (nproblems < 8)
		snprintf(want, sizeof want, "N is 5, M is 1543: problem %02u of the record", nproblems);
	else
		snprintf(want, sizeof want, "and %u more problems", PROBLEMS - nproblems);
	ck_assert_str_eq(text, want);
	nproblems++;
}

static struct monread_check checks[PROBLEMS];
static char texts[PROBLEMS][80];

/* A layout whose checks all fail: the output of its record in FORMAT. */
static struct text shown_with_problems(const struct out_format *format, int color)
{
	struct text t = { NULL, 0, 0 };
	struct monread_codepage *cp = monread_codepage_open("1047");
	struct out o;
	struct out_file file = { "f", MONREAD_CONTAINER_STREAM, 0, 1 };
	struct monread_layouts *layouts = monread_layouts_new();
	FILE *f = tmpfile();
	char part[8192];
	unsigned i;
	size_t got;

	make(1, 0);
	structures[0].pub.nfields = 2;
	fields[1].pub = make_field("M", 22, 2, 0);
	for (i = 0; i < PROBLEMS; i++) {
		snprintf(texts[i], sizeof texts[i], "problem %02u of the record", i);
		checks[i].left = &fields[0].pub;
		checks[i].right = &fields[1].pub;
		checks[i].text = texts[i];
	}
	layout->nchecks = PROBLEMS;
	made.checks = checks;
	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(cp);
	memset(&o, 0, sizeof o);
	o.settings.layouts = layouts;
	ck_assert_ptr_nonnull(o.settings.layouts);
	o.settings.codepage = cp;
	o.settings.time = OUT_TIME_TOD;
	o.settings.color = color;
	o.settings.problem = count_problem;
	o.settings.problem_arg = &nproblems;
	nproblems = 0;
	ck_assert_int_eq(out_begin(&o, format, fileno(f)), 0);
	o.file = o.main.file = &file;
	give(&o, &ev, 1);
	ck_assert_int_eq(out_end(&o), 0);
	rewind(f);
	while ((got = fread(part, 1, sizeof part, f)) > 0)
		add(&t, part, got);
	fclose(f);
	monread_layouts_free(layouts);
	monread_codepage_free(cp);
	free(name);
	return t;
}

TEST(headings_and_problems_have_colors)
{
	struct text want = { NULL, 0, 0 };
	unsigned i;

	put(&want, "\033[1m0x00000000  D250R7 MRTEST  0000000000000000  24 bytes\033[0m\n"
	           "  0000  00000000 00000000 00000000 00000000  |................|\n"
	           "  0010  00000000 00050607                    |........|          14 N  16 M\n");
	for (i = 0; i < 8; i++)
		put(&want, "\033[31m  problem: N is 5, M is 1543: problem %02u of the record\033[0m\n", i);
	put(&want, "\033[31m  problem: and 6 more problems\033[0m\n");
	same(want, shown_with_problems(&out_hex_format, 1));
}

/* ---- Raw ---- */

/* The writer splits selected records of more than 4 MB into two sets. */
TEST(raw_splits_large_sets)
{
	static const unsigned char first[12] = { MONREAD_SAMPLE, 0x80, 0, 0, 0, 0, 0x10, 0, 0, 0x3F, 0xEF, 0xFF };
	static const unsigned char second[12] = { MONREAD_SAMPLE, 0x80, 0, 0, 0, 0, 0x10, 0, 0, 0, 0x20, 0x13 };
	size_t at = 12 + 1022 * 4096;
	struct text got = { NULL, 0, 0 };
	struct out o;
	struct monread_layouts *layouts = monread_layouts_new();
	FILE *f = tmpfile();
	char part[4096];
	size_t n;

	make(1, 0);
	ck_assert_ptr_nonnull(f);
	memset(&o, 0, sizeof o);
	o.settings.layouts = layouts;
	o.settings.filtered = 1;
	ck_assert_int_eq(out_begin(&o, &out_raw_format, fileno(f)), 0);
	ev.kind = MONREAD_CONTROL;
	give(&o, &ev, 0);
	ev.kind = MONREAD_RECORD;
	ev.length = 4096;
	for (n = 0; n < 1023; n++)
		give(&o, &ev, 1);
	ev.length = 20;
	give(&o, &ev, 0);
	give(&o, &ev, 1);
	ck_assert_int_eq(out_end(&o), 0);
	monread_layouts_free(layouts);
	rewind(f);
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		add(&got, part, n);
	fclose(f);
	ck_assert_uint_eq(got.len, at + 12 + 4096 + 20);
	ck_assert_mem_eq(got.s, first, 12);
	ck_assert_mem_eq(got.s + at, second, 12);
	ck_assert_mem_eq(got.s + at + 12, bytes, 4096);
	ck_assert_mem_eq(got.s + at + 12 + 4096, bytes, 20);
	free(got.s);
	free(name);
}

static int begin_fails(struct out *o)
{
	return out_fail(&o->main, "%s begins", "nothing");
}

TEST(a_format_that_cannot_begin)
{
	static const struct out_format format = { .name = "fails", .begin = begin_fails };
	struct monread_layouts *layouts = monread_layouts_new();
	struct out o;

	memset(&o, 0, sizeof o);
	o.settings.layouts = layouts;
	ck_assert_int_eq(out_begin(&o, &format, OUT_MEMORY), -1);
	ck_assert_str_eq(o.main.error, "nothing begins");
	ck_assert_ptr_null(o.shared);
	ck_assert_ptr_null(o.main.state);
	ck_assert_ptr_null(o.main.b.buf);
	monread_layouts_free(layouts);
}

UNIT_MAIN("formats", NULL, NULL)
