/* pcp.c: numbers as metrics in an archive of Performance Co-Pilot. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "out/formats.h"
#include "out/out.h"
#include "out/partition.h"
#include "out/pcpcount.h"
#include "out/pcpqueue.h"
#include "out/tables.h"
#include "table/cell.h"
#include "table/series.h"

/* Events may come later than the sample behind them.  Rows wait until a whole interval is known, or so many words. */
#define WORDS_MOST (4u << 20)
#define TEXT_SIZE 200u

/* What an archive can tell the time of, by this interface of PCP. */
#define LAST_SECOND INT32_MAX
#define SECOND 1000000

struct pcp {
	struct pcp_queue queue;
	struct pcp_tables tables;
	struct out_shown_tables shown;
	struct table_rows *rows;
	struct series *series;
	struct delta *delta;
	struct pcp_counts counts;
	char system[32], lpar[32];
	struct table_state state;
	/* The record that rows are made of: */
	const struct monread_ev *ev;
	int counted; /* its counters have differences, or are known to have none */
	int64_t us;
	uint64_t set;  /* the number of its sample data set; 0: it is an event */
	uint64_t sets; /* how many there were, */
	uint64_t dataset; /* and the last one: where, */
	int64_t set_us;   /* and when it was taken */
	int has_epoch;
	uint64_t epoch;
};

static struct pcp *pcp_of(struct out *o)
{
	return o->shared;
}

/* 0; or -1 where ERROR says what is wrong. */
static int check(struct out *o, const char *error)
{
	if (!error)
		return 0;
	return *error ? out_fail(&o->main, "--pcp=%s: %s", o->settings.pcp, error) : out_no_memory(&o->main);
}

/* ---- Rows ---- */

static uint64_t *new_row(struct out *o, const struct pcp_table *t, long instance)
{
	struct pcp *p = pcp_of(o);
	uint64_t *row = pcp_queue_row(&p->queue, t, instance, p->us, !p->set);

	if (!row)
		out_no_memory(&o->main);
	return row;
}

static void tell_unfit(struct out *o, const struct pcp_metric *m)
{
	char text[MONREAD_NAME_MAX * 2 + TEXT_SIZE];

	snprintf(text, sizeof text, "%s: the value is none that its metric can hold, and is left out", m->of->name);
	out_tell_problem(&o->main, text);
}

/* The instance of a row.  -1: it failed; -2: the row has no place, which was told. */
static long instance_of(struct out *o, struct pcp_table *t, const struct pcp_table *from, const struct table_cell *cells,
                        long element)
{
	struct pcp *p = pcp_of(o);
	long instance = pcp_instance_of(&p->tables, t, from, cells, element, p->set);
	char text[MONREAD_NAME_MAX * 2 + TEXT_SIZE];

	if (instance == -1)
		out_no_memory(&o->main);
	if (instance == -2 && !t->refused++) {
		snprintf(text, sizeof text, "%s has several rows in a sample, and no key tells them apart: PCP gets the first",
		         t->table->name);
		out_tell_problem(&o->main, text);
	}
	return instance;
}

/* 1, 0 or -1 as pcp_value(), of the metric K of T. */
static int value_of(struct out *o, struct pcp_table *t, uint32_t k, long instance, const struct table_cell *cell,
                    uint64_t *v)
{
	struct pcp *p = pcp_of(o);
	const struct pcp_metric *m = &t->metrics[k];
	int is = pcp_value(m, cell, v);

	if (is < 0)
		tell_unfit(o, m);
	if (m->semantics == PCP_COUNTER && p->counted &&
	    pcp_count(&p->counts, t, instance, k, is > 0, v))
		out_no_memory(&o->main);
	return is;
}

static int put_element(struct out *o, struct pcp_table *t, const struct pcp_table *from, const struct table_cell *cells,
                       long element, const struct table_cell *cell)
{
	long instance = instance_of(o, t, from, cells, element);
	uint64_t v, *row;

	if (instance < 0)
		return instance == -1;
	if (value_of(o, t, 0, instance, cell, &v) <= 0)
		return 0;
	row = new_row(o, t, instance);
	if (!row)
		return 1;
	row[0] = 1;
	row[t->bits] = v;
	return *o->main.error != '\0';
}

static int put_list(struct out *o, struct pcp_table *t, const struct pcp_table *from, const struct table_cell *cells)
{
	const struct table_cell *list = &cells[t->metrics[0].column];
	const struct monread_field *f = list->field;
	struct table_cell one;
	uint32_t i, n;
	int rc = 0;

	if (list->kind == TABLE_CELLS) {
		for (i = 0; !rc && i < list->length; i++)
			rc = put_element(o, t, from, cells, (long)(t->metrics[0].of->field->dim_first + i), &list->cells[i]);
	} else if (list->kind == TABLE_ELEMENTS && f->length) {
		for (i = 0, n = list->length / f->length; !rc && i < n; i++) {
			memset(&one, 0, sizeof one);
			table_cell_field(&one, f, list->bytes + (size_t)i * f->length, f->length);
			rc = put_element(o, t, from, cells, (long)(f->dim_first + i), &one);
		}
	}
	return rc;
}

