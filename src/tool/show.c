/* show.c: prepare showing and storing records, then go through the inputs. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/codepage.h"
#include "cli/diag.h"
#include "cli/fields.h"
#include "cli/near.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/words.h"
#include "tool/beside.h"
#include "tool/merge.h"
#include "tool/output.h"
#include "tool/progress.h"
#include "tool/table.h"
#include "tool/tables.h"

void run_flush(void *arg)
{
	struct run *r = arg;

	if (r->out.main.b.buf)
		out_flush(&r->out.main.b);
}

/* Before waiting for more input, show what there is.  Not 0: that failed, so do not wait. */
static int flush_before_wait(void *arg)
{
	struct run *r = arg;

	out_flush_all(&r->out);
	r->stop = r->stop || run_output_failed(r);
	return run_output_failed(r);
}

static int wants_color(const struct options *o, int fd)
{
	if (o->color >= 0)
		return o->color;
	return isatty(fd) && terminal_wants_color();
}

/* Selecting nothing may be a mistake. */
static void say_selected(const struct run *r)
{
	if (!r->out.settings.filtered || r->all_shown || r->all_records == 0 || r->inside.asking.failed)
		return;
	if (r->file.count == 1)
		diag_note("%s: 0 of %llu record%s selected", r->file.name, (unsigned long long)r->all_records,
		          words_plural(r->all_records));
	else
		diag_note("0 of %llu record%s selected", (unsigned long long)r->all_records, words_plural(r->all_records));
}

/* No record is called NAME, or no field, which is a mistake.  Returns ENOMEM, or not at all. */
static int name_unknown(const struct monread_layouts *layouts, const char *name, int is_field)
{
	char room[NEAR_ROOM];
	struct near near;

	near_begin(&near, name);
	if (is_field)
		near_fields(&near, layouts);
	else
		near_records(&near, layouts);
	if (monread_layouts_failed(layouts))
		return ENOMEM;
	if (is_field)
		diag_usage("--fields=%s: no field has this name; %s", name,
		           near_list(&near, room, "see monread --describe=NAME"));
	diag_usage("--name=%s: no record has this name; %s", name,
	           near_list(&near, room, "see monread --list-layouts"));
}

/* 0, or ENOMEM. */
static int check_names(struct options *o, const struct monread_layouts *layouts)
{
	const char *unknown = select_prepare(&o->select, layouts);

	if (unknown)
		return name_unknown(layouts, unknown, 0);
	if (!select_names_meet(&o->select) && !monread_layouts_failed(layouts))
		diag_usage("no record can be selected: --name names only records that --domain or --record leave out");
	unknown = fields_unknown(layouts, (const char *const *)o->fields);
	if (unknown)
		return name_unknown(layouts, unknown, 1);
	return monread_layouts_failed(layouts) ? ENOMEM : 0;
}

/* 0, or -1: it was said why. */
static int begin_output(struct run *r, const struct monread_layouts *layouts, int fd)
{
	const struct options *o = r->opt;
	struct out_settings *s = &r->out.settings;

	s->layouts = layouts;
	if (tables_settle(r->opt, layouts, s, &r->schema) || inside_begin_rows(r)) {
		diag_fail("out of memory");
		return -1;
	}
	s->codepage = r->codepage;
	s->fields = (const char *const *)o->fields;
	s->time = o->time;
	s->all = o->all;
	s->proven = o->proven;
	s->explain = o->explain;
	s->wide = o->wide;
	s->width = terminal_width(fd);
	s->filtered = select_filters(&o->select);
	s->strict = o->strict;
	s->merged = o->merge;
	s->color = wants_color(o, fd);
	s->counters = o->counters;
	s->avro_codec = words_name(avro_codecs, o->avro_codec);
	s->pcp = o->pcp;
	s->problem = run_problem;
	s->problem_arg = r;
	if (o->split && o->drop.wanted && access(o->split, F_OK)) {
		diag_fail("%s: cannot be made for --user-drop=%s; make it before, for that user", o->split, o->drop.wanted);
		return -1;
	}
	/* With files of their own, what is shown of tables is gathered in memory. */
	if (out_begin(&r->out, o->format, o->split ? OUT_MEMORY : fd)) {
		diag_fail("%s", r->out.main.error);
		return -1;
	}
	if (!o->split)
		output_begin(o, &r->out.main.b);
	return 0;
}

