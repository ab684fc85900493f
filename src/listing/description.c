/* description.c: collects the words of the descriptions of rows and bits. */
#include "listing/contents.h"

/* Number of columns of a page. A line that is longer has not been divided into lines of the page,
 * so it is a whole paragraph. */
#define WIDE 100u

void mr_text_end(struct mr_contents *r, int soft)
{
	const char *end = soft && r->soft_end ? r->soft_end : r->text_end;

	if (r->text && r->text_start)
		*r->text = mr_draft_prose(r->d, r->text_line, r->text_start, end);
	r->text = NULL;
	r->text_start = r->soft_end = NULL;
}

void mr_text_begin(struct mr_contents *r, const char **text, const struct mr_word *name,
                   int squeezed)
{
	*text = "";
	r->text = text;
	r->text_line = name->line;
	r->name_col = name->col;
	r->squeezed = squeezed;
}

void mr_text_take(struct mr_contents *r, const struct mr_word *w)
{
	if (!r->text)
		return;
	if (w->first && w->col < r->name_col) {
		if (!r->squeezed) {
			mr_text_end(r, 0);
			return;
		}
		if (!r->soft_end && (r->last_col > WIDE || w->line > r->last_line + 1))
			r->soft_end = w->p;
	}
	if (!r->text_start)
		r->text_start = w->p;
	r->text_end = w->p + w->len;
}
