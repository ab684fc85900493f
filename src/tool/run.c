/* run.c: begins and ends the parts of a run, opens the inputs, and loops over their events. */
#include "config.h"

#include <errno.h>
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
	struct input_options input; /* options for input_open() */
	uint64_t size; /* total size of all regular files in bytes */
	struct reading alone; /* memory for flow.now without --merge */
	struct parts parts;
	struct progress progress;
};

/* Show how much was read, if that is due. Call this between records. */
static void show_progress(struct run *r)
{
	struct flow *f = &r->flow;

	if (!f->now->in.is_live && progress_due(&r->progress))
		progress_show(&r->progress, f->writer.file.name, input_position(&f->now->in));
}

/* ---- Files ---- */

static void begin_store(struct flow *f)
{
	if (f->storing.store)
		store_begin_input(f->storing.store, f->writer.out.system, f->now->in.is_device, f->now->in.is_device);
}

/* With --follow, begin another file, which may be from another system. Pointers to the old system stay valid. */
static void begin_other(struct flow *f)
{
	struct monread_system *none = flow_new_system(f);

	single_note(&f->storing.single, f->writer.file.name, monread_system_id(f->writer.out.system), f->now->written);
	single_other(&f->storing.single);
	f->now->written = 0;
	if (none)
		monread_system_follow(f->writer.out.system, none);
	monread_system_free(none);
	begin_store(f);
}

/* With --follow: end the old file and begin the next one. NEXT: INPUT_OTHER; INPUT_SAME if it became shorter. */
static void next_file(struct flow *f, enum input_more next)
{
	flow_begin_file(f);
	out_end_file(&f->writer.out);
	/* A data set never continues in the next file, so have the store end it. */
	if (f->storing.store)
		flow_store(f, NULL, 0);
	if (next == INPUT_OTHER)
		begin_other(f);
	f->writer.out.file = NULL;
	f->writer.file.index++;
	/* Keep the intervals for a new file, whose first interval continues the last interval of the old file. */
	if (next != INPUT_OTHER)
		memset(&f->now->intervals, 0, sizeof f->now->intervals);
	f->now->has_system = 0;
	select_begin_file(f->inside.select);
	inside_begin_file(&f->inside, f->writer.out.system, f->writer.file.name);
}

/* Report GAP, a loss of a device. Return 0 if the device can still be read. */
static int lost(struct flow *f, const struct input_gap *gap)
{
	flow_loss(f, gap);
	/* If the connection to *MONITOR ended between two data sets, nothing was lost, so write no mark. */
	if (f->storing.store && (!gap->severed || gap->lost))
		store_lost(f->storing.store, gap->sets, gap->lost, gap->text[0] ? gap->text : strerror(gap->error));
	f->now->broken_off = gap->severed;
	return gap->severed;
}

/* Call this after monread_next() returned NULL: it reads more of the input. Return 0; not 0 if the input has ended. */
static int no_event(struct run *r)
{
	struct flow *f = &r->flow;
	enum input_more more;
	struct input_gap gap;

	show_progress(r);
	service_turn(&f->service, 0);
	more = input_step(&f->now->in, &gap);
	switch (more) {
	case INPUT_FED:
		return 0;
	case INPUT_GAP:
		return lost(f, &gap);
	case INPUT_STOPPED:
	case INPUT_ENDED:
		return -1;
	default:
		next_file(f, more);
		return 0;
	}
}

/* ---- Parts ---- */

/* Begin threads if the order of records does not matter to any option, and SIZE, in bytes, is large enough. Threads of
 * earlier inputs are used again. */
static void begin_parts(struct parts *p, struct flow *f, uint64_t size)
{
	const struct options *o = f->opt;
	struct out *out = &f->writer.out;
	int any_thread_can = f->now->in.is_large && !o->store.file && !f->compare.series && f->inside.select->count == UINT64_MAX;

	if (any_thread_can && !out->pool && (o->format->record || o->format->count) && !o->strict &&
	    (o->jobs || size >= PARALLEL_SIZE))
		out_begin_threads(out, thread_number(o->jobs, JOBS_MAX));
	p->wanted = out->pool && any_thread_can;
	f->now->in.readers = p->wanted ? out->threads : 0;
	p->from = BEGINNING;
	flow_out_of_memory(f);
}

