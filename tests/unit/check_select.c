/* check_select.c: the records that the options select. */

#include "unit.h"

#include "cli/select.h"

static struct select s;
static struct monread_layouts *layouts;
static const struct monread_mce sample = { MONREAD_SAMPLE, 0, 0x8000, 0, 0xFFF };
static const struct monread_mce event = { MONREAD_EVENT, 0, 0x8000, 0, 0xFFF };

static void begin(void)
{
	select_init(&s);
	layouts = monread_layouts_new();
	ck_assert_ptr_nonnull(layouts);
}

static void end(void)
{
	select_done(&s);
	monread_layouts_free(layouts);
}

static void prepare(void)
{
	ck_assert_ptr_null(select_prepare(&s, layouts));
	select_begin_file(&s);
}

static int chosen(unsigned domain, unsigned record, const struct monread_mce *mce, uint64_t tod)
{
	struct monread_ev ev;

	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_RECORD;
	ev.domain = (uint16_t)domain;
	ev.record = (uint16_t)record;
	ev.mce = mce;
	ev.tod = tod;
	return select_record(&s, &ev);
}

static int takes(unsigned domain, unsigned record)
{
	return chosen(domain, record, &sample, UINT64_C(0xDFF5A0C000000000));
}

/* The records in YES, as "0.23 4.1", are selected, and those in NO are not. */
static const struct {
	const char *domains, *records, *named;
	int all;
	const char *yes, *no;
} rows[] = {
	{ NULL, NULL, NULL, 0, "0.23 200.60000 1.11", "1.13" },
	{ NULL, NULL, NULL, 1, "1.13", "" },
	{ NULL, "1.13", NULL, 0, "1.13", "1.11" },
	{ "0,4-6,AppLData", NULL, NULL, 0, "0.1 4.1 5.1 6.1 10.2", "1.1 7.1 3.1 40.1" },
	{ NULL, "3,0.23,D4/R1-2,d10r60000", NULL, 0, "0.3 4.3 0.23 4.1 4.2 10.60000", "4.23 0.1 10.60001" },
	{ NULL, "sytlck,MRUSE*", NULL, 0, "0.23 4.1 4.3", "0.1 1.11 99.1" },
	{ NULL, NULL, "D0R23,mruse*", 0, "0.23 4.1 4.3", "0.1 1.11 99.1" },
	{ NULL, "0.23,4.1-20", NULL, 0, "0.23 4.1 4.3", "0.1 1.11 99.1" },
	{ NULL, NULL, "MRSYTLC[JK],D4/R1,D4R3", 0, "0.23 4.1 4.3", "0.1 1.11 99.1" },
};

static void each(const char *records, int wanted)
{
	unsigned domain, record;
	int n;

	for (; sscanf(records, "%u.%u%n", &domain, &record, &n) == 2; records += n)
		ck_assert_msg(takes(domain, record) == wanted, "D%uR%u", domain, record);
}

LOOP_TEST(domains_records_and_names, 0, sizeof rows / sizeof *rows)
{
	begin();
	s.all = rows[_i].all;
	if (rows[_i].domains)
		ck_assert_ptr_null(select_add_domains(&s, rows[_i].domains));
	if (rows[_i].records)
		ck_assert_ptr_null(select_add_records(&s.records, rows[_i].records));
	if (rows[_i].named)
		ck_assert_ptr_null(select_add_records(&s.named, rows[_i].named));
	prepare();
	ck_assert_int_eq(select_filters(&s) != 0, rows[_i].domains || rows[_i].records || rows[_i].named);
	each(rows[_i].yes, 1);
	each(rows[_i].no, 0);
	end();
}

TEST(all_names_of_domains)
{
	static const char *const names[] = { "system", "monitor", "scheduler", "storage", "user",     "processor",
		                             "io",     "seek",    "network",   "isfc",    "appldata", "ssi" };
	unsigned i;

	for (i = 0; i < 12; i++) {
		begin();
		ck_assert_ptr_null(select_add_domains(&s, names[i]));
		prepare();
		ck_assert(takes(i, 1));
		ck_assert(!takes((i + 1) % 12, 1));
		end();
	}
}