static int row(void *arg, const struct table *of, const struct table_cell *cells)
{
	struct out *o = arg;
	struct pcp *p = pcp_of(o);
	struct pcp_table *t = pcp_table_of(&p->tables, of);
	uint64_t *to, v;
	long instance;
	uint32_t i;
	int rc = 0;

	if (!t)
		return out_no_memory(&o->main), 1;
	for (i = 0; !rc && i < t->nlists; i++)
		rc = put_list(o, p->tables.list[t->lists[i]], t, cells);
	if (rc || t->n == 0)
		return rc;
	instance = instance_of(o, t, t, cells, -1);
	if (instance < 0)
		return instance == -1;
	to = new_row(o, t, instance);
	if (!to)
		return 1;
	for (i = 0; i < t->n; i++) {
		if (value_of(o, t, i, instance, &cells[t->metrics[i].column], &v) <= 0)
			continue;
		to[i / 64] |= UINT64_C(1) << i % 64;
		to[t->bits + i] = v;
	}
	return *o->main.error != '\0';
}

/* Of a row with differences. */
static int count_row(void *arg, const struct table *of, const struct table_cell *cells)
{
	struct out *o = arg;
	struct pcp *p = pcp_of(o);
	const struct pcp_table *t = pcp_table_of(&p->tables, of);

	if (t && pcp_counts_add(&p->counts, &p->tables, t, cells) == 0)
		return 0;
	return out_no_memory(&o->main), 1;
}

static int problem(void *arg, const char *text)
{
	return out_tell_problem(&((struct out *)arg)->main, text);
}

/* ---- Records ---- */

/* The archive is of one system.  0, or -1: this is another one. */
static int check_system(struct out *o)
{
	struct pcp *p = pcp_of(o);
	const char *id = monread_system_id(o->system);

	if (!*id || strncmp(p->system, id, sizeof p->system - 1) == 0)
		return 0;
	if (*p->system)
		return out_fail(&o->main, "%s: is of the system %s, and the archive of %s; an archive is of one system",
		                o->file->name, id, p->system);
	snprintf(p->system, sizeof p->system, "%s", id);
	pcp_archive_set_system(p->queue.archive, p->system, p->lpar);
	return 0;
}

/* Where nothing is to be compared with what was before, the archive says so.  0, or -1. */
static int follow(struct out *o, const struct monread_ev *ev, struct series_place *place)
{
	struct pcp *p = pcp_of(o);

	memset(place, 0, sizeof *place);
	if (series_ignores(p->series, ev))
		return 0;
	if (series_arrive(p->series, o->system, ev, place))
		return out_no_memory(&o->main);
	if (!place->system || (p->has_epoch && p->epoch == place->epoch))
		return 0;
	if (p->has_epoch && check(o, pcp_queue_mark(&p->queue)))
		return -1;
	p->has_epoch = 1;
	p->epoch = place->epoch;
	return 0;
}

/* When the record was taken: all of a sample data set at the same time.  0, or -1. */
static int settle_time(struct out *o, const struct monread_ev *ev, uint64_t interval, int in_interval)
{
	struct pcp *p = pcp_of(o);
	int64_t before = p->set_us;

	p->us = monread_tod_to_unix_us(in_interval ? interval : ev->tod);
	p->set = in_interval ? p->sets : 0;
	if (!in_interval || (p->sets && p->dataset == ev->dataset))
		return 0;
	p->dataset = ev->dataset;
	p->set = ++p->sets;
	p->set_us = p->us;
	return p->sets > 1 ? check(o, pcp_queue_write(&p->queue, before)) : 0;
}

/* The differences of the record's counters.  0, or -1. */
static int count(struct out *o, const struct monread_ev *ev, const struct series_place *place, struct table_record *r)
{
	static const struct table_sink sink = { count_row, NULL };
	struct pcp *p = pcp_of(o);
	struct series_before before;

	p->counted = series_keeps(p->series, ev);
	pcp_counts_clear(&p->counts);
	if (!p->counted)
		return 0;
	if (series_take(p->series, place, ev, r->layout, r->release, &before) ||
	    delta_begin(p->delta, r->layout, r->release, ev->bytes, ev->length, &before))
		return out_no_memory(&o->main);
	if (before.kind != SERIES_KNOWN)
		return 0;
	r->delta = p->delta;
	if (table_rows_make(p->rows, r, &sink, o) < 0)
		return out_no_memory(&o->main);
	r->delta = NULL;
	return *o->main.error ? -1 : 0;
}

