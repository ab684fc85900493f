/* check_report.c: .report files. */

#include "unit.h"

#include "stat/report.h"

#define HEAD  "Title: T\nQuestion: Q?\n"
#define NEEDS "Needs: MRSYTPRP; MONITOR START\n"
#define COLUMNS \
	"Columns:\n" \
	"  cpu   4 0 - - key   cpu        -    -     The CPU.\n" \
	"  %busy 6 1 % P value busy_ratio 0.01 ratio Busy: d X / elapsed.\n" \
	"  name  8 - - I text  -          -    -     Its name.\n" \
	"  low   6 2 - S hidden -         -    -     A helper.\n"
#define QUERY "Query:\nSELECT 1,\n 2\n"
#define GOOD  HEAD NEEDS COLUMNS QUERY

struct told {
	unsigned count, line;
	char text[300];
};

static void notice(void *arg, const char *path, unsigned line, const char *text)
{
	struct told *t = arg;

	ck_assert_str_eq(path, "x.report");
	if (t->count++ == 0) {
		t->line = line;
		snprintf(t->text, sizeof t->text, "%s", text);
	}
}

static struct report *read_text(const char *text, struct told *t)
{
	memset(t, 0, sizeof *t);
	return report_read("x.report", "x", text, strlen(text), notice, t);
}

static struct report *good(const char *text)
{
	struct told t;
	struct report *r = read_text(text, &t);

	ck_assert_msg(r != NULL, "line %u: %s", t.line, t.text);
	ck_assert_uint_eq(t.count, 0);
	return r;
}

/* The parser refuses TEXT with a message about LINE that contains WHY. */
static void refused(const char *text, unsigned line, const char *why)
{
	struct told t;
	struct report *r = read_text(text, &t);

	ck_assert_msg(r == NULL, "taken, though: %s", why);
	ck_assert_msg(strstr(t.text, why) != NULL, "line %u: %s; expected: %s", t.line, t.text, why);
	ck_assert_uint_eq(t.line, line);
}

TEST(all_parts)
{
	struct report *r = good("# a comment\n" HEAD "Order: 7\nShow: changes\nText: One.\nText: Two.\n" NEEDS
	                        "Uses: D0R3\n" COLUMNS "Chart: lines %busy by cpu : Why?\nChart: stack busy,low\n"
	                        "Alarm: %busy > 90 for 3 until 80.5 : hot\nAlarm: low < -2\n" QUERY);

	ck_assert_str_eq(r->name, "x");
	ck_assert_str_eq(r->title, "T");
	ck_assert_str_eq(r->question, "Q?");
	ck_assert_uint_eq(r->order, 7);
	ck_assert(r->changes);
	ck_assert_str_eq(r->text, "One.\nTwo.");
	ck_assert_uint_eq(r->nneeds, 2);
	ck_assert_str_eq(r->needs[0].record, "MRSYTPRP");
	ck_assert_str_eq(r->needs[0].enable, "MONITOR START");
	ck_assert(!r->needs[0].optional && r->needs[1].optional);
	ck_assert_str_eq(r->needs[1].record, "D0R3");
	ck_assert_str_eq(r->query, "SELECT 1,\n 2\n");
	ck_assert_uint_eq(r->query_line, 20);
	report_free(r);
}

TEST(columns)
{
	struct report *r = good(GOOD);
	const struct report_column *c = r->columns;

	ck_assert_uint_eq(r->ncolumns, 4);
	ck_assert_uint_eq(r->nkeys, 1);
	ck_assert_str_eq(c[0].name, "cpu");
	ck_assert_int_eq(c[0].role, REPORT_KEY);
	ck_assert_int_eq(c[0].basis, REPORT_PLAIN);
	ck_assert_str_eq(c[0].metric, "cpu");
	ck_assert_str_eq(c[0].unit, "");
	ck_assert_uint_eq(c[1].width, 6);
	ck_assert_int_eq(c[1].decimals, 1);
	ck_assert_str_eq(c[1].unit, "%");
	ck_assert_int_eq(c[1].basis, REPORT_SAID);
	ck_assert_double_eq_tol(c[1].scale, 0.01, 1e-12);
	ck_assert_str_eq(c[1].base, "ratio");
	ck_assert_str_eq(c[1].text, "Busy: d X / elapsed.");
	ck_assert_int_eq(c[2].decimals, -1);
	ck_assert_int_eq(c[2].role, REPORT_TEXT);
	ck_assert_int_eq(c[2].basis, REPORT_INFERRED);
	ck_assert_ptr_null(c[2].metric);
	ck_assert_int_eq(c[3].role, REPORT_HIDDEN);
	ck_assert_int_eq(c[3].basis, REPORT_SOURCE);
	report_free(r);
}

