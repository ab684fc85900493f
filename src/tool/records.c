/* records.c: handle the events of an input: show, count and store records, report damage. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "out/formats.h"
#include "tool/output.h"

int run_output_failed(struct run *r)
{
	int error = r->writer.out.main.b.error, failed = error || *r->writer.out.main.error;

	if (error == EPIPE && !r->storing.store && r->now->in.is_live)
		stop_ask_unread();
	if (!failed || !r->storing.store || error == ENOMEM || r->writer.out.main.no_memory)
		return failed;
	/* Report it at once, because a run that stores may last for months. EPIPE, a closed pipe, is not a failure. */
	if (!r->writer.unshown && *r->writer.out.main.error)
		diag_fail("%s; storing goes on", r->writer.out.main.error);
	else if (!r->writer.unshown && error != EPIPE)
		diag_fail("%s: writing failed: %s; storing goes on", output_name(r->opt), strerror(error));
	r->writer.unshown = 1;
	return 0;
}

int run_out_of_memory(struct run *r)
{
	if (!monread_layouts_failed(r->writer.out.settings.layouts))
		return 0;
	out_no_memory(&r->writer.out.main);
	r->stop = 1;
	return 1;
}

void run_begin_file(struct run *r)
{
	if (r->writer.out.file)
		return;
	r->writer.file.container = monread_container_found(r->now->in.m);
	out_begin_file(&r->writer.out, &r->writer.file);
	if (r->compare.series)
		series_begin_file(r->compare.series);
}

/* ---- Damage ---- */

void run_left_out(struct report *report, const char *name, int64_t now)
{
	uint64_t n = rate_due(&report->damage, now);

	if (n)
		diag_damage("%s: %llu further message%s about damage left out", name, (unsigned long long)n,
		            words_plural(n));
}

/* Print TEXT, the damage EV, unless it is only to be counted; with --strict, end the run. */
static void say_damage(struct run *r, const struct monread_ev *ev, const char *text)
{
	const char *name = r->writer.file.name;
	/* A loss that a device reports has no offset; a loss that a mark in a capture reports has one. */
	int is_loss = ev->kind == MONREAD_GAP && !(ev->flags & MONREAD_NUMBERED), is_only_counted = is_loss && !*text;
	int64_t now = r->now->in.is_live ? clock_now() : 0;

	/* Limit the messages about damage of live data, because a device may report it for months. */
	if (r->now->in.is_live && !is_only_counted) {
		run_left_out(&r->report, name, now);
		is_only_counted = !rate_allows(&r->report.damage, now);
	}
	if (is_only_counted)
		diag_disagree();
	else if (is_loss)
		diag_damage("%s: %s", name, text);
	else if (ev->flags & MONREAD_NUMBERED)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", name, (unsigned long long)ev->offset, ev->domain,
		            ev->record, text);
	else
		diag_damage("%s: offset 0x%llx: %s", name, (unsigned long long)ev->offset, text);
	if (r->opt->strict) {
		diag_note("%s: stopped at the first damage (--strict)", name);
		r->stop = 1;
	}
}

void run_problem(void *arg, const struct monread_ev *ev, const char *text)
{
	struct run *r = arg;

	verdict_damage(r->report.verdict, ev->kind == MONREAD_GAP, ev->skipped);
	say_damage(r, ev, text);
}

/* Pass the damage EV to the output, the store and the comparison. */
static void pass_damage(struct run *r, const struct monread_ev *ev)
{
	run_begin_file(r);
	if (r->compare.series && !intervals_is_gap(ev))
		series_lost(r->compare.series);
	out_damage(&r->writer.out, ev);
	if (r->storing.store && ev->kind == MONREAD_BAD)
		store_damage(r->storing.store, ev);
}

void run_damage(struct run *r, const struct monread_ev *ev, const char *text)
{
	pass_damage(r, ev);
	run_problem(r, ev, text);
	intervals_excuse(&r->now->intervals);
}

void run_count_loss(struct report *report, const struct input_gap *gap)
{
	if (gap->sets)
		verdict_damage(report->verdict, 1, gap->lost);
	else
		report->verdict->skipped += gap->lost;
}

void run_loss(struct run *r, const struct input_gap *gap)
{
	const struct monread_ev ev = { .kind = MONREAD_GAP, .skipped = gap->lost };

	pass_damage(r, &ev);
	run_count_loss(&r->report, gap);
	say_damage(r, &ev, gap->text);
	intervals_excuse(&r->now->intervals);
}

void run_doubt(struct run *r, const struct monread_ev *ev, const char *text)
{
	struct monread_ev numbered = *ev;

	r->report.doubted = ev->setno;
	r->report.doubted_in = r->writer.file.name;
	numbered.flags |= MONREAD_NUMBERED;
	run_problem(r, &numbered, text);
}

