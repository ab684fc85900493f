/* load.c: record pages and .dsect files that a user brings along. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layout/annotate.h"
#include "layout/collection.h"
#include "layout/html.h"
#include "layout/listing.h"
#include "layout/scan.h"

#define FILE_MAX ((size_t)16 << 20)

struct loading {
	struct monread_layouts *l;
	struct mr_listing_report report;
};

static void notice(const struct loading *g, const char *path, const char *text)
{
	if (g->report.fn)
		g->report.fn(g->report.arg, path, 1, text);
}

/* ---- One file ---- */

/* Up to SIZE bytes.  How many, or -1. */
static ssize_t read_full(int fd, char *to, size_t size)
{
	size_t have = 0;
	ssize_t n;

	while (have < size) {
		n = read(fd, to + have, size - have);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		have += (size_t)n;
	}
	return (ssize_t)have;
}

/* The whole of the file.  NULL with errno: EFBIG, or that of the system. */
static char *read_fd(int fd, size_t *len)
{
	size_t size = 65536;
	char *text = NULL, *p;
	ssize_t n;

	for (*len = 0;; size *= 4) {
		if (size > FILE_MAX + 1)
			size = FILE_MAX + 1;
		p = realloc(text, size);
		n = p ? read_full(fd, p + *len, size - *len) : -1;
		text = p ? p : text;
		if (n < 0)
			break;
		*len += (size_t)n;
		if (*len < size)
			return text;
		if (size > FILE_MAX) {
			errno = EFBIG;
			break;
		}
	}
	n = errno;
	free(text);
	errno = (int)n;
	return NULL;
}

static char *read_file(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), saved;
	char *text;

	if (fd < 0)
		return NULL;
	text = read_fd(fd, len);
	saved = errno;
	close(fd);
	errno = saved;
	return text;
}

/* Of the layouts that were known of the record: the one most like it. */
static const struct monread_layout *find_known(struct monread_layouts *l, const struct monread_layout *page)
{
	const struct monread_layout *best = NULL, *known;
	unsigned common, most = 0;
	size_t i;

	for (i = 0; i < l->count; i++) {
		struct mr_entry *e = &l->entries[i];

		if (e->builtin == MR_LOADED || e->domain != page->domain || e->record != page->record)
			continue;
		known = mr_collection_layout(l, e);
		if (!known || (page->domain < 0 && strcmp(known->name, page->name) != 0))
			continue;
		common = mr_annotate_common(page, known);
		if (common > most) {
			most = common;
			best = known;
		}
	}
	return best;
}

static long add_text(struct loading *g, const char *path, const char *text, size_t len)
{
	const struct monread_layout *known;
	struct monread_layout *layout;

	if (mr_listing_read(&g->l->arena, path, text, len, 0, &g->report, &layout))
		return errno == ENOMEM ? -1 : 0;
	known = mr_listing_is_dsect(text, len) ? NULL : find_known(g->l, layout);
	if ((known && mr_annotate(&g->l->arena, layout, known)) || mr_collection_add(g->l, layout)) {
		errno = ENOMEM;
		return -1;
	}
	return 1;
}

static long add_html(struct loading *g, const char *path, const char *html, size_t html_len)
{
	size_t len;
	char *text = mr_html_text(html, html_len, &len);
	long n = 0;

	if (text)
		n = add_text(g, path, text, len);
	else if (errno == ENOTSUP)
		notice(g, path, "is HTML, and this monread was built without libxml2");
	else if (errno == ENOMEM)
		n = -1;
	else
		notice(g, path, "cannot be read as HTML");
	free(text);
	return n;
}

/* 1; 0 where it is no page, and the notice says why; -1: it cannot be read. */
static long add_file(struct loading *g, const char *path)
{
	size_t len;
	char *text = read_file(path, &len);
	long n;

	if (!text && errno == EFBIG) {
		notice(g, path, "is larger than 16 MB");
		return 0;
	}
	if (!text)
		return -1;
	n = mr_html_is(text, len) ? add_html(g, path, text, len) : add_text(g, path, text, len);
	free(text);
	return n;
}

/* ---- A directory ---- */

static int has_suffix(const char *name)
{
	static const char *const suffixes[] = { ".dsect", ".txt", ".html", ".htm" };
	size_t i, n = strlen(name), k;

	for (i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
		k = strlen(suffixes[i]);
		if (n > k && mr_same_name(name + n - k, suffixes[i]))
			return 1;
	}
	return 0;
}

static int is_page(const struct dirent *d)
{
	return d->d_name[0] != '.' && has_suffix(d->d_name);
}

/* In any locale the same order. */
static int compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static long add_member(struct loading *g, const char *dir, const char *name)
{
	size_t size = strlen(dir) + strlen(name) + 2;
	char *path = malloc(size);
	long n;

	if (!path)
		return -1;
	snprintf(path, size, "%s/%s", dir, name);
	n = add_file(g, path);
	if (n < 0 && errno != ENOMEM) {
		notice(g, path, strerror(errno));
		n = 0;
	}
	free(path);
	return n;
}

/* From the last name to the first, as a later layout of a record comes before an earlier one. */
static long add_directory(struct loading *g, const char *path)
{
	struct dirent **names;
	int count = scandir(path, &names, is_page, compare_names), i, saved;
	long n, total = 0;

	if (count < 0)
		return -1;
	for (i = count - 1; i >= 0; i--) {
		n = total < 0 ? 0 : add_member(g, path, names[i]->d_name);
		total = n < 0 ? n : total + n;
		saved = errno;
		free(names[i]);
		errno = saved;
	}
	saved = errno;
	free(names);
	errno = saved;
	return total;
}

long monread_layouts_load(struct monread_layouts *l, const char *path, monread_notice *fn, void *arg)
{
	struct loading g = { l, { fn, arg, 0 } };
	struct stat st;

	if (stat(path, &st))
		return -1;
	return S_ISDIR(st.st_mode) ? add_directory(&g, path) : add_file(&g, path);
}
