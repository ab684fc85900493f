/* check_listing.c: listings in all their formats. */

#include "unit.h"

#include "listing/keys.h"
#include "listing/listing.h"
#include "listing/scan.h"
#include "listing/plain.h"
#include "base/ascii.h"
#include "layout.h"

/* ---- Helpers ---- */

struct notes {
	unsigned count;
	char text[16][160];
	unsigned line[16];
};

static void note(void *arg, const char *path, unsigned line, const char *text)
{
	struct notes *n = arg;

	(void)path;
	if (n->count < 16) {
		snprintf(n->text[n->count], sizeof n->text[0], "%s", text);
		n->line[n->count] = line;
	}
	n->count++;
}

static struct mr_arena arena;
static struct notes notes;

static void setup(void)
{
	memset(&notes, 0, sizeof notes);
}

static void teardown(void)
{
	mr_arena_free(&arena);
}

/* Read the layout of TEXT; returns NULL on error.  The text is copied so that a read past its end
 * is noticed. */
static struct monread_layout *read_bytes(const char *text, size_t len, int strict)
{
	struct mr_listing_report rep = { note, &notes, NULL };
	struct monread_layout *l;
	char *copy = malloc(len ? len : 1);

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, text, len);
	l = mr_listing_read(&arena, "test", copy, len, strict, &rep);
	free(copy);
	return l;
}

#define PROLOG \
	"MRTSTREC Prolog\n DSECT NAME - TSTREC\n NAME - MRTSTREC\n" \
	" DESCRIPTIVE NAME - Monitor Event Record\n" \
	"   Domain 4 - User Domain\n   Record 9 - Testing\n" \
	" DESCRIPTION - none\n\nMRTSTREC Control Block Contents\n"
#define HEADING "Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"

static struct monread_layout *read_page(const char *contents)
{
	static char text[8192];

	snprintf(text, sizeof text, "%s%s%s", PROLOG, HEADING, contents);
	return read_bytes(text, strlen(text), 0);
}

static const struct monread_field *field(const struct monread_layout *l, const char *name)
{
	uint32_t i, j;

	for (i = 0; i < l->nstructures; i++)
		for (j = 0; j < monread_layout_structure(l, i)->nfields; j++)
			if (strcmp(field_at(l, i, j)->name, name) == 0)
				return field_at(l, i, j);
	ck_abort_msg("no field %s", name);
	return NULL;
}

static void ck_field(const struct monread_layout *l, const char *name, uint32_t offset,
                     uint32_t length)
{
	ck_assert_uint_eq(field(l, name)->offset, offset);
	ck_assert_uint_eq(field(l, name)->length, length);
}

/* ---- Pages ---- */

TEST(rows_with_invalid_names)
{
	struct monread_layout *l = read_page(
		"  0   0  Structure  16  TSTREC\n"
		"  0   0  Unsigned    4  TSTREC_A               the first, then\n"
		"                                               4 4 Unsigned 4 of-these\n"
		"  4   4  Unsigned    4  TSTREC-B               the second\n"
		"  8   8  Unsigned    4  %TSTREC_C              the third\n"
		" 12   C  Unsigned    4  TSTREC_D               the last\n");

	ck_assert_ptr_nonnull(l);
	ck_field(l, "TSTREC_D", 12, 4);
	ck_assert_uint_eq(notes.count, 2);
	ck_assert_str_eq(
		notes.text[0],
		"TSTREC-B: expected a name of letters, digits, _ $ # @; this row is not a field");
	ck_assert_str_eq(
		notes.text[1],
		"%TSTREC_C: expected a name of letters, digits, _ $ # @; this row is not a field");
	ck_assert_uint_eq(notes.line[1], notes.line[0] + 1);
}

#define KEYS "Record: MRTSTREC\nDSECT: TSTREC\nNumber: D4R9\nTitle: x\nStatus: whole\nSource: x\n"

static struct monread_layout *read_dsect(const char *keys, const char *contents)
{
	static char text[8192];

