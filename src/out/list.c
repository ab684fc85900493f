/* list.c: one line per record. */
#include "config.h"

#include "out/format.h"
#include "out/headings.h"
#include "out/names.h"

static void begin_file(struct out *o, const struct out_file *f)
{
	if (f->count <= 1)
		return;
	out_str(&o->b, f->index ? "\n==> " : "==> ");
	out_safe(&o->b, f->name);
	out_str(&o->b, " <==\n");
}

static void event(struct out *o, const struct monread_ev *ev, int shown)
{
	const struct monread_layout *l;
	char *p, *dr;

	(void)shown;
	l = o->layout;
	p = out_room(&o->b, OUT_PIECE);
	*p++ = '0';
	*p++ = 'x';
	p = out_put_hexnum(p, ev->offset, 8, '0');
	p = out_put_blanks(p, 2);
	p = out_put_tod(&o->clock, p, ev->tod);
	p = out_put_blanks(p, 2);
	dr = p;
	p = out_put_dr(p, ev->domain, ev->record);
	/* The longest, D65535R65535, has a blank behind it, too. */
	do
		*p++ = ' ';
	while (p < dr + 7);
	o->b.p = p;
	out_safe_column(&o->b, l ? l->name : "-", 8);
	p = out_put_blanks(out_room(&o->b, OUT_PIECE), 2);
	p = out_put_dec(p, ev->length, 5);
	if (l) {
		o->b.p = out_put_blanks(p, 2);
		out_title(&o->b, l);
		p = out_room(&o->b, 1);
	}
	*p++ = '\n';
	o->b.p = p;
}

const struct out_format out_list_format = {
	.name = "list",
	.what = "one line a record: offset, time, D/R, name, length, title",
	.flags = OUT_LAYOUT,
	.begin_file = begin_file,
	.event = event,
};
