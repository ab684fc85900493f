/* run.c: begins and ends the parts of a run, opens the inputs, and loops over their events. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/options.h"
#include "cli/stop.h"
#include "cli/thread.h"
#include "cli/words.h"
#include "out/formats.h"
#include "tool/command.h"
#include "tool/flow.h"

/* Maximum number of threads without --jobs. */
#define JOBS_MAX 8
/* Without --jobs, several threads read if all files together have this size, or after so many bytes of a pipe. */
#define PARALLEL_SIZE (4u * 1024u * 1024u)
/* Number of first bytes of a capture that one thread reads, because the system must not change within a part. */
#define BEGINNING (16u * 1024u)
/* Number of bytes that one thread reads where no part can begin: the reader copies the first bytes of a new block. */
#define STRADDLING (8u * 1024u)
/* Number of bytes that one thread reads after a part that could not be read to its end. */
#define AFTER_DAMAGE (1024u * 1024u)

/* Whether, and from which offset on, several threads read parts of the input. */
struct parts {
	int wanted;       /* 1 if several threads may read parts of this input */
	uint64_t from;    /* offset before which one thread reads the records */
	int may_be_large; /* 1 if end_of_set() is to begin threads after PARALLEL_SIZE bytes */
};

struct run {
	struct flow flow;
	struct input_options input; /* options for opening inputs */
	uint64_t size; /* total size of all regular files in bytes */
	struct reading alone; /* the current input without --merge */
	unsigned opened;      /* number of inputs that were opened, counting the files that --follow goes on with */
	struct parts parts;
	struct progress progress;
};

static int is_parallel(const struct run *r)
{
	return r->parts.wanted && r->flow.writer.out.file;
}

/* ---- Callbacks of the session ---- */

static void run_turn(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct flow *f = &r->flow;
	struct out *out = &f->writer.out;

	f->now = now;
	now->is_named = 1;
	out->system = source->system;
	select_sample(f->inside.select, 0, 0, 0);
	inside_begin_file(&f->inside, source->system, now->file.name);
	if (!f->opt->merge)
		return;
	out_turn(out, &now->file);
	if (f->storing.store)
		store_turn(f->storing.store, source->system);
	if (f->compare.series)
		series_turn(f->compare.series, source->order.number, source->system ? monread_system_id(source->system) : "");
}

static void begin_store(struct flow *f)
{
	int is_device = f->now->source.in.is_device;

	if (f->storing.store)
		store_begin_input(f->storing.store, f->writer.out.system, is_device, is_device);
}

static void begin_parts(struct run *r, uint64_t size);

static int run_begin(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct flow *f = &r->flow;

	source->system = flow_new_system(f);
	if (!source->system)
		return -1;
	now->verdict.is_live = source->in.is_live;
	run_turn(r, source);
	if (!f->opt->merge) {
		begin_store(f);
		select_begin_file(f->inside.select);
		begin_parts(r, r->size);
		r->parts.may_be_large = !f->writer.out.pool && f->opt->jobs == 0;
	} else if (!r->opened) {
		now->file.index = 0;
		out_begin_file(&f->writer.out, &now->file);
	}
	r->opened++;
	service_ready(&f->service);
	return 0;
}

/* With --follow, begin another file, which may be from another system. Pointers to the old system stay valid. */
static void begin_other(struct flow *f)
{
	struct monread_system *none = flow_new_system(f);

	single_note(&f->storing.single, f->now->file.name, monread_system_id(f->writer.out.system), f->now->written);
	single_other(&f->storing.single);
	f->now->written = 0;
	if (none)
		monread_system_follow(f->writer.out.system, none);
	monread_system_free(none);
	begin_store(f);
}

/* With --follow: end the old file and begin the next one. */
static void run_next_file(void *arg, struct session_source *source, enum input_more next)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct flow *f = &r->flow;

	flow_begin_file(f);
	out_end_file(&f->writer.out);
	/* A data set never continues in the next file, so have the store end it. */
	if (f->storing.store)
		flow_store(f, NULL, 0);
	if (next == INPUT_OTHER)
		begin_other(f);
	f->writer.out.file = NULL;
	now->file.index = r->opened++;
	now->has_system = 0;
	select_begin_file(f->inside.select);
	inside_begin_file(&f->inside, f->writer.out.system, now->file.name);
}

static int run_between(void *arg, struct session_source *source)
{
	struct run *r = arg;

	(void)source;
	service_turn(&r->flow.service, 0);
	return 0;
}

