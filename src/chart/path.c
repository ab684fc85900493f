/* path.c: computes lines of steps: values are averages of intervals, so a line is level within an interval and
 * jumps between intervals. */
#include "config.h"

#include "chart/path.h"

#include <stdlib.h>

#include "chart/chart.h"
#include "chart/ticks.h"

static double clamp_value(double v, double a, double b)
{
	return v < a ? a : v > b ? b : v;
}

int path_x(const struct path_scale *s, double time)
{
	double x = s->left + (time - s->from) / (s->to - s->from) * (s->right - s->left);

	return (int)whole_below(2 * clamp_value(x, s->left, s->right) + 0.5);
}

int path_y(const struct path_scale *s, double value)
{
	double y = s->bottom - (value - s->low) / (s->high - s->low) * (s->bottom - s->top);

	return (int)whole_below(2 * clamp_value(y, s->top, s->bottom) + 0.5);
}

void path_done(struct path *p)
{
	free(p->at);
	*p = (struct path){ .failed = p->failed };
}

void path_add(struct path *p, int x, int y, int begins)
{
	if (p->count == p->room) {
		size_t room = p->room ? 2 * p->room : 64;
		struct path_point *at = room <= SIZE_MAX / sizeof *at ? realloc(p->at, room * sizeof *at) : NULL;

		if (!at) {
			p->failed = 1;
			return;
		}
		p->at = at;
		p->room = room;
	}
	p->at[p->count++] = (struct path_point){ x, y, begins };
}

/* Draw to (X, Y) unless the line is already there. */
static void line_to(struct path *p, int x, int y)
{
	struct path_point *last = &p->at[p->count - 1];

	if (p->failed || (last->x == x && last->y == y))
		return;
	if (!last->begins && last->y == y && p->count > 1 && last[-1].y == y)
		last->x = x;
	else
		path_add(p, x, y, 0);
}

/* All values that begin within one unit of the drawing. */
struct column {
	int x;                    /* x of the first value */
	int lowest, highest, end; /* y, which grows downwards */
};

/* Return y after the column. */
static int column_end(const struct column *c, enum path_thin thin)
{
	return thin == PATH_HIGHEST ? c->highest : thin == PATH_LOWEST ? c->lowest : c->end;
}

static void put_column(struct path *p, const struct column *c, enum path_thin thin, int y)
{
	line_to(p, c->x, y);
	if (thin == PATH_BOTH) {
		/* Draw to the nearer end first, so that the line is shorter. */
		int up = y - c->highest, down = c->lowest - y;

		line_to(p, c->x, up < down ? c->highest : c->lowest);
		line_to(p, c->x, up < down ? c->lowest : c->highest);
	}
	line_to(p, c->x, column_end(c, thin));
}

void path_steps(struct path *p, const struct path_scale *s, const struct chart_interval *intervals, const double *values,
                size_t first, size_t last, enum path_thin thin, int begins)
{
	struct column c = { 0 };
	size_t i = first, start = p->count;
	int end = path_x(s, intervals[last].end);

	while (i <= last) {
		int y = path_y(s, values[i]);

		c = (struct column){ path_x(s, intervals[i].start), y, y, y };
		while (++i <= last && path_x(s, intervals[i].start) / 2 == c.x / 2) {
			y = path_y(s, values[i]);
			c.highest = y < c.highest ? y : c.highest;
			c.lowest = y > c.lowest ? y : c.lowest;
			c.end = y;
		}
		if (p->count == start)
			path_add(p, c.x, column_end(&c, thin), begins);
		if (p->failed)
			return;
		put_column(p, &c, thin, p->at[p->count - 1].y);
	}
	/* Make even the shortest run visible. */
	line_to(p, end > p->at[start].x ? end : end + 1, column_end(&c, thin));
}
