/* run.c: the loop over the events of an input. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/thread.h"
#include "cli/words.h"
#include "out/formats.h"
#include "out/names.h"
#include "port/page.h"
#include "tool/privileges.h"

/* Without --jobs at most so many threads are started. */
#define JOBS_MAX 8

static void end_file(struct run *r)
{
	compare_end_file(r);
	if (r->out.file)
		out_end_file(&r->out);
}

static void begin_whole(struct run *r, enum input_next next)
{
	/* The first interval of another file goes on where the file before it ended. */
	if (next != INPUT_OTHER)
		memset(&r->now.intervals, 0, sizeof r->now.intervals);
	r->now.has_system = r->now.whole = 0;
	r->now.identity = 0;
}

static void begin_store(struct run *r)
{
	if (r->store)
		store_begin_input(r->store, r->out.system, r->now.in.is_device, r->now.in.is_device);
}

/* Nothing is known of the system any more.  What has a pointer to it keeps that. */
static void forget_system(struct run *r)
{
	struct monread_system *none = monread_system_new(r->out.settings.layouts);

	if (!none) {
		diag_fail("out of memory");
		r->stop = 1;
		return;
	}
	monread_system_set_release(none, r->opt->release);
	monread_system_follow(r->out.system, none);
	monread_system_free(none);
}

/* --follow: another file may be of another system. */
static void begin_other(struct run *r)
{
	const char *id = monread_system_id(r->out.system);

	single_note(r, r->file.name);
	single_other(r);
	if (*id)
		snprintf(r->now.before, sizeof r->now.before, "%s", id);
	r->now.written = 0;
	forget_system(r);
	begin_store(r);
}

/* --follow: the name belongs to another file now, or this one goes on elsewhere. */
static void next_file(struct run *r, enum input_next next)
{
	run_begin_file(r);
	end_file(r);
	/* A data set does not go on in the next file. */
	if (r->store)
		run_store(r, NULL, 0);
	if (next == INPUT_OTHER)
		begin_other(r);
	r->out.file = NULL;
	r->file.index++;
	begin_whole(r, next);
	select_begin_file(&r->opt->select);
	inside_begin_file(r);
}

/* ---- Events ---- */

/* What follows a part that is not whole is read record by record for a while. */
#define AFTER_DAMAGE (1024u * 1024u)
/* So is the beginning of a capture: its first records tell the system, and what threads know of that does not change in a
 * part. */
#define BEGINNING (16u * 1024u)
/* And what was left of the bytes before those that were fed, which is copied with the front of these. */
#define STRADDLING (8u * 1024u)

/* N bytes on, a part may begin inside of a set. */
static void may_begin_inside(struct run *r, uint64_t n)
{
	uint64_t at = monread_offset(r->now.in.m) + n;

	r->inside_from = at > r->from ? at : r->from;
}

void run_progress(struct run *r)
{
	if (!r->now.in.is_live && progress_due(&r->progress))
		progress_show(&r->progress, r->file.name, r->others + input_position(&r->now.in));
}

/* There is no more to be fed, but the reader waited for what tells what the last bytes are: that there is none does, too. */
static int decide(struct run *r)
{
	if (r->stop || r->now.decided || !monread_undecided(r->now.in.m))
		return -1;
	r->now.decided = 1;
	return monread_feed(r->now.in.m, NULL, 0) ? -1 : 0;
}

/* The reader needs more data.  0: it has some. */
static int feed(struct run *r)
{
	struct input_gap gap;

	run_progress(r);
	service_turn(r, 0);
	switch (input_more(&r->now.in, &gap)) {
	case INPUT_FED:
		may_begin_inside(r, STRADDLING);
		r->try_part = r->out.file != NULL;
		return 0;
	case INPUT_GAP:
		run_loss(r, &gap);
		/* If the connection ends between data sets, nothing is known to be lost. */
		if (r->store && (!gap.severed || gap.lost))
			thin_lost(r, gap.sets, gap.lost, gap.text[0] ? gap.text : strerror(gap.error));
		r->now.broken_off = gap.severed;
		return gap.severed;
	default:
		return decide(r);
	}
}

