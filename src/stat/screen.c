/* screen.c: the full screen of --top. A second thread has the terminal, so that it reacts to keys while the main thread
 * waits for data. */
#include "config.h"

#include "stat/screen.h"

#ifdef HAVE_NCURSES

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/thread.h"
#include "stat/alarms.h"
#include "stat/needs.h"

enum { TOLD_DRAW = 'd', TOLD_RESIZED = 'r', TOLD_SUSPEND = 's', TOLD_CONTINUE = 'c', TOLD_END = 'e' };

/* ---- A pipe that wakes the thread of the terminal; signal handlers write to it ---- */

/* Global, because signal handlers have no argument. It is open as long as the handlers are set. */
static int told[2] = { -1, -1 };

static void told_tell(char what)
{
	int error = errno;

	if (write(told[1], &what, 1) < 0) {
		/* The pipe is full, so the thread wakes up anyway. */
	}
	errno = error;
}

static void take_signal(int sig)
{
	told_tell(sig == SIGWINCH ? TOLD_RESIZED : sig == SIGTSTP ? TOLD_SUSPEND : TOLD_CONTINUE);
}

static void handle(int sig, void (*function)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = function;
	sa.sa_flags = SA_RESTART;
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, NULL);
}

static void handle_all(void (*function)(int))
{
	handle(SIGWINCH, function);
	handle(SIGTSTP, function);
	handle(SIGCONT, function);
}

static int told_open(void)
{
	int i;

	if (pipe(told))
		return -1;
	for (i = 0; i < 2; i++) {
		fcntl(told[i], F_SETFD, FD_CLOEXEC);
		fcntl(told[i], F_SETFL, O_NONBLOCK);
	}
	return 0;
}

static void told_close(void)
{
	for (; told[0] >= 0; told[0] = told[1] = -1) {
		close(told[0]);
		close(told[1]);
	}
}

#define PACE_FIRST 1.0 /* seconds per interval of a file */
#define PACE_LEAST 0.125
#define PACE_MOST  16.0
#define KEYS_LOST  16 /* failed reads until the keyboard counts as lost */

static const char *const places[SCREEN_PLACES + 1] = { "system", "cpu", "user", "device", "userstate", "lpar" };

struct screen {
	struct screen_state s;
	struct show *show;
	struct alarms *watch;
	struct out_buffer alarms; /* text of ->s.alarms */
	FILE *messages;         /* messages since the screen began; NULL: standard error is not a terminal */
	pthread_t thread;
	int running;
	pthread_mutex_t lock; /* protects the members below, and ->s */
	pthread_cond_t changed;
	int quit; /* after a key or a signal */
	int failed;
	int next; /* the user wants the next interval of a file */
	struct screen_view view; /* the interval that is being read */
	int live;
	unsigned in_vain;
};

/* ---- The thread of the terminal; it has the lock except while it waits ---- */

static void draw(struct screen *t)
{
	if (!t->s.canvas.left && screen_draw(&t->s))
		t->failed = t->quit = 1;
}

/* Draw the whole screen: another program may have used the terminal, and its size may have changed. */
static void go_on(struct screen *t)
{
	canvas_leave(&t->s.canvas);
	canvas_resize(&t->s.canvas);
	t->s.canvas.left = 0;
}

static void suspend(struct screen *t)
{
	canvas_leave(&t->s.canvas);
	handle(SIGTSTP, SIG_DFL);
	raise(SIGTSTP);
	handle(SIGTSTP, take_signal);
	/* The user may have changed the modes of the terminal: restore the new modes at the end. */
	def_shell_mode();
	go_on(t);
}

static void take_told(struct screen *t)
{
	char text[64];
	ssize_t n = read(told[0], text, sizeof text), i;

	for (i = 0; i < n; i++)
		if (text[i] == TOLD_RESIZED)
			canvas_resize(&t->s.canvas);
		else if (text[i] == TOLD_SUSPEND)
			suspend(t);
		else if (text[i] == TOLD_CONTINUE)
			go_on(t);
		else if (text[i] == TOLD_END)
			t->quit = 1;
}

static void scroll_rows(struct screen *t, long by)
{
	struct screen_part *p = &t->s.parts[t->s.selected];
	long first = (long)p->first + by, last = p->rows.n ? (long)p->rows.n - 1 : 0;

	p->first = (size_t)(first < 0 ? 0 : first > last ? last : first);
}