/* If EV shows that the system was IPLed or that an interval took too long, report it. */
static void take_interval(struct run *r, const struct monread_ev *ev)
{
	enum intervals_event event = intervals_record(&r->now->intervals, r->writer.out.system, ev);
	char text[INTERVALS_TEXT];
	struct monread_ev gap;

	if (event == INTERVALS_TOO_LONG) {
		intervals_gap(&r->now->intervals, ev, &gap, text);
		run_damage(r, &gap, text);
		r->now->intervals.excused = 0;
	} else if (event == INTERVALS_IPL) {
		intervals_ipl(r->now->intervals.ipl, text);
		diag_note("%s: %s", r->writer.file.name, text);
	}
}

/* ---- --write ---- */

/* Stop storing because of WHY. Report and count the data sets that were read but not stored as one gap. */
static void give_up(struct run *r, const char *why)
{
	uint64_t bytes = store_waiting(r->storing.store), sets = bytes > 0;
	struct input_gap gap;

	bytes += store_dropped(r->storing.store, &sets);
	input_end_reading(&r->now->in);
	while (input_next_loss(&r->now->in, &gap, &sets, &bytes)) {
		if (gap.text[0])
			diag_damage("%s: %s", r->writer.file.name, gap.text);
		else
			diag_disagree(); /* the loss is only counted */
		run_count_loss(&r->report, &gap);
	}
	r->storing.gave_up = r->stop = 1;
	/* Data that came from a file is still in that file. */
	if (!bytes || !r->now->in.is_live)
		return;
	diag_damage("%s: %s; not stored: %llu data set%s, %llu byte%s", r->opt->store.file, why, (unsigned long long)sets,
	            words_plural(sets), (unsigned long long)bytes, words_plural(bytes));
	r->now->in.gaps++;
	r->now->in.lost += bytes;
	verdict_damage(r->report.verdict, 1, bytes);
}

void run_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	enum store_result rc;
	int stopping = 0;

	if (ev && ev->kind == MONREAD_SET_END && stop_renewal())
		store_renew(r->storing.store);
	rc = store_event(r->storing.store, ev, shown);
	if (rc == STORE_FULL) {
		diag_damage("%s: %s; trying again every second", r->opt->store.file, strerror(errno));
		run_flush(&r->writer);
	}
	while (rc == STORE_FULL && !stopping) {
		service_turn(&r->report.service, 1);
		poll(&p, 1, 1000);
		stopping = stop_asked();
		rc = store_event(r->storing.store, ev, shown);
		if (rc == STORE_DONE)
			diag_note("%s: there is room again; storing continues", r->opt->store.file);
	}
	if (rc == STORE_FULL)
		give_up(r, "asked to stop while there was no room");
	else if (rc != STORE_DONE)
		give_up(r, "storing failed");
}

/* ---- Records ---- */

/* Pass EV to the output, which shows it if IS_SHOWN. */
static void pass(struct run *r, const struct monread_ev *ev, int is_shown)
{
	if ((is_shown ? out_show : out_pass)(&r->writer.out, ev) && run_output_failed(r))
		r->stop = 1;
}

/* If the time of EV is doubtful, report it. */
static void judge_time(struct run *r, const struct monread_ev *ev)
{
	char text[INTERVALS_TEXT];

	if (intervals_doubt(ev, text))
		run_doubt(r, ev, text);
}

/* Handle EV, a mark or a record of the monitor domain: they have facts about the whole input. */
static void one_of_monitor(struct run *r, const struct monread_ev *ev)
{
	if (ev->flags & MONREAD_APART)
		judge_time(r, ev);
	r->now->framing += ev->domain == 1 && ev->record == 13;
	r->now->has_system |= ev->domain == 1 && ev->record == 4;
	take_interval(r, ev);
}

/* Count the record EV. Do not call it for repeated records. */
static inline void count_record(struct reading *now, struct report *report, const struct monread_ev *ev)
{
	now->records++;
	if (report->timed)
		verdict_times(&report->verdict->first, &report->verdict->last, ev);
}

void run_found(void *arg, const struct out_found *f, const struct out_noted *n)
{
	struct run *r = arg;

	if (n) {
		judge_time(r, &n->ev);
		take_interval(r, &n->ev);
		return;
	}
	r->now->records += f->records;
	r->now->shown += f->shown;
	r->now->framing += f->framing;
	if (f->last) {
		r->report.verdict->first = r->report.verdict->first ? r->report.verdict->first : f->first;
		r->report.verdict->last = f->last;
	}
	r->now->has_system |= f->has_system;
	input_passed(&r->now->in, f->end);
}

