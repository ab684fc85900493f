/* sums.c: combine the rows of many intervals to one row per instance. Functions return -1 if out of
 * memory. */
#include "config.h"

#include "stat/sources.h"

#include <stdio.h>

#include "base/array.h"
#include "sql/columns.h"

static uint64_t hash_of(const struct sums *k, const struct cell_value *row)
{
	static const struct cell_value nothing = { .type = SQLITE_INTEGER };
	uint64_t hash = 0;
	size_t i;

	for (i = 0; i < k->of->width; i++)
		if (k->of->cells[i].way == SUMS_KEY)
			hash = lookup_hash(hash, row[i].type == SQLITE_NULL ? &nothing : &row[i]);
	return hash;
}

static int sums_is_blank(const struct cell_value *v)
{
	return v->type == SQLITE_NULL || (v->type == SQLITE_TEXT && v->length == 0);
}

static int same_keys(const struct sums *k, const struct cell_value *a, const struct cell_value *b)
{
	size_t i;

	for (i = 0; i < k->of->width; i++) {
		if (k->of->cells[i].way > SUMS_IDENTITY || rows_same(&a[i], &b[i]))
			continue;
		if (k->of->cells[i].way == SUMS_KEY ||
		    (!sums_is_blank(&a[i]) && !sums_is_blank(&b[i])))
			return 0;
	}
	return 1;
}

/* Return the index in k->rows of the instance that ROW describes. If the instance is new, add
 * it. */
static long sums_find(struct sums *k, const struct cell_value *row)
{
	size_t i = k->cells.n, at = k->likely, width = k->of->width;
	uint64_t hash;

	if (!k->doubled && at < k->cells.n && k->rows[at].interval != k->interval &&
	    same_keys(k, rows_at(&k->cells, at), row))
		return (long)at;
	hash = hash_of(k, row);
	/* If an interval has several rows with equal keys, the second row is added to the second
	 * row with these keys of earlier intervals, and so on. Events of one instance share a
	 * row. */
	for (at = lookup_index_first(&k->index, hash); at != LOOKUP_NONE;
	     at = k->index.rows[at].next) {
		k->doubled |= k->rows[at].interval == k->interval;
		if ((k->of->is_event || k->rows[at].interval != k->interval) &&
		    same_keys(k, rows_at(&k->cells, at), row))
			return (long)at;
	}
	k->cells.width = width;
	if (ARRAY_EXTEND(k->rows, k->room, i + 1) ||
	    (k->is_summed && ARRAY_EXTEND(k->all, k->all_room, (i + 1) * width)) ||
	    !rows_add(&k->cells))
		return -1;
	memset(&k->rows[i], 0, sizeof k->rows[i]);
	if (k->is_summed)
		memset(k->all + i * width, 0, width * sizeof *k->all);
	return lookup_index_add(&k->index, hash) ? -1 : (long)i;
}

void sums_interval(struct sums *k, double seconds, double counted)
{
	k->interval++;
	k->likely = 0;
	k->lengths += counted > 0;
	k->seconds += counted;
	k->counted = counted;
	k->now = seconds;
}

/* Return the seconds between the last sample and the end of the instance that ROW describes, if an
 * event record reported this end; 0: no event record did. */
static double ended_after(const struct sums *k, const struct cell_value *row)
{
	const struct source *one = k->of;
	uint32_t at = LOOKUP_NONE;
	double seconds = 0;

	if (one->ended.n && k->counted > 0)
		at = lookup_index_first(&one->ended_index, lookup_hash(0, &row[one->ended_key]));
	for (; at != LOOKUP_NONE; at = one->ended_index.rows[at].next) {
		const struct cell_value *ended = rows_at(&one->ended, at);

		if (rows_same(&ended[one->ended_key], &row[one->ended_key]))
			seconds += ended[one->width - 1].real;
	}
	return seconds;
}

/* Add to r->present the seconds of the current interval in which the instance with the keys in ROW
 * was present. KNOWN: 1 if the counters of the instance were compared with the previous sample. */
static void count_present(struct sums *k, struct sums_row *r, const struct cell_value *row,
                          enum sums_stay stay, int known)
{
	double ended = stay == SUMS_CAME || r->ended == k->interval ? 0 : ended_after(k, row);

	if (r->begun == k->interval || r->ended == k->interval || ended > 0)
		r->present += ended;
	else if (stay == SUMS_LEFT)
		/* Perhaps only this sample lacks the instance: if the next sample has it, these
		 * seconds are added to ->present. */
		r->missed = k->counted;
	else if (stay != SUMS_CAME || known)
		r->present += k->counted + (stay == SUMS_CAME ? 0 : r->missed);
	if (stay != SUMS_LEFT)
		r->missed = 0;
}

