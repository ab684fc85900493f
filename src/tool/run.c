/* run.c: opens an input and handles its events, with several threads if it is large. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/thread.h"
#include "cli/words.h"
#include "out/formats.h"
#include "out/names.h"
#include "port/page.h"

/* Maximum number of threads without --jobs. */
#define JOBS_MAX 8
/* Without --jobs, several threads read if all files together have this size, or after so many bytes of a pipe. */
#define PARALLEL_SIZE (4u * 1024u * 1024u)

static void begin_store(struct run *r)
{
	if (r->storing.store)
		store_begin_input(r->storing.store, r->writer.out.system, r->now->in.is_device, r->now->in.is_device);
}

struct monread_system *run_new_system(struct run *r)
{
	struct monread_system *s = monread_system_new(r->writer.out.settings.layouts);

	if (!s || (r->anonymizer && anonymizer_begin_input(r->anonymizer, r->opt->release))) {
		monread_system_free(s);
		diag_fail("out of memory");
		r->stop = 1;
		return NULL;
	}
	monread_system_set_release(s, r->opt->release);
	return s;
}

/* With --follow, begin another file, which may be from another system. Pointers to the old system stay valid. */
static void begin_other(struct run *r)
{
	struct monread_system *none = run_new_system(r);

	single_note(&r->storing.single, r->writer.file.name, monread_system_id(r->writer.out.system), r->now->written);
	single_other(&r->storing.single);
	r->now->written = 0;
	if (none)
		monread_system_follow(r->writer.out.system, none);
	monread_system_free(none);
	begin_store(r);
}

/* With --follow: end the old file and begin the next one. NEXT: INPUT_OTHER; INPUT_SAME if it became shorter. */
static void next_file(struct run *r, enum input_more next)
{
	run_begin_file(r);
	out_end_file(&r->writer.out);
	/* A data set never continues in the next file, so have the store end it. */
	if (r->storing.store)
		run_store(r, NULL, 0);
	if (next == INPUT_OTHER)
		begin_other(r);
	r->writer.out.file = NULL;
	r->writer.file.index++;
	/* Keep the intervals for a new file, whose first interval continues the last interval of the old file. */
	if (next != INPUT_OTHER)
		memset(&r->now->intervals, 0, sizeof r->now->intervals);
	r->now->has_system = 0;
	select_begin_file(r->selection.select);
	inside_begin_file(&r->selection.inside, r->writer.out.system, r->writer.file.name);
}

/* ---- Events ---- */

/* Number of first bytes of a capture that one thread reads, because the system must not change within a part. */
#define BEGINNING (16u * 1024u)
/* Number of bytes that one thread reads where no part can begin: the reader copies the first bytes of a new block. */
#define STRADDLING (8u * 1024u)
/* Number of bytes that one thread reads after a part that could not be read to its end. */
#define AFTER_DAMAGE (1024u * 1024u)

void run_progress(struct run *r)
{
	if (!r->now->in.is_live && progress_due(&r->report.progress))
		progress_show(&r->report.progress, r->writer.file.name, r->report.others + input_position(&r->now->in));
}

/* Report GAP, a loss of a device. Return 0 if the device can still be read. */
static int lost(struct run *r, const struct input_gap *gap)
{
	run_loss(r, gap);
	/* If the connection to *MONITOR ended between two data sets, nothing was lost, so write no mark. */
	if (r->storing.store && (!gap->severed || gap->lost))
		store_lost(r->storing.store, gap->sets, gap->lost, gap->text[0] ? gap->text : strerror(gap->error));
	r->now->broken_off = gap->severed;
	return gap->severed;
}

int run_no_event(struct run *r)
{
	enum input_more more;
	struct input_gap gap;

	run_progress(r);
	service_turn(&r->report.service, 0);
	more = input_step(&r->now->in, &gap);
	switch (more) {
	case INPUT_FED:
		return 0;
	case INPUT_GAP:
		return lost(r, &gap);
	case INPUT_STOPPED:
	case INPUT_ENDED:
		return -1;
	default:
		next_file(r, more);
		return 0;
	}
}

/* If the capture NAME does not name its system, print this; if IS_ASKED is 0, only with --verbose. */
static void say_system(const struct reading *now, const char *name, int is_asked)
{
	if (now->has_system || !now->records || !now->in.is_at_end || now->in.is_live)
		return;
	(is_asked ? diag_note : diag_verbose)("%s: no D1R4 record, so the system it is from is not known", name);
}