	snprintf(text, sizeof text, "%s\n%s%s", keys, HEADING, contents);
	return read_bytes(text, strlen(text), 0);
}

TEST(truncated_dimensions)
{
	struct monread_layout *l = read_page("  0   0  Structure  32  TSTREC\n"
	                                     "  0   0  Unsigned    2  A(2,2)\n"
	                                     "  8   8  Unsigned    1  B(4 )\n"
	                                     " 12   C  Unsigned    1  C (1:4)\n"
	                                     " 16  10  Unsigned    1  D (see X)\n"
	                                     " 17  11  Unsigned    1  E(3\n"
	                                     " 20  14  Unsigned    1  F(70000)\n"
	                                     " 21  15  Unsigned   11  G\n"
	                                     " 21  15  Unsigned    1  H(0:3\n"
	                                     " 21  15  Unsigned    1  I\n");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(field(l, "A")->dim_count, 4);
	ck_assert_uint_eq(field(l, "A")->dim_first, 1);
	ck_assert_uint_eq(field(l, "B")->dim_count, 4);
	ck_assert_uint_eq(field(l, "C")->dim_count, 4);
	ck_assert_uint_eq(field(l, "D")->dim_count, 0);
	ck_assert_str_eq(field(l, "D")->text, "(see X)");
	ck_assert_uint_eq(field(l, "E")->dim_count, 3);
	ck_assert_uint_eq(field(l, "H")->dim_count,
	                  4); /* the next offset leaves no room for more */
}

/* Without a heading, a Structure at 0 begins a new table if the previous table is full. */
TEST(structures_without_headings)
{
	struct monread_layout *l = read_page("  0   0  Structure   8  TSTREC\n"
	                                     "  0   0  Unsigned    8  A\n"
	                                     "  0   0  Structure   4  TSTENT\n"
	                                     "  0   0  Structure   4  TSTIN\n"
	                                     "  0   0  Unsigned    4  B\n");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->nstructures, 2);
	ck_assert_str_eq(monread_layout_structure(l, 1)->name, "TSTENT");
	ck_assert_uint_eq(monread_layout_structure(l, 1)->nfields, 2);
	ck_assert_str_eq(field_at(l, 1, 0)->name, "TSTIN");
}

/* ---- Text that resembles a heading or a row ---- */

TEST(rows_that_end_too_early)
{
	static const char *const rows[] = { "  4   4\n",
		                            "  4   4  Unsigned\n",
		                            "  4   4  Unsigned    4\n",
		                            "  4   4  Nonsense       B\n",
		                            "  4   5  Nonsense    4  B\n",
		                            "  4   4\nNonsense    4  B\n",
		                            "  4   4  *           4  B\n" };
	char text[300];
	struct monread_layout *l;
	size_t i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		snprintf(text, sizeof text,
		         "  0   0  Structure   4  TSTREC\n  0   0  Unsigned    4  A\n%s", rows[i]);
		l = read_page(text);
		ck_assert_ptr_nonnull(l);
		ck_assert_uint_eq(monread_layout_structure(l, 0)->nfields, 1);
		ck_assert_str_eq(field(l, "A")->text, "");
	}
	ck_assert_uint_eq(notes.count, 0);
}

/* In text without lines, a row begins at the end of the previous row, at least one column later. */
TEST(rows_in_running_text)
{
	struct monread_layout *l = read_page(
		"0 0 Structure 12 TSTREC x 1 2 Unsigned 4 TSTREC_Z 0 0 Unsigned 4 TSTREC_A a 9 7 Unsigned 4 TSTREC_X "
		"4 5 Unsigned 4 TSTREC_B b 7 8 Unsigned 4 TSTREC_C\n");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(monread_layout_structure(l, 0)->nfields, 3);
	ck_assert_str_eq(monread_layout_structure(l, 0)->text, "x 1 2 Unsigned 4 TSTREC_Z");
	ck_assert_str_eq(field(l, "TSTREC_A")->text, "a 9 7 Unsigned 4 TSTREC_X");
	ck_field(l, "TSTREC_B", 4, 4);
	ck_field(l, "TSTREC_C", 8, 4);
	ck_assert_uint_eq(notes.count, 2);
	ck_assert_str_eq(notes.text[0], "TSTREC_B: offset 4 and hex offset 5 differ; using 4 (4)");
	ck_assert_str_eq(notes.text[1], "TSTREC_C: offset 7 and hex offset 8 differ; using 8 (8)");
}

