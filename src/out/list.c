/* list.c: the format list: one line per record. */
#include "config.h"

#include "out/formats.h"
#include "out/headings.h"
#include "out/names.h"

static void list_put_file(struct out_buffer *b, const struct out_file *f, int first)
{
	out_str(b, first ? "==> " : "\n==> ");
	out_safe(b, f->name);
	out_str(b, " <==\n");
}

static void list_head(struct out_worker *w, struct out_buffer *b, const struct table *t)
{
	(void)t;
	if (w->file->count > 1 && !w->settings->merged)
		list_put_file(b, w->file, w->file->index == 0);
}

static int list_record(struct out_worker *w, const struct out_record *r)
{
	const struct monread_layout *l = r->layout;
	const struct monread_ev *ev = r->ev;
	struct out_buffer *b = &w->b;
	char *p, *dr;

	if (r->turned != OUT_SAME)
		list_put_file(b, w->file, r->turned == OUT_FIRST);
	p = out_room(b, OUT_PIECE);
	*p++ = '0';
	*p++ = 'x';
	p = out_put_hexnum(p, ev->offset, 8, '0');
	p = out_put_blanks(p, 2);
	p = out_put_tod(&w->clock, p, ev->tod);
	p = out_put_blanks(p, 2);
	dr = p;
	p = out_put_dr(p, ev->domain, ev->record);
	/* Write at least one blank, even after D65535R65535, the longest possible name of a
	 * record. */
	do
		*p++ = ' ';
	while (p < dr + 7);
	b->p = p;
	out_name_column(b, l, 8);
	p = out_put_blanks(out_room(b, OUT_PIECE), 2);
	p = out_put_dec(p, ev->length, 5);
	if (l) {
		b->p = out_put_blanks(p, 2);
		out_title(b, l);
		p = out_room(b, 1);
	}
	*p++ = '\n';
	b->p = p;
	return 0;
}

const struct out_format out_list_format = {
	.name = "list",
	.head = list_head,
	.record = list_record,
};
