/* check_annotations.c: annotations from a .dsect file to values, descriptions, and back to a .dsect
 * file. */

#include "unit.h"

#include "listing/annotate.h"
#include "listing/listing.h"
#include "base/be.h"
#include "layout.h"
#include "out/describe.h"

static struct mr_arena arena;
static char said[1000], shown[4096], text[65536];
static unsigned char rec[100];

/* ---- Helpers ---- */

#define HEADING "\nOffsets\nDec Hex  Type       Len  Name (Dim)             Description\n"
#define KEYS "Record: MRTSTREC\nDSECT: TSTREC\nNumber: D4R250\nTitle: x\nStatus: whole\nSource: x\n"
#define ROWS                                      \
	"\nMRTSTREC Control Block Contents\n" HEADING \
	"  0   0  Structure  60  TSTREC\n"        \
	"  0   0  Character  20  MRHDR\n"         \
	" 20  14  Unsigned    4  TSTREC_A\n"      \
	" 24  18  Unsigned    8  TSTREC_B\n"      \
	" 32  20  Unsigned    8  TSTREC_C\n"      \
	" 40  28  Unsigned    2  TSTREC_D\n"      \
	" 42  2A  Unsigned    1  TSTREC_E\n"      \
	" 43  2B  Character   8  TSTREC_F\n"      \
	" 51  33  Character   8  TSTREC_G\n"      \
	" 59  3B  Unsigned    1  TSTREC_H\n"      \
	"\n" HEADING                              \
	"  0   0  Structure   8  TSTREC_ENT\n"    \
	"  0   0  Unsigned    4  TSTREC_E1\n"     \
	"  4   4  Unsigned    4  TSTREC_E2\n"

static void note(void *arg, const char *path, unsigned line, const char *what)
{
	size_t n = strlen(said);

	(void)arg;
	(void)path;
	snprintf(said + n, sizeof said - n, "%u: %s\n", line, what);
}

static const struct monread_layout *read_file(const char *file)
{
	struct mr_listing_report report = { note, NULL, NULL };
	const struct monread_layout *l;

	said[0] = '\0';
	l = mr_listing_read(&arena, "test", file, strlen(file), 0, &report);
	ck_assert_ptr_nonnull(l);
	return l;
}

/* Load a layout with these annotations from line 7 on. */
static const struct monread_layout *read_keys(const char *keys)
{
	char file[4096];

	snprintf(file, sizeof file, "%s%s%s", KEYS, keys, ROWS);
	return read_file(file);
}

static void is_wrong(const char *keys, const char *what)
{
	read_keys(keys);
	ck_assert_str_eq(said, what);
}

static const struct monread_field *field(const struct monread_layout *l, const char *name)
{
	const struct monread_field *f;
	size_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < monread_layout_structure(l, i)->nfields; k++) {
			f = monread_structure_field(monread_layout_structure(l, i), k);
			if (strcmp(f->name, name) == 0)
				return f;
		}
	ck_abort_msg("no field %s", name);
	return NULL;
}

static int show_field(void *arg, const struct monread_value *v)
{
	size_t n = strlen(shown);

	(void)arg;
	snprintf(shown + n, sizeof shown - n, "%s=%llu ", v->field->name,
	         (unsigned long long)v->number);
	return 0;
}

static void show_bytes(const char *what, const struct monread_value *v)
{
	size_t n = strlen(shown);

	snprintf(shown + n, sizeof shown - n, "%s@%u+%u ", what, (unsigned)v->offset,
	         (unsigned)v->length);
}

static int show_gap(void *arg, const struct monread_value *v)
{
	(void)arg;
	show_bytes("gap", v);
	return 0;
}

static int show_tail(void *arg, const struct monread_value *v)
{
	(void)arg;
	show_bytes("tail", v);
	return 0;
}

/* Decode the first LENGTH bytes of rec with L, and return the output. */
static const char *walk(const struct monread_layout *l, size_t length)
{
	static const struct monread_emit emit = { .size = sizeof emit,
		                                  .field = show_field,
		                                  .gap = show_gap,
		                                  .tail = show_tail };
	struct monread_decoder *d = monread_decoder_new(NULL, 0, NULL);

	ck_assert_ptr_nonnull(d);
	shown[0] = '\0';
	ck_assert_int_eq(monread_decode(d, l, 0, rec, length, &emit, NULL), 0);
	monread_decoder_free(d);
	return shown;
}

static const char *take(struct out_buffer *b)
{
	size_t n = (size_t)(b->p - b->buf);

	ck_assert_uint_lt(n, sizeof text);
	ck_assert_int_eq(b->error, 0);
	memcpy(text, b->buf, n);
	text[n] = '\0';
	out_buffer_done(b);
	return text;
}

static int describes(const struct monread_layout *l, const char *what)
{
	struct out_buffer b;

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	out_describe(&b, l);
	return strstr(take(&b), what) != NULL;
}

static const char *write_file(const struct monread_layout *l)
{
	struct out_buffer b;

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	ck_assert_int_eq(monread_layout_write(l, out_dsect_text, &b), 0);
	return take(&b);
}

/* KEYS are accepted.  The .dsect file that monread writes contains WRITTEN, and is the same when it
 * is read and written again. */
static const struct monread_layout *is_right(const char *keys, const char *written)
{
	const struct monread_layout *l = read_keys(keys);
	char first[sizeof text];

	ck_assert_str_eq(said, "");
	snprintf(first, sizeof first, "%s", write_file(l));
	ck_assert_msg(strstr(first, written) != NULL, "expected %s in %s", written, first);
	ck_assert_str_eq(write_file(read_file(first)), first);
	ck_assert_str_eq(said, "");
	return l;
}

