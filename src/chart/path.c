/* path.c: draws averages as a line of steps, with no more detail than the drawing can show. */
#include "config.h"

#include "chart/svg.h"
#include "chart/markup.h"

/* An SVG path that was written up to the position ->x, ->y, in half units of the drawing. The
 * horizontal line from this position to the X position ->next is not written yet. */
struct pen {
	struct out_buffer *b;
	int x, y, next;
};

static void put_step(struct out_buffer *b, char command, int halves)
{
	if (!halves)
		return;
	out_char(b, command);
	markup_put_halves(b, halves);
}

static void move_to(struct pen *p, int x, int y)
{
	out_char(p->b, 'M');
	markup_put_halves(p->b, x);
	out_char(p->b, ' ');
	markup_put_halves(p->b, y);
	p->x = p->next = x;
	p->y = y;
}

static void finish_level(struct pen *p)
{
	put_step(p->b, 'h', p->next - p->x);
	p->x = p->next;
}

static void line_up(struct pen *p, int y)
{
	if (y == p->y)
		return;
	finish_level(p);
	put_step(p->b, 'v', y - p->y);
	p->y = y;
}

/* Draw the values of all intervals that begin at the X position X: a vertical line from LOWEST to
 * HIGHEST, then back to END, the last value. LOWEST, HIGHEST and END are Y positions, which grow
 * downwards. */
static void path_column(struct pen *p, int x, int lowest, int highest, int end)
{
	/* Go to the nearer end of the vertical line first, because the path is then shorter. */
	int up_first = p->y - highest < lowest - p->y;

	p->next = x;
	line_up(p, up_first ? highest : lowest);
	line_up(p, up_first ? lowest : highest);
	line_up(p, end);
}

/* Draw the values of the series SHOWN in the intervals FIRST to LAST, without gaps between them. */
static void path_run(struct pen *p, const struct scene *s, const struct shown *shown,
                         size_t first, size_t last, int is_area)
{
	const struct chart_interval *v = s->chart->intervals;
	int start = scene_x(s, v[first].start), to = scene_x(s, v[last].end);
	size_t i = first;

	while (i <= last) {
		int x = scene_x(s, v[i].start), y = scene_y(s, shown->edge[i]);
		int lowest = y, highest = y, begins = i == first;

		do {
			int top = scene_y(s, shown->top[i]), bottom = scene_y(s, shown->bottom[i]);

			highest = top < highest ? top : highest;
			lowest = bottom > lowest ? bottom : lowest;
			y = scene_y(s, shown->edge[i]);
		} while (++i <= last && scene_x(s, v[i].start) / 2 == x / 2);
		if (begins && is_area)
			move_to(p, x, scene_y(s, 0));
		if (begins && is_area)
			line_up(p, y);
		else if (begins)
			move_to(p, x, y);
		path_column(p, x, lowest, highest, y);
	}
	/* Even the shortest line must be visible. */
	p->next = to > start ? to : to + 1;
	if (is_area)
		line_up(p, scene_y(s, 0));
	finish_level(p);
	out_str(p->b, is_area ? "z" : "");
}

void svg_put_path(struct out_buffer *b, const struct scene *s, const char *class,
                  const struct shown *shown, int is_area)
{
	const struct chart *c = s->chart;
	const double *values = shown->edge;
	struct pen p = { .b = b };
	size_t i, last;

	markup_printf(b, "<path class=\"%s\" d=\"", class);
	for (i = 0; i < c->interval_count; i = last + 1) {
		for (last = i; last + 1 < c->interval_count && isfinite(values[last + 1]) &&
		               choice_follows(c, last);)
			last++;
		if (isfinite(values[i]))
			path_run(&p, s, shown, i, last, is_area);
		else
			last = i;
	}
	out_str(b, "\"/>");
}
