/* check_limits.c: malicious layout files: their limits, the messages, and the resulting layouts. */

#include "../unit/unit.h"

#include <stdarg.h>
#include <sys/stat.h>

#include "base/be.h"
#include "monread.h"
#include "../unit/layout.h"

/* ---- Helpers ---- */

static struct monread_layouts *layouts;
static char path[] = "check_limits.XXXXXX";
static FILE *page;

struct said {
	unsigned count, line;
	char first[600], last[600];
};

static struct said said;

static void note(void *arg, const char *file, unsigned line, const char *text)
{
	(void)arg;
	(void)file;
	if (said.count++ == 0) {
		said.line = line;
		snprintf(said.first, sizeof said.first, "%s", text);
	}
	snprintf(said.last, sizeof said.last, "%s", text);
}

static void setup(void)
{
	int fd;

	memcpy(path + sizeof path - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	page = fdopen(fd, "w");
	layouts = monread_layouts_new();
	ck_assert(page && layouts);
	memset(&said, 0, sizeof said);
}

static void teardown(void)
{
	monread_layouts_free(layouts);
	unlink(path);
}

static void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	ck_assert_int_ge(vfprintf(page, fmt, ap), 0);
	va_end(ap);
}

static void put_many(const char *text, unsigned n)
{
	while (n--)
		fputs(text, page);
}

/* Write lines 1 to 6. */
static void put_keys(void)
{
	put("Record: MRTSTBIG\nDSECT: TSTBIG\nNumber: D4R250\nTitle: hostile\nStatus: whole\n"
	    "Source: a test\n");
}

#define HEADING "Offsets\nDec Hex  Type       Len  Name (Dim)             Description\n"

static void put_structure(const char *name, unsigned length)
{
	put("\n" HEADING "   0   0  Structure %4u  %s\n", length, name);
}

static void put_row(unsigned offset, const char *type, unsigned length, const char *name)
{
	put(" %3u  %02X  %s %4u  %s\n", offset, offset, type, length, name);
}

static long load(void)
{
	ck_assert_int_eq(fclose(page), 0);
	return monread_layouts_load(layouts, path, note, NULL);
}

static const struct monread_layout *loaded(void)
{
	const struct monread_layout *l = monread_layouts_find(layouts, 4, 250);

	ck_assert_ptr_nonnull(l);
	return l;
}

/* ---- Counts ---- */

TEST(fields_are_limited)
{
	unsigned i;

	put_keys();
	put_structure("TSTBIG", 10000);
	for (i = 0; i < MONREAD_ROWS_MAX + 5; i++)
		put("%5u %5X  Unsigned    1  F%u\n", i, i, i);
	ck_assert_int_eq(load(), 1);
	ck_assert_str_eq(said.first, "more than 8192 fields; the rest of the contents is left out");
	ck_assert_uint_eq(said.line, 11 + 8192);
	ck_assert_uint_eq(monread_layout_structure(loaded(), 0)->nfields, 8192);
}

TEST(bits_are_limited)
{
	put_keys();
	put_structure("TSTBIG", 24);
	put_row(0, "Bitstring", 24, "A");
	put_many("        1... ....  B\n", 8193);
	ck_assert_int_eq(load(), 1);
	ck_assert_str_eq(said.first, "more than 8192 bits; the rest of the contents is left out");
	ck_assert_uint_eq(said.line, 11 + 8193);
}

TEST(structures_are_limited)
{
	unsigned i;

	put_keys();
	for (i = 0; i < 257; i++) {
		char name[12];

		snprintf(name, sizeof name, "S%u", i);
		put_structure(i ? name : "TSTBIG", 1);
		put_row(0, "Unsigned", 1, "A");
	}
	ck_assert_int_eq(load(), 1);
	ck_assert_str_eq(said.first,
	                 "more than 256 structures; the rest of the contents is left out");
	ck_assert_uint_eq(said.line, 7 + 256 * 5 + 3);
	ck_assert_uint_eq(loaded()->nstructures, 256);
}

