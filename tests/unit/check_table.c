/* check_table.c: layouts to tables and columns, records to rows. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "monread.h"
#include "table/row.h"
#include "table/text.h"
#include "unit.h"

static struct monread_layouts *layouts;
static struct table_schema *schema;

static void begin(void)
{
	layouts = monread_layouts_new();
	schema = table_schema_new(layouts);
	ck_assert(layouts && schema);
}

static void end(void)
{
	table_schema_free(schema);
	monread_layouts_free(layouts);
}

static const struct table *table(const char *name)
{
	const struct table *t = table_find(schema, name);

	if (!t)
		ck_abort_msg("there is no table %s", name);
	return t;
}

static const struct table_column *column(const char *t, const char *name)
{
	long i = table_column_find(table(t), name);

	if (i < 0)
		ck_abort_msg("%s has no column %s", t, name);
	return &table(t)->columns[i];
}

/* Names of the columns of T from the one called FIRST on, N of them. */
static const char *names(const char *t, const char *first, unsigned n)
{
	static char text[1000];
	long i = table_column_find(table(t), first);

	text[0] = '\0';
	for (; n-- > 0 && i >= 0 && (size_t)i < table(t)->ncolumns; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s ", table(t)->columns[i].name);
	return text;
}

/* ---- Columns ---- */

START_TEST(tables_begin_with_where_the_record_is_from)
{
	begin();
	ck_assert_str_eq(names("MRSYTPRP", "system", 8), "system file offset dataset type interval time unix_time ");
	ck_assert_str_eq(names("MRSYTLCK__SYTLCK_CALLKDATA", "system", 10),
	                 "system file offset dataset type interval time unix_time entry SYTLCK_CALLCKID ");
	ck_assert_uint_eq(table("MRSYTPRP")->columns[table("MRSYTPRP")->bytes].flags, TABLE_HIDDEN);
	ck_assert_uint_eq(table("MRSYTPRP")->bytes + 1, table("MRSYTPRP")->ncolumns);
	end();
}
END_TEST

START_TEST(fields_come_in_their_order_with_their_bits)
{
	begin();
	ck_assert_str_eq(names("MRSYTLCK", "SYTLCK_CALNMLKS", 8),
	                 "SYTLCK_CALNMLKS SYTLCK_CALENTSZ SYTLCK_CALENTDSP SYTLCK_CALVERSN SYTLCK_CALFLAGS "
	                 "SYTLCK_CALSXLKS SYTLCK_CALSEMA SYTLCK_CALNMSXE ");
	ck_assert_int_eq(column("MRSYTLCK", "SYTLCK_CALFLAGS")->kind, TABLE_FLAGS);
	ck_assert_uint_eq(column("MRSYTLCK", "SYTLCK_CALFLAGS")->offset, 29);
	ck_assert_uint_eq(column("MRSYTLCK", "SYTLCK_CALSEMA")->flags, TABLE_BIT);
	ck_assert_str_eq(column("MRSYTLCK", "SYTLCK_CALENTSZ")->unit, "bytes");
	ck_assert_str_eq(column("MRSYTLCK", "SYTLCK_CALENTSZ")->declared, "Unsigned");
	ck_assert_int_eq(column("MRSYTLCK", "SYTLCK_CALENTSZ")->type, TABLE_INTEGER);
	end();
}
END_TEST

START_TEST(structures_inside_are_in_the_name)
{
	const struct table_column *c;

	begin();
	c = column("MRSYTLCK__SYTLCK_CALSXENT", "SYTLCK_SYNBXHLS_SYNBXATT");
	ck_assert_int_eq(c->kind, TABLE_COUNTER);
	ck_assert_uint_eq(c->offset, 24);
	ck_assert_int_eq(column("MRSYTLCK__SYTLCK_CALSXENT", "SYTLCK_CALXLKID")->kind, TABLE_KEY);
	ck_assert_int_eq(column("MRSYTLCK__SYTLCK_CALLKDATA", "SYTLCK_CALXTIME")->type, TABLE_REAL);
	ck_assert_ptr_eq(table("MRSYTLCK__SYTLCK_CALSXENT")->parent, table("MRSYTLCK"));
	end();
}
END_TEST

START_TEST(names_of_leading_columns_are_theirs)
{
	begin();
	ck_assert_str_eq(names("LINUXOS__LINUXOS_CPU", "entry", 8),
	                 "entry APLEDT_USERID APLEDT_MDGPROD APLSDT_USERID APLSDT_MDGPROD user_ nice system_ ");
	end();
}
END_TEST

START_TEST(application_data_has_the_keys_of_its_carriers)
{
	begin();
	ck_assert_str_eq(names("linuxos", "unix_time", 6),
	                 "unix_time APLEDT_USERID APLEDT_MDGPROD APLSDT_USERID APLSDT_MDGPROD timestamp ");
	ck_assert_int_eq(table("LINUXOS")->role, TABLE_OF_PAYLOAD);
	ck_assert_int_eq(column("LINUXOS", "avenrun")->type, TABLE_TEXT);
	ck_assert_uint_eq(column("LINUXOS", "avenrun")->flags, TABLE_LIST);
	ck_assert(column("LINUXOS", "APLSDT_USERID")->flags & TABLE_INHERITED);
	end();
}
END_TEST

START_TEST(tables_are_found_in_any_case)
{
	begin();
	ck_assert_ptr_eq(table("mrsytlck"), table("MRSYTLCK"));
	ck_assert_ptr_eq(table("D0R23"), table("MRSYTLCK"));
	ck_assert_ptr_eq(table("mrsytlck__Sytlck_calsxent"), table("MRSYTLCK__SYTLCK_CALSXENT"));
	errno = 0;
	ck_assert(!table_find(schema, "MRSYTLCK__NOTHING") && errno == ENOENT);
	errno = 0;
	ck_assert(!table_find(schema, "NOTHING") && errno == ENOENT);
	ck_assert(!table_find(schema, "__") && errno == ENOENT);
	ck_assert_int_eq(table_column_find(table("MRSYTLCK"), "NOTHING"), -1);
	end();
}
END_TEST

START_TEST(columns_are_those_of_all_releases)
{
	const struct table *t;
	long lists, older;

	begin();
	t = table("MRSYTCUM__SYTCUM_MIBDATA");
	ck_assert_ptr_nonnull(t->parent);
	lists = table_column_find(t->parent, "SYTCUM_CALNREC");
	older = table_column_find(t->parent, "SYTCUM_LCUPCPCT");
	ck_assert_int_gt(lists, 0);
	/* Only that of 5.3 has it. */
	ck_assert_int_gt(older, lists);
	end();
}
END_TEST

START_TEST(there_is_a_table_for_each_name)
{
	const struct table *t, *other;
	size_t i, k;

	begin();
	for (i = 0; (t = table_at(schema, i)) != NULL; i++) {
		ck_assert_ptr_eq(table_find(schema, t->name), t);
		for (k = 0; k < i; k++) {
			other = table_at(schema, k);
			if (strcmp(other->name, t->name) == 0 || other->id == t->id)
				ck_abort_msg("%s is there twice", t->name);
		}
		for (k = 0; k < t->ncolumns; k++)
			if (table_column_find(t, t->columns[k].name) != (long)k)
				ck_abort_msg("%s has the column %s twice", t->name, t->columns[k].name);
	}
	ck_assert_int_eq(errno, ENOENT);
	ck_assert_uint_gt(i, 200);
	end();
}
END_TEST

/* ---- Rows ---- */

static char row_text[200000];
static size_t row_length;

/* A row as text: its table, then what each column called in the list has. */
static int take(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct monread_codepage *cp = monread_codepage_open("IBM-1047");
	struct table_text text = { .codepage = cp };
	const char *const *c = arg;
	long i;

	row_length += (size_t)snprintf(row_text + row_length, sizeof row_text - row_length, "%s", t->name);
	for (; *c; c++) {
		i = table_column_find(t, *c);
		if (i < 0 || cells[i].kind == TABLE_NULL)
			continue;
		ck_assert_int_eq(table_text_make(&text, &cells[i]), 0);
		ck_assert_uint_eq(strlen(text.bytes), text.length);
		row_length += (size_t)snprintf(row_text + row_length, sizeof row_text - row_length, " %s", text.bytes);
	}
	row_length += (size_t)snprintf(row_text + row_length, sizeof row_text - row_length, "\n");
	ck_assert_uint_lt(row_length, sizeof row_text - 1);
	table_text_free(&text);
	monread_codepage_free(cp);
	return 0;
}

/* The columns WANTED of the rows of the sample's first N records of this number. */
static const char *rows(unsigned domain, unsigned record, unsigned n, const char *only, const char *const *wanted)
{
	static const struct table_sink sink = { take, NULL };
	const struct table *t = only ? table(only) : NULL;
	struct monread_system *system = monread_system_new(layouts);
	struct table_rows *r = table_rows_new(schema, layouts, t, NULL);
	int fd = open(TEST_DATA "/../data/sample.monwrite", O_RDONLY);
	struct monread *m = monread_open(fd);
	struct table_state state = { 0 };
	const struct monread_ev *ev;

	ck_assert(fd >= 0 && m && r && system);
	row_length = 0;
	row_text[0] = '\0';
	while ((ev = monread_next(m)) != NULL) {
		struct table_record rec = { .ev = ev, .file = "sample" };

		if (ev->kind != MONREAD_RECORD)
			continue;
		rec.interval = table_state_record(&state, ev, &rec.in_interval);
		rec.layout = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
		rec.release = monread_system_release(system);
		rec.system = monread_system_id(system);
		if (ev->domain == domain && ev->record == record && n > 0 && n--)
			ck_assert_int_eq(table_rows_make(r, &rec, &sink, (void *)(uintptr_t)wanted), 0);
	}
	monread_close(m);
	close(fd);
	table_rows_free(r);
	monread_system_free(system);
	return row_text;
}

START_TEST(a_record_is_a_row)
{
	static const char *const wanted[] = { "system", "file", "offset", "dataset", "type", "interval", "time",
		                              "unix_time", "SYTLCK_CALNMLKS", "SYTLCK_CALFLAGS", "SYTLCK_CALSEMA", NULL };

	begin();
	ck_assert_str_eq(rows(0, 23, 1, "MRSYTLCK", wanted),
	                 "MRSYTLCK VMPROD1 sample 34600 4 sample 2026-03-04T08:01:00.000412Z "
	                 "2026-03-04T08:01:00.000468Z 1772611260.000468 11 192 1\n");
	end();
}
END_TEST

START_TEST(an_entry_is_a_row)
{
	static const char *const wanted[] = { "entry", "SYTLCK_CALXLKID", "SYTLCK_SYNBXW4X_SYNBXATT", "SYTLCK_CALLCKID",
		                              "SYTLCK_CALXTIME", NULL };
	const char *text;

	begin();
	text = rows(0, 23, 1, NULL, wanted);
	ck_assert_ptr_nonnull(strstr(text, "MRSYTLCK__SYTLCK_CALLKDATA 10 HCPRCCMA 0.136411\n"));
	ck_assert_ptr_nonnull(strstr(text, "MRSYTLCK__SYTLCK_CALSXENT 0 SRMSLOCK 7726\n"));
	ck_assert_ptr_nonnull(strstr(text, "MRSYTLCK\n"));
	ck_assert_str_eq(rows(0, 23, 1, "MRSYTLCK__SYTLCK_CALSXENT", wanted), "MRSYTLCK__SYTLCK_CALSXENT 0 SRMSLOCK 7726\n");
	end();
}
END_TEST

START_TEST(application_data_is_rows)
{
	static const char *const wanted[] = { "entry", "APLSDT_USERID", "APLSDT_CALDATOF", "avenrun", "system_", "cpu_id",
		                              NULL };

	begin();
	ck_assert_str_eq(rows(10, 2, 1, NULL, wanted),
	                 "LINUXOS__LINUXOS_CPU 0 LXDB01 800183 0\n"
	                 "LINUXOS__LINUXOS_CPU 1 LXDB01 800217 1\n"
	                 "LINUXOS LXDB01 [0.381347,0.377929,0.309570]\n"
	                 "MRAPLSDT LXDB01 52\n");
	ck_assert_str_eq(rows(10, 2, 1, "LINUXOS", wanted), "LINUXOS LXDB01 [0.381347,0.377929,0.309570]\n");
	end();
}
END_TEST

/* ---- Pages of somebody's own ---- */

/* Keys of the record stand behind its entries. */
static const char page[] =
	"Record:   MRZZZTST\n"
	"DSECT:    ZZZTST\n"
	"Number:   D30R1\n"
	"Kind:     sample\n"
	"Title:    Test\n"
	"Release:  7.3\n"
	"Status:   whole\n"
	"Source:   made up\n"
	"Text:     ZZZTST_F ZZZTST_LATE\n"
	"Key:      ZZZTST_LATE ZZZTST_EKEY\n"
	"Maps:     ZZZTST_SUB onto ZZZTST_REP\n"
	"\n"
	"MRZZZTST Control Block Contents\n"
	"\n"
	"Offsets\n"
	"Dec Hex  Type       Len  Name (Dim)             Description\n"
	"  0   0  Structure   60  ZZZTST                 Start of monitor record\n"
	"  0   0  Character    0  ZZZTST_CALMRHDR        record header, as MRRECHDR\n"
	"  0   0  Character   20  MRHDR\n"
	"  0   0  Unsigned     2  MRHDRLEN\n"
	"  2   2  Unsigned     2  MRHDRZER\n"
	"  4   4  Unsigned     1  MRHDRDM\n"
	"  5   5  Unsigned     1  *\n"
	"  6   6  Unsigned     2  MRHDRRC\n"
	"  8   8  Character    8  MRHDRTOD\n"
	" 16  10  Character    4  *\n"
	" 20  14  Character    0  MRHDR_END\n"
	" 20  14  Character    8  ZZZTST_F               a text now\n"
	" 28  1C  Character    8  ZZZTST_REP(0:2)        three entries\n"
	" 52  34  Character    8  ZZZTST_LATE            a key behind them\n"
	"\n"
	"The entries:\n"
	"\n"
	"Offsets\n"
	"Dec Hex  Type       Len  Name (Dim)             Description\n"
	"  0   0  Structure    8  ZZZTST_SUB             Entry\n"
	"  0   0  Unsigned     4  ZZZTST_EKEY            a key\n"
	"  4   4  Unsigned     2  TYPE                   named like a leading column\n"
	"  6   6  Unsigned     2  ZZZTST_TWO(0:1)        two of them\n";

/* The same of an earlier release. */
static const char older[] =
	"Record:   MRZZZTST\n"
	"DSECT:    ZZZTST\n"
	"Number:   D30R1\n"
	"Kind:     sample\n"
	"Title:    Test\n"
	"Release:  7.1\n"
	"Status:   whole\n"
	"Source:   made up\n"
	"\n"
	"MRZZZTST Control Block Contents\n"
	"\n"
	"Offsets\n"
	"Dec Hex  Type       Len  Name (Dim)             Description\n"
	"  0   0  Structure   28  ZZZTST                 Start of monitor record\n"
	"  0   0  Character    0  ZZZTST_CALMRHDR        record header, as MRRECHDR\n"
	"  0   0  Character   20  MRHDR\n"
	"  0   0  Unsigned     2  MRHDRLEN\n"
	"  2   2  Unsigned     2  MRHDRZER\n"
	"  4   4  Unsigned     1  MRHDRDM\n"
	"  5   5  Unsigned     1  *\n"
	"  6   6  Unsigned     2  MRHDRRC\n"
	"  8   8  Character    8  MRHDRTOD\n"
	" 16  10  Character    4  *\n"
	" 20  14  Character    0  MRHDR_END\n"
	" 20  14  Unsigned     4  zzztst_f               a number then\n"
	" 24  18  Unsigned     4  ZZZTST_OLD             gone\n";

static void load(const char *text)
{
	char name[] = "check_table.XXXXXX";
	int fd = mkstemp(name);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (long)strlen(text));
	close(fd);
	ck_assert_int_eq(monread_layouts_load(layouts, name, NULL, NULL), 1);
	unlink(name);
}

