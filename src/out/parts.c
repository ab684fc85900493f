/* parts.c: reads, selects and shows the records of one part of an input in one thread. Instead of
 * the state of the reading thread at the start of the part, the thread uses a prediction of this
 * state. If the prediction proves wrong, the reading thread discards the results of the part. */
#include "config.h"

#include "out/parts.h"

#include "base/array.h"
#include "cli/verdict.h"
#include "table/intervals.h"

int part_reader_init(struct part_reader *r, const struct out *o)
{
	int asks = o->select && o->select->inside && o->begin_asking;

	r->out = o;
	r->m = monread_open(MONREAD_FD_NONE);
	r->system = monread_system_new(o->settings.layouts);
	r->asking = asks ? o->begin_asking(o->select->inside_arg) : NULL;
	if (r->m && r->system && (r->asking || !asks))
		return 0;
	part_reader_done(r);
	return -1;
}

void part_reader_done(struct part_reader *r)
{
	monread_close(r->m);
	monread_system_free(r->system);
	if (r->asking)
		r->out->end_asking(r->asking);
}

/* If the reading thread needs the record EV, copy EV to F. The caller has checked EV with
 * intervals_concerns(). */
static int parts_note_record(struct out_found *f, const struct monread_ev *ev)
{
	struct out_noted *n;

	if (ev->domain == 1) {
		f->framing += ev->record == 13;
		f->has_system |= ev->record == 4;
	}
	if (!intervals_use(ev))
		return 0;
	if (ARRAY_GROW(f->noted, f->nnoted, f->noted_room))
		return -1;
	n = &f->noted[f->nnoted++];
	n->ev = *ev;
	n->mce = *ev->mce;
	return 0;
}

static void parts_show_record(struct part_reader *r, struct pool_part *p, struct out_worker *w,
                              const struct monread_ev *ev, const struct table_state *state,
                              int in_interval)
{
	const struct out_settings *s = w->settings;
	struct out_record o = { .ev = ev, .first = ev->setno != p->last_set };

	o.layout = monread_system_layout(r->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (monread_layouts_failed(s->layouts)) {
		out_no_memory(w);
		return;
	}
	o.release = monread_system_release(r->system);
	o.system = monread_system_id(r->system);
	o.interval = state->first;
	o.in_interval = in_interval;
	p->homeless += out_is_homeless(s, o.layout);
	out_record(w, &o);
	if (!p->last_set && r->in_open_set) {
		p->open_set = ev->setno;
		p->heading = w->heading;
	}
	p->last_set = ev->setno;
}

/* Select and show the record EV, which is in the part P. Return 0, or -1 if the results of P must
 * be discarded. */
static int process_record(struct part_reader *r, struct pool_part *p, struct out_worker *w,
                          const struct monread_ev *ev, struct table_state *state)
{
	int in_interval, shown;

	p->found.records++;
	verdict_times(&p->found.first, &p->found.last, ev);
	table_state_record(state, ev, &in_interval);
	if (r->asking) {
		r->asking->interval = state->first;
		r->asking->in_interval = in_interval;
	}
	shown = select_record(&r->select, ev);
	p->found.shown += shown != 0;
	if (shown)
		parts_show_record(r, p, w, ev, state, in_interval);
	else if (monread_system_learn(r->system, ev->domain, ev->record, ev->bytes, ev->length))
		out_no_memory(w);
	return intervals_concerns(ev) ? parts_note_record(&p->found, ev) : 0;
}

static int is_same(const struct table_state *a, const struct table_state *b)
{
	return a->known == b->known && a->dataset == b->dataset && a->first == b->first;
}

static void begin_part(struct part_reader *r, struct pool_part *p, struct out_worker *w)
{
	w->file = r->out->file;
	p->found = (struct out_found){ .end = p->found.end,
		                       .noted = p->found.noted,
		                       .noted_room = p->found.noted_room };
	p->last_set = p->open_set = 0;
	p->heading = w->heading = 0;
	p->homeless = 0;
	p->whole = 0;
	r->in_open_set = 1;
	r->select = *r->out->select;
	if (r->asking) {
		r->asking->system = r->system;
		r->asking->file = w->file->name;
		r->select.inside_arg = r->asking;
	}
	select_sample(&r->select, p->before.known, p->before.dataset, p->before.first);
	monread_system_follow(r->system, r->out->system);
	monread_part_read(r->m, p->where);
}

void part_show(struct part_reader *r, struct pool_part *p, struct out_worker *w)
{
	struct table_state state = p->before;
	const struct monread_ev *ev;

	begin_part(r, p, w);
	/* If the thread failed in an earlier part, process no records: this part has no results. */
	for (ev = monread_next(r->m); ev && !*w->error; ev = monread_next(r->m)) {
		/* Repeated configuration, after a mark (a D10 record that monread wrote), can be
		 * processed only by the reading thread, so discard the results of the part. */
		if (ev->flags & MONREAD_REPEATED)
			return;
		if (ev->kind >= MONREAD_BAD ||
		    (ev->kind == MONREAD_RECORD && process_record(r, p, w, ev, &state)))
			return;
		if (ev->kind == MONREAD_CONTROL)
			r->in_open_set = 0;
	}
	p->whole = monread_part_whole(r->m, p->where) && is_same(&state, &p->after) &&
	           monread_system_agrees(r->system, r->out->system) &&
	           !(r->asking && r->asking->failed);
}
