/* check_describe.c: a layout with all possible elements, as a description, as a list, and as a .dsect file. */

#include "unit.h"

#include "base/model.h"
#include "out/describe.h"
#include "out/dsect.h"

#define FIELD(n, t, o, l, ty, f) \
	{ .pub = { .name = n, .text = t, .unit = "", .name_len = sizeof n - 1, .offset = o, .length = l, \
	           .dim_first = 1, .type = MONREAD_TYPE_##ty, .format = MONREAD_##f } }

static struct out_buffer b;
static char text[262144];

/* The text of the check: together with its prefix it fills a line of 100 characters. */
#define LONG_CHECK "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccc"

static const struct monread_bit bits[] = { { "T_ON", "it is on", 30, 1, 0x80 }, { "*", "", 30, 1, 0x40 } };
static struct mr_field entry[2] = { FIELD("E_A", "", 0, 4, UNSIGNED, UNSIGNED),
	                            FIELD("E_B", "", 4, 4, SIGNED, SIGNED) };
static struct mr_field map[1] = { FIELD("M_A", "", 0, 4, UNSIGNED, UNSIGNED) };
static struct mr_field fields[] = {
	FIELD("T_NUM", "number of entries", 20, 2, UNSIGNED, UNSIGNED), FIELD("T_SIZ", "", 22, 2, UNSIGNED, UNSIGNED),
	FIELD("T_AT", "", 24, 2, UNSIGNED, UNSIGNED),                   FIELD("T_BYT", "", 26, 4, UNSIGNED, UNSIGNED),
	FIELD("T_FLG", "flags", 30, 1, BITSTRING, BITS),                FIELD("T_TXT", "", 32, 8, CHARACTER, TEXT),
	FIELD("T_TOD", "", 40, 8, CHARACTER, TIME),                     FIELD("T_MAP", "", 48, 4, CHARACTER, HEX),
	FIELD("T_CNT", "", 52, 2, UNSIGNED, UNSIGNED),                  FIELD("T_STR", "", 56, 0, STRING, ASCII),
};
static struct mr_structure structures[3] = { { { "TEST", "the record", 56, 1, 10 }, fields },
	                                     { { "MAP", "", 4, 0, 1 }, map },
	                                     { { "ENTRY", "", 8, 0, 2 }, entry } };
static struct monread_array arrays[4];
static struct monread_check check;
static struct monread_tells tells;
static const char *const errata[] = { "the length is wrong", "the name is, too" };
static struct monread_when at_least, differs, older, long_ones;
static struct mr_layout made;
static struct monread_layout *const layout = &made.pub;

static void begin(void)
{
	fields[4].pub.nbits = 2;
	fields[4].bits = bits;
	fields[7].pub.structure = &structures[1].pub;
	fields[8].pub.dim_first = 0;
	fields[8].pub.dim_count = 2;
	fields[8].pub.flags = MONREAD_COUNTER;
	fields[8].pub.unit = "pages";
	fields[3].pub.unit = "bytes";
	fields[0].pub.flags = MONREAD_KEY;
	memset(arrays, 0, sizeof arrays);
	/* An array whose size comes from fields; a conditional array of constant size; an array up to the end of
	 * the bytes; a text. */
	arrays[0].structure = &structures[2].pub;
	arrays[0].count = &fields[0].pub;
	arrays[0].size = &fields[1].pub;
	arrays[0].at = &fields[2].pub;
	arrays[1].structure = &structures[2].pub;
	arrays[1].count_const = 3;
	arrays[1].size_const = 9;
	arrays[1].at_const = 57;
	at_least = (struct monread_when){ MONREAD_GE, &fields[0].pub, 0, 7 };
	arrays[1].when = &at_least;
	arrays[2].structure = &structures[2].pub;
	arrays[2].bytes = &fields[3].pub;
	arrays[2].count_const = MONREAD_REST;
	arrays[2].size_const = 8;
	arrays[2].at_const = 56;
	arrays[3].text = &fields[9].pub;
	arrays[3].count_const = MONREAD_REST;
	arrays[3].at_const = 56;
	check = (struct monread_check){ &fields[0].pub, &fields[1].pub, LONG_CHECK };
	long_ones = (struct monread_when){ MONREAD_GT, NULL, 0, 99 };
	tells = (struct monread_tells){ 640, &long_ones };
	memset(&made, 0, sizeof made);
	layout->name = "MRTEST";
	layout->dsect = "TEST";
	layout->kind = "sample";
	layout->title = "A test";
	layout->release = "7.1";
	layout->source = "nowhere";
	layout->status = MONREAD_FRONT;
	layout->domain = 3;
	layout->record = 99;
	differs = (struct monread_when){ MONREAD_NE, &fields[0].pub, 0, 12 };
	older = (struct monread_when){ MONREAD_LT, NULL, 1, 720 };
	layout->nwhen = 2;
	made.when[0] = &differs;
	made.when[1] = &older;
	layout->nstructures = 3;
	made.structures = structures;
	layout->narrays = 4;
	made.arrays = arrays;
	layout->nchecks = 1;
	made.checks = &check;
	layout->ntells = 1;
	made.tells = &tells;
	made.payload.product = &fields[5].pub;
	made.payload.at = &fields[2].pub;
	made.payload.bytes = &fields[1].pub;
	layout->product = "D3C9D5E4E7D2";
	layout->nerrata = 2;
	made.errata = errata;
	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
}

static const char *end(void)
{
	size_t n = (size_t)(b.p - b.buf);

	ck_assert_uint_lt(n, sizeof text);
	ck_assert_int_eq(b.error, 0);
	memcpy(text, b.buf, n);
	text[n] = 0;
	out_buffer_done(&b);
	return text;
}

/* Compare the output with WANT. */
static void is(const char *want)
{
	const char *got = end();
	size_t i;

	for (i = 0; want[i] && want[i] == got[i]; i++)
		;
	ck_assert_msg(want[i] == got[i], "at %zu: expected \"%.60s\", got \"%.60s\"", i, want + i, got + i);
}

TEST(described)
{
	begin();
	layout->path = "/a/file";
	out_describe(&b, layout);
	is("MRTEST  D3R99  sample  A test\n"
	   "  DSECT    TEST\n"
	   "  Release  z/VM 7.1\n"
	   "  Status   front part: the first 56 bytes of the record of z/VM 7.1 are described; the rest is shown as "
	   "tail\n"
	   "  When     T_NUM != 12\n"
	   "  When     release < 7.20\n"
	   "  Tells    release 6.40 or later when length > 99\n"
	   "  Product  D3C9D5E4E7D2\n"
	   "  Source   nowhere\n"
	   "  File     /a/file\n"
	   "\n"
	   "TEST, 56+ bytes: the record\n"
	   "  Dec   Hex  Type        Len  Name (Dim)               Description\n"
	   "   20    14  Unsigned      2  T_NUM                    number of entries [key]\n"
	   "   22    16  Unsigned      2  T_SIZ\n"
	   "   24    18  Unsigned      2  T_AT\n"
	   "   26    1A  Unsigned      4  T_BYT                    [bytes]\n"
	   "   30    1E  Bitstring     1  T_FLG                    flags\n"
	   "             1... ....         T_ON                     it is on\n"
	   "             .1.. ....         *\n"
	   "   32    20  Character     8  T_TXT                    [text]\n"
	   "   40    28  Character     8  T_TOD                    [time stamp]\n"
	   "   48    30  Character     4  T_MAP                    [mapped by MAP]\n"
	   "   52    34  Unsigned      2  T_CNT(0:1)               [pages, counter]\n"
	   "   56    38  String        0  T_STR                    [ASCII text]\n"
	   "\n"
	   "MAP, 4 bytes\n"
	   "  Dec   Hex  Type        Len  Name (Dim)               Description\n"
	   "    0     0  Unsigned      4  M_A\n"
	   "\n"
	   "ENTRY, 8 bytes\n"
	   "  Dec   Hex  Type        Len  Name (Dim)               Description\n"
	   "    0     0  Unsigned      4  E_A\n"
	   "    4     4  Signed        4  E_B\n"
	   "\n"
	   "Arrays and texts (displacements from the start of the record)\n"
	   "  ENTRY: count T_NUM, each of T_SIZ bytes, at displacement T_AT\n"
	   "  ENTRY: count 3, each of 9 bytes, at displacement 57, when T_NUM >= 7\n"
	   "  ENTRY: T_BYT bytes, each of 8 bytes, at displacement 56\n"
	   "  T_STR: to the end of the record, at displacement 56\n"
	   "\n"
	   "Application data of product T_TXT: T_SIZ bytes at displacement T_AT\n"
	   "\n"
	   "Check: T_NUM = T_SIZ, else " LONG_CHECK "\n"
	   "\n"
	   "Errata of the source\n"
	   "  the length is wrong\n"
	   "  the name is, too\n");
}

#define HEADING "\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n"

/* The test does not repeat the texts of a page, nor its path. */
TEST(a_page_as_a_dsect_file)
{
	static const char begin_text[] = "# Made of a record page by monread-fetch-layouts.  The page's descriptions are left out,\n"
	                                 "# because of copyright: write short ones in your own words.  Formats may be guesses:\n"
	                                 "# check them.\n"
	                                 "Record:   MRTEST\n";
	const char *got;

	begin();
	layout->path = layout->source = "/home/someone/page";
	layout->domain = -1;
	ck_assert_int_eq(out_dsect(&b, layout), 0);
	got = end();
	ck_assert_mem_eq(got, begin_text, sizeof begin_text - 1);
	ck_assert_ptr_null(strstr(got, "someone"));
	ck_assert_ptr_null(strstr(got, "the record"));
	ck_assert_ptr_null(strstr(got, "it is on"));
	ck_assert_ptr_null(strstr(got, "number of entries"));
	ck_assert_ptr_null(strstr(got, "Number:"));
	ck_assert_ptr_nonnull(strstr(got, "\nSource:   the page of z/VM 7.1\n"));
	begin();
	layout->path = layout->source = "/home/someone/page";
	layout->release = "";
	layout->nstructures = 0;
	ck_assert_int_eq(out_dsect(&b, layout), 0);
	got = end();
	ck_assert_ptr_nonnull(strstr(got, "\nSource:   a page without a release\n"));
	ck_assert_ptr_null(strstr(got, "Contents"));
}

/* A line of the list, limited to this number of characters. */
TEST(a_list_of_layouts)
{
	static const char heading[] = "Record  Name       Kind          Length  Status      Release  Title; source\n";
	struct monread_layouts *l = monread_layouts_new();
	const char *line, *stop;
	unsigned width;

	ck_assert_ptr_nonnull(l);
	begin();
	ck_assert_int_eq(out_list_layouts(&b, l, 0), 0);
	end();
	ck_assert_mem_eq(text, heading, sizeof heading - 1);
	ck_assert_ptr_nonnull(strstr(text, "\nD0R23   MRSYTLCK   sample            40  whole       7.1      Formal spin lock data; "
	                                   "the page of z/VM 7.1"));
	for (width = 1; width < 90; width++) {
		begin();
		ck_assert_int_eq(out_list_layouts(&b, l, width), 0);
		for (line = end(); *line; line = stop + 1) {
			stop = strchr(line, '\n');
			ck_assert_ptr_nonnull(stop);
			ck_assert_int_le(stop - line, (int)width);
			ck_assert(line > text || stop - line == (int)(width < sizeof heading - 2 ? width : sizeof heading - 2));
		}
	}
	monread_layouts_free(l);
}

UNIT_MAIN("describe", NULL, NULL)
