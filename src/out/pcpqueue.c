/* pcpqueue.c: rows on their way to an archive, which takes them in the order of their times. */
#include "config.h"

#include "out/pcpqueue.h"

#include <stdlib.h>
#include <string.h>

void pcp_queue_done(struct pcp_queue *q)
{
	free(q->rows);
	free(q->words);
	memset(q, 0, sizeof *q);
}

/* ---- Rows ---- */

static int64_t event_time(struct pcp_instance *i, int64_t us)
{
	if (us >= i->us && us <= i->last_us)
		return ++i->last_us;
	i->us = i->last_us = us;
	return us;
}

uint64_t *pcp_queue_row(struct pcp_queue *q, const struct pcp_table *t, long instance, int64_t us, int event)
{
	struct pcp_row *r;

	if (q->n == q->room) {
		size_t room = q->room ? 2 * q->room : 1024;

		r = realloc(q->rows, room * sizeof *r);
		if (!r)
			return NULL;
		q->rows = r;
		q->room = room;
	}
	if (q->words_room - q->used < t->words) {
		size_t room = 2 * q->words_room + t->words;
		uint64_t *words = realloc(q->words, room * sizeof *words);

		if (!words)
			return NULL;
		q->words = words;
		q->words_room = room;
	}
	r = &q->rows[q->n++];
	r->table = t->number;
	r->instance = (uint32_t)instance;
	r->us = event ? event_time(&t->instances[instance], us) : us;
	r->order = q->order++;
	r->at = q->used;
	q->used += t->words;
	return memset(q->words + r->at, 0, t->words * sizeof *q->words);
}

/* ---- Writing ---- */

static int compare_orders(const void *a, const void *b)
{
	const struct pcp_row *x = a, *y = b;

	return x->order < y->order ? -1 : x->order > y->order;
}

static int compare_rows(const void *a, const void *b)
{
	const struct pcp_row *x = a, *y = b;

	if (x->us != y->us)
		return x->us < y->us ? -1 : 1;
	if (x->table != y->table)
		return x->table < y->table ? -1 : 1;
	return compare_orders(a, b);
}

/* Rows that came when later ones had been written.  Captures begin with the configuration of the one before. */
static void leave_late(struct pcp_queue *q, const struct pcp_row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		q->late += !q->tables->list[rows[i].table]->table->layout->configuration;
}

/* Of rows of the same time those of instances that it has no row of yet.  How many there are. */
static size_t leave_doubles(struct pcp_queue *q, struct pcp_row *rows, size_t n)
{
	size_t i, k;

	q->results++;
	for (i = k = 0; i < n; i++) {
		struct pcp_instance *of = &q->tables->list[rows[i].table]->instances[rows[i].instance];

		q->late += of->written == q->results;
		if (of->written != q->results)
			rows[k++] = rows[i];
		of->written = q->results;
	}
	return k;
}

static const char *write_result(struct pcp_queue *q, struct pcp_row *rows, size_t n)
{
	const char *error = NULL;

	/* Behind a mark the times go on. */
	if (q->marked && q->results) {
		error = pcp_archive_mark(q->archive, q->written + 1);
		if (rows->us <= q->written)
			rows->us = q->written + 1;
	}
	q->marked = 0;
	n = leave_doubles(q, rows, n);
	q->written = rows->us;
	return error ? error : pcp_archive_write(q->archive, q->tables, rows, n, q->words);
}

/* Those that are left from FIRST on move to the front, their words in the order in which they stand. */
static void close_up(struct pcp_queue *q, size_t first)
{
	size_t i;

	memmove(q->rows, q->rows + first, (q->n - first) * sizeof *q->rows);
	q->n -= first;
	q->used = 0;
	qsort(q->rows, q->n, sizeof *q->rows, compare_orders);
	for (i = 0; i < q->n; i++) {
		size_t n = q->tables->list[q->rows[i].table]->words;

		memmove(q->words + q->used, q->words + q->rows[i].at, n * sizeof *q->words);
		q->rows[i].at = q->used;
		q->used += n;
	}
}

const char *pcp_queue_write(struct pcp_queue *q, int64_t until)
{
	const char *error = NULL;
	size_t first, n;

	if (q->n == 0)
		return NULL;
	qsort(q->rows, q->n, sizeof *q->rows, compare_rows);
	for (first = 0; !error && first < q->n && q->rows[first].us <= until; first += n) {
		for (n = 1; first + n < q->n && q->rows[first + n].us == q->rows[first].us; n++)
			;
		if (q->results && q->rows[first].us < q->written)
			leave_late(q, &q->rows[first], n);
		else
			error = write_result(q, &q->rows[first], n);
	}
	close_up(q, first);
	return error;
}

const char *pcp_queue_mark(struct pcp_queue *q)
{
	const char *error = pcp_queue_write(q, INT64_MAX);

	q->marked = 1;
	return error;
}
