/* storing.c: --write: events go to the store; on a full disk, wait for room. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/words.h"

void run_start_store(struct run *r)
{
	const struct store_options *o = &r->opt->store;

	if (!o->file)
		return;
	r->store = store_open(o);
	if (!r->store) {
		r->stop = 1;
		return;
	}
	single_append(r);
	if ((o->rotate_size || o->rotate_time > 0) && stop_install() == 0)
		stop_hangup_renews();
}

/* Losses of the device between the data sets that wait. */
static void say_waiting_losses(struct run *r)
{
	struct input_gap gap;

	while (input_next_loss(&r->now.in, &gap)) {
		if (gap.text[0])
			diag_damage("%s: %s", r->file.name, gap.text);
		else
			diag_disagree(); /* only counted */
		run_count_loss(r, &gap);
	}
}

/* Nothing more is stored, as the store has said. */
static void end_failed(struct run *r)
{
	input_end_reading(&r->now.in);
	say_waiting_losses(r);
	r->stop = 1;
}

/* Report what cannot be stored: what the store has, and what was read from the device and waits. */
static void give_up(struct run *r)
{
	uint64_t bytes = store_waiting(r->store), sets = bytes > 0 && !r->thin.n, waiting = 0;

	bytes += thin_waiting(&r->thin, &sets, &r->now.unstored);
	input_end_reading(&r->now.in);
	input_waiting(&r->now.in, &waiting, &bytes);
	say_waiting_losses(r);
	/* They were counted as whole ones. */
	r->now.in.sets -= sets < r->now.in.sets ? sets : r->now.in.sets;
	sets += waiting;
	diag_damage("%s: asked to stop while there was no room; not stored: %llu data set%s, %llu bytes",
	            r->opt->store.file, (unsigned long long)sets, words_plural(sets), (unsigned long long)bytes);
	r->now.in.gaps++;
	r->now.in.lost += bytes;
	verdict_damage(r->verdict, 1, bytes);
	r->gave_up = r->stop = 1;
}

/* SHOWN: 1, or RUN_KEPT: it was not selected. */
void run_count_unstored(struct unstored *u, const struct monread_ev *ev, int shown)
{
	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED)
		return;
	u->records += ev->domain != 1 || ev->record != 13;
	u->shown += shown == 1;
}

/* EV is NULL at the end of the input. */
static enum store_result try_to_store(struct run *r, const struct monread_ev *ev, int shown)
{
	return ev ? store_event(r->store, ev, shown) : store_end_of_input(r->store);
}

/* While the disk is full, the other thread goes on reading the device into the buffer. */
void run_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	enum store_result rc;
	int stopping = 0;

	if (ev && ev->kind == MONREAD_SET_END && stop_renewal())
		store_renew(r->store);
	if (ev)
		run_count_unstored(&r->now.unstored, ev, shown);
	rc = try_to_store(r, ev, shown);
	if (rc == STORE_FULL) {
		diag_damage("%s: %s; trying again every second", r->opt->store.file, strerror(errno));
		run_flush(r);
	}
	while (rc == STORE_FULL && !stopping) {
		service_turn(r, 1);
		poll(&p, 1, 1000);
		stopping = stop_asked();
		rc = try_to_store(r, ev, shown);
		if (rc == STORE_DONE)
			diag_note("%s: there is room again; storing goes on", r->opt->store.file);
	}
	if (rc == STORE_FULL)
		give_up(r);
	else if (rc != STORE_DONE)
		end_failed(r);
	else if (!ev || ev->kind == MONREAD_SET_END)
		memset(&r->now.unstored, 0, sizeof r->now.unstored);
}
