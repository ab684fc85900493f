/* run.c: the loop over inputs and events. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out/compare.h"
#include "out/describe.h"
#include "out/dsect.h"
#include "out/intervals.h"
#include "out/names.h"
#include "cli/again.h"
#include "out/crew.h"
#include "cli/diag.h"
#include "cli/fields.h"
#include "input/input.h"
#include "tool/output.h"
#include "cli/pipe.h"
#include "tool/privileges.h"
#include "cli/stop.h"
#include "store/store.h"
#include "cli/terminal.h"

/* As many threads are started without being asked for, for files from this size on (a pipe may be slow, and
 * somebody waits for what came through it). */
#define JOBS_MAX 8
#define PARALLEL_SIZE (4 * 1024 * 1024)

struct run {
	struct options *opt;
	struct out out;
	struct out_file file;
	struct monread_codepage codepage;
	struct input in;
	struct store *store; /* NULL: nothing is stored */
	struct crew *crew;   /* NULL: records are formatted here */
	uint64_t records, shown; /* of this input */
	uint64_t all_records, all_shown; /* of all of them, without framing */
	uint64_t framing; /* end-of-frame records of this input */
	int gave_up; /* there was no room for what is to be stored when the end came */
	struct out_intervals intervals;
	int has_system; /* D1R4 was there */
	int whole;      /* this input was read to its end */
	int stop; /* --strict, --count, or writing failed */
};

static unsigned decoder_flags(const struct options *o)
{
	return o->all ? MONREAD_WALK_RESERVED : 0;
}

/* ---- Messages about the input ---- */

static void damaged(struct run *r, const struct monread_ev *ev, const char *text)
{
	/* What a device has thrown away had no place yet; a mark in a capture has one. */
	if (ev->state == MONREAD_GAP && !ev->has_record && !*text)
		diag_disagree(); /* a device fails so often that it is only counted */
	else if (ev->state == MONREAD_GAP && !ev->has_record)
		diag_damage("%s: %s", r->file.name, text);
	else if (ev->has_record)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->file.name, (unsigned long long)ev->offset, ev->domain,
		            ev->record, text);
	else
		diag_damage("%s: offset 0x%llx: %s", r->file.name, (unsigned long long)ev->offset, text);
	if (r->opt->strict) {
		diag_note("%s: stopped at the first damage (--strict)", r->file.name);
		r->stop = 1;
	}
}

static void problem(void *arg, const struct monread_ev *ev, const char *text)
{
	damaged(arg, ev, text);
}

static void notice(void *arg, const char *path, unsigned line, const char *text)
{
	(void)arg;
	if (line)
		diag_note("%s:%u: %s", path, line, text);
	else
		diag_note("%s: %s", path, text);
}

static void flush_output(void *arg)
{
	struct run *r = arg;

	if (r->out.b.buf)
		out_flush(&r->out.b);
}

/* Nobody takes what is shown any more.  A pipe that is closed ends the run only where nothing is stored. */
static int output_failed(const struct run *r)
{
	return r->out.b.error && !(r->out.b.error == EPIPE && r->store);
}

/* ---- Storing ---- */

/* Of a device that cannot be stored: what the store has, and what was read and waits. */
static void give_up(struct run *r)
{
	uint64_t bytes = store_waiting(r->store), sets = bytes > 0;

	input_waiting(&r->in, &sets, &bytes);
	diag_damage("%s: asked to stop while there was no room; not stored: %llu data sets, %llu bytes",
	            r->opt->store.file, (unsigned long long)sets, (unsigned long long)bytes);
	r->gave_up = r->stop = 1;
}

/* EV is NULL at the end of the input. */
static enum store_result try_to_store(struct run *r, const struct monread_ev *ev, int shown)
{
	return ev ? store_event(r->store, ev, shown) : store_end_of_input(r->store);
}

/* While the disk is full the device is read on, into the buffer. */
static void put_into_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	enum store_result rc = try_to_store(r, ev, shown);
	int stopping = 0;

	if (rc == STORE_FULL) {
		diag_damage("%s: %s; trying again every second", r->opt->store.file, strerror(errno));
		flush_output(r);
	}
	while (rc == STORE_FULL && !stopping) {
		poll(&p, 1, 1000);
		stopping = stop_asked();
		rc = try_to_store(r, ev, shown);
		if (rc == STORE_DONE)
			diag_note("%s: there is room again; storing goes on", r->opt->store.file);
	}
	if (rc == STORE_FULL)
		give_up(r);
	else if (rc != STORE_DONE)
		r->stop = 1;
}

/* ---- One input ---- */

