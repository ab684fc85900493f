/* threads.c: eight threads share one collection of layouts; each thread has a separate reader,
 * system and decoder. Each thread must see the same as a single thread. The argument: a capture. */
#include "config.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "monread.h"

#define THREADS 8u
#define ROUNDS 20u /* each run with a new collection, of which no layout is unpacked yet */

static const char *path;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_there = PTHREAD_COND_INITIALIZER;
static unsigned waiting;

struct reading {
	const struct monread_layouts *layouts;
	uint64_t hash; /* hash of everything that was decoded */
	unsigned long values;
	int failed;
};

static void add(struct reading *r, const void *p, size_t n)
{
	const unsigned char *byte = p;

	for (; n > 0; n--)
		r->hash = (r->hash ^ *byte++) * UINT64_C(0x100000001B3);
}

static int value(void *arg, const struct monread_value *v)
{
	struct reading *r = arg;

	if (v->field)
		add(r, v->field->name, v->field->name_len);
	add(r, &v->number, sizeof v->number);
	add(r, v->bytes, v->length);
	r->values++;
	return 0;
}

static int begin(void *arg, const struct monread_place *place)
{
	add(arg, place->name, strlen(place->name));
	add(arg, place->layout->name, strlen(place->layout->name));
	return 0;
}

static int problem(void *arg, const char *text)
{
	add(arg, text, strlen(text));
	return 0;
}

static const struct monread_emit emit = { .size = sizeof emit, .field = value, .begin = begin,
	                                  .gap = value, .tail = value, .problem = problem };

static void one_record(struct reading *r, struct monread_system *s, struct monread_decoder *d,
                       const struct monread_ev *ev)
{
	const struct monread_layout *l = monread_system_layout(s, ev->domain, ev->record, ev->bytes,
	                                                       ev->length);
	unsigned release = monread_system_release(s);

	add(r, &release, sizeof release);
	if (l)
		add(r, l->name, strlen(l->name));
	if (monread_decode(d, l, release, ev->bytes, ev->length, &emit, r))
		r->failed = 1;
}

static void read_all(struct reading *r)
{
	int fd = open(path, O_RDONLY);
	struct monread *m = monread_open(fd);
	struct monread_system *s = monread_system_new(r->layouts);
	struct monread_decoder *d = monread_decoder_new(r->layouts, MONREAD_WALK_RESERVED, NULL);
	const struct monread_ev *ev;

	r->failed = fd < 0 || !m || !s || !d;
	for (ev = r->failed ? NULL : monread_next(m); ev; ev = monread_next(m)) {
		if (ev->kind == MONREAD_RECORD)
			one_record(r, s, d, ev);
		if (r->failed)
			break;
	}
	if (s)
		add(r, monread_system_id(s), strlen(monread_system_id(s)));
	monread_decoder_free(d);
	monread_system_free(s);
	monread_close(m);
	if (fd >= 0)
		close(fd);
}

/* All threads start at the same time, because the initialization on first use is the likely place
 * of a race. */
static void *work(void *arg)
{
	pthread_mutex_lock(&lock);
	waiting++;
	pthread_cond_broadcast(&all_there);
	while (waiting < THREADS)
		pthread_cond_wait(&all_there, &lock);
	pthread_mutex_unlock(&lock);
	read_all(arg);
	return NULL;
}

static int one_round(const struct reading *alone)
{
	struct monread_layouts *layouts = monread_layouts_new();
	struct reading readings[THREADS];
	pthread_t threads[THREADS];
	unsigned i, good = 0;

	memset(readings, 0, sizeof readings);
	waiting = 0;
	for (i = 0; i < THREADS; i++) {
		readings[i].layouts = layouts;
		if (!layouts || pthread_create(&threads[i], NULL, work, &readings[i])) {
			puts("Bail out! no memory or no threads");
			exit(99);
		}
	}
	for (i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		good += !readings[i].failed && readings[i].hash == alone->hash &&
		        readings[i].values == alone->values;
	}
	monread_layouts_free(layouts);
	return good == THREADS;
}

int main(int argc, char **argv)
{
	struct monread_layouts *layouts = monread_layouts_new();
	struct reading alone = { .layouts = layouts };
	unsigned round = 0;

	if (argc < 2 || !layouts)
		return 99;
	path = argv[1];
	read_all(&alone);
	monread_layouts_free(layouts);
	puts("1..2");
	printf("%s 1 - values are there\n", alone.values > 1000 && !alone.failed ? "ok" : "not ok");
	while (round < ROUNDS && one_round(&alone))
		round++;
	printf("%s 2 - %u threads that share a collection see the same\n",
	       round == ROUNDS ? "ok" : "not ok", THREADS);
	return 0;
}
