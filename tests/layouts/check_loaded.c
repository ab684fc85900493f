/* check_loaded.c: records decoded with loaded layouts: application data within application data, layouts that are
 * loaded late, and the release of a layout. */

#include "../unit/unit.h"

#include "base/be.h"
#include "monread.h"
#include "../unit/layout.h"

static struct monread_layouts *layouts;
static struct monread_system *sys;
static struct monread_decoder *decoder;
static unsigned char rec[200];
static char log_text[4000];

static void say(const char *fmt, const char *name, unsigned a, unsigned b)
{
	size_t n = strlen(log_text);

	snprintf(log_text + n, sizeof log_text - n, fmt, name, a, b);
}

static int field(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%s=%u ", v->field->name, (unsigned)v->number, 0);
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	(void)arg;
	if (place->level != MONREAD_LEVEL_ENTRY)
		say("%s@%u{ ", place->name, (unsigned)place->value->offset, 0);
	return 0;
}

static int end(void *arg, const struct monread_place *place)
{
	(void)arg;
	if (place->level != MONREAD_LEVEL_ENTRY)
		say("} %s", "", 0, 0);
	return 0;
}

static int gap(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%s@%u+%u ", "gap", (unsigned)v->offset, (unsigned)v->length);
	return 0;
}

static int tail(void *arg, const struct monread_value *v)
{
	(void)arg;
	say("%s@%u+%u ", "tail", (unsigned)v->offset, (unsigned)v->length);
	return 0;
}

static const struct monread_emit emit = { .size = sizeof emit, .field = field, .begin = begin, .end = end, .gap = gap,
		.tail = tail };

static const char *decode(unsigned domain, unsigned record, size_t length)
{
	const struct monread_layout *l = monread_system_layout(sys, domain, record, rec, length);

	ck_assert_ptr_nonnull(l);
	log_text[0] = '\0';
	ck_assert_int_eq(monread_decode(decoder, l, monread_system_release(sys), rec, length, &emit, NULL), 0);
	return log_text;
}

static void setup(void)
{
	layouts = monread_layouts_new();
	decoder = monread_decoder_new(layouts, 0, NULL);
	sys = monread_system_new(layouts);
	ck_assert(layouts && decoder && sys);
	memset(rec, 0, sizeof rec);
}

static void teardown(void)
{
	monread_decoder_free(decoder);
	monread_system_free(sys);
	monread_layouts_free(layouts);
}

static void load(const char *text)
{
	char path[] = "check_loaded.XXXXXX";
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (int)strlen(text));
	close(fd);
	ck_assert_int_eq(monread_layouts_load(layouts, path, NULL, NULL), 1);
	unlink(path);
}

/* For any product; 20 bytes, followed by application data. */
#define APPLICATION                                                                 \
	"Record: TSTAPP\nTitle: x\nStatus: whole\nSource: x\n"                       \
	"Product: ................................\n"                              \
	"Payload: APP_PROD at APP_AT length APP_LEN\nHex: APP_PROD\n\n"            \
	"TSTAPP Control Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"     \
	"   0   0  Structure   20  TSTAPP\n"                                         \
	"   0   0  Character   16  APP_PROD\n"                                       \
	"  16  10  Unsigned     2  APP_AT\n"                                         \
	"  18  12  Unsigned     2  APP_LEN\n"

/* D10R2: a fixed part of 52 bytes, then 60 bytes of application data. */
static void application(void)
{
	mr_put_be16(rec + 20, 52);
	mr_put_be16(rec + 22, 60);
	mr_put_be16(rec + 52 + 16, 24);
	mr_put_be16(rec + 52 + 18, 26);
	rec[52 + 20] = 1; /* between the header of 20 bytes and the nested data */
	rec[52 + 55] = 1; /* after the nested data */
}

static char places[200];