/* Load a page with ROWS, and KEYS that describe the known record. */
static const struct monread_layout *read_page_of(const char *keys, const char *rows)
{
	const struct monread_layout *known = read_keys(keys), *l;
	struct mr_listing_report report = { note, NULL, NULL };
	static char page[200000];
	struct mr_draft *d;

	ck_assert_str_eq(said, "");
	snprintf(page, sizeof page, "MRTSTREC Prolog\n NAME - MRTSTREC\n DSECT NAME - TSTREC\n%s",
	         rows);
	d = mr_listing_open(&arena, "page", page, strlen(page), 0, &report);
	ck_assert_ptr_nonnull(d);
	ck_assert_int_eq(mr_annotate(d, known), 0);
	l = mr_listing_publish(d);
	mr_listing_close(d);
	return l;
}

static void teardown(void)
{
	mr_arena_free(&arena);
}

/* ---- Countdown ---- */

TEST(countdown_is_the_difference_from_its_start)
{
	const struct monread_layout *l =
		is_right("Countdown: TSTREC_B\nInterval: TSTREC_B\nCountdown: 1000 = TSTREC_C\n",
	                 "\nCountdown: TSTREC_B\nCountdown: X'3E8' = TSTREC_C\n");

	ck_assert_uint_eq(field(l, "TSTREC_B")->flags, MONREAD_COUNTDOWN);
	ck_assert_uint_eq(field(l, "TSTREC_B")->start, 0x7FFFFFFF00000000u);
	ck_assert_uint_eq(field(l, "TSTREC_C")->start, 1000);
	ck_assert_uint_eq(field(l, "TSTREC_A")->start, 0);
	memset(rec, 0, sizeof rec);
	mr_put_be64(rec + 24, 0x7FFFFFFEFFFFFFF0u);
	mr_put_be64(rec + 32, 958);
	walk(l, 40);
	ck_assert_str_eq(shown, "TSTREC_A=0 TSTREC_B=16 TSTREC_C=42 ");
	ck_assert(describes(
		l, " TSTREC_B                 [interval, counts down from X'7FFFFFFF00000000']\n"));
	ck_assert(describes(l, " TSTREC_C                 [counts down from X'3E8']\n"));
	teardown();
}

TEST(wrong_countdowns_are_refused)
{
	is_wrong("Countdown: TSTREC_X\n", "7: Countdown: no field TSTREC_X\n");
	is_wrong("Countdown: TSTREC_A\n",
	         "7: Countdown: expected a field of 8 bytes; TSTREC_A has 4 bytes\n");
	is_wrong("Countdown: X'1G' = TSTREC_B\n",
	         "7: Countdown: expected NAMES, or NUMBER = NAMES\n");
	is_wrong("Counter: TSTREC_B\nCountdown: TSTREC_B\n",
	         "8: Countdown: TSTREC_B is a counter already\n");
	is_wrong("Countdown: TSTREC_B\nCounter: TSTREC_B\n",
	         "7: Countdown: TSTREC_B is a counter already\n");
	is_wrong("Countdown: TSTREC_B TSTREC_C\nHex: TSTREC_B\n",
	         "7: Countdown: expected a number or an interval; TSTREC_B has another format\n");
	is_wrong("Countdown: TSTREC_F\n",
	         "7: Countdown: expected a number or an interval; TSTREC_F has another format\n");
	is_wrong("Maps: TSTREC_ENT onto TSTREC_F\nCountdown: TSTREC_F\n",
	         "8: Countdown: expected a number or an interval; TSTREC_F has another format\n");
	is_wrong("Number: TSTREC_F\nCountdown: TSTREC_F\nFixed11: TSTREC_C\nCountdown: TSTREC_C\n",
	         "");
	/* A field whose key was refused keeps its plain format. */
	ck_assert_uint_eq(
		field(read_keys("Countdown: TSTREC_B\nHex: TSTREC_B\n"), "TSTREC_B")->flags, 0);
	teardown();
}

/* ---- Code ---- */

TEST(a_code_is_a_number)
{
	const struct monread_layout *l = is_right("Key: TSTREC_A\nCode: TSTREC_D TSTREC_E1\n",
	                                          "\nCode:     TSTREC_D TSTREC_E1\n");

	ck_assert_uint_eq(field(l, "TSTREC_D")->flags, MONREAD_CODE);
	ck_assert_uint_eq(field(l, "TSTREC_E1")->flags, MONREAD_CODE);
	is_wrong("Code: TSTREC_X\n", "7: Code: no field TSTREC_X\n");
	is_wrong("Code: TSTREC_F\n",
	         "7: Code: expected a number or an interval; TSTREC_F has another format\n");
	is_wrong("Code: TSTREC_A\nCounter: TSTREC_A\n", "7: Code: TSTREC_A is a counter already\n");
	is_wrong("Countdown: TSTREC_B\nCode: TSTREC_B\n",
	         "8: Code: TSTREC_B is a counter already\n");
	teardown();
}

/* A page has the codes of the built-in layout. */
TEST(a_page_has_codes)
{
	const struct monread_layout *l = read_page_of("Code: TSTREC_D\n", ROWS);

	ck_assert_uint_eq(field(l, "TSTREC_D")->flags, MONREAD_CODE);
	ck_assert_uint_eq(field(l, "TSTREC_A")->flags, 0);
	teardown();
}

/* ---- Break ---- */

/* A line "Break: changed" of a sample is about one instance, of another record about the system. */
TEST(a_sample_changes_its_instance)
{
	const struct monread_layout *l = is_right("Kind: sample\nBreak: changed TSTREC_D\n",
	                                          "\nBreak:    changed TSTREC_D\n");

	ck_assert_int_eq((int)monread_layout_break(l, 0)->kind, MONREAD_BREAK_IDENTITY);
	ck_assert_ptr_eq(monread_layout_break(l, 0)->field, field(l, "TSTREC_D"));
	ck_assert(describes(
		l, "counters restart for the instance whose value of this changes: TSTREC_D\n"));
	l = is_right("Kind: config\nBreak: changed TSTREC_D\n", "\nBreak:    changed TSTREC_D\n");
	ck_assert_int_eq((int)monread_layout_break(l, 0)->kind, MONREAD_BREAK_CHANGED);
	/* This page does not tell its kind. */
	l = read_page_of("Kind: sample\nBreak: changed TSTREC_D\n", ROWS);
	ck_assert_int_eq((int)monread_layout_break(l, 0)->kind, MONREAD_BREAK_IDENTITY);
	ck_assert_str_eq(l->kind, "");
	teardown();
}

