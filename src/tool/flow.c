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

void report_judge(struct report *report, struct verdict *v)
{
	report->verdict = v;
	verdict_begin(v);
}

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
	f->writer.file.container = monread_container_found(f->now->in.m);
	out_begin_file(&f->writer.out, &f->writer.file);
	if (f->compare.series)
		series_begin_file(f->compare.series);
}

void flow_store(struct flow *f, const struct monread_ev *ev, int shown)
{
	const char *why = storing_event(&f->storing, ev, shown, &f->service, &f->writer.out.main.b);

	if (!why)
		return;
	storing_give_up(&f->storing, f->now, &f->report, f->writer.file.name, why);
	f->stop = 1;
}

/* ---- Damage ---- */

void report_left_out(struct report *report, const char *name, int64_t now)
{
	uint64_t n = rate_due(&report->damage, now);

	if (n)
		diag_damage("%s: %llu further message%s about damage left out", name, (unsigned long long)n,
		            words_plural(n));
}

void report_count_loss(struct report *report, const struct input_gap *gap)
{
	if (gap->sets)
		verdict_damage(report->verdict, 1, gap->lost);
	else
		report->verdict->skipped += gap->lost;
}

/* Print TEXT, the damage EV, unless it is only to be counted; with --strict, end the run. */
static void say_damage(struct flow *f, const struct monread_ev *ev, const char *text)
{
	const char *name = f->writer.file.name;
	/* A loss that a device reports has no offset; a loss that a mark in a capture reports has one. */
	int is_loss = ev->kind == MONREAD_GAP && !(ev->flags & MONREAD_NUMBERED), is_only_counted = is_loss && !*text;
	int64_t now = f->now->in.is_live ? clock_now() : 0;

	/* Limit the messages about damage of live data, because a device may report it for months. */
	if (f->now->in.is_live && !is_only_counted) {
		report_left_out(&f->report, name, now);
		is_only_counted = !rate_allows(&f->report.damage, now);
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
	if (f->opt->strict) {
		diag_note("%s: stopped at the first damage (--strict)", name);
		f->stop = 1;
	}
}

void flow_problem(void *arg, const struct monread_ev *ev, const char *text)
{
	struct flow *f = arg;

	verdict_damage(f->report.verdict, ev->kind == MONREAD_GAP, ev->skipped);
	say_damage(f, ev, text);
}

/* Pass the damage EV to the output, the store and the comparison. */
static void pass_damage(struct flow *f, const struct monread_ev *ev)
{
	flow_begin_file(f);
	if (f->compare.series && !intervals_is_gap(ev))
		series_lost(f->compare.series);
	out_damage(&f->writer.out, ev);
	if (f->storing.store && ev->kind == MONREAD_BAD)
		store_damage(f->storing.store, ev);
}

void flow_damage(struct flow *f, const struct monread_ev *ev, const char *text)
{
	pass_damage(f, ev);
	flow_problem(f, ev, text);
	intervals_excuse(&f->now->intervals);
}

void flow_doubt(struct flow *f, const struct monread_ev *ev, const char *text)
{
	struct monread_ev numbered = *ev;

	f->report.doubted = ev->setno;
	f->report.doubted_in = f->writer.file.name;
	numbered.flags |= MONREAD_NUMBERED;
	flow_problem(f, &numbered, text);
}

void flow_loss(struct flow *f, const struct input_gap *gap)
{
	const struct monread_ev ev = { .kind = MONREAD_GAP, .skipped = gap->lost };

	pass_damage(f, &ev);
	report_count_loss(&f->report, gap);
	say_damage(f, &ev, gap->text);
	intervals_excuse(&f->now->intervals);
}

/* If EV shows that the system was IPLed or that an interval took too long, report it. */
static void take_interval(struct flow *f, const struct monread_ev *ev)
{
	enum intervals_event event = intervals_record(&f->now->intervals, f->writer.out.system, ev);
	char text[INTERVALS_TEXT];
	struct monread_ev gap;

	if (event == INTERVALS_TOO_LONG || event == INTERVALS_LOST) {
		intervals_gap(&f->now->intervals, event, ev, &gap, text);
		flow_damage(f, &gap, text);
		f->now->intervals.excused = 0;
	} else if (event == INTERVALS_IPL) {
		intervals_ipl(f->now->intervals.ipl, text);
		diag_note("%s: %s", f->writer.file.name, text);
	}
}

/* ---- Records ---- */

/* Pass EV to the output, which shows it if IS_SHOWN. */
static void pass(struct flow *f, const struct monread_ev *ev, int is_shown)
{
	if ((is_shown ? out_show : out_pass)(&f->writer.out, ev) && flow_failed(f))
		f->stop = 1;
}

/* If the time of EV is doubtful, report it. */
static void judge_time(struct flow *f, const struct monread_ev *ev)
{
	char text[INTERVALS_TEXT];

	if (intervals_doubt(ev, text))
		flow_doubt(f, ev, text);
}

/* Handle EV, a mark or a record of the monitor domain: they have facts about the whole input. */
static void one_of_monitor(struct flow *f, const struct monread_ev *ev)
{
	if (ev->flags & MONREAD_APART)
		judge_time(f, ev);
	f->now->framing += ev->domain == 1 && ev->record == 13;
	f->now->has_system |= ev->domain == 1 && ev->record == 4;
	take_interval(f, ev);
}

/* Count the record EV. Do not call it for repeated records. */
static inline void count_record(struct reading *now, struct report *report, const struct monread_ev *ev)
{
	now->records++;
	if (report->timed)
		verdict_times(&report->verdict->first, &report->verdict->last, ev);
}

void flow_found(void *arg, const struct out_found *part, const struct out_noted *n)
{
	struct flow *f = arg;

	if (n) {
		judge_time(f, &n->ev);
		take_interval(f, &n->ev);
		return;
	}
	f->now->records += part->records;
	f->now->shown += part->shown;
	f->now->framing += part->framing;
	if (part->last) {
		f->report.verdict->first = f->report.verdict->first ? f->report.verdict->first : part->first;
		f->report.verdict->last = part->last;
	}
	f->now->has_system |= part->has_system;
	input_passed(&f->now->in, part->end);
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
	if (shown > 0 && c->before.apart && !(ev->flags & MONREAD_APART) &&
	    (f->report.doubted != ev->setno || f->report.doubted_in != f->writer.file.name)) {
		intervals_apart(ev, text);
		flow_doubt(f, ev, text);
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
	count_record(f->now, &f->report, ev);
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
	take_interval(f, ev);
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
	count_record(f->now, &f->report, ev);
	inside_record(&f->inside, ev);
	pass(f, ev, 0);
	if (intervals_concerns(ev))
		one_of_monitor(f, ev);
}

static void flush_set(struct flow *f)
{
	single_note(&f->storing.single, f->writer.file.name, monread_system_id(f->writer.out.system), f->now->written);
	/* Write out live data at the end of each data set, so that users see it at once. */
	if (f->now->in.is_live && out_flush_all(&f->writer.out) && flow_failed(f))
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
	if (now->has_system || !now->records || !now->in.is_at_end || now->in.is_live)
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
	const struct input *in = &now->in;

	diag_note("%s: %llu data set%s, %llu record%s, %llu %s, %llu gap%s, %llu byte%s thrown away", name, in->sets,
	          words_plural(in->sets), (unsigned long long)records, words_plural(records), (unsigned long long)now->shown,
	          done, in->gaps, words_plural(in->gaps), in->lost, words_plural(in->lost));
}

void flow_end_events(struct flow *f)
{
	char text[INTERVALS_TEXT];
	struct monread_ev gap;

	if (!f->now->in.is_at_end || !intervals_suspended(&f->now->intervals, &gap, text))
		return;
	gap.offset = monread_offset(f->now->in.m);
	flow_damage(f, &gap, text);
}

void flow_end_input(struct flow *f)
{
	const struct out_format *format = f->writer.out.format;
	const char *name = f->writer.file.name, *id = monread_system_id(f->writer.out.system);
	const char *done = f->opt->quiet ? "selected" : "shown";
	struct reading *now = f->now;
	char text[INTERVALS_TEXT];

	if (intervals_contradict(&now->intervals, text))
		diag_note("%s: %s", name, text);
	if (!now->records && now->in.is_at_end && f->opt->input.container != MONREAD_CONTAINER_AUTO && folder_is_capture(name))
		diag_note("%s: is a capture in another form; leave out --input-format to detect the form", name);
	say_system(now, name, format == &out_summary_format || (format == &out_none_format && !f->storing.store));
	if (f->anonymizer)
		anonymizer_say(f->anonymizer, name, f->report.verdict->problems > 0);
	if (f->opt->has_site)
		say_site(f->writer.out.system, name);
	if (f->storing.store && !flow_failed(f) && !f->storing.gave_up)
		flow_store(f, NULL, 0);
	flow_out_of_memory(f);
	input_say_losses(&now->in);
	input_note_end_records(&now->in);
	service_input_end(&f->service);
	f->failed |= now->in.is_device && (now->broken_off || (now->in.sets == 0 && now->in.gaps > 0));
	if (now->in.is_device)
		say_counts(now, name, done);
	else
		diag_verbose("%s: %s, %llu record%s read, %llu %s", name,
		             out_container_name(monread_container_found(now->in.m)), (unsigned long long)now->records,
		             words_plural(now->records), (unsigned long long)now->shown, done);
	snprintf(f->report.verdict->system, MR_SYSTEM_ID_SIZE, "%s", id);
	f->report.records += f->report.verdict->records = now->records - now->framing;
	f->report.shown += f->report.verdict->selected = now->shown;
	single_note(&f->storing.single, name, id, now->written);
}