static int note_place(void *arg, const struct monread_place *place)
{
	size_t n = strlen(places);

	(void)arg;
	snprintf(places + n, sizeof places - n, "%d %s of %s, ", (int)place->level, place->name, place->layout->name);
	return 0;
}

TEST(application_data_has_its_layout)
{
	static const struct monread_emit emit_places = { .size = sizeof emit, .begin = note_place, .end = note_place };
	const struct monread_layout *l;
	char expected[200];

	load(APPLICATION);
	application();
	l = monread_system_layout(sys, 10, 2, rec, 112);
	places[0] = '\0';
	ck_assert_int_eq(monread_decode(decoder, l, 0, rec, 112, &emit_places, NULL), 0);
	snprintf(expected, sizeof expected, "%d TSTAPP of TSTAPP, %d TSTAPP of TSTAPP, ", MONREAD_LEVEL_PAYLOAD,
	         MONREAD_LEVEL_PAYLOAD);
	ck_assert_int_eq(strncmp(places, expected, strlen(expected)), 0);
	ck_assert_str_eq(places + strlen(expected), expected);
	l = monread_layouts_by_name(layouts, "MRSYTLCK");
	memset(rec, 0, sizeof rec);
	rec[23] = 1; /* a lock, */
	rec[25] = 44;
	rec[27] = 44; /* after the fixed part */
	places[0] = '\0';
	ck_assert_int_eq(monread_decode(decoder, l, 0, rec, 88, &emit_places, NULL), 0);
	snprintf(expected, sizeof expected, "%d SYTLCK_CALLKDATA of MRSYTLCK, %d SYTLCK_CALLKDATA of MRSYTLCK, ",
	         MONREAD_LEVEL_ARRAY, MONREAD_LEVEL_ENTRY);
	ck_assert_int_eq(strncmp(places, expected, strlen(expected)), 0);
}

TEST(it_is_not_followed_for_ever)
{
	const char *p;
	unsigned n = 0;

	load(APPLICATION);
	application();
	mr_put_be16(rec + 52 + 16, 0); /* a structure that contains itself */
	mr_put_be16(rec + 52 + 18, 60);
	for (p = decode(10, 2, 112); (p = strstr(p, "TSTAPP@")) != NULL; p++)
		n++;
	ck_assert_uint_eq(n, 8);
}

#define RELEASED                                                                    \
	"Record: MRTSTREL\nDSECT: TSTREL\nNumber: D4R250\nTitle: x\nStatus: whole\n" \
	"Source: x\nArray: TSTENT at 24 when release >= 6.2\n\n"                    \
	"TSTREL Control Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"   \
	"   0   0  Structure   24  TSTREL\n   0   0  Unsigned    20  *\n"            \
	"  20  14  Unsigned     4  REL_A\n\nOffsets\nDec Hex  Type Len  Name (Dim)\n" \
	"   0   0  Structure    4  TSTENT\n   0   0  Unsigned     4  REL_B\n"

/* ---- Properties that a page takes from built-in layouts ---- */

/* D0R23 whose count, size and displacement have these lengths. */
static const struct monread_layout *page(unsigned count, unsigned size, unsigned at)
{
	static char text[2000];

	snprintf(text, sizeof text,
	         "MRSYTLCK Prolog\n NAME - MRSYTLCK\n DESCRIPTIVE NAME - Sample\n Domain 0 - System\n Record 23 - x\n\n"
	         "MRSYTLCK Control Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"
	         "   0   0  Structure %3u  SYTLCK\n   0   0  Unsigned    20  *\n"
	         " %3u  %02X  Unsigned   %3u  SYTLCK_CALNMLKS\n %3u  %02X  Unsigned   %3u  SYTLCK_CALENTSZ\n"
	         " %3u  %02X  Unsigned   %3u  SYTLCK_CALENTDSP\n\n"
	         "Offsets\nDec Hex  Type Len  Name (Dim)\n"
	         "   0   0  Structure   8  SYTLCK_CALLKDATA\n   0   0  Unsigned     8  SYTLCK_CALLCKID\n",
	         20 + count + size + at, 20u, 20u, count, 20 + count, 20 + count, size, 20 + count + size,
	         20 + count + size, at);
	load(text);
	return monread_layouts_find(layouts, 0, 23);
}

