/* show.c: set up the output and the store, then read all inputs. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/near.h"
#include "cli/options.h"
#include "cli/stop.h"
#include "cli/terminal.h"
#include "cli/words.h"
#include "out/tables.h"
#include "tool/command.h"
#include "tool/output.h"

void run_flush(struct writer *w)
{
	if (w->out.main.b.buf)
		out_flush(&w->out.main.b);
}

/* The callback ->wait.before: write out the output before a wait for input. Return not 0 to end the run instead. */
static int flush_before_wait(void *arg)
{
	struct run *r = arg;

	out_flush_all(&r->writer.out);
	r->stop = r->stop || run_output_failed(r);
	return run_output_failed(r);
}

/* Warn if no record was selected, which may be a mistake. */
static void say_selected(const struct run *r)
{
	if (!r->writer.out.settings.filtered || r->report.shown || r->report.records == 0 || r->selection.inside.asking.failed)
		return;
	if (r->writer.file.count == 1)
		diag_note("%s: 0 of %llu record%s selected", r->writer.file.name, (unsigned long long)r->report.records,
		          words_plural(r->report.records));
	else
		diag_note("0 of %llu record%s selected", (unsigned long long)r->report.records, words_plural(r->report.records));
}

/* Print that no layout has the record, table or field NAME, and exit. Return ENOMEM if out of memory. */
static int name_unknown(const struct monread_layouts *layouts, const struct table_schema *schema, const char *name,
                        int is_field)
{
	char room[NEAR_ROOM];
	const char *similar =
	    layouts_similar(room, layouts, is_field ? NULL : schema, name, is_field ? SIMILAR_FIELDS : SIMILAR_RECORDS,
	                    is_field ? "see monread --find" : "see monread --tables");

	if (!similar)
		return ENOMEM;
	diag_usage("%s: no such %s; %s", name, is_field ? "field" : schema ? "record or table" : "record", similar);
}

/* Refuse an operand that is not a file but the name of a record: the user probably forgot -r. */
static void check_operands(const struct options *o, const struct monread_layouts *layouts)
{
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (access(o->files[i], F_OK) != 0 && errno == ENOENT && monread_layouts_by_name(layouts, o->files[i]))
			diag_usage("%s: no such file; to select records use -r %s", o->files[i], o->files[i]);
}

/* Refuse unknown names of records and fields in O. Return 0, or ENOMEM. */
static int check_names(struct options *o, const struct monread_layouts *layouts, const struct table_schema *schema)
{
	const char *unknown = select_prepare(&o->select, layouts);

	check_operands(o, layouts);
	if (unknown)
		return name_unknown(layouts, schema, unknown, 0);
	if (!select_is_possible(&o->select) && !monread_layouts_failed(layouts))
		diag_usage("no record can be selected: --domain, --record, --name and --exclude leave out all");
	if (near_resolve(layouts, o->fields, &unknown))
		return ENOMEM;
	if (unknown)
		return name_unknown(layouts, schema, unknown, 1);
	return monread_layouts_failed(layouts) ? ENOMEM : 0;
}

/* ---- Tables ---- */

#define LIST_WIDTH 72u

static const struct table *table_of_record(const struct table *t)
{
	while (t->parent)
		t = t->parent;
	return t;
}

static int is_selected(const struct options *o, const struct monread_layouts *layouts, const struct table *t)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0; (l = monread_layouts_at(layouts, i)) != NULL; i++)
		if (table_may_have(t, l) && select_wants(&o->select, l))
			return 1;
	return 0;
}

/* Return the numbers of records in the FILEs; NULL if a FILE is not regular, because it can be read only once. */
static struct present *look_at_files(const struct options *o, const struct monread_layouts *layouts)
{
	struct stat st;
	int i;

	for (i = 0; i < o->nfiles; i++)
		if (stat(o->files[i], &st) || !S_ISREG(st.st_mode))
			return NULL;
	return o->nfiles ? present_find(o->files, o->nfiles, &o->input, layouts) : NULL;
}

