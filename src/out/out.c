/* out.c: passes the events of a capture to the output format. */
#include "config.h"

#include "out/out.h"

#include "out/split.h"

static int out_result(const struct out *o)
{
	return out_broken(o) ? -1 : 0;
}

/* Free everything except o->main.state, which the caller has freed or not created. */
static void free_output(struct out *o, int whole)
{
	if (o->split)
		split_close(o->split, &o->main, whole);
	o->split = NULL;
	out_buffer_done(&o->main.b);
}

int out_begin(struct out *o, const struct out_format *format, int fd)
{
	o->format = format;
	o->main.problem = o->settings.problem;
	o->main.problem_arg = o->settings.problem_arg;
	if (out_buffer_init(&o->main.b, fd))
		return out_no_memory(&o->main);
	o->main.format = format;
	o->main.settings = &o->settings;
	if (o->settings.split)
		o->split = split_open(&o->main);
	if (!*o->main.error && out_worker_init(&o->main, format, &o->settings) == 0)
		return 0;
	free_output(o, 0);
	return -1;
}

void out_deliver(struct out *o, const char *text, size_t n)
{
	if (out_broken(o))
		return;
	if (o->split)
		split_take(o->split, &o->main, text, n);
	else
		out_bytes(&o->main.b, text, n);
}

/* Write the text that is in the buffer of the reading thread to the output or to the files of
 * --split. */
static void deliver_main(struct out *o)
{
	struct out_buffer *b = &o->main.b;

	out_part_end(&o->main);
	if (!b->error)
		out_deliver(o, b->buf, (size_t)(b->p - b->buf));
	b->p = b->buf;
}

void out_write_rows(struct out *o)
{
	if (o->format->flush && !out_broken(o))
		o->format->flush(&o->main);
	if (o->split)
		deliver_main(o);
}

/* Write the rows that the format has collected but not written and, with --split, the buffers of
 * all files. */
static void write_rest(struct out *o)
{
	out_write_rows(o);
	if (o->split && !out_broken(o))
		split_flush(o->split, &o->main);
}

int out_end(struct out *o)
{
	out_end_threads(o);
	write_rest(o);
	out_worker_done(&o->main);
	out_flush(&o->main.b);
	free_output(o, !out_broken(o));
	return out_result(o);
}

int out_begin_file(struct out *o, const struct out_file *f)
{
	const struct out_format *format = o->format;
	const struct table *t = o->settings.table;

	out_turn(o, f);
	if (!format->head || o->settings.split)
		return out_result(o);
	/* Write the head of a table only when the first input begins, so that nothing is written if
	 * no input can be read. */
	if (!(format->takes & OUT_TAKES_TABLE) || (t && f->index == 0 && !o->begun)) {
		o->begun = 1;
		format->head(&o->main, &o->main.b, t);
	}
	return out_result(o);
}

void out_turn(struct out *o, const struct out_file *f)
{
	o->file = o->main.file = f;
	o->set_shown = 0;
	memset(&o->state, 0, sizeof o->state);
}

void out_set_zone(struct out *o, struct system_zone zone)
{
	out_clock_set_zone(&o->main.clock, zone);
	out_clock_set_zone(&o->main.interval_clock, zone);
}

int out_end_file(struct out *o)
{
	if (o->format->end_file)
		o->format->end_file(o);
	return out_result(o);
}

/* If EV is a configuration record, update o->system, the state of the system that wrote EV. */
static int learn_system(struct out *o, const struct monread_ev *ev)
{
	if (monread_system_learn(o->system, ev->domain, ev->record, ev->bytes, ev->length))
		return out_no_memory(&o->main);
	return 0;
}

/* Compare the input of the next record with the input of the last shown record. Store the input of
 * the next record in o->file_shown. */
static enum out_turned turned_of(struct out *o)
{
	enum out_turned turned = o->file_shown ? OUT_NEXT : OUT_FIRST;

	if (!o->settings.merged || o->file_shown == o->file)
		return OUT_SAME;
	o->file_shown = o->file;
	return turned;
}

/* Show the record EV, whose layout is L, with the format's function record() in the reading
 * thread. */
static void show_alone(struct out *o, const struct monread_ev *ev, const struct monread_layout *l)
{
	struct out_record r = {
		.ev = ev,
		.layout = l,
		.release = monread_system_release(o->system),
		.system = monread_system_id(o->system),
		.first = ev->setno != o->set_shown,
		.turned = turned_of(o),
	};

	o->set_shown = ev->setno;
	o->homeless += out_is_homeless(&o->settings, l);
	r.interval = table_state_record(&o->state, ev, &r.in_interval);
	if (o->before)
		r.before = *o->before;
	out_record(&o->main, &r);
	if (o->split)
		deliver_main(o);
}

int out_show(struct out *o, const struct monread_ev *ev)
{
	const struct out_format *f = o->format;
	const struct monread_layout *l = NULL;

	if (o->paused)
		return out_pass(o, ev);
	/* Keep the state of the system current after the output failed, because --write may
	 * continue and needs this state. */
	if (out_broken(o)) {
		learn_system(o, ev);
		return -1;
	}
	if (!(f->wants & OUT_WANTS_NO_LAYOUT)) {
		l = monread_system_layout(o->system, ev->domain, ev->record, ev->bytes, ev->length);
		/* Stop if memory was too short to create the layout of the record: the record would
		 * be shown as if it had no layout. */
		if (!l && monread_layouts_failed(o->settings.layouts))
			return out_no_memory(&o->main);
	} else if (learn_system(o, ev)) {
		return -1;
	}
	if (f->event)
		f->event(o, ev, l, 1);
	else
		show_alone(o, ev, l);
	return out_result(o);
}

int out_pass(struct out *o, const struct monread_ev *ev)
{
	int known;

	if (ev->kind == MONREAD_RECORD) {
		if (learn_system(o, ev))
			return -1;
		if (!(ev->flags & MONREAD_REPEATED))
			table_state_record(&o->state, ev, &known);
	}
	if (o->format->event && !out_broken(o) && !o->paused)
		o->format->event(o, ev, NULL, 0);
	return out_result(o);
}

int out_damage(struct out *o, const struct monread_ev *ev)
{
	if (o->format->event)
		o->format->event(o, ev, NULL, 0);
	return out_result(o);
}

int out_flush_all(struct out *o)
{
	write_rest(o);
	out_flush(&o->main.b);
	return out_result(o);
}
