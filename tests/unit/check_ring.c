/* check_ring.c: places that one thread fills and empties, and others work on meanwhile. */
#include "config.h"

#include <pthread.h>
#include <time.h>

#include "cli/thread.h"
#include "out/ring.h"
#include "unit.h"

#define WORKERS_MAX 32u
#define TURNS 5000u

static struct ring *ring;
/* Without a lock: who has a place has it alone, as ThreadSanitizer sees. */
static struct {
	unsigned given, made, users;
} places[WORKERS_MAX + 2];

static void do_place(unsigned place, unsigned *done)
{
	places[place].users++;
	places[place].made = 2 * places[place].given + 1;
	/* Some take longer, so that those behind them are done before. */
	if (places[place].given % 97 == 0) {
		struct timespec t = { 0, 1000000 };

		nanosleep(&t, NULL);
	}
	++*done;
	ring_finish(ring, place);
}

static void *work(void *arg)
{
	unsigned *done = arg, place;

	while (ring_take(ring, &place) == 0)
		do_place(place, done);
	return NULL;
}

/* Who fills does what nobody has taken, instead of waiting. */
static void help(int all, unsigned *done)
{
	unsigned place;

	while (done && ring_waits(ring, all) && ring_try(ring, &place) == 0)
		do_place(place, done);
}

/* Empty those that are done; how many were emptied before.  HELPED: so many the caller did itself; NULL: it only waits. */
static unsigned empty(int all, unsigned before, unsigned *helped)
{
	unsigned place;

	help(all, helped);
	while (ring_done(ring, all, &place)) {
		ck_assert_uint_eq(places[place].given, before);
		ck_assert_uint_eq(places[place].made, 2 * before + 1);
		ck_assert_uint_eq(places[place].users, 1);
		places[place].users = 0;
		before++;
		ring_empty(ring);
		help(all, helped);
	}
	return before;
}

static void run(unsigned workers, int helps)
{
	pthread_t threads[WORKERS_MAX];
	unsigned done[WORKERS_MAX] = { 0 }, i, emptied = 0, sum = 0, own = 0, *helped = helps ? &own : NULL;

	ring = ring_new(workers + 2);
	ck_assert_ptr_nonnull(ring);
	for (i = 0; i < workers; i++)
		ck_assert_int_eq(thread_start(&threads[i], work, &done[i]), 0);
	for (i = 0; i < TURNS; i++) {
		unsigned place = ring_filling(ring);

		ck_assert_uint_eq(place, i % (workers + 2));
		places[place].given = i;
		places[place].users = 0;
		ring_fill(ring);
		emptied = empty(0, emptied, helped);
		/* There is one to be filled next. */
		ck_assert_uint_lt(i + 1 - emptied, workers + 2);
		if (i % 1000 == 999) {
			emptied = empty(1, emptied, helped);
			ck_assert_uint_eq(emptied, i + 1);
		}
	}
	ck_assert_uint_eq(empty(1, emptied, helped), TURNS);
	ring_stop(ring);
	for (i = 0; i < workers; i++) {
		ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
		sum += done[i];
	}
	ck_assert_uint_eq(sum + own, TURNS);
	/* It has to, at the latest where all others are busy for long. */
	ck_assert_int_eq(own > 0, helps);
	ring_free(ring);
}

START_TEST(places_are_emptied_in_their_order)
{
	run(1, 0);
	run(2, 0);
	run(7, 0);
	run(WORKERS_MAX, 0);
}
END_TEST

START_TEST(who_fills_can_work_too)
{
	run(0, 1);
	run(1, 1);
	run(2, 1);
}
END_TEST

/* With others that wait for what is not filled yet. */
START_TEST(what_others_wait_for_is_not_taken)
{
	const struct timespec t = { 0, 20000000 };
	unsigned done = 0, own = 0, place, i;
	pthread_t thread;

	ring = ring_new(3);
	ck_assert_ptr_nonnull(ring);
	ck_assert_int_eq(ring_try(ring, &place), -1);
	ck_assert_int_eq(thread_start(&thread, work, &done), 0);
	/* So that it waits, most likely. */
	nanosleep(&t, NULL);
	ck_assert_int_eq(ring_try(ring, &place), -1);
	for (i = 0; i < 3; i++) {
		places[i].given = i;
		places[i].users = 0;
		ring_fill(ring);
	}
	/* The first one is the other's, or will be. */
	while (ring_try(ring, &place) == 0)
		do_place(place, &own);
	ck_assert_uint_eq(empty(1, 0, NULL), 3);
	ck_assert_int_eq(ring_waits(ring, 1), 0);
	ring_stop(ring);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	ck_assert_uint_eq(done + own, 3);
	ring_free(ring);
}
END_TEST

START_TEST(an_empty_ring_waits_for_nothing)
{
	unsigned place;

	ring = ring_new(3);
	ck_assert_ptr_nonnull(ring);
	ck_assert_int_eq(ring_done(ring, 0, &place), 0);
	ck_assert_int_eq(ring_done(ring, 1, &place), 0);
	ring_free(ring);
	ring_free(NULL);
}
END_TEST

/* What was filled before is worked on all the same. */
START_TEST(who_stops_leaves_nothing_that_was_filled)
{
	unsigned done = 0, place, i;
	pthread_t thread;

	ring = ring_new(4);
	ck_assert_ptr_nonnull(ring);
	for (i = 0; i < 3; i++) {
		places[i].given = i;
		places[i].users = 0;
		ring_fill(ring);
		ck_assert_int_eq(ring_done(ring, 0, &place), 0);
	}
	ring_stop(ring);
	ck_assert_int_eq(thread_start(&thread, work, &done), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	ck_assert_uint_eq(done, 3);
	ck_assert_uint_eq(empty(1, 0, NULL), 3);
	ring_free(ring);
}
END_TEST

UNIT_MAIN("ring", places_are_emptied_in_their_order, who_fills_can_work_too, what_others_wait_for_is_not_taken,
          an_empty_ring_waits_for_nothing, who_stops_leaves_nothing_that_was_filled)
