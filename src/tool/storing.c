/* storing.c: --write: pass events to the store; wait for room on a full disk. */
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
	r->storing.store = store_open(o);
	if (!r->storing.store) {
		r->stop = 1;
		return;
	}
	single_append(&r->storing.single, r->storing.store);
	if ((o->rotate_size || o->rotate_time > 0) && stop_install() == 0)
		stop_hangup_renews();
}

/* Report losses of the device between data sets that wait to be stored. */
static void say_waiting_losses(struct run *r)
{
	struct input_gap gap;

	while (input_next_loss(&r->now.in, &gap)) {
		if (gap.text[0])
			diag_damage("%s: %s", r->writer.file.name, gap.text);
		else
			diag_disagree(); /* only counted */
		run_count_loss(&r->report, &gap);
	}
}

/* Stop storing because of WHY.  Data sets that still are in the store or in the buffer of the device are lost: report
 * and count them as one gap. */
static void give_up(struct run *r, const char *why)
{
	uint64_t bytes = store_waiting(r->storing.store), sets = bytes > 0, waiting = 0;

	bytes += store_dropped(r->storing.store, &sets);
	input_end_reading(&r->now.in);
	input_waiting(&r->now.in, &waiting, &bytes);
	say_waiting_losses(r);
	sets += waiting;
	r->storing.gave_up = r->stop = 1;
	/* The data of a file is not lost. */
	if (!bytes || !r->now.in.is_live)
		return;
	diag_damage("%s: %s; not stored: %llu data set%s, %llu byte%s", r->opt->store.file, why, (unsigned long long)sets,
	            words_plural(sets), (unsigned long long)bytes, words_plural(bytes));
	r->now.in.gaps++;
	r->now.in.lost += bytes;
	verdict_damage(r->report.verdict, 1, bytes);
}

/* Store EV; NULL: the input has ended. While the disk is full, another thread continues to read the device. */
void run_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	enum store_result rc;
	int stopping = 0;

	if (ev && ev->kind == MONREAD_SET_END && stop_renewal())
		store_renew(r->storing.store);
	rc = store_event(r->storing.store, ev, shown);
	if (rc == STORE_FULL) {
		diag_damage("%s: %s; trying again every second", r->opt->store.file, strerror(errno));
		run_flush(&r->writer);
	}
	while (rc == STORE_FULL && !stopping) {
		service_turn(&r->report.service, 1);
		poll(&p, 1, 1000);
		stopping = stop_asked();
		rc = store_event(r->storing.store, ev, shown);
		if (rc == STORE_DONE)
			diag_note("%s: there is room again; storing continues", r->opt->store.file);
	}
	if (rc == STORE_FULL)
		give_up(r, "asked to stop while there was no room");
	else if (rc != STORE_DONE)
		give_up(r, "storing failed");
}