/* With --verbose, print the release of the layouts of monread-fetch-layouts that were used. */
static void say_site(const struct writer *w)
{
	unsigned release = monread_system_release(w->out.system), site = monread_system_site(w->out.system);
	char text[16];

	mr_put_release(text, sizeof text, site ? site : release);
	if (site || release)
		diag_verbose("%s: %ssite layouts of z/VM %s", w->file.name, site ? "" : "no ", text);
	else
		diag_verbose("%s: no site layouts: the capture does not say its release; name it with --release", w->file.name);
}

/* Print the totals of the device NAME. DONE: what happened to the records, "shown" or "selected". */
static void say_counts(const struct reading *now, const char *name, const char *done)
{
	uint64_t records = now->records - now->framing;
	const struct input *in = &now->in;

	diag_note("%s: %llu data set%s, %llu record%s, %llu %s, %llu gap%s, %llu byte%s thrown away", name, in->sets,
	          words_plural(in->sets), (unsigned long long)records, words_plural(records), (unsigned long long)now->shown,
	          done, in->gaps, words_plural(in->gaps), in->lost, words_plural(in->lost));
}

/* ---- Verdicts ---- */

void run_judge(struct report *report, struct verdict *v)
{
	report->verdict = v;
	verdict_begin(v);
}

void run_say_verdict(const struct run *r, struct verdict *v, const char *name)
{
	/* If writing failed, the records were not shown, so the input has failed, too. */
	if (*r->writer.out.main.error || (r->writer.out.main.b.error && r->writer.out.main.b.error != EPIPE)) {
		v->report.status = STATUS_FAILED;
		if (!*v->report.error)
			snprintf(v->report.error, sizeof v->report.error, "%s",
			         *r->writer.out.main.error ? r->writer.out.main.error : strerror(r->writer.out.main.b.error));
	}
	if (diag_is_json())
		verdict_say(v, name);
}

/* ---- Parts ---- */

/* Return 1 if records may be handled by any thread, because no option needs their order. */
static int any_thread_can(const struct run *r)
{
	const struct select *s = r->selection.select;

	return r->now->in.is_large && !r->storing.store && !r->compare.series && s->count == UINT64_MAX;
}

/* Begin threads if several can read this input and SIZE is large enough. Threads of earlier inputs are used again. */
static void begin_threads(struct run *r, uint64_t size)
{
	const struct options *o = r->opt;

	if (r->writer.out.pool || !(o->format->record || o->format->count) || o->strict || !any_thread_can(r))
		return;
	if (o->jobs == 0 && size < PARALLEL_SIZE)
		return;
	out_begin_threads(&r->writer.out, thread_number(o->jobs, JOBS_MAX));
	run_out_of_memory(r);
}

static void begin_parts(struct run *r)
{
	r->parts.wanted = r->writer.out.pool && any_thread_can(r);
	r->now->in.readers = r->parts.wanted ? r->writer.out.threads : 0;
	r->parts.from = BEGINNING;
}

/* At the end of a data set of a pipe, whose size is unknown, begin threads if PARALLEL_SIZE bytes were read. */
static void end_of_set(struct run *r)
{
	if (!r->parts.may_be_large || monread_offset(r->now->in.m) < PARALLEL_SIZE)
		return;
	r->parts.may_be_large = 0;
	begin_threads(r, PARALLEL_SIZE);
	begin_parts(r);
}

/* Return 1 if threads took a part of the input; 0 if the caller must read the next event. */
static int take_part(struct run *r)
{
	const struct table_state *state = &r->writer.out.state;
	struct select *s = r->selection.select;
	struct monread *m = r->now->in.m;
	int taken = 0;

	if (!r->parts.wanted || !r->writer.out.file || monread_offset(m) < r->parts.from)
		return 0;
	/* Relative times of --since and --until count from the first record, so it must be read before. */
	if (!s->timed || s->started)
		taken = out_take_part(&r->writer.out, m);
	if (taken == 0)
		taken = out_finish_parts(&r->writer.out, m);
	if (taken <= 0) {
		r->parts.from = monread_offset(m) + (taken < 0 ? AFTER_DAMAGE : STRADDLING);
		select_sample(s, state->known, state->dataset, state->first);
	}
	if (run_output_failed(r))
		r->stop = 1;
	run_progress(r);
	return taken > 0;
}

/* Return 1 if EV has bytes before the monitor data that the output cannot show: the container in its title is
 * unknown. */
