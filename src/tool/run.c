/* run.c: passes each event of the inputs to the selection, the comparison, the output and the
 * store. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/thread.h"
#include "tool/command.h"
#include "tool/run.h"
#include "tool/output.h"

/* Without --jobs: maximum number of threads, and minimum total bytes of the inputs for more than
 * one thread. */
#define JOBS_MAX 8
#define PARALLEL_SIZE (4u * 1024u * 1024u)
/* A single thread reads this many bytes at the beginning of a capture. They usually contain the
 * name of the system, which must not change within a part that several threads read. */
#define BEGINNING (16u * 1024u)
/* A single thread reads this many bytes if no part for several threads can begin at the current
 * offset. */
#define STRADDLING (8u * 1024u)
/* A single thread reads this many bytes from the beginning of a damaged part on. */
#define AFTER_DAMAGE (1024u * 1024u)

/* Tells if several threads may read the current input, and from which offset on. */
struct parts {
	int wanted; /* 1: several threads may read this input */
	uint64_t from;    /* a single thread reads the input up to this offset */
	int may_be_large; /* 1: end_of_set() begins threads if the input becomes large */
};

struct run {
	const struct options *opt;
	struct session session;
	struct reading *now;
	struct inside inside;
	struct compare compare;
	struct writer writer;
	struct storing storing;
	struct service service;
	struct anonymizer *anonymizer; /* NULL: no --anonymize */
	int timed; /* 1: --messages=json prints the times of the first and last record */
	/* records: number of records in all inputs, without end-of-frame records; shown: number of
	 * selected records */
	uint64_t records, shown;
	int failed; /* 1: a device failed, or all data of a device was lost */
	int stop; /* 1: end the run */
	struct input_options input;
	uint64_t size; /* total bytes of the inputs that are regular files */
	/* inputs: list of the inputs in the order of session_add(); end: where the next input is
	 * added */
	struct reading *inputs, **end;
	struct reading none; /* ->now points to this while no input is read */
	unsigned opened; /* inputs opened so far, including files that --follow found */
	struct parts parts;
	struct progress progress;
};

static int run_failed(struct run *r)
{
	return output_failed(r->opt, &r->writer, r->now->source.in.is_live);
}

/* If HAPPENED is not 0, report that memory ran out, and end the run. */
static inline void run_no_memory(struct run *r, int happened)
{
	if (!happened)
		return;
	out_no_memory(&r->writer.out.main);
	r->stop = 1;
}

/* End the run if layouts are missing because memory ran out: their records would be shown as
 * unknown. */
static void check_layouts(struct run *r)
{
	run_no_memory(r, monread_layouts_failed(r->inside.layouts));
}

static struct monread_system *run_new_system(struct run *r)
{
	struct monread_system *s = monread_system_new(r->inside.layouts);

	if (!s || (r->anonymizer && anonymizer_begin_input(r->anonymizer, r->opt->release))) {
		monread_system_free(s);
		diag_no_memory();
		r->stop = 1;
		return NULL;
	}
	monread_system_set_release(s, r->opt->release);
	return s;
}

/* Show the title line of the current input, unless it was already shown. The title line names the
 * container, which is known only after the first event. */
static void run_begin_file(struct run *r)
{
	if (r->writer.out.file)
		return;
	r->now->file.container = monread_container_found(r->now->source.in.m);
	out_begin_file(&r->writer.out, &r->now->file);
	if (r->compare.series)
		series_begin_file(r->compare.series);
}

/* With --write, pass the event EV (NULL: the input has ended) to the store. SHOWN: 1 if EV is
 * selected. */
static void run_store(struct run *r, const struct monread_ev *ev, int shown)
{
	const char *why = NULL;

	if (r->storing.store)
		why = storing_event(&r->storing, ev, shown, &r->service, &r->writer.out.main.b);
	if (!why)
		return;
	storing_give_up(&r->storing, &r->session, why);
	r->stop = 1;
}

/* ---- Damage ---- */

static void run_stop_if_strict(struct run *r)
{
	if (!r->opt->run.strict)
		return;
	diag_note("%s: stopped at the first damage (--strict)", r->now->file.name);
	r->stop = 1;
}