int run_no_event(struct run *r)
{
	enum input_next next;

	switch (monread_code(r->now.in.m)) {
	case MONREAD_AGAIN:
		return feed(r);
	case MONREAD_FATAL:
		input_say_fatal(&r->now.in);
		return -1;
	default:
		if (r->now.decided)
			return -1;
		next = input_next(&r->now.in);
		if (next != INPUT_NONE) {
			next_file(r, next);
			return 0;
		}
		if (monread_offset(r->now.in.m) == 0)
			diag_damaged_rest("%s: empty", r->file.name);
		r->now.whole = 1;
		return -1;
	}
}

/* Say that the system is not known; only with --verbose if records are shown. */
static void say_system(const struct run *r)
{
	int asked = r->out.format == &out_summary_format || (r->out.format == &out_none_format && !r->store);

	if (r->now.has_system || !r->now.records || !r->now.whole || r->now.in.is_live)
		return;
	(asked ? diag_note : diag_verbose)("%s: no D1R4 record, so the system it is from is not known", r->file.name);
}

/* Which of the site's layouts were used. */
static void say_site(const struct run *r)
{
	unsigned release = monread_system_release(r->out.system), site = monread_system_site(r->out.system);
	char text[16];

	if (!r->opt->has_site)
		return;
	mr_put_release(text, sizeof text, site ? site : release);
	if (site)
		diag_verbose("%s: site layouts of z/VM %s%s", r->file.name, text,
		             release ? "" : ", the only ones there are: its release is not known");
	else if (release)
		diag_verbose("%s: no site layouts: it is z/VM %s%s", r->file.name, text, r->opt->release ? "" : " or later");
	else
		diag_verbose("%s: no site layouts: its release is not known; --release says it", r->file.name);
}

static void say_counts(const struct run *r)
{
	uint64_t records = r->now.records - r->now.framing, shown = r->now.shown;

	/* Their data sets count as thrown away. */
	if (r->gave_up) {
		records -= r->now.unstored.records;
		shown -= r->now.unstored.shown;
	}
	diag_note("%s: %llu data set%s, %llu record%s, %llu shown, %llu gap%s, %llu byte%s thrown away", r->file.name,
	          r->now.in.sets, words_plural(r->now.in.sets), (unsigned long long)records, words_plural(records),
	          (unsigned long long)shown, r->now.in.gaps, words_plural(r->now.in.gaps), r->now.in.lost, words_plural(r->now.in.lost));
}

/* ---- Verdicts ---- */

void run_judge(struct run *r, struct verdict *v)
{
	r->verdict = v;
	verdict_begin(v);
}

void run_say_verdict(struct run *r, const char *name, const struct reading *reading, uint64_t shown)
{
	struct verdict *v = r->verdict;

	/* What could not be written was not shown. */
	if (*r->out.main.error || (r->out.main.b.error && r->out.main.b.error != EPIPE)) {
		v->report.status = STATUS_FAILED;
		if (!*v->report.error)
			snprintf(v->report.error, sizeof v->report.error, "%s",
			         *r->out.main.error ? r->out.main.error : strerror(r->out.main.b.error));
	}
	v->records = reading->records - reading->framing;
	v->selected = shown;
	if (r->opt->verdicts)
		verdict_say(v, name);
}

/* ---- Parts ---- */

/* Whether all that is done with a record can be done by any thread. */
static int any_thread_can(const struct run *r)
{
	const struct select *s = &r->opt->select;

	return r->now.in.in_place && !r->store && !r->compare.series && !s->skip && s->count == UINT64_MAX;
}

static void begin_parts(struct run *r)
{
	r->by_parts = r->out.crew && any_thread_can(r);
	r->now.in.readers = r->by_parts ? r->out.threads : 0;
	r->from = r->inside_from = BEGINNING;
	r->try_part = 0;
}

/* Whether a part may begin behind EV: between sets, or where one is due. */
static int is_place(struct run *r, const struct monread_ev *ev)
{
	if (ev->kind == MONREAD_RECORD && ev->offset < r->inside_from)
		return 0;
	if (ev->offset >= r->inside_from)
		r->inside_from = UINT64_MAX;
	return 1;
}

/* For who reads parts; before the threads begin. */
static void describe_parts(struct run *r)
{
	r->out.select = &r->opt->select;
	r->out.found = run_found;
	r->out.found_arg = r;
	r->out.begin_asking = r->compare.series ? NULL : inside_begin_asking;
	r->out.end_asking = inside_end_asking;
}

