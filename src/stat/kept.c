/* kept.c: combine the rows of many intervals by instance. Called by source.c. */
#include "config.h"

#include "stat/kept.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"

static uint64_t hash_of(const struct kept *k, const struct cell_value *row)
{
	static const struct cell_value nothing = { .type = SQLITE_INTEGER };
	uint64_t hash = 0;
	size_t i;

	for (i = 0; i < k->width; i++)
		if (k->ways[i] == KEPT_KEY)
			hash = lookup_hash(hash, row[i].type == SQLITE_NULL ? &nothing : &row[i]);
	return hash;
}

static int same_keys(const struct kept *k, const struct cell_value *a, const struct cell_value *b)
{
	size_t i;

	for (i = 0; i < k->width; i++)
		if (k->ways[i] == KEPT_KEY && !rows_same(&a[i], &b[i]))
			return 0;
	return 1;
}

/* Return the index of the instance of ROW, and add it if it is new. -1: out of memory. */
static long find(struct kept *k, const struct cell_value *row)
{
	uint64_t hash;
	size_t i, at = k->likely;

	if (!k->doubled && at < k->cells.n && k->rows[at].interval != k->interval && same_keys(k, rows_at(&k->cells, at), row))
		return (long)at;
	hash = hash_of(k, row);
	/* If an interval has several rows of an instance, they are matched by their order. */
	for (at = lookup_index_first(&k->index, hash); at != LOOKUP_NONE; at = lookup_index_next(&k->index, (uint32_t)at)) {
		k->doubled |= k->rows[at].interval == k->interval;
		if (k->rows[at].interval != k->interval && same_keys(k, rows_at(&k->cells, at), row))
			return (long)at;
	}
	k->cells.width = k->width;
	i = k->cells.n;
	if (ARRAY_EXTEND(k->rows, k->room, i + 1) || (k->sums && ARRAY_EXTEND(k->all, k->all_room, (i + 1) * k->width)) ||
	    !rows_add(&k->cells))
		return -1;
	memset(&k->rows[i], 0, sizeof k->rows[i]);
	if (k->sums)
		memset(k->all + i * k->width, 0, k->width * sizeof *k->all);
	return lookup_index_add(&k->index, hash) ? -1 : (long)i;
}

void kept_interval(struct kept *k, double seconds)
{
	k->interval++;
	k->likely = 0;
	k->counted = 0;
	k->lengths += seconds > 0;
	k->now = seconds;
}

/* Count the interval for row R. An interval without rows is unknown and does not count in k->seconds. */
static void count_present(struct kept *k, struct kept_row *r, int left)
{
	r->present += k->now;
	r->left += left ? k->now : 0;
	if (!k->counted)
		k->seconds += k->now;
	k->counted = 1;
}

/* Store V in the cell TO. A text is copied only if it changed. */
static int set_last(struct kept *k, struct cell_value *to, const struct cell_value *v)
{
	if (rows_same(to, v))
		return 0;
	if (v->type == SQLITE_TEXT && to->type == SQLITE_TEXT && v->length <= to->length) {
		/* The cell belongs to k->cells, so its text can be overwritten. */
		memcpy((char *)to->text, v->text, v->length);
		((char *)to->text)[v->length] = '\0';
		to->length = v->length;
		return 0;
	}
	return rows_set(&k->cells, to, v);
}

/* Add a sample of a level, weighted by its seconds. While no sample has known seconds, each counts with weight 1. */
static void add_level(struct kept_sum *s, double number, double seconds)
{
	if (seconds > 0 && s->weight < 0)
		*s = (struct kept_sum){ 0, 0 };
	if (seconds <= 0 && s->weight > 0)
		return;
	s->sum += number * (seconds > 0 ? seconds : 1);
	s->weight += seconds > 0 ? seconds : -1;
}

static void add_counter(struct kept_sum *s, double number, double seconds)
{
	s->sum += number;
	s->weight += seconds;
}

/* Return the seconds in which the counters of ROW counted; 0: unknown. */
static double elapsed_of(const struct kept *k, const struct cell_value *row)
{
	double seconds;

	return k->elapsed < k->width && !rows_number(&row[k->elapsed], &seconds) ? seconds : 0;
}

/* Add ROW to the sums, and store all other columns. Returns 0, or -1: out of memory. */
static int add_cells(struct kept *k, size_t at, const struct cell_value *row, double elapsed)
{
	struct kept_sum *sums = k->sums ? k->all + at * k->width : NULL;
	struct cell_value *to = rows_at(&k->cells, at);
	double number;
	size_t i;

	for (i = 0; i < k->width; i++) {
		if (sums && i == k->weight)
			continue;
		if (!sums || k->ways[i] < KEPT_SUM) {
			if (set_last(k, &to[i], &row[i]))
				return -1;
		} else if (rows_number(&row[i], &number) == 0) {
			if (k->ways[i] == KEPT_SUM)
				add_counter(&sums[i], number, elapsed);
			else
				add_level(&sums[i], number, k->now);
		}
	}
	return 0;
}