START_TEST(layouts_of_several_releases_are_one_table)
{
	const struct table_column *f;

	begin();
	load(page);
	load(older);
	ck_assert_str_eq(names("MRZZZTST", "unix_time", 5), "unix_time ZZZTST_F ZZZTST_LATE ZZZTST_OLD bytes ");
	f = column("mrzzztst", "zzztst_f");
	ck_assert_int_eq(f->type, TABLE_TEXT);
	ck_assert_uint_eq(f->flags, TABLE_MIXED);
	ck_assert_str_eq(names("MRZZZTST__ZZZTST_SUB", "entry", 6),
	                 "entry ZZZTST_LATE ZZZTST_EKEY TYPE_ ZZZTST_TWO bytes ");
	end();
}
END_TEST

START_TEST(keys_behind_entries_are_known_to_them)
{
	static const char *const wanted[] = { "entry", "ZZZTST_LATE", "ZZZTST_EKEY", "TYPE_", "ZZZTST_TWO", "ZZZTST_F", NULL };
	static const struct table_sink sink = { take, NULL };
	static const struct monread_mce mce = { .type = MONREAD_EVENT };
	unsigned char bytes[60] = { 0 };
	struct monread_ev ev = { .kind = MONREAD_RECORD, .bytes = bytes, .length = sizeof bytes, .mce = &mce };
	struct table_record rec = { .ev = &ev, .system = "", .file = "f" };
	struct table_rows *r;

	begin();
	load(page);
	rec.layout = monread_layouts_by_name(layouts, "MRZZZTST");
	memcpy(bytes + 20, "\xC1\x40\x40\x40\x40\x40\x40\x40", 8);
	memcpy(bytes + 28, "\0\0\0\1\0\2\0\3", 8);
	memcpy(bytes + 36, "\0\0\0\4\0\5\0\6", 8);
	memcpy(bytes + 52, "\xD2\xC5\xE8\x40\x40\x40\x40\x40", 8);
	r = table_rows_new(schema, layouts, NULL, NULL);
	row_length = 0;
	ck_assert_int_eq(table_rows_make(r, &rec, &sink, (void *)(uintptr_t)wanted), 0);
	ck_assert_str_eq(row_text, "MRZZZTST__ZZZTST_SUB 0 KEY 1 2 [0,3]\n"
	                           "MRZZZTST__ZZZTST_SUB 1 KEY 4 5 [0,6]\n"
	                           "MRZZZTST__ZZZTST_SUB 2 KEY 0 0 [0,0]\n"
	                           "MRZZZTST KEY A\n");
	table_rows_free(r);
	end();
}
END_TEST

