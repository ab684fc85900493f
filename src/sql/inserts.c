/* inserts.c: a ring of batches of rows, which a thread inserts. */
#include "config.h"

#include "sql/inserts.h"

#ifdef HAVE_SQLITE3

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/thread.h"

#define BATCHES    4u
#define BATCH_SIZE (256u * 1024u) /* a batch is full from here on */
#define WORD       sizeof(uint64_t)

struct batch {
	uint64_t *words;
	size_t n, room;
};

/* In a batch: a row, then its values, of which texts have their bytes behind them. */
struct row {
	sqlite3_stmt *statement;
	inserts_texts *texts;
	uint32_t values;
	uint8_t waits;   /* the statement has not all of its rows yet */
	uint8_t several; /* as it has, or had, more than one */
};

struct value {
	union {
		int64_t integer;
		double real;
	};
	uint32_t length;
	uint16_t parameter;
	uint16_t type; /* SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB, SQLITE_NULL, or TEXT_KEPT */
};

#define TEXT_KEPT 100u

struct inserts {
	const struct sqlite *sqlite;
	struct batch batches[BATCHES];
	struct batch *filling;
	size_t row;     /* where the last row of ->filling begins, */
	struct inserts_into *to;      /* its statement */
	unsigned base;                /* and the number in front of its parameters */
	struct inserts_into *waiting; /* statements with rows that wait */
	int no_memory;  /* for a value of it */
	int alone;      /* there is no thread, and will be none */
	int has_thread;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t handed, done;
	void (*idle)(void *); /* may be NULL */
	void *idle_arg;
	/* Under the lock: */
	unsigned first, n; /* batches that were handed over; the first is being inserted */
	int stopping;
	int failed; /* a row could not be inserted */
};

/* ---- Rows into the database ---- */

static size_t words_of(size_t bytes)
{
	return (bytes + WORD - 1) / WORD;
}

static int bind(const struct sqlite *s, const struct row *r, const struct value *v, const char *bytes)
{
	/* A batch may be gone when the other rows of the statement come. */
	sqlite3_destructor_type life = r->several ? SQLITE_TRANSIENT : SQLITE_STATIC;

	switch (v->type) {
	case SQLITE_INTEGER:
		return s->bind_int64(r->statement, v->parameter, v->integer);
	case SQLITE_FLOAT:
		return s->bind_double(r->statement, v->parameter, v->real);
	case SQLITE_TEXT:
		return s->bind_text(r->statement, v->parameter, bytes, (int)v->length, life);
	case SQLITE_BLOB:
		return s->bind_blob(r->statement, v->parameter, bytes, (int)v->length, life);
	case TEXT_KEPT:
		memcpy(r->texts[v->parameter], bytes, v->length);
		return s->bind_text(r->statement, v->parameter, r->texts[v->parameter], (int)v->length, SQLITE_STATIC);
	default:
		return s->bind_null(r->statement, v->parameter);
	}
}

/* 0, or -1. */
static int insert(const struct sqlite *s, const struct batch *b)
{
	const uint64_t *at = b->words, *end = b->words + b->n;
	int code = SQLITE_DONE;

	while (at < end && code == SQLITE_DONE) {
		struct value v;
		struct row r;

		memcpy(&r, at, sizeof r);
		at += words_of(sizeof r);
		for (code = SQLITE_OK; r.values > 0 && code == SQLITE_OK; r.values--) {
			memcpy(&v, at, sizeof v);
			at += words_of(sizeof v);
			code = bind(s, &r, &v, (const char *)at);
			at += words_of(v.length);
		}
		if (code == SQLITE_OK && r.waits) {
			code = SQLITE_DONE;
			continue;
		}
		if (code == SQLITE_OK)
			code = s->step(r.statement);
		s->reset(r.statement);
	}
	return code == SQLITE_DONE ? 0 : -1;
}