static int show(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
                const struct series_place *place, uint64_t interval, int in_interval)
{
	static const struct table_sink sink = { row, problem };
	struct pcp *p = pcp_of(o);
	struct out_record shown = { .ev = ev };
	struct table_record r = {
		.ev = ev,
		.layout = l,
		.release = monread_system_release(o->system),
		.system = monread_system_id(o->system),
		.file = o->file->name,
		.interval = interval,
		.in_interval = in_interval,
	};

	o->homeless += !l;
	if (!l)
		return 0;
	if (settle_time(o, ev, interval, in_interval))
		return -1;
	o->main.record = &shown;
	if (p->us < 0 || p->us / SECOND > LAST_SECOND)
		return out_tell_problem(&o->main, "an archive of PCP has no time such as that of the record: it is left out");
	if (count(o, ev, place, &r))
		return -1;
	if (table_rows_make(p->rows, &r, &sink, o) < 0)
		return out_no_memory(&o->main);
	if (p->queue.used > WORDS_MOST && !p->set && !*o->main.error)
		return check(o, pcp_queue_write(&p->queue, p->queue.rows[p->queue.n / 2].us));
	return *o->main.error ? -1 : 0;
}

static int event(struct out *o, const struct monread_ev *ev, const struct monread_layout *l, int shown)
{
	struct pcp *p = pcp_of(o);
	struct series_place place;
	uint64_t interval;
	int in_interval;

	if (ev->kind != MONREAD_RECORD)
		return 0;
	if (ev->domain == 1 && ev->record == 4) {
		out_partition(o, o->system, ev, p->lpar, sizeof p->lpar);
		pcp_archive_set_system(p->queue.archive, p->system, p->lpar);
	}
	if (check_system(o))
		return -1;
	/* It tells what it has told before. */
	if (ev->flags & MONREAD_REPEATED)
		return 0;
	interval = table_state_record(&p->state, ev, &in_interval);
	if (follow(o, ev, &place))
		return -1;
	return shown ? show(o, ev, l, &place, interval, in_interval) : 0;
}

static int damage(struct out *o, const struct monread_ev *ev)
{
	/* That an interval took too long, the series finds itself. */
	if (!(ev->kind == MONREAD_GAP && ev->flags & MONREAD_NUMBERED && ev->domain == 1))
		series_lost(pcp_of(o)->series);
	return 0;
}

/* ---- Beginning and end ---- */

static int begin_file(struct out *o)
{
	struct pcp *p = pcp_of(o);

	memset(&p->state, 0, sizeof p->state);
	p->dataset = 0;
	series_begin_file(p->series);
	return 0;
}

static int is_shown(void *arg, const struct table *t, uint32_t column)
{
	struct out *o = arg;
	const struct out_shown *shown = out_shown_of(&pcp_of(o)->shown, &o->settings, t);
	uint32_t i;

	for (i = 0; shown && i < shown->n; i++)
		if (shown->columns[i] == column)
			return 1;
	return 0;
}

static void release(struct out *o)
{
	struct pcp *p = pcp_of(o);

	pcp_archive_free(p->queue.archive);
	pcp_queue_done(&p->queue);
	pcp_counts_done(&p->counts);
	pcp_tables_done(&p->tables);
	out_shown_done(&p->shown);
	table_rows_free(p->rows);
	series_free(p->series);
	delta_free(p->delta);
	memset(p, 0, sizeof *p);
}

static int begin(struct out *o)
{
	struct pcp *p = pcp_of(o);
	char why[OUT_ERROR_SIZE] = "";

	p->queue.tables = &p->tables;
	p->tables.is_shown = is_shown;
	p->tables.arg = o;
	p->tables.text.codepage = o->settings.codepage;
	p->series = series_new(o->settings.layouts, NULL, NULL, 0);
	p->delta = delta_new(o->settings.layouts);
	p->rows = table_rows_new(o->settings.schema, o->settings.layouts, NULL, NULL);
	if (p->series && p->delta && p->rows &&
	    (p->queue.archive = pcp_archive_new(o->settings.pcp, why, sizeof why)) != NULL)
		return 0;
	release(o);
	return check(o, why);
}

static int end(struct out *o)
{
	struct pcp *p = pcp_of(o);
	const char *error;

	if (!out_broken(o))
		check(o, pcp_queue_write(&p->queue, INT64_MAX));
	o->late = p->queue.late;
	if (!out_broken(o) && !pcp_archive_any(p->queue.archive))
		out_fail(&o->main, "--pcp=%s: nothing was selected that has numbers, and no archive is made", o->settings.pcp);
	error = pcp_archive_end(p->queue.archive);
	if (!out_broken(o))
		check(o, error);
	release(o);
	return *o->main.error ? -1 : 0;
}

const struct out_format out_pcp_format = {
	.name = "pcp",
	.wants = OUT_WANTS_LAYOUT | OUT_WANTS_OTHERS,
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_PROVEN,
	.shared_size = sizeof(struct pcp),
	.begin = begin,
	.begin_file = begin_file,
	.event = event,
	.damage = damage,
	.end = end,
};