TEST(a_column_is_found_without_its_percent_sign_and_in_any_case)
{
	struct report *r = good(GOOD);

	ck_assert_int_eq(report_column_find(r, "%busy", 5), 1);
	ck_assert_int_eq(report_column_find(r, "BUSY", 4), 1);
	ck_assert_int_eq(report_column_find(r, "cpu", 3), 0);
	ck_assert_int_eq(report_column_find(r, "%cpu", 4), -1);
	ck_assert_int_eq(report_column_find(r, "bus", 3), -1);
	report_free(r);
}

TEST(charts_and_alarms)
{
	struct report *r = good(HEAD NEEDS "Chart: lines busy by cpu : Why?\nChart: stack busy,low\n"
	                        "Alarm: %busy > 90 for 3 until 80.5 : hot\nAlarm: low < -2\n" COLUMNS QUERY);

	ck_assert_uint_eq(r->ncharts, 2);
	ck_assert_int_eq(r->charts[0].kind, REPORT_LINES);
	ck_assert_int_eq(r->charts[0].by, 0);
	ck_assert_uint_eq(r->charts[0].columns[0], 1);
	ck_assert_str_eq(r->charts[0].title, "Why?");
	ck_assert_int_eq(r->charts[1].kind, REPORT_STACK);
	ck_assert_int_eq(r->charts[1].by, -1);
	ck_assert_uint_eq(r->charts[1].ncolumns, 2);
	ck_assert_uint_eq(r->charts[1].columns[1], 3);
	ck_assert_str_eq(r->charts[1].title, "Q?");
	ck_assert_uint_eq(r->nalarms, 2);
	ck_assert_uint_eq(r->alarms[0].column, 1);
	ck_assert(r->alarms[0].above && !r->alarms[1].above);
	ck_assert_uint_eq(r->alarms[0].count, 3);
	ck_assert_double_eq_tol(r->alarms[0].limit, 90, 1e-9);
	ck_assert_double_eq_tol(r->alarms[0].until, 80.5, 1e-9);
	ck_assert_str_eq(r->alarms[0].text, "hot");
	ck_assert_uint_eq(r->alarms[1].count, 1);
	ck_assert_double_eq_tol(r->alarms[1].limit, -2, 1e-9);
	ck_assert_double_eq_tol(r->alarms[1].until, -2, 1e-9);
	ck_assert_str_eq(r->alarms[1].text, "");
	report_free(r);
	/* The maximum number of columns. */
	r = good(HEAD NEEDS "Chart: lines low,low,low,low,low,low,low,busy\n" COLUMNS QUERY);
	ck_assert_uint_eq(r->charts[0].ncolumns, 8);
	ck_assert_uint_eq(r->charts[0].columns[6], 3);
	ck_assert_uint_eq(r->charts[0].columns[7], 1);
	report_free(r);
}

TEST(what_is_missing)
{
	refused("", 1, "there is no Title");
	refused("Question: Q?\n" NEEDS COLUMNS QUERY, 1, "there is no Title");
	refused("Title: T\n" NEEDS COLUMNS QUERY, 1, "there is no Question");
	refused(HEAD COLUMNS QUERY, 1, "there is no Needs");
	refused(HEAD NEEDS QUERY, 1, "there is no Columns");
	refused(HEAD NEEDS COLUMNS, 1, "there is no Query");
	refused(HEAD NEEDS COLUMNS "Query:\n ;\n", 9, "Query: expected a SELECT");
	refused(HEAD NEEDS "Columns:\n" QUERY, 4, "Columns: expected at least one");
}

TEST(lines_that_are_nothing)
{
	refused("Nonsense: x\n" GOOD, 1, "expected a keyword");
	refused("nonsense\n" GOOD, 1, "expected a keyword");
	refused("  nonsense\n" GOOD, 1, "begin with blanks");
	refused("Title: another\n" GOOD, 2, "Title: stands in the file already");
	refused("Order: x\n" GOOD, 1, "from 0 to 10000");
	refused("Show: all\n" GOOD, 1, "expected changes");
	refused("Figure: 1 nothing : T : P : N\n" GOOD, 1, "there is no such column");
	refused("Figure: 1 a : T : P\n" GOOD, 1, "expected a number from 1 to 9, a column, and three texts");
	refused("Figure: 10 a : T : P : N\n" GOOD, 1, "expected a number from 1 to 9, a column, and three texts");
	refused("Chart: lines %busy to x\n" GOOD, 1, "expected lines or stack");
	refused("Busy: a\nBusy: a\n" GOOD, 2, "Busy: stands in the file already");
	refused("Text:\n" GOOD, 1, "expected a value after the colon");
	refused(HEAD "Needs: ; x\n" COLUMNS QUERY, 3, "name of one record");
	refused(HEAD "Needs: A B\n" COLUMNS QUERY, 3, "name of one record");
	refused(HEAD NEEDS "Columns: x\n" QUERY, 4, "expected nothing after the colon; its entries are in the lines below");
}