static void *work(void *arg)
{
	struct inserts *q = arg;

	pthread_mutex_lock(&q->lock);
	for (;;) {
		struct batch *b = &q->batches[q->first];
		int failed = q->failed;

		if (q->n == 0) {
			if (q->stopping)
				break;
			pthread_cond_wait(&q->handed, &q->lock);
			continue;
		}
		pthread_mutex_unlock(&q->lock);
		failed = failed || insert(q->sqlite, b);
		b->n = 0;
		pthread_mutex_lock(&q->lock);
		q->failed = failed;
		q->first = (q->first + 1) % BATCHES;
		q->n--;
		pthread_cond_signal(&q->done);
	}
	pthread_mutex_unlock(&q->lock);
	return NULL;
}

/* ---- Batches ---- */

/* Under the lock: wait until a batch is done, or ->idle() was called. */
static void wait_for_one(struct inserts *q)
{
	struct timespec until;

	if (!q->idle) {
		pthread_cond_wait(&q->done, &q->lock);
		return;
	}
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec++;
	if (pthread_cond_timedwait(&q->done, &q->lock, &until) == 0)
		return;
	pthread_mutex_unlock(&q->lock);
	q->idle(q->idle_arg);
	pthread_mutex_lock(&q->lock);
}

/* A batch that is full is handed over; the first one starts the thread. */
static int hand_over(struct inserts *q)
{
	int failed;

	if (!q->has_thread && !q->alone) {
		q->alone = thread_processors() < 2 || thread_most(2) < 2 || thread_start_quiet(&q->thread, work, q);
		q->has_thread = !q->alone;
	}
	if (q->alone) {
		q->failed = q->failed || insert(q->sqlite, q->filling);
		q->filling->n = 0;
		return q->failed ? -1 : 0;
	}
	pthread_mutex_lock(&q->lock);
	q->n++;
	pthread_cond_signal(&q->handed);
	while (q->n == BATCHES)
		wait_for_one(q);
	q->filling = &q->batches[(q->first + q->n) % BATCHES];
	failed = q->failed;
	pthread_mutex_unlock(&q->lock);
	return failed ? -1 : 0;
}

struct inserts *inserts_new(const struct sqlite *s)
{
	struct inserts *q = calloc(1, sizeof *q);

	if (!q)
		return NULL;
	q->sqlite = s;
	q->filling = q->batches;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->handed, NULL);
	pthread_cond_init(&q->done, NULL);
	return q;
}

void inserts_while(struct inserts *q, void (*idle)(void *), void *arg)
{
	q->idle = idle;
	q->idle_arg = arg;
}

void inserts_free(struct inserts *q)
{
	unsigned i;

	if (!q)
		return;
	if (q->has_thread) {
		pthread_mutex_lock(&q->lock);
		q->stopping = 1;
		pthread_cond_signal(&q->handed);
		pthread_mutex_unlock(&q->lock);
		pthread_join(q->thread, NULL);
	}
	for (i = 0; i < BATCHES; i++)
		free(q->batches[i].words);
	pthread_cond_destroy(&q->handed);
	pthread_cond_destroy(&q->done);
	pthread_mutex_destroy(&q->lock);
	free(q);
}

/* ---- Rows ---- */

/* Room for SIZE bytes behind what is there; NULL: out of memory. */
static uint64_t *reserve(struct inserts *q, size_t size)
{
	struct batch *b = q->filling;
	size_t n = words_of(size), room;
	uint64_t *words;

	if (n > b->room - b->n) {
		/* A row more than what makes a batch full. */
		room = 2 * (b->room + n) + BATCH_SIZE / WORD;
		words = realloc(b->words, room * WORD);
		if (!words) {
			q->no_memory = 1;
			return NULL;
		}
		b->words = words;
		b->room = room;
	}
	b->n += n;
	return b->words + b->n - n;
}