TEST(invalid_bits_and_names_like_values)
{
	struct monread_layout *l = read_page(
		"  0   0  Structure   4  TSTREC\n"
		"  0   0  Bitstring   1  A\n"
		"         1.1. 11.1  AD\n" /* the name, because no other name follows */
		"  1   1  Bitstring   1  B\n"
		"         1.1. 11.1  AD  C  text\n"
		"         .1.. ....  C0  not the value\n"
		"  2   2  Bitstring   1  D\n"
		"         1... .... .... ....  E\n" /* describes two bytes */
		"  3   3  Bitstring   1  F\n"
		"         1... ....\n");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(field(l, "A")->nbits, 1);
	ck_assert_str_eq(monread_field_bit(field(l, "A"), 0)->name, "AD");
	ck_assert_uint_eq(field(l, "B")->nbits, 2);
	ck_assert_str_eq(monread_field_bit(field(l, "B"), 0)->name, "C");
	ck_assert_str_eq(monread_field_bit(field(l, "B"), 0)->text, "text");
	ck_assert_str_eq(monread_field_bit(field(l, "B"), 1)->name, "C0");
	ck_assert_uint_eq(field(l, "D")->nbits, 0);
	ck_assert_ptr_null(monread_field_bit(field(l, "D"), 0));
	ck_assert_uint_eq(field(l, "F")->nbits, 0);
	ck_assert_uint_eq(notes.count, 1);
	ck_assert_str_eq(notes.text[0], "D: bit E is outside of this field");
}

/* The first row determines the order of the columns. */
TEST(hex_first_without_a_heading)
{
	struct monread_layout *l;

	l = read_bytes(PROLOG "  000A   10 Unsigned   4  A\n  000E   14 Unsigned   4  B\n",
	               strlen(PROLOG "  000A   10 Unsigned   4  A\n  000E   14 Unsigned   4  B\n"),
	               0);
	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(notes.count, 1);
	ck_assert_str_eq(notes.text[0], "A: a table without a Structure row");
	ck_field(l, "A", 10, 4);
	ck_field(l, "B", 14, 4);
	setup();
	l = read_bytes(PROLOG "  000A   11 Unsigned   4  A\n",
	               strlen(PROLOG "  000A   11 Unsigned   4  A\n"), 0);
	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(l->nstructures, 0);
	ck_assert_str_eq(notes.text[0],
	                 "MRTSTREC: the page has no contents; only the name of the record is used");
}

TEST(up_to_three_dimensions)
{
	struct monread_layout *l = read_page("  0   0  Structure  41  TSTREC\n"
	                                     "  0   0  Unsigned    1  A(2,2,2)\n"
	                                     "  8   8  Unsigned    1  B(2,2,2,2)\n"
	                                     " 24  18  Unsigned    1  C(3:2)\n"
	                                     " 25  19  Unsigned    1  D(2:4,2)\n"
	                                     " 31  1F  Unsigned       E(4)\n"
	                                     " 39  27  Unsigned 65535  F(65535)\n"
	                                     " 40  28  Unsigned    1  G\n");

	ck_assert_ptr_nonnull(l);
	ck_assert_uint_eq(field(l, "A")->dim_count, 8);
	ck_assert_uint_eq(field(l, "A")->dim_first, 1);
	ck_assert_uint_eq(field(l, "B")->dim_count,
	                  16); /* from the offset of C: dimension 4 is not read */
	ck_assert_uint_eq(field(l, "C")->dim_count, 0);
	ck_assert_uint_eq(field(l, "D")->dim_count, 6);
	ck_assert_uint_eq(field(l, "D")->dim_first, 1);
	ck_field(l, "E", 31, 2);
	ck_assert_uint_eq(field(l, "E")->dim_count, 4);
	ck_assert_uint_eq(field(l, "F")->dim_count, 0);
	ck_assert_str_eq(
		notes.text[0],
		"B: the dimension is cut off; using 16 elements, up to the offset of the next row");
	ck_assert_str_eq(notes.text[1],
	                 "E: expected a length; using 2, up to the offset of the next row");
	ck_assert_str_eq(notes.text[2], "F: 65535 elements of 65535 bytes are too many");
}