/* 0, or an errno value: writing failed. */
static int end_output(struct run *r)
{
	out_end(&r->out);
	if (r->schema && r->out.homeless)
		diag_note("%llu record%s without a layout, which %s in no table", (unsigned long long)r->out.homeless,
		          words_plural(r->out.homeless), r->out.homeless == 1 ? "is" : "are");
	if (r->out.late)
		diag_damage("--pcp=%s: %llu row%s left out: the archive had later ones already; give the inputs in order of time",
		            r->opt->pcp, (unsigned long long)r->out.late, r->out.late == 1 ? " is" : "s are");
	if (*r->out.main.error && !r->unshown)
		diag_fail("%s", r->out.main.error);
	/* Nothing shown is no result then. */
	if (r->failed)
		r->out.main.b.cut = 0;
	output_end(r->opt, &r->out.main.b);
	say_selected(r);
	return *r->out.main.error || r->unshown ? 0 : r->out.main.b.error;
}

/* What inputs and the store need to know of the output. */
static void settle_inputs(struct run *r)
{
	struct options *o = r->opt;

	/* What is merged or thinned is laid into frames anew. */
	if (!o->merge && o->every <= 0 && (o->format->wants & OUT_WANTS_FILLER || o->store.file))
		o->input.flags |= MONREAD_WANT_FILLER;
	o->input.wait.before = flush_before_wait;
	o->input.wait.arg = r;
	o->store.filtered = r->out.settings.filtered || o->merge || o->every > 0;
	o->store.every = o->every;
	o->store.shown = r->out.main.b.fd;
	o->store.layouts = r->out.settings.layouts;
}

static void before_message(void *arg)
{
	struct run *r = arg;

	progress_clear(&r->progress);
	run_flush(r);
}

static void all_inputs(struct run *r)
{
	const struct options *o = r->opt;
	int i, beside, looked = 0, follows = o->input.follow;

	settle_inputs(r);
	service_begin(r);
	single_begin(r);
	/* With --user-drop, files are made after the switch, to belong to the new user. */
	if (!o->drop.wanted)
		run_start_store(r);
	if (isatty(STDERR_FILENO))
		diag_flush_before(before_message, r);
	if (select_finished(&o->select))
		r->stop = 1;
	if (o->merge)
		merge_inputs(r);
	else
		r->size = run_size(o);
	for (i = 0; !o->merge && i < o->nfiles && !r->stop && !stop_asked(); i++) {
		r->input = i;
		/* What grows has no end, behind which another could come. */
		r->opt->input.follow = follows && i + 1 == o->nfiles;
		beside = beside_count(r, i, &looked);
		if (beside && beside_inputs(r, i, beside) == 0)
			i += beside - 1;
		else
			run_input(r, o->files[i]);
	}
	progress_end(&r->progress);
	diag_flush_before(NULL, NULL);
	if (r->store)
		store_close(r->store);
	service_end(r);
}

int run_show(struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct run r;
	int error = 0;

	if (o->duration > 0 && stop_install() == 0)
		stop_after(o->duration);
	memset(&r, 0, sizeof r);
	r.opt = o;
	r.verdict = &r.alone;
	r.timed = o->verdicts != 0;
	inside_prepare(&r);
	if (check_names(o, layouts))
		return ENOMEM;
	r.file.count = (unsigned)o->nfiles;
	r.codepage = codepage_named(o->codepage);
	if (!r.codepage)
		return ENOMEM;
	if (compare_begin(&r, layouts)) {
		error = ENOMEM;
	} else if (inside_begin(&r, layouts) == 0 && begin_output(&r, layouts, fd) == 0) {
		kept_prepare(&r, layouts);
		compare_settle(&r);
		progress_settle(&r.progress, o, fd);
		all_inputs(&r);
		error = end_output(&r);
	}
	inside_done(&r.inside);
	table_schema_free(r.schema);
	monread_codepage_free(r.codepage);
	compare_done(&r.compare);
	thin_done(&r.thin);
	return error;
}