/* Add NUMBER, a level, to the sum S with the weight SECONDS. While all intervals have an unknown
 * length, each sample has weight 1. */
static void add_level(struct sums_value *s, double number, double seconds)
{
	if (seconds > 0 && s->weight < 0)
		*s = (struct sums_value){ 0, 0 };
	if (seconds <= 0 && s->weight > 0)
		return;
	s->sum += number * (seconds > 0 ? seconds : 1);
	s->weight += seconds > 0 ? seconds : -1;
}

/* Return the seconds over which the counters of ROW were compared; 0: unknown. */
static double elapsed_of(const struct sums *k, const struct cell_value *row)
{
	double seconds = 0;

	if (k->of->elapsed < k->of->width)
		rows_number(&row[k->of->elapsed], &seconds);
	return seconds;
}

/* Add the values of ROW to row number AT of the sums K. IS_PART: 1 if ROW describes only a part of
 * the interval. */
static int add_cells(struct sums *k, size_t at, const struct cell_value *row, double elapsed,
                     int is_part)
{
	size_t i, width = k->of->width;
	struct sums_value *sums = k->is_summed ? k->all + at * width : NULL;
	struct cell_value *to = rows_at(&k->cells, at);
	double number;

	for (i = 0; i < width; i++) {
		if (is_part && (row[i].type == SQLITE_NULL || k->of->cells[i].way == SUMS_LEVEL))
			continue;
		if (!sums || k->of->cells[i].way < SUMS_SUM) {
			if (k->of->cells[i].way == SUMS_IDENTITY && sums_is_blank(&row[i]))
				continue;
			if (!rows_same(&to[i], &row[i]) &&
			    rows_replace(&k->cells, &to[i], &row[i]))
				return -1;
		} else if (rows_number(&row[i], &number) == 0) {
			if (k->of->cells[i].way == SUMS_LEVEL && !k->of->is_event) {
				add_level(&sums[i], number, k->now);
				continue;
			}
			sums[i].sum += number;
			sums[i].weight += elapsed;
		}
	}
	return 0;
}

int sums_add(struct sums *k, const struct cell_value *row, enum sums_stay *stay)
{
	long at = sums_find(k, row);
	double elapsed = elapsed_of(k, row);
	struct sums_row *r;

	if (at < 0)
		return -1;
	r = &k->rows[at];
	k->likely = (size_t)at + 1;
	k->changes++;
	if (*stay == SUMS_UNKNOWN)
		*stay = !r->interval || k->interval - r->interval > 2 ? SUMS_CAME : SUMS_STAYED;
	r->interval = k->interval;
	/* An instance that the previous sample lacks may have begun at any time in this interval:
	 * the interval counts only if the counters of the instance were compared. */
	count_present(k, r, row, *stay, k->of->elapsed == k->of->width || elapsed > 0);
	if (*stay != SUMS_LEFT)
		r->timed += k->now;
	r->events++;
	return add_cells(k, (size_t)at, row, k->of->is_event ? 1 : elapsed, 0);
}

/* Add ROW to the sums K. The row is from ->ended of the source if ENDED is 1, else from ->begun. */
static int sums_part(struct sums *k, const struct cell_value *row, int ended)
{
	double seconds = row[k->of->width - 1].real;
	long at = sums_find(k, row);

	if (at < 0)
		return -1;
	k->rows[at].present += seconds;
	if (ended)
		k->rows[at].ended = k->interval;
	else
		k->rows[at].begun = k->interval;
	return add_cells(k, (size_t)at, row, seconds, 1);
}

/* Return 1 if, in this interval, a new instance with the same keys replaced the instance of row
 * number I. */
static int has_new_identity(const struct sums *k, size_t i)
{
	const struct cell_value *row = rows_at(&k->cells, i);
	size_t at = lookup_index_first(&k->index, hash_of(k, row));

	while (at != LOOKUP_NONE &&
	       (k->rows[at].interval != k->interval || same_keys(k, rows_at(&k->cells, at), row)))
		at = k->index.rows[at].next;
	return at != LOOKUP_NONE;
}

/* Return the first index, from I on, of a row of k->cells that the previous interval had and this
 * interval lacks; k->cells.n: no such row. */
static size_t next_gone(struct sums *k, size_t i)
{
	while (i < k->cells.n && (!k->rows[i].interval || k->rows[i].interval + 1 != k->interval ||
	                          has_new_identity(k, i)))
		i++;
	if (i < k->cells.n)
		count_present(k, &k->rows[i], rows_at(&k->cells, i), SUMS_LEFT, 0);
	return i;
}

/* Return the seconds in which the instance of row number I was present; below 0: show the row like
 * a row of a single interval. A record without keys describes the system, which is always
 * present. */