/* If neither offset is the sum of the lengths, the next row decides; without a decision the decimal
 * offset counts. */
TEST(columns_that_disagree)
{
	struct monread_layout *l = read_page("  0   0  Structure  28  TSTREC\n"
	                                     "  0   0  Unsigned    4  A\n"
	                                     "  8   9  Unsigned    4  B\n"
	                                     " 13   D  Unsigned    4  C\n"
	                                     " 18  13  Unsigned    4  D\n"
	                                     " 24  18  Unsigned    4  E\n");

	ck_assert_ptr_nonnull(l);
	ck_field(l, "B", 9, 4);
	ck_field(l, "C", 13, 4);
	ck_field(l, "D", 18, 4);
	ck_assert_uint_eq(notes.count, 2);
	ck_assert_str_eq(notes.text[0], "B: offset 8 and hex offset 9 differ; using 9 (9)");
	ck_assert_str_eq(notes.text[1], "D: offset 18 and hex offset 13 differ; using 18 (12)");
	setup();
	/* The row after B fits at the decimal offset of B and at its hex offset: B keeps its
	 * decimal offset. */
	l = read_page("  0   0  Structure  16  TSTREC\n"
	              "  0   0  Unsigned    4  A\n"
	              "  8   8  Unsigned    4  B\n"
	              "  8   C  Unsigned    4  C\n");
	ck_assert_ptr_nonnull(l);
	ck_field(l, "B", 8, 4);
	ck_field(l, "C", 12, 4);
	ck_assert_str_eq(notes.text[0], "C: offset 8 and hex offset C differ; using 12 (C)");
}

/* ---- Titles ---- */

TEST(forms_of_a_prolog)
{
	static const char text[] =
		"Prolog\nMRTSTREC Prolog\n NAME MRWRONG\n DSECT NAME - 12\n"
		" DESCRIPTIVE NAME - Monitor Sample and Config Record\n  Domain 4, Record 9: - Testing: it\n"
		" FUNCTION - none\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure   4  TSTREC\n  0   0  Unsigned    4  A\n\n"
		"This information is\nbased on V7 VxR1 V7Rx V700R1 X7R1.0 V8X1.0 V10R2.0 V9R9\n";
	static const char lower[] = "mrtstrec Prolog\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure   4  TSTREC\n  0   0  Unsigned    4  A\n";
	struct monread_layout *l = read_bytes(text, sizeof text - 1, 0);

	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(l->name, "MRTSTREC");
	ck_assert_str_eq(l->dsect, "TSTREC");
	ck_assert_str_eq(l->kind, "config-sample");
	ck_assert_int_eq(l->domain, 4);
	ck_assert_int_eq(l->record, 9);
	ck_assert_str_eq(l->title, "Testing: it");
	ck_assert_str_eq(l->release, "10.2");
	ck_assert_uint_eq(notes.count, 0);
	l = read_bytes(lower, sizeof lower - 1, 0);
	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(l->name, "mrtstrec");
}

