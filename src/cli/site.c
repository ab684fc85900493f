/* site.c: finds the layouts that a site has made from IBM's pages, by release. */
#include "config.h"

#include "cli/site.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/words.h"
#include "port/ascii.h"
#include "port/page.h"

#define PLACES "/var/lib/monread/layouts:/etc/monread/layouts"

/* Maximum number of releases whose site layouts are read; MR_SITES_MAX is the same limit in the library. If several
 * places have layouts of one release, the first place is used. */
#define SITES_MAX 64u

struct sites {
	unsigned n;
	unsigned left; /* number of releases above SITES_MAX */
	int failed;    /* out of memory */
	struct {
		unsigned release;
		char *path;
	} v[SITES_MAX];
};

/* ---- Paths ---- */

/* Return the joined path, to be freed. NULL if out of memory. */
static char *join(const char *directory, const char *name)
{
	size_t size = strlen(directory) + strlen(name) + 2;
	char *path = malloc(size);

	if (path)
		snprintf(path, size, "%s/%s", directory, name);
	return path;
}

/* Return the directory of this user's layouts. NULL with errno: ENOENT without $XDG_DATA_HOME and $HOME, or ENOMEM. */
static char *own_place(void)
{
	const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");

	if (data && *data == '/')
		return join(data, "monread/layouts");
	if (home && *home == '/')
		return join(home, ".local/share/monread/layouts");
	errno = ENOENT;
	return NULL;
}

/* ---- Releases ---- */

/* Return the release that is the name of a directory, such as 7.3; 0 for other names. */
static unsigned release_of(const char *name)
{
	uint64_t v = 0, r = 0;

	if (mr_read_number(&name, 99, &v) || *name++ != '.' || mr_read_number(&name, 99, &r) || *name)
		return 0;
	return (unsigned)(100 * v + r);
}

/* Return 1 if the directory PATH contains a name for which IS() is true; -1 if PATH cannot be read. */
static int has_name(const char *path, int (*is)(const char *name))
{
	DIR *d = opendir(path);
	struct dirent *e;
	int has = 0;

	if (!d)
		return -1;
	while (!has && (e = readdir(d)) != NULL)
		has = is(e->d_name);
	closedir(d);
	return has;
}

static int is_release(const char *name)
{
	return release_of(name) != 0;
}

static int is_visible(const char *name)
{
	return *name != '.';
}

int site_is_place(const char *path)
{
	return has_name(path, is_release) > 0;
}

void site_add_environment(char ***layouts, char ***places)
{
	const char *env = getenv("MONREAD_LAYOUTS");
	char **words = NULL;
	size_t i;

	if (!env || !*env)
		return;
	lists_add(&words, env, ':');
	/* A list that contains an unset variable has empty words; skip them. */
	for (i = 0; words[i]; i++)
		if (*words[i])
			lists_add(site_is_place(words[i]) ? places : layouts, words[i], '\0');
	lists_free(words);
}

static int is_known(const struct sites *s, unsigned release)
{
	unsigned i;

	for (i = 0; i < s->n; i++)
		if (s->v[i].release == release)
			return 1;
	return 0;
}

/* Insert RELEASE with its directory PATH into S, which is sorted by release. */
static void add(struct sites *s, unsigned release, char *path)
{
	unsigned i = s->n++;

	for (; i > 0 && s->v[i - 1].release > release; i--)
		s->v[i] = s->v[i - 1];
	s->v[i].release = release;
	s->v[i].path = path;
}

static void add_place(struct sites *s, const char *place)
{
	DIR *d = *place ? opendir(place) : NULL;
	struct dirent *e;
	struct stat st;
	unsigned release;
	char *path;

	s->failed |= *place && !d && errno == ENOMEM;
	while (d && (e = readdir(d)) != NULL) {
		release = release_of(e->d_name);
		if (!release || is_known(s, release))
			continue;
		path = join(place, e->d_name);
		s->failed |= !path;
		/* A killed monread-fetch-layouts leaves only files that begin with a dot. */
		if (!path || stat(path, &st) || !S_ISDIR(st.st_mode) || !has_name(path, is_visible)) {
			free(path);
		} else if (s->n < SITES_MAX) {
			add(s, release, path);
		} else {
			s->left++;
			free(path);
		}
	}
	if (d)
		closedir(d);
}

static void find(struct sites *s, char *const *own_places)
{
	const char *places = getenv("MONREAD_SITE_LAYOUTS");
	char **words = NULL, *own;
	unsigned i;

	for (i = 0; own_places && own_places[i]; i++)
		add_place(s, own_places[i]);
	if (!places) {
		own = own_place();
		if (own)
			add_place(s, own);
		s->failed |= !own && errno == ENOMEM;
		free(own);
	}
	lists_add(&words, places ? places : PLACES, ':');
	for (i = 0; words[i]; i++)
		add_place(s, words[i]);
	lists_free(words);
}

/* ---- Loading ---- */

static void notice(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (line)
		diag_verbose("%s:%u: %s", path, line, text);
	else
		diag_verbose("%s: %s", path, text);
}

static void load(struct monread_layouts *l, const char *path, unsigned release)
{
	long n = monread_layouts_load_site(l, path, release, NULL, notice, NULL);
	char text[16];

	mr_put_release(text, sizeof text, release);
	if (n == 0)
		diag_note("%s: has no pages that can be used%s", path, diag_is_verbose() ? "" : "; --verbose says more");
	else if (n > 0)
		diag_verbose("%s: %ld layout%s for z/VM %s", path, n, words_plural((uint64_t)n), text);
	else if (errno == ENOMEM)
		diag_fail("out of memory");
	else
		diag_note("%s: layouts cannot be read: %s", path, strerror(errno));
}

void site_add(char ***layouts, int *none, const char *arg)
{
	if (strcmp(arg, "none") == 0)
		*none = 1;
	else
		lists_add(layouts, arg, '\0');
}

int site_load(struct monread_layouts *l, char *const *places, unsigned release, int one)
{
	struct sites s = { 0, 0, 0, { { 0, NULL } } };
	unsigned i;

	find(&s, places);
	if (s.failed)
		diag_fail("out of memory");
	if (s.left)
		diag_note("site layouts: %u more release%s than the %u that are read at most; the choice of those that are left out is arbitrary",
		          s.left, words_plural(s.left), SITES_MAX);
	for (i = 0; i < s.n; i++) {
		if (release ? s.v[i].release == release : !one || i + 1 == s.n)
			load(l, s.v[i].path, s.v[i].release);
		free(s.v[i].path);
	}
	return s.n > 0;
}