static void run_found_contents(void *arg, const struct monread_ev *ev, const char *text)
{
	struct run *r = arg;

	verdict_problem(&r->now->verdict, VERDICT_CONTENTS, ev, text);
	run_stop_if_strict(r);
}

/* Handle the event EV, which is damage or a gap that a message has reported. */
static void run_damage(struct run *r, const struct monread_ev *ev)
{
	run_begin_file(r);
	if (r->compare.series && !intervals_is_gap(ev))
		series_lost(r->compare.series);
	out_damage(&r->writer.out, ev);
	if (r->storing.store && ev->kind == MONREAD_BAD)
		store_damage(r->storing.store, ev);
}

static void run_judge(struct run *r, const struct monread_ev *ev)
{
	char ipl[INTERVALS_TEXT];
	const struct monread_ev *gap = session_judge(&r->session, ev, ipl);

	if (gap)
		run_damage(r, gap);
	if (*ipl)
		diag_note("%s: %s", r->now->file.name, ipl);
}

/* ---- Records ---- */

static void pass(struct run *r, const struct monread_ev *ev, int is_shown)
{
	if ((is_shown ? out_show : out_pass)(&r->writer.out, ev) && run_failed(r))
		r->stop = 1;
}

/* Count the record EV, which is not repeated configuration. */
static inline void count_record(struct run *r, const struct monread_ev *ev)
{
	struct reading *now = r->now;

	now->records++;
	if (r->timed)
		verdict_times(&now->verdict.first, &now->verdict.last, ev);
	if (!intervals_concerns(ev))
		return;
	now->framing += ev->domain == 1 && ev->record == 13;
	now->has_system |= ev->domain == 1 && ev->record == 4;
	run_judge(r, ev);
}

/* The callback ->found of struct out, which gets the results of a thread. */
static void run_found_part(void *arg, const struct out_found *part, const struct out_noted *n)
{
	struct run *r = arg;
	struct reading *now = r->now;
	struct verdict *v = &now->verdict;

	if (n) {
		run_judge(r, &n->ev);
		return;
	}
	now->records += part->records;
	now->shown += part->shown;
	now->framing += part->framing;
	if (part->last) {
		v->first = v->first ? v->first : part->first;
		v->last = part->last;
	}
	now->has_system |= part->has_system;
	input_passed(&now->source.in, part->end);
}

/* End the run if a condition, such as --where, had an error, which would occur again for each
 * record. */
static void check_selection(struct run *r)
{
	r->stop |= r->inside.asking.failed;
	run_no_memory(r, r->inside.no_memory);
}

/* If the record EV is selected, show EV and return 1. Else return 2 if --write stores EV because EV
 * is configuration, or 0. */
static inline int take(struct run *r, const struct monread_ev *ev)
{
	struct inside *in = &r->inside;
	int shown, kept;

	inside_record(in, ev);
	shown = select_record(in->select, ev);
	kept = !shown && r->opt->store.file && inside_keeps(in, ev);
	if (in->asking.failed)
		check_selection(r);
	r->now->shown += shown != 0;
	pass(r, ev, shown);
	if (shown && select_finished(in->select))
		r->stop = 1;
	if (shown)
		return 1;
	return kept ? 2 : 0;
}

/* Compare EV with the previous record of the same instance, such as a user. Return 0 if --every
 * leaves out EV; else 1. */
static int run_compare(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	int shown = compare_record(c, r->writer.out.system, ev);

	run_no_memory(r, shown < 0);
	if (c->is_thinned && r->storing.store)
		store_thinned(r->storing.store);
	c->is_thinned = 0;
	if (shown > 0 && c->before.apart)
		session_apart(&r->session, r->session.now, ev);
	return shown > 0;
}

static inline int record(struct run *r, const struct monread_ev *ev)
{
	int shown = !r->compare.series || run_compare(r, ev);

	if (shown) {
		shown = take(r, ev);
	} else {
		inside_record(&r->inside, ev);
		pass(r, ev, 0);
	}
	count_record(r, ev);
	return shown;
}

static int is_raw(const struct run *r)
{
	return r->opt->format == &out_raw_format;
}

/* Handle the configuration record EV, which --write repeated at the beginning of a file: learn the
 * system from EV and, with --all, show EV. Return 1 if the store must get EV. */
