/* inside.c: selects records by their contents, or by the contents of earlier records. */
#include "config.h"

#include "tool/run.h"

#include "cli/lists.h"
#include "out/names.h"

#define ID_SIZE 64u

static void fail_for_memory(struct inside *in)
{
	in->no_memory = in->asking.failed = 1;
}

static int user_is_wanted(const struct inside *in, const struct monread_ev *ev,
                          const struct monread_layout *l)
{
	char *const *glob = in->opt->which.users;
	char id[ID_SIZE];

	out_marked(in->codepage, l, ev, MONREAD_USER, id, sizeof id);
	while (*id && *glob && !globs_is(*glob, id))
		glob++;
	return *id && *glob;
}

static int condition_holds(struct inside *in, struct table_record *record)
{
	int holds;

	in->where->start = in->select->start_us;
	if (in->delta && delta_begin(in->delta, record->layout, record->release, record->ev->bytes,
	                             record->ev->length, in->before)) {
		fail_for_memory(in);
		return 0;
	}
	record->delta = !in->delta || in->before->kind == SERIES_LEVEL ? NULL : in->delta;
	record->per_second = in->opt->shown.counters == OUT_RATE;
	holds = record->layout ? where_holds(in->where, record) : 0;
	/* An error in the condition would occur again for each record: end the run. */
	in->asking.failed |= holds < 0;
	return holds > 0;
}

static int one_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	(void)arg;
	(void)t;
	(void)cells;
	return 1;
}

static int has_row(struct inside *in, const struct table_record *record)
{
	static const struct table_sink sink = { .row = one_row };
	int has = record->layout ? table_rows_make(in->rows, record, &sink, NULL) : 0;

	if (has < 0)
		fail_for_memory(in);
	return has > 0;
}

static int is_wanted(void *arg, const struct monread_ev *ev)
{
	struct inside *in = arg;
	struct monread_system *system = in->asking.system;
	/* monread_system_layout() may learn the release from EV, so call it before
	 * monread_system_release(). */
	const struct monread_layout *l = monread_system_layout(system, ev->domain, ev->record,
	                                                       ev->bytes, ev->length);
	struct table_record record = {
		.ev = ev,
		.layout = l,
		.release = monread_system_release(system),
		.system = monread_system_id(system),
		.file = in->asking.file,
		.interval = in->asking.interval,
		.in_interval = in->asking.in_interval,
	};

	/* If the layout is missing because memory ran out, do not treat the record as unknown. */
	if (!l && monread_layouts_failed(in->layouts)) {
		fail_for_memory(in);
		return 0;
	}
	return (!in->opt->systems || globs_match(in->opt->systems, record.system)) &&
	       (!in->opt->which.users || user_is_wanted(in, ev, l)) &&
	       (!in->where || condition_holds(in, &record)) && (!in->rows || has_row(in, &record));
}

void inside_prepare(struct inside *in)
{
	if (in->opt->which.users || in->opt->which.where || in->opt->systems)
		select_ask(in->select, is_wanted, in);
}

static void keep_configuration(struct inside *in)
{
	const struct monread_layout *l;
	size_t i;

	for (i = 0; i < monread_layouts_count(in->layouts); i++) {
		l = monread_layouts_at(in->layouts, i);
		if (l && mr_is_in_bounds((unsigned)l->domain, (unsigned)l->record) &&
		    !select_excludes(in->select, (unsigned)l->domain, (unsigned)l->record))
			in->kept[l->domain][l->record] |= l->configuration != 0;
	}
}

int inside_is_of_system(struct inside *in, const struct monread_ev *ev)
{
	struct monread_system *system = in->asking.system;

	if (!in->opt->systems)
		return 1;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		fail_for_memory(in);
	return globs_match(in->opt->systems, monread_system_id(system));
}

int inside_keeps(struct inside *in, const struct monread_ev *ev)
{
	return mr_is_in_bounds(ev->domain, ev->record) && in->kept[ev->domain][ev->record] &&
	       inside_is_of_system(in, ev);
}

int inside_begin(struct inside *in)
{
	int counted = in->opt->shown.counters != OUT_LEVELS;

	if (in->opt->store.file)
		keep_configuration(in);
	if (!in->opt->which.where)
		return 0;
	in->where = where_open(in->opt->which.where, in->layouts, in->codepage, counted, NULL);
	if (!in->where)
		return -1;
	/* Relative times in the condition count from the first record, so the time of this record
	 * is needed. */
	if (in->where->has_moments)
		select_need_start(in->select);
	in->delta = counted ? delta_new(in->layouts) : NULL;
	if (!counted || in->delta)
		return 0;
	return diag_no_memory();
}

int inside_begin_rows(struct inside *in, const struct out_settings *s)
{
	unsigned char *columns;

	if (!s->table || in->select->count == UINT64_MAX)
		return 0;
	columns = calloc(s->table->ncolumns + 1, 1);
	in->rows = columns ? table_rows_new(s->schema, in->layouts, s->table, columns) : NULL;
	free(columns);
	select_ask(in->select, is_wanted, in);
	return in->rows ? 0 : -1;
}

void inside_begin_file(struct inside *in, struct monread_system *system, const char *name)
{
	memset(&in->state, 0, sizeof in->state);
	in->asking.system = system;
	in->asking.file = name;
}

struct out_asking *inside_begin_asking(void *arg)
{
	const struct inside *of = arg;
	struct inside *in = calloc(1, sizeof *in);

	if (!in)
		return NULL;
	in->opt = of->opt;
	in->select = of->select;
	in->layouts = of->layouts;
	in->codepage = of->codepage;
	in->before = of->before;
	if (of->where)
		in->where = where_open(in->opt->which.where, in->layouts, in->codepage,
		                       in->opt->shown.counters != OUT_LEVELS, of->where);
	if (in->where || !of->where)
		return &in->asking;
	free(in);
	return NULL;
}

void inside_end_asking(struct out_asking *a)
{
	inside_done((struct inside *)a);
	free(a);
}

void inside_done(struct inside *in)
{
	where_close(in->where);
	table_rows_free(in->rows);
	delta_free(in->delta);
}
