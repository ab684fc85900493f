/* kept.c: rows by their instance: a hash table that grows by one row at a time. */
#include "config.h"

#include "stat/kept.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "sql/lookup.h"

#define BUCKETS_FIRST 64u

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

static void chain(struct kept *k, size_t i)
{
	uint32_t *bucket = &k->buckets[k->rows[i].hash & (k->nbuckets - 1)];

	/* Behind those that were there before: the nth of an instance goes with the nth. */
	while (*bucket)
		bucket = &k->rows[*bucket - 1].next;
	k->rows[i].next = 0;
	*bucket = (uint32_t)i + 1;
}

static int more_buckets(struct kept *k)
{
	size_t n = k->nbuckets ? 2 * k->nbuckets : BUCKETS_FIRST, i;
	uint32_t *buckets = calloc(n, sizeof *buckets);

	if (!buckets)
		return -1;
	free(k->buckets);
	k->buckets = buckets;
	k->nbuckets = n;
	for (i = 0; i < k->cells.n; i++)
		chain(k, i);
	return 0;
}

static int more_rows(struct kept *k)
{
	size_t room = k->room ? 2 * k->room : 16;
	struct kept_row *rows = realloc(k->rows, room * sizeof *rows);
	struct kept_sum *all;

	if (!rows)
		return -1;
	k->rows = rows;
	if (k->sums) {
		all = realloc(k->all, room * k->width * sizeof *all);
		if (!all)
			return -1;
		k->all = all;
	}
	if (k->rest) {
		all = realloc(k->rest, room * k->width * sizeof *all);
		if (!all)
			return -1;
		k->rest = all;
	}
	k->room = room;
	return 0;
}

/* The place of ROW's instance, made where there is none.  -1: out of memory. */
static long find(struct kept *k, const struct cell_value *row)
{
	uint64_t hash;
	struct kept_row *r;
	size_t i, at = k->likely;

	if (!k->doubled && at < k->cells.n && k->rows[at].interval != k->interval && same_keys(k, rows_at(&k->cells, at), row))
		return (long)at;
	hash = hash_of(k, row);
	for (at = k->nbuckets ? k->buckets[hash & (k->nbuckets - 1)] : 0; at; at = k->rows[at - 1].next) {
		r = &k->rows[at - 1];
		k->doubled |= r->hash == hash && r->interval == k->interval;
		if (r->hash == hash && r->interval != k->interval && same_keys(k, rows_at(&k->cells, at - 1), row))
			return (long)at - 1;
	}
	if (k->cells.n >= UINT32_MAX / 2 || (k->cells.n >= k->nbuckets && more_buckets(k)) ||
	    (k->cells.n == k->room && more_rows(k)))
		return -1;
	k->cells.width = k->width;
	if (!rows_add(&k->cells))
		return -1;
	i = k->cells.n - 1;
	memset(&k->rows[i], 0, sizeof k->rows[i]);
	k->rows[i].hash = hash;
	if (k->sums)
		memset(k->all + i * k->width, 0, k->width * sizeof *k->all);
	if (k->rest)
		memset(k->rest + i * k->width, 0, k->width * sizeof *k->rest);
	chain(k, i);
	return (long)i;
}

/* Until now no length was known. */
static void forget_guesses(struct kept *k)
{
	size_t i;

	for (i = 0; i < k->cells.n; i++)
		k->rows[i].present = k->rows[i].left = 0;
	k->seconds = 0;
	k->lengths = 0;
}

void kept_interval(struct kept *k, double seconds)
{
	k->interval++;
	k->likely = 0;
	k->counted = 0;
	k->guess = seconds < 0;
	if (seconds > 0 && !k->timed) {
		forget_guesses(k);
		k->timed = 1;
	}
	k->lengths += seconds > 0 || k->guess;
	k->now = !k->guess ? seconds : k->timed ? 0 : 1;
}

/* The row was there.  Where none was, nothing is known: that time does not count. */
static void count_present(struct kept *k, struct kept_row *r)
{
	r->present += k->now;
	if (!k->counted)
		k->seconds += k->now;
	k->counted = 1;
}

static void count_left(struct kept *k, struct kept_row *r)
{
	count_present(k, r);
	r->left += k->now;
}

/* The text of a cell is kept again only where it is another one. */
static int set_last(struct kept *k, struct cell_value *to, const struct cell_value *v)
{
	if (rows_same(to, v))
		return 0;
	if (v->type == SQLITE_TEXT && to->type == SQLITE_TEXT && v->length <= to->length) {
		/* Rows own what their cells point to. */
		memcpy((char *)to->text, v->text, v->length);
		((char *)to->text)[v->length] = '\0';
		to->length = v->length;
		return 0;
	}
	return rows_set(&k->cells, to, v);
}

