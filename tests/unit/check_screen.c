/* check_screen.c: the screen of --top on a simulated terminal. */

#include "unit.h"

#include "stat/screen.h"

#if defined(HAVE_SQLITE3) && defined(HAVE_NCURSES)

#define ROWS_MOST    60
#define COLUMNS_MOST 200
#define FIRST_PAIR   0x1000 /* COLOR_PAIR(0) in this test */

static char text[ROWS_MOST][COLUMNS_MOST + 1];
static int looks[ROWS_MOST][COLUMNS_MOST];
static int at_row, at_column, look, refreshed;
static struct screen_state s;

/* ---- A terminal ---- */

int werase(WINDOW *w)
{
	int i, k;

	(void)w;
	for (i = 0; i < ROWS_MOST; i++) {
		memset(text[i], ' ', COLUMNS_MOST);
		for (k = 0; k < COLUMNS_MOST; k++)
			looks[i][k] = 0;
	}
	return OK;
}

int wattrset(WINDOW *w, int attributes)
{
	(void)w;
	look = attributes;
	return OK;
}

int wmove(WINDOW *w, int row, int column)
{
	(void)w;
	at_row = row;
	at_column = column;
	return OK;
}

int waddnstr(WINDOW *w, const char *p, int n)
{
	(void)w;
	/* An assertion allocates memory even if it holds. */
	if (at_row >= s.canvas.rows || at_column + n > s.canvas.columns)
		ck_abort_msg("%d characters at %d in line %d are outside", n, at_column, at_row);
	for (; n > 0; n--, p++, at_column++) {
		text[at_row][at_column] = *p;
		looks[at_row][at_column] = look;
	}
	return OK;
}

int wrefresh(WINDOW *w)
{
	(void)w;
	refreshed++;
	return OK;
}

int COLOR_PAIR(int pair)
{
	return FIRST_PAIR + pair;
}

/* ---- Tables ---- */

#define VALUE(n, w, d) { .name = (n), .width = (w), .decimals = (d), .role = REPORT_VALUE, .basis = REPORT_SAID }
#define KEY(n, w, d)   { .name = (n), .width = (w), .decimals = (d), .role = REPORT_KEY, .basis = REPORT_SAID }
#define COUNT(a)       (sizeof(a) / sizeof(a)[0])

static struct report_column of_system[] = { VALUE("users", 6, 0), VALUE("cpu", 6, 1) };
static struct report_column of_cpu[] = { KEY("cpu", 3, 0), VALUE("busy", 5, 1), KEY("in", 2, -1) };
static struct report_column of_user[] = {
	KEY("user", 8, -1),
	VALUE("cpu", 6, 1),
	{ .name = "secret", .width = 6, .decimals = 0, .role = REPORT_HIDDEN },
	{ .name = "pages", .width = 5, .decimals = 0, .role = REPORT_VALUE, .basis = REPORT_INFERRED },
	VALUE("wait", 6, 1),
};
static struct report_column of_device[] = {
	KEY("dev", 4, -1),
	{ .name = "serv", .width = 7, .decimals = 1, .role = REPORT_VALUE, .basis = REPORT_INFERRED },
};
static struct report_chart second_column = { .columns = { 1 }, .ncolumns = 1 };
static struct report reports[SCREEN_PLACES];
static struct query queries[SCREEN_PLACES];
static const char *const titles[] = { "System", "Processors", "Users", "Devices", "States", "Partitions" };
static char names[COLUMNS_MOST][8];

static void set_up(enum screen_place place, struct report_column *columns, size_t n)
{
	reports[place] = (struct report){ .title = titles[place], .columns = columns, .ncolumns = n, .charts = &second_column,
		                          .ncharts = place != SCREEN_SYSTEM };
	queries[place] = (struct query){ .report = &reports[place] };
	s.parts[place].query = &queries[place];
	s.parts[place].rows.width = n;
	s.parts[place].by = -1;
}

/* Begin with a terminal of this size, and no rows. */
static void begin(int rows, int columns)
{
	memset(&s, 0, sizeof s);
	s.canvas.rows = rows;
	s.canvas.columns = columns;
	ck_assert_int_eq(out_buffer_init(&s.canvas.b, OUT_MEMORY), 0);
	set_up(SCREEN_SYSTEM, of_system, COUNT(of_system));
	set_up(SCREEN_CPU, of_cpu, COUNT(of_cpu));
	set_up(SCREEN_USER, of_user, COUNT(of_user));
	set_up(SCREEN_DEVICE, of_device, COUNT(of_device));
	s.selected = SCREEN_USER;
	s.input = "day.bin";
	s.pace = 1;
	s.view.any = 1;
	refreshed = 0;
}