TEST(annotations_of_several_lines)
{
	struct monread_layout *l = read_dsect(
		"Record: MRTSTREC\nTitle: a\n  long\n\tone\n   \nNumber: D4R9\nStatus: name only\n",
		"");

	ck_assert_ptr_nonnull(l);
	ck_assert_str_eq(l->title, "a long one");
	ck_assert_int_eq(l->record, 9);
	ck_assert_ptr_null(read_bytes("Record:\nNumber: D4R9\n", 21, 1));
	ck_assert_str_eq(notes.text[0],
	                 "Record: expected a name of letters, digits, _ $ # @, found ");
	ck_assert_str_eq(notes.text[1], "expected a line Record: NAME");
}

/* ---- Cross references ---- */

/* Letters sort before digits, as in EBCDIC, and characters that join words sort before both. */
TEST(optional_parts_at_the_end_of_a_page)
{
#define NAMES \
	"  0   0  Structure   7  TSTREC\n" \
	"  0   0  Unsigned    1  T_A\n  1   1  Unsigned    1  T_B\n" \
	"  2   2  Unsigned    1  T_BA\n  3   3  Unsigned    1  T_1\n  4   4  Unsigned    1  T__\n" \
	"  5   5  Unsigned    1  T\n  6   6  Unsigned    1  T_2\n" \
	"MRTSTREC Cross Reference\nName Hex Offset Length\n" \
	"TSTREC 0 7\n"
	ck_assert_ptr_nonnull(read_page(NAMES "T_B 1 1\n"));
	ck_assert_uint_eq(notes.count, 3);
	ck_assert_str_eq(notes.text[0], "cross reference: T: missing; the contents have it at 5");
	ck_assert_str_eq(notes.text[1], "cross reference: T_A: missing; the contents have it at 0");
	ck_assert_str_eq(notes.text[2], "cross reference: T__: missing; the contents have it at 4");
	setup();
	ck_assert_ptr_nonnull(read_page(NAMES "T 5 1\nT__ 4 1\nT_A 0 1\nT_1 3 1\n"));
	ck_assert_uint_eq(notes.count, 2);
	ck_assert_str_eq(notes.text[0], "cross reference: T_B: missing; the contents have it at 1");
	ck_assert_str_eq(notes.text[1],
	                 "cross reference: T_BA: missing; the contents have it at 2");
}

TEST(shapes_of_array_entries)
{
	ck_assert_ptr_nonnull(read_page(
		"  0   0  Structure  8+  TSTREC\n  0   0  Unsigned    2  A(4)\n"
		"  8   8  Unsigned    4  B\n"
		"MRTSTREC Cross Reference\nName Hex Offset Length\nTSTREC 0 12+\n* 4 4\nA-B 4 4\n"
		"A(4) 0 8\nB 8 4+\nBAD\n"));
	ck_assert_uint_eq(notes.count, 0);
}

/* ---- Annotations ---- */

#define FIELDS                                            \
	"  0   0  Structure  60  TSTREC\n"                \
	"  0   0  Unsigned   20  *\n"                     \
	" 20  14  Unsigned    4  A\n"                     \
	" 24  18  Unsigned    4  B\n"                     \
	" 28  1C  Bitstring   4  C\n"                     \
	"         1... ....       C1\n"                   \
	" 32  20  Character  16  P\n"                     \
	" 48  30  Unsigned    8  M\n"                     \
	" 56  38  Unsigned    4  D\n"                     \
	" 60  3C  Character   0  REST\n\n" HEADING       \
	"  0   0  Structure   8  ENT\n"                   \
	"  0   0  Unsigned    8  E\n\n" HEADING           \
	"  0   0  Structure   0  NIL\n"                   \
	"  0   0  Unsigned    0  N\n"

/* Return the number of rules from annotations. */
static uint32_t rules(const struct monread_layout *l)
{
	return l->narrays + l->nchecks + l->ntells + l->nerrata +
	       (monread_layout_payload(l) != NULL) + l->nwhen + (field(l, "M")->structure != NULL);
}

