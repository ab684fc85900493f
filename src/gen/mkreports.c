/* mkreports.c: a program of the build that writes the .report files as reports.c, and the sections
 * about reports of the manual pages of monstat. The program reads the files with the code of
 * monstat. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_file.h"
#include "gen/quote.h"
#include "report/report.h"

#define FILE_MAX (1u << 20)

static void mkreports_refuse(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	fprintf(stderr, "%s:%u: %s\n", path, line, text);
}

/* Return the name of the report in the file PATH, which is the part between the last / and .report.
 * Return NULL if this is not a valid name or if out of memory. The caller frees the name. */
static char *mkreports_name_of(const char *path)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strstr(name, ".report");
	size_t n = dot ? (size_t)(dot - name) : 0;
	char *copy;

	if (!dot || dot[7] || !report_is_name(name, n))
		return NULL;
	copy = malloc(n + 1);
	if (!copy)
		return NULL;
	memcpy(copy, name, n);
	copy[n] = '\0';
	return copy;
}

/* ---- The page ---- */

static void put_roff(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '\\')
			fputs("\\e", out);
		else if (*text == '-')
			fputs("\\-", out);
		else if (*text == '\'')
			fputs("\\(aq", out);
		else if (*text == '\n')
			fputs("\n.PP\n", out);
		else
			fputc(*text, out);
	fputc('\n', out);
}

static void put_meaning(FILE *out, const struct report_column *c)
{
	put_roff(out, c->text);
	if (c->basis == REPORT_INFERRED)
		fputs("(Inferred.)\n", out);
}

static void mkreports_put_column(FILE *out, const struct report_column *c)
{
	if (!report_is_shown(c))
		return;
	fputs(".TP\n.B ", out);
	put_roff(out, c->name);
	if (*c->unit && strcmp(c->unit, "%") != 0)
		fprintf(out, "(in %s) ", c->unit);
	put_meaning(out, c);
}

static void mkreports_put_needs(FILE *out, const struct report *r)
{
	const char *before = "";
	size_t i;

	fputs(".PP\nNeeds", out);
	for (i = 0; i < r->nneeds; i++) {
		if (i > 0)
			before = r->needs[i].optional && !r->needs[i - 1].optional ? "; uses" : ",";
		fprintf(out, "%s %s", before, r->needs[i].record);
	}
	fputs(".\n", out);
}

static void mkreports_write_page(FILE *out, const struct report *r)
{
	size_t i;

	fprintf(out, ".SS %s\n", r->name);
	put_roff(out, r->question);
	if (*r->text)
		put_roff(out, r->text);
	for (i = 0; i < r->ncolumns; i++)
		mkreports_put_column(out, &r->columns[i]);
	mkreports_put_needs(out, r);
}

/* ---- The page of metrics ---- */

static void put_labels(FILE *out, const struct report *r)
{
	size_t i;

	fputs("Labels: system", out);
	for (i = 0; i < r->ncolumns; i++)
		if (r->columns[i].role == REPORT_KEY && r->columns[i].metric)
			fprintf(out, ", %s", r->columns[i].metric);
	fputs(".\n", out);
}

static void write_metrics(FILE *out, const struct report *r)
{
	size_t i;

	fprintf(out, ".SS %s\n", r->name);
	put_roff(out, r->question);
	fputs(".br\n", out);
	put_labels(out, r);
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (!report_is_metric(c))
			continue;
		fprintf(out, ".TP\n.B zvm_%s\n", c->metric);
		put_meaning(out, c);
	}
}

static void write_counters(FILE *out, const struct report *r)
{
	size_t i;

	for (i = 0; i < r->counters.n; i++) {
		const struct report_counter *c = &r->counters.list[i];

		if (c->label)
			fprintf(out, ".TP\n.B zvm_%s{%s=\"%s\"}\n", c->metric, c->label, c->value);
		else
			fprintf(out, ".TP\n.B zvm_%s\n", c->metric);
		fputs("Counter, the sum over time of: ", out);
		put_roff(out, r->columns[c->column].text);
	}
}

enum output { OUTPUT_TABLE, OUTPUT_PAGE, OUTPUT_METRICS, OUTPUTS };

/* Write the report in the file PATH to OUT, in the form WHAT: as C source or for a manual page.
 * Return 0, or -1 after printing an error message. */
static int add_report(FILE *out, const char *path, enum output what)
{
	size_t length;
	char *text = mr_read_file(path, FILE_MAX - 1, &length), *name = mkreports_name_of(path);
	struct report *r = NULL;

	if (!text)
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
	else if (!name)
		fprintf(stderr, "%s: expected NAME.report with lower-case letters, digits and -\n",
		        path);
	else
		r = report_read(path, name, text, length, mkreports_refuse, NULL);
	if (r && what == OUTPUT_PAGE) {
		mkreports_write_page(out, r);
	} else if (r && what == OUTPUT_METRICS) {
		write_metrics(out, r);
		write_counters(out, r);
	} else if (r) {
		fprintf(out, "\t{ \"%s\", \"%s\",\n", name, path);
		fputs("\t\t\"", out);
		put_quoted(out, text, length, "\t\t");
		fputs("\",\n\t},\n", out);
	}
	report_free(r);
	free(text);
	free(name);
	return r ? 0 : -1;
}

static int mkreports_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static const char head_table[] =
	"/* Generated from data/reports by mkreports; do not edit. */\n#include \"report/reports.h\"\n\n"
	"#include <stddef.h>\n\nconst struct reports_source reports_built_in[] = {\n";
static const char head_page[] =
	"[REPORTS]\nA percentage is of one engine unless stated otherwise.\nd X is the difference of the field X to the "
	"previous sample; elapsed is the time between the two.\n";
static const char *const heads[OUTPUTS] = { head_table, head_page, "" };
static const char *const options[OUTPUTS] = { "-o", "-m", "-x" };

int main(int argc, char **argv)
{
	unsigned what = OUTPUT_TABLE;
	const char *path;
	char temporary[4096];
	FILE *out;
	int i, rc = 0;

	while (what < OUTPUTS && argc > 3 && strcmp(argv[1], options[what]) != 0)
		what++;
	path = what < OUTPUTS && argc > 3 ? argv[2] : NULL;
	if (!path ||
	    snprintf(temporary, sizeof temporary, "%s.tmp", path) >= (int)sizeof temporary) {
		fprintf(stderr,
		        "usage: mkreports -o FILE REPORT...  reports.c\n"
		        "       mkreports -m FILE REPORT...  a part of the page of monstat\n"
		        "       mkreports -x FILE REPORT...  a part of the page of monstat-metrics\n");
		return 2;
	}
	out = fopen(temporary, "w");
	if (!out) {
		fprintf(stderr, "%s: %s\n", temporary, strerror(errno));
		return 1;
	}
	qsort(argv + 3, (size_t)(argc - 3), sizeof *argv, mkreports_compare);
	fputs(heads[what], out);
	for (i = 3; i < argc; i++)
		rc |= add_report(out, argv[i], (enum output)what);
	if (what == OUTPUT_TABLE)
		fputs("\t{ NULL, NULL, NULL },\n};\n", out);
	rc |= ferror(out);
	rc |= fclose(out);
	if (rc == 0 && rename(temporary, path) == 0)
		return 0;
	remove(temporary);
	return 1;
}