TEST(arrays_checks_tells_and_errata_are_limited)
{
	unsigned i;

	put_keys();
	for (i = 0; i < 257; i++)
		put("Array: TSTENT at 20\nCheck: A = B: x\nErratum: A: x\n");
	for (i = 0; i < 257; i++)
		put("Tells: release 5.4 when length = %u\n", i);
	put_structure("TSTBIG", 24);
	put_row(0, "Unsigned", 4, "A");
	put_row(4, "Unsigned", 4, "B");
	put_row(8, "Unsigned", 16, "C");
	put_structure("TSTENT", 1);
	put_row(0, "Unsigned", 1, "D");
	ck_assert_int_eq(load(), 1);
	ck_assert_uint_eq(said.count, 4);
	ck_assert_str_eq(said.first, "more than 256 errata; this one is left out");
	ck_assert_uint_eq(said.line, 6 + 257 * 3);
	ck_assert_str_eq(said.last, "more than 256 Tells lines; this one is left out");
	ck_assert_uint_eq(loaded()->narrays, 256);
	ck_assert_uint_eq(loaded()->nchecks, 256);
	ck_assert_uint_eq(loaded()->ntells, 256);
	ck_assert_uint_eq(loaded()->nerrata, 256);
}

/* ---- Structures inside of structures ---- */

/* WIDE fields in each of DEEP structures, each mapped by the next structure. */
static void put_tree(unsigned wide, unsigned deep)
{
	unsigned d, k;
	char name[24];

	put_keys();
	for (d = 1; d <= deep; d++) {
		put("Maps: S%u onto", d);
		for (k = 0; k < wide; k++)
			put(" F%u_%u", d - 1, k);
		put("\n");
	}
	for (d = 0; d <= deep; d++) {
		snprintf(name, sizeof name, d ? "S%u" : "TSTBIG", d);
		put_structure(name, 24);
		for (k = 0; k < wide; k++) {
			snprintf(name, sizeof name, "F%u_%u", d, k);
			put_row(0, "Character", 24, name);
		}
	}
}

TEST(nesting_is_limited)
{
	const struct monread_field *f;
	unsigned deep = 0;

	put_tree(1, 9);
	ck_assert_int_eq(load(), 1);
	ck_assert_uint_eq(said.count, 1);
	ck_assert_str_eq(
		said.first,
		"F0_0: shown in hex: with the structure S1 more than 8 structures would be nested");
	for (f = field_at(loaded(), 1, 0); f->structure;
	     f = monread_structure_field(f->structure, 0))
		deep++;
	ck_assert_uint_eq(deep, 8);
	ck_assert_ptr_null(field_at(loaded(), 0, 0)->structure);
	ck_assert_int_eq(field_at(loaded(), 0, 0)->format, MONREAD_HEX);
}

TEST(entries_of_arrays_count)
{
	unsigned i;

	put_keys();
	for (i = 0; i < 5; i++)
		put("Array: TSTENT at 20\n");
	put_structure("TSTBIG", 24);
	put_row(0, "Unsigned", 24, "A");
	put_structure("TSTENT", 5000);
	for (i = 0; i < 5000; i++)
		put("%5u %5X  Unsigned    1  F%u\n", i, i, i);
	ck_assert_int_eq(load(), 1);
	ck_assert_uint_eq(said.count, 2);
	ck_assert_str_eq(
		said.last,
		"TSTENT: with this array the record has more than 16384 fields; the array is left out");
	ck_assert_uint_eq(loaded()->narrays, 3);
}

/* ---- HTML ---- */

#define PAGE                                                                                     \
	"MRTSTBIG Prolog\n NAME - MRTSTBIG\n DESCRIPTIVE NAME - Monitor Event Record\n"           \
	"   Domain 4 - User\n   Record 250 - Testing\n\nMRTSTBIG Control Block Contents\n" HEADING \
	"   0   0  Structure   24  TSTBIG\n   0   0  Unsigned    4  TSTBIG_A  text\n"             \
	"   4   4  Unsigned   20  TSTBIG_B  more\n"

#ifdef HAVE_LIBXML2