/* Print how to choose a table, and the tables: if SELECTED is 0, all; else those of selected records. Exits. */
static void __attribute__((noreturn)) list_tables(const struct options *o, const struct table_schema *schema,
                                                  const struct monread_layouts *layouts, unsigned selected)
{
	char line[LIST_WIDTH + 2 * MONREAD_NAME_MAX + 8] = "";
	struct present *present = look_at_files(o, layouts);
	const struct table *t;
	size_t i;

	diag_fail("--format=%s: shows one table%s; choose it with --name, or all with --split=DIR:", o->format->name,
	          selected ? "" : ", and the selected records have no layout");
	for (i = 0; (t = table_at(schema, i)) != NULL; i++) {
		if ((selected && !is_selected(o, layouts, t)) || !out_has_field((const char *const *)o->fields, t))
			continue;
		if (present && present_count(present, table_of_record(t)->layout) == 0)
			continue;
		if (*line && strlen(line) + strlen(t->name) + 1 > LIST_WIDTH) {
			diag_fail("%s", line);
			*line = '\0';
		}
		snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s", *line ? " " : "", t->name);
	}
	if (*line)
		diag_fail("%s", line);
	free(present);
	exit(STATUS_USAGE);
}

/* Return the table of the selected record; NULL if out of memory. If there are several, print the tables and exit. */
static const struct table *selected_table(const struct options *o, const struct monread_layouts *layouts,
                                          const struct table_schema *schema)
{
	const struct monread_layout *l, *found = NULL;
	const struct table *t;
	unsigned n = 0;
	size_t i;

	/* A record may have several layouts, which follow each other: count them as one. */
	for (i = 0; (l = monread_layouts_at(layouts, i)) != NULL; i++)
		if (select_wants(&o->select, l) && (!found || strcmp(found->name, l->name) != 0)) {
			found = l;
			n++;
		}
	if (errno == ENOMEM)
		return NULL;
	if (n != 1)
		list_tables(o, schema, layouts, n);
	t = table_find(schema, found->name);
	if (!t && errno == E2BIG)
		diag_usage("%s: has more than %u columns, the maximum of a table", found->name, TABLE_COLUMNS_MAX);
	return t;
}

/* The table T in the list L is of an array or of application data: select the records that contain it. */
static void select_records_of(struct select_list *l, const struct table *t, const struct monread_layouts *layouts)
{
	const struct monread_layout *one;
	size_t i;

	if (l->names[1] || l->nranges)
		diag_usage("--name=%s: names the entries of an array, and must be the only name; for several tables, use "
		           "--split=DIR and names of records", t->name);
	lists_free(l->names);
	l->names = NULL;
	for (i = 0; (one = monread_layouts_at(layouts, i)) != NULL; i++)
		if (one->domain >= 0 && table_may_have(t, one))
			lists_add(&l->names, one->name, '\0');
}

/* If the output is a table, make the schema. If --name names a table of an array or of application data, select the
 * records that contain it. Call this before select_prepare(). Return 0, or ENOMEM. */
static int tables_begin(struct options *o, const struct monread_layouts *layouts, struct out_settings *s,
                 struct table_schema **schema)
{
	struct select_list *named = &o->select.named;
	const struct table *t;
	unsigned i;

	if (!o->split && !(o->format->takes & OUT_TAKES_TABLE))
		return 0;
	s->schema = *schema = table_schema_new(layouts);
	if (!s->schema)
		return ENOMEM;
	for (i = 0; o->format->takes & OUT_TAKES_TABLE && !s->table && named->names && named->names[i]; i++) {
		t = table_find(s->schema, named->names[i]);
		if (!t && errno == ENOMEM)
			return ENOMEM;
		if (t && t->role != TABLE_OF_RECORD)
			s->table = t;
	}
	if (s->table)
		select_records_of(named, s->table, layouts);
	return 0;
}

