/* codes.c: collects lists of codes with their meanings for the packed tables; each list is stored
 * once. */
#include "gen/codes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/syntax.h"
#include "listing/keys.h"

static struct mr_values *add_list(struct mr_lists *l)
{
	if (mr_arena_more(&l->arena, &l->v, &l->cap, l->count, sizeof *l->v)) {
		l->failed = 1;
		return NULL;
	}
	return &l->v[l->count++];
}

/* ---- The file of named lists ---- */

/* Return the end of the logical line at P. A logical line includes its continuation lines. */
static const char *logical_end(const char *p, const char *end, unsigned *lines)
{
	const char *stop = mr_line_end(p, end);

	for (*lines = 1; stop + 1 < end && (stop[1] == ' ' || stop[1] == '\t'); ++*lines)
		stop = mr_line_end(stop + 1, end);
	return stop;
}

/* Return the codes from P to END, which may be on several lines, as one line, or NULL if out of
 * memory. */
static char *one_line(struct mr_arena *a, const char *p, const char *end)
{
	char *copy = mr_arena_strndup(a, p, (size_t)(end - p)), *c;

	for (c = copy; c && *c; c++)
		if (*c == '\n' || *c == '\t' || *c == '\r')
			*c = ' ';
	return copy;
}

/* Read the named list in the logical line from P to END. Return 0, or 1 with the reason in WHY. */
static int codes_read_list(struct mr_lists *l, const char *p, const char *end, char *why)
{
	size_t len = mr_name_span(p, (size_t)(end - p));
	struct mr_coded none = { 0, 0 };
	struct mr_values *list;
	char *codes;
	int rc = 0;

	if (len == 0 || p[len] != ':') {
		snprintf(why, MR_WHY_SIZE, "expected NAME: CODE TEXT, CODE TEXT");
		return 1;
	}
	if (mr_lists_find(l, p, len)) {
		snprintf(why, MR_WHY_SIZE, "%.*s is given twice", (int)len, p);
		return 1;
	}
	codes = one_line(&l->arena, p + len + 1, end);
	list = codes ? add_list(l) : NULL;
	if (list) {
		list->name = mr_arena_strndup(&l->arena, p, len);
		rc = mr_values_read(&l->arena, codes, &none, list, why);
		l->named = l->count;
	}
	l->failed |= !list || !list->name || rc < 0;
	return rc > 0;
}

unsigned mr_lists_read(struct mr_lists *l, const char *path, const char *text, size_t len,
                       monread_notice *tell)
{
	const char *p = text, *end = text + len, *stop;
	unsigned line = 1, lines, wrong = 0;
	char why[MR_WHY_SIZE];

	for (; p < end && !l->failed; p = stop + 1, line += lines) {
		stop = logical_end(p, end, &lines);
		if (*p == '#' || *p == '\n')
			continue;
		if (codes_read_list(l, p, stop, why)) {
			tell(NULL, path, line, why);
			wrong++;
		}
	}
	return wrong;
}

const struct mr_values *mr_lists_find(void *arg, const char *name, size_t len)
{
	const struct mr_lists *l = arg;
	size_t i;

	for (i = 0; i < l->named; i++)
		if (l->v[i].name && mr_text_is(name, len, l->v[i].name))
			return &l->v[i];
	errno = ENOENT;
	return NULL;
}

/* ---- Lists of layouts ---- */

static int codes_is_same(const struct mr_values *list, const struct monread_meaning *m,
                         uint32_t count)
{
	uint32_t i;

	if (list->count != count)
		return 0;
	for (i = 0; i < count; i++)
		if (list->meanings[i].value != m[i].value ||
		    strcmp(list->meanings[i].text, m[i].text) != 0)
			return 0;
	return 1;
}

uint32_t mr_lists_at(struct mr_lists *l, const struct monread_meaning *m, uint32_t count)
{
	struct mr_values *list;
	size_t i;

	for (i = 0; i < l->count; i++)
		if (codes_is_same(&l->v[i], m, count))
			return (uint32_t)i + 1;
	list = add_list(l);
	if (!list)
		return 0;
	list->count = count;
	list->meanings = m;
	return (uint32_t)l->count;
}

void mr_lists_free(struct mr_lists *l)
{
	mr_arena_free(&l->arena);
}