static int repeated(struct run *r, const struct monread_ev *ev)
{
	int wanted = !monread_is_mark(ev->bytes, ev->length) &&
	             !select_excludes(r->inside.select, ev->domain, ev->record) &&
	             inside_is_of_system(&r->inside, ev);

	check_selection(r);
	r->now->has_system |= ev->domain == 1 && ev->record == 4;
	run_judge(r, ev);
	if (r->compare.series)
		run_no_memory(r, compare_repeated(&r->compare, r->writer.out.system, ev));
	if (is_raw(r))
		pass(r, ev,
		     wanted && select_number(r->inside.select, ev->domain, ev->record));
	else if (r->opt->select.all)
		take(r, ev);
	else
		pass(r, ev, 0);
	return wanted;
}

static void note_stored(struct run *r)
{
	const struct reading *now = r->now;

	single_note(&r->storing.single, now->file.name, monread_system_id(now->source.system),
	            now->written);
}

/* If EV is a D1R4 record, show later times in the time zone that EV gives. */
static void run_zone(struct run *r, const struct monread_ev *ev)
{
	struct reading *now = r->now;

	if (ev->kind != MONREAD_RECORD || ev->domain != 1 || ev->record != 4)
		return;
	now->zone = intervals_zone(now->source.system, ev);
	out_set_zone(&r->writer.out, now->zone);
}

static void run_event(struct run *r, const struct monread_ev *ev)
{
	int shown = 0, failed = 0;

	if (r->opt->shown.time == OUT_TIME_SYSTEM)
		run_zone(r, ev);
	if (r->anonymizer) {
		ev = anonymizer_event(r->anonymizer, ev, &failed);
		run_no_memory(r, failed);
		if (!ev)
			return;
	}
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED)
		shown = repeated(r, ev);
	else if (ev->kind == MONREAD_RECORD)
		shown = record(r, ev);
	else
		pass(r, ev, 0);
	/* Repeated configuration is stored only before other records, so it does not count as
	 * written. */
	r->now->written |= shown && (!(ev->flags & MONREAD_REPEATED) || is_raw(r));
	run_store(r, ev, shown);
	if (ev->kind != MONREAD_SET_END)
		return;
	note_stored(r);
	/* Let users see live data at once. */
	if (r->now->source.in.is_live && output_show_set(&r->writer, r->opt) && run_failed(r))
		r->stop = 1;
}

/* ---- The end of an input ---- */

static void run_end_input(struct run *r)
{
	struct reading *now = r->now;
	const struct input *in = &now->source.in;
	struct verdict *v = &now->verdict;

	reading_say_facts(now, r->opt);
	if (r->anonymizer)
		anonymizer_say(r->anonymizer, now->file.name, v->problems > 0);
	if (!run_failed(r) && !r->storing.gave_up)
		run_store(r, NULL, 0);
	check_layouts(r);
	verdict_say_left_out(v, CLOCK_NEVER);
	service_input_end(&r->service);
	r->failed |= now->source.is_severed || (in->is_device && in->sets == 0 && v->gaps > 0);
	snprintf(v->system, sizeof v->system, "%s", monread_system_id(now->source.system));
	v->records = now->records - now->framing;
	v->selected = now->shown;
	reading_say_counts(now, r->opt->quiet || r->writer.left_out ? "selected" : "shown");
	r->records += v->records;
	r->shown += v->selected;
	note_stored(r);
}

/* ---- Parts ---- */

/* Begin threads if no option needs the records in order, and SIZE, the total bytes of the inputs,
 * is at least PARALLEL_SIZE or --jobs is given. */
static void begin_parts(struct run *r, uint64_t size)
{
	struct parts *p = &r->parts;
	const struct options *o = r->opt;
	struct out *out = &r->writer.out;
	struct input *in = &r->now->source.in;
	int any_thread_can = in->is_large && !o->store.file && !r->compare.series &&
	                     o->shown.time != OUT_TIME_SYSTEM &&
	                     r->inside.select->count == UINT64_MAX;

	if (any_thread_can && !out->pool && !o->run.strict &&
	    (o->run.jobs || size >= PARALLEL_SIZE))
		out_begin_threads(out, thread_number(o->run.jobs, JOBS_MAX));
	p->wanted = out->pool && any_thread_can;
	in->readers = p->wanted ? out->threads : 0;
	p->from = BEGINNING;
	check_layouts(r);
}

