/* load.c: loads IBM's record pages and .dsect files that a user supplies (--layouts). */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/read_file.h"
#include "layout/collection.h"
#include "layout/tables.h"
#include "listing/annotate.h"
#include "listing/draft.h"
#include "listing/packed.h"
#include "listing/plain.h"

struct layout_loading {
	struct monread_layouts *l;
	struct mr_listing_report report;
	unsigned release; /* the only release whose records the layouts describe; 0: all releases */
	/* release of the page, and so of all its records; "": not found yet */
	const char *page_release;
	monread_notice *fn;
	void *arg;
	unsigned before; /* number of lines of the page that come before the current record */
	const struct mr_html *html; /* the page if it is HTML, else NULL */
};

/* Pass a report about one record of a page to the caller of the library, after converting LINE,
 * which counts from the beginning of the record, to the line in the file. */
static void notice_line(void *arg, const char *path, unsigned line, const char *text)
{
	const struct layout_loading *g = arg;

	line += line ? g->before : 0;
	if (g->html && line && line <= g->html->nlines)
		line = g->html->lines[line - 1];
	g->fn(g->arg, path, line, text);
}

static void load_notice(const struct layout_loading *g, const char *path, const char *text)
{
	if (g->fn)
		g->fn(g->arg, path, 0, text);
}

/* ---- One file ---- */

/* Set *OUT to the built-in layout of the record of DRAFT that has the most fields in common with
 * DRAFT, or to NULL if no layout has one. Return 0, or -1 if out of memory. */
static int find_known(struct monread_layouts *l, const struct mr_draft *draft,
                      const struct monread_layout **out)
{
	const struct monread_layout *page = draft->layout;
	const struct monread_layout *best = NULL, *known;
	unsigned common, most = 0;
	size_t i;

	for (i = 0; i < l->count; i++) {
		const struct mr_entry *e = &l->entries[i];

		if (e->loaded || !mr_entry_is(e, page->domain, page->record))
			continue;
		known = mr_collection_layout(l, e);
		if (!known)
			return -1;
		if (page->domain < 0 && strcmp(known->name, page->name) != 0)
			continue;
		common = mr_annotate_common(draft, known);
		if (common > most) {
			most = common;
			best = known;
		}
	}
	*out = best;
	return 0;
}

/* For fields that KNOWN, the built-in layout of the record of DRAFT, lacks, copy annotations from
 * layouts of other records of the domain. Return 0, or -1 if out of memory. */
static int annotate_kin(struct monread_layouts *l, struct mr_draft *draft,
                        const struct monread_layout *known)
{
	const struct monread_layout *kin;
	size_t i;

	for (i = 0; i < l->count; i++) {
		const struct mr_entry *e = &l->entries[i];

		if (e->loaded || e->domain < 0 || e->domain != known->domain ||
		    e->record == known->record)
			continue;
		kin = mr_collection_layout(l, e);
		if (!kin)
			return -1;
		if (kin->nstructures)
			mr_annotate_kin(draft, known, kin);
	}
	return 0;
}

/* Warn if PAGE and a built-in layout have the same name but different numbers, or the same numbers
 * but different names: the page is probably of a different record or system. */
static void compare_identity(const struct layout_loading *g, const char *path,
                             const struct monread_layout *page)
{
	const struct mr_entry *known;
	char text[256];
	int name, number;

	for (known = g->l->entries; known < g->l->entries + g->l->count; known++) {
		if (known->loaded || known->domain < 0)
			continue;
		name = mr_same_word(known->name, page->name);
		number = mr_entry_is(known, page->domain, page->record);
		if (name == number)
			continue;
		if (number)
			snprintf(text, sizeof text, "D%dR%d is %.60s here, but known as %s",
			         page->domain, page->record, page->name, known->name);
		else if (page->domain < 0)
			snprintf(text, sizeof text,
			         "%.60s has no number here, but is known as D%dR%d", page->name,
			         known->domain, known->record);
		else
			snprintf(text, sizeof text, "%.60s is D%dR%d here, but known as D%dR%d",
			         page->name, page->domain, page->record, known->domain,
			         known->record);
		load_notice(g, path, text);
		return;
	}
}

