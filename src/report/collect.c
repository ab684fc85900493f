/* collect.c: load the built-in reports and the reports of --reports. */
#include "config.h"

#include "report/collect.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/read_file.h"
#include "cli/diag.h"
#include "cli/lists.h"
#include "report/reports.h"

#define SUFFIX   ".report"
#define FILE_MAX (1024u * 1024u)

#define WHOLE_WORD (MR_WORD_BEGINS | MR_WORD_ENDS)

static void notice(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	diag_fail("%s:%u: %s", path, line, text);
}

static int collect_add(struct collect *c, const char *path, const char *name, const char *text,
                       size_t length)
{
	struct report *r = report_read(path, name, text, length, notice, NULL);
	size_t i;

	if (!r)
		return errno == ENOMEM ? diag_no_memory() : -1;
	for (i = 0; i < c->n; i++)
		if (strcmp(c->list[i]->name, r->name) == 0) {
			report_free(c->list[i]);
			c->list[i] = r;
			return 0;
		}
	if (ARRAY_GROW(c->list, c->n, c->room)) {
		report_free(r);
		return diag_no_memory();
	}
	c->list[c->n++] = r;
	return 0;
}

static int add_file(struct collect *c, const char *directory, const char *file)
{
	size_t n = strlen(file), k = strlen(SUFFIX), length;
	char path[4096], name[256], *text;
	struct stat st;
	int rc = -1;

	if (n <= k || strcmp(file + n - k, SUFFIX) != 0 || *file == '.')
		return 0;
	if (snprintf(path, sizeof path, "%s/%s", directory, file) >= (int)sizeof path ||
	    !report_is_name(file, n - k)) {
		diag_fail(
			"--reports=%s: %s: invalid file name; expected NAME.report, with only lower-case letters, digits and - in "
			"NAME",
			directory, file);
		return -1;
	}
	snprintf(name, sizeof name, "%.*s", (int)(n - k), file);
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		diag_fail("%s: is not a regular file", path);
		return -1;
	}
	text = mr_read_file(path, FILE_MAX - 1, &length);
	if (text)
		rc = collect_add(c, path, name, text, length);
	else if (errno == ENOMEM)
		diag_no_memory();
	else if (errno == EFBIG)
		diag_fail("%s: is too large for a report", path);
	else
		diag_fail("%s: cannot be read: %s", path, strerror(errno));
	free(text);
	return rc;
}

static int add_directory(struct collect *c, const char *directory)
{
	DIR *d = opendir(directory);
	const struct dirent *e;
	const char *advice = "";
	int rc = 0;

	if (!d) {
		if (collect_find(c, directory))
			advice = "; to print a report, name it without an option, "
			         "as in monstat user FILE";
		diag_fail("--reports=%s: cannot be read: %s%s", directory, strerror(errno), advice);
		return -1;
	}
	for (e = readdir(d); e; e = readdir(d))
		rc |= add_file(c, directory, e->d_name);
	closedir(d);
	return rc;
}

static int collect_compare(const void *a, const void *b)
{
	const struct report *const *x = a, *const *y = b;

	if ((*x)->order != (*y)->order)
		return (*x)->order < (*y)->order ? -1 : 1;
	return strcmp((*x)->name, (*y)->name);
}

int collect_begin(struct collect *c, const char *directory)
{
	const struct reports_source *s;
	int rc = 0;

	memset(c, 0, sizeof *c);
	for (s = reports_built_in; s->name && !rc; s++)
		rc = collect_add(c, s->path, s->name, s->text, strlen(s->text));
	if (!rc && directory)
		rc = add_directory(c, directory);
	if (c->n)
		qsort(c->list, c->n, sizeof *c->list, collect_compare);
	return rc;
}

int collect_has_word(const struct report *r, const char *word, int everywhere)
{
	const char *const texts[] = { r->name, r->title, r->question, r->text, r->like };
	size_t i;

	for (i = 0; i < sizeof texts / sizeof *texts; i++)
		if (mr_has_word(texts[i], word, everywhere ? 0 : WHOLE_WORD))
			return 1;
	for (i = 0; everywhere && i < r->ncolumns; i++)
		if (mr_has_word(r->columns[i].name, word, 0) ||
		    mr_has_word(r->columns[i].text, word, 0))
			return 1;
	for (i = 0; everywhere && i < r->nalarms; i++)
		if (mr_has_word(r->alarms[i].text, word, 0))
			return 1;
	return 0;
}

struct report *collect_find(const struct collect *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		if (strcmp(c->list[i]->name, name) == 0)
			return c->list[i];
	/* In Like: lines, find only names of FCX and ESA reports. Other names in these lines, such
	 * as USER, could be names of files. */
	for (i = 0; i < c->n && globs_match("FCX*,ESA*", name); i++)
		if (mr_has_word(c->list[i]->like, name, WHOLE_WORD))
			return c->list[i];
	return NULL;
}

void collect_done(struct collect *c)
{
	size_t i;

	for (i = 0; i < c->n; i++)
		report_free(c->list[i]);
	free(c->list);
}