/* Begin threads when an input of unknown size, such as a pipe, has become large. */
static void end_of_set(struct run *r)
{
	if (!r->parts.may_be_large || monread_offset(r->now->source.in.m) < PARALLEL_SIZE)
		return;
	r->parts.may_be_large = 0;
	begin_parts(r, PARALLEL_SIZE);
}

/* Let threads read a part of the input, if possible. Return 1, or 0 if no part was read and the
 * caller must read an event. */
static inline int take_part(struct run *r)
{
	const struct table_state *state = &r->writer.out.state;
	struct select *s = r->inside.select;
	struct monread *m;
	int taken = 0;

	if (!r->parts.wanted || !r->writer.out.file)
		return 0;
	m = r->now->source.in.m;
	if (monread_offset(m) < r->parts.from)
		return 0;
	/* Relative times of --since and --until count from the first record: wait for this
	 * record. */
	if (!s->timed || s->started)
		taken = out_take_part(&r->writer.out, m);
	if (taken == 0)
		taken = out_finish_parts(&r->writer.out, m);
	if (taken <= 0) {
		r->parts.from = monread_offset(m) + (taken < 0 ? AFTER_DAMAGE : STRADDLING);
		select_sample(s, state->known, state->dataset, state->first);
	}
	r->stop |= run_failed(r);
	session_progress(&r->session);
	return taken > 0;
}

/* ---- Callbacks of the session ---- */

static void run_turn(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct out *out = &r->writer.out;

	r->now = now;
	now->is_begun = 1;
	out->system = source->system;
	out_set_zone(out, now->zone);
	select_sample(r->inside.select, 0, 0, 0);
	inside_begin_file(&r->inside, source->system, now->file.name);
	if (!out->settings.merged)
		return;
	out_turn(out, &now->file);
	if (r->storing.store)
		store_turn(r->storing.store, source->system);
	if (r->compare.series)
		series_turn(r->compare.series, source->number,
		            source->system ? monread_system_id(source->system) : "");
}

static void begin_store(struct run *r)
{
	int is_device = r->now->source.in.is_device;

	if (r->storing.store)
		store_begin_input(r->storing.store, r->writer.out.system, is_device, is_device);
}

static int run_begin(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;

	source->system = run_new_system(r);
	if (!source->system)
		return -1;
	now->verdict.is_live = source->in.is_live;
	now->file.name = source->name;
	run_turn(r, source);
	if (!r->writer.out.settings.merged) {
		begin_store(r);
		select_begin_file(r->inside.select);
		begin_parts(r, r->size);
		r->parts.may_be_large = !r->writer.out.pool && r->opt->run.jobs == 0;
	} else if (!r->opened) {
		now->file.index = 0;
		out_begin_file(&r->writer.out, &now->file);
	}
	output_hold(&r->writer, source->in.is_device && r->storing.store);
	r->opened++;
	service_ready(&r->service);
	return 0;
}

/* With --follow, begin another file that continues the current input. Other modules have pointers
 * to the struct monread_system of the input, so keep this structure. */
static void begin_other(struct run *r)
{
	struct monread_system *none = run_new_system(r);

	note_stored(r);
	/* The new file may have the same name as the old file, so messages need another name for
	 * the old one. */
	r->storing.single.name = "the file that it replaced";
	r->now->written = 0;
	if (none)
		monread_system_follow(r->writer.out.system, none);
	monread_system_free(none);
	begin_store(r);
}

static void run_next_file(void *arg, struct session_source *source, enum input_more next)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct out *out = &r->writer.out;

	run_begin_file(r);
	out_end_file(out);
	run_store(r, NULL, 0); /* a data set does not continue in the next file */
	if (next == INPUT_OTHER)
		begin_other(r);
	now->file.name = source->name;
	now->file.index = r->opened++;
	now->has_system = 0;
	if (!out->settings.merged) {
		out->file = NULL;
		select_begin_file(r->inside.select);
		inside_begin_file(&r->inside, out->system, now->file.name);
		return;
	}
	out->file_shown = NULL;
	source->number = r->opened;
	run_turn(r, source);
}