TEST(a_number_has_one_to_eight_bytes)
{
	ck_assert_uint_eq(page(8, 1, 1)->narrays, 1);
	ck_assert_uint_eq(page(1, 8, 1)->narrays, 1);
	ck_assert_uint_eq(page(9, 2, 2)->narrays, 0);
	ck_assert_uint_eq(page(4, 9, 2)->narrays, 0);
	ck_assert_uint_eq(page(4, 2, 9)->narrays, 0);
	ck_assert_uint_eq(page(0, 2, 2)->narrays, 0);
	ck_assert_uint_eq(page(4, 0, 2)->narrays, 0);
}

/* A payload needs a product ID, a displacement and a length. */
TEST(a_payload_is_kept_where_all_of_it_is_there)
{
	static const struct {
		const char *at, *bytes, *product;
		unsigned size; /* offset and length of the product ID */
	} v[] = { { "NOT_AT", "APLSDT_CALDATLN", "APLSDT_MDGPROD", 16 },
		  { "APLSDT_CALDATOF", "NO_BYTES", "APLSDT_MDGPROD", 16 },
		  { "APLSDT_CALDATOF", "APLSDT_CALDATLN", "NO_PRODUCT", 16 },
		  { "APLSDT_CALDATOF", "APLSDT_CALDATLN", "APLSDT_MDGPROD", 15 } };
	char text[1000];
	const struct monread_layout *l;
	size_t i;

	for (i = 0; i < sizeof v / sizeof v[0]; i++) {
		snprintf(text, sizeof text,
		         "MRAPLSDT Prolog\n NAME - MRAPLSDT\n DESCRIPTIVE NAME - Sample\n Domain 10 - Appl\n Record 2 - x\n\n"
		         "MRAPLSDT Control Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"
		         "   0   0  Structure  %u  APLSDT\n   0   0  Unsigned    20  *\n"
		         "  20  14  Unsigned     2  %s\n  22  16  Unsigned     2  %s\n  24  18  Character   %u  %s\n",
		         24 + v[i].size, v[i].at, v[i].bytes, v[i].size, v[i].product);
		load(text);
		l = monread_layouts_find(layouts, 10, 2);
		ck_assert_ptr_nonnull(l->path);
		ck_assert_ptr_null(monread_layout_payload(l));
	}
}

/* Data mapped by a structure that is not on the page is shown as bytes. */
TEST(a_map_without_its_structure)
{
	const struct monread_layout *l;

	load("MRSYTLCK Prolog\n NAME - MRSYTLCK\n DESCRIPTIVE NAME - Sample\n Domain 0 - System\n Record 23 - x\n\n"
	     "MRSYTLCK Control Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"
	     "   0   0  Structure  24  SYTLCK\n   0   0  Unsigned    20  *\n  20  14  Unsigned     4  SYTLCK_CALNMLKS\n\n"
	     "Offsets\nDec Hex  Type Len  Name (Dim)\n   0   0  Structure  32  SYTLCK_CALSXENT\n"
	     "   0   0  Character   16  SYTLCK_SYNBXW4S\n  16  10  Unsigned     4  SYTLCK_SYNBXHLS\n");
	l = monread_layouts_find(layouts, 0, 23);
	ck_assert_ptr_nonnull(l->path);
	ck_assert_ptr_null(field_at(l, 1, 0)->structure);
	ck_assert_int_eq(field_at(l, 1, 0)->format, MONREAD_HEX);
	ck_assert_int_eq(field_at(l, 1, 1)->format, MONREAD_UNSIGNED); /* has another length */
}

