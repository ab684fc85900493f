/* format.c: the table of formats, and what they share. */
#include "config.h"

#include "out/format.h"

#include <errno.h>
#include <stdlib.h>

#include "port/ascii.h"

const struct out_format *const out_formats[] = {
	&out_text_format, &out_list_format, &out_summary_format, &out_hex_format,
	&out_raw_format,  &out_json_format, NULL,
};

const struct out_format *out_format_find(const char *name)
{
	unsigned i;

	for (i = 0; out_formats[i]; i++)
		if (mr_same_word(out_formats[i]->name, name))
			return out_formats[i];
	return NULL;
}

int out_begin(struct out *o, const struct out_format *format, int fd)
{
	o->format = format;
	o->state = calloc(1, format->state_size ? format->state_size : 1);
	if (!o->state)
		return -1;
	if (out_buffer_init(&o->b, fd) == 0) {
		if (!format->begin || format->begin(o) == 0)
			return 0;
		out_buffer_done(&o->b);
	}
	free(o->state);
	o->state = NULL;
	return -1;
}

int out_end(struct out *o)
{
	int rc;

	if (o->format->end)
		o->format->end(o);
	rc = out_flush(&o->b);
	out_buffer_done(&o->b);
	free(o->state);
	o->state = NULL;
	return rc;
}

int out_tell_problem(struct out *o, const char *text)
{
	if (o->problem)
		o->problem(o->problem_arg, o->ev, text);
	return 0;
}

void out_decode(struct out *o, const struct monread_layout *l, const struct monread_ev *ev,
                const struct monread_emit *emit)
{
	if (monread_decode(o->decoder, l, ev->bytes, ev->length, emit, o))
		o->b.error = ENOMEM;
}

/* ---- none: nothing is shown, everything is checked ---- */

static int none_problem(void *arg, const char *text)
{
	return out_tell_problem(arg, text);
}

static void none_event(struct out *o, const struct monread_ev *ev, int shown)
{
	static const struct monread_emit emit = { .problem = none_problem };
	const struct monread_layout *l;

	(void)shown;
	o->ev = ev;
	l = o->layout;
	if (l)
		out_decode(o, l, ev, &emit);
}

const struct out_format out_none_format = {
	.name = "none",
	.what = "nothing",
	.flags = OUT_LAYOUT | OUT_PARALLEL,
	.event = none_event,
};
