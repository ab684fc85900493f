/* flow.c: pass an event through the parts of a run: selection, comparison, output, store and report. */
#include "config.h"

#include "tool/flow.h"

#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/words.h"
#include "out/formats.h"
#include "out/names.h"
#include "port/page.h"

int flow_out_of_memory(struct flow *f)
{
	if (!monread_layouts_failed(f->writer.out.settings.layouts))
		return 0;
	out_no_memory(&f->writer.out.main);
	f->stop = 1;
	return 1;
}

struct monread_system *flow_new_system(struct flow *f)
{
	struct monread_system *s = monread_system_new(f->writer.out.settings.layouts);

	if (!s || (f->anonymizer && anonymizer_begin_input(f->anonymizer, f->opt->release))) {
		monread_system_free(s);
		diag_fail("out of memory");
		f->stop = 1;
		return NULL;
	}
	monread_system_set_release(s, f->opt->release);
	return s;
}

void flow_begin_file(struct flow *f)
{
	if (f->writer.out.file)
		return;
	f->now->file.container = monread_container_found(f->now->source.in.m);
	out_begin_file(&f->writer.out, &f->now->file);
	if (f->compare.series)
		series_begin_file(f->compare.series);
}

void flow_store(struct flow *f, const struct monread_ev *ev, int shown)
{
	const char *why = storing_event(&f->storing, ev, shown, &f->service, &f->writer.out.main.b);

	if (!why)
		return;
	storing_give_up(&f->storing, &f->session, why);
	f->stop = 1;
}

/* ---- Damage ---- */

void flow_found_problem(struct flow *f)
{
	if (!f->opt->strict)
		return;
	diag_note("%s: stopped at the first damage (--strict)", f->now->file.name);
	f->stop = 1;
}

void flow_problem(void *arg, const struct monread_ev *ev, const char *text)
{
	struct flow *f = arg;

	verdict_problem(&f->now->verdict, VERDICT_CONTENTS, ev, text);
	flow_found_problem(f);
}

void flow_damage(struct flow *f, const struct monread_ev *ev)
{
	flow_begin_file(f);
	if (f->compare.series && !intervals_is_gap(ev))
		series_lost(f->compare.series);
	out_damage(&f->writer.out, ev);
	if (f->storing.store && ev->kind == MONREAD_BAD)
		store_damage(f->storing.store, ev);
}

/* Check the time and the interval of EV. */
static void judge(struct flow *f, const struct monread_ev *ev)
{
	char ipl[INTERVALS_TEXT];
	const struct monread_ev *gap = session_judge(&f->session, ev, ipl);

	if (gap)
		flow_damage(f, gap);
	if (*ipl)
		diag_note("%s: %s", f->now->file.name, ipl);
}

/* ---- Records ---- */

/* Pass EV to the output, which shows it if IS_SHOWN. */
static void pass(struct flow *f, const struct monread_ev *ev, int is_shown)
{
	if ((is_shown ? out_show : out_pass)(&f->writer.out, ev) && flow_failed(f))
		f->stop = 1;
}

/* Handle EV, a mark or a record of the monitor domain: they have facts about the whole input. */
static void one_of_monitor(struct flow *f, const struct monread_ev *ev)
{
	f->now->framing += ev->domain == 1 && ev->record == 13;
	f->now->has_system |= ev->domain == 1 && ev->record == 4;
	judge(f, ev);
}

/* Count the record EV. Do not call it for repeated records. */
static inline void count_record(struct flow *f, const struct monread_ev *ev)
{
	struct reading *now = f->now;

	now->records++;
	if (f->report.timed)
		verdict_times(&now->verdict.first, &now->verdict.last, ev);
}