TEST(wrong_breaks_are_refused)
{
	static const char *const wrong[] = {
		"", "TSTREC_A", "all TSTREC_A", "changed", "same TSTREC_A TSTREC_B", "gone"
	};
	char keys[80], what[120];
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(keys, sizeof keys, "Break: %s\n", wrong[i]);
		snprintf(
			what, sizeof what,
			"7: Break: expected all, or changed, same, begin or gone and a field, found %s\n",
			wrong[i]);
		is_wrong(keys, what);
	}
	is_wrong("Break: same TSTREC_X\n", "7: Break: no field TSTREC_X\n");
	teardown();
}

/* ---- User ---- */

TEST(tells_names_system_and_release)
{
	const struct monread_layout *l = is_right(
		"Text: TSTREC_F TSTREC_G\nLevel: TSTREC_G\nPartition: TSTREC_F\nUser: TSTREC_F\n",
		"\nUser:     TSTREC_F\nPartition: TSTREC_F\nLevel:    TSTREC_G\n");

	ck_assert_ptr_eq(monread_layout_marked(l, MONREAD_PARTITION), field(l, "TSTREC_F"));
	ck_assert_ptr_eq(monread_layout_marked(l, MONREAD_LEVEL), field(l, "TSTREC_G"));
	ck_assert_ptr_eq(monread_layout_marked(l, MONREAD_USER), field(l, "TSTREC_F"));
	ck_assert_ptr_eq(monread_layout_user(l), field(l, "TSTREC_F"));
	ck_assert_ptr_null(monread_layout_marked(l, MONREAD_HEADER));
	ck_assert_ptr_null(monread_layout_marked(l, MONREAD_LEVEL | MONREAD_USER));
	ck_assert(describes(l, " TSTREC_F                 [text, user, partition]\n"));
	ck_assert(describes(l, " TSTREC_G                 [text, level of CP]\n"));
	ck_assert_ptr_null(monread_layout_marked(read_keys("Text: TSTREC_F\nUser: TSTREC_F\n"),
	                                         MONREAD_LEVEL));
	ck_assert_ptr_null(monread_layout_marked(read_file("Record: MRTSTREC\nStatus: name only\n"),
	                                         MONREAD_PARTITION));
	teardown();
}

TEST(wrong_user_fields_are_refused)
{
	is_wrong("User:\n", "7: User: expected the name of a field\n");
	is_wrong("User: TSTREC_E1\n",
	         "7: User: expected a field of TSTREC; TSTREC_E1 is in another structure\n");
	is_wrong(
		"User: TSTREC_F\n",
		"7: User: expected a field with the format Text or ASCII; TSTREC_F has another format\n");
	is_wrong("Text: TSTREC_F\nUser: TSTREC_F x\n",
	         "8: User: expected only one field, found also x\n");
	is_wrong("User: TSTREC_F\nText: TSTREC_F TSTREC_G\nUser: TSTREC_G\n",
	         "9: User: expected one field, but another line names TSTREC_F\n");
	teardown();
}

/* ---- Moves ---- */

/* Load a record of LENGTH bytes with these annotations from line 8 on; TSTREC_A moves these rows.
 */
static const struct monread_layout *read_moved(const char *keys, unsigned length, const char *rows)
{
	char file[4096];

	snprintf(file, sizeof file,
	         "%sMoves: TSTREC_A\n%s\nMRTSTREC Control Block Contents\n" HEADING
	         "  0   0  Structure  %u  TSTREC\n"
	         "  0   0  Character  20  MRHDR\n"
	         " 20  14  Unsigned    1  TSTREC_A\n%s\n" HEADING
	         "  0   0  Structure   1  TSTREC_ENT\n"
	         "  0   0  Unsigned    1  TSTREC_E\n",
	         KEYS, keys, length, rows);
	return read_file(file);
}