static void end(void)
{
	size_t i;

	for (i = 0; i < SCREEN_PLACES; i++) {
		rows_done(&s.parts[i].rows);
		free(s.parts[i].order);
	}
	out_buffer_done(&s.canvas.b);
}

static struct cell_value *add(enum screen_place place)
{
	struct cell_value *row = rows_add(&s.parts[place].rows);

	ck_assert_ptr_nonnull(row);
	return row;
}

static void name(struct cell_value *cell, char letter, size_t i)
{
	snprintf(names[i], sizeof names[i], "%c%zu", letter, i);
	cell_text(cell, names[i], strlen(names[i]));
}

/* Add the users U0, U1 ... with 1, 2 ... % */
static void add_users(size_t n)
{
	for (; n > 0; n--) {
		size_t i = s.parts[SCREEN_USER].rows.n;
		struct cell_value *row = add(SCREEN_USER);

		name(&row[0], 'U', i);
		rows_real(&row[1], (double)i + 1);
		cell_integer(&row[3], 100 - (int64_t)i);
		rows_real(&row[4], 0.5);
	}
}

static void add_devices(size_t n)
{
	for (; n > 0; n--) {
		size_t i = s.parts[SCREEN_DEVICE].rows.n;
		struct cell_value *row = add(SCREEN_DEVICE);

		name(&row[0], 'D', 100 + i);
		rows_real(&row[1], (double)i);
	}
}

static void draw(void)
{
	ck_assert_int_eq(screen_draw(&s), 0);
	ck_assert_int_eq(refreshed, 1);
	refreshed = 0;
}

/* Compare a line without its trailing blanks. */
static const char *line(int row)
{
	static char copy[COLUMNS_MOST + 1];
	size_t n = COLUMNS_MOST;

	memcpy(copy, text[row], sizeof copy);
	while (n > 0 && copy[n - 1] == ' ')
		n--;
	copy[n] = '\0';
	return copy;
}

static void line_is(int row, const char *expected)
{
	ck_assert_msg(strcmp(line(row), expected) == 0, "line %d: \"%s\", not \"%s\"", row, line(row), expected);
}

static int begins(int row, const char *expected)
{
	return strncmp(line(row), expected, strlen(expected)) == 0;
}

/* ---- Tables ---- */

/* A small terminal keeps the most important lines: the title, alarms and the foot. */
TEST(a_small_terminal)
{
	begin(6, 40);
	add_users(5);
	add_devices(5);
	draw();
	line_is(1, "system: nothing in this interval");
	line_is(2, "cpu: nothing in this interval");
	line_is(3, "> Users (1 of 5)");
	line_is(4, "No alarm");
	ck_assert(begins(5, "q quit"));
	/* Two lines for users and one line for devices. */
	s.canvas.rows = 8;
	draw();
	line_is(3, "> Users (1 of 5)");
	ck_assert(begins(4, " user "));
	line_is(5, "  Devices (1 of 5)");
	line_is(6, "No alarm");
	s.canvas.rows = 4;
	draw();
	line_is(2, "cpu: nothing in this interval");
	ck_assert(begins(3, "q quit"));
	s.canvas.rows = 3;
	draw();
	line_is(1, "system: nothing in this interval");
	ck_assert(begins(2, "q quit"));
	end();
}

/* ---- Alarms ---- */

TEST(three_lines_of_alarms)
{
	begin(24, 40);
	s.canvas.has_colors = 1;
	s.alarms = "one\n";
	draw();
	line_is(22, "ALARM one");
	ck_assert_int_eq(looks[22][0], (int)A_BOLD | (FIRST_PAIR + 2));
	line_is(21, "");
	s.canvas.has_colors = 0;
	s.alarms = "one\ntwo\nthree\n";
	draw();
	ck_assert_int_eq(looks[22][0], (int)A_BOLD);
	line_is(20, "ALARM one");
	line_is(21, "ALARM two");
	line_is(22, "ALARM three");
	s.alarms = "one\ntwo\nthree\nfour\nfive\n";
	draw();
	line_is(20, "ALARM one");
	line_is(22, "ALARM (and 2 more) three");
	ck_assert(begins(23, "q quit"));
	/* The old alarm lines must not show through the message. */
	strcpy(s.view.message, "!");
	draw();
	line_is(21, "ALARM (and 2 more) three");
	line_is(22, "!");
	end();
}

UNIT_MAIN("screen", NULL, NULL)

#else

int main(void)
{
	puts("1..0 # SKIP built without SQLite or without ncurses");
	return 0;
}

#endif
