/* screen.c: the format of --top without a number, a full screen. It handles keys while inputs wait
 * for data. */
#include "config.h"

#include "show/screen.h"

#ifdef HAVE_NCURSES

#include <termios.h>
#include <unistd.h>

#include "cli/escape.h"
#include "cli/terminal.h"
#include "stat/alarms.h"

#define ESCAPE_MS 50 /* milliseconds after which ESC is a key, not the start of a sequence */
/* consecutive failed reads of keys after which the terminal counts as disconnected */
#define KEYS_LOST 16

static void draw(struct screen *t)
{
	if (screen_draw(t))
		t->failed = t->quit = 1;
}

/* ---- The terminal ---- */

/* Modes of the terminal before the screen was shown, for restore(). */
static struct {
	int fd;
	struct termios modes;
} was;

/* Restore the modes of the terminal, but write nothing to the terminal, because writing might
 * block. */
static void restore(void)
{
	tcsetattr(was.fd, TCSANOW, &was.modes);
}

static void begin_colors(struct canvas *c)
{
	c->bar = c->alarm = A_BOLD;
	if (!terminal_wants_color() || !has_colors() || start_color() == ERR ||
	    use_default_colors() == ERR || init_pair(1, COLOR_GREEN, -1) == ERR ||
	    init_pair(2, COLOR_RED, -1) == ERR)
		return;
	c->bar = (attr_t)COLOR_PAIR(1);
	c->alarm |= (attr_t)COLOR_PAIR(2);
}

/* Return 1 if the terminal can move its cursor. On other terminals, ncurses would print each screen
 * below the last one. */
static int moves_cursor(void)
{
	char name[] = "cup", *text = tigetstr(name);

	return text && text != (char *)-1 && *text;
}

/* Adapt the canvas C to the size of the terminal, and let the next drawing repaint the whole
 * terminal. */
static void canvas_resize(struct canvas *c)
{
	getmaxyx(c->window, c->rows, c->columns);
	clearok(c->window, TRUE);
}

/* Start ncurses on the terminal. Returns 0, or -1 after a message. In either case, call
 * canvas_close() at the end. */
static int canvas_open(struct canvas *c)
{
	const char *term = getenv("TERM");

	/* Read keys from the terminal even if standard input is a capture. */
	c->in = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "re");
	if (!c->in) {
		diag_fail("--top: the terminal cannot be opened: %s", strerror(errno));
		return -1;
	}
	if (out_buffer_init(&c->b, OUT_MEMORY))
		return diag_no_memory();
	was.fd = fileno(c->in);
	if (tcgetattr(was.fd, &was.modes) == 0)
		stop_restores(restore);
	c->screen = newterm(NULL, stdout, c->in);
	if (!c->screen || !moves_cursor()) {
		diag_fail("--top: TERM=%s: %s; use --top=N", term ? term : "",
		          c->screen ? "this terminal cannot move its cursor" :
		                      "ncurses cannot use this terminal");
		return -1;
	}
	c->window = stdscr;
	canvas_resize(c);
	begin_colors(c);
	cbreak();
	noecho();
	curs_set(0);
	keypad(c->window, TRUE);
	nodelay(c->window, TRUE);
	set_escdelay(ESCAPE_MS);
	return 0;
}

static void canvas_close(struct canvas *c)
{
	stop_restores(NULL);
	if (c->screen) {
		endwin();
		delscreen(c->screen);
	}
	if (c->in && c->in != stdin)
		fclose(c->in);
	out_buffer_done(&c->b);
}

/* ---- Columns ---- */

/* Sort the table P by the next shown column to the right (STEP 1) or left (STEP -1) of the column
 * by which it is sorted now. */
static void move_column(struct screen_part *p, int step)
{
	int i = p->by + step;

	if (!p->query)
		return;
	while (i >= 0 && i < (int)p->report->ncolumns && !report_is_shown(&p->report->columns[i]))
		i += step;
	if (i < 0 || i >= (int)p->report->ncolumns)
		return;
	p->by = i;
	p->first = 0;
}

/* ---- Keys ---- */

static void scroll_rows(struct screen *t, long by)
{
	struct screen_part *p = &t->parts[t->selected];
	long first = (long)p->first + by, last = p->rows.n ? (long)p->rows.n - 1 : 0;

	if (first > last)
		first = last;
	p->first = (size_t)(first < 0 ? 0 : first);
}