void flow_found(void *arg, const struct out_found *part, const struct out_noted *n)
{
	struct flow *f = arg;
	struct reading *now = f->now;
	struct verdict *v = &now->verdict;

	if (n) {
		judge(f, &n->ev);
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

/* A condition with an error fails for each record, so end the run. */
static void end_selection(struct flow *f)
{
	f->stop = 1;
	if (f->inside.no_memory)
		out_no_memory(&f->writer.out.main);
}

/* Show EV if it is selected.  Return 1 if it is; 2: it is not, but is stored as configuration; else 0. */
static inline int take(struct flow *f, const struct monread_ev *ev)
{
	struct inside *in = &f->inside;
	int shown, kept;

	inside_record(in, ev);
	shown = select_record(in->select, ev);
	kept = !shown && f->opt->store.file && inside_keeps(in, ev);
	if (in->asking.failed)
		end_selection(f);
	f->now->shown += shown != 0;
	pass(f, ev, shown);
	if (shown && select_finished(in->select))
		f->stop = 1;
	return shown ? 1 : kept ? 2 : 0;
}

/* Compare EV with the previous record of the same instance. Return 1, or 0 if --every leaves out the sample of EV. */
static int compare(struct flow *f, const struct monread_ev *ev)
{
	struct compare *c = &f->compare;
	int shown = compare_record(c, f->writer.out.system, ev);
	char text[INTERVALS_TEXT];

	if (shown < 0) {
		out_no_memory(&f->writer.out.main);
		f->stop = 1;
	}
	if (c->is_thinned && f->storing.store)
		store_thinned(f->storing.store);
	c->is_thinned = 0;
	if (shown > 0 && c->before.apart && !(ev->flags & MONREAD_APART) && f->now->source.doubted != ev->setno) {
		intervals_apart(ev, text);
		session_doubt(&f->session, &f->now->source, ev, text);
	}
	return shown > 0;
}

static inline int record(struct flow *f, const struct monread_ev *ev)
{
	int shown = !f->compare.series || compare(f, ev);

	if (shown) {
		shown = take(f, ev);
	} else {
		inside_record(&f->inside, ev);
		pass(f, ev, 0);
	}
	count_record(f, ev);
	if (intervals_concerns(ev))
		one_of_monitor(f, ev);
	return shown;
}

static int is_raw(const struct flow *f)
{
	return f->opt->format == &out_raw_format;
}

/* Learn from EV, repeated configuration, and show it if the options ask for that. Return 1 if it is to be stored. */
static int repeated(struct flow *f, const struct monread_ev *ev)
{
	int wanted = !monread_is_mark(ev->bytes, ev->length) &&
	             !select_excludes(f->inside.select, ev->domain, ev->record) && inside_is_of_system(&f->inside, ev);

	if (f->inside.asking.failed)
		end_selection(f);
	f->now->has_system |= ev->domain == 1 && ev->record == 4;
	judge(f, ev);
	memset(&f->compare.before, 0, sizeof f->compare.before);
	if (is_raw(f) && wanted && select_number(f->inside.select, ev->domain, ev->record))
		pass(f, ev, 1);
	else if (f->opt->all && !is_raw(f))
		take(f, ev);
	else
		pass(f, ev, 0);
	return wanted;
}

void flow_again(struct flow *f, const struct monread_ev *ev)
{
	count_record(f, ev);
	inside_record(&f->inside, ev);
	pass(f, ev, 0);
	if (intervals_concerns(ev))
		one_of_monitor(f, ev);
}

static void flush_set(struct flow *f)
{
	single_note(&f->storing.single, f->now->file.name, monread_system_id(f->writer.out.system), f->now->written);
	/* Write out live data at the end of each data set, so that users see it at once. */
	if (f->now->source.in.is_live && out_flush_all(&f->writer.out) && flow_failed(f))
		f->stop = 1;
}

void flow_event(struct flow *f, const struct monread_ev *ev)
{
	int shown = 0, failed = 0;

	if (f->anonymizer)
		ev = anonymizer_event(f->anonymizer, ev, &failed);
	if (failed) {
		out_no_memory(&f->writer.out.main);
		f->stop = 1;
	}
	if (!ev)
		return;
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED)
		shown = repeated(f, ev);
	else if (ev->kind == MONREAD_RECORD)
		shown = record(f, ev);
	else
		pass(f, ev, 0);
	/* Repeated records alone do not count as stored: the store writes them only before other records. */
	f->now->written |= shown && (!(ev->flags & MONREAD_REPEATED) || is_raw(f));
	if (f->storing.store)
		flow_store(f, ev, shown);
	if (ev->kind == MONREAD_SET_END)
		flush_set(f);
}

/* ---- The end of an input ---- */

/* If the capture NAME does not name its system, print this; if IS_ASKED is 0, only with --verbose. */
static void say_system(const struct reading *now, const char *name, int is_asked)
{
	if (now->has_system || !now->records || !now->source.in.is_at_end || now->source.in.is_live)
		return;
	(is_asked ? diag_note : diag_verbose)("%s: no D1R4 record, so the system it is from is not known", name);
}

/* With --verbose, print the release of the layouts of monread-fetch-layouts that were used. */
static void say_site(const struct monread_system *system, const char *name)
{
	unsigned release = monread_system_release(system), site = monread_system_site(system);
	char text[16];

	mr_put_release(text, sizeof text, site ? site : release);
	if (site || release)
		diag_verbose("%s: %ssite layouts of z/VM %s", name, site ? "" : "no ", text);
	else
		diag_verbose("%s: no site layouts: the capture does not say its release; name it with --release", name);
}

/* Print the totals of the device NAME. DONE: what happened to the records, "shown" or "selected". */
static void say_counts(const struct reading *now, const char *name, const char *done)
{
	uint64_t records = now->records - now->framing;
	const struct input *in = &now->source.in;

	diag_note("%s: %llu data set%s, %llu record%s, %llu %s, %llu gap%s, %llu byte%s thrown away", name, in->sets,
	          words_plural(in->sets), (unsigned long long)records, words_plural(records), (unsigned long long)now->shown,
	          done, in->gaps, words_plural(in->gaps), in->lost, words_plural(in->lost));
}

void flow_end_input(struct flow *f)
{
	const struct out_format *format = f->writer.out.format;
	const char *id = monread_system_id(f->writer.out.system);
	const char *done = f->opt->quiet ? "selected" : "shown";
	struct reading *now = f->now;
	const struct input *in = &now->source.in;
	const char *name = now->file.name;
	struct verdict *v = &now->verdict;
	char text[INTERVALS_TEXT];

	if (intervals_contradict(&now->source.intervals, text))
		diag_note("%s: %s", name, text);
	if (!now->records && in->is_at_end && f->opt->input.container != MONREAD_CONTAINER_AUTO && folder_is_capture(name))
		diag_note("%s: is a capture in another form; leave out --input-format to detect the form", name);
	say_system(now, name, format == &out_summary_format || (format == &out_none_format && !f->storing.store));
	if (f->anonymizer)
		anonymizer_say(f->anonymizer, name, v->problems > 0);
	if (f->opt->has_site)
		say_site(f->writer.out.system, name);
	if (f->storing.store && !flow_failed(f) && !f->storing.gave_up)
		flow_store(f, NULL, 0);
	flow_out_of_memory(f);
	verdict_say_left_out(v, CLOCK_NEVER);
	service_input_end(&f->service);
	f->failed |= in->is_device && (now->source.is_severed || (in->sets == 0 && in->gaps > 0));
	if (in->is_device)
		say_counts(now, name, done);
	else
		diag_verbose("%s: %s, %llu record%s read, %llu %s", name,
		             out_container_name(monread_container_found(in->m)), (unsigned long long)now->records,
		             words_plural(now->records), (unsigned long long)now->shown, done);
	snprintf(v->system, sizeof v->system, "%s", id);
	v->records = now->records - now->framing;
	v->selected = now->shown;
	f->report.records += v->records;
	f->report.shown += v->selected;
	single_note(&f->storing.single, name, id, now->written);
}