/* A part was not whole: its events come one by one. */
static void part_is_back(struct run *r)
{
	r->from = monread_offset(r->now.in.m) + AFTER_DAMAGE;
	may_begin_inside(r, AFTER_DAMAGE);
	select_sample(&r->opt->select, r->out.state.known, r->out.state.dataset, r->out.state.first);
}

/* Of a pipe it is not known how much will come: when much has, threads go on with the next data set. */
static void end_of_set(struct run *r)
{
	if (!r->may_be_large || monread_offset(r->now.in.m) < RUN_PARALLEL_SIZE)
		return;
	r->may_be_large = 0;
	run_begin_threads(r, RUN_PARALLEL_SIZE);
	begin_parts(r);
}

/* 1: a part was taken by threads; 0: an event is to be had of the reader. */
static int take_part(struct run *r)
{
	struct select *s = &r->opt->select;
	int taken = 0;

	/* --since and --until count from the first record. */
	if (r->try_part && monread_offset(r->now.in.m) >= r->from && (!s->timed || s->started))
		taken = out_take_part(&r->out, r->now.in.m);
	if (taken == 0) {
		taken = out_finish_parts(&r->out, r->now.in.m);
		select_sample(s, r->out.state.known, r->out.state.dataset, r->out.state.first);
	}
	r->try_part = taken > 0;
	if (taken > 0)
		input_ahead(&r->now.in);
	if (taken < 0)
		part_is_back(r);
	if (run_output_failed(r))
		r->stop = 1;
	run_progress(r);
	return taken > 0;
}

/* Records that nobody asks for, and that change nothing, are only counted. */
static const struct monread_ev *next_but(struct run *r)
{
	struct monread_pass *p = &r->compare.pass;
	const struct monread_ev *ev = monread_next_but(r->now.in.m, p);

	r->now.records += p->passed;
	p->passed = 0;
	if (ev)
		p->setno = 0;
	return ev;
}

/* Bytes in front of the data, which only a format shows that shows all bytes: the titles of others name the container,
 * which is not known yet. */
static int is_in_front(const struct run *r, const struct monread_ev *ev)
{
	return ev->kind == MONREAD_FILLER && !(r->opt->format->wants & OUT_WANTS_FILLER) &&
	       monread_container_found(r->now.in.m) == MONREAD_CONTAINER_AUTO;
}

static void read_input(struct run *r)
{
	const struct monread_ev *ev;
	int end = 0;

	begin_parts(r);
	r->may_be_large = !r->out.crew && r->opt->jobs == 0;
	while (!r->stop && !end) {
		if (r->try_part && r->by_parts && take_part(r))
			continue;
		ev = r->compare.series ? next_but(r) : monread_next(r->now.in.m);
		if (!ev) {
			end = run_no_event(r) != 0;
		} else if (ev->kind >= MONREAD_BAD) {
			out_catch_up(&r->out);
			run_damage(r, ev, ev->text);
		} else {
			if (!r->out.file && is_in_front(r, ev))
				continue;
			if (!r->out.file)
				run_begin_file(r);
			run_event(r, ev);
			if (ev->kind == MONREAD_SET_END)
				end_of_set(r);
			r->try_part = r->by_parts && is_place(r, ev);
		}
	}
	progress_clear(&r->progress);
	run_left_out(r, CLOCK_NEVER);
	if (r->stop || stop_asked() || r->file.index + 1 >= r->file.count)
		service_stopping(r);
	run_begin_file(r);
	end_file(r);
	run_end_input(r);
}

/* Whether it is a capture in whatever form. */
static int is_capture(const char *name)
{
	static const struct input_options plain = { .container = MONREAD_CONTAINER_AUTO };
	struct folder_look look;
	struct stat st;

	return strcmp(name, "-") != 0 && stat(name, &st) == 0 && S_ISREG(st.st_mode) &&
	       folder_look(&look, name, &plain, NULL) == 0 && look.is_capture;
}

/* Another form than that of the data was asked for. */
static void say_form(const struct run *r)
{
	enum monread_container form = r->opt->input.container;

	if (r->now.records || !r->now.whole || (form != MONREAD_CONTAINER_STREAM && form != MONREAD_CONTAINER_MONWRITE))
		return;
	if (is_capture(r->file.name))
		diag_note("%s: it is a capture in another form than --input-format=%s; without that option the form is recognised",
		          r->file.name, form == MONREAD_CONTAINER_STREAM ? "stream" : "monwrite");
}