/* LINUXMEM is application data, not a record, and is identified by its name. */
static const struct monread_layout *linux_page(const char *first, const char *second)
{
	char text[600];

	snprintf(text, sizeof text,
	         "LINUXMEM Prolog\n NAME - LINUXMEM\n\nControl Block Contents\nOffsets\nDec Hex  Type Len  Name (Dim)\n"
	         "   0   0  Structure   8  LINUXMEM\n   0   0  Unsigned     4  %s\n   4   4  Unsigned     4  %s\n",
	         first, second);
	load(text);
	return monread_layouts_by_name(layouts, "LINUXMEM");
}

TEST(a_check_is_kept_where_both_fields_are_there)
{
	const struct monread_layout *l = linux_page("sync_count_1", "sync_count_2");

	ck_assert_ptr_nonnull(l->path);
	ck_assert_int_eq(l->domain, -1);
	ck_assert_uint_eq(l->nchecks, 1);
	ck_assert_ptr_eq(monread_layout_check(l, 0)->left, field_at(l, 0, 0));
	ck_assert_ptr_eq(monread_layout_check(l, 0)->right, field_at(l, 0, 1));
	ck_assert_str_eq(monread_layout_check(l, 0)->text, "caught while being updated");
	l = linux_page("sync_count_1", "other");
	ck_assert_uint_eq(l->nchecks, 0);
	l = linux_page("other", "sync_count_2");
	ck_assert_uint_eq(l->nchecks, 0);
}

/* ---- Records with all kinds of parts ---- */

#define ALL                                                                         \
	"Record: MRTSTALL\nDSECT: TSTALL\nNumber: D4R251\nTitle: x\nStatus: whole\nSource: x\n"

#define TABLE "\nOffsets\nDec Hex  Type Len  Name (Dim)\n"

/* If a field has the count, the record has as many entries as fit. */
TEST(arrays_of_so_many_bytes)
{
	load(ALL "Array: ENT at 24 bytes A\n" TABLE "   0   0  Structure   24  TSTALL\n   0   0  Unsigned    20  *\n"
	         "  20  14  Unsigned     4  A\n" TABLE "   0   0  Structure    2  ENT\n   0   0  Unsigned     2  B\n");
	rec[23] = 4;
	ck_assert_str_eq(decode(4, 251, 30), "A=4 ENT@24{ B=0 B=0 } tail@28+2 ");
	rec[23] = 5;
	ck_assert_str_eq(decode(4, 251, 30), "A=5 ENT@24{ B=0 B=0 } tail@28+2 ");
	rec[23] = 8; /* two more than fit */
	ck_assert_str_eq(decode(4, 251, 30), "A=8 ENT@24{ B=0 B=0 B=0 } ");
}

/* ---- Which of several layouts ---- */

TEST(a_name_alone_hides_nothing)
{
	const struct monread_layout *known = monread_layouts_find(layouts, 0, 23);

	load("Record: MRSYTLCK\nNumber: D0R23\nTitle: x\nStatus: name only\nSource: x\n");
	ck_assert_ptr_eq(monread_system_layout(sys, 0, 23, rec, 200), known);
	load(ALL "When: A = 5\n" TABLE "   0   0  Structure   21  TSTALL\n   0   0  Unsigned    20  *\n"
	         "  20  14  Unsigned     1  A\n");
	load("Record: MRTSTALL\nNumber: D4R251\nTitle: x\nStatus: name only\nSource: x\n");
	ck_assert_uint_eq(monread_system_layout(sys, 4, 251, rec, 21)->nstructures, 1);
	load("Record: MRTSTNAM\nNumber: D4R252\nTitle: x\nStatus: name only\nSource: x\n");
	ck_assert_str_eq(monread_system_layout(sys, 4, 252, rec, 21)->name, "MRTSTNAM");
}

UNIT_MAIN("loaded", setup, teardown)