static void take_key(struct screen *t, int key)
{
	struct screen_state *s = &t->s;

	scroll_rows(t, key == KEY_UP ? -1 : key == KEY_DOWN ? 1 : key == KEY_PPAGE ? -5 : key == KEY_NPAGE ? 5 : 0);
	if (s->help && key != 'q') {
		s->help = 0;
		return;
	}
	switch (key) {
	case 'q':
		t->quit = 1;
		break;
	case '?':
		s->help = 1;
		break;
	case ' ':
		s->paused = !s->paused;
		break;
	case 'n':
		t->next = 1;
		break;
	case '+':
		s->pace = s->pace > PACE_LEAST ? s->pace / 2 : s->pace;
		break;
	case '-':
		s->pace = s->pace < PACE_MOST ? s->pace * 2 : s->pace;
		break;
	case '<':
	case KEY_LEFT:
		screen_move_column(&s->parts[s->selected], -1);
		break;
	case '>':
	case KEY_RIGHT:
		screen_move_column(&s->parts[s->selected], 1);
		break;
	case '\t':
		s->selected = s->selected + 1 < (s->canvas.columns < SCREEN_WIDE ? SCREEN_STATE : SCREEN_PLACES) ?
		              s->selected + 1 : SCREEN_USER;
		break;
	case KEY_HOME:
		s->parts[s->selected].first = 0;
		break;
	case '\f':
		canvas_resize(&s->canvas);
		break;
	default:
		break;
	}
}

static void take_keys(struct screen *t)
{
	int key = canvas_key(&t->s.canvas);

	/* A terminal that was disconnected is always readable. */
	t->in_vain = key == ERR ? t->in_vain + 1 : 0;
	if (t->in_vain >= KEYS_LOST)
		t->quit = 1;
	for (; key != ERR && !t->quit; key = canvas_key(&t->s.canvas))
		take_key(t, key);
}

static void *run(void *arg)
{
	struct screen *t = arg;
	struct pollfd p[3] = {
		{ .fd = fileno(t->s.canvas.in), .events = POLLIN },
		{ .fd = told[0], .events = POLLIN },
		{ .fd = stop_fd(), .events = POLLIN },
	};

	pthread_mutex_lock(&t->lock);
	while (!t->quit) {
		draw(t);
		pthread_cond_broadcast(&t->changed);
		if (t->quit)
			break;
		pthread_mutex_unlock(&t->lock);
		poll(p, 3, -1);
		pthread_mutex_lock(&t->lock);
		t->quit |= stop_asked();
		if (p[1].revents)
			take_told(t);
		if (p[0].revents & POLLIN)
			take_keys(t);
		else if (p[0].revents)
			t->quit = 1;
	}
	/* Release the terminal at once, even if the main thread is waiting. */
	canvas_leave(&t->s.canvas);
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->lock);
	stop_ask();
	return NULL;
}

/* Start the thread of the terminal. It blocks the signals that request a stop, so the main thread gets them. Returns 0,
 * or an error number. */
static int start(struct screen *t)
{
	sigset_t set, was;
	int error;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &set, &was);
	error = thread_start(&t->thread, run, t);
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	t->running = !error;
	return error;
}

/* ---- Messages ---- */

/* Keep messages until the end, because they would overwrite the screen. Returns 0, or -1 after a message. */
static int divert_messages(struct screen *t)
{
	if (!isatty(STDERR_FILENO))
		return 0;
	t->messages = tmpfile();
	if (!t->messages) {
		diag_fail("--top: no file for messages: %s", strerror(errno));
		return -1;
	}
	diag_divert(fileno(t->messages));
	return 0;
}

/* Copy the last line, without its newline. */
static void last_message(const struct screen *t, char text[SCREEN_TEXT])
{
	char tail[SCREEN_TEXT], *line;
	off_t size;
	ssize_t n;

	*text = '\0';
	if (!t->messages)
		return;
	size = lseek(fileno(t->messages), 0, SEEK_END);
	n = size > 0 ? pread(fileno(t->messages), tail, sizeof tail - 1, size < (off_t)sizeof tail ? 0 : size - (off_t)sizeof tail + 1) : 0;
	if (n < 1)
		return;
	tail[n - 1] = '\0';
	line = strrchr(tail, '\n');
	strcpy(text, line ? line + 1 : tail);
}