TEST(all_that_is_wrong_with_a_column_is_said)
{
	struct told t;

	ck_assert_ptr_null(read_text(HEAD NEEDS "Columns:\n  a x 0 - - value a 1 s t\n" QUERY, &t));
	ck_assert_uint_eq(t.count, 2);
}

TEST(columns_that_are_wrong)
{
#define WITH(column) HEAD NEEDS "Columns:\n  " column "\n" QUERY
	refused(WITH("a 4 0 - - value - -"), 5, "expected name, width");
	refused(WITH("a 0 0 - - value - - - t"), 5, "width");
	refused(WITH("a 65 0 - - value - - - t"), 5, "width");
	refused(WITH("a x 0 - - value - - - t"), 5, "width");
	refused(WITH("a 4 7 - - value - - - t"), 5, "decimals");
	refused(WITH("a 4 0 - X value - - - t"), 5, "basis");
	refused(WITH("a 4 0 - PS value - - - t"), 5, "basis");
	refused(WITH("a 4 0 - - values - - - t"), 5, "role");
	refused(WITH("a 4 0 - - value A - - t"), 5, "lower-case");
	refused(WITH("a 4 0 - - value a 0 - t"), 5, "scale");
	refused(WITH("a 4 0 - - value a -1 - t"), 5, "scale");
	refused(WITH("a 4 0 - - value a_bytes 1 ratio t"), 5, "ends with its unit");
	refused(WITH("a 4 0 - - value ratio 1 ratio t"), 5, "ends with its unit");
	refused(WITH("a 4 0 - - text a 1 - t"), 5, "has no metric");
	refused(WITH("a 4 0 - - value - - - t\n  A 4 0 - - value - - - t"), 6, "such a column already");
}

TEST(charts_that_are_wrong)
{
#define AND(line) HEAD NEEDS COLUMNS line "\n" QUERY
	refused(AND("Chart: bars busy"), 9, "expected lines or stack");
	refused(AND("Chart: lines"), 9, "expected lines or stack");
	refused(AND("Chart: lines busy for cpu"), 9, "expected lines or stack");
	refused(AND("Chart: lines busy by"), 9, "expected lines or stack");
	refused(AND("Chart: lines nothing"), 9, "nothing: there is no such column");
	refused(AND("Chart: lines busy by low"), 9, "low: is not a key");
	refused(HEAD NEEDS COLUMNS "  who 4 - - - text - - - t\nChart: stack busy,WHO\n" QUERY, 10, "who: the column has text");
	refused(AND("Chart: lines busy,low by cpu"), 9, "one column");
	refused(AND("Chart: lines low,low,low,low,low,low,low,low,low"), 9, "at most 8");
}

TEST(alarms_that_are_wrong)
{
	refused(AND("Alarm: busy"), 9, "expected a column");
	refused(AND("Counter: busy busy_seconds"), 9, "ends with _total");
	refused(AND("Counter: nosuch busy_total"), 9, "no such column");
	refused(AND("Counter: busy busy_total mode"), 9, "expected LABEL=VALUE");
	refused(AND("Alarm: busy = 3"), 9, "expected a column");
	refused(AND("Alarm: busy > x"), 9, "expected a column");
	refused(AND("Alarm: none > 3"), 9, "none: there is no such column");
	refused(HEAD NEEDS COLUMNS "  who 4 - - - value - - - t\nAlarm: who > 3\n" QUERY, 10, "who: the column has text");
	refused(AND("Alarm: busy > 3 for 0"), 9, "expected a column");
	refused(AND("Alarm: busy > 3 after 2"), 9, "expected a column");
	refused(AND("Alarm: busy > 3 until 4"), 9, "other side");
	refused(AND("Alarm: busy < 3 until 2"), 9, "other side");
}

TEST(names)
{
	ck_assert(report_is_name("cpu", 3));
	ck_assert(report_is_name("page-volume2", 12));
	ck_assert(!report_is_name("", 0));
	ck_assert(!report_is_name("Cpu", 3));
	ck_assert(!report_is_name("2cpu", 4));
	ck_assert(!report_is_name("../x", 4));
}

UNIT_MAIN("report", NULL, NULL)