/* Return how many keys the page keeps in spite of a warning: rejected keys leave nothing. */
static uint32_t kept(const char *line)
{
	static const char *const one[] = { "When: A = 1 2", "Array: ENT bytes A count 2",
		                           "Check: A = B", "Check: A = B both count" };
	size_t i;

	for (i = 0; i < sizeof one / sizeof one[0]; i++)
		if (strcmp(line, one[i]) == 0)
			return 1;
	return strstr(line, "When: A = 2") || strstr(line, "Tells: release 5.5") ? 2 : 0;
}

TEST(wrong_annotations_are_refused)
{
	static const struct {
		const char *line, *said;
	} wrong[] = {
		{ "Nonsense: x", "no such annotation: Nonsense: x" },
		{ "Title: y", "y is given twice" },
		{ "Record: MRTSTNEW", "MRTSTNEW is given twice" },
		{ "Kind: x",
		  "Kind: expected sample, event, config, config-sample, config-event or "
		  "sample+event, found x" },
		{ "Status: x", "Status: expected name only, front part or whole, found x" },
		{ "Product: 123", "Product: expected 32 hex digits or dots" },
		{ "Number: 0R1", "Number: no field 0R1" },
		{ "Number: D256R1", "Number: no field D256R1" },
		{ "Number: D0R65536", "Number: no field D0R65536" },
		{ "Text: X", "Text: no field X" },
		{ "Text: C1", "Text: no field C1" }, /* a bit */
		{ "Time: A", "Time: expected a field of 8 bytes; A has 4 bytes" },
		{ "Fixed11: REST", "Fixed11: expected a field of 1 to 8 bytes; REST has 0 bytes" },
		{ "Hex: A A", "Hex: A has a format already" },
		{ "Unit: pages A", "Unit: expected UNIT = NAMES" },
		{ "When:", "When: expected a condition, as in FIELD = 1" },
		{ "When: A", "When: expected FIELD OP NUMBER, found A" },
		{ "When: A =! 1", "When: expected FIELD OP NUMBER, found A =! 1" },
		{ "When: A = 1 2",
		  "When: expected the end of the line after the condition, found 2" },
		{ "When: P = 1", "When: expected a number of 1 to 8 bytes; P has 16 bytes" },
		{ "When: E = 1", "When: expected a field of TSTREC; E is in another structure" },
		{ "When: release = 7", "When: expected FIELD OP NUMBER, found release = 7" },
		{ "When: A = 1\nWhen: A = 2\nWhen: A = 3",
		  "When: expected at most two conditions of a layout" },
		{ "Tells: release 5.4 when A = 1 2",
		  "Tells: expected the end of the line after the condition, found 2" },
		{ "Tells: release 5 when A = 1",
		  "Tells: expected release V.R when FIELD OP NUMBER, found release 5 when "
		  "A = 1" },
		{ "Tells: release 5.4 when release = 5.4",
		  "Tells: the condition already depends on the release, so it cannot tell the "
		  "release" },
		{ "Tells: release x.4 when A = 1",
		  "Tells: expected release V.R when FIELD OP NUMBER, found release x.4 when "
		  "A = 1" },
		{ "Array: X", "Array: no structure after the first has the name X" },
		{ "Array: TSTREC",
		  "Array: no structure after the first has the name TSTREC" }, /* the record itself
		                                                                */
		{ "Array: ENT count",
		  "Array: expected a field or a number after the last word: ENT count" },
		{ "Array: ENT size P", "Array: expected a number of 1 to 8 bytes; P has 16 bytes" },
		{ "Array: ENT times 5",
		  "Array: expected count, size, at, bytes or when, found times" },
		{ "Array: NIL", "Array: NIL has no size; add \"size\" and a number or a field" },
		{ "Array: ENT bytes A count 2",
		  "Array: ENT has \"count\", so \"bytes\" has no effect" },
		{ "Vary: X", "Vary: no field X" },
		{ "Vary: REST",
		  "Vary: REST has no format; add it to a line such as Text: or Hex:" },
		{ "Text: REST\nVary: REST long", "Vary: expected at or length, found long" },
		{ "Hex: P\nVary: P",
		  "Vary: expected a field of length 0, a text that varies; P has 16 bytes" },
		{ "Maps: X onto M", "Maps: no structure after the first has the name X" },
		{ "Maps: TSTREC onto M",
		  "Maps: no structure after the first has the name TSTREC" }, /* the record itself
		                                                               */
		{ "Maps: ENT M", "Maps: expected STRUCTURE onto FIELDS" },
		{ "Maps: ENT onto C1", "Maps: no field C1" }, /* a bit */
		{ "Maps: ENT onto A",
		  "Maps: expected a field of 8 bytes, as ENT has; A has 4 bytes" },
		{ "Maps: ENT onto E", "Maps: ENT cannot be in ENT, which does not come before it" },
		{ "Check: X = A: x", "Check: no field X" },
		{ "Check: A B", "Check: expected FIELD = FIELD: text" },
		{ "Check: A = B", "Check: expected an explanation after a colon" },
		{ "Check: A = B both count", "Check: expected an explanation after a colon" },
		{ "Payload: X", "Payload: no field X" },
		{ "Payload: M at A length B",
		  "Payload: expected a product ID of 16 bytes; M has 8 bytes" },
		{ "Payload: P at A", "Payload: expected FIELD at FIELD length FIELD" },
		{ "Payload: P of A length B", "Payload: expected FIELD at FIELD length FIELD" },
		{ "Erratum: x", "Erratum: expected NAME: text" },
	};
	const struct monread_layout *l;
	char keys[1000];
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		const char *last = strrchr(wrong[i].line, '\n');

		setup();
		snprintf(keys, sizeof keys, KEYS "%s\n", wrong[i].line);
		l = read_dsect(keys, FIELDS);
		ck_assert_ptr_nonnull(l);
		ck_assert_msg(rules(l) == kept(wrong[i].line), "%s: %u rules", wrong[i].line,
		              rules(l));
		ck_assert_msg(notes.count == 1, "%s: %u notes", wrong[i].line, notes.count);
		ck_assert_str_eq(notes.text[0], wrong[i].said);
		ck_assert_uint_eq(notes.line[0],
		                  7 + (last && !strstr(wrong[i].line, "Array") ? 1u : 0u) +
		                          (strstr(wrong[i].said, "at most two") ? 1u : 0u));
	}
}