/* The title line wants to know the form, which is known with the first event. */
static void begin_file(struct run *r)
{
	if (r->out.file)
		return;
	r->file.form = monread_form_found(r->in.m);
	r->out.file = &r->file;
	if (r->out.format->begin_file)
		r->out.format->begin_file(&r->out, &r->file);
}

static void end_file(struct run *r)
{
	if (r->out.file && r->out.format->end_file)
		r->out.format->end_file(&r->out);
}

/* Without memory for a layout the record would be shown as one that is not known. */
static int out_of_memory(struct run *r)
{
	if (!monread_layouts_failed(r->out.layouts))
		return 0;
	r->out.b.error = ENOMEM;
	r->stop = 1;
	return 1;
}

static void show(struct run *r, const struct monread_ev *ev)
{
	r->shown++;
	if (r->out.format->flags & OUT_LAYOUT) {
		r->out.layout = monread_layouts_find(r->out.layouts, ev->domain, ev->record, ev->bytes, ev->length);
		if (!r->out.layout && out_of_memory(r))
			return;
	}
	if (r->crew && !r->out.b.error)
		crew_add(r->crew, ev);
	else if (!r->out.b.error)
		r->out.format->event(&r->out, ev, 1);
	if (output_failed(r) || select_finished(&r->opt->select))
		r->stop = 1;
}

static void begin_whole(struct run *r)
{
	memset(&r->intervals, 0, sizeof r->intervals);
	r->has_system = r->whole = 0;
}

/* Another file goes by the name that is followed. */
static void next_file(struct run *r)
{
	begin_file(r);
	end_file(r);
	/* A set that was cut does not go on in the next file. */
	if (r->store)
		put_into_store(r, NULL, 0);
	r->out.file = NULL;
	r->file.index++;
	begin_whole(r);
	select_begin_file(&r->opt->select);
}

static void damage(struct run *r, const struct monread_ev *ev, const char *text)
{
	begin_file(r);
	if (r->out.format->damage)
		r->out.format->damage(&r->out, ev);
	if (r->store && ev->state == MONREAD_BAD)
		store_damage(r->store);
	damaged(r, ev, text);
	out_interval_excuse(&r->intervals);
}

/* The record EV ends an interval that took too long. */
static void interval_missing(struct run *r, const struct monread_ev *ev)
{
	char text[256], length[OUT_CLOCK_SIZE], expected[OUT_CLOCK_SIZE];
	struct monread_ev gap = *ev;

	*out_put_interval(length, r->intervals.length) = 0;
	*out_put_interval(expected, r->intervals.expected) = 0;
	snprintf(text, sizeof text,
	         "the interval that ends here took %s s instead of %s s: records are missing, unless CP was IPLed%s",
	         length, expected,
	         r->intervals.told ? " or monitoring was restarted"
	                           : ", monitoring was restarted or the interval was changed");
	gap.state = MONREAD_GAP;
	gap.has_record = 1;
	damage(r, &gap, text);
	r->intervals.excused = 0;
}

/* What records of the monitor domain say about the whole. */
static void one_of_monitor(struct run *r, const struct monread_ev *ev)
{
	r->framing += ev->record == 13;
	r->has_system |= ev->record == 4;
	if (out_interval_record(&r->intervals, r->out.layouts, ev))
		interval_missing(r, ev);
}

/* Where the question is what is in the input, what it is from belongs to the answer. */
static void say_system(const struct run *r)
{
	int asked = r->out.format == &out_summary_format || (r->out.format == &out_none_format && !r->store);

	if (r->has_system || !r->records || !r->whole || r->in.is_device || r->in.follow)
		return;
	(asked ? diag_note : diag_verbose)("%s: no D1R4 record, so the system it is from is not known", r->file.name);
}

static void one_event(struct run *r, const struct monread_ev *ev)
{
	int shown = 0;

	if (ev->kind == MONREAD_RECORD) {
		if (monread_layouts_learn(r->out.layouts, ev->domain, ev->record, ev->bytes, ev->length))
			out_of_memory(r);
		r->records++;
		shown = select_record(&r->opt->select, ev);
	}
	if (shown)
		show(r, ev);
	else if (r->out.format->flags & OUT_EVERYTHING && !r->out.b.error)
		r->out.format->event(&r->out, ev, 0);
	if (ev->kind == MONREAD_RECORD && ev->domain == 1)
		one_of_monitor(r, ev);
	if (r->store && ev->kind == MONREAD_SET_END && stop_renewal())
		store_renew(r->store);
	if (r->store)
		put_into_store(r, ev, shown);
	/* Whoever watches a live system wants to see a data set when it is there. */
	if (ev->kind == MONREAD_SET_END && (r->in.is_device || r->in.follow) && out_flush(&r->out.b) &&
	    output_failed(r))
		r->stop = 1;
}