static void take_key(struct screen *t, int key)
{
	unsigned places;

	if (t->help && key != 'q' && key != KEY_RESIZE) {
		t->help = 0;
		return;
	}
	switch (key) {
	case 'q':
		t->quit = 1;
		break;
	case '?':
		t->help = 1;
		break;
	case ' ':
		t->paused = !t->paused;
		break;
	case 'n':
		t->next = 1;
		break;
	case '+':
		t->pace = t->pace > 0.125 ? t->pace / 2 : t->pace;
		break;
	case '-':
		t->pace = t->pace < 16 ? t->pace * 2 : t->pace;
		break;
	case '<':
	case KEY_LEFT:
		move_column(&t->parts[t->selected], -1);
		break;
	case '>':
	case KEY_RIGHT:
		move_column(&t->parts[t->selected], 1);
		break;
	case '\t':
		places = t->canvas.columns < SCREEN_WIDE ? SCREEN_STATE : SCREEN_PLACES;
		t->selected = t->selected + 1 < places ? t->selected + 1 : SCREEN_USER;
		break;
	case KEY_HOME:
		t->parts[t->selected].first = 0;
		break;
	case KEY_UP:
		scroll_rows(t, -1);
		break;
	case KEY_DOWN:
		scroll_rows(t, 1);
		break;
	case KEY_PPAGE:
		scroll_rows(t, -5);
		break;
	case KEY_NPAGE:
		scroll_rows(t, 5);
		break;
	case '\f':
	case KEY_RESIZE:
		canvas_resize(&t->canvas);
		break;
	}
}

/* Handle the keys that the user pressed. Inputs call this function while they wait for data. */
static void take_keys(void *arg)
{
	struct screen *t = arg;
	int is_ready = wait_poll(NULL, fileno(t->canvas.in), 0, 0),
	    key = wgetch(t->canvas.window), first = key;

	for (; key != ERR && !t->quit; key = wgetch(t->canvas.window))
		take_key(t, key);
	if (first != ERR)
		draw(t);
	/* A disconnected terminal always counts as readable, but reading a key from it fails. */
	t->in_vain = is_ready && first == ERR ? t->in_vain + 1 : 0;
	t->quit |= t->in_vain >= KEYS_LOST || stop_asked();
	if (t->quit)
		stop_ask();
}

static void wait_for_keys(struct screen *t, int ms)
{
	wait_poll(NULL, fileno(t->canvas.in), ms, 0);
	take_keys(t);
}

static void wait_for_next(struct screen *t)
{
	int64_t start = clock_now(), left;

	for (t->next = 0; !t->quit && !t->next; wait_for_keys(t, t->paused ? -1 : (int)left)) {
		left = (start + (int64_t)(t->pace * CLOCK_SECOND) - clock_now()) / 1000000 + 1;
		if (!t->paused && left <= 0)
			return;
	}
}

/* ---- Messages ---- */

/* While the screen is shown, write messages to a temporary file. Returns -1 after a message. */
static int divert_messages(struct screen *t)
{
	if (!isatty(STDERR_FILENO))
		return 0;
	t->messages = tmpfile();
	if (!t->messages) {
		diag_fail("--top: cannot create a temporary file for messages: %s",
		          strerror(errno));
		return -1;
	}
	diag_divert(fileno(t->messages));
	return 0;
}

static void last_message(struct screen *t)
{
	char tail[SCREEN_TEXT], *line;
	off_t size;
	ssize_t n;

	*t->message = '\0';
	if (!t->messages)
		return;
	size = lseek(fileno(t->messages), 0, SEEK_END);
	size = size < (off_t)sizeof tail ? 0 : size - (off_t)sizeof tail + 1;
	n = pread(fileno(t->messages), tail, sizeof tail - 1, size);
	if (n < 1)
		return;
	tail[n - 1] = '\0';
	line = strrchr(tail, '\n');
	strcpy(t->message, line ? line + 1 : tail);
}

static void say_messages(struct screen *t)
{
	char text[4096];
	size_t n;

	if (!t->messages)
		return;
	diag_divert(STDERR_FILENO);
	rewind(t->messages);
	do {
		n = fread(text, 1, sizeof text, t->messages);
		fwrite(text, 1, n, stderr);
	} while (n > 0);
	fclose(t->messages);
}

/* ---- Intervals ---- */