static void add_number(struct kept_sum *s, const struct cell_value *v, double times, double weight)
{
	double number;

	if (rows_number(v, &number))
		return;
	s->sum += number * times;
	s->weight += weight;
}

static inline uint64_t bit_of(size_t column)
{
	return UINT64_C(1) << (column < 63 ? column : 63);
}

/* Which columns are known, by way. */
static void find_known(const struct kept *k, const struct cell_value *row, uint64_t known[KEPT_WAYS])
{
	size_t i;

	memset(known, 0, KEPT_WAYS * sizeof *known);
	for (i = 0; i < k->width; i++)
		known[k->ways[i]] |= row[i].type == SQLITE_INTEGER || row[i].type == SQLITE_FLOAT ? bit_of(i) : 0;
}

static int need_rest(struct kept *k)
{
	k->mixed = 1;
	if (!k->rest)
		k->rest = calloc(k->room * k->width, sizeof *k->rest);
	return k->rest ? 0 : -1;
}

/* What was known together until now is so no longer. */
static void move_to_rest(struct kept *k, size_t at, enum kept_way way)
{
	struct kept_sum *all = k->all + at * k->width, *rest = k->rest + at * k->width;
	size_t i;

	for (i = 0; i < k->width; i++)
		if (k->ways[i] == way) {
			rest[i].sum += all[i].sum;
			rest[i].weight += all[i].weight;
			all[i].sum = all[i].weight = 0;
		}
}

/* Where the row AT, in which the columns KNOWN of the way are, is added to.  NULL: out of memory. */
static struct kept_sum *other_sums_of(struct kept *k, size_t at, struct kept_known *r, uint64_t known, enum kept_way way)
{
	r->always = r->ever ? r->always & known : known;
	r->ever |= known;
	if (r->together && need_rest(k))
		return NULL;
	if (known != r->ever)
		return k->rest + at * k->width;
	if (r->together)
		move_to_rest(k, at, way);
	r->together = known;
	return k->all + at * k->width;
}

static inline struct kept_sum *sums_of(struct kept *k, size_t at, struct kept_known *r, uint64_t known, enum kept_way way)
{
	return known == r->together || !known ? k->all + at * k->width : other_sums_of(k, at, r, known, way);
}

/* Seconds in which the row counted, as far as they are known. */
static double elapsed_of(const struct kept *k, const struct cell_value *row)
{
	double seconds;

	return k->elapsed < k->width && !rows_number(&row[k->elapsed], &seconds) ? seconds : 0;
}

static enum kept_stay stay_of(const struct kept *k, const struct kept_row *r)
{
	uint32_t ago = k->interval - r->interval;

	return !r->interval || ago > 2 ? KEPT_CAME : ago == 2 ? KEPT_MISSED : KEPT_STAYED;
}

static void forget_levels(struct kept *k, size_t at)
{
	size_t i;

	for (i = 0; i < k->width; i++) {
		if (k->ways[i] != KEPT_LEVEL)
			continue;
		k->all[at * k->width + i] = (struct kept_sum){ 0, 0 };
		if (k->rest)
			k->rest[at * k->width + i] = (struct kept_sum){ 0, 0 };
	}
	memset(&k->rows[at].levels, 0, sizeof k->rows[at].levels);
}

/* How much the levels of the interval count for row AT: of those without a length, as much each, but only until one has one. */
static double times_of(struct kept *k, size_t at)
{
	struct kept_row *r = &k->rows[at];

	if (k->guess) {
		r->guessed |= !r->timed;
		return r->timed ? 0 : 1;
	}
	if (k->now > 0) {
		if (r->guessed)
			forget_levels(k, at);
		r->guessed = 0;
		r->timed = 1;
	}
	return k->now;
}

