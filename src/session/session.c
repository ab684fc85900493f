/* session.c: opens, reads and closes inputs, reports their problems, and shows progress. */
#include "config.h"

#include "session/session.h"

#include <unistd.h>

#include "base/array.h"
#include "base/ascii.h"

/* ---- Problems ---- */

static void session_problem(struct session *s, struct session_source *source, enum verdict_why why,
                            const struct monread_ev *ev, const char *text)
{
	if (source->verdict)
		verdict_problem(source->verdict, why, ev, text);
	if (s->calls.problem)
		s->calls.problem(s->arg, source, ev, text);
}

void session_doubt(struct session *s, struct session_source *source, const struct monread_ev *ev,
                   const char *text)
{
	source->doubted = ev->setno;
	session_problem(s, source, VERDICT_CLOCK, ev, text);
}

void session_apart(struct session *s, struct session_source *source, const struct monread_ev *ev)
{
	if (ev->flags & MONREAD_APART || source->doubted == ev->setno)
		return;
	intervals_apart(ev, s->text);
	session_doubt(s, source, ev, s->text);
}

const struct monread_ev *session_judge(struct session *s, const struct monread_ev *ev, char *ipl)
{
	struct session_source *source = s->now;
	enum intervals_event found;

	*ipl = '\0';
	if (!(ev->flags & MONREAD_REPEATED) && intervals_doubt(ev, s->text))
		session_doubt(s, source, ev, s->text);
	found = intervals_record(&source->intervals, source->system, ev);
	if (found == INTERVALS_IPL)
		intervals_ipl(source->intervals.ipl, ipl);
	if (found != INTERVALS_TOO_LONG && found != INTERVALS_LOST)
		return NULL;
	intervals_gap(&source->intervals, found, ev, &s->event, s->text);
	session_problem(s, source, VERDICT_DAMAGE, &s->event, s->text);
	return &s->event;
}

const struct monread_ev *session_judge_end(struct session *s, uint64_t dataset)
{
	struct session_source *source = s->now;

	if (source->verdict && source->verdict->name)
		input_note_end_records(&source->in);
	if (!source->in.is_at_end || !intervals_suspended(&source->intervals, &s->event, s->text))
		return NULL;
	s->event.offset = monread_offset(source->in.m);
	s->event.dataset = dataset;
	session_problem(s, source, VERDICT_DAMAGE, &s->event, s->text);
	return &s->event;
}

void session_loss(struct session *s)
{
	struct session_source *source = s->now;
	const struct input_gap *gap = &source->in.gap;

	s->event = (struct monread_ev){ .kind = MONREAD_GAP, .skipped = gap->lost };
	s->event.text = gap->text;
	session_problem(s, source, VERDICT_LOSS, &s->event, gap->text);
	/* If gap->sets is 0, a loss that was already counted has lost more bytes: do not count a
	 * second gap. */
	if (source->verdict)
		source->verdict->gaps -= !gap->sets;
	intervals_excuse(&source->intervals);
}

/* ---- Opening, closing and progress ---- */

static uint64_t session_position(const struct session *s, const struct session_source *source)
{
	return s->progress->next && source->is_open ? input_position(&source->in) : source->at;
}

void session_progress(struct session *s)
{
	struct session_source *now = s->now;

	if (s->progress && !now->in.is_live && progress_due(s->progress))
		progress_show(s->progress, now->name, session_position(s, now));
}

static int session_between(struct session *s)
{
	session_progress(s);
	return s->calls.between ? s->calls.between(s->arg, s->now) : 0;
}

void session_turn(struct session *s, struct session_source *source)
{
	if (s->now == source)
		return;
	if (s->pass)
		s->pass->setno = 0;
	if (s->progress) {
		if (s->now)
			s->now->at = session_position(s, s->now);
		s->progress->before += (s->now ? s->now->at : 0) - source->at;
	}
	s->now = source;
	verdict_begin(source->verdict);
	if (s->calls.turn)
		s->calls.turn(s->arg, source);
}

static void session_rename(struct session_source *source, const char *name)
{
	source->name = name;
	if (source->verdict && source->verdict->name)
		source->verdict->name = name;
}

/* SOURCE reads files of a directory that is followed, and its current file was removed before it
 * was opened. Return the name of the file to read instead; if SOURCE is the only input, wait for a
 * file. Return NULL if no file was found, or if the user asked to stop. */
static const char *session_find_other(struct session *s, const struct session_source *source)
{
	void *ring = s->input.successor_arg;
	const char *next = s->input.successor(ring, source->name, 1);

	while (!next && !*source->in.why && s->order.n == 1 && !stop_asked()) {
		input_wait(&s->input);
		next = s->input.successor(ring, source->name, 0);
		next = next ? next : ring_join(ring);
	}
	return next;
}

static int session_open_input(struct session *s, struct session_source *source)
{
	const char *next;

	while (input_open_fd(&source->in, source->name, source->fd ? *source->fd : -1, &s->input)) {
		if (!s->input.successor || stop_asked())
			return -1;
		next = session_find_other(s, source);
		if (!next)
			return -1;
		session_rename(source, next);
	}
	return 0;
}

void session_open(struct session *s, struct session_source *source)
{
	session_turn(s, source);
	if (source->fd)
		lseek(*source->fd, 0, SEEK_SET);
	source->is_open = s->calls.next || session_open_input(s, source) == 0;
	if (source->is_open && s->calls.begin && s->calls.begin(s->arg, source)) {
		input_close(&source->in);
		source->is_open = 0;
	}
}