static double present_in(const struct sums *k, size_t i)
{
	const struct sums_row *r = &k->rows[i];

	if (!k->lengths || (k->lengths == 1 && r->present <= 0 && r->interval == k->interval))
		return -1;
	return k->of->is_single || r->present > k->seconds ? k->seconds : r->present;
}

/* Return the seconds over which the counters of row number I were compared or, if they never were,
 * in which its instance was present. */
static double elapsed_of_row(const struct sums *k, size_t i)
{
	double elapsed = 0;

	if (k->of->elapsed < k->of->width)
		elapsed = k->all[i * k->of->width + k->of->elapsed].sum;
	return elapsed > 0 ? elapsed : k->rows[i].present;
}

/* Compute the cells of row number I from its sums. A counter that is known for only a part of the
 * time in which the instance was present is scaled up to the whole time, which is in the column
 * elapsed. */
static void settle_row(const struct sums *k, size_t i, struct cell_value *row)
{
	double present = present_in(k, i);
	size_t c;

	for (c = 0; c < k->of->width; c++) {
		const struct sums_value *s = &k->all[i * k->of->width + c];

		if (k->of->cells[c].way == SUMS_LIST && k->lengths > 1)
			row[c].type = SQLITE_NULL;
		if (k->of->cells[c].way < SUMS_SUM)
			continue;
		row[c].type = SQLITE_NULL;
		if (k->of->is_event && s->weight > 0)
			rows_real(&row[c], s->sum / k->rows[i].events);
		else if (c == k->of->elapsed && present >= 0)
			rows_real(&row[c], present);
		else if (k->of->cells[c].way == SUMS_LEVEL && (s->weight > 0 || s->weight < 0))
			rows_real(&row[c], s->sum / (s->weight > 0 ? s->weight : -s->weight));
		else if (k->of->cells[c].way == SUMS_SUM && s->weight > 0)
			rows_real(&row[c], present > 0 ? s->sum * (present / s->weight) : s->sum);
	}
	/* The events of an instance share one row, whose last cell is the number of these
	 * events. */
	if (k->of->is_event)
		rows_real(&row[k->of->width - 1], k->rows[i].events);
	else
		rows_real(&row[k->of->width - 1], present < 0 ? 1 : present / k->seconds);
}

static void sums_clear(struct sums *k)
{
	rows_clear(&k->cells);
	lookup_index_clear(&k->index);
	k->changes++;
	k->seconds = 0;
	k->lengths = 0;
	k->doubled = 0;
}

void sums_done(struct sums *k)
{
	rows_done(&k->cells);
	free(k->rows);
	free(k->all);
	lookup_index_free(&k->index);
}

/* Add a row without values for each instance that left: its counters since the last sample are
 * unknown, so a sum over all instances is unknown, too. */
static int add_gone(struct source *one, struct sums *step)
{
	struct sums *all = &one->sums[SOURCE_ALL];
	enum sums_stay stay = SUMS_LEFT;
	struct cell_value *row;
	size_t i, c;

	for (i = next_gone(all, 0); i < all->cells.n; i = next_gone(all, i + 1)) {
		row = rows_add(&one->now);
		if (!row)
			return -1;
		for (c = 0; c < one->width; c++)
			if (one->cells[c].way <= SUMS_LAST &&
			    rows_set(&one->now, &row[c], &rows_at(&all->cells, i)[c]))
				return -1;
		rows_real(&row[one->width - 1], 1);
		if (step && sums_add(step, row, &stay))
			return -1;
	}
	return 0;
}

static int add_parts(const struct source *one, struct sums *k)
{
	size_t i;

	/* Skip rows in which no counter is known: their elapsed time is NULL. */
	for (i = 0; i < one->ended.n; i++)
		if (rows_at(&one->ended, i)[one->elapsed].type != SQLITE_NULL &&
		    sums_part(k, rows_at(&one->ended, i), 1))
			return -1;
	for (i = 0; i < one->begun.n; i++)
		if (sums_part(k, rows_at(&one->begun, i), 0))
			return -1;
	return 0;
}

/* Return the seconds of the interval SPAN for which counters of the source ONE are known: 0 if the
 * sample at the start or at the end of SPAN lacks the domain of ONE. Application data has no domain
 * in its layout, and is not checked: samples have such data only while the application runs. */
static double counted_in(const struct source *one, const struct show_span *span)
{
	int domain = one->root->layout->domain;

	return domain < 0 || domain > 31 || span->domains >> domain & 1 ? span->seconds : 0;
}

/* Add the rows of the interval SPAN to the sums of all intervals and, if STEPPED is 1, of the step.
 * The sums of all intervals come first, because only they show which instances were there before
 * the step. */
