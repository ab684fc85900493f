/* screen_canvas.c: draw on the terminal with ncurses. Called by screen.c and screen_draw.c. */
#include "config.h"

#include "stat/screen_canvas.h"

#ifdef HAVE_NCURSES

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/terminal.h"

#define ESCAPE_MS 50 /* milliseconds after which ESC is a key, not the start of a sequence */

enum { PAIR_BAR = 1, PAIR_ALARM };

/* Modes of the terminal before the screen. Global, because restore() is called without an argument. */
static struct {
	int fd;
	struct termios modes;
} was;

/* Restore only the modes. Writing to the terminal might block. */
static void restore(void)
{
	tcsetattr(was.fd, TCSANOW, &was.modes);
}

static void begin_colors(struct canvas *c)
{
	if (!terminal_wants_color() || !has_colors() || start_color() == ERR)
		return;
	c->has_colors = use_default_colors() != ERR && init_pair(PAIR_BAR, COLOR_GREEN, -1) != ERR &&
	                init_pair(PAIR_ALARM, COLOR_RED, -1) != ERR;
}

/* ncurses also accepts terminals without this ability, and then prints all lines one after the other. */
static int moves_cursor(void)
{
	char name[] = "cup", *text = tigetstr(name);

	return text && text != (char *)-1 && *text;
}

int canvas_open(struct canvas *c)
{
	const char *term = getenv("TERM");

	/* Read keys from the terminal even if standard input is a capture. */
	c->in = isatty(STDIN_FILENO) ? stdin : fopen("/dev/tty", "re");
	if (!c->in) {
		diag_fail("--top: the terminal cannot be opened: %s", strerror(errno));
		return -1;
	}
	if (out_buffer_init(&c->b, OUT_MEMORY)) {
		diag_fail("out of memory");
		return -1;
	}
	was.fd = fileno(c->in);
	if (tcgetattr(was.fd, &was.modes) == 0)
		stop_restores(restore);
	c->screen = newterm(NULL, stdout, c->in);
	if (!c->screen) {
		diag_fail("--top: TERM=%s: ncurses cannot use this terminal; use --top=N", term ? term : "");
		return -1;
	}
	if (!moves_cursor()) {
		diag_fail("--top: TERM=%s: this terminal cannot move its cursor; use --top=N", term ? term : "");
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

void canvas_resize(struct canvas *c)
{
	getmaxyx(c->window, c->rows, c->columns);
	clearok(c->window, TRUE);
}

void canvas_begin(struct canvas *c)
{
	werase(c->window);
	c->row = c->column = c->indent = 0;
	c->b.p = c->b.buf;
}

static int attributes(const struct canvas *c, enum canvas_look look)
{
	const int looks[] = {
		[CANVAS_PLAIN] = 0,
		[CANVAS_BOLD] = (int)A_BOLD,
		[CANVAS_REVERSE] = (int)A_REVERSE,
		[CANVAS_BAR] = c->has_colors ? COLOR_PAIR(PAIR_BAR) : (int)A_BOLD,
		[CANVAS_ALARM] = (int)A_BOLD | (c->has_colors ? COLOR_PAIR(PAIR_ALARM) : 0),
	};

	return looks[look];
}

/* Put N bytes of TEXT at the position. */
static void put(struct canvas *c, const char *text, size_t n, enum canvas_look look)
{
	size_t room = c->column < c->columns ? (size_t)(c->columns - c->column) : 0;

	n = width_cut(text, n, room);
	if (n > 0 && c->row < c->rows) {
		wattrset(c->window, attributes(c, look));
		wmove(c->window, c->row, c->column);
		waddnstr(c->window, text, (int)n);
	}
	c->column += (int)width_of(text, n);
}

static void next_line(struct canvas *c)
{
	c->row++;
	c->column = c->indent;
}

void canvas_put(struct canvas *c, enum canvas_look look)
{
	put(c, c->b.buf, (size_t)(c->b.p - c->b.buf), look);
	c->b.p = c->b.buf;
}

void canvas_line(struct canvas *c, enum canvas_look look)
{
	size_t n = width_of(c->b.buf, (size_t)(c->b.p - c->b.buf)), i;

	/* Fill a reversed line with blanks. Other attributes do not show without text. */
	for (i = (size_t)c->column + n; look == CANVAS_REVERSE && i < (size_t)c->columns; i++)
		out_char(&c->b, ' ');
	canvas_put(c, look);
	next_line(c);
}

void canvas_lines(struct canvas *c)
{
	const char *p = c->b.buf, *end;

	for (; p < c->b.p && (end = memchr(p, '\n', (size_t)(c->b.p - p))) != NULL; p = end + 1) {
		put(c, p, (size_t)(end - p), CANVAS_PLAIN);
		next_line(c);
	}
	c->b.p = c->b.buf;
}

void canvas_close(struct canvas *c)
{
	stop_restores(NULL);
	if (c->screen) {
		endwin();
		delscreen(c->screen);
	}
	if (c->in && c->in != stdin)
		fclose(c->in);
	if (c->b.buf)
		out_buffer_done(&c->b);
}

#endif