void session_close(struct session *s, struct session_source *source)
{
	if (!source->is_open)
		return;
	session_turn(s, source);
	if (s->progress)
		source->at = session_position(s, source);
	if (s->calls.end)
		s->calls.end(s->arg, source);
	if (!s->calls.next)
		input_close(&source->in);
	source->is_open = 0;
}

void session_add(struct session *s, struct session_source *source)
{
	struct ordered *o = &s->order;

	if (ARRAY_GROW(o->heap, o->n, o->room)) {
		o->failed = 1;
		return;
	}
	source->number = o->n + 1;
	source->tod += source->tod ? s->delay : 0;
	o->heap[o->n++] = source;
}

static void session_take_reader(struct session *s)
{
	s->reader = s->pass || !s->now->is_open ? NULL : s->now->in.m;
}

void session_begin(struct session *s)
{
	s->is_single = s->order.n == 1;
	if (!s->is_single)
		return;
	s->input.watch = s->input.follow ? input_watch() : 0;
	session_open(s, s->order.heap[0]);
	session_take_reader(s);
}

int session_end(struct session *s)
{
	int failed = s->order.failed;

	ordered_done(s);
	if (s->input.watch > 0)
		close(s->input.watch);
	if (s->progress && s->now)
		s->progress->before += s->now->at;
	verdict_begin(NULL);
	return failed ? -1 : 0;
}

void session_say_left_out(const struct session *s)
{
	if (s->left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out",
		          (unsigned long long)s->left_out, mr_plural(s->left_out));
}

/* ---- Events ---- */

/* From now on, read the first input in s->order.heap. Return 0. */
static int session_take_first(struct session *s)
{
	struct session_source *first = s->order.heap[0];

	if (!first->is_open)
		session_open(s, first);
	session_turn(s, first);
	session_take_reader(s);
	return 0;
}

/* With --follow, go on to the next input, because the current input has no new data. If no input
 * has new data, wait and look for further inputs. Return 0, or -1 if out of memory. */
static int session_go_on(struct session *s)
{
	struct ordered *o = &s->order;
	void *first = o->heap[0];
	const char *name = NULL;

	/* If the current data set is incomplete, first wait once for its rest. */
	if (s->idle++ == 0 && monread_offset(s->now->in.m) != s->set_end) {
		input_wait(&s->input);
		return 0;
	}
	if (s->idle > o->n) {
		if (s->calls.join && s->input.successor)
			name = ring_join(s->input.successor_arg);
		if (name && s->calls.join(s->arg, name))
			return -1;
		if (!name)
			input_wait(&s->input);
		s->idle = 1;
	}
	memmove(o->heap, o->heap + 1, (o->n - 1) * sizeof *o->heap);
	o->heap[o->n - 1] = first;
	return session_take_first(s);
}

/* The current input has ended: with --follow, go on to the next input. Return 0, or -1 if no other
 * input is left. */
static int session_drop(struct session *s)
{
	if (s->order.n == 1 || !s->input.follow)
		return -1;
	ordered_leave(s, s->now);
	return session_take_first(s);
}

/* Read more of the current input, because its reader has no more events. Return 0, or -1 if the
 * session ends. */
static int session_step(struct session *s)
{
	struct session_source *now = s->now;
	enum input_more more;

	if (!now->is_open)
		return session_drop(s);
	if (session_between(s) || now->is_severed)
		return -1;
	more = input_step(&now->in);
	if (more == INPUT_IDLE)
		return session_go_on(s);
	s->idle = 0;
	if (more == INPUT_OTHER || more == INPUT_SAME) {
		session_rename(now, now->in.name);
		if (s->calls.next_file)
			s->calls.next_file(s->arg, now, more);
		/* Another file (INPUT_OTHER) continues the last interval of the old file; a file
		 * that became shorter (INPUT_SAME) does not. */
		if (more == INPUT_SAME)
			memset(&now->intervals, 0, sizeof now->intervals);
		session_take_reader(s);
		return 0;
	}
	if (more == INPUT_GAP) {
		s->loss = &now->in.gap;
		now->is_severed = s->loss->severed;
		session_loss(s);
	}
	return more == INPUT_STOPPED || more == INPUT_ENDED ? session_drop(s) : 0;
}

static const struct monread_ev *session_single(struct session *s, const struct monread_ev *ev)
{
	while (!ev) {
		if (s->now->is_open)
			ev = s->pass ? monread_next_but(s->now->in.m, s->pass) :
			               monread_next(s->now->in.m);
		if (!ev && (session_step(s) || s->loss))
			return s->loss ? &s->event : NULL;
	}
	return ev;
}

const struct monread_ev *session_more(struct session *s, const struct monread_ev *ev)
{
	s->loss = NULL;
	if (s->is_single)
		ev = session_single(s, ev);
	else
		ev = stop_asked() ? NULL : ordered_next(s);
	if (ev && ev->kind == MONREAD_SET_END && s->is_single)
		s->set_end = monread_offset(s->now->in.m);
	if (ev && ev->kind >= MONREAD_BAD && !s->loss) {
		intervals_excuse(&s->now->intervals);
		session_problem(s, s->now, VERDICT_DAMAGE, ev, ev->text);
	}
	return ev && ev->kind == MONREAD_SET_END && session_between(s) ? NULL : ev;
}
