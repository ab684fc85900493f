/* replaced.c: --force replaces no file that is read. */
#include "config.h"

#include "tool/replaced.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/pages.h"
#include "out/formats.h"
#include "tool/output.h"

static int ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), k = strlen(end);

	return n > k && strcmp(text + n - k, end) == 0;
}

/* Whether NAME is one that --split may give, with its table or while that is made. */
static int may_be_table(const struct options *o, const char *name)
{
	char end[64];

	snprintf(end, sizeof end, ".%s", o->format->name);
	if (ends_with(name, end))
		return 1;
	snprintf(end, sizeof end, ".%s.part", o->format->name);
	return ends_with(name, end);
}

/* What is read, or written by another option, and is the file PATH.  NULL: nothing is. */
static const char *find_read(const struct options *o, const char *path, const struct stat *st)
{
	struct stat stored;
	const char *name = output_find_input(o, path, st);

	if (!name && o->store.file && stat(o->store.file, &stored) == 0 && inputs_same(&stored, st))
		name = o->store.file;
	return name;
}

/* 1: it is read, and that was said; -1: out of memory. */
static int is_refused(const struct options *o, const char *file)
{
	size_t n = strlen(o->split) + strlen(file) + 2;
	char *path = malloc(n);
	const char *read = NULL;
	struct stat st;

	if (!path)
		return -1;
	snprintf(path, n, "%s/%s", o->split, file);
	if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
		read = find_read(o, path, &st);
	if (read)
		diag_fail("%s: is in the directory of --split, where --force replaces tables; choose a different --split", read);
	free(path);
	return read != NULL;
}

static int is_split_refused(const struct options *o)
{
	DIR *dir = opendir(o->split);
	struct dirent *entry;
	int refused = 0;

	/* Where it is not there yet, or is no directory, that is said later. */
	if (!dir && errno != ENOENT && errno != ENOTDIR) {
		diag_fail("%s: cannot be read to see what --force would replace: %s", o->split, strerror(errno));
		return 1;
	}
	while (dir && !refused && (entry = readdir(dir)) != NULL)
		if (may_be_table(o, entry->d_name))
			refused = is_refused(o, entry->d_name);
	if (refused < 0)
		diag_fail("out of memory");
	if (dir)
		closedir(dir);
	return refused != 0;
}

int replaced_is_read(const struct options *o)
{
	const char *page = NULL;
	struct stat st;

	if (!o->store.force)
		return 0;
	if (o->split)
		return is_split_refused(o);
	/* Captures that are read are looked at where the file is opened. */
	if (o->store.file && stat(o->store.file, &st) == 0 && S_ISREG(st.st_mode))
		page = pages_find(o->layouts, o->store.file, &st);
	if (page)
		diag_fail("%s: is also what --write=%s names; choose a different --write", page, o->store.file);
	return page != NULL;
}