/* Find the table to show, unless tables_begin() has found it. Return 0, or ENOMEM. */
static int tables_settle(struct options *o, const struct monread_layouts *layouts, struct out_settings *s)
{
	s->split = o->split;
	s->force = o->store.force;
	if (!s->schema || (o->split && !s->table))
		return 0;
	if (!s->table)
		s->table = selected_table(o, layouts, s->schema);
	return s->table ? 0 : ENOMEM;
}

/* ---- The output ---- */

/* Set up the output to FD. Return 0, or -1 after a message. */
static int begin_output(struct run *r, struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct out_settings *s = &r->writer.out.settings;

	s->layouts = layouts;
	if (tables_settle(o, layouts, s) || inside_begin_rows(&r->selection.inside, s)) {
		diag_fail("out of memory");
		return -1;
	}
	s->codepage = r->writer.codepage;
	s->fields = (const char *const *)o->fields;
	s->time = o->time;
	s->all = o->all;
	s->explain = o->explain;
	s->wide = o->wide;
	s->width = terminal_width(fd);
	/* If records are left out, raw output needs new frames. */
	s->filtered = select_filters(&o->select) || o->anonymize;
	s->strict = o->strict;
	s->merged = o->merge;
	s->color = o->color >= 0 ? o->color : isatty(fd) && terminal_wants_color();
	s->counters = o->counters;
	s->problem = run_problem;
	s->problem_arg = r;
	/* For threads that read parts of a file. */
	r->writer.out.select = r->selection.select;
	r->writer.out.found = run_found;
	r->writer.out.found_arg = r;
	r->writer.out.begin_asking = r->compare.series ? NULL : inside_begin_asking;
	r->writer.out.end_asking = inside_end_asking;
	/* With --split, the output collects the text of tables in memory and writes it to several files. */
	if (out_begin(&r->writer.out, o->format, o->split ? OUT_MEMORY : fd)) {
		diag_fail("%s", r->writer.out.main.error);
		return -1;
	}
	if (!o->split)
		output_begin(o, &r->writer.out.main.b);
	return 0;
}

/* End the output and print notes about it. Return 0, or an errno value if writing failed. */
static int end_output(struct run *r)
{
	unsigned long long homeless;

	out_end(&r->writer.out);
	homeless = r->writer.out.homeless;
	if (r->writer.schema && homeless)
		diag_note("%llu record%s without a layout, which %s in no table", homeless, words_plural(homeless),
		          homeless == 1 ? "is" : "are");
	else if (homeless && r->opt->format == &out_text_format)
		diag_note("no layout for %llu record%s, shown in hex; monread-fetch-layouts gets layouts from IBM's pages",
		          homeless, words_plural(homeless));
	if (*r->writer.out.main.error && !r->writer.unshown)
		diag_fail("%s", r->writer.out.main.error);
	/* After a failure, do not truncate a file of --output to which nothing was written. */
	if (r->failed)
		r->writer.out.main.b.cut = 0;
	output_end(r->opt, &r->writer.out.main.b);
	say_selected(r);
	return *r->writer.out.main.error || r->writer.unshown ? 0 : r->writer.out.main.b.error;
}

/* Set the options of inputs and of the store that depend on other options and on the output. */
static void settle_inputs(struct run *r, struct options *o)
{
	struct input_options *in = &r->input;

	*in = o->input;
	/* Read filler only if records stay in their frames: merged, thinned or anonymized records get new frames. */
	if (!o->merge && !o->anonymize && o->every <= 0 && (o->format->wants & OUT_WANTS_FILLER || o->store.file))
		in->flags |= MONREAD_WANT_FILLER;
	in->wait.before = flush_before_wait;
	in->wait.arg = r;
	/* The run ends if the reader of this pipe ends: the pipe that --write names; without --write, the output. */
	in->wait.output = o->store.file ? descriptor_named(o->store.file) : r->writer.out.main.b.fd;
	in->wait.has_output = in->wait.output >= 0;
	o->store.filtered = r->writer.out.settings.filtered || o->merge || o->every > 0;
	o->store.every = o->every;
	o->store.shown = r->writer.out.main.b.fd;
	o->store.layouts = r->writer.out.settings.layouts;
}

