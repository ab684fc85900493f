/* section.c: finds the sections of a listing by their titles. A title need not be a line of its
 * own, because some copies of pages are a single line, and not each title begins a section, because
 * the titles also occur as links at the top of a page. */
#include "listing/contents.h"

#include <string.h>

struct finder {
	struct mr_draft *d;
	struct mr_scan scan;
	struct mr_word title;       /* the last occurrence of "Control Block Contents" */
	struct mr_scan after_title; /* position after the title */
	struct mr_scan heading;     /* position of the first heading of a table, "Dec Hex Type" */
	int has_title;
};

/* If the words from FIRST on equal WORDS, an array that ends with NULL, move S past the words and
 * return 1; else return 0. */
static int take_phrase(struct mr_scan *s, const struct mr_word *first, const char *const *words)
{
	struct mr_scan ahead = *s;
	struct mr_word w = *first;

	if (!mr_word_is(&w, *words))
		return 0;
	while (*++words)
		if (!mr_scan_word(&ahead, &w) || !mr_word_is(&w, *words))
			return 0;
	*s = ahead;
	return 1;
}

/* Return 1 if the phrase before S is a title, not running text: the phrase ends its line, or one of
 * the words FOLLOW comes after it. */
static int is_title(struct mr_scan s, const char *const *follow)
{
	struct mr_word w;

	if (!mr_scan_word(&s, &w) || w.first)
		return 1;
	for (; *follow; follow++)
		if (mr_word_is(&w, *follow))
			return 1;
	return 0;
}

static const char *line_start(const struct finder *f, const char *p)
{
	while (p > f->d->prolog.p && p[-1] != '\n')
		p--;
	return p;
}

/* Return 1 if the word NAME before the word TITLE is the name of a record and so part of the title,
 * as in "MRSYTLCK Cross Reference". */
static int names_record(const struct mr_word *name, const struct mr_word *title)
{
	return title->apart == 0 && name->line == title->line && name->len > 2 &&
	       memcmp(name->p, "MR", 2) == 0;
}

/* Find the title or the first heading of the contents. Return 0 if the listing has neither. */
static int find_contents(struct finder *f)
{
	static const char *const title[] = { "Control", "Block", "Contents", NULL };
	struct mr_scan before;
	struct mr_word w, last = f->title;
	int hex_first;

	for (before = f->scan; mr_scan_word(&f->scan, &w); before = f->scan, last = w) {
		if (take_phrase(&f->scan, &w, title)) {
			f->title = names_record(&last, &w) ? last : w;
			f->after_title = f->scan;
			f->has_title = 1;
		} else if (mr_heading_take(&f->scan, &w, &hex_first)) {
			f->heading = before;
			return 1;
		}
	}
	return f->has_title;
}

static void set_span(struct mr_span *span, const char *p, const char *end, unsigned line)
{
	span->p = p;
	span->end = end > p ? end : p;
	span->line = line;
}

static void find_rest(struct finder *f)
{
	static const char *const xref[] = { "Cross", "Reference", NULL };
	static const char *const storage[] = { "Storage", "Layout", NULL };
	static const char *const epilog[][4] = {
		{ "This", "information", "is", NULL },
		{ "Last", "updated", "on", NULL },
		{ "Copyright", "IBM", NULL, NULL },
	};
	static const char *const xref_follow[] = { "Hex", "Name", "Symbol", NULL };
	static const char *const none[] = { NULL };
	struct mr_draft *d = f->d;
	const char *stop = NULL;
	struct mr_word w, last = f->title;
	size_t i;

	for (; mr_scan_word(&f->scan, &w); last = w) {
		if (!stop && take_phrase(&f->scan, &w, storage) && is_title(f->scan, none)) {
			stop = line_start(f, w.p);
		} else if (!d->xref.p && take_phrase(&f->scan, &w, xref) &&
		           is_title(f->scan, xref_follow)) {
			set_span(&d->xref, f->scan.p, f->scan.end, f->scan.line);
			if (!stop)
				stop = names_record(&last, &w) ? last.p : w.p;
		}
		for (i = 0; !d->is_dsect && i < sizeof epilog / sizeof epilog[0]; i++)
			if (!d->epilog.p && take_phrase(&f->scan, &w, epilog[i]))
				set_span(&d->epilog, w.p, f->scan.end, w.line);
	}
	if (d->epilog.p && d->xref.p && d->epilog.p > d->xref.p)
		d->xref.end = d->epilog.p;
	else if (d->epilog.p && (!stop || d->epilog.p < stop))
		stop = d->epilog.p;
	if (stop)
		d->contents.end = stop > d->contents.p ? stop : d->contents.p;
}

void mr_section_find(struct mr_draft *d, const char *text, size_t len)
{
	struct finder f = { .d = d };
	const char *end;

	set_span(&d->prolog, text, text + len, 1);
	mr_scan_init(&f.scan, &d->prolog);
	if (!find_contents(&f))
		return;
	f.scan = f.has_title ? f.after_title : f.heading;
	set_span(&d->contents, f.scan.p, f.scan.end, f.scan.line);
	/* In a .dsect file, the prolog ends with a whole line; on a page, the title of the contents
	 * may be anywhere in a line. */
	end = f.has_title ? f.title.p : f.heading.p;
	d->prolog.end = d->is_dsect ? line_start(&f, end) : end;
	find_rest(&f);
}