static void run_end(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct flow *f = &r->flow;
	struct out *out = &f->writer.out;

	if (!f->opt->merge) {
		out_finish_parts(out, source->in.m);
		progress_clear(&r->progress);
		verdict_say_left_out(&now->verdict, CLOCK_NEVER);
		if (f->stop || stop_asked() || now->file.index + 1 >= now->file.count)
			service_stopping(&f->service);
		flow_begin_file(f);
		out_end_file(out);
	}
	flow_end_input(f);
	if (source->order.left_out)
		diag_verbose("%s: %llu record%s left out: an earlier capture has them", now->file.name,
		             (unsigned long long)source->order.left_out, words_plural(source->order.left_out));
	out->system = NULL;
	monread_system_free(source->system);
	source->system = NULL;
}

static void run_problem(void *arg, struct session_source *source, const struct monread_ev *ev, const char *text)
{
	struct run *r = arg;

	(void)source;
	(void)ev;
	(void)text;
	flow_found_problem(&r->flow);
}

static void begin_session(struct run *r)
{
	struct flow *f = &r->flow;

	f->session = (struct session){
		.calls = { .begin = run_begin, .end = run_end, .turn = run_turn, .next_file = run_next_file,
		           .between = run_between, .problem = run_problem },
		.arg = r, .input = r->input, .progress = &r->progress, .delay = f->compare.series ? SERIES_SAME_SAMPLE : 0
	};
	r->parts.wanted = r->parts.may_be_large = 0;
}

/* Make NOW the state of the input NAME, and add it to the session. */
static void add_input(struct run *r, struct reading *now, const char *name, unsigned index)
{
	struct flow *f = &r->flow;

	now->file = (struct out_file){ .name = name, .index = index, .count = (unsigned)f->opt->nfiles };
	now->verdict.name = name;
	now->source.order.name = name;
	now->source.verdict = &now->verdict;
	session_add(&f->session, &now->source);
}

/* ---- Parts ---- */

/* Begin threads if the order of records does not matter to any option, and SIZE, in bytes, is large enough. Threads of
 * earlier inputs are used again. */
static void begin_parts(struct run *r, uint64_t size)
{
	struct parts *p = &r->parts;
	struct flow *f = &r->flow;
	const struct options *o = f->opt;
	struct out *out = &f->writer.out;
	struct input *in = &f->now->source.in;
	int any_thread_can = in->is_large && !o->store.file && !f->compare.series && f->inside.select->count == UINT64_MAX;

	if (any_thread_can && !out->pool && (o->format->record || o->format->count) && !o->strict &&
	    (o->jobs || size >= PARALLEL_SIZE))
		out_begin_threads(out, thread_number(o->jobs, JOBS_MAX));
	p->wanted = out->pool && any_thread_can;
	in->readers = p->wanted ? out->threads : 0;
	p->from = BEGINNING;
	flow_out_of_memory(f);
}

/* At the end of a data set of a pipe, whose size is unknown, begin threads if PARALLEL_SIZE bytes were read. */
static void end_of_set(struct run *r)
{
	if (!r->parts.may_be_large || monread_offset(r->flow.now->source.in.m) < PARALLEL_SIZE)
		return;
	r->parts.may_be_large = 0;
	begin_parts(r, PARALLEL_SIZE);
}

/* Return 1 if threads took a part of the input; 0 if the caller must read the next event. */
static int take_part(struct run *r)
{
	struct flow *f = &r->flow;
	const struct table_state *state = &f->writer.out.state;
	struct select *s = f->inside.select;
	struct monread *m;
	int taken = 0;

	if (!is_parallel(r))
		return 0;
	m = f->now->source.in.m;
	if (monread_offset(m) < r->parts.from)
		return 0;
	/* Relative times of --since and --until count from the first record, so it must be read before. */
	if (!s->timed || s->started)
		taken = out_take_part(&f->writer.out, m);
	if (taken == 0)
		taken = out_finish_parts(&f->writer.out, m);
	if (taken <= 0) {
		r->parts.from = monread_offset(m) + (taken < 0 ? AFTER_DAMAGE : STRADDLING);
		select_sample(s, state->known, state->dataset, state->first);
	}
	f->stop |= flow_failed(f);
	session_progress(&f->session);
	return taken > 0;
}

/* ---- An input ---- */

/* Return 1 if EV has bytes before the monitor data that the output cannot show: the container in its title is
 * unknown. */
static int is_in_front(const struct flow *f, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_FILLER && !(f->opt->format->wants & OUT_WANTS_FILLER) &&
	       monread_container_found(f->now->source.in.m) == MONREAD_CONTAINER_AUTO;
}

static void take_event(struct run *r, const struct monread_ev *ev)
{
	struct flow *f = &r->flow;

	if (ev->kind >= MONREAD_BAD) {
		flow_damage(f, ev);
		return;
	}
	if (!f->writer.out.file) {
		if (is_in_front(f, ev))
			return;
		flow_begin_file(f);
	}
	if (f->session.again)
		flow_again(f, ev);
	else
		flow_event(f, ev);
	if (ev->kind == MONREAD_SET_END)
		end_of_set(r);
}

