/* notices.c: collects the errors and warnings about layout pages that the user loaded. */
#include "config.h"

#include "out/notices.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

void out_notice_add(void *arg, const char *path, unsigned line, const char *text)
{
	struct out_notices *n = arg;
	struct out_notice one = { strdup(path), strdup(text), line };

	if (one.path && one.text && !ARRAY_GROW(n->v, n->count, n->room)) {
		n->v[n->count++] = one;
		return;
	}
	free(one.path);
	free(one.text);
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
