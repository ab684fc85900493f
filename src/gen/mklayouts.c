/* mklayouts.c: a program of the build that checks the project's .dsect files and writes
 * layout/tables.c. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/pack.h"
#include "base/ascii.h"
#include "base/find.h"
#include "base/model.h"
#include "base/read_file.h"
#include "base/syntax.h"
#include "listing/keys.h"
#include "listing/listing.h"

struct mklayouts_input {
	unsigned number_line, configuration_line;
	struct monread_layout *layout;
};

struct inputs {
	struct mr_arena arena;
	struct mr_value_lists lists;
	size_t lists_cap;
	size_t count;
	struct mklayouts_input *v;
	unsigned refusals;
};

static void mklayouts_refuse(void *arg, const char *path, unsigned line, const char *text)
{
	struct inputs *in = arg;

	fprintf(stderr, "%s:%u: %s\n", path, line, text);
	in->refusals++;
}

static void refuse_file(struct inputs *in, const char *path)
{
	fprintf(stderr, "%s: %s\n", path, strerror(errno));
	in->refusals++;
}

static void mklayouts_read_input(struct inputs *in, const char *path)
{
	struct mr_listing_report report = { mklayouts_refuse, in, &in->lists };
	struct mklayouts_input *i = &in->v[in->count];
	size_t len;
	char *text = mr_read_file(path, MONREAD_PAGE_MAX, &len);

	if (!text) {
		refuse_file(in, path);
		return;
	}
	i->number_line = mr_listing_line(text, len, "Number");
	i->configuration_line = mr_listing_line(text, len, "Configuration");
	if (mr_listing_is_dsect(text, len)) {
		i->layout = mr_listing_read(&in->arena, path, text, len, 1, &report);
		if (i->layout)
			in->count++;
		else if (errno == ENOMEM)
			refuse_file(in, path);
	} else {
		mklayouts_refuse(in, path, 1, "expected a line Record: NAME");
	}
	free(text);
}

/* ---- The file of named lists of codes ---- */

/* Add to IN the list in the LEN bytes at P, such as "NAME: CODE TEXT, CODE TEXT". Return 0, or -1
 * if out of memory. If the list is invalid, return 1 and write the reason to WHY, which has
 * MR_WHY_SIZE bytes. */
static int add_list(struct inputs *in, const char *p, size_t len, char *why)
{
	size_t name = mr_name_span(p, len);
	struct mr_coded none = { 0, 0 };
	struct mr_values *list;
	char *line = mr_arena_strndup(&in->arena, p, len), *c;

	if (!line || mr_arena_more(&in->arena, &in->lists.v, &in->lists_cap, in->lists.count,
	                           sizeof *list))
		return -1;
	if (name == 0 || p[name] != ':') {
		snprintf(why, MR_WHY_SIZE, "expected NAME: CODE TEXT, CODE TEXT");
		return 1;
	}
	line[name] = '\0';
	if (mr_values_find(&in->lists, line)) {
		snprintf(why, MR_WHY_SIZE, "%s is given twice", line);
		return 1;
	}
	for (c = line + name + 1; *c; c++)
		if (*c == '\n' || *c == '\t' || *c == '\r')
			*c = ' ';
	list = &in->lists.v[in->lists.count++];
	list->name = line;
	return mr_values_read(&in->arena, line + name + 1, &none, list, why);
}

/* Read the file PATH, which has one list of codes per line. A line that begins with a blank
 * continues the previous line. */
static void read_lists(struct inputs *in, const char *path)
{
	size_t len;
	char *text = mr_read_file(path, MONREAD_PAGE_MAX, &len);
	const char *p = text, *end, *stop;
	unsigned line = 1, lines;
	char why[MR_WHY_SIZE];
	int rc = 0;

	if (!text) {
		refuse_file(in, path);
		return;
	}
	for (end = text + len; p < end && rc >= 0; p = stop + 1, line += lines) {
		stop = mr_line_end(p, end);
		for (lines = 1; stop + 1 < end && (stop[1] == ' ' || stop[1] == '\t'); lines++)
			stop = mr_line_end(stop + 1, end);
		if (*p == '#' || *p == '\n')
			continue;
		rc = add_list(in, p, (size_t)(stop - p), why);
		if (rc > 0)
			mklayouts_refuse(in, path, line, why);
	}
	if (rc < 0)
		refuse_file(in, path);
	free(text);
}

/* ---- Order ---- */

/* Return 100 * version + release of the release TEXT: 504 for "5.4"; 0: TEXT is not a release. */
static unsigned release_number(const char *text)
{
	uint32_t release;

	return mr_read_release(&text, &release) ? 0 : release;
}

static int order_number(int a, int b)
{
	if ((a < 0) != (b < 0))
		return a < 0 ? 1 : -1;
	return (a > b) - (a < b);
}

/* The library uses the first layout of a record whose conditions hold: sort layouts with conditions
 * before layouts without conditions, and newer releases before older ones. Layouts that do not
 * belong to a record come last. */
static int compare_inputs(const void *x, const void *y)
{
	const struct mklayouts_input *a = x, *b = y;
	const struct monread_layout *l = a->layout, *m = b->layout;
	unsigned r = release_number(l->release), s = release_number(m->release);
	int c = order_number(l->domain, m->domain);

	c = c ? c : order_number(l->record, m->record);
	c = c ? c : strcmp(l->name, m->name);
	c = c ? c : (l->nwhen == 0) - (m->nwhen == 0);
	c = c ? c : (r < s) - (r > s);
	return c ? c : strcmp(l->path, m->path);
}

