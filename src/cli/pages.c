/* pages.c: loads record pages (--layouts), and protects them from being overwritten. */
#include "config.h"

#include "cli/pages.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/inputs.h"

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

int pages_is_in(const char *directory, const char *name)
{
	const char *slash = strrchr(name, '/');
	char parent[4096] = ".";
	struct stat a, b;

	if (slash)
		snprintf(parent, sizeof parent, "%.*s", slash == name ? 1 : (int)(slash - name), name);
	return stat(directory, &a) == 0 && S_ISDIR(a.st_mode) && stat(parent, &b) == 0 && inputs_same(&a, &b);
}

const char *pages_find(char *const *names, const char *name, const struct stat *out)
{
	for (; names && *names; names++)
		if (inputs_find(names, 1, out) || (name && out->st_size && pages_is_in(*names, name)))
			return *names;
	return NULL;
}
