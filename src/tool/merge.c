/* merge.c: --merge: show the records of several captures in the order of time. */
#include "config.h"

#include "tool/flow.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "input/input.h"

struct source {
	struct ordered_source order; /* the first member, so that a pointer to it can be cast to struct source */
	struct out_file file;
	struct verdict verdict;
	struct reading reading;
	struct monread_system *system;
	uint64_t at; /* number of bytes that were read of this capture before the next capture had its turn */
	int is_begun; /* 1 if the capture was opened, or could not be opened */
};

struct merge {
	struct flow *flow;
	struct progress *progress; /* ->before is the number of bytes that were read of all captures except ->turn */
	struct source *sources, *turn;
	unsigned n;
	struct ordered order;
	unsigned files; /* number of captures that were opened */
};

/* ---- Callbacks of the ordered reader ---- */

/* Return the number of bytes that were read of S; only needed if progress is shown. */
static uint64_t position(const struct merge *m, const struct source *s)
{
	return m->progress->next && s->order.is_open ? input_position(&s->reading.in) : s->at;
}

static void turn(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct flow *f = m->flow;

	if (m->turn) {
		m->turn->at = position(m, m->turn);
		m->progress->before += m->turn->at;
	}
	m->progress->before -= s->at;
	m->turn = s;
	s->is_begun = 1;
	f->now = &s->reading;
	f->writer.file = s->file;
	f->writer.out.system = s->system;
	report_judge(&f->report, &s->verdict);
	out_turn(&f->writer.out, &s->file);
	select_sample(f->inside.select, 0, 0, 0);
	inside_begin_file(&f->inside, s->system, s->file.name);
	if (f->storing.store)
		store_turn(f->storing.store, s->system);
	if (f->compare.series)
		series_turn(f->compare.series, s->order.number, s->system ? monread_system_id(s->system) : "");
}

static int begin(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct flow *f = m->flow;

	s->system = flow_new_system(f);
	if (!s->system)
		return -1;
	m->turn = NULL;
	turn(m, source);
	if (!m->files++) {
		s->file.index = 0;
		out_begin_file(&f->writer.out, &s->file);
		service_ready(&f->service);
	}
	return 0;
}

static void end(void *arg, struct ordered_source *source)
{
	struct source *s = (struct source *)source;
	struct merge *m = arg;
	struct flow *f = m->flow;

	flow_end_events(f);
	flow_end_input(f);
	if (source->left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", s->file.name,
		             (unsigned long long)source->left_out, words_plural(source->left_out));
	s->at = position(m, s);
	f->writer.out.system = NULL;
	monread_system_free(s->system);
	s->system = NULL;
}

static void doubt(void *arg, struct ordered_source *s, const struct monread_ev *ev, const char *text)
{
	struct merge *m = arg;

	(void)s;
	flow_doubt(m->flow, ev, text);
}

/* ---- The beginning and the end ---- */

/* Read the beginnings of the captures to learn their first times and systems, and add them to M->order. Return 0, or
 * -1 after a message or if the user asked to stop. */
static int look_at_all(struct merge *m)
{
	const struct options *o = m->flow->opt;
	struct folder_look look;
	struct verdict none;
	int i;

	for (i = 0; i < o->nfiles; i++) {
		struct source *s = &m->sources[m->n];

		memset(&none, 0, sizeof none);
		verdict_begin(&none);
		if (folder_look(&look, o->files[i], &o->input, 0, m->flow->writer.out.settings.layouts))
			return -1;
		if (!look.is_file)
			diag_fail("%s: is not a regular file, which --merge needs", o->files[i]);
		if (!look.is_capture && !*look.why) {
			if (diag_is_json())
				verdict_say(&none, o->files[i]);
			continue;
		}
		s->verdict = none;
		s->file = (struct out_file){ .name = o->files[i], .index = 1, .count = (unsigned)o->nfiles };
		s->order.name = o->files[i];
		s->order.tod = look.begins.tod;
		memcpy(s->order.system_id, look.system, sizeof s->order.system_id);
		if (single_refuses_merged(&m->flow->storing.single, o->files[i], look.system))
			return -1;
		s->order.in = &s->reading.in;
		ordered_add(&m->order, &s->order);
		m->n++;
	}
	verdict_begin(NULL);
	return 0;
}

static void all_sources(struct merge *m)
{
	const struct monread_ev *ev;
	struct ordered_source *s;
	struct flow *f = m->flow;
	int again;

	select_begin_file(f->inside.select);
	if (f->storing.store)
		store_begin_input(f->storing.store, NULL, 0, 0);
	while (!f->stop && !stop_asked() && (ev = ordered_next(&m->order, &s, &again))) {
		m->turn->file.container = f->writer.file.container = monread_container_found(f->now->in.m);
		if (m->order.is_first)
			service_turn(&f->service, 0);
		if (ev->kind >= MONREAD_BAD)
			flow_damage(f, ev, ev->text);
		else if (again)
			flow_again(f, ev);
		else
			flow_event(f, ev);
		if (ev->kind == MONREAD_SET_END && progress_due(m->progress))
			progress_show(m->progress, m->turn->file.name, position(m, m->turn));
	}
	if (m->order.failed)
		diag_fail("out of memory");
}

void merge_read(struct flow *f, struct input_options *input, struct progress *progress)
{
	struct merge m = { .flow = f, .progress = progress,
	                   .order = { .calls = { .turn = turn, .begin = begin, .end = end, .doubt = doubt, .arg = &m },
	                              .input = input, .delay = f->compare.series ? SERIES_SAME_SAMPLE : 0 } };
	struct reading *alone = f->now;
	unsigned i;

	m.sources = calloc((size_t)f->opt->nfiles + 1, sizeof *m.sources);
	if (!m.sources)
		diag_fail("out of memory");
	else if (look_at_all(&m) == 0)
		all_sources(&m);
	ordered_done(&m.order);
	if (m.turn)
		progress->before += m.turn->at;
	service_stopping(&f->service);
	if (m.files)
		out_end_file(&f->writer.out);
	flow_out_of_memory(f);
	ordered_say_left_out(&m.order);
	for (i = 0; i < m.n; i++)
		if (m.sources[i].is_begun)
			output_say_verdict(&f->writer, &m.sources[i].verdict, m.sources[i].file.name);
	f->now = alone;
	report_judge(&f->report, &f->report.alone);
	verdict_begin(NULL);
	free(m.sources);
}