void run_end_input(struct run *r)
{
	say_form(r);
	say_system(r);
	say_site(r);
	if (r->store && !run_output_failed(r) && !r->gave_up)
		thin_end(r);
	run_out_of_memory(r);
	input_say_losses(&r->now.in);
	service_input_end(r);
	if (r->now.in.is_device) {
		r->failed |= r->now.broken_off || (r->now.in.sets == 0 && r->now.in.gaps > 0);
		say_counts(r);
	} else {
		diag_verbose("%s: %s, %llu record%s read, %llu shown", r->file.name,
		             out_container_name(monread_container_found(r->now.in.m)), (unsigned long long)r->now.records,
		             words_plural(r->now.records), (unsigned long long)r->now.shown);
	}
}

/* ---- An input ---- */

unsigned run_threads(const struct options *o)
{
	unsigned n = o->jobs ? o->jobs : thread_processors();

	return thread_most(o->jobs || n < JOBS_MAX ? n : JOBS_MAX);
}

/* Threads pay off where there is much to do and nobody waits for single records.  To copy a record for them takes longer
 * than to look for what is wrong in it. */
void run_begin_threads(struct run *r, uint64_t size)
{
	const struct options *o = r->opt;
	unsigned threads;

	if (!(o->format->record || o->format->count) || o->strict || (r->store && o->format == &out_none_format))
		return;
	/* Single records of what is live are waited for; else the threads of the input before go on. */
	if (r->now.in.is_live)
		out_end_threads(&r->out);
	if (r->now.in.is_live || r->out.crew)
		return;
	/* Who counts has nothing but parts for them. */
	if (!o->format->record && !any_thread_can(r))
		return;
	if (o->jobs == 0 && size < RUN_PARALLEL_SIZE)
		return;
	threads = run_threads(o);
	/* The thread that reads takes parts of files; of a pipe it would have to wait for them. */
	if (threads == 1 && !(r->size && any_thread_can(r)))
		return;
	out_begin_threads(&r->out, threads);
	run_out_of_memory(r);
}

uint64_t run_size(const struct options *o)
{
	uint64_t size = 0;
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles && size < RUN_PARALLEL_SIZE; i++) {
		int failed = strcmp(o->files[i], "-") == 0 ? fstat(STDIN_FILENO, &st) : stat(o->files[i], &st);

		if (!failed && S_ISREG(st.st_mode))
			size += (uint64_t)st.st_size;
	}
	return size;
}

/* The input is open. */
static void one_input(struct run *r)
{
	/* Privileges are only needed to open the device. */
	if (r->opt->drop.wanted) {
		r->stop = privileges_drop(&r->opt->drop) != 0;
		r->opt->drop.wanted = NULL;
		if (!r->stop)
			run_start_store(r);
		if (!r->stop && single_refuses(r, r->file.name))
			r->stop = 1;
	}
	if (!r->stop) {
		begin_store(r);
		select_begin_file(&r->opt->select);
		inside_begin_file(r);
		describe_parts(r);
		run_begin_threads(r, r->size);
		service_ready(r);
		read_input(r);
	}
	r->all_records += r->now.records - r->now.framing;
	r->all_shown += r->now.shown;
	progress_next(&r->progress, input_position(&r->now.in));
	input_close(&r->now.in);
	r->file.index++;
}

void run_input(struct run *r, const char *name)
{
	memset(&r->now, 0, sizeof r->now);
	memset(&r->alone, 0, sizeof r->alone);
	run_judge(r, &r->alone);
	r->file.name = name;
	r->out.file = NULL;
	r->out.system = monread_system_new(r->out.settings.layouts);
	if (!r->out.system)
		diag_fail("out of memory");
	if (!r->out.system || single_refuses(r, name)) {
		r->stop = 1;
	} else {
		monread_system_set_release(r->out.system, r->opt->release);
		if (input_open(&r->now.in, name, &r->opt->input) == 0)
			one_input(r);
		verdict_of_system(&r->alone, monread_system_id(r->out.system));
		single_note(r, name);
	}
	monread_system_free(r->out.system);
	r->out.system = NULL;
	run_say_verdict(r, name, &r->now, r->now.shown);
	verdict_begin(NULL);
}