TEST(bad_lists)
{
	static const char *const domains[] = { "", "x", "256", "3-1", "1,,2", "1,", ",1", "0x1", "users", "-1" };
	static const char *const records[] = { "", "65536", "0.", ".3", "256.1", "5-2", "0/23", "D0//R1", "1,,2", "1.2.3", "A,",
		                               "A.B", "23x" };
	unsigned i;

	begin();
	for (i = 0; i < sizeof domains / sizeof domains[0]; i++)
		ck_assert_msg(select_add_domains(&s, domains[i]) != NULL, "%s is taken", domains[i]);
	for (i = 0; i < sizeof records / sizeof records[0]; i++)
		ck_assert_msg(select_add_records(&s.records, records[i]) != NULL, "%s is taken", records[i]);
	end();
}

TEST(unknown_names_are_told)
{
	begin();
	ck_assert_ptr_null(select_add_records(&s.named, "MRSYTLCK,MRNOSUCH"));
	ck_assert_str_eq(select_prepare(&s, layouts), "MRNOSUCH");
	end();
}

TEST(conditions_hold_together)
{
	begin();
	ck_assert_ptr_null(select_add_domains(&s, "4"));
	ck_assert_ptr_null(select_add_records(&s.records, "1,23"));
	s.type = MONREAD_EVENT;
	prepare();
	ck_assert(chosen(4, 1, &event, 0));
	ck_assert(!chosen(4, 1, &sample, 0));
	ck_assert(!chosen(4, 2, &event, 0));
	ck_assert(!chosen(0, 23, &event, 0));
	end();
}

TEST(times_include_their_ends)
{
	const uint64_t start = UINT64_C(0xDFF5A0C000000000), second = UINT64_C(4096000000);

	begin();
	ck_assert_int_eq(moment_parse(&s.since, "+1", 0), 0);
	ck_assert_int_eq(moment_parse(&s.until, "+3", 0), 0);
	prepare();
	ck_assert(!chosen(0, 1, &event, start));
	ck_assert(!chosen(0, 1, &event, start + second - 4096));
	ck_assert(chosen(0, 1, &event, start + second));
	ck_assert(chosen(0, 1, &event, start + 3 * second));
	ck_assert(!chosen(0, 1, &event, start + 3 * second + 4096));
	end();
}

static int in_set(uint64_t dataset, const struct monread_mce *mce, uint64_t tod)
{
	struct monread_ev ev;

	memset(&ev, 0, sizeof ev);
	ev.kind = MONREAD_RECORD;
	ev.dataset = dataset;
	ev.record = 1;
	ev.mce = mce;
	ev.tod = tod;
	return select_record(&s, &ev);
}

/* The sample of the interval that ends at :03 begins shortly after :03 and takes some time. */
TEST(until_includes_the_sample_of_its_interval)
{
	const uint64_t start = UINT64_C(0xDFF5A0C000000000), second = UINT64_C(4096000000);

	begin();
	ck_assert_int_eq(moment_parse(&s.until, "+3", 0), 0);
	prepare();
	ck_assert(in_set(1, &event, start));
	ck_assert(!in_set(2, &event, start + 3 * second + 4096));
	ck_assert(in_set(3, &sample, start + 4 * second - 4096));
	ck_assert(in_set(3, &sample, start + 4 * second));
	ck_assert(in_set(3, &event, start + 5 * second));
	ck_assert(in_set(3, &sample, start + 90 * second));
	ck_assert(!in_set(4, &event, start + 4 * second));
	ck_assert(!in_set(5, &sample, start + 4 * second));
	ck_assert(!in_set(5, &sample, start + 3 * second + 4096));
	ck_assert(in_set(5, &sample, start + 3 * second));
	end();
}

