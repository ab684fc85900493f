/* check_compare.c: the report on loaded pages: the layout that each page is compared with, the differences, and
 * the warnings. */

#include "unit.h"

#include "monread.h"
#include "out/compare.h"

static struct monread_layouts *layouts;
static struct out_notices notices;
static char dir[] = "/tmp/check_compare.XXXXXX";
static char shown[65536];

static void setup(void)
{
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

static void teardown(void)
{
	out_notices_free(&notices);
	monread_layouts_free(layouts);
	rmdir(dir);
}

#define COLUMNS "\nOffsets\nDec Hex  Type Len  Name (Dim)\n"
#define RECORD "   0   0  Unsigned    20  *\n"

/* Load TEXT as the file NAME. */
static void load(const char *name, const char *text)
{
	char path[100];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", dir, name);
	f = fopen(path, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	ck_assert_int_ge(monread_layouts_load(layouts, path, out_notice_add, &notices), 0);
	unlink(path);
}

/* Make a page of a record, or with a domain below 0 of other data, with the tables ROWS. */
static void load_page(const char *name, const char *record, int domain, int number, const char *rows)
{
	char text[4000];

	snprintf(text, sizeof text, "%s Prolog\n NAME - %s\n DESCRIPTIVE NAME - Sample\n", record, record);
	if (domain >= 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), " Domain %d - x\n Record %d - y\n", domain, number);
	snprintf(text + strlen(text), sizeof text - strlen(text), "\n%s Control Block Contents\n%s", record, rows);
	load(name, text);
}

/* Return the report, with file names without folders. */
static const char *report(size_t want)
{
	struct out_buffer b;
	char *p;
	size_t n = strlen(dir) + 1;

	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
	ck_assert_uint_eq(out_check_layouts(&b, layouts, &notices), want);
	ck_assert_uint_lt((size_t)(b.p - b.buf), sizeof shown);
	memcpy(shown, b.buf, (size_t)(b.p - b.buf));
	shown[b.p - b.buf] = '\0';
	out_buffer_done(&b);
	while ((p = strstr(shown, dir)) != NULL)
		memmove(p, p + n, strlen(p + n) + 1);
	return shown;
}

/* The page is compared with the one of the two layouts of D0R17 that shares more fields with it. */
TEST(held_against_the_one_most_like_it)
{
	load_page("old.txt", "MRSYTCUM", 0, 17,
	          COLUMNS "   0   0  Structure  26  SYTCUM\n" RECORD "  20  14  Unsigned     1  SYTCUM_LCUPCPCT\n"
	                  "  21  15  Character    3  *\n  24  18  Signed       2  SYTCUM_CALMIBOF\n");
	ck_assert_ptr_nonnull(strstr(report(0), "\n  built in: z/VM 5.3, whole; from it to the page:\n"));
	load_page("new.txt", "MRSYTCUM", 0, 17,
	          COLUMNS "   0   0  Structure  24  SYTCUM\n" RECORD "  20  14  Unsigned     4  SYTCUM_CALNREC\n");
	report(0);
	ck_assert_ptr_nonnull(strstr(shown, "new.txt: D0R17 MRSYTCUM, front part, 24 bytes, 1 structure, 1 field\n"));
	ck_assert_ptr_nonnull(strstr(strstr(shown, "new.txt:"),
	                             "\n  built in: z/VM 6.2, whole; from it to the page:\n"));
	ck_assert_ptr_nonnull(strstr(shown, "2 pages, 1 record, 3 fields, 0 disagreements, 0 unreadable\n"));
}

TEST(only_the_name_is_known)
{
	load_page("a.txt", "MRPRCMFC", 5, 13,
	          COLUMNS "   0   0  Structure  24  PRCMFC\n" RECORD "  20  14  Unsigned     4  A\n");
	ck_assert_str_eq(report(0), "a.txt: D5R13 MRPRCMFC, front part, 24 bytes, 1 structure, 1 field\n"
	                            "  built in: z/VM 7.3, name only\n\n"
	                            "1 page, 1 record, 1 field, 0 disagreements, 0 unreadable\n");
}

/* Application data has no record number: its name identifies it. */
TEST(application_data)
{
	load_page("a.txt", "LINUXMEM", -1, 0,
	          COLUMNS "   0   0  Structure   8  LINUXMEM\n   0   0  Unsigned     8  timestamp\n");
	load_page("b.txt", "LINUXNEW", -1, 0,
	          COLUMNS "   0   0  Structure   8  LINUXNEW\n   0   0  Unsigned     8  timestamp\n");
	report(0);
	ck_assert_ptr_nonnull(strstr(shown, "b.txt: LINUXNEW, front part, 8 bytes, 1 structure, 1 field\n"
	                                    "  built in: this record is not known\n"));
	ck_assert_ptr_nonnull(strstr(shown, "a.txt: LINUXMEM, front part, 8 bytes, 1 structure, 1 field\n"
	                                    "  built in: whole; from it to the page:\n"
	                                    "    LINUXMEM: changed from 144 to 8 bytes\n"
	                                    "    LINUXMEM: missing sync_count_1, Unsigned 4 at 8\n"));
	ck_assert_ptr_nonnull(strstr(shown, "2 pages, 2 records, 2 fields, 0 disagreements, 0 unreadable\n"));
}

#define MISSING "    MTRSUS: missing MTRSUS_END, Character 0 at 18\n"
/* One difference at a time: offset, type, length, dimension, open end, structure. */
TEST(one_difference_at_a_time)
{
	static const struct {
		const char *page, *said;
	} v[] = {
		{ "   0   0  Structure  28  MTRSUS\n" RECORD "  24  18  Unsigned     4  MTRSUS_LOSTRCCT\n",
		  "    MTRSUS: changed from 24 to 28 bytes\n    MTRSUS: moved MTRSUS_LOSTRCCT from 14 to 18\n" MISSING },
		{ "   0   0  Structure  24  MTRSUS\n" RECORD "  20  14  Signed       4  MTRSUS_LOSTRCCT\n",
		  "    MTRSUS: changed MTRSUS_LOSTRCCT from Unsigned 4 to Signed 4\n" MISSING },
		{ "   0   0  Structure  24  MTRSUS\n"
		  RECORD "  20  14  Unsigned     2  MTRSUS_LOSTRCCT\n  22  16  Unsigned     2  *\n",
		  "    MTRSUS: changed MTRSUS_LOSTRCCT from Unsigned 4 to Unsigned 2\n" MISSING },
		{ "   0   0  Structure  28  MTRSUS\n" RECORD "  20  14  Unsigned     4  MTRSUS_LOSTRCCT(2)\n",
		  "    MTRSUS: changed from 24 to 28 bytes\n"
		  "    MTRSUS: changed MTRSUS_LOSTRCCT from Unsigned 4 to Unsigned 4 (2)\n" MISSING },
		{ "   0   0  Structure  24+ MTRSUS\n" RECORD "  20  14  Unsigned     4  MTRSUS_LOSTRCCT\n",
		  "    MTRSUS: changed from 24 to 24+ bytes\n" MISSING },
		{ "   0   0  Structure  24  MTRSUS\n" RECORD "  20  14  Unsigned     4  MTRSUS_LOSTRCCT\n" COLUMNS
		  "   0   0  Structure   4  ENT\n   0   0  Unsigned     4  A\n",
		  MISSING "    added structure ENT, 4 bytes\n" },
	};
	char rows[1000];
	size_t i;

	for (i = 0; i < sizeof v / sizeof v[0]; i++) {
		snprintf(rows, sizeof rows, COLUMNS "%s", v[i].page);
		load_page("a.txt", "MRMTRSUS", 1, 3, rows);
		report(0);
		strstr(shown, "\n\n")[1] = '\0';
		ck_assert_str_eq(strstr(shown, "page:\n") + 6, v[i].said);
		monread_layouts_free(layouts);
		layouts = monread_layouts_new();
		ck_assert_ptr_nonnull(layouts);
	}
}

/* Notices are sorted by file, line and text.  The notices about a page are printed with the page, all others at
 * the end. */
TEST(notices_in_their_order)
{
	out_notice_add(&notices, "z", 0, "last");
	out_notice_add(&notices, "c", 10, "two");
	out_notice_add(&notices, "c", 9, "one");
	out_notice_add(&notices, "c", 10, "three");
	ck_assert_str_eq(report(2), "c: unreadable\n  c:9: one\n  c:10: three\n  c:10: two\n\n"
	                            "z: unreadable\n  z: last\n\n"
	                            "0 pages, 0 records, 0 fields, 0 disagreements, 2 unreadable\n");
}

UNIT_MAIN("compare", setup, teardown)