static int is_in_front(const struct run *r, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_FILLER && !(r->opt->format->wants & OUT_WANTS_FILLER) &&
	       monread_container_found(r->now->in.m) == MONREAD_CONTAINER_AUTO;
}

static void read_input(struct run *r)
{
	const struct monread_ev *ev;
	int end = 0;

	begin_parts(r);
	r->parts.may_be_large = !r->writer.out.pool && r->opt->jobs == 0;
	while (!r->stop && !end) {
		if (take_part(r))
			continue;
		ev = monread_next(r->now->in.m);
		if (!ev) {
			end = run_no_event(r) != 0;
		} else if (ev->kind >= MONREAD_BAD) {
			run_damage(r, ev, ev->text);
		} else {
			if (!r->writer.out.file && is_in_front(r, ev))
				continue;
			if (!r->writer.out.file)
				run_begin_file(r);
			run_event(r, ev);
			if (ev->kind == MONREAD_SET_END)
				end_of_set(r);
		}
	}
	out_finish_parts(&r->writer.out, r->now->in.m);
	progress_clear(&r->report.progress);
	run_left_out(&r->report, r->writer.file.name, CLOCK_NEVER);
	if (r->stop || stop_asked() || r->writer.file.index + 1 >= r->writer.file.count)
		service_stopping(&r->report.service);
	run_begin_file(r);
	out_end_file(&r->writer.out);
	run_end_input(r);
}

void run_end_input(struct run *r)
{
	const struct out_format *format = r->writer.out.format;
	const char *name = r->writer.file.name, *done = r->opt->quiet ? "selected" : "shown";
	struct reading *now = r->now;
	char text[INTERVALS_TEXT];

	if (intervals_contradict(&now->intervals, text))
		diag_note("%s: %s", name, text);
	if (!now->records && now->in.is_at_end && r->opt->input.container != MONREAD_CONTAINER_AUTO && folder_is_capture(name))
		diag_note("%s: is a capture in another form; leave out --input-format to detect the form", name);
	say_system(now, name, format == &out_summary_format || (format == &out_none_format && !r->storing.store));
	if (r->anonymizer)
		anonymizer_say(r->anonymizer, name, r->report.verdict->problems > 0);
	if (r->opt->has_site)
		say_site(&r->writer);
	if (r->storing.store && !run_output_failed(r) && !r->storing.gave_up)
		run_store(r, NULL, 0);
	run_out_of_memory(r);
	input_say_losses(&now->in);
	service_input_end(&r->report.service);
	r->failed |= now->in.is_device && (now->broken_off || (now->in.sets == 0 && now->in.gaps > 0));
	if (now->in.is_device)
		say_counts(now, name, done);
	else
		diag_verbose("%s: %s, %llu record%s read, %llu %s", name,
		             out_container_name(monread_container_found(now->in.m)), (unsigned long long)now->records,
		             words_plural(now->records), (unsigned long long)now->shown, done);
	single_note(&r->storing.single, name, monread_system_id(r->writer.out.system), now->written);
	snprintf(r->report.verdict->system, MR_SYSTEM_ID_SIZE, "%s", monread_system_id(r->writer.out.system));
	r->report.records += r->report.verdict->records = now->records - now->framing;
	r->report.shown += r->report.verdict->selected = now->shown;
}

/* ---- An input ---- */

/* Read the open input r->now->in and close it. */
static void one_input(struct run *r)
{
	if (!r->stop) {
		begin_store(r);
		select_begin_file(r->selection.select);
		inside_begin_file(&r->selection.inside, r->writer.out.system, r->writer.file.name);
		begin_threads(r, r->size);
		service_ready(&r->report.service);
		read_input(r);
	}
	progress_next(&r->report.progress, input_position(&r->now->in));
	input_close(&r->now->in);
	r->writer.file.index++;
}

void run_input(struct run *r, const char *name)
{
	memset(r->now, 0, sizeof *r->now);
	memset(&r->report.alone, 0, sizeof r->report.alone);
	run_judge(&r->report, &r->report.alone);
	r->writer.file.name = name;
	r->writer.out.file = NULL;
	r->writer.out.system = run_new_system(r);
	if (r->writer.out.system && single_refuses(&r->storing.single, name))
		r->stop = 1;
	else if (r->writer.out.system && input_open(&r->now->in, name, &r->input) == 0)
		one_input(r);
	monread_system_free(r->writer.out.system);
	r->writer.out.system = NULL;
	run_say_verdict(r, &r->report.alone, name);
	verdict_begin(NULL);
}