TEST(until_with_a_fraction_is_exact)
{
	const uint64_t start = UINT64_C(0xDFF5A0C000000000), second = UINT64_C(4096000000);

	begin();
	ck_assert_int_eq(moment_parse(&s.until, "+3.5", 0), 0);
	prepare();
	ck_assert(in_set(1, &sample, start));
	ck_assert(in_set(2, &sample, start + 3 * second + second / 2));
	ck_assert(in_set(2, &sample, start + 4 * second));
	ck_assert(!in_set(3, &sample, start + 3 * second + second / 2 + 4096));
	end();
}

TEST(what_can_never_hold_is_told)
{
	static const char *const no[][2] = { { "1", "0.23" }, { "1,5-9", "D4R3,10.2" }, { "appldata", "D0/R1-20" },
		                             { "40", "1.300" } };
	static const char *const yes[][2] = { { "1", "0.23,1.11" }, { "4", "23" }, { "0-255", "255.1" }, { "40", "300" } };
	unsigned i;

	for (i = 0; i < 4; i++) {
		begin();
		ck_assert_ptr_null(select_add_domains(&s, no[i][0]));
		ck_assert_ptr_null(select_add_records(&s.records, no[i][1]));
		prepare();
		ck_assert(!select_is_possible(&s));
		end();
		begin();
		ck_assert_ptr_null(select_add_domains(&s, yes[i][0]));
		ck_assert_ptr_null(select_add_records(&s.records, yes[i][1]));
		prepare();
		ck_assert(select_is_possible(&s));
		end();
	}
}

TEST(times_that_cross_are_told)
{
	static const struct {
		const char *since, *until;
		int cross;
	} cases[] = { { "9:00", "8:59", 0 }, { "9:00", "9:00", 0 }, { "+2m", "+119", 1 }, { "+2m", "+120", 0 },
		      { "2026-01-02", "2026-01-01", 1 }, { "2026-01-01", "2026-01-02", 0 }, { "9:00", "+1", 0 } };
	unsigned i;

	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		begin();
		ck_assert_int_eq(moment_parse(&s.since, cases[i].since, 0), 0);
		ck_assert(!moment_is_after(&s.since, &s.until));
		ck_assert_int_eq(moment_parse(&s.until, cases[i].until, 0), 0);
		ck_assert_int_eq(moment_is_after(&s.since, &s.until), cases[i].cross);
		end();
	}
}

TEST(a_count)
{
	begin();
	s.count = 2;
	prepare();
	ck_assert(!select_finished(&s));
	ck_assert(takes(0, 3));
	ck_assert(!takes(1, 13));
	ck_assert(!select_finished(&s));
	ck_assert(takes(0, 4));
	ck_assert(select_finished(&s));
	ck_assert(!takes(0, 5));
	end();
}

TEST(a_count_of_nothing)
{
	begin();
	s.count = 0;
	prepare();
	ck_assert(select_finished(&s));
	ck_assert(!takes(0, 1));
	end();
}

/* Beyond the precomputed table. */
TEST(names_of_high_numbers)
{
	char path[] = "check_select.XXXXXX";
	static const char text[] = "Record: MRTSTHI\nDSECT: TSTHI\nNumber: D4R300\nTitle: x\nStatus: name only\n"
				   "Source: x\n";
	int fd = mkstemp(path);

	begin();
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, sizeof text - 1), (int)sizeof text - 1);
	close(fd);
	ck_assert_int_eq(monread_layouts_load(layouts, path, NULL, NULL), 1);
	unlink(path);
	ck_assert_ptr_null(select_add_records(&s.named, "mrtst*"));
	prepare();
	ck_assert(takes(4, 300));
	ck_assert(!takes(4, 301));
	ck_assert(!takes(40, 300));
	ck_assert(!takes(4, 9));
	end();
}

UNIT_MAIN("select", NULL, NULL)