/* Report each record that has two names or two layouts without conditions, and each name that two
 * records have. */
static void check_pairs(struct inputs *in)
{
	const struct monread_layout *l, *m;
	char text[512];
	size_t i, j;

	for (i = 1; i < in->count; i++) {
		l = in->v[i].layout;
		m = in->v[i - 1].layout;
		text[0] = '\0';
		if (l->domain >= 0 && l->domain == m->domain && l->record == m->record) {
			if (strcmp(l->name, m->name) != 0)
				snprintf(text, sizeof text, "D%dR%d is %s in %s", l->domain,
				         l->record, m->name, m->path);
			else if (l->nwhen == 0 && m->nwhen == 0)
				snprintf(text, sizeof text,
				         "%s is in %s too, and no When tells them apart", l->name,
				         m->path);
		}
		for (j = 0; j < i && !text[0]; j++) {
			m = in->v[j].layout;
			if (!strcmp(l->name, m->name) &&
			    (l->domain != m->domain || l->record != m->record))
				snprintf(text, sizeof text, "%s has another number in %s", l->name,
				         m->path);
			else if (!strcmp(l->name, m->name) && l->domain < 0)
				snprintf(text, sizeof text, "%s is in %s too", l->name, m->path);
		}
		if (text[0])
			mklayouts_refuse(in, l->path,
			                 in->v[i].number_line ? in->v[i].number_line : 1, text);
	}
}

static int has_field(const struct monread_layout *l, const char *name)
{
	return l->nstructures && mr_find_field(mr_structure_at(l, 0), name);
}

/* Return 1 if a layout of IN describes the record e->record and, if e->key is not NULL, has the
 * field e->other. */
static int is_ending(const struct inputs *in, const struct monread_ending *e)
{
	size_t i;

	for (i = 0; i < in->count; i++)
		if (strcmp(in->v[i].layout->name, e->record) == 0 &&
		    (!e->key || has_field(in->v[i].layout, e->other)))
			return 1;
	return 0;
}

static void check_endings(struct inputs *in)
{
	const struct monread_ending *e;
	char text[512];
	size_t i;
	uint32_t k;

	for (i = 0; i < in->count; i++)
		for (k = 0; k < in->v[i].layout->nendings; k++) {
			e = monread_layout_ending(in->v[i].layout, k);
			if (is_ending(in, e))
				continue;
			snprintf(text, sizeof text, "Configuration: no record %s%s%s", e->record,
			         e->key ? " with " : "", e->key ? e->other : "");
			mklayouts_refuse(in, in->v[i].layout->path, in->v[i].configuration_line,
			                 text);
		}
}

/* ---- Output ---- */

static int write_tables(struct inputs *in, FILE *out)
{
	struct monread_layout **layouts = calloc(in->count + 1, sizeof *layouts);
	size_t i;
	int rc = -1;

	for (i = 0; layouts && i < in->count; i++)
		layouts[i] = in->v[i].layout;
	if (layouts)
		rc = mr_pack_write(out, layouts, in->count, &in->lists);
	free(layouts);
	return rc;
}

/* Write the tables to the file PATH. Use a temporary file first, so that an interrupted build does
 * not leave a part of PATH. Return 0, or -1 with errno. */
static int mklayouts_write_file(struct inputs *in, const char *path)
{
	char *temporary = mr_arena_join(&in->arena, path, ".tmp", "");
	FILE *out = temporary ? fopen(temporary, "w") : NULL;
	int rc, error;

	if (!out)
		return -1;
	rc = write_tables(in, out);
	error = errno;
	if (fclose(out) && rc == 0) {
		rc = -1;
		error = errno;
	}
	if (rc == 0 && rename(temporary, path) == 0)
		return 0;
	error = rc ? error : errno;
	remove(temporary);
	errno = error;
	return -1;
}

int main(int argc, char **argv)
{
	const char *output = NULL, *values = NULL;
	struct inputs in = { 0 };
	int i = 1;

	for (; i + 1 < argc && argv[i][0] == '-'; i += 2)
		if (!strcmp(argv[i], "-o"))
			output = argv[i + 1];
		else if (!strcmp(argv[i], "-v"))
			values = argv[i + 1];
		else
			break;
	if (i >= argc || argv[i][0] == '-') {
		fprintf(stderr, "usage: mklayouts [-o tables.c] [-v values] FILE.dsect...\n");
		return 2;
	}
	in.v = calloc((size_t)argc, sizeof *in.v);
	if (!in.v) {
		perror("mklayouts");
		return 1;
	}
	if (values)
		read_lists(&in, values);
	for (; i < argc; i++)
		mklayouts_read_input(&in, argv[i]);
	qsort(in.v, in.count, sizeof *in.v, compare_inputs);
	check_pairs(&in);
	check_endings(&in);
	if (in.refusals == 0 &&
	    (output ? mklayouts_write_file(&in, output) : write_tables(&in, stdout)))
		refuse_file(&in, output ? output : "mklayouts");
	mr_arena_free(&in.arena);
	free(in.v);
	return in.refusals > 0;
}