/* Note a loss of the device in the store. */
static void store_loss(struct flow *f, const struct input_gap *gap)
{
	/* If the connection to *MONITOR ended between two data sets, nothing was lost, so write no mark. */
	if (f->storing.store && (!gap->severed || gap->lost))
		store_lost(f->storing.store, gap->sets, gap->lost, gap->text);
}

/* Read the inputs of the session. */
static void read_session(struct run *r)
{
	struct flow *f = &r->flow;
	const struct monread_ev *ev;

	session_begin(&f->session);
	while (!f->stop) {
		if (take_part(r))
			continue;
		ev = session_next(&f->session);
		if (!ev)
			break;
		if (f->opt->merge)
			f->now->file.container = monread_container_found(f->now->source.in.m);
		take_event(r, ev);
		if (f->session.loss)
			store_loss(f, f->session.loss);
	}
	if (session_end(&f->session))
		diag_fail("out of memory");
}

static void run_input(struct run *r, const char *name)
{
	struct flow *f = &r->flow;
	struct reading *now = &r->alone;

	memset(now, 0, sizeof *now);
	f->now = now;
	f->writer.out.file = NULL;
	begin_session(r);
	add_input(r, now, name, r->opened);
	verdict_begin(&now->verdict);
	if (single_refuses(&f->storing.single, name))
		f->stop = 1;
	else
		read_session(r);
	output_say_verdict(&f->writer, &now->verdict);
}

/* ---- --merge ---- */

/* Learn the first time and the system of the capture NAME, and add it to the session. Return 1 if it was added; 0 if it
 * cannot be read; -1 if the user asked to stop, or after a message. */
static int look_at(struct run *r, struct reading *now, const char *name)
{
	struct flow *f = &r->flow;
	struct folder_look look;

	verdict_begin(&now->verdict);
	if (folder_look(&look, name, &f->opt->input, 0, f->writer.out.settings.layouts))
		return -1;
	if (!look.is_file)
		diag_fail("%s: is not a regular file, which --merge needs", name);
	if (!look.is_capture && !*look.why) {
		now->verdict.name = name;
		if (diag_is_json())
			verdict_say(&now->verdict);
		memset(now, 0, sizeof *now);
		return 0;
	}
	now->source.order.tod = look.begins.tod;
	memcpy(now->source.order.system_id, look.system, sizeof look.system);
	if (single_refuses_merged(&f->storing.single, name, look.system))
		return -1;
	add_input(r, now, name, 1);
	return 1;
}

static void merge_inputs(struct run *r)
{
	struct flow *f = &r->flow;
	const struct options *o = f->opt;
	struct reading *all = calloc((size_t)o->nfiles + 1, sizeof *all);
	int i, n = 0, rc = all ? 0 : -1;

	if (!all)
		diag_fail("out of memory");
	begin_session(r);
	for (i = 0; i < o->nfiles && rc >= 0; i++) {
		rc = look_at(r, &all[n], o->files[i]);
		n += rc > 0;
	}
	verdict_begin(NULL);
	if (rc >= 0) {
		select_begin_file(f->inside.select);
		if (f->storing.store)
			store_begin_input(f->storing.store, NULL, 0, 0);
		read_session(r);
	}
	service_stopping(&f->service);
	if (r->opened)
		out_end_file(&f->writer.out);
	flow_out_of_memory(f);
	ordered_say_left_out(&f->session.order);
	for (i = 0; i < n; i++)
		if (all[i].is_named)
			output_say_verdict(&f->writer, &all[i].verdict);
	f->now = &r->alone;
	free(all);
}

/* ---- The beginning and the end ---- */

/* The callback ->wait.before: write out the output before a wait for input. Return not 0 to end the run instead. */
static int flush_before_wait(void *arg)
{
	struct run *r = arg;
	struct flow *f = &r->flow;

	out_flush_all(&f->writer.out);
	f->stop = f->stop || flow_failed(f);
	return flow_failed(f);
}

/* Warn if no record was selected, which may be a mistake. */
static void say_selected(const struct flow *f)
{
	unsigned long long n = f->report.records;

	if (!f->writer.out.settings.filtered || f->report.shown || n == 0 || f->inside.asking.failed)
		return;
	if (f->opt->nfiles == 1)
		diag_note("%s: 0 of %llu record%s selected", f->opt->files[0], n, words_plural(n));
	else
		diag_note("0 of %llu record%s selected", n, words_plural(n));
}

