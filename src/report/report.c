/* report.c: read .report files, whose grammar is in data/reports/README. */
#include "report/report_entry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ORDER_LAST 9000u /* for a report without Order */

/* Process the line of keyword K, with P after its colon. AGAIN: the file already had this keyword.
 * Returns 0, or -1: out of memory. */
static int take_keyword(struct report_reading *d, const struct keyword *k, char *p, int again)
{
	struct late *late;

	if (again && k->flags & ONCE)
		report_wrong_word(d, k->name, "may be in a report only once");
	if (k->flags & BELOW && *p)
		report_wrong_word(
			d, k->name,
			"expected nothing after the colon; its entries are in the lines below");
	else if (!(k->flags & BELOW) && !*p)
		report_wrong_word(d, k->name, "expected a value after the colon");
	d->keyword = k->name;
	if (!k->take || k->flags & BELOW)
		return 0;
	if (!(k->flags & LATE))
		return k->take(d, p);
	late = report_append(d, &d->late, &d->nlate, sizeof *late);
	if (late)
		*late = (struct late){ k->take, d->line, p };
	return late ? 0 : -1;
}

/* Return the keyword before the colon of line P, and set *TEXT to the text after the colon. NULL: P
 * has no keyword. */
static const struct keyword *keyword_of(char *p, char **text)
{
	size_t n = strcspn(p, ":"), i;

	for (i = 0; p[n] && i < KEYWORDS; i++)
		if (strlen(keywords[i].name) == n && memcmp(p, keywords[i].name, n) == 0) {
			*text = report_skip_blanks(p + n + 1);
			return &keywords[i];
		}
	return NULL;
}

/* Read all lines of the file P, up to the query. LINES gets the number of the first line of each
 * keyword. Returns 0, or -1: out of memory. */
static int read_lines(struct report_reading *d, char *p, unsigned lines[KEYWORDS])
{
	const struct keyword *part = NULL, *next;
	char *end, *text = NULL;
	int rc = 0;

	for (d->line = 1; !rc && *p; p = end, d->line++) {
		end = p + strcspn(p, "\n");
		if (*end)
			*end++ = '\0';
		report_trim(p);
		if (!*p || *p == '#')
			continue;
		if (*p == ' ' || *p == '\t') {
			if (part && part->flags & BELOW)
				rc = part->take(d, report_skip_blanks(p));
			else
				report_wrong(
					d,
					"only the lines below Columns: and Query: may begin with blanks");
			continue;
		}
		next = keyword_of(p, &text);
		if (!next) {
			report_wrong_word(
				d, p, "expected a keyword and a colon, such as Title: or Query:");
			continue;
		}
		part = next;
		rc = take_keyword(d, part, text, lines[part - keywords] > 0);
		if (!lines[part - keywords])
			lines[part - keywords] = d->line;
		if (part == &keywords[KEYWORDS - 1]) {
			d->r->query = end;
			d->r->query_line = d->line + 1;
			return rc;
		}
	}
	return rc;
}

/* Read the lines that name columns, which read_lines() stored, and check that no required keyword
 * is missing. */
static void report_settle(struct report_reading *d, const unsigned lines[KEYWORDS])
{
	const struct report *r = d->r;
	char text[60];
	size_t i;

	for (i = 0; r->ncolumns && i < d->nlate; i++) {
		d->line = d->late[i].line;
		if (d->late[i].take(d, d->late[i].text))
			return;
	}
	for (i = 0; i < KEYWORDS; i++) {
		snprintf(text, sizeof text, "the report has no line %s:", keywords[i].name);
		d->line = lines[i] ? lines[i] : 1;
		if (keywords[i].flags & MUST && !lines[i])
			report_wrong(d, text);
		if (strcmp(keywords[i].name, "Columns") == 0 && lines[i] && !r->ncolumns)
			report_wrong(d, "Columns: expected at least one column in the lines below");
	}
	/* Query is the last keyword. */
	if (r->query && !r->query[strspn(r->query, " \t\n;")])
		report_wrong(d, "Query: expected a SELECT");
}

struct report *report_read(const char *path, const char *name, const char *text, size_t length,
                           report_notice *notice, void *arg)
{
	struct report_reading d = { .path = path, .line = 1, .notice = notice, .arg = arg };
	struct report *r = calloc(1, sizeof *r);
	unsigned lines[KEYWORDS] = { 0 };

	/* The length of the file is enough: a newline between paragraphs replaces a keyword. */
	if (r)
		r->memory = malloc(length + strlen(name) + strlen(path) + 3);
	if (!r || !r->memory) {
		free(r);
		errno = ENOMEM;
		return NULL;
	}
	memcpy(r->memory, text, length);
	r->memory[length] = '\0';
	r->name = strcpy(r->memory + length + 1, name);
	r->path = strcpy(r->memory + length + strlen(name) + 2, path);
	r->order = ORDER_LAST;
	r->like = "";
	r->label = r->sort.named = r->sort.by = -1;
	d.r = r;
	errno = 0;
	if (strlen(r->memory) != length)
		report_wrong(&d, "is not a text: it contains a NUL");
	else if (read_lines(&d, r->memory, lines) == 0)
		report_settle(&d, lines);
	free(d.late);
	if (!r->text)
		r->text = "";
	if (!d.bad)
		return r;
	report_free(r);
	return NULL;
}

void report_free(struct report *r)
{
	if (!r)
		return;
	free(r->needs);
	free(r->columns);
	free(r->charts);
	free(r->alarms);
	free(r->counters.list);
	free(r->memory);
	free(r);
}