/* The format of fields of eight bytes depends on their descriptions. */
TEST(descriptions)
{
	struct monread_layout *l = read_page(
		"  0   0  Structure  64  TSTREC\n"
		"  0   0  Character   8  TSTREC_A   Raw time the CPU ran, in TOD clock units\n"
		"  8   8  Character   8  TSTREC_B   Virtual time used, TOD clock format\n"
		" 16  10  Character   8  TSTREC_C   TOD clock when it began\n"
		" 24  18  Character   8  TSTREC_D   Cumulative time in microseconds spent joining\n"
		" 32  20  Character   8  TSTREC_E   Total number of frames\n"
		" 40  28  Character   8  TSTREC_F   Serial number of the volume\n"
		" 48  30  Character   8  TSTREC_G   Count of names\n"
		" 56  38  Character   8  TSTREC_H   anything\n");
	static const enum monread_format want[] = { MONREAD_INTERVAL, MONREAD_INTERVAL,
		                                    MONREAD_TIME,     MONREAD_UNSIGNED,
		                                    MONREAD_UNSIGNED, MONREAD_TEXT,
		                                    MONREAD_UNSIGNED, MONREAD_HEX };
	uint32_t i;

	ck_assert_ptr_nonnull(l);
	for (i = 0; i < sizeof want / sizeof want[0]; i++)
		ck_assert_int_eq(field_at(l, 0, i)->format, want[i]);
}

UNIT_MAIN("listing", setup, teardown)
