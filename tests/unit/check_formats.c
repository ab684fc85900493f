/* check_formats.c: formats with layouts that no file can have: a format trusts no length in them. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "out/format.h"
#include "unit.h"

/* What is expected, or what came out. */
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
	char line[512];
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
static struct monread_field fields[2], entry_field;
static struct monread_structure structures[2];
static struct monread_array arrays[2];
static struct monread_layout layout;
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

/* A record of 20 + 4 + REST bytes: a number of two bytes, and a list of two of one byte, both of the same name. */
static void make(size_t name_len, size_t rest)
{
	name = malloc(name_len + 1);
	ck_assert_ptr_nonnull(name);
	memset(name, 'N', name_len);
	name[name_len] = 0;
	fields[0] = make_field(name, 20, 2, 0);
	fields[1] = make_field(name, 22, 1, 2);
	memset(structures, 0, sizeof structures);
	structures[0] = (struct monread_structure){ "S", "", 24, 0, 2, fields };
	memset(&layout, 0, sizeof layout);
	layout.name = "MRTEST";
	layout.dsect = layout.kind = layout.title = layout.release = layout.source = "";
	layout.status = MONREAD_WHOLE;
	layout.domain = 250;
	layout.record = 7;
	layout.nstructures = 1;
	layout.structures = structures;
	layout.id = 100000;
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

/* What FORMAT makes of the record, N times over. */
static struct text shown(const struct out_format *format, unsigned n)
{
	struct text t = { NULL, 0, 0 };
	struct monread_codepage cp;
	struct out o;
	struct out_file file = { "f", MONREAD_FORM_STREAM, 0, 1, 0 };
	FILE *f = tmpfile();
	char part[4096];
	size_t got;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(monread_codepage_load(&cp, "1047"), 0);
	memset(&o, 0, sizeof o);
	o.layouts = monread_layouts_new();
	o.decoder = monread_decoder_new(o.layouts, 0, NULL);
	o.codepage = &cp;
	o.file = &file;
	out_clock_init(&o.clock, OUT_TIME_TOD);
	ck_assert(o.layouts && o.decoder);
	ck_assert_int_eq(out_begin(&o, format, fileno(f)), 0);
	o.layout = &layout;
	o.set_shown = 1;
	while (n-- > 0)
		format->event(&o, &ev, 1);
	ck_assert_int_eq(out_end(&o), 0);
	rewind(f);
	while ((got = fread(part, 1, sizeof part, f)) > 0)
		add(&t, part, got);
	fclose(f);
	monread_decoder_free(o.decoder);
	monread_layouts_free(o.layouts);
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

/* ---- Names ---- */

static void put_named(struct text *t, const char *place, const char *index, const char *value)
{
	/* The column of values is two places behind the longest name, at least 10 and at most 100 wide. */
	size_t column = strlen(name) + strlen("(2)") + 2, len = strlen(name) + strlen(index);

	column = column < 10 ? 10 : column > 100 ? 100 : column;
	put(t, "%s", place);
	add(t, name, strlen(name));
	put(t, "%s%*s%s\n", index, len + 2 <= column ? (int)(column - len) : 2, "", value);
}

START_TEST(text_with_names_of_any_length)
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
END_TEST

START_TEST(json_with_names_of_any_length)
{
	struct text want = { NULL, 0, 0 };
	unsigned i;

	make(lengths[_i], 0);
	for (i = 0; i < 20; i++) {
		put(&want, "{\"file\":\"f\",\"offset\":0,\"dataset\":1,\"type\":\"sample\",\"domain\":250,\"record\":7,"
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
END_TEST

START_TEST(hex_with_names_of_any_length)
{
	struct text want = { NULL, 0, 0 };
	unsigned i, k;

	make(lengths[_i], 0);
	for (i = 0; i < 20; i++) {
		put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  24 bytes\n");
		put(&want, "  0000  00000000 00000000 00000000 00000000  |................|\n");
		put(&want, "  0010  00000000 00050607                    |........|        ");
		/* The list by its name, and its two elements. */
		for (k = 0; k < 4; k++) {
			put(&want, "  %s ", k == 0 ? "14" : k < 3 ? "16" : "17");
			add(&want, name, strlen(name));
		}
		put(&want, "\n");
	}
	same(want, shown(&out_hex_format, 20));
	free(name);
}
END_TEST

/* The name and the title of the layout itself. */
START_TEST(headings_with_names_of_any_length)
{
	struct text want = { NULL, 0, 0 }, heading = { NULL, 0, 0 };
	size_t n = lengths[_i];

	make(n, 0);
	layout.name = layout.title = name;
	layout.nstructures = 0;
	put(&want, "0x00000000  0000000000000000  D250R7 ");
	add(&want, name, n);
	put(&want, "%*s     24  ", n < 8 ? (int)(8 - n) : 0, "");
	add(&want, name, n);
	put(&want, "\n");
	same(want, shown(&out_list_format, 1));
	put(&heading, "0x00000000  D250R7 ");
	add(&heading, name, n);
	put(&heading, "  0000000000000000  24 bytes  ");
	add(&heading, name, n);
	put(&heading, "\n  data      14    4  00050607\n");
	same(heading, shown(&out_text_format, 1));
	free(name);
}
END_TEST

START_TEST(list_has_a_blank_behind_the_longest_number)
{
	struct text want = { NULL, 0, 0 };

	make(1, 0);
	ev.domain = ev.record = 65535;
	put(&want, "0x00000000  0000000000000000  D65535R65535 MRTEST       24  \n");
	same(want, shown(&out_list_format, 1));
	free(name);
}
END_TEST

/* ---- Many names ---- */

/* An array of MANY entries at the end, and before it, but later in the layout, one of 4: names that come out of
 * order, more than a table of any size has room for. */
START_TEST(hex_names_all_fields_in_order)
{
	struct text want = { NULL, 0, 0 };
	uint32_t at;
	unsigned i;

	make(1, MANY);
	structures[0].length = 20;
	structures[0].nfields = 0;
	entry_field = make_field("F", 0, 1, 0);
	structures[1] = (struct monread_structure){ "A", "", 1, 0, 1, &entry_field };
	layout.nstructures = 2;
	for (i = 0; i < 2; i++) {
		arrays[i].structure = &structures[1];
		arrays[i].size_const = 1;
		arrays[i].count_const = i ? 4 : MANY;
		arrays[i].at_const = i ? 20 : 24;
	}
	layout.narrays = 2;
	layout.arrays = arrays;
	memset(bytes + 20, 0, 4 + MANY);
	put(&want, "0x00000000  D250R7 MRTEST  0000000000000000  12024 bytes\n");
	for (at = 0; at < 24 + MANY; at += 16) {
		uint32_t end = at + 16 < 24 + MANY ? at + 16 : 24 + MANY, k;

		put(&want, "  %04X ", (unsigned)at);
		for (k = at; k < at + 16; k++)
			put(&want, "%s%s", k % 4 == 0 ? " " : "", k < end ? "00" : "  ");
		put(&want, "  |%.*s|%*s", (int)(end - at), "................", (int)(16 - (end - at)), "");
		for (k = at < 20 ? 20 : at; k < end; k++)
			put(&want, "  %X A  %X F", (unsigned)k, (unsigned)k);
		put(&want, "\n");
	}
	same(want, shown(&out_hex_format, 1));
	free(name);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("formats");
	TCase *c = tcase_create("formats");

	tcase_add_loop_test(c, text_with_names_of_any_length, 0, (int)LENGTHS);
	tcase_add_loop_test(c, json_with_names_of_any_length, 0, (int)LENGTHS);
	tcase_add_loop_test(c, hex_with_names_of_any_length, 0, (int)LENGTHS);
	tcase_add_loop_test(c, headings_with_names_of_any_length, 0, (int)LENGTHS);
	tcase_add_test(c, list_has_a_blank_behind_the_longest_number);
	tcase_add_test(c, hex_names_all_fields_in_order);
	suite_add_tcase(s, c);
	return unit_run_suite(s);
}