TEST(truncated_page_is_refused)
{
	put("<html><body><pre>%s</pre>", PAGE);
	put_many("<div>", 30000);
	ck_assert_int_eq(load(), 0);
	ck_assert_uint_eq(said.count, 1);
	ck_assert_str_eq(said.last,
	                 "cannot be read as HTML: its elements are too deep inside of each other");
}

/* HTML with blanks and a byte order mark before the first tag, comments, table cells, scripts
 * between the texts, and 5000 characters at once. */
TEST(html_is_converted)
{
	put("\xEF\xBB\xBF \r\n\t<html><!-- one\ntwo\nthree --><body><h2 class=\"a\n"
	    "\">MRTSTBIG Prolog</h2>\n<pre>\n"
	    " NAME - MRTSTBIG\n DESCRIPTIVE NAME - Event\n Domain 4 - User\n Record 250 - Testing\n</pre>\n"
	    "<h2>MRTSTBIG Control Block Contents</h2>\n<table><tr><th>Dec</th><th>Hex</th><th>Type</th><th>Len</th>"
	    "<th>Name</th></tr>\n<tr><td>0</td><td>0</td><td>Structure</td><td>8</td><td>TSTBIG</td></tr>\n"
	    "<tr><td>0</td><td>0</td><td>Unsigned</td><td>4</td><td>A</td><td>text<script>var no;</script></td></tr>\n"
	    "<tr><td>4</td><td>4</td><td>Nonsense</td><td>4</td><td>B</td><td>");
	put_many("word ", 799);
	put("words");
	put_many(" ", 5000);
	put("</td></tr></table></body></html>\n");
	ck_assert_int_eq(load(), 1);
	ck_assert_uint_eq(said.count, 1);
	ck_assert_str_eq(said.last, "B: unknown type");
	ck_assert_uint_eq(said.line, 16);
	ck_assert_uint_eq(monread_layout_structure(loaded(), 0)->nfields, 2);
	ck_assert_str_eq(field_at(loaded(), 0, 0)->text, "text");
	ck_assert_uint_eq(strlen(field_at(loaded(), 0, 1)->text), 4000);
}

/* A script without an end hides the rest of the page. */
TEST(script_without_end_tag)
{
	put("<html><body><script>\n<pre>%s</pre>", PAGE);
	ck_assert_int_eq(load(), 0);
	ck_assert_str_eq(said.last,
	                 "found no name of a record; expected a record page or a .dsect file");
}

#endif

/* ---- Directories ---- */

TEST(fifo_in_a_directory_is_skipped)
{
	char fifo[64];

	fclose(page);
	unlink(path);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	snprintf(fifo, sizeof fifo, "%s/x.txt", path);
	ck_assert_int_eq(mkfifo(fifo, 0600), 0);
	ck_assert_int_eq(monread_layouts_load(layouts, path, note, NULL), 0);
	unlink(fifo);
	rmdir(path);
	ck_assert_uint_eq(said.count, 1);
	ck_assert_str_eq(said.last, "is not a regular file");
}

/* ---- Identity of a page ---- */

static void ck_identity(const char *name, const char *number, const char *what)
{
	put("%s Prolog\n NAME - %s\n DESCRIPTIVE NAME - Event\n%s\n\n%s Control Block Contents\n"
	    "" HEADING
	    "   0   0  Structure   24  TSTBIG\n   0   0  Unsigned   24  A\n",
	    name, name, number, name);
	ck_assert_int_eq(load(), 1);
	ck_assert_uint_eq(said.count, what ? 1 : 0);
	if (what)
		ck_assert_str_eq(said.last, what);
}

TEST(record_with_the_wrong_number)
{
	ck_identity("MRSYTLCK", "  Domain 0 - S\n  Record 99 - R",
	            "MRSYTLCK is D0R99 here, but known as D0R23");
}

TEST(record_without_a_number)
{
	ck_identity("MRSYTLCK", "", "MRSYTLCK has no number here, but is known as D0R23");
}

UNIT_MAIN("limits", setup, teardown)