/* Add the layout of DRAFT to the collection; if IS_PAGE is 1, with annotations from the built-in
 * layout of the record. Return 0, or -1 if out of memory. */
static int add_draft(struct layout_loading *g, const char *path, struct mr_draft *draft,
                     int is_page)
{
	const struct monread_layout *known = NULL;
	struct monread_layout *made;

	compare_identity(g, path, draft->layout);
	if (is_page && find_known(g->l, draft, &known))
		return -1;
	if (known && (mr_annotate(draft, known) || annotate_kin(g->l, draft, known)))
		return -1;
	made = mr_listing_publish(draft);
	return made ? mr_collection_add(g->l, made, g->release) : -1;
}

/* Load TEXT, which is one record of a page, or a .dsect file. Return the number of loaded layouts:
 * 1, or 0 if TEXT has no usable layout; -1 if out of memory. */
static long add_record(struct layout_loading *g, const char *path, const char *text, size_t len)
{
	struct mr_draft *draft = mr_listing_open(&g->l->arena, path, text, len, 0, &g->report);
	int rc;

	if (!draft)
		return errno == ENOMEM ? -1 : 0;
	if (*draft->layout->release)
		g->page_release = draft->layout->release;
	else
		draft->layout->release = g->page_release;
	rc = add_draft(g, path, draft, !mr_listing_is_dsect(text, len));
	mr_listing_close(draft);
	if (rc == 0)
		return 1;
	errno = ENOMEM;
	return -1;
}

struct load_part {
	size_t start;
	unsigned lines; /* number of lines of the page before the record */
};

#define PARTS_MAX 1024u

/* Load a .dsect file, or the records of a page. Begin with the last record of the page, because
 * the end of the page names the z/VM release to which all its records belong. */
static long load_add_text(struct layout_loading *g, const char *path, const char *text, size_t len)
{
	struct load_part parts[PARTS_MAX];
	size_t count = 0, at = 0, next, end = len;
	unsigned lines = 0;
	long n, total = 0;

	g->page_release = "";
	g->before = 0;
	if (mr_listing_is_dsect(text, len))
		return add_record(g, path, text, len);
	do {
		parts[count++] = (struct load_part){ at, lines };
		next = mr_split(text, len, at);
		lines += (unsigned)mr_count(text + at, next - at, '\n');
		at = next;
	} while (at < len && count < PARTS_MAX);
	for (; count > 0; count--, end = parts[count].start) {
		g->before = parts[count - 1].lines;
		n = add_record(g, path, text + parts[count - 1].start,
		               end - parts[count - 1].start);
		if (n < 0)
			return n;
		total += n;
	}
	return total;
}

static long add_html(struct layout_loading *g, const char *path, const char *bytes, size_t len)
{
	struct mr_html html;
	char text[280];
	long n = 0;

	if (mr_html_read(&html, bytes, len) == 0) {
		g->html = &html;
		n = load_add_text(g, path, (const char *)html.text.bytes, html.text.length);
		g->html = NULL;
	} else if (errno == ENOTSUP) {
		snprintf(text, sizeof text, "is HTML, and %s: save the page as text", html.why);
		load_notice(g, path, text);
	} else if (errno == ENOMEM) {
		n = -1;
	} else {
		snprintf(text, sizeof text, "cannot be read as HTML: %s", html.why);
		load_notice(g, path, text);
	}
	mr_html_free(&html);
	return n;
}

/* Load a .dsect file, or a page in plain text after replacing its typographic characters. */
static long add_plain(struct layout_loading *g, const char *path, const char *text, size_t len)
{
	char *plain;
	long n;

	if (mr_listing_is_dsect(text, len))
		return load_add_text(g, path, text, len);
	plain = mr_plain_text(text, len, &len);
	if (!plain)
		return errno == ENOMEM ? -1 : load_add_text(g, path, text, len);
	n = load_add_text(g, path, plain, len);
	free(plain);
	return n;
}

