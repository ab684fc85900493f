/* fuzz_stat.c: any bytes as a capture, for the reports of monstat and for queries.
 *
 * The input: report and format (1), query (1), the capture. */
#include "config.h"

#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "sql/sql.h"
#include "report/reports.h"

/* This file includes show_main.c. */
#define main monstat_main
int monstat_main(int argc, char **argv);
#include "show/show_main.c"
#undef main

#define HEAD 2u

static const char *const formats[4] = { "text", "csv", "json", "influx" };
#define FORMAT 0xC0u /* flags of the first byte; its other bits select the report */

/* Each query counts and compares rows in a different way. */
static const char *const queries[] = {
	"SELECT count(*), total(length) FROM records",
	"SELECT sum(n), total(bytes) FROM "
	"(SELECT domain, record, count(*) AS n, sum(length) AS bytes FROM records GROUP BY 1, 2)",
	"SELECT count(*), total(length) FROM records WHERE time IS NULL OR time >= ''",
};
static const char *const others[] = {
	"SELECT * FROM MRSYTPRP_delta",
	"SELECT * FROM MRUSEACT_last",
	"SELECT * FROM MRSYTPRP AS a JOIN MRUSEACT USING (interval)",
	"SELECT * FROM records ORDER BY time LIMIT 50",
	"SELECT * FROM MRMTRSYS",
	"SELECT * FROM files",
	"SELECT max(interval), min(time), system FROM MRSYTSYP GROUP BY system",
};

/* All calls of stop_install() are linked to this function, because the fuzzer handles signals. */
int __wrap_stop_install(void);
int __wrap_stop_install(void)
{
	return 0;
}

struct count {
	unsigned long long records, bytes;
};

/* D1R13 ends a frame and is not a row; repeated configuration is a row only in a separate table. */
static void count(void *arg, const struct monread_ev *ev)
{
	struct count *n = arg;

	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED ||
	    (ev->domain == 1 && ev->record == 13))
		return;
	n->records++;
	n->bytes += ev->length;
}

/* The first bytes of gzip, xz, zstd, bzip2 and lz4. */
static int may_be_compressed(const uint8_t *data, size_t size)
{
	return size > 0 && memchr("\x1F\xFD\x28\x42\x04", data[0], 5) != NULL;
}

/* ---- SQL ---- */

/* The rows of a query, as a string, to be freed. */
static char *query(const char *text, const struct monread_layouts *layouts,
                   const struct monread_codepage *codepage)
{
	char *const file[] = { (char *)(uintptr_t)fuzz_path(FUZZ_CAPTURE) };
	struct progress progress = { .next = 0 };
	const struct sql_options o = { .statement = text,
		                       .files = file,
		                       .nfiles = 1,
		                       .layouts = layouts,
		                       .codepage = codepage,
		                       .format = SQL_CSV,
		                       .progress = &progress };
	struct out_buffer b;
	unsigned char *rows;
	size_t n;
	char *s;
	int fd;

	fuzz_write(FUZZ_OUTPUT, "", 0);
	fd = open(fuzz_path(FUZZ_OUTPUT), O_WRONLY);
	if (fd < 0 || out_buffer_init(&b, fd))
		fuzz_fail("no output");
	sql_query(&o, &b);
	out_flush(&b);
	out_buffer_done(&b);
	close(fd);
	rows = fuzz_read(FUZZ_OUTPUT, &n);
	s = calloc(1, n + 1);
	if (!s)
		fuzz_fail("out of memory");
	memcpy(s, rows, n);
	free(rows);
	return s;
}

static void check_queries(const uint8_t *data, size_t size, unsigned which)
{
	static struct monread_layouts *layouts;
	static struct monread_codepage *codepage;
	struct count all = { 0, 0 };
	double records, bytes;
	size_t i;
	char *rows;

	if (!layouts) {
		layouts = monread_layouts_new();
		codepage = monread_codepage_open("IBM-1047");
	}
	if (!layouts || !codepage)
		fuzz_fail("out of memory");
	fuzz_feed(MONREAD_CONTAINER_AUTO, data, size, SIZE_MAX, count, &all);
	for (i = 0; i < sizeof queries / sizeof *queries && !may_be_compressed(data, size); i++) {
		const char *row;

		rows = query(queries[i], layouts, codepage);
		row = strchr(rows, '\n');
		records = bytes = 0;
		if (row && sscanf(row + 1, "%lf,%lf", &records, &bytes) == 0)
			records = bytes = 0;
		if (row && ((unsigned long long)records != all.records ||
		            (unsigned long long)bytes != all.bytes))
			fuzz_fail("%llu records of %llu bytes, not %.0f of %.0f: %s", all.records,
			          all.bytes, records, bytes, queries[i]);
		if (!row && all.records)
			fuzz_fail("no row: %s", queries[i]);
		free(rows);
	}
	free(query(others[which % (sizeof others / sizeof *others)], layouts, codepage));
}

/* ---- Reports ---- */

static void check_report(unsigned which)
{
	static char name[] = "monstat", f[] = "-f", force[] = "--force", o[] = "-o";
	char *args[10], *report;
	unsigned reports = 0;
	const char *format = formats[(which & FORMAT) >> 6];
	unsigned char *out;
	size_t n;
	int i = 0;

	fuzz_remove(FUZZ_OUTPUT);
	while (reports_built_in[reports].name)
		reports++;
	report = (char *)(uintptr_t)reports_built_in[(which & ~FORMAT) % reports].name;
	args[i++] = name;
	args[i++] = report;
	args[i++] = f;
	args[i++] = (char *)(uintptr_t)format;
	args[i++] = force;
	args[i++] = o;
	args[i++] = (char *)(uintptr_t)fuzz_path(FUZZ_OUTPUT);
	args[i++] = (char *)(uintptr_t)fuzz_path(FUZZ_CAPTURE);
	args[i] = NULL;
	optind = 0;
	monstat_main(i, args);
	out = fuzz_read(FUZZ_OUTPUT, &n);
	if (strcmp(format, "json") == 0)
		fuzz_check_json(out, n);
	fuzz_check_text(out, n);
	free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < HEAD)
		return 0;
	fuzz_silence();
	fuzz_write(FUZZ_CAPTURE, data + HEAD, size - HEAD);
	check_queries(data + HEAD, size - HEAD, data[1]);
	check_report(data[0]);
	return 0;
}