/* Set the options of inputs and of the store that depend on other options and on the output. */
static void settle_inputs(struct run *r, struct options *o)
{
	struct flow *f = &r->flow;
	struct input_options *in = &r->input;

	*in = o->input;
	/* Read filler only if records stay in their frames: merged, thinned or anonymized records get new frames. */
	if (!o->merge && !o->anonymize && o->every <= 0 && (o->format->wants & OUT_WANTS_FILLER || o->store.file))
		in->flags |= MONREAD_WANT_FILLER;
	in->wait.before = flush_before_wait;
	in->wait.arg = r;
	/* The run ends if the reader of this pipe ends: the pipe that --write names; without --write, the output. */
	in->wait.output = o->store.file ? descriptor_named(o->store.file) : f->writer.out.main.b.fd;
	in->wait.has_output = in->wait.output >= 0;
	o->store.filtered = f->writer.out.settings.filtered || o->merge || o->every > 0;
	o->store.every = o->every;
	o->store.shown = f->writer.out.main.b.fd;
	o->store.layouts = f->writer.out.settings.layouts;
}

/* The callback ->wait.idle: called each second while a service has nothing to read. */
static void idle(void *arg)
{
	struct run *r = arg;
	struct flow *f = &r->flow;

	verdict_say_left_out(&f->now->verdict, clock_now());
	service_turn(&f->service, 0);
}

static void before_message(void *arg)
{
	struct run *r = arg;

	progress_clear(&r->progress);
	if (r->flow.writer.out.main.b.buf)
		out_flush(&r->flow.writer.out.main.b);
}

static void all_inputs(struct run *r)
{
	struct flow *f = &r->flow;
	const struct options *o = f->opt;
	int i;

	if (service_begin(&f->service, &f->now, &f->storing.store))
		r->input.wait.idle = idle;
	if (storing_begin(&f->storing, o, &r->input, f->writer.out.settings.layouts))
		f->stop = 1;
	if (isatty(STDERR_FILENO))
		diag_flush_before(before_message, r);
	if (select_finished(f->inside.select))
		f->stop = 1;
	if (o->merge)
		merge_inputs(r);
	for (i = 0; !o->merge && i < o->nfiles && !f->stop && !stop_asked(); i++) {
		/* Follow only the last FILE, because its end is only reached when the user asks to stop. */
		r->input.follow = o->input.follow && i + 1 == o->nfiles;
		run_input(r, o->files[i]);
	}
	progress_end(&r->progress);
	diag_flush_before(NULL, NULL);
	if (f->storing.store)
		store_close(f->storing.store);
}

/* Set the callbacks of the output, which threads call, too, and begin it. Return 0, or -1 after a message. */
static int begin_output(struct run *r, struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct flow *f = &r->flow;
	struct out *out = &f->writer.out;

	if (names_table_settle(o, layouts, &out->settings) || inside_begin_rows(&f->inside, &out->settings)) {
		diag_fail("out of memory");
		return -1;
	}
	out->settings.problem = flow_problem;
	out->settings.problem_arg = f;
	out->select = &o->select;
	out->found = flow_found;
	out->found_arg = f;
	out->begin_asking = f->compare.series ? NULL : inside_begin_asking;
	out->end_asking = inside_end_asking;
	return output_show_begin(&f->writer, o, layouts, fd);
}

int run_show(struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct run r;
	struct flow *f = &r.flow;
	int error = 0;

	if (o->duration > 0 && stop_install() == 0)
		stop_after(o->duration);
	memset(&r, 0, sizeof r);
	f->opt = o;
	f->now = &r.alone;
	f->report.timed = diag_is_json();
	f->writer.out.before = o->counters != OUT_LEVELS || o->every > 0 ? &f->compare.before : NULL;
	f->writer.codepage = codepage_named(o->codepage);
	f->inside = (struct inside){ .opt = o, .select = &o->select, .layouts = layouts,
	                             .codepage = f->writer.codepage, .before = &f->compare.before };
	inside_prepare(&f->inside);
	if (!f->writer.codepage || names_table_begin(o, layouts, &f->writer.out.settings, &f->writer.schema) ||
	    names_check(o, layouts, f->writer.schema) || compare_begin(&f->compare, o, layouts)) {
		error = ENOMEM;
	} else if ((!o->anonymize || (f->anonymizer = anonymizer_new(layouts, o->keyfile, o->keep_unknown)) != NULL) &&
	           inside_begin(&f->inside) == 0 && begin_output(&r, o, layouts, fd) == 0) {
		r.size = progress_settle(&r.progress, o, fd);
		settle_inputs(&r, o);
		all_inputs(&r);
		error = output_show_end(&f->writer, o, f->failed);
		say_selected(f);
	}
	anonymizer_free(f->anonymizer);
	inside_done(&f->inside);
	table_schema_free(f->writer.schema);
	monread_codepage_free(f->writer.codepage);
	compare_done(&f->compare);
	return error;
}