/* Load the file PATH. Return the number of its layouts; 0 after a notice if the file is not a page;
 * -1 if the file cannot be read. */
static long load_add_file(struct layout_loading *g, const char *path)
{
	size_t len;
	char *text = mr_read_file(path, MONREAD_PAGE_MAX, &len);
	long n;

	if (!text && errno == EFBIG) {
		load_notice(g, path, "is larger than 16 MB");
		return 0;
	}
	if (!text)
		return -1;
	/* captures, archives and UTF-16 have NULs */
	if (memchr(text, '\0', len)) {
		load_notice(g, path, "is neither text nor HTML");
		n = 0;
	} else {
		n = mr_html_is(text, len) ? add_html(g, path, text, len) :
		                            add_plain(g, path, text, len);
	}
	free(text);
	return n;
}

/* ---- A directory ---- */

static int load_is_page(const struct dirent *d)
{
	static const char *const suffixes[] = { ".dsect", ".txt", ".html", ".htm" };
	const char *name = d->d_name;
	size_t i, n = strlen(name), k;

	for (i = 0; *name != '.' && i < sizeof suffixes / sizeof suffixes[0]; i++) {
		k = strlen(suffixes[i]);
		if (n > k && mr_same_word(name + n - k, suffixes[i]))
			return 1;
	}
	return 0;
}

static int load_compare_names(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static long add_member(struct layout_loading *g, const char *dir, const char *name)
{
	const char *path = mr_arena_join(&g->l->arena, dir, "/", name);
	struct stat st;
	long n;

	if (!path)
		return -1;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
		load_notice(g, path, "is not a regular file");
		return 0;
	}
	n = load_add_file(g, path);
	if (n < 0 && errno != ENOMEM) {
		load_notice(g, path, strerror(errno));
		n = 0;
	}
	return n;
}

/* Load the files of a directory from the last name to the first, because a later layout takes
 * precedence. */
static long load_add_directory(struct layout_loading *g, const char *path)
{
	struct dirent **names;
	int count = scandir(path, &names, load_is_page, load_compare_names), i;
	long n, total = 0;

	if (count < 0)
		return -1;
	if (count == 0)
		load_notice(
			g, path,
			"found no pages in this directory; the name of a page ends in .dsect, .txt, .html or .htm");
	for (i = count - 1; i >= 0; i--) {
		n = total < 0 ? 0 : add_member(g, path, names[i]->d_name);
		total = n < 0 ? n : total + n;
		free(names[i]);
	}
	free(names);
	return total;
}

/* Load the file or directory PATH for RELEASE only; 0: for all releases. */
static long load_path(struct monread_layouts *l, const char *path, unsigned release,
                      monread_notice *fn, void *arg)
{
	struct mr_packing p = { .bytes = mr_table_bytes + mr_table_lists,
		                .text = mr_table_text,
		                .arena = &l->arena };
	struct mr_value_lists lists = { 0, NULL };
	struct layout_loading g = {
		l, { fn ? notice_line : NULL, NULL, &lists }, release, "", fn, arg, 0, NULL
	};
	struct stat st;
	long n;

	g.report.arg = &g;
	mr_pack_lists(&p, &lists);
	if (p.failed)
		errno = ENOMEM;
	if (p.failed || stat(path, &st))
		return MONREAD_FAILED;
	n = S_ISDIR(st.st_mode) ? load_add_directory(&g, path) : load_add_file(&g, path);
	return n < 0 ? MONREAD_FAILED : n;
}

long monread_layouts_load(struct monread_layouts *l, const char *path, monread_notice *fn,
                          void *arg)
{
	return load_path(l, path, 0, fn, arg);
}

long monread_layouts_load_site(struct monread_layouts *l, const char *directory, unsigned release,
                               const char *const *unused, monread_notice *fn, void *arg)
{
	long n = load_path(l, directory, release, fn, arg);

	(void)unused;
	if (n > 0 && mr_collection_add_site(l, release)) {
		errno = ENOSPC;
		return MONREAD_FAILED;
	}
	return n;
}