static void say_messages(struct screen *t)
{
	char text[4096];
	size_t n;

	if (!t->messages)
		return;
	diag_divert(STDERR_FILENO);
	rewind(t->messages);
	while ((n = fread(text, 1, sizeof text, t->messages)) > 0)
		fwrite(text, 1, n, stderr);
	fclose(t->messages);
	t->messages = NULL;
}

/* ---- The thread that reads data ---- */

static struct screen *screen_of(const struct show *s)
{
	return s->state;
}

static int no_memory(void)
{
	diag_fail("out of memory");
	return -1;
}

static void find_parts(struct screen *t)
{
	struct show *s = t->show;
	size_t i, k;

	for (k = 0; k < SCREEN_PLACES; k++) {
		struct screen_part *p = &t->s.parts[k];

		p->by = -1;
		for (i = 0; i < s->queries->n; i++)
			if (strcmp(s->queries->list[i].report->name, places[k]) == 0)
				p->query = &s->queries->list[i];
		if (!p->query)
			continue;
		p->rows.width = p->next.width = p->query->report->ncolumns;
		if (k >= SCREEN_USER)
			p->by = screen_first_column(p->query->report, s->options->by);
	}
}

static int begin(struct show *s)
{
	struct screen *t = calloc(1, sizeof *t);

	s->state = t;
	if (!t)
		return no_memory();
	t->show = s;
	t->s.selected = SCREEN_USER;
	t->s.pace = PACE_FIRST;
	t->s.input = s->options->given[0];
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->changed, NULL);
	find_parts(t);
	t->watch = alarms_new(s->queries);
	if (!t->watch || out_buffer_init(&t->alarms, OUT_MEMORY))
		return no_memory();
	if (told_open()) {
		diag_fail("--top: %s", strerror(errno));
		return -1;
	}
	if (canvas_open(&t->s.canvas) || divert_messages(t))
		return -1;
	/* After canvas_open(), because ncurses sets handlers of these signals. */
	handle_all(take_signal);
	if (start(t) == 0)
		return 0;
	canvas_leave(&t->s.canvas);
	diag_fail("--top: a thread cannot be started");
	return -1;
}

/* publish() shows all current alarms, so the events are not needed. */
static void ignore_alarm(void *arg, const struct alarms_event *e)
{
	(void)arg;
	(void)e;
}

/* ---- Intervals ---- */

static struct screen_part *part_of(struct screen *t, const struct query *q)
{
	size_t i;

	for (i = 0; i < SCREEN_PLACES; i++)
		if (t->s.parts[i].query == q)
			return &t->s.parts[i];
	return NULL;
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	struct screen *t = screen_of(s);
	struct screen_part *p = part_of(t, q);
	int rc;

	(void)order;
	(void)n;
	pthread_mutex_lock(&t->lock);
	rc = alarms_take(t->watch, q, span, ignore_alarm, NULL) || t->failed;
	pthread_mutex_unlock(&t->lock);
	if (!rc && p && !show_passes(q, span))
		rc = rows_append(&p->next, &q->rows);
	return rc ? no_memory() : 0;
}

static void make_view(struct screen *t, const struct show_span *span)
{
	struct screen_view *v = &t->view;
	char time[SHOW_TIME_SIZE];

	memset(v, 0, sizeof *v);
	v->any = 1;
	snprintf(v->system, sizeof v->system, "%s", span->system);
	show_put_release(t->show, v->release);
	show_put_time(t->show, time, span->end);
	snprintf(v->time, sizeof v->time, "%.10s %.8s %s", time, time + 11,
	         t->show->options->time == STAT_TIME_UTC ? "UTC" : time + 26);
	v->seconds = span->seconds;
	snprintf(v->gap, sizeof v->gap, "%s", span->gap ? span->gap : "");
	last_message(t, v->message);
}