static int add_rows(struct source *one, const struct show_span *span, int stepped)
{
	struct sums *all = &one->sums[SOURCE_ALL], *step = stepped ? &one->sums[SOURCE_STEP] : NULL;
	double counted = counted_in(one, span);
	size_t i, n = one->now.n;

	sums_interval(all, span->seconds, counted);
	if (step)
		sums_interval(step, span->seconds, counted);
	if (counted > 0 && (add_parts(one, all) || (step && add_parts(one, step))))
		return -1;
	for (i = 0; i < n; i++) {
		const struct cell_value *row = rows_at(&one->now, i);
		enum sums_stay stay = SUMS_UNKNOWN;

		if (sums_add(all, row, &stay) || (step && sums_add(step, row, &stay)))
			return -1;
	}
	/* If the interval has no rows, do not count the instances as gone: perhaps CP has only
	 * stopped writing the records. */
	if (one->view == MODULE_DELTA && !one->is_event && span->seconds > 0 && n)
		return add_gone(one, step);
	return 0;
}

int sources_add(struct sources *s, const struct show_span *span, int stepped)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->list[i]->view != MODULE_LAST && add_rows(s->list[i], span, stepped))
			return -1;
	return 0;
}

void sources_skip(struct sources *s)
{
	size_t i;

	/* The gap in the interval numbers shows sums_add() and next_gone() that intervals were left
	 * out. */
	for (i = 0; i < s->n; i++) {
		s->list[i]->sums[SOURCE_ALL].interval += 2;
		s->list[i]->sums[SOURCE_STEP].interval += 2;
	}
}

void sources_show(struct sources *s, enum source_span span)
{
	size_t i, k;

	for (i = 0; i < s->n; i++) {
		struct source *one = s->list[i];
		struct sums *sums = &one->sums[span];

		one->shown = one->view == MODULE_LAST ? &one->last.cells : &one->now;
		if (one->view == MODULE_LAST || span == SOURCE_INTERVAL)
			continue;
		for (k = 0; k < sums->cells.n; k++)
			settle_row(sums, k, rows_at(&sums->cells, k));
		one->shown = &sums->cells;
	}
}

/* Find the row of the sums K in which cell number C is known for the smallest part of the time that
 * the row covers. Return the seconds of this part, and set *OF to the seconds that the row covers.
 * Return 0 if no row has a cell C that is known for only a part of the time. */
static double least_covered(const struct sums *k, size_t c, double *of)
{
	unsigned char way = k->of->cells[c].way;
	double least = 0, seconds, all;
	size_t i;

	*of = 1;
	for (i = 0; i < k->cells.n && way >= SUMS_SUM && !k->of->is_event; i++) {
		seconds = k->all[i * k->of->width + c].weight;
		all = way == SUMS_LEVEL ? k->rows[i].timed : elapsed_of_row(k, i);
		if (seconds > 0 && seconds < all && (least <= 0 || seconds * *of < least * all)) {
			least = seconds;
			*of = all;
		}
	}
	return least;
}

int sources_covered(const struct sources *s, size_t source, char text[SOURCES_COVERED])
{
	const struct source *one = s->list[source];
	const struct table_column *column;
	size_t c, n = 0;
	double seconds, of;

	for (c = 0; one->view != MODULE_LAST && c + 1 < one->width; c++) {
		seconds = least_covered(&one->sums[SOURCE_ALL], c, &of);
		if (seconds <= 0 || n >= SOURCES_COVERED)
			continue;
		column = &one->table->columns[one->cells[c].column];
		n += (size_t)snprintf(text + n, SOURCES_COVERED - n, "%s%s for %.0f of %.0f s",
		                      n ? ", " : "",
		                      columns_short(column) ? columns_short(column) : column->name,
		                      seconds, of);
	}
	return n > 0;
}

int sources_pass(struct sources *s)
{
	size_t i, k;

	for (i = 0; i < s->n; i++) {
		struct source *one = s->list[i];
		enum sums_stay stay = SUMS_STAYED;

		for (k = 0; source_is_before(one) && k < one->now.n; k++) {
			/* Begin an interval for each row: within one interval, a row would not
			 * replace a row with equal keys. */
			sums_interval(&one->last, 0, 0);
			if (sums_add(&one->last, rows_at(&one->now, k), &stay))
				return -1;
		}
	}
	return 0;
}

void sources_clear(struct sources *s, enum source_span span)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (span == SOURCE_INTERVAL) {
			rows_clear(&s->list[i]->now);
			rows_clear(&s->list[i]->begun);
			rows_clear(&s->list[i]->ended);
			lookup_index_clear(&s->list[i]->ended_index);
		} else {
			sums_clear(&s->list[i]->sums[span]);
		}
}

void sources_clear_all(struct sources *s)
{
	size_t i;

	sources_clear(s, SOURCE_INTERVAL);
	sources_clear(s, SOURCE_STEP);
	sources_clear(s, SOURCE_ALL);
	for (i = 0; i < s->n; i++)
		sums_clear(&s->list[i]->last);
}