static int run_between(void *arg, struct session_source *source)
{
	struct run *r = arg;

	(void)source;
	service_turn(&r->service, 0);
	return 0;
}

static void run_end(void *arg, struct session_source *source)
{
	struct reading *now = (struct reading *)source;
	struct run *r = arg;
	struct out *out = &r->writer.out;
	const struct monread_ev *gap;

	output_hold(&r->writer, 0);
	if (!r->opt->merge)
		out_finish_parts(out, source->in.m);
	gap = session_judge_end(&r->session, 0);
	if (gap)
		run_damage(r, gap);
	if (!r->opt->merge) {
		progress_clear(&r->progress);
		verdict_say_left_out(&now->verdict, CLOCK_NEVER);
		if (r->stop || stop_asked() || now->file.index + 1 >= now->file.count)
			service_stopping(&r->service);
		run_begin_file(r);
		out_end_file(out);
	}
	run_end_input(r);
	out->system = NULL;
	monread_system_free(source->system);
	source->system = NULL;
}

static void run_problem(void *arg, struct session_source *source, const struct monread_ev *ev,
                        const char *text)
{
	struct run *r = arg;

	(void)source;
	(void)ev;
	(void)text;
	run_stop_if_strict(r);
}

static struct reading *new_input(struct run *r, const char *name)
{
	struct reading *now = calloc(1, sizeof *now);

	if (!now) {
		diag_no_memory();
		return NULL;
	}
	*r->end = now;
	r->end = &now->next;
	now->file.name = name;
	now->file.index = r->opened;
	now->file.count = (unsigned)r->opt->nfiles;
	now->file.intervals = &now->source.intervals;
	now->verdict.name = name;
	now->source.name = name;
	now->source.verdict = &now->verdict;
	return now;
}

/* Add the capture NAME, which --follow found in a directory. */
static int run_join(void *arg, const char *name)
{
	struct run *r = arg;
	struct reading *now = new_input(r, name);

	if (now)
		session_add(&r->session, &now->source);
	return now ? 0 : -1;
}

static void begin_session(struct run *r)
{
	r->session = (struct session){
		.calls = {
			.begin = run_begin,
			.end = run_end,
			.turn = run_turn,
			.next_file = run_next_file,
			.join = r->opt->found.has_many ? run_join : NULL,
			.between = run_between,
			.problem = run_problem,
		},
		.arg = r,
		.input = r->input,
		.progress = &r->progress,
		.delay = r->compare.series ? SERIES_SAME_SAMPLE : 0,
	};
	r->parts.wanted = r->parts.may_be_large = 0;
}

/* ---- An input ---- */

/* Return 1 if EV is filler before the first monitor data, where the container is not known yet. */
static int is_in_front(const struct run *r, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_FILLER && !(r->opt->format->wants & OUT_WANTS_FILLER) &&
	       monread_container_found(r->now->source.in.m) == MONREAD_CONTAINER_AUTO;
}

static void take_damage(struct run *r, const struct monread_ev *ev)
{
	const struct input_gap *loss = r->session.loss;

	run_damage(r, ev);
	/* After a whole data set, the end of the connection to *MONITOR loses nothing. */
	if (loss && r->storing.store && (!loss->severed || loss->lost))
		store_lost(r->storing.store, loss->sets, loss->lost, loss->text);
}

static inline void take_event(struct run *r, const struct monread_ev *ev)
{
	if (ev->kind != MONREAD_RECORD && r->writer.out.settings.merged)
		r->now->file.container = monread_container_found(r->now->source.in.m);
	if (ev->kind >= MONREAD_BAD) {
		take_damage(r, ev);
		return;
	}
	if (!r->writer.out.file) {
		if (is_in_front(r, ev))
			return;
		run_begin_file(r);
	}
	if (r->session.again) {
		/* An earlier input of --merge also had the record EV: only count EV. */
		inside_record(&r->inside, ev);
		pass(r, ev, 0);
		count_record(r, ev);
	} else {
		run_event(r, ev);
	}
	if (ev->kind == MONREAD_SET_END)
		end_of_set(r);
}

static void read_session(struct run *r)
{
	const struct monread_ev *ev;

	session_begin(&r->session);
	while (!r->stop) {
		if (take_part(r))
			continue;
		ev = session_next(&r->session);
		if (!ev)
			break;
		take_event(r, ev);
	}
	if (session_end(&r->session))
		diag_no_memory();
}