/* At the end of a data set of a pipe, whose size is unknown, begin threads if PARALLEL_SIZE bytes were read. */
static void end_of_set(struct run *r)
{
	show_progress(r);
	if (!r->parts.may_be_large || monread_offset(r->flow.now->in.m) < PARALLEL_SIZE)
		return;
	r->parts.may_be_large = 0;
	begin_parts(&r->parts, &r->flow, PARALLEL_SIZE);
}

/* Return 1 if threads took a part of the input; 0 if the caller must read the next event. */
static int take_part(struct run *r)
{
	struct flow *f = &r->flow;
	const struct table_state *state = &f->writer.out.state;
	struct select *s = f->inside.select;
	struct monread *m = f->now->in.m;
	int taken = 0;

	if (!r->parts.wanted || !f->writer.out.file || monread_offset(m) < r->parts.from)
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
	show_progress(r);
	return taken > 0;
}

/* ---- An input ---- */

/* Return 1 if EV has bytes before the monitor data that the output cannot show: the container in its title is
 * unknown. */
static int is_in_front(const struct flow *f, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_FILLER && !(f->opt->format->wants & OUT_WANTS_FILLER) &&
	       monread_container_found(f->now->in.m) == MONREAD_CONTAINER_AUTO;
}

static void read_input(struct run *r)
{
	struct flow *f = &r->flow;
	const struct monread_ev *ev;
	int end = 0;

	begin_parts(&r->parts, f, r->size);
	r->parts.may_be_large = !f->writer.out.pool && f->opt->jobs == 0;
	while (!f->stop && !end) {
		if (take_part(r))
			continue;
		ev = monread_next(f->now->in.m);
		if (!ev) {
			end = no_event(r) != 0;
		} else if (ev->kind >= MONREAD_BAD) {
			flow_damage(f, ev, ev->text);
		} else {
			if (!f->writer.out.file && is_in_front(f, ev))
				continue;
			if (!f->writer.out.file)
				flow_begin_file(f);
			flow_event(f, ev);
			if (ev->kind == MONREAD_SET_END)
				end_of_set(r);
		}
	}
	out_finish_parts(&f->writer.out, f->now->in.m);
	flow_end_events(f);
	progress_clear(&r->progress);
	report_left_out(&f->report, f->writer.file.name, CLOCK_NEVER);
	if (f->stop || stop_asked() || f->writer.file.index + 1 >= f->writer.file.count)
		service_stopping(&f->service);
	flow_begin_file(f);
	out_end_file(&f->writer.out);
	flow_end_input(f);
}

/* Read the open input f->now->in and close it. */
static void one_input(struct run *r)
{
	struct flow *f = &r->flow;

	if (!f->stop) {
		begin_store(f);
		select_begin_file(f->inside.select);
		inside_begin_file(&f->inside, f->writer.out.system, f->writer.file.name);
		service_ready(&f->service);
		read_input(r);
	}
	progress_next(&r->progress, input_position(&f->now->in));
	input_close(&f->now->in);
	f->writer.file.index++;
}

static void run_input(struct run *r, const char *name)
{
	struct flow *f = &r->flow;

	memset(f->now, 0, sizeof *f->now);
	memset(&f->report.alone, 0, sizeof f->report.alone);
	report_judge(&f->report, &f->report.alone);
	f->writer.file.name = name;
	f->writer.out.file = NULL;
	f->writer.out.system = flow_new_system(f);
	if (f->writer.out.system && single_refuses(&f->storing.single, name))
		f->stop = 1;
	else if (f->writer.out.system && input_open(&f->now->in, name, &r->input) == 0)
		one_input(r);
	monread_system_free(f->writer.out.system);
	f->writer.out.system = NULL;
	output_say_verdict(&f->writer, &f->report.alone, name);
	verdict_begin(NULL);
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
	if (f->writer.file.count == 1)
		diag_note("%s: 0 of %llu record%s selected", f->writer.file.name, n, words_plural(n));
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

	report_left_out(&f->report, f->writer.file.name, clock_now());
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
		merge_read(f, &r->input, &r->progress);
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
	f->report.verdict = &f->report.alone;
	f->report.timed = diag_is_json();
	f->writer.out.before = o->counters != OUT_LEVELS || o->every > 0 ? &f->compare.before : NULL;
	f->writer.file.count = (unsigned)o->nfiles;
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