TEST(moved_fields_must_be_sequential)
{
	static const struct {
		unsigned length;
		const char *rows, *what;
	} wrong[] = {
		/* a gap after the moving field */
		{ 26, " 22  16  Unsigned    2  TSTREC_B\n 24  18  Unsigned    2  TSTREC_C\n",
		  "16: TSTREC_B: expected offset 21 (15), the end of TSTREC_A, found 22 (16); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		/* a gap after a moved field */
		{ 26, " 21  15  Unsigned    2  TSTREC_B\n 24  18  Unsigned    2  TSTREC_C\n",
		  "17: TSTREC_C: expected offset 23 (17), the end of TSTREC_B, found 24 (18); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		/* other views that overlap: from before the end of the field, from its start, and
		   of a moved field */
		{ 23, " 21  15  Unsigned    2  TSTREC_B\n  8   8  Unsigned    8  TSTREC_C\n",
		  "17: TSTREC_C: expected offset 23 (17), the end of TSTREC_B, found 8 (8); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		{ 22, " 20  14  Unsigned    2  TSTREC_B\n",
		  "16: TSTREC_B: expected offset 21 (15), the end of TSTREC_A, found 20 (14); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		{ 23, " 21  15  Unsigned    2  TSTREC_B\n 21  15  Unsigned    1  TSTREC_C\n",
		  "17: TSTREC_C: expected offset 23 (17), the end of TSTREC_B, found 21 (15); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		/* bytes at the start of a group, and at its end */
		{ 25, " 21  15  Character   4  TSTREC_G\n 22  16  Unsigned    3  TSTREC_B\n",
		  "17: TSTREC_B: expected offset 21 (15), the end of TSTREC_A, found 22 (16); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		{ 26,
		  " 21  15  Character   4  TSTREC_G\n 21  15  Unsigned    3  TSTREC_B\n 25  19  Unsigned    1  TSTREC_C\n",
		  "18: TSTREC_C: expected offset 24 (18), the end of TSTREC_B, found 25 (19); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
		{ 26, " 22  16  Character   4  TSTREC_G\n 22  16  Unsigned    4  TSTREC_B\n",
		  "16: TSTREC_G: expected offset 21 (15), the end of TSTREC_A, found 22 (16); "
		  "rows after the field of Moves, TSTREC_A, must have no gaps\n" },
	};
	const struct monread_layout *l;
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		l = read_moved("", wrong[i].length, wrong[i].rows);
		ck_assert_str_eq(said, wrong[i].what);
		ck_assert_uint_eq(field(l, "TSTREC_A")->flags, 0);
	}
	/* A Character field with a format is not a group. */
	read_moved("Hex: TSTREC_G\n", 25,
	           " 21  15  Character   4  TSTREC_G\n 21  15  Unsigned    4  TSTREC_B\n");
	ck_assert_str_eq(
		said, "18: TSTREC_B: expected offset 25 (19), the end of TSTREC_G, found 21 (15); "
		      "rows after the field of Moves, TSTREC_A, must have no gaps\n");
	teardown();
}

TEST(wrong_moves_are_refused)
{
	is_wrong("Moves:\n", "7: Moves: expected the name of a field\n");
	is_wrong("Moves: TSTREC_E1\n",
	         "7: Moves: expected a field of TSTREC; TSTREC_E1 is in another structure\n");
	is_wrong("Moves: TSTREC_A TSTREC_B\n",
	         "7: Moves: expected only one field, found also TSTREC_B\n");
	is_wrong(
		"Moves: TSTREC_A\nMoves: TSTREC_B\n",
		"8: Moves: TSTREC_B cannot move fields: it is an array or a structure, or the record has a String before it, a condition or another Moves\n");
	is_wrong(
		"When: TSTREC_B: TSTREC_A = 1\nMoves: TSTREC_A\n",
		"7: When: expected fields with fixed offsets; offsets in TSTREC vary with TSTREC_A\n");
	is_wrong(
		"Moves: TSTREC_A\nWhen: TSTREC_B: TSTREC_A = 1\n",
		"8: When: expected fields with fixed offsets; offsets in TSTREC vary with TSTREC_A\n");
	teardown();
}

/* ---- Unproven ---- */

static int is_unproven(const struct monread_layout *l, const char *name)
{
	return (field(l, name)->flags & MONREAD_UNPROVEN) != 0;
}

TEST(unproven_entries_and_maps)
{
	const struct monread_layout *l = read_keys("Unproven: from 60 x\nArray: TSTREC_ENT\n");

	ck_assert_str_eq(said, "");
	ck_assert(!is_unproven(l, "TSTREC_H") && is_unproven(l, "TSTREC_E1") &&
	          is_unproven(l, "TSTREC_E2"));
	ck_assert(describes(l, "  Unproven 2 of 10 fields, from byte 60 on: x\n"));
	l = read_keys("Maps: TSTREC_ENT onto TSTREC_G\nUnproven: from 51 x\n");
	ck_assert_str_eq(said, "");
	ck_assert(is_unproven(l, "TSTREC_G") && is_unproven(l, "TSTREC_E2") &&
	          !is_unproven(l, "TSTREC_F"));
	l = read_keys("Maps: TSTREC_ENT onto TSTREC_F\nUnproven: from 51 x\n");
	ck_assert(is_unproven(l, "TSTREC_G") && !is_unproven(l, "TSTREC_E2"));
	teardown();
}

/* A text whose offset comes from a field is placed after all other texts, regardless of the
 * position of its row. */
TEST(unproven_texts)
{
#define TEXT_KEYS "Record: MRTSTREC\nDSECT: TSTREC\nText: REST\n"
#define TEXT_ROWS                                                                    \
	"\n\nMRTSTREC Control Block Contents\n" HEADING "  0   0  Structure  28  TSTREC\n" \
	" 20  14  Character   0  REST\n 20  14  Unsigned    4  A\n 24  18  Unsigned    4  B\n"
	const struct monread_layout *l;

	l = read_file(TEXT_KEYS "Vary: REST at A\nUnproven: from 28 x" TEXT_ROWS);
	ck_assert_str_eq(said, "");
	ck_assert(is_unproven(l, "REST") && !is_unproven(l, "A") && !is_unproven(l, "B"));
	l = read_file(TEXT_KEYS "Vary: REST at A\nUnproven: from 24 x" TEXT_ROWS);
	/* One unproven text and one unproven number */
	ck_assert_str_eq(said, "");
	ck_assert(is_unproven(l, "REST") && !is_unproven(l, "A") && is_unproven(l, "B"));
	l = read_file(TEXT_KEYS "Vary: REST\nUnproven: from 24 x" TEXT_ROWS);
	ck_assert(!is_unproven(l, "REST") && is_unproven(l, "B"));
	teardown();
}

TEST(wrong_unproven_lines_are_refused)
{
	static const char form[] =
		"7: Unproven: expected \"from\" OFFSET REASON, or \"all\" REASON\n";

	is_wrong("Unproven:\n", form);
	is_wrong("Unproven: x y\n", form);
	is_wrong("Unproven: from 20\n", "7: Unproven: no reason\n");
	is_wrong("Unproven: all\n", "7: Unproven: no reason\n");
	is_wrong("Unproven: all x\nUnproven: from 20 x\n", "8: Unproven: is given twice\n");
	is_wrong("Unproven: from 60 x\n", "7: Unproven: no field is at offset 60 or after it\n");
	teardown();
}

/* ---- Values ---- */

TEST(values_of_a_list)
{
	char path[] = "annotations-XXXXXX", file[4096];
	struct monread_layouts *layouts = monread_layouts_new();
	const struct monread_layout *l;
	int fd = mkstemp(path), n;

	ck_assert_int_ge(fd, 0);
	n = snprintf(
		file, sizeof file,
		"%sValues: TSTREC_E: CPUTYPE\nValues: TSTREC_H: cputype\nValues: TSTREC_A: NOLIST\n%s",
		KEYS, ROWS);
	ck_assert_int_eq(write(fd, file, (size_t)n), n);
	close(fd);
	said[0] = '\0';
	ck_assert_int_eq(monread_layouts_load(layouts, path, note, NULL), 1);
	unlink(path);
	ck_assert_str_eq(said, "9: Values: no list of values has the name NOLIST\n");
	l = monread_layouts_by_name(layouts, "MRTSTREC");
	ck_assert_str_eq(monread_field_value_text(field(l, "TSTREC_E"), 3), "IFL");
	ck_assert_str_eq(monread_field_value_text(field(l, "TSTREC_H"), 0), "CP");
	monread_layouts_free(layouts);
}

TEST(wrong_values_are_refused)
{
	char many[2000] = "Values: TSTREC_D: ";
	size_t n = strlen(many), i;

	/* The line number counts empty lines and comments, too. */
	is_wrong("# x\n\n \nValues: TSTREC_X: 1 x\n", "10: Values: no field TSTREC_X\n");
	is_wrong("Values:\n", "7: Values: expected NAMES: CODE TEXT, CODE TEXT\n");
	is_wrong("Values: MRHDR: 1 x\n",
	         "7: Values: expected fields of the same 1 to 8 bytes; MRHDR has 20 bytes\n");
	is_wrong("Values: TSTREC_A:\n", "7: Values: no codes\n");
	is_wrong("Values: TSTREC_A: 1 x, y\n",
	         "7: Values: expected CODE TEXT, CODE TEXT, found y\n");
	is_wrong("Values: TSTREC_A: 1_ x\n",
	         "7: Values: expected CODE TEXT, CODE TEXT, found 1_ x\n");
	is_wrong("Values: TSTREC_A: 1 x, 2\n", "7: Values: 2 has no text\n");
	is_wrong("Values: TSTREC_A: 1 x, X'1' y\n", "7: Values: X'1' is x already\n");
	is_wrong("Values: TSTREC_E: 256 x\n", "7: Values: 256 does not fit into the length 1\n");
	is_wrong("Values: TSTREC_A: C'ABCDE' x\n",
	         "7: Values: expected CODE TEXT, CODE TEXT, found C'ABCDE' x\n");
	/* The message quotes at most 60 characters of a long code. */
	is_wrong(
		"Values: TSTREC_A: 00000000000000000000000000000000000000000000000000000000001,2 x\n",
		"7: Values: 00000000000000000000000000000000000000000000000000000000001 has no text\n");
	is_wrong(
		"Values: TSTREC_A: 0000000000000000000000000000000000000000000000000000000000001,2 x\n",
		"7: Values: 000000000000000000000000000000000000000000000000000000000000 has no text\n");
	is_wrong("Values: TSTREC_A: C'' x\n",
	         "7: Values: expected CODE TEXT, CODE TEXT, found C'' x\n");
	is_wrong("Values: TSTREC_A: 1 x\nValues: TSTREC_A: 2 y\n",
	         "8: Values: TSTREC_A has values already\n");
	for (i = 0; i < 257; i++)
		n += (size_t)snprintf(many + n, sizeof many - n, "%zu x,", i);
	snprintf(many + n, sizeof many - n, "\n");
	is_wrong(many, "7: Values: more than 256 codes\n");
	read_file(
		"Record: MRTSTREC\nDSECT: TSTREC\nValues: A: 1 x\nValues: B: 1 x\n\n"
		"MRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure  17  TSTREC\n  0   0  Character   8  A\n  8   8  Character   9  B\n");
	ck_assert_str_eq(said,
	                 "4: Values: expected fields of the same 1 to 8 bytes; B has 9 bytes\n");
	teardown();
}

/* ---- Instance ---- */

TEST(system_has_one_instance)
{
	const struct monread_layout *l = is_right("Instance: System\nCounter: TSTREC_A\n",
	                                          "\nInstance: system\n");

	ck_assert_str_eq(l->instance, "system");
	ck_assert(describes(l, "\n  Instance the whole system\n"));
	l = is_right("Instance: KEY\nKey: TSTREC_A\n", "\nInstance: key\n");
	ck_assert_str_eq(l->instance, "key");
	ck_assert(describes(l, "\n  Instance the keys, of which a sample has each once\n"));
	l = read_keys("Counter: TSTREC_A\n");
	ck_assert_ptr_null(l->instance);
	is_wrong("Instance: user\n", "7: Instance: expected system or key, found user\n");
	is_wrong("Instance: system\nInstance: system\n", "8: system is given twice\n");
	teardown();
}

/* ---- Configuration ---- */

TEST(configuration_records_and_their_end)
{
	const struct monread_layout *l = is_right("Configuration: yes\n", "\nConfiguration: yes\n");

	ck_assert_int_eq(l->configuration, 1);
	ck_assert_ptr_null(monread_layout_ending(l, 0));
	ck_assert(describes(l, "  Needed   in every file, as it is configuration\n"));
	ck_assert_int_eq(read_keys("Kind: config-event\n")->configuration, 1);
	ck_assert_int_eq(read_keys("Kind: event\n")->configuration, 0);
	l = is_right(
		"Configuration: yes until MRTSTOFF TSTREC_A, TSTREC_B = TSTOFF_X\nKind: config\n"
		"Configuration: yes until MRTSTALL\n",
		"\nConfiguration: yes until MRTSTOFF TSTREC_A = TSTOFF_A TSTREC_B = TSTOFF_X\n"
		"Configuration: yes until MRTSTALL\n");
	ck_assert_uint_eq(l->nendings, 3);
	ck_assert_str_eq(monread_layout_ending(l, 0)->record, "MRTSTOFF");
	ck_assert_ptr_eq(monread_layout_ending(l, 0)->key, field(l, "TSTREC_A"));
	ck_assert_str_eq(monread_layout_ending(l, 0)->other, "TSTOFF_A");
	ck_assert_ptr_null(monread_layout_ending(l, 2)->key);
	ck_assert(describes(
		l,
		"  Needed   in every file, as it is configuration, until MRTSTOFF with TSTOFF_A = TSTREC_A and "
		"TSTOFF_X = TSTREC_B; or until MRTSTALL\n"));
	teardown();
}

TEST(wrong_configuration_lines_are_refused)
{
	static const char form[] = "7: Configuration: expected yes, or yes until RECORD KEYS\n";
	const struct monread_layout *l;

	is_wrong("Configuration:\n", form);
	is_wrong("Configuration: yes when\n", form);
	is_wrong("Configuration: yes until MRTSTOFF TSTREC_A =\n", form);
	is_wrong("Configuration: yes until MRTSTOFF TSTREC_X\n",
	         "7: Configuration: no field TSTREC_X\n");
	l = read_keys("Configuration: yes until MRTSTOFF TSTREC_X = TSTOFF_X TSTREC_A\n");
	ck_assert_str_eq(said, "7: Configuration: no field TSTREC_X\n");
	ck_assert_uint_eq(l->nendings, 1);
	ck_assert_ptr_eq(monread_layout_ending(l, 0)->key, field(l, "TSTREC_A"));
	ck_assert_str_eq(monread_layout_ending(l, 0)->other, "TSTOFF_A");
	is_wrong(
		"Configuration: yes until MRTSTOFF TSTREC_E1\n",
		"7: Configuration: expected a field of TSTREC; TSTREC_E1 is in another structure\n");
	teardown();
}

/* ---- When ---- */

TEST(fields_with_conditions)
{
	const struct monread_layout *l = is_right(
		"Number: TSTREC_F TSTREC_G\nWhen: TSTREC_B TSTREC_D: TSTREC_A = 1\nWhen: TSTREC_C: TSTREC_A != 1\n"
		"When: TSTREC_H: length > 59\n",
		"\nWhen:     TSTREC_B TSTREC_D: TSTREC_A = 1\nWhen:     TSTREC_C: TSTREC_A != 1\n"
		"When:     TSTREC_H: length > 59\n");

	ck_assert_ptr_eq(field(l, "TSTREC_B")->when->field, field(l, "TSTREC_A"));
	ck_assert_ptr_null(field(l, "TSTREC_E")->when);
	ck_assert(describes(l, " TSTREC_B                 [when TSTREC_A = 1]\n"));
	memset(rec, 0, sizeof rec);
	mr_put_be32(rec + 20, 1);
	walk(l, 60);
	ck_assert_str_eq(
		shown,
		"TSTREC_A=1 TSTREC_B=0 TSTREC_D=0 TSTREC_E=0 TSTREC_F=0 TSTREC_G=0 TSTREC_H=0 ");
	mr_put_be32(rec + 20, 2);
	walk(l, 60);
	ck_assert_str_eq(shown,
	                 "TSTREC_A=2 TSTREC_C=0 TSTREC_E=0 TSTREC_F=0 TSTREC_G=0 TSTREC_H=0 ");
	/* Nonzero bytes of absent fields are shown as gaps. */
	rec[25] = rec[41] = rec[59] = 1;
	walk(l, 60);
	ck_assert_str_eq(
		shown,
		"TSTREC_A=2 TSTREC_C=0 TSTREC_E=0 TSTREC_F=0 TSTREC_G=0 TSTREC_H=1 gap@24+8 gap@40+2 ");
	walk(l, 42);
	ck_assert_str_eq(shown, "TSTREC_A=2 TSTREC_C=0 gap@24+8 gap@40+2 ");
	mr_put_be32(rec + 20, 1);
	rec[39] = 1;
	walk(l, 42);
	ck_assert_str_eq(shown, "TSTREC_A=1 TSTREC_B=281474976710656 TSTREC_D=1 gap@32+8 ");
	teardown();
}

/* A group has no bytes itself: its bytes without a field are shown whether the group is present or
 * not. */
TEST(groups_with_conditions)
{
	static const char file[] = KEYS "Number: TSTREC_B\nWhen: TSTREC_G: TSTREC_A = 1\n"
		"\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure  32  TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  Unsigned    4  TSTREC_A\n"
		" 24  18  Character   8  TSTREC_G\n"
		" 24  18  Unsigned    2  TSTREC_B\n";
	const struct monread_layout *l = read_file(file);

	ck_assert_str_eq(said, "8: When: TSTREC_G is a group; name its fields\n");
	memset(rec, 0, sizeof rec);
	rec[26] = 1;
	for (rec[23] = 0; rec[23] < 2; rec[23]++) {
		walk(l, 32);
		ck_assert_ptr_nonnull(strstr(shown, " TSTREC_B=0 gap@26+6 "));
	}
	/* A page may declare a group where the built-in layout has a plain field. */
	l = read_page_of("Number: TSTREC_F TSTREC_G\nWhen: TSTREC_F: TSTREC_A = 1\n",
	                 "\nMRTSTREC Control Block Contents\n" HEADING
	                 "  0   0  Structure  51  TSTREC\n"
	                 "  0   0  Character  20  MRHDR\n"
	                 " 20  14  Unsigned    4  TSTREC_A\n"
	                 " 24  18  Character  19  *\n"
	                 " 43  2B  Character   8  TSTREC_F\n"
	                 " 43  2B  Unsigned    2  TSTREC_F1\n");
	rec[50] = 1;
	for (rec[23] = 0; rec[23] < 2; rec[23]++) {
		walk(l, 51);
		ck_assert_ptr_nonnull(strstr(shown, " TSTREC_F1=0 gap@45+6 "));
	}
	teardown();
}

/* A record of 26 bytes has B, C and D, but not A; only A has the bytes between B and C.  D has a
 * condition. */
TEST(truncated_views_are_refused)
{
	static const char file[] = KEYS
		"When: TSTREC_D: TSTREC_B = 1\nMaps: TSTREC_ONE onto TSTREC_F\n"
		"\nMRTSTREC Control Block Contents\n" HEADING "  0   0  Structure  40  TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  Unsigned    8  TSTREC_A\n"
		" 20  14  Unsigned    1  TSTREC_B\n"
		" 24  18  Unsigned    1  TSTREC_C\n"
		" 25  19  Unsigned    1  TSTREC_D\n"
		" 28  1C  Character  12  TSTREC_F\n"
		"\n" HEADING "  0   0  Structure  12  TSTREC_ONE\n"
		"  0   0  Unsigned    4  TSTREC_L(3)\n";
	const struct monread_layout *l = read_file(file);

	ck_assert_str_eq(said, "");
	memset(rec, 1, sizeof rec);
	ck_assert_str_eq(walk(l, 26), "TSTREC_B=1 TSTREC_C=1 TSTREC_D=1 gap@21+3 ");
	rec[20] = 2;
	ck_assert_str_eq(walk(l, 26), "TSTREC_B=2 TSTREC_C=1 gap@21+3 gap@25+1 ");
	ck_assert_str_eq(walk(l, 25), "TSTREC_B=2 TSTREC_C=1 gap@21+3 ");
	ck_assert_str_eq(walk(l, 28), "TSTREC_A=144397766876004609 TSTREC_B=2 TSTREC_C=1 ");
	/* The record has no element of the list: the bytes before the list are a gap, and its last
	 * byte is the tail. */
	l = read_file(KEYS "\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure  32  TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  Unsigned    8  TSTREC_A\n"
		" 20  14  Unsigned    2  TSTREC_B\n"
		" 24  18  Unsigned    4  TSTREC_L(2)\n");
	ck_assert_str_eq(walk(l, 25), "TSTREC_B=513 gap@22+2 tail@24+1 ");
	/* The bytes before an empty text at the end of the record are a gap, too. */
	l = read_file(KEYS "Text: TSTREC_T\n\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure  28  TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  Unsigned    2  TSTREC_B\n"
		" 24  18  Character   0  TSTREC_T\n"
		" 24  18  Unsigned    4  TSTREC_C\n");
	ck_assert_str_eq(walk(l, 23), "TSTREC_B=513 tail@22+1 ");
	ck_assert_str_eq(walk(l, 24), "TSTREC_B=513 gap@22+2 ");
	teardown();
}

/* ---- Names ---- */

/* A text and the second array of a structure get unique names. */
TEST(arrays_of_one_name)
{
	static const char file[] = KEYS
		"Text: TSTREC_T\nVary: TSTREC_T at 40\nVary: TSTREC_T length 1\n"
		"Array: TSTREC_E\nArray: TSTREC_E_2\nArray: TSTREC_E\n"
		"\nMRTSTREC Control Block Contents\n" HEADING "  0   0  Structure  20+ TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  Character   0  TSTREC_T\n"
		"\n" HEADING "  0   0  Structure   1  TSTREC_E\n"
		"  0   0  Unsigned    1  TSTREC_X\n"
		"\n" HEADING "  0   0  Structure   1  TSTREC_E_2\n"
		"  0   0  Unsigned    1  TSTREC_Y\n";
	const struct monread_layout *l = read_file(file);

	ck_assert_str_eq(
		said,
		"12: Array: another array already has the name TSTREC_E_2\n9: Vary: TSTREC_T has a Vary line already\n");
	ck_assert_uint_eq(l->narrays, 3);
	teardown();
}

/* ---- Strings ---- */

/* Fields that a String moves have no fixed offset. */
/* Arrays of the built-in layout that are too large with the structures of a page are reported. */
TEST(arrays_of_a_large_page)
{
	static char rows[180000];
	const struct monread_layout *l;
	size_t n = (size_t)snprintf(rows, sizeof rows, "%s%s%s",
	                            "\nMRTSTREC Control Block Contents\n" HEADING,
	                            "  0   0  Structure  60  TSTREC\n"
	                            "  0   0  Character  60  MRHDR\n\n",
	                            HEADING "  0   0  Structure  6000  TSTREC_ENT\n");
	unsigned i;

	for (i = 0; i < 6000; i++)
		n += (size_t)snprintf(rows + n, sizeof rows - n, "%u %X Unsigned 1 F%u\n", i, i, i);
	l = read_page_of("Array: TSTREC_ENT at 20\nArray: TSTREC_ENT at 30\n"
	                 "Array: TSTREC_ENT at 40\n",
	                 rows);
	ck_assert_uint_eq(l->narrays, 2);
	ck_assert_str_eq(
		said,
		"0: TSTREC_ENT: with this array the record has more than 16384 fields; the array is left out\n");
	teardown();
}

TEST(wrong_strings_are_refused)
{
#define STRINGS                                             \
	"\nMRTSTREC Control Block Contents\n" HEADING       \
	"  0   0  Structure  31+ TSTREC\n"                  \
	"  0   0  Character  20  MRHDR\n"                   \
	" 20  14  Unsigned    1  TSTREC_A\n"                \
	" 21  15  String      2  TSTREC_S\n"                \
	" 23  17  Unsigned    8  TSTREC_B\n"                \
	" 31  1F  Character   0  TSTREC_T\n"                \
	"\n" HEADING "  0   0  Structure   2  TSTREC_ENT\n" \
	"  0   0  Unsigned    2  TSTREC_E\n"
	static const char *const wrong[][2] = {
		{ "Array: TSTREC_ENT",
		  "Array: the offset of TSTREC_ENT varies with TSTREC_S; add \"at\" and a field" },
		{ "Vary: TSTREC_T length TSTREC_A",
		  "Vary: the offset of TSTREC_T varies with TSTREC_S; add \"at\" and a field" },
		{ "Array: TSTREC_ENT at 60 count TSTREC_B",
		  "Array: expected a fixed offset; the offset of TSTREC_B varies with TSTREC_S" },
		{ "When: TSTREC_B = 1",
		  "When: expected a fixed offset; the offset of TSTREC_B varies with TSTREC_S" },
		{ "Check: TSTREC_A = TSTREC_B: x",
		  "Check: expected a fixed offset; the offset of TSTREC_B varies with TSTREC_S" },
		{ "Tells: release 5.4 when TSTREC_S = 1",
		  "Tells: expected a field of fixed length; TSTREC_S is a String" },
		{ "User: TSTREC_S",
		  "User: expected a field of fixed length; TSTREC_S is a String" },
		{ "Number: TSTREC_S",
		  "Number: expected a field of fixed length; TSTREC_S is a String" },
		{ "Values: TSTREC_S: 1 one",
		  "Values: TSTREC_S is a String, which cannot have values" },
		{ "Maps: TSTREC_ENT onto TSTREC_S",
		  "Maps: TSTREC_S is a String, which has no fixed length to map" },
	};
	const struct monread_layout *l;
	char file[4096], what[200];
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		snprintf(file, sizeof file, "%sText: TSTREC_T\n%s\n%s", KEYS, wrong[i][0], STRINGS);
		snprintf(what, sizeof what, "8: %s\n", wrong[i][1]);
		ck_assert_uint_eq(read_file(file)->narrays, 0);
		ck_assert_str_eq(said, what);
	}
	/* With an explicit offset the keys are accepted. */
	snprintf(file, sizeof file,
	         "%sText: TSTREC_T\nArray: TSTREC_ENT at TSTREC_A count 1\n"
	         "Vary: TSTREC_T length 1 at 40\nWhen: TSTREC_A = 1\nKey: TSTREC_S TSTREC_B\n%s",
	         KEYS, STRINGS);
	l = read_file(file);
	ck_assert_str_eq(said, "");
	ck_assert(describes(l, "  TSTREC_ENT: count 1, each of 2 bytes, at displacement TSTREC_A\n"
	                       "  TSTREC_T: 1 byte, at displacement 40\n"));
	snprintf(file, sizeof file, "%sText: TSTREC_T\nVary: TSTREC_T length TSTREC_A at 40\n%s",
	         KEYS, STRINGS);
	ck_assert(describes(read_file(file), "  TSTREC_T: TSTREC_A bytes, at displacement 40\n"));
	teardown();
}

/* A String with a dimension, a String without a length, and a String with a length of 9 bytes are
 * not lists, but their bytes are shown. */
TEST(fields_that_are_not_strings)
{
	static const char file[] = KEYS "\nMRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure  33  TSTREC\n"
		"  0   0  Character  20  MRHDR\n"
		" 20  14  String      2  TSTREC_S(2)\n"
		" 24  18  String      0  TSTREC_T\n"
		" 24  18  String      9  TSTREC_U\n";
	const struct monread_layout *l = read_file(file);

	ck_assert_str_eq(
		said,
		"14: TSTREC_S: a String has no dimension; the dimension is ignored\n"
		"15: TSTREC_T: the length of a String is a number of 1 to 8 bytes, not of 0; shown in hex\n"
		"16: TSTREC_U: the length of a String is a number of 1 to 8 bytes, not of 9; shown in hex\n");
	memset(rec, 0, sizeof rec);
	rec[21] = 1;
	rec[23] = 2;
	/* The string of one byte is at 20 to 22; the room of the second string extends to 24. */
	ck_assert_str_eq(walk(l, 34), "TSTREC_S=0 TSTREC_U=0 gap@23+2 ");
	teardown();
}

/* ---- Pages ---- */

TEST(wrong_conditions_are_refused)
{
	is_wrong("When: TSTREC_B: TSTREC_X = 1\n", "7: When: no field TSTREC_X\n");
	is_wrong("When: TSTREC_B: TSTREC_E1 = 1\n",
	         "7: When: expected a field of TSTREC; TSTREC_E1 is in another structure\n");
	is_wrong("When: TSTREC_B: MRHDR = 1\n",
	         "7: When: expected a number of 1 to 8 bytes; MRHDR has 20 bytes\n");
	is_wrong("When: TSTREC_B:\n", "7: When: expected a condition, as in FIELD = 1\n");
	is_wrong("When: TSTREC_B: TSTREC_A = 1 2\n",
	         "7: When: expected the end of the line after the condition, found 2\n");
	is_wrong("When: TSTREC_B TSTREC_B: TSTREC_A = 1\n",
	         "7: When: TSTREC_B has a condition already\n");
	is_wrong("Maps: TSTREC_ENT onto TSTREC_F when\n",
	         "7: Maps: expected a condition, as in FIELD = 1\n");
	read_file(
		"Record: MRTSTREC\nDSECT: TSTREC\nWhen: B: C = 1\n\n"
		"MRTSTREC Control Block Contents\n" HEADING
		"  0   0  Structure   4  TSTREC\n  0   0  Unsigned    1  C\n  1   1  String      2  A\n"
		"  3   3  Unsigned    1  B\n");
	ck_assert_str_eq(
		said,
		"3: When: expected fields with fixed offsets; offsets in TSTREC vary with A\n");
	/* The fields after a field that cannot have the condition get it nevertheless. */
	ck_assert_ptr_nonnull(
		field(read_keys("When: TSTREC_B TSTREC_B TSTREC_C: TSTREC_A = 1\n"), "TSTREC_C")
			->when);
	teardown();
}

UNIT_MAIN("annotations", NULL, NULL)