/* Whoever waits for more wants to see what there is; where it cannot be written, there is nothing to wait for. */
static int flush_before_wait(void *arg)
{
	struct run *r = arg;

	if (r->crew)
		crew_flush(r->crew);
	flush_output(r);
	r->stop = r->stop || output_failed(r);
	return output_failed(r);
}

/* The reader wants more.  0: there is more. */
static int feed(struct run *r)
{
	struct monread_ev ev;
	struct input_gap gap;

	switch (input_more(&r->in, &gap)) {
	case INPUT_FED:
		return 0;
	case INPUT_GAP:
		memset(&ev, 0, sizeof ev);
		ev.state = MONREAD_GAP;
		ev.skipped = gap.lost;
		damage(r, &ev, gap.text);
		/* A connection that ends between data sets has lost nothing that is known of. */
		if (r->store && (!gap.severed || gap.lost))
			store_lost(r->store, gap.sets, gap.lost, gap.text[0] ? gap.text : strerror(gap.error));
		return gap.severed;
	default:
		return -1;
	}
}

/* What monread_read() did not return an event for.  0: go on. */
static int no_event(struct run *r, const struct monread_ev *ev)
{
	switch (ev->state) {
	case MONREAD_BAD:
	case MONREAD_GAP:
		damage(r, ev, monread_error(r->in.m));
		return 0;
	case MONREAD_REQUIRE_DATA:
		return feed(r);
	case MONREAD_ERROR:
		/* The input is not to blame for that. */
		(errno == ENOMEM ? diag_fail : diag_damage)("%s: offset 0x%llx: %s: %s", r->file.name,
		                                            (unsigned long long)ev->offset, monread_error(r->in.m),
		                                            strerror(errno));
		return -1;
	default:
		if (input_next(&r->in, &r->opt->input)) {
			next_file(r);
			return 0;
		}
		if (ev->offset == 0)
			diag_damage("%s: empty", r->file.name);
		r->whole = 1;
		return -1;
	}
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

static void say_counts(const struct run *r)
{
	uint64_t records = r->records - r->framing;

	diag_note("%s: %llu data set%s, %llu record%s, %llu shown, %llu gap%s, %llu byte%s thrown away", r->file.name,
	          r->in.sets, plural(r->in.sets), (unsigned long long)records, plural(records),
	          (unsigned long long)r->shown, r->in.gaps, plural(r->in.gaps), r->in.lost, plural(r->in.lost));
}

static void read_input(struct run *r)
{
	struct monread_ev ev;
	int end = 0;

	while (!r->stop && !end) {
		if (monread_read(r->in.m, &ev) == 0) {
			begin_file(r);
			one_event(r, &ev);
		} else {
			end = no_event(r, &ev) != 0;
		}
	}
	begin_file(r);
	if (r->crew)
		crew_finish(r->crew);
	end_file(r);
	say_system(r);
	if (r->store && !output_failed(r) && !r->gave_up)
		put_into_store(r, NULL, 0);
	out_of_memory(r);
	input_say_losses(&r->in);
	if (r->in.is_device)
		say_counts(r);
	else
		diag_verbose("%s: %s, %llu records read, %llu shown", r->file.name,
		             out_form_name(monread_form_found(r->in.m)), (unsigned long long)r->records,
		             (unsigned long long)r->shown);
}

static void start_store(struct run *r)
{
	const struct store_options *o = &r->opt->store;

	if (!o->file)
		return;
	r->store = store_open(o);
	if (!r->store)
		r->stop = 1;
	else if ((o->rotate_size || o->rotate_time > 0) && stop_install() == 0)
		stop_hangup_renews();
}

/* Threads are worth it where there is much to do and nobody waits for single records. */
static void start_crew(struct run *r)
{
	const struct options *o = r->opt;
	unsigned threads = o->jobs;
	struct stat st;

	if (!(o->format->flags & OUT_PARALLEL) || o->strict || r->in.is_device || r->in.follow)
		return;
	if (threads == 0) {
		long n = sysconf(_SC_NPROCESSORS_ONLN);

		threads = n < 1 ? 1 : n > JOBS_MAX ? JOBS_MAX : (unsigned)n;
		if (fstat(r->in.fd, &st) || !S_ISREG(st.st_mode) || st.st_size < PARALLEL_SIZE)
			return;
	}
	if (threads > 1)
		r->crew = crew_start(&r->out, threads, decoder_flags(o), (const char *const *)o->fields);
	out_of_memory(r);
}

static void one_file(struct run *r, const char *name)
{
	r->file.name = name;
	r->out.file = NULL;
	r->records = r->shown = r->framing = 0;
	begin_whole(r);
	monread_layouts_set_release(r->out.layouts, r->opt->release);
	if (input_open(&r->in, name, &r->opt->input))
		return;
	/* The privilege is only needed to open the device. */
	if (r->opt->drop.wanted) {
		r->stop = privileges_drop(&r->opt->drop) != 0;
		r->opt->drop.wanted = NULL;
		if (!r->stop)
			start_store(r);
	}
	if (!r->stop) {
		if (r->store)
			store_begin_input(r->store, r->in.is_device, r->in.is_device);
		select_begin_file(&r->opt->select);
		start_crew(r);
		read_input(r);
		if (r->crew)
			crew_stop(r->crew);
		r->crew = NULL;
	}
	r->all_records += r->records - r->framing;
	r->all_shown += r->shown;
	input_close(&r->in);
	r->file.index++;
}

/* ---- Everything ---- */

/* What is noticed in the pages is said, or collected in NOTICES where that is not NULL. */
static struct monread_layouts *load_layouts(const struct options *o, struct out_notices *notices)
{
	struct monread_layouts *l = monread_layouts_new();
	unsigned i;

	if (!l) {
		diag_fail("out of memory");
		return NULL;
	}
	for (i = 0; o->layouts && o->layouts[i]; i++)
		if (monread_layouts_load(l, o->layouts[i], notices ? out_notice_add : notice, notices) < 0)
			diag_fail("%s: layouts cannot be read: %s", o->layouts[i], strerror(errno));
	if (o->release)
		monread_layouts_set_release(l, o->release);
	return l;
}

/* A record may have several layouts, for several releases. */
static void describe(struct out_buffer *b, struct monread_layouts *layouts, const struct monread_layout *wanted)
{
	size_t i;

	out_describe(b, wanted);
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		const struct monread_layout *l = monread_layouts_at(layouts, i);

		if (l && l != wanted && strcmp(l->name, wanted->name) == 0) {
			out_char(b, '\n');
			out_describe(b, l);
		}
	}
}

