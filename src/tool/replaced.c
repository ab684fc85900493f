/* replaced.c: --force replaces no file that is read. */
#include "config.h"

#include "tool/replaced.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/pages.h"
#include "out/formats.h"

static int ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), k = strlen(end);

	return n > k && strcmp(text + n - k, end) == 0;
}

/* Return 1 if NAME may be a file of --split: TABLE.FORMAT, or TABLE.FORMAT.part while the file is written. */
static int may_be_table(const struct options *o, const char *name)
{
	char end[64];

	snprintf(end, sizeof end, ".%s", o->format->name);
	if (ends_with(name, end))
		return 1;
	snprintf(end, sizeof end, ".%s.part", o->format->name);
	return ends_with(name, end);
}

/* Is NAME in the directory of --split, and called like a table?  If so, that is reported. */
static int is_replaced(const struct options *o, const char *name)
{
	if (!pages_is_in(o->split, name) || !may_be_table(o, name))
		return 0;
	diag_fail("%s: is in the directory of --split, where --force replaces tables; choose a different --split", name);
	return 1;
}

static int is_split_refused(const struct options *o)
{
	char *const *page;
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (is_replaced(o, o->files[i]))
			return 1;
	for (page = o->layouts; page && *page; page++)
		if (is_replaced(o, *page))
			return 1;
	return o->store.file && is_replaced(o, o->store.file);
}

int replaced_is_read(const struct options *o)
{
	const char *page = NULL;
	struct stat st;

	if (!o->store.force)
		return 0;
	if (o->split)
		return is_split_refused(o);
	/* Only pages are compared here; the store compares captures when it opens the file. */
	if (o->store.file && stat(o->store.file, &st) == 0 && S_ISREG(st.st_mode))
		page = pages_find(o->layouts, o->store.file, &st);
	if (page)
		diag_fail("%s: --write=%s names the same file; choose a different --write", page, o->store.file);
	return page != NULL;
}
