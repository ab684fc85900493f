/* pages.c: loads record pages (--layouts), and protects them from being overwritten. */
#include "config.h"

#include "cli/pages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/site.h"

void pages_notice(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (line)
		diag_note("%s:%u: %s", path, line, text);
	else
		diag_note("%s: %s", path, text);
}

void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg)
{
	for (; names && *names; names++) {
		long n = monread_layouts_load(l, *names, notice ? notice : pages_notice, arg);

		if (n < 0)
			diag_fail("%s: layouts cannot be read: %s", **names ? *names : "\"\"", strerror(errno));
		else if (n == 0) /* a notice gave the reason */
			diag_disagree();
	}
}

/* If out of memory or descriptors, refuse, because the output might overwrite a page. */
static void refuse_unknown(const char *name, int error)
{
	if (error != ENOMEM && error != EMFILE && error != ENFILE)
		return;
	diag_fail("%s: the pages of a directory cannot be listed to find whether it is one: %s", name ? name : "standard output",
	          strerror(error));
	exit(STATUS_FAILED);
}

/* Find the directory of the output. Return 0 if the output was not a file with content, and thus not a page. */
static int find_directory(const char *name, const struct stat *out, struct stat *directory)
{
	char *copy, *slash;
	int is = 0;

	if (!name || out->st_size == 0)
		return 0;
	copy = strdup(name);
	if (!copy) {
		refuse_unknown(name, errno);
		return 0;
	}
	slash = strrchr(copy, '/');
	if (slash)
		slash[slash == copy] = '\0';
	is = stat(slash ? copy : ".", directory) == 0;
	free(copy);
	return is;
}

static int is_in(const char *directory, const char *name, const struct stat *out)
{
	struct stat pages, parent;

	return stat(directory, &pages) == 0 && S_ISDIR(pages.st_mode) && find_directory(name, out, &parent) &&
	       inputs_same(&parent, &pages);
}

/* Return 1 if OUT, which had content and is called NAME, is in the directory, under any name. */
static int holds(const char *directory, const char *name, const struct stat *out)
{
	DIR *dir = out->st_size ? opendir(directory) : NULL;
	struct dirent *entry;
	struct stat st;
	int found = 0;

	if (out->st_size && !dir)
		refuse_unknown(name, errno);
	for (errno = 0; dir && !found && (entry = readdir(dir)) != NULL; errno = 0)
		found = fstatat(dirfd(dir), entry->d_name, &st, 0) == 0 && S_ISREG(st.st_mode) && inputs_same(&st, out);
	if (dir && !found)
		refuse_unknown(name, errno);
	if (dir)
		closedir(dir);
	return found;
}

const char *pages_find(char *const *names, const char *name, const struct stat *out)
{
	for (; names && *names; names++)
		if (inputs_find(names, 1, out) || is_in(*names, name, out) || holds(*names, name, out))
			return *names;
	return NULL;
}

int pages_are_site(char *const *places, const char *name, const struct stat *out)
{
	struct stat parent;

	return find_directory(name, out, &parent) && site_is_used(places, &parent);
}