static void end_inputs(struct run *r)
{
	struct reading *now = r->inputs;

	for (; now; now = r->inputs) {
		if (now->is_begun)
			output_say_verdict(&r->writer, &now->verdict);
		r->inputs = now->next;
		free(now);
	}
	r->end = &r->inputs;
	r->now = &r->none;
}

static void run_input(struct run *r, const char *name)
{
	struct reading *now = new_input(r, name);

	if (!now) {
		r->stop = 1;
		return;
	}
	r->now = now;
	now->is_begun = 1;
	r->writer.out.file = NULL;
	begin_session(r);
	session_add(&r->session, &now->source);
	verdict_begin(&now->verdict);
	if (single_refuses(&r->storing.single, name)) {
		r->stop = 1;
		session_end(&r->session);
	} else {
		read_session(r);
	}
	end_inputs(r);
}

/* ---- --merge ---- */

/* Add the capture NAME to the session, unless a message has said why NAME cannot be read. Return 0,
 * or -1 if the run must end. */
static int look_at(struct run *r, const char *name)
{
	struct reading *now = new_input(r, name);
	struct folder_look look;

	if (!now)
		return -1;
	verdict_begin(&now->verdict);
	if (folder_look(&look, name, &r->opt->input, 0, r->writer.out.settings.layouts))
		return -1;
	if (!look.is_file)
		diag_fail("%s: is not a regular file, which --merge needs", name);
	if (!look.is_capture && !*look.why) {
		if (diag_is_json())
			verdict_say(&now->verdict);
		return 0;
	}
	now->file.index = 1;
	now->source.tod = look.begins.tod;
	memcpy(now->source.system_id, look.system, sizeof look.system);
	if (single_refuses_merged(&r->storing.single, name, look.system))
		return -1;
	session_add(&r->session, &now->source);
	return 0;
}

static void merge_inputs(struct run *r)
{
	const struct options *o = r->opt;
	int i, rc = 0;

	begin_session(r);
	for (i = 0; i < o->nfiles && !rc; i++)
		rc = look_at(r, o->files[i]);
	verdict_begin(NULL);
	if (!rc) {
		select_begin_file(r->inside.select);
		if (r->storing.store)
			store_begin_input(r->storing.store, NULL, 0, 0);
		read_session(r);
	} else {
		session_end(&r->session);
	}
	service_stopping(&r->service);
	if (r->opened)
		out_end_file(&r->writer.out);
	check_layouts(r);
	session_say_left_out(&r->session);
	end_inputs(r);
}

/* ---- The beginning and the end ---- */

/* Write the output before the run waits for input. Return 1 if the run must end instead of
 * waiting. */
static int flush_before_wait(void *arg)
{
	struct run *r = arg;

	out_flush_all(&r->writer.out);
	r->stop = r->stop || run_failed(r);
	return run_failed(r);
}

/* Warn if no record was selected: the options may be a mistake. */
static void say_selected(const struct run *r)
{
	unsigned long long n = r->records;
	const struct select_range *unknown;

	if (!r->writer.out.settings.filtered || r->shown || n == 0 || r->inside.asking.failed)
		return;
	if (r->opt->nfiles == 1)
		diag_note("%s: 0 of %llu record%s selected", r->opt->files[0], n, mr_plural(n));
	else
		diag_note("0 of %llu record%s selected", n, mr_plural(n));
	unknown = select_undescribed(r->inside.select);
	if (unknown)
		diag_note("no layout describes D%dR%u; see monread --tables", unknown->domain,
		          unknown->low);
}

/* Set options of the inputs and of the store that depend on other options and on the output. */
static void settle_inputs(struct run *r, struct options *o)
{
	struct input_options *in = &r->input;

	*in = o->input;
	/* Merged, thinned or anonymized records are written in new frames, so filler is not
	 * needed. */
	if (!o->merge && !o->anonymize.wanted && o->store.every <= 0 &&
	    (o->format->wants & OUT_WANTS_FILLER || o->store.file))
		in->flags |= MONREAD_WANT_FILLER;
	in->wait.before = flush_before_wait;
	in->wait.arg = r;
	/* The run ends when the program that reads the output closes the pipe. */
	in->wait.output = o->store.file ? descriptor_named(o->store.file) : r->writer.out.main.b.fd;
	in->wait.has_output = in->wait.output >= 0;
	o->store.filtered = r->writer.out.settings.filtered || o->merge || o->store.every > 0;
	o->store.inputs = o->files;
	o->store.ninputs = o->nfiles;
	o->store.shown = r->writer.out.main.b.fd;
	o->store.layouts = r->writer.out.settings.layouts;
}