static void find_parts(struct screen *t)
{
	struct show *s = t->show;
	size_t i, k;

	for (k = 0; k < SCREEN_PLACES; k++) {
		struct screen_part *p = &t->parts[k];

		p->by = -1;
		for (i = 0; i < s->queries->n; i++)
			if (strcmp(s->queries->list[i].report->name, screen_places[k]) == 0)
				p->query = &s->queries->list[i];
		p->report = p->query ? p->query->report : NULL;
		if (p->query && k >= SCREEN_USER)
			p->by = report_first_column(p->report, s->options->rows.by);
	}
}

static int screen_begin(struct show *s)
{
	struct screen *t = s->state;
	struct wait *wait = &s->options->input.wait;

	t->show = s;
	t->selected = SCREEN_USER;
	t->pace = 1;
	find_parts(t);
	if (canvas_open(&t->canvas) || divert_messages(t))
		return -1;
	wait->idle = take_keys;
	wait->arg = t;
	wait->has_keys = 1;
	wait->keys = fileno(t->canvas.in);
	draw(t);
	return 0;
}

/* Return 1 if the user paused the screen of a live input, and has not asked for the next
 * interval. */
static int is_frozen(const struct screen *t)
{
	return t->show->live && t->paused && !t->next;
}

static int screen_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct screen *t = s->state;
	struct screen_part *p = t->parts;

	/* Pass no callback for changes of alarms, because publish() shows all active alarms. */
	if (alarms_take(s->alarms, q, span, NULL, NULL) || t->failed)
		return diag_no_memory();
	for (; p < t->parts + SCREEN_PLACES && !is_frozen(t); p++) {
		if (p->query != q)
			continue;
		rows_clear(&p->rows);
		if (!show_passes(q, span) && rows_copy_all(&p->rows, &q->rows))
			return diag_no_memory();
	}
	return 0;
}

static void publish(struct screen *t, const struct show_span *span)
{
	struct out_buffer *words = show_words(t->show);
	char time[SHOW_TIME_SIZE], release[SHOW_RELEASE_SIZE];
	size_t i;

	if (*span->system)
		out_str(words, "  ");
	out_safe(words, span->system);
	show_put_release(t->show, release);
	if (*release)
		out_printf(words, "  %s", release);
	show_put_time(t->show, time, show_label(span));
	out_printf(words, "  %.10s %.8s %s", time, time + 11, show_zone_text(time));
	if (span->seconds > 0)
		out_printf(words, "  %.0f s", span->seconds);
	out_char(words, '\0');
	snprintf(t->title, sizeof t->title, "%s", words->buf);
	snprintf(t->gap, sizeof t->gap, "%s", span->gap ? span->gap : "");
	last_message(t);
	alarms_put_all(t->show->alarms, show_words(t->show));
	out_char(words, '\0');
	t->failed |= words->error != 0;
	t->alarms = words->error ? NULL : words->buf;
	for (i = 0; i < SCREEN_PLACES; i++) {
		struct screen_part *p = &t->parts[i];

		p->has_nothing = p->query && show_passes(p->query, span);
		p->is_missing = p->query && needs_missing(t->show->queries, p->report, &p->missing);
	}
	draw(t);
}

static int screen_end_span(struct show *s, const struct show_span *span)
{
	struct screen *t = s->state;

	if (!is_frozen(t)) {
		t->next = 0;
		publish(t, span);
	}
	if (s->live)
		take_keys(t);
	else
		wait_for_next(t);
	errno = 0;
	return t->quit ? -1 : 0;
}

static void screen_begin_system(struct show *s)
{
	((struct screen *)s->state)->alarms = NULL;
}

/* Wait until the user quits, so that the last interval of a file stays visible. */
static int screen_end(struct show *s)
{
	struct screen *t = s->state;

	if (s->live || s->options->pace.count)
		return 0;
	t->ended = 1;
	last_message(t);
	for (draw(t); *t->title && !t->quit;)
		wait_for_keys(t, -1);
	return 0;
}

static void screen_done(struct show *s)
{
	struct screen *t = s->state;
	size_t i;

	canvas_close(&t->canvas);
	say_messages(t);
	if (t->failed)
		diag_no_memory();
	for (i = 0; i < SCREEN_PLACES; i++) {
		rows_done(&t->parts[i].rows);
		free(t->parts[i].order);
	}
}

const struct format format_screen = {
	.name = "screen",
	.state_size = sizeof(struct screen),
	.all = 1,
	.of_alarms = 1,
	.unused = WITH_OUTPUT | WITH_ONLY,
	.reports = screen_places,
	.begin = screen_begin,
	.begin_system = screen_begin_system,
	.rows = screen_rows,
	.end_span = screen_end_span,
	.end = screen_end,
	.done = screen_done,
};

#endif