/* What is summed of ROW, and set all else.  0, or -1: out of memory. */
static int add_cells(struct kept *k, size_t at, const struct cell_value *row, double elapsed)
{
	struct kept_sum *sums = NULL, *levels = NULL;
	struct cell_value *to = rows_at(&k->cells, at);
	uint64_t known[KEPT_WAYS];
	double times = 0;
	size_t i;

	if (k->sums) {
		find_known(k, row, known);
		times = times_of(k, at);
		/* What does not count makes nothing known either. */
		if (k->guess && times <= 0)
			known[KEPT_LEVEL] = 0;
		sums = sums_of(k, at, &k->rows[at].sums, known[KEPT_SUM], KEPT_SUM);
		levels = sums_of(k, at, &k->rows[at].levels, known[KEPT_LEVEL], KEPT_LEVEL);
		if (!sums || !levels)
			return -1;
	}
	for (i = 0; i < k->width; i++) {
		if (i == k->weight)
			continue;
		if (sums && k->ways[i] == KEPT_SUM) {
			add_number(&sums[i], &row[i], 1, elapsed);
		} else if (levels && k->ways[i] == KEPT_LEVEL) {
			add_number(&levels[i], &row[i], times, times);
		} else if (set_last(k, &to[i], &row[i])) {
			return -1;
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
		*stay = stay_of(k, r);
	r->interval = k->interval;
	/* One that has come was not there all the time; but what cannot be compared was. */
	if (*stay == KEPT_LEFT)
		count_left(k, r);
	else if (k->elapsed == k->width || elapsed > 0 || *stay != KEPT_CAME)
		count_present(k, r);
	return add_cells(k, (size_t)at, row, elapsed);
}

size_t kept_gone(struct kept *k, size_t i)
{
	while (i < k->cells.n && k->rows[i].interval + 1 != k->interval)
		i++;
	if (i < k->cells.n)
		count_left(k, &k->rows[i]);
	return i;
}

/* How much of the time row I was there.  Of a single interval all rows count, as they do where it is shown by itself. */
static double weight_of(const struct kept *k, size_t i)
{
	const struct kept_row *r = &k->rows[i];

	if (!k->sums || (k->lengths <= 1 && r->present <= 0 && r->interval == k->interval))
		return 1;
	/* Of one that was there only until it left nothing is known: the others' sum is that of the rest of the time. */
	if (k->lengths > 1 && r->present <= r->left)
		return 0;
	return k->seconds > 0 ? r->present / k->seconds : 0;
}

/* The sum of column C of row I. */
static struct kept_sum total_of(const struct kept *k, size_t i, size_t c)
{
	struct kept_sum s = k->all[i * k->width + c];

	if (k->rest) {
		s.sum += k->rest[i * k->width + c].sum;
		s.weight += k->rest[i * k->width + c].weight;
	}
	return s;
}

static void settle_sums(const struct kept *k, size_t i, struct cell_value *row, enum kept_times times)
{
	const struct kept_row *r = &k->rows[i];
	double elapsed = k->elapsed < k->width ? total_of(k, i, k->elapsed).sum : 0, v;
	size_t c;

	for (c = 0; c < k->width; c++) {
		const struct kept_known *known = k->ways[c] == KEPT_SUM ? &r->sums : &r->levels;
		struct kept_sum s;
		int is_part;

		if (k->ways[c] != KEPT_SUM && k->ways[c] != KEPT_LEVEL)
			continue;
		is_part = (known->ever & ~known->always & bit_of(c)) != 0;
		s = total_of(k, i, c);
		row[c].type = SQLITE_NULL;
		if (times == KEPT_COMMON && known->together == known->ever && c != k->elapsed)
			s = k->all[i * k->width + c];
		else if (times == KEPT_COMMON && is_part)
			s.weight = 0;
		if (s.weight <= 0)
			continue;
		if (k->ways[c] == KEPT_LEVEL)
			v = s.sum / s.weight;
		else
			v = s.weight < elapsed ? s.sum * (elapsed / s.weight) : s.sum;
		rows_real(&row[c], times == KEPT_MOVED && is_part ? 1.5 * v + 1 : v);
	}
}

void kept_settle(struct kept *k, enum kept_times times)
{
	size_t i;

	for (i = 0; i < k->cells.n; i++) {
		struct cell_value *row = rows_at(&k->cells, i);

		if (k->sums)
			settle_sums(k, i, row, times);
		if (k->weight < k->width)
			rows_real(&row[k->weight], weight_of(k, i));
	}
}

void kept_clear(struct kept *k)
{
	rows_clear(&k->cells);
	if (k->nbuckets)
		memset(k->buckets, 0, k->nbuckets * sizeof *k->buckets);
	k->seconds = 0;
	k->lengths = 0;
	k->timed = 0;
	k->doubled = 0;
	k->mixed = 0;
}

void kept_done(struct kept *k)
{
	rows_done(&k->cells);
	free(k->rows);
	free(k->all);
	free(k->rest);
	free(k->buckets);
	memset(k, 0, sizeof *k);
}

#endif
