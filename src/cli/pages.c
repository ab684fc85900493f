#include "config.h"

#include "cli/pages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/page.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/lists.h"

#define PLACES "/var/lib/monread/layouts:/etc/monread/layouts"
#define PATH_ROOM 4096u
#define NONE "none"

void pages_notice(void *quiet, const char *path, unsigned line, const char *text)
{
	if (line)
		(quiet ? diag_verbose : diag_note)("%s:%u: %s", path, line, text);
	else
		(quiet ? diag_verbose : diag_note)("%s: %s", path, text);
}

void pages_load(struct monread_layouts *l, char *const *names, monread_notice *notice, void *arg)
{
	long n;

	for (; names && *names; names++) {
		if (strcmp(*names, NONE) == 0)
			continue;
		n = monread_layouts_load(l, *names, notice ? notice : pages_notice, arg);
		if (n < 0)
			diag_fail("%s: layouts cannot be read: %s", **names ? *names : "\"\"",
			          strerror(errno));
		else if (n == 0) /* a notice gave the reason */
			diag_disagree();
	}
}

int pages_is_in(const char *directory, const char *name)
{
	const char *slash = strrchr(name, '/');
	char parent[PATH_ROOM] = ".";
	struct stat a, b;

	if (slash)
		snprintf(parent, sizeof parent, "%.*s", slash == name ? 1 : (int)(slash - name),
		         name);
	return stat(directory, &a) == 0 && S_ISDIR(a.st_mode) && stat(parent, &b) == 0 &&
	       inputs_same(&a, &b);
}

const char *pages_find(char *const *names, const char *name, const struct stat *out)
{
	for (; names && *names; names++)
		if (inputs_find(names, 1, out) ||
		    (name && out->st_size && pages_is_in(*names, name)))
			return *names;
	return NULL;
}

/* The directories with site layouts, sorted by ascending release. If two directories are for one
 * release, only the one that was found first is in this list. */
struct sites {
	size_t n;
	struct site {
		unsigned release;
		char *path;
	} *v;
};

/* Return 703 for the release 7.3; 0 if NAME is not a release. */
static unsigned pages_release_of(const char *name)
{
	uint32_t release;

	return mr_read_release(&name, &release) || *name ? 0 : release;
}

/* Return 1 if the directory PATH has an entry whose name is a release or, if PAGES is 1, any file
 * whose name does not begin with a dot, as the names of unfinished files of monread-fetch-layouts
 * do. */
static int has_name(const char *path, int pages)
{
	DIR *d = opendir(path);
	struct dirent *e;
	int has = 0;

	if (!d)
		return 0;
	for (e = readdir(d); e && !has; e = readdir(d))
		has = pages ? *e->d_name != '.' : pages_release_of(e->d_name) != 0;
	closedir(d);
	return has;
}

static void pages_add(struct sites *s, unsigned release, const char *path)
{
	size_t at = s->n;

	while (at > 0 && s->v[at - 1].release > release)
		at--;
	if (at > 0 && s->v[at - 1].release == release)
		return;
	s->v = lists_need(realloc(s->v, (s->n + 1) * sizeof *s->v));
	memmove(s->v + at + 1, s->v + at, (s->n++ - at) * sizeof *s->v);
	s->v[at].release = release;
	s->v[at].path = lists_need(strdup(path));
}

static void pages_add_place(struct sites *s, const char *place)
{
	DIR *d = opendir(place);
	char path[PATH_ROOM];
	struct dirent *e;
	unsigned release;
	int n;

	if (!d && errno == ENOMEM)
		lists_need(NULL);
	if (!d)
		return;
	for (e = readdir(d); e; e = readdir(d)) {
		release = pages_release_of(e->d_name);
		if (!release)
			continue;
		n = snprintf(path, sizeof path, "%s/%s", place, e->d_name);
		if (n < (int)sizeof path && has_name(path, 1))
			pages_add(s, release, path);
	}
	closedir(d);
}

/* Add the directory where users who are not root keep layouts. */
static void add_own_place(struct sites *s)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
	char path[PATH_ROOM] = "";

	if (data && *data == '/')
		snprintf(path, sizeof path, "%s/monread/layouts", data);
	else if (home && *home == '/')
		snprintf(path, sizeof path, "%s/.local/share/monread/layouts", home);
	pages_add_place(s, path);
}

static void pages_find_sites(struct sites *s, char *const *own_places)
{
	const char *places = getenv("MONREAD_SITE_LAYOUTS");
	char **words = NULL;
	size_t i;

	for (; own_places && *own_places; own_places++)
		pages_add_place(s, *own_places);
	if (!places)
		add_own_place(s);
	lists_add(&words, places ? places : PLACES, ':');
	for (i = 0; words[i]; i++)
		pages_add_place(s, words[i]);
	lists_free(words);
}

void site_add_environment(char ***layouts, char ***places)
{
	const char *env = getenv("MONREAD_LAYOUTS");
	char **words = NULL;
	size_t i;

	lists_add(&words, env ? env : "", ':');
	/* Ignore empty words, because "$UNSET:DIR" begins with an empty word if UNSET is not
	 * set. */
	for (i = 0; words[i]; i++)
		if (*words[i])
			lists_add(has_name(words[i], 0) ? places : layouts, words[i], '\0');
	lists_free(words);
}

static void pages_load_site(struct monread_layouts *l, const struct site *s)
{
	long n = monread_layouts_load_site(l, s->path, s->release, NULL, pages_notice, l);
	char text[16];

	mr_put_release(text, sizeof text, s->release);
	if (n == 0)
		diag_note("%s: found no page that can be used%s", s->path,
		          diag_is_verbose() ? "" : "; --verbose says why");
	else if (n > 0)
		diag_verbose("%s: %ld layout%s for z/VM %s", s->path, n, mr_plural((uint64_t)n),
		             text);
	else if (errno == ENOMEM)
		diag_no_memory();
	else
		diag_note("%s: layouts cannot be read: %s", s->path,
		          errno == ENOSPC ? "the limit of 64 releases is reached" :
		                            strerror(errno));
}

int site_load(struct monread_layouts *l, char *const *names, char *const *places, unsigned release,
              int one)
{
	struct sites s = { 0, NULL };
	size_t i;

	while (names && *names && strcmp(*names, NONE) != 0)
		names++;
	if (names && *names)
		return 0;
	pages_find_sites(&s, places);
	for (i = 0; i < s.n; i++) {
		if (release ? s.v[i].release == release : !one || i + 1 == s.n)
			pages_load_site(l, &s.v[i]);
		free(s.v[i].path);
	}
	free(s.v);
	return s.n > 0;
}