static void show_layout(const struct options *o, struct out_buffer *b, struct monread_layouts *layouts)
{
	const struct monread_layout *l;

	if (o->action == ACTION_LIST_LAYOUTS) {
		if (out_list_layouts(b, layouts, terminal_width(b->fd)))
			diag_fail("out of memory");
		return;
	}
	l = monread_layouts_by_name(layouts, o->name);
	if (monread_layouts_failed(layouts))
		return;
	if (!l)
		diag_fail("%s: no such record; see monread --list-layouts", o->name);
	else if (o->action == ACTION_DESCRIBE)
		describe(b, layouts, l);
	else if (l->nstructures == 0)
		diag_fail("%s: only the name of this record is known; give its page with --layouts", o->name);
	else if (out_xref(b, l))
		diag_fail("out of memory");
}

/* The layout that was loaded last of PATH; NULL: none. */
static const struct monread_layout *find_loaded(struct monread_layouts *layouts, const char *path)
{
	size_t i, n = monread_layouts_count(layouts);
	const struct monread_layout *l;

	for (i = 0; i < n; i++) {
		l = monread_layouts_at(layouts, i);
		if (l && l->path && strcmp(l->path, path) == 0)
			return l;
	}
	return NULL;
}

static void show_dsect(const struct options *o, struct out_buffer *b, struct monread_layouts *layouts)
{
	const struct monread_layout *l;
	struct stat st;

	if (stat(o->name, &st) == 0 && S_ISDIR(st.st_mode)) {
		diag_fail("--to-dsect=%s: is a directory; name one page", o->name);
		return;
	}
	if (monread_layouts_load(layouts, o->name, notice, NULL) < 0) {
		diag_fail("--to-dsect=%s: cannot be read: %s", o->name, strerror(errno));
		return;
	}
	l = find_loaded(layouts, o->name);
	if (!l)
		diag_fail("--to-dsect=%s: is not a record page", o->name);
	else if (out_dsect(b, l))
		diag_fail("out of memory");
}

static int run_action(const struct options *o, struct monread_layouts *layouts, struct out_notices *notices,
                      int fd)
{
	struct out_buffer b;

	if (out_buffer_init(&b, fd)) {
		diag_fail("out of memory");
		return -1;
	}
	output_begin(o, &b);
	if (o->action == ACTION_TO_DSECT)
		show_dsect(o, &b, layouts);
	else if (o->action != ACTION_CHECK_LAYOUTS)
		show_layout(o, &b, layouts);
	else if (out_check_layouts(&b, layouts, notices))
		diag_disagree();
	/* What could not be looked up is missing in it. */
	if (monread_layouts_failed(layouts))
		b.error = ENOMEM;
	out_flush(&b);
	output_end(o, &b);
	out_buffer_done(&b);
	return b.error;
}

