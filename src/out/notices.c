/* notices.c: collects the notices about loaded pages. */
#include "config.h"

#include "out/notices.h"

#include <stdlib.h>
#include <string.h>

static char *copy_string(const char *s)
{
	size_t n = strlen(s) + 1;
	char *p = malloc(n);

	return p ? memcpy(p, s, n) : NULL;
}

void out_notice_add(void *arg, const char *path, unsigned line, const char *text)
{
	struct out_notices *n = arg;
	struct out_notice *v;

	if (n->count == n->cap) {
		v = realloc(n->v, (n->cap * 2 + 64) * sizeof *v);
		if (!v) {
			n->failed = 1;
			return;
		}
		n->v = v;
		n->cap = n->cap * 2 + 64;
	}
	v = &n->v[n->count];
	v->path = copy_string(path);
	v->text = copy_string(text);
	v->line = line;
	if (v->path && v->text) {
		n->count++;
		return;
	}
	free(v->path);
	free(v->text);
	n->failed = 1;
}

void out_notices_free(struct out_notices *n)
{
	size_t i;

	for (i = 0; i < n->count; i++) {
		free(n->v[i].path);
		free(n->v[i].text);
	}
	free(n->v);
}

static int compare_notices(const void *x, const void *y)
{
	const struct out_notice *a = x, *b = y;
	int c = strcmp(a->path, b->path);

	c = c ? c : (a->line > b->line) - (a->line < b->line);
	return c ? c : strcmp(a->text, b->text);
}

void out_notices_sort(struct out_notices *n)
{
	if (n->count)
		qsort(n->v, n->count, sizeof *n->v, compare_notices);
}