static void idle(void *arg)
{
	struct run *r = arg;

	verdict_say_left_out(&r->now->verdict, clock_now());
	service_turn(&r->service, 0);
}

static void run_before_message(void *arg)
{
	struct run *r = arg;

	progress_clear(&r->progress);
	if (r->writer.out.main.b.buf)
		out_flush(&r->writer.out.main.b);
}

static void all_inputs(struct run *r)
{
	const struct options *o = r->opt;
	int i;

	if (service_begin(&r->service, &r->now, &r->storing.store))
		r->input.wait.idle = idle;
	if (storing_begin(&r->storing, o, &r->input, r->writer.out.settings.layouts))
		r->stop = 1;
	if (isatty(STDERR_FILENO))
		diag_flush_before(run_before_message, r);
	if (select_finished(r->inside.select))
		r->stop = 1;
	if (o->merge)
		merge_inputs(r);
	for (i = 0; !o->merge && i < o->nfiles && !r->stop && !stop_asked(); i++) {
		/* Follow only the last FILE, which ends when the user asks to stop. */
		r->input.follow = o->input.follow && i + 1 == o->nfiles;
		run_input(r, o->files[i]);
	}
	progress_end(&r->progress);
	diag_flush_before(NULL, NULL);
	if (r->storing.store)
		store_close(r->storing.store);
}

static int begin_output(struct run *r, struct options *o, const struct monread_layouts *layouts,
                        int fd)
{
	struct out *out = &r->writer.out;

	if (o->anonymize.wanted) {
		r->anonymizer = anonymizer_new(layouts, o->anonymize.keyfile,
		                               o->anonymize.keep_unknown);
		if (!r->anonymizer)
			return -1;
	}
	if (inside_begin(&r->inside))
		return -1;
	if (names_table_settle(o, layouts, &out->settings) ||
	    inside_begin_rows(&r->inside, &out->settings))
		return diag_no_memory();
	out->settings.problem = run_found_contents;
	out->settings.problem_arg = r;
	out->select = &o->select;
	out->found = run_found_part;
	out->found_arg = r;
	out->begin_asking = r->compare.series ? NULL : inside_begin_asking;
	out->end_asking = inside_end_asking;
	return output_show_begin(&r->writer, o, layouts, fd);
}

int run_show(struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct run all, *r = &all;
	int error = 0;

	if (o->run.duration > 0 && stop_install() == 0)
		stop_after(o->run.duration);
	memset(r, 0, sizeof *r);
	r->opt = o;
	r->now = &r->none;
	r->end = &r->inputs;
	r->timed = diag_is_json();
	if (o->shown.counters != OUT_LEVELS || o->store.every > 0)
		r->writer.out.before = &r->compare.before;
	r->writer.codepage = codepage_named(o->shown.codepage);
	r->inside = (struct inside){ .opt = o, .select = &o->select, .layouts = layouts,
	                             .codepage = r->writer.codepage, .before = &r->compare.before };
	inside_prepare(&r->inside);
	if (!r->writer.codepage ||
	    names_table_begin(o, layouts, &r->writer.out.settings, &r->writer.schema) ||
	    names_check(o, layouts, r->writer.schema) || compare_begin(&r->compare, o, layouts)) {
		error = ENOMEM;
	} else if (begin_output(r, o, layouts, fd) == 0) {
		r->size = progress_settle(&r->progress, o, fd);
		settle_inputs(r, o);
		all_inputs(r);
		error = output_show_end(&r->writer, o, r->failed);
		say_selected(r);
	}
	anonymizer_free(r->anonymizer);
	inside_done(&r->inside);
	table_schema_free(r->writer.schema);
	monread_codepage_free(r->writer.codepage);
	compare_done(&r->compare);
	return error;
}
