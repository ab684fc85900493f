#include "config.h"

#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/escape.h"
#include "cli/terminal.h"

/* Nanoseconds before the first line, because short runs need no line. */
#define FIRST (CLOCK_SECOND / 2)
#define EVERY (CLOCK_SECOND / 4)
/* Nanoseconds between lines that stay. */
#define SELDOM (10 * CLOCK_SECOND)

#define LINE_SIZE 512u

#define NUMBER_ROOM 24u

/* such as 12.3 MB */
static const char *progress_put_bytes(char room[NUMBER_ROOM], double n)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	unsigned i = 0;

	for (; n >= 999.5 && i < 4; i++)
		n /= 1000;
	snprintf(room, NUMBER_ROOM, i && n < 99.95 ? "%.1f %s" : "%.0f %s", n, units[i]);
	return room;
}

/* such as 12 s, 3:04 or 1:02:03 */
static const char *put_seconds(char room[NUMBER_ROOM], double seconds)
{
	unsigned s = seconds < 1e9 ? (unsigned)(seconds + 0.5) : 1000000000u;

	if (s < 60)
		snprintf(room, NUMBER_ROOM, "%u s", s);
	else if (s < 3600)
		snprintf(room, NUMBER_ROOM, "%u:%02u", s / 60, s % 60);
	else
		snprintf(room, NUMBER_ROOM, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
	return room;
}

static double seconds_since(int64_t start)
{
	return (double)(clock_now() - start) / (double)CLOCK_SECOND;
}

/* Write to P, in less than LINE_SIZE bytes, how many bytes were read (DONE), the speed, and the
 * time left. Return the end of this text. */
static char *put_state(char *p, const struct progress *progress, uint64_t done)
{
	double seconds = seconds_since(progress->since);
	double rate = seconds > 0 ? (double)(done - progress->from) / seconds : 0;
	char room[NUMBER_ROOM];

	p += sprintf(p, "%s", progress_put_bytes(room, (double)done));
	if (progress->total)
		p += sprintf(p, " of %s (%.0f %%)",
		             progress_put_bytes(room, (double)progress->total),
		             100.0 * (double)done / (double)progress->total);
	/* Reading has just begun anew. */
	if (progress->from && done == progress->from)
		return p;
	p += sprintf(p, ", %s/s", progress_put_bytes(room, rate));
	if (progress->total && done <= progress->total && rate > 0)
		p += sprintf(p, ", %s left",
		             put_seconds(room, (double)(progress->total - done) / rate));
	return p;
}

void progress_begin(struct progress *p, uint64_t total)
{
	memset(p, 0, sizeof *p);
	p->is_terminal = isatty(STDERR_FILENO);
	p->total = total;
	p->start = p->since = clock_now();
	p->next = p->start + (p->is_terminal ? FIRST : SELDOM);
}

/* Print the text of put_state(), then as much of the input's NAME as fits on the terminal. */
static void progress_draw(struct progress *p, const char *name, uint64_t done)
{
	unsigned width = p->is_terminal ? terminal_width(STDERR_FILENO) : 0;
	char line[2 * LINE_SIZE], *first = line + (p->is_terminal != 0),
				  *q = put_state(first, p, done);
	const char *lead = ", ";
	unsigned before = p->drawn;

	/* Keep the last column free: some terminals begin a new line after it. */
	if (width <= OUT_SAFE_MAX || width > LINE_SIZE - OUT_SAFE_MAX)
		width = LINE_SIZE - OUT_SAFE_MAX;
	for (; *name && q < first + width - OUT_SAFE_MAX; lead = "") {
		while (*lead)
			*q++ = *lead++;
		q = out_put_safe(q, &name);
	}
	if ((unsigned)(q - first) >= width)
		q = first + width - 1;
	p->drawn = (unsigned)(q - first);
	if (p->is_terminal) {
		line[0] = '\r';
		while (q < first + before)
			*q++ = ' ';
	} else {
		*q++ = '\n';
		p->drawn = 0;
	}
	fwrite(line, 1, (size_t)(q - line), stderr);
}

void progress_show(struct progress *p, const char *name, uint64_t done)
{
	if (!p->next)
		return;
	done += p->before;
	if (done < p->done) {
		p->since = p->next;
		p->from = done;
	}
	p->done = done;
	progress_draw(p, name, done);
	p->next = clock_now() + (p->is_terminal ? EVERY : SELDOM);
}

void progress_clear(void *progress)
{
	struct progress *p = progress;

	/* Overwrite the line with blanks, because not every terminal can erase a line. */
	if (p->drawn)
		fprintf(stderr, "\r%*s\r", (int)p->drawn, "");
	p->drawn = 0;
}

void progress_next(struct progress *p, uint64_t size)
{
	p->before += size;
}

void progress_end(struct progress *p)
{
	char read[NUMBER_ROOM], speed[NUMBER_ROOM];

	progress_clear(p);
	if (p->next && !p->is_terminal) {
		double seconds = seconds_since(p->start);

		fprintf(stderr, "%s in %.1f s, %s/s\n", progress_put_bytes(read, (double)p->before),
		        seconds,
		        progress_put_bytes(speed, seconds > 0 ? (double)p->before / seconds : 0));
	}
	p->next = 0;
}