START_TEST(too_many_columns_are_refused)
{
	char *text = malloc(200000), *p = text;
	unsigned i;

	begin();
	p += sprintf(p, "%.*s", (int)(strstr(older, " 20  14  Unsigned") - older), older);
	for (i = 0; i < TABLE_COLUMNS_MAX; i++)
		p += sprintf(p, "%3u %3X  Unsigned     1  ZZZTST_N%u  many\n", 20 + i, 20 + i, i);
	memcpy(strstr(text, "Structure   28"), "Structure 1920", 14);
	load(text);
	errno = 0;
	ck_assert(!table_find(schema, "MRZZZTST") && errno == E2BIG);
	for (i = 0; table_at(schema, i); i++)
		ck_assert_str_ne(table_at(schema, i)->name, "MRZZZTST");
	ck_assert_uint_gt(i, 200);
	free(text);
	end();
}
END_TEST

UNIT_MAIN("table", tables_begin_with_where_the_record_is_from, fields_come_in_their_order_with_their_bits,
          structures_inside_are_in_the_name, names_of_leading_columns_are_theirs,
          application_data_has_the_keys_of_its_carriers, tables_are_found_in_any_case,
          columns_are_those_of_all_releases, there_is_a_table_for_each_name, a_record_is_a_row, an_entry_is_a_row,
          application_data_is_rows, layouts_of_several_releases_are_one_table,
          keys_behind_entries_are_known_to_them, too_many_columns_are_refused)
