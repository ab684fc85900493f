/* way.c: symbolic links are read one by one, as open(2) does it. */
#include "config.h"

#include "input/way.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What was walked, and what is still to go. */
struct walk {
	char done[PATH_MAX], rest[PATH_MAX];
};

/* What links in /proc read as is a name that their file had: they lead to the file itself. */
static int is_in_proc(const struct stat *st)
{
	struct stat proc;

	return stat("/proc", &proc) == 0 && proc.st_dev == st->st_dev;
}

/* 1: the first LENGTH bytes to go are a link; TARGET is where it leads. */
static int read_link(const struct walk *w, size_t length, char target[PATH_MAX])
{
	char path[2 * PATH_MAX];
	struct stat st;
	ssize_t n;

	snprintf(path, sizeof path, "%s%.*s", w->done, (int)length, w->rest);
	if (lstat(path, &st) || !S_ISLNK(st.st_mode) || is_in_proc(&st))
		return 0;
	n = readlink(path, target, PATH_MAX - 1);
	if (n <= 0)
		return 0;
	target[n] = 0;
	return 1;
}

static int add_link(struct way *way, const struct walk *w, size_t length)
{
	struct way_link *link = &way->links[way->n];

	if (way->n == WAY_LINKS)
		return -1;
	link->directory = strdup(w->done);
	link->name = strndup(w->rest, length);
	way->n++;
	return link->directory && link->name ? 0 : -1;
}

/* 0, or -1: it is too long. */
static int go_to(struct walk *w, const char *target, const char *rest)
{
	char next[2 * PATH_MAX];
	int n = snprintf(next, sizeof next, "%s%s%s", target, *rest ? "/" : "", rest);

	if (n < 0 || n >= PATH_MAX)
		return -1;
	if (target[0] == '/')
		strcpy(w->done, "/");
	memcpy(w->rest, next, (size_t)n + 1);
	return 0;
}

/* None of what was walked is a link, so that ".." takes its last part away. */
static int go_into(struct walk *w, size_t length)
{
	size_t have = strlen(w->done), i;
	int up = length == 2 && memcmp(w->rest, "..", 2) == 0;

	if (length == 1 && w->rest[0] == '.')
		return 0;
	if (up && strcmp(w->done, "/") == 0)
		return 0;
	if (up && have > 0 && !(have >= 3 && strcmp(w->done + have - 3, "../") == 0 && (have == 3 || w->done[have - 4] == '/'))) {
		for (i = have - 1; i > 0 && w->done[i - 1] != '/'; i--)
			;
		w->done[i] = 0;
		return 0;
	}
	if (have + length + 2 > sizeof w->done)
		return -1;
	memcpy(w->done + have, w->rest, length);
	memcpy(w->done + have + length, "/", 2);
	return 0;
}

/* 1: more is to go, 0: what is there is the file, or -1. */
static int step(struct way *way, struct walk *w)
{
	char target[PATH_MAX];
	size_t length, slashes = strspn(w->rest, "/");

	if (slashes > 0 && w->done[0] == 0)
		strcpy(w->done, "/");
	memmove(w->rest, w->rest + slashes, strlen(w->rest + slashes) + 1);
	length = strcspn(w->rest, "/");
	slashes = strspn(w->rest + length, "/");
	if (read_link(w, length, target))
		return add_link(way, w, length) || go_to(w, target, w->rest + length + slashes) ? -1 : 1;
	if (w->rest[length] == 0)
		return 0;
	if (go_into(w, length))
		return -1;
	memmove(w->rest, w->rest + length + slashes, strlen(w->rest + length + slashes) + 1);
	return 1;
}

int way_find(struct way *way, const char *name)
{
	struct walk *w = calloc(1, sizeof *w);
	int more = -1;

	*way = (struct way){ 0 };
	if (w && strlen(name) < sizeof w->rest) {
		strcpy(w->rest, name);
		do
			more = step(way, w);
		while (more > 0);
	}
	if (more == 0) {
		way->directory = strdup(w->done);
		way->base = strdup(w->rest);
	}
	free(w);
	if (way->directory && way->base)
		return 0;
	way_free(way);
	return -1;
}

void way_free(struct way *way)
{
	size_t i;

	for (i = 0; i < way->n; i++) {
		free(way->links[i].directory);
		free(way->links[i].name);
	}
	free(way->directory);
	free(way->base);
	*way = (struct way){ 0 };
}

int way_is_same(const struct way *a, const struct way *b)
{
	size_t i;

	if (a->n != b->n || strcmp(a->directory, b->directory) != 0 || strcmp(a->base, b->base) != 0)
		return 0;
	for (i = 0; i < a->n; i++)
		if (strcmp(a->links[i].directory, b->links[i].directory) != 0 || strcmp(a->links[i].name, b->links[i].name) != 0)
			return 0;
	return 1;
}