/* Show the interval that was read. */
static void publish(struct screen *t, const struct show_span *span)
{
	size_t i;

	t->s.view = t->view;
	t->s.live = t->show->live;
	t->alarms.p = t->alarms.buf;
	alarms_put_all(t->watch, &t->alarms);
	out_char(&t->alarms, '\0');
	t->failed |= t->alarms.error != 0;
	t->s.alarms = t->alarms.error ? NULL : t->alarms.buf;
	for (i = 0; i < SCREEN_PLACES; i++) {
		struct screen_part *p = &t->s.parts[i];
		struct rows was = p->rows;

		p->rows = p->next;
		p->next = was;
		p->has_nothing = p->query && show_passes(p->query, span);
		p->is_missing = p->query && needs_missing(t->show->queries, p->query->report, &p->missing);
	}
	told_tell(TOLD_DRAW);
}

static struct timespec behind(const struct timespec *start, double seconds)
{
	struct timespec t = *start;
	long ns = (long)((seconds - (double)(long)seconds) * 1e9);

	t.tv_sec += (time_t)seconds;
	t.tv_nsec += ns;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

/* Wait as long as the user wants to see an interval of a file. A live input does not wait; it is not shown while
 * paused. */
static void wait_for_next(struct screen *t)
{
	struct timespec start, until;
	int late = 0;

	clock_gettime(CLOCK_REALTIME, &start);
	t->next = 0;
	while (!t->quit && !t->next && (t->s.paused || !late)) {
		until = behind(&start, t->s.pace);
		if (t->s.paused)
			pthread_cond_wait(&t->changed, &t->lock);
		else
			late = pthread_cond_timedwait(&t->changed, &t->lock, &until) == ETIMEDOUT;
	}
}

static int end_span(struct show *s, const struct show_span *span)
{
	struct screen *t = screen_of(s);
	int quit;
	size_t i;

	make_view(t, span);
	pthread_mutex_lock(&t->lock);
	if (!s->live || !t->s.paused || t->next) {
		t->next = 0;
		publish(t, span);
	}
	for (i = 0; i < SCREEN_PLACES; i++)
		rows_clear(&t->s.parts[i].next);
	if (!s->live)
		wait_for_next(t);
	quit = t->quit;
	pthread_mutex_unlock(&t->lock);
	errno = 0;
	return quit ? -1 : 0;
}

static void end_system(struct show *s, const char *system)
{
	struct screen *t = screen_of(s);

	(void)system;
	pthread_mutex_lock(&t->lock);
	alarms_clear(t->watch);
	/* The last text of alarms stays visible until begin_system(). */
	pthread_mutex_unlock(&t->lock);
}

static void begin_system(struct show *s, const char *system)
{
	struct screen *t = screen_of(s);

	(void)system;
	pthread_mutex_lock(&t->lock);
	t->s.alarms = NULL;
	pthread_mutex_unlock(&t->lock);
}

/* The last interval of a file stays visible until the user quits. */
static int end(struct show *s)
{
	struct screen *t = screen_of(s);

	if (s->live || s->options->count)
		return 0;
	pthread_mutex_lock(&t->lock);
	t->s.ended = 1;
	last_message(t, t->s.view.message);
	told_tell(TOLD_DRAW);
	while (t->s.view.any && !t->quit)
		pthread_cond_wait(&t->changed, &t->lock);
	pthread_mutex_unlock(&t->lock);
	return 0;
}

static void done(struct show *s)
{
	struct screen *t = screen_of(s);
	size_t i;

	if (!t)
		return;
	if (t->running) {
		told_tell(TOLD_END);
		pthread_join(t->thread, NULL);
	}
	handle_all(SIG_DFL);
	canvas_close(&t->s.canvas);
	say_messages(t);
	if (t->failed)
		diag_fail("out of memory");
	told_close();
	if (t->alarms.buf)
		out_buffer_done(&t->alarms);
	alarms_free(t->watch);
	for (i = 0; i < SCREEN_PLACES; i++) {
		rows_done(&t->s.parts[i].rows);
		rows_done(&t->s.parts[i].next);
		free(t->s.parts[i].order);
	}
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

const struct format format_screen = {
	.name = "screen",
	.all = 1,
	.of_alarms = 1,
	.unused = "output,only",
	.reports = places,
	.begin = begin,
	.begin_system = begin_system,
	.rows = rows,
	.end_span = end_span,
	.end_system = end_system,
	.end = end,
	.done = done,
};

#endif
