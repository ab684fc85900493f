/* inside.c: conditions on what is in a record, or was in those before: --user, --where, --system. */
#include "config.h"

#include "tool/inside.h"

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/globs.h"
#include "cli/select.h"
#include "tool/run.h"

#define ID_SIZE 64u

/* The text of the field F as UTF-8, without the blanks behind it. */
static void put_id(char id[ID_SIZE], const struct monread_codepage *cp, const unsigned char *bytes, size_t n)
{
	char *p = id, *end = id;
	size_t i, len;

	for (i = 0; i < n; i++) {
		const char *c = monread_codepage_utf8(cp, bytes[i], &len);

		if (len >= (size_t)(id + ID_SIZE - p))
			break;
		memcpy(p, c, len);
		p += len;
		if (*c != ' ')
			end = p;
	}
	*end = '\0';
}

/* Have room for the layout with the number ID.  0, or -1: out of memory. */
static int grow(struct inside *in, size_t id)
{
	size_t room = id + 256;
	const struct monread_field **users = realloc(in->users, room * sizeof *users);
	unsigned char *asked;

	if (users)
		in->users = users;
	asked = users ? realloc(in->asked, room) : NULL;
	if (!asked)
		return -1;
	in->asked = asked;
	memset(asked + in->room, 0, room - in->room);
	in->room = room;
	return 0;
}

/* Nothing more can be told: that ends the run; what another thread could not tell is asked again. */
static void fail(struct inside *in)
{
	in->asking.failed = 1;
	if (!in->is_again)
		in->run->stop = 1;
}

static void fail_for_memory(struct inside *in)
{
	if (!in->is_again)
		out_no_memory(&in->run->out.main);
	fail(in);
}

/* The field with the user ID; NULL: L has none. */
static const struct monread_field *user_of(struct inside *in, const struct monread_layout *l)
{
	if (l->id >= in->room && grow(in, l->id)) {
		fail_for_memory(in);
		return NULL;
	}
	if (!in->asked[l->id]) {
		in->users[l->id] = monread_layout_user(l);
		in->asked[l->id] = 1;
	}
	return in->users[l->id];
}

static int user_is_wanted(struct inside *in, const struct monread_ev *ev, const struct monread_layout *l)
{
	const struct monread_field *f = l ? user_of(in, l) : NULL;
	char id[ID_SIZE];

	if (!f || f->offset > ev->length || ev->length - f->offset < f->length)
		return 0;
	put_id(id, in->run->codepage, ev->bytes + f->offset, f->length);
	/* A blank one is that of no user. */
	return id[0] && select_user(&in->run->opt->select, id);
}

/* A condition sees differences where they are shown.  0, or -1: out of memory. */
static int compare(struct inside *in, const struct monread_ev *ev, struct table_record *record)
{
	const struct series_before *before = &in->run->compare.before;

	if (!in->delta)
		return 0;
	if (delta_begin(in->delta, record->layout, record->release, ev->bytes, ev->length, before))
		return -1;
	record->delta = before->kind == SERIES_LEVEL ? NULL : in->delta;
	record->per_second = in->run->opt->counters == OUT_RATE;
	return 0;
}

static int condition_holds(struct inside *in, const struct monread_ev *ev, const struct monread_layout *l)
{
	struct table_record record = {
		.ev = ev,
		.layout = l,
		.release = monread_system_release(in->asking.system),
		.system = monread_system_id(in->asking.system),
		.file = in->asking.file,
		.interval = in->asking.interval,
		.in_interval = in->asking.in_interval,
	};
	int holds = 0;

	where_start(in->where, in->run->opt->select.start_us);
	if (compare(in, ev, &record))
		fail_for_memory(in);
	else
		holds = where_holds(in->where, &record);
	/* What is wrong with the condition is wrong with each record. */
	if (holds < 0)
		fail(in);
	return holds > 0;
}

static int one_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	(void)arg;
	(void)t;
	(void)cells;
	return 1;
}

/* Whether the record has a row of the table that is shown. */
static int has_row(struct inside *in, const struct monread_ev *ev, const struct monread_layout *l)
{
	static const struct table_sink sink = { .row = one_row };
	const struct table_record record = { .ev = ev,
	                                     .layout = l,
	                                     .release = monread_system_release(in->asking.system),
	                                     .system = "",
	                                     .file = in->asking.file };
	int has = l ? table_rows_make(in->rows, &record, &sink, NULL) : 0;

	if (has < 0)
		fail_for_memory(in);
	return has > 0;
}

static int is_wanted(void *arg, const struct monread_ev *ev)
{
	struct inside *in = arg;
	struct run *r = in->run;
	const struct monread_layout *l =
	    monread_system_layout(in->asking.system, ev->domain, ev->record, ev->bytes, ev->length);

	/* Without memory for its layout it would be passed over as one that is not known. */
	if (!l && monread_layouts_failed(r->out.settings.layouts)) {
		if (!in->is_again)
			run_out_of_memory(r);
		in->asking.failed = 1;
		return 0;
	}
	if (r->opt->systems && !globs_match(r->opt->systems, monread_system_id(in->asking.system)))
		return 0;
	return (!r->opt->select.nusers || user_is_wanted(in, ev, l)) && (!in->where || condition_holds(in, ev, l)) &&
	       (!in->rows || has_row(in, ev, l));
}

void inside_prepare(struct run *r)
{
	struct select *s = &r->opt->select;

	if (!s->nusers && !r->opt->where && !r->opt->systems)
		return;
	s->inside = is_wanted;
	s->inside_arg = &r->inside;
	r->inside.run = r;
}

int inside_begin(struct run *r, const struct monread_layouts *layouts)
{
	struct inside *in = &r->inside;
	int counted = r->opt->counters != OUT_LEVELS;

	if (!r->opt->where)
		return 0;
	in->where = where_open(r->opt->where, layouts, r->codepage, counted);
	if (!in->where)
		return -1;
	/* Its times count from where those of --since do. */
	if (where_has_moments(in->where))
		r->opt->select.timed = 1;
	in->delta = counted ? delta_new(layouts) : NULL;
	if (!counted || in->delta)
		return 0;
	diag_fail("out of memory");
	return -1;
}

int inside_begin_rows(struct run *r)
{
	const struct table *t = r->out.settings.table;
	struct select *s = &r->opt->select;
	unsigned char *columns;

	if (!t || (!s->skip && s->count == UINT64_MAX))
		return 0;
	columns = calloc(t->ncolumns + 1, 1);
	if (columns)
		r->inside.rows = table_rows_new(r->schema, r->out.settings.layouts, t, columns);
	free(columns);
	s->inside = is_wanted;
	s->inside_arg = &r->inside;
	r->inside.run = r;
	return r->inside.rows ? 0 : -1;
}

void inside_begin_file(struct run *r)
{
	memset(&r->inside.state, 0, sizeof r->inside.state);
	r->inside.asking.system = r->out.system;
	r->inside.asking.file = r->file.name;
}

struct out_asking *inside_begin_asking(void *arg)
{
	struct run *r = arg;
	struct inside *in = calloc(1, sizeof *in);

	if (!in)
		return NULL;
	in->run = r;
	in->is_again = 1;
	in->where = r->inside.where ? where_again(r->inside.where) : NULL;
	if (in->where || !r->inside.where)
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
	free(in->users);
	free(in->asked);
	where_close(in->where);
	table_rows_free(in->rows);
	delta_free(in->delta);
}