/* Return 1 if EV is from a system that --system selects. EV itself may name the system. */
static int is_of_system(struct run *r, const struct monread_ev *ev)
{
	if (!r->opt->systems)
		return 1;
	if (monread_system_learn(r->writer.out.system, ev->domain, ev->record, ev->bytes, ev->length)) {
		out_no_memory(&r->writer.out.main);
		r->stop = 1;
	}
	return globs_match(r->opt->systems, monread_system_id(r->writer.out.system));
}

/* Show EV if it is selected.  Return 1 if it is; 2: it is not, but is stored as configuration; else 0. */
static inline int take(struct run *r, const struct monread_ev *ev)
{
	struct inside *in = &r->selection.inside;
	int shown, kept;

	inside_record(in, ev);
	shown = select_record(r->selection.select, ev);
	/* A condition with an error fails for each record, so end the run. */
	r->stop |= in->asking.failed;
	if (in->no_memory)
		out_no_memory(&r->writer.out.main);
	kept = !shown && r->opt->store.file && mr_is_in_bounds(ev->domain, ev->record) &&
	       r->selection.kept[ev->domain][ev->record] && is_of_system(r, ev);
	r->now->shown += shown != 0;
	pass(r, ev, shown);
	if (shown && select_finished(r->selection.select))
		r->stop = 1;
	return shown ? 1 : kept ? 2 : 0;
}

/* Compare EV with the record of the same instance before. Return 1, or 0 if --every leaves out the sample of EV. */
static int compare(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	int shown = compare_record(c, r->writer.out.system, ev);
	char text[INTERVALS_TEXT];

	if (shown < 0) {
		out_no_memory(&r->writer.out.main);
		r->stop = 1;
	}
	if (c->is_thinned && r->storing.store)
		store_thinned(r->storing.store);
	c->is_thinned = 0;
	if (shown > 0 && c->before.apart && !(ev->flags & MONREAD_APART) &&
	    (r->report.doubted != ev->setno || r->report.doubted_in != r->writer.file.name)) {
		intervals_apart(ev, text);
		run_doubt(r, ev, text);
	}
	return shown > 0;
}

static inline int record(struct run *r, const struct monread_ev *ev)
{
	int shown = !r->compare.series || compare(r, ev);

	if (shown) {
		shown = take(r, ev);
	} else {
		inside_record(&r->selection.inside, ev);
		pass(r, ev, 0);
	}
	count_record(r->now, &r->report, ev);
	if (intervals_concerns(ev))
		one_of_monitor(r, ev);
	return shown;
}

static int is_raw(const struct run *r)
{
	return r->opt->format == &out_raw_format;
}

/* Learn from EV, repeated configuration, and show it if the options ask for that. Return 1 if it is to be stored. */
static int repeated(struct run *r, const struct monread_ev *ev)
{
	int wanted = !monread_is_mark(ev->bytes, ev->length) &&
	             !select_excludes(r->selection.select, ev->domain, ev->record) && is_of_system(r, ev);

	r->now->has_system |= ev->domain == 1 && ev->record == 4;
	take_interval(r, ev);
	memset(&r->compare.before, 0, sizeof r->compare.before);
	if (is_raw(r) && wanted && select_number(r->selection.select, ev->domain, ev->record))
		pass(r, ev, 1);
	else if (r->opt->all && !is_raw(r))
		take(r, ev);
	else
		pass(r, ev, 0);
	return wanted;
}

void run_again(struct run *r, const struct monread_ev *ev)
{
	count_record(r->now, &r->report, ev);
	inside_record(&r->selection.inside, ev);
	pass(r, ev, 0);
	if (intervals_concerns(ev))
		one_of_monitor(r, ev);
}

static void end_of_set(struct run *r)
{
	run_progress(r);
	single_note(&r->storing.single, r->writer.file.name, monread_system_id(r->writer.out.system), r->now->written);
	/* Write out live data at the end of each data set, so that users see it at once. */
	if (r->now->in.is_live && out_flush_all(&r->writer.out) && run_output_failed(r))
		r->stop = 1;
}

void run_event(struct run *r, const struct monread_ev *ev)
{
	int shown = 0, failed = 0;

	if (r->anonymizer)
		ev = anonymizer_event(r->anonymizer, ev, &failed);
	if (failed) {
		out_no_memory(&r->writer.out.main);
		r->stop = 1;
	}
	if (!ev)
		return;
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED)
		shown = repeated(r, ev);
	else if (ev->kind == MONREAD_RECORD)
		shown = record(r, ev);
	else
		pass(r, ev, 0);
	/* Repeated records alone do not count as stored: the store writes them only before other records. */
	r->now->written |= shown && (!(ev->flags & MONREAD_REPEATED) || is_raw(r));
	if (r->storing.store)
		run_store(r, ev, shown);
	if (ev->kind == MONREAD_SET_END)
		end_of_set(r);
}