int kept_add(struct kept *k, const struct cell_value *row, enum kept_stay *stay)
{
	long at = find(k, row);
	double elapsed = elapsed_of(k, row);
	struct kept_row *r;

	if (at < 0)
		return -1;
	r = &k->rows[at];
	k->likely = (size_t)at + 1;
	if (*stay == KEPT_UNKNOWN)
		*stay = !r->interval || k->interval - r->interval > 2 ? KEPT_CAME : KEPT_STAYED;
	r->interval = k->interval;
	/* Do not count the interval for a new row without differences, which was there for a part of it. A row that was
	 * there before counts, even if its counters cannot be compared. */
	if (*stay != KEPT_CAME || k->elapsed == k->width || elapsed > 0)
		count_present(k, r, *stay == KEPT_LEFT);
	if (*stay != KEPT_LEFT)
		r->timed += k->now;
	return add_cells(k, (size_t)at, row, elapsed);
}

size_t kept_gone(struct kept *k, size_t i)
{
	while (i < k->cells.n && k->rows[i].interval + 1 != k->interval)
		i++;
	if (i < k->cells.n)
		count_present(k, &k->rows[i], 1);
	return i;
}

/* Return the share of the time in which row I was there. With a single interval each row counts fully, as when it is
 * shown alone. */
static double weight_of(const struct kept *k, size_t i)
{
	const struct kept_row *r = &k->rows[i];

	if (!k->lengths || (k->lengths == 1 && r->present <= 0 && r->interval == k->interval))
		return 1;
	/* Leave out a row that was there only in the interval in which it left: its values are unknown. */
	if (k->lengths > 1 && r->present <= r->left)
		return 0;
	return k->seconds > 0 ? r->present / k->seconds : 0;
}

/* Return the seconds in which the counters of row I could be compared; if 0, the seconds in which the row was there. */
static double elapsed_of_row(const struct kept *k, size_t i)
{
	double elapsed = k->elapsed < k->width ? k->all[i * k->width + k->elapsed].sum : 0;

	return elapsed > 0 ? elapsed : k->rows[i].present;
}

double kept_covered(const struct kept *k, size_t i, size_t c, double *of)
{
	const struct kept_sum *s = &k->all[i * k->width + c];

	*of = k->ways[c] == KEPT_LEVEL ? k->rows[i].timed : k->ways[c] == KEPT_SUM ? elapsed_of_row(k, i) : 0;
	return s->weight > 0 && s->weight < *of ? s->weight : 0;
}

static void settle_row(const struct kept *k, size_t i, struct cell_value *row)
{
	double elapsed = elapsed_of_row(k, i), weight = weight_of(k, i);
	size_t c;

	for (c = 0; c < k->width; c++) {
		const struct kept_sum *s = &k->all[i * k->width + c];

		if (k->ways[c] == KEPT_LIST && k->lengths > 1)
			row[c].type = SQLITE_NULL;
		if (k->ways[c] < KEPT_SUM || c == k->weight)
			continue;
		row[c].type = SQLITE_NULL;
		if (c == k->elapsed && (elapsed > 0 || weight <= 0))
			rows_real(&row[c], weight > 0 ? elapsed : 0);
		else if (k->ways[c] == KEPT_LEVEL && (s->weight > 0 || s->weight < 0))
			rows_real(&row[c], s->sum / (s->weight > 0 ? s->weight : -s->weight));
		else if (k->ways[c] == KEPT_SUM && s->weight > 0)
			rows_real(&row[c], s->weight < elapsed ? s->sum * (elapsed / s->weight) : s->sum);
	}
	rows_real(&row[k->weight], weight);
}

void kept_settle(struct kept *k)
{
	size_t i;

	for (i = 0; i < k->cells.n; i++)
		settle_row(k, i, rows_at(&k->cells, i));
}

void kept_clear(struct kept *k)
{
	rows_clear(&k->cells);
	lookup_index_clear(&k->index);
	k->seconds = 0;
	k->lengths = 0;
	k->doubled = 0;
}

void kept_done(struct kept *k)
{
	rows_done(&k->cells);
	free(k->rows);
	free(k->all);
	lookup_index_free(&k->index);
	memset(k, 0, sizeof *k);
}