static int wants_color(const struct options *o, int fd)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	if (o->color >= 0)
		return o->color;
	return isatty(fd) && term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
}

/* Selecting nothing may be a mistake. */
static void say_selected(const struct run *r)
{
	if (!r->out.filtered || r->all_shown || r->all_records == 0)
		return;
	if (r->file.count == 1)
		diag_note("%s: 0 of %llu records selected", r->file.name, (unsigned long long)r->all_records);
	else
		diag_note("0 of %llu records selected", (unsigned long long)r->all_records);
}

static int run_show(struct options *o, struct monread_layouts *layouts, int fd)
{
	struct run r;
	const char *unknown = select_prepare(&o->select, layouts);
	int i;

	if (o->duration > 0 && stop_install() == 0)
		stop_after(o->duration);
	if (monread_layouts_failed(layouts))
		return ENOMEM;
	if (unknown)
		diag_usage("--name=%s: no record has this name; see monread --list-layouts", unknown);
	memset(&r, 0, sizeof r);
	r.opt = o;
	r.file.count = (unsigned)o->nfiles;
	unknown = fields_unknown(layouts, (const char *const *)o->fields);
	if (monread_layouts_failed(layouts))
		return ENOMEM;
	if (unknown)
		diag_usage("--fields=%s: no field has this name; see monread --describe=NAME", unknown);
	if (monread_codepage_load(&r.codepage, o->codepage))
		diag_usage("--codepage=%s: unknown code page; iconv --list shows those available", o->codepage);
	r.out.layouts = layouts;
	r.out.codepage = &r.codepage;
	r.out.all = o->all;
	r.out.filtered = select_filters(&o->select);
	r.out.color = wants_color(o, fd);
	r.out.problem = problem;
	r.out.problem_arg = &r;
	out_clock_init(&r.out.clock, o->time);
	r.out.decoder = monread_decoder_new(layouts, decoder_flags(o), (const char *const *)o->fields);
	if (!r.out.decoder || out_begin(&r.out, o->format, fd)) {
		diag_fail("out of memory");
		monread_decoder_free(r.out.decoder);
		return 0;
	}
	output_begin(o, &r.out.b);
	if (o->format->flags & OUT_WANTS_FILLER || o->store.file)
		o->input.flags |= MONREAD_WANT_FILLER;
	o->input.wait.before = flush_before_wait;
	o->input.wait.arg = &r;
	o->store.filtered = r.out.filtered;
	/* Files that are made belong to whoever is to be. */
	if (!o->drop.wanted)
		start_store(&r);
	if (isatty(STDERR_FILENO))
		diag_flush_before(flush_output, &r);
	if (select_finished(&o->select))
		r.stop = 1;
	for (i = 0; i < o->nfiles && !r.stop && !stop_asked(); i++)
		one_file(&r, o->files[i]);
	diag_flush_before(NULL, NULL);
	if (r.store)
		store_close(r.store);
	out_end(&r.out);
	output_end(o, &r.out.b);
	say_selected(&r);
	monread_decoder_free(r.out.decoder);
	return r.out.b.error;
}

int run(struct options *o)
{
	struct monread_layouts *layouts;
	struct out_notices notices = { NULL, 0, 0, 0 };
	int fd, error = 0;

	if (privileges_check(&o->drop) || (fd = output_open(o)) < 0)
		return diag_status();
	/* A closed pipe is found out by write(2), and is no fault. */
	signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
	/* A file that must not grow any more, likewise; that one is a fault. */
	signal(SIGXFSZ, SIG_IGN);
#endif
	pipe_widen(fd);
	layouts = load_layouts(o, o->action == ACTION_CHECK_LAYOUTS ? &notices : NULL);
	if (notices.failed)
		diag_fail("out of memory");
	else if (layouts)
		error = o->action == ACTION_SHOW ? run_show(o, layouts, fd) : run_action(o, layouts, &notices, fd);
	out_notices_free(&notices);
	monread_layouts_free(layouts);
	if (fd != STDOUT_FILENO && close(fd) && !error)
		error = errno;
	if (error == ENOMEM)
		diag_fail("out of memory");
	else if (error && error != EPIPE)
		diag_fail("%s: writing failed: %s", o->output ? o->output : "standard output", strerror(error));
	return diag_status();
}