/* The callback ->wait.idle: called each second while a service has nothing to read. */
static void idle(void *arg)
{
	struct run *r = arg;

	run_left_out(&r->report, r->writer.file.name, clock_now());
	service_turn(&r->report.service, 0);
}

static void before_message(void *arg)
{
	struct run *r = arg;

	progress_clear(&r->report.progress);
	run_flush(&r->writer);
}

static void keep_configuration(struct selection *s, const struct monread_layouts *layouts)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0; i < monread_layouts_count(layouts); i++) {
		l = monread_layouts_at(layouts, i);
		if (l && mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record) &&
		    !select_excludes(s->select, (unsigned)l->domain, (unsigned)l->record))
			s->kept[l->domain][l->record] |= l->configuration != 0;
	}
}

static void start_store(struct run *r)
{
	const struct store_options *o = &r->opt->store;

	if (!o->file)
		return;
	r->storing.store = store_open(o);
	if (!r->storing.store) {
		r->stop = 1;
		return;
	}
	single_append(&r->storing.single, r->storing.store);
	if ((o->rotate_size || o->rotate_time > 0) && stop_install() == 0)
		stop_hangup_renews();
}

static void all_inputs(struct run *r)
{
	const struct options *o = r->opt;
	int i;

	if (service_begin(&r->report.service, &r->now, &r->storing.store))
		r->input.wait.idle = idle;
	single_begin(&r->storing.single, o, &r->input, r->writer.out.settings.layouts);
	start_store(r);
	if (isatty(STDERR_FILENO))
		diag_flush_before(before_message, r);
	if (select_finished(r->selection.select))
		r->stop = 1;
	if (o->merge)
		run_merge(r);
	for (i = 0; !o->merge && i < o->nfiles && !r->stop && !stop_asked(); i++) {
		/* Follow only the last FILE, because its end is only reached when the user asks to stop. */
		r->input.follow = o->input.follow && i + 1 == o->nfiles;
		run_input(r, o->files[i]);
	}
	progress_end(&r->report.progress);
	diag_flush_before(NULL, NULL);
	if (r->storing.store)
		store_close(r->storing.store);
}

int run_show(struct options *o, const struct monread_layouts *layouts, int fd)
{
	struct run r;
	int error = 0;

	if (o->duration > 0 && stop_install() == 0)
		stop_after(o->duration);
	memset(&r, 0, sizeof r);
	r.opt = o;
	r.now = &r.alone;
	r.report.verdict = &r.report.alone;
	r.writer.out.before = o->counters != OUT_LEVELS || o->every > 0 ? &r.compare.before : NULL;
	r.report.timed = diag_is_json();
	r.writer.file.count = (unsigned)o->nfiles;
	r.writer.codepage = codepage_named(o->codepage);
	r.selection.select = &o->select;
	r.selection.inside = (struct inside){ .opt = o, .select = &o->select, .layouts = layouts,
	                                      .codepage = r.writer.codepage, .before = &r.compare.before };
	inside_prepare(&r.selection.inside);
	if (!r.writer.codepage || tables_begin(o, layouts, &r.writer.out.settings, &r.writer.schema) ||
	    check_names(o, layouts, r.writer.schema) || compare_begin(&r.compare, o, layouts)) {
		error = ENOMEM;
	} else if ((!o->anonymize || (r.anonymizer = anonymizer_new(layouts, o->keyfile, o->keep_unknown)) != NULL) &&
	           inside_begin(&r.selection.inside) == 0 && begin_output(&r, o, layouts, fd) == 0) {
		if (o->store.file)
			keep_configuration(&r.selection, layouts);
		r.size = progress_settle(&r.report.progress, o, fd);
		settle_inputs(&r, o);
		all_inputs(&r);
		error = end_output(&r);
	}
	anonymizer_free(r.anonymizer);
	inside_done(&r.selection.inside);
	table_schema_free(r.writer.schema);
	monread_codepage_free(r.writer.codepage);
	compare_done(&r.compare);
	return error;
}