void inserts_row(struct inserts *q, struct inserts_into *to)
{
	const struct row r = { .statement = to->statement, .texts = to->texts, .several = to->rows > 1 };
	uint64_t *at;

	q->no_memory = 0;
	q->row = q->filling->n;
	q->to = to;
	q->base = to->filled * to->parameters;
	at = reserve(q, sizeof r);
	if (at)
		memcpy(at, &r, sizeof r);
}

static void add(struct inserts *q, int n, struct value *v, const void *bytes)
{
	size_t head = words_of(sizeof *v);
	uint64_t *at = q->no_memory ? NULL : reserve(q, head * WORD + v->length);
	struct row r;

	if (!at)
		return;
	v->parameter = (uint16_t)(q->base + (unsigned)n);
	memcpy(at, v, sizeof *v);
	if (v->length)
		memcpy(at + head, bytes, v->length);
	at = q->filling->words + q->row;
	memcpy(&r, at, sizeof r);
	r.values++;
	memcpy(at, &r, sizeof r);
}

void inserts_null(struct inserts *q, int n)
{
	add(q, n, &(struct value){ .type = SQLITE_NULL }, NULL);
}

void inserts_integer(struct inserts *q, int n, int64_t v)
{
	add(q, n, &(struct value){ .integer = v, .type = SQLITE_INTEGER }, NULL);
}

void inserts_real(struct inserts *q, int n, double v)
{
	add(q, n, &(struct value){ .real = v, .type = SQLITE_FLOAT }, NULL);
}

void inserts_text(struct inserts *q, int n, const char *text, size_t length, int kept)
{
	add(q, n, &(struct value){ .length = (uint32_t)length, .type = kept ? TEXT_KEPT : SQLITE_TEXT }, text);
}

void inserts_blob(struct inserts *q, int n, const void *bytes, size_t length)
{
	add(q, n, &(struct value){ .length = (uint32_t)length, .type = SQLITE_BLOB }, bytes);
}

void inserts_drop(struct inserts *q)
{
	q->no_memory = 1;
}

/* The row that was begun is complete. */
static void end_row(struct inserts *q)
{
	struct inserts_into *to = q->to;
	struct row r;

	if (to->rows == 1)
		return;
	if (!to->listed) {
		to->listed = 1;
		to->next = q->waiting;
		q->waiting = to;
	}
	to->filled = (to->filled + 1) % to->rows;
	memcpy(&r, q->filling->words + q->row, sizeof r);
	r.waits = to->filled > 0;
	memcpy(q->filling->words + q->row, &r, sizeof r);
}

int inserts_end(struct inserts *q)
{
	if (q->no_memory) {
		q->filling->n = q->row;
		inserts_wait(q);
		return -1;
	}
	end_row(q);
	if (q->filling->n < BATCH_SIZE / WORD || hand_over(q) == 0)
		return 0;
	inserts_wait(q);
	return -1;
}

/* Statements have all of their rows, of which the table ignores those that are added here.  0; 1: out of memory. */
static int fill_up(struct inserts *q)
{
	struct inserts_into *to;

	for (; (to = q->waiting) != NULL; q->waiting = to->next) {
		while (to->filled > 0) {
			inserts_row(q, to);
			inserts_null(q, 1);
			if (q->no_memory) {
				q->filling->n = q->row;
				q->waiting = NULL;
				return 1;
			}
			end_row(q);
		}
		to->listed = 0;
	}
	return 0;
}

int inserts_wait(struct inserts *q)
{
	int failed, incomplete = fill_up(q);

	if (!q->has_thread && q->filling->n) {
		/* What fits into a batch needs no thread. */
		q->failed = q->failed || insert(q->sqlite, q->filling);
		q->filling->n = 0;
	} else if (q->filling->n) {
		hand_over(q);
	}
	if (!q->has_thread) {
		q->failed |= incomplete;
		return q->failed ? -1 : 0;
	}
	pthread_mutex_lock(&q->lock);
	while (q->n > 0)
		wait_for_one(q);
	failed = q->failed |= incomplete;
	pthread_mutex_unlock(&q->lock);
	return failed ? -1 : 0;
}

#endif
