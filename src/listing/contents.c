/* contents.c: reads the section "Control Block Contents", which has tables of rows, each below a
 * heading, and prose between the tables. */
#include <string.h>

#include "listing/contents.h"

void mr_contents_stop(struct mr_contents *r, const struct mr_word *at, unsigned max,
                      const char *what)
{
	mr_text_end(r, 0);
	mr_draft_report(r->d, at->line, "more than %u %s; the rest of the contents is left out",
	                max, what);
	r->d->cut = r->full = 1;
}

static int contents_is_any(const struct mr_word *w, const char *const *words)
{
	for (; *words; words++)
		if (mr_word_is(w, *words))
			return 1;
	return 0;
}

int mr_heading_take(struct mr_scan *s, const struct mr_word *first, int *hex_first)
{
	static const char *const type[] = { "Type", "Type/Val", "Type/Value", NULL };
	struct mr_scan ahead = *s;
	struct mr_word second, third;

	*hex_first = mr_word_is(first, "Hex");
	if ((!*hex_first && !mr_word_is(first, "Dec")) || !mr_scan_word(&ahead, &second) ||
	    !mr_scan_word(&ahead, &third) || !contents_is_any(&third, type) ||
	    !mr_word_is(&second, *hex_first ? "Dec" : "Hex"))
		return 0;
	*s = ahead;
	return 1;
}

static int take_heading(struct mr_contents *r, const struct mr_word *first)
{
	static const char *const begin[] = { "Offset", "Offsets", NULL };
	static const char *const rest[] = { "Len",        "Lng",         "Length",   "Name",
		                            "Label",      "(Dim)",       "(dup)",    "Name(Dim)",
		                            "Label(dup)", "Description", "Comments", "Comment",
		                            NULL };
	struct mr_scan s = r->scan, after;
	struct mr_word w = *first;
	int hex_first;

	if ((contents_is_any(&w, begin) && !mr_scan_word(&s, &w)) ||
	    !mr_heading_take(&s, &w, &hex_first))
		return 0;
	mr_text_end(r, 1);
	r->hex_first = hex_first;
	r->heading = 1;
	r->row = NULL;
	for (after = s; mr_scan_word(&after, &w) && contents_is_any(&w, rest); s = after)
		;
	r->scan = s;
	return 1;
}

void mr_contents_read(struct mr_draft *d)
{
	struct mr_contents r;
	struct mr_word w;

	memset(&r, 0, sizeof r);
	r.d = d;
	if (!d->contents.p)
		return;
	mr_scan_init(&r.scan, d->contents.p, (size_t)(d->contents.end - d->contents.p),
	             d->contents.line);
	while (!d->no_memory && !r.full && mr_scan_word(&r.scan, &w)) {
		if (!take_heading(&r, &w) && !mr_row_take(&r, &w) && !mr_bit_take(&r, &w))
			mr_text_take(&r, &w);
		r.last_line = r.scan.line;
		r.last_col = r.scan.col;
	}
	mr_text_end(&r, 1);
}
