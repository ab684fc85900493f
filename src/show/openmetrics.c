/* openmetrics.c: the format openmetrics. FILE.prom, for the textfile collector of Prometheus, also
 * has this format, but only the last interval, without its time. OpenMetrics requires that all
 * samples of a metric come together, in the order of time. So the values wait in a temporary file
 * until the end, with 8 bytes per value and 8 bytes per row. */
#include "config.h"

#include "show/format.h"

#include <sys/stat.h>

#include "base/array.h"
#include "cli/again.h"
#include "show/show_output.h"

#define ROWS_SIZE 1024u /* minimum size of a block of rows in the temporary file */
#define INTERVAL_COLUMNS 2u

struct metrics_part {
	size_t *columns; /* indexes of the report columns that are metrics */
	size_t ncolumns;
	/* Instances, such as CPUs. Their rows have a time in microseconds since 1970, then a value
	 * per metric, NAN if unknown. They have ->sums only for FILE.prom. */
	struct labelled_list all;
};

struct metrics_state {
	struct spool waiting;
	double *row; /* memory for a row */
	int64_t *ends; /* end of the last interval of each system, for FILE.prom */
	size_t ends_room;
	int is_told; /* 1: metrics_say_left_out() has printed its message */
};

/* Check that FILE.prom does not exist, or monstat wrote it, or --force was given. Returns 0, or -1
 * after a message. */
static int may_replace(const struct show_options *o)
{
	static const char head[] = "# TYPE zvm_", nothing[] = "# EOF\n";
	char got[sizeof head];
	struct stat st;
	ssize_t n;
	int fd;

	if (lstat(o->target.textfile, &st))
		return 0;
	/* Refuse a device or a symbolic link, because rename(2) would replace it. */
	if (!S_ISREG(st.st_mode)) {
		diag_fail(
			"%s: is not a regular file, so monstat does not replace it; choose another FILE.prom",
			o->target.textfile);
		return -1;
	}
	if (output_is_refused(o, o->target.textfile, &st, "output"))
		return -1;
	if (o->target.force)
		return 0;
	fd = again_open(o->target.textfile, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
	n = fd < 0 ? -1 : again_pread(fd, got, sizeof head - 1, 0);
	if (fd >= 0)
		close(fd);
	if ((n == sizeof head - 1 && memcmp(got, head, sizeof head - 1) == 0) ||
	    (n >= 0 && n < (ssize_t)sizeof nothing && memcmp(got, nothing, (size_t)n) == 0))
		return 0;
	if (n < 0)
		diag_fail("%s: already exists, and cannot be read; use --force to replace it",
		          o->target.textfile);
	else
		diag_fail(
			"%s: already exists, and does not contain metrics of monstat; use --force to replace it",
			o->target.textfile);
	return -1;
}

static int metrics_begin(struct show *s)
{
	struct metrics_state *m = s->state;
	struct metrics_part *intervals = show_part(s, s->queries->n);
	size_t i, k, widest = INTERVAL_COLUMNS;

	if (s->options->target.textfile && may_replace(s->options))
		return -1;
	intervals->ncolumns = INTERVAL_COLUMNS;
	for (i = 0; i < s->queries->n; i++) {
		struct metrics_part *p = show_part(s, i);
		size_t columns = s->queries->list[i].report->ncolumns;

		p->columns = malloc((columns + 1) * sizeof *p->columns);
		if (!p->columns)
			return diag_no_memory();
		for (k = 0; k < columns; k++)
			if (labels_is_metric(s->queries, i, k))
				p->columns[p->ncolumns++] = k;
		widest = widest > p->ncolumns ? widest : p->ncolumns;
	}
	m->waiting.size = (widest + 1) * sizeof *m->row;
	m->row = malloc(m->waiting.size);
	if (!s->options->target.textfile && m->waiting.size < ROWS_SIZE)
		m->waiting.size = ROWS_SIZE;
	return m->row ? 0 : diag_no_memory();
}

/* ---- Instances ---- */

static void metrics_put_label(struct out_buffer *b, const char *name, const char *value, size_t n)
{
	out_char(b, b->p == b->buf ? '{' : ',');
	out_str(b, name);
	out_char(b, '=');
	labels_put_quoted(b, value, n);
}

static void metrics_say_left_out(const struct show *s, const struct show_span *span)
{
	struct metrics_state *m = s->state;
	char time[SHOW_TIME_SIZE];

	if (m->is_told)
		return;
	m->is_told = 1;
	show_put_time(s, time, span->end);
	diag_note(
		"%s%s%s: left out values, because the intervals go back in time here and OpenMetrics requires ascending "
		"times; -f influx and -f json show them",
		span->system, *span->system ? ": " : "", time);
}

/* Return the instance, such as a CPU, with the labels in s->words, or NULL after a message. */
static struct labelled *take_labels(struct show *s, struct metrics_part *p)
{
	struct metrics_state *m = s->state;
	struct labelled *of = NULL;

	if (s->words.p > s->words.buf)
		out_char(&s->words, '}');
	if (ARRAY_EXTEND(m->ends, m->ends_room, s->system_number + 1) == 0)
		of = labelled_take(&p->all, &s->words);
	if (of)
		of->system = s->system_number;
	else
		diag_no_memory();
	return of;
}

/* Add the values in ->row of struct metrics_state, with the time US, to the rows of the instance
 * OF. Returns 0, or -1 after a message. */
static int metrics_add_row(const struct show *s, const struct metrics_part *p, struct labelled *of,
                           int64_t us)
{
	struct metrics_state *m = s->state;

	if (s->options->target.textfile)
		spool_restart(&of->rows);
	of->end = us;
	m->row[0] = (double)us;
	return spool_add(&m->waiting, &of->rows, m->row, (p->ncolumns + 1) * sizeof *m->row);
}

static int metrics_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct metrics_state *m = s->state;
	struct metrics_part *p = show_part_of(s, q);
	int is_last = s->options->target.textfile != NULL;
	size_t i, k;

	for (i = 0; i < s->n && !show_passes(q, span); i++) {
		const struct cell_value *cells = rows_at(&q->rows, s->order[i]);
		struct labelled *of;

		labels_each(q, span, s->order[i], metrics_put_label, show_words(s));
		of = take_labels(s, p);
		if (!of)
			return -1;
		/* If two rows of an interval have the same keys, show only the first one. */
		if (of->end == span->end || (of->end > span->end && !is_last)) {
			if (of->end > span->end)
				metrics_say_left_out(s, span);
			continue;
		}
		if (is_last && labels_count(of, 0, q->report, cells, span))
			return diag_no_memory();
		for (k = 0; k < p->ncolumns; k++)
			m->row[k + 1] = labels_value(&q->report->columns[p->columns[k]],
			                             &cells[p->columns[k]]);
		if (metrics_add_row(s, p, of, span->end))
			return -1;
	}
	return 0;
}

/* ---- Output ---- */

static void metrics_put_help(struct out_buffer *b, const struct report_column *c)
{
	const char *p;

	for (p = c->text; *p; p++) {
		if (*p == '\\')
			out_char(b, '\\');
		/* In help texts, OpenMetrics escapes quotes, but Prometheus does not: print an
		 * apostrophe. */
		out_char(b, *p == '"' ? '\'' : *p);
	}
	if (c->basis == REPORT_INFERRED)
		out_str(b, " (inferred)");
}

/* A metric that is being printed. */
struct family {
	struct out_buffer *b;
	const struct report_column *column;
	const char *labels; /* labels of the current instance */
	size_t at; /* index of the value of the metric in a row */
	size_t width;
	int has_times;
	int headed; /* 1: put_family_head() was called */
};

static void put_family_head(struct family *f)
{
	const struct report_column *c = f->column;

	if (f->headed)
		return;
	f->headed = 1;
	out_printf(f->b, "# TYPE zvm_%s gauge\n", c->metric);
	if (*c->base)
		out_printf(f->b, "# UNIT zvm_%s %s\n", c->metric, c->base);
	out_printf(f->b, "# HELP zvm_%s ", c->metric);
	metrics_put_help(f->b, c);
	out_char(f->b, '\n');
}

static void put_samples(void *arg, const void *data, size_t n)
{
	struct family *f = arg;
	struct out_buffer *b = f->b;
	const double *row = data, *end = row + n / sizeof *row;

	for (; row < end; row += f->width) {
		int64_t us = (int64_t)*row;

		if (isnan(row[f->at]))
			continue;
		put_family_head(f);
		out_str(b, "zvm_");
		out_str(b, f->column->metric);
		out_str(b, f->labels);
		out_char(b, ' ');
		labels_put_number(b, row[f->at]);
		if (f->has_times)
			out_printf(b, " %lld.%06d", (long long)(us / 1000000), (int)(us % 1000000));
		out_char(b, '\n');
	}
}

/* Print metric number K of the report with the state P, for all instances. C: the column of this
 * metric. Returns 0, or -1 after a message. */
static int put_family(const struct show *s, struct out_buffer *b, const struct metrics_part *p,
                      size_t k, const struct report_column *c)
{
	struct metrics_state *m = s->state;
	int is_last = s->options->target.textfile != NULL;
	struct family f = { b, c, NULL, k + 1, p->ncolumns + 1, !is_last, 0 };
	size_t i;

	for (i = 0; i < p->all.labels.n; i++) {
		const struct labelled *of = &p->all.list[i];

		f.labels = p->all.labels.list[i];
		/* In FILE.prom, skip instances, such as users, that no longer exist. */
		if ((!is_last || of->end == m->ends[of->system]) &&
		    spool_read(&m->waiting, &of->rows, put_samples, &f))
			return -1;
	}
	return 0;
}

/* Print the counter C, which has the number K in its report, for all instances. */
static void put_counter(struct out_buffer *b, const struct labelled_list *all,
                        const struct report_counter *c, size_t k)
{
	size_t at;

	for (at = 0; at < all->labels.n; at++) {
		const char *labels = all->labels.list[at];
		const double *sums = all->list[at].sums;

		if (!sums || isnan(sums[k]) || sums[k] >= 1e19)
			continue;
		out_printf(b, "zvm_%s", c->metric);
		out_bytes(b, labels, strlen(labels) - (c->label && *labels));
		if (c->label)
			out_printf(b, "%s%s=\"%s\"}", *labels ? "," : "{", c->label, c->value);
		/* Print six decimals: %g would lose them if the sum is large. */
		out_printf(b, " %llu.%06u\n", (unsigned long long)sums[k],
		           (unsigned)(1e6 * (sums[k] - floor(sums[k]))));
	}
}

/* Print the counters of the report R. */
static void put_counters(struct out_buffer *b, const struct metrics_part *p, const struct report *r)
{
	const struct report_counter *c = r->counters.list;
	size_t i;

	for (i = 0; i < r->counters.n && p->all.labels.n > 0; i++, c++) {
		if (c->is_first) {
			out_printf(b,
			           "# TYPE zvm_%s counter\n"
			           "# HELP zvm_%s Since the start of monstat, ",
			           c->metric, c->metric);
			if (c->label)
				out_printf(b, "by %s", c->label);
			else
				metrics_put_help(b, &r->columns[c->column]);
			out_char(b, '\n');
		}
		put_counter(b, &p->all, c, i);
	}
}

static int metrics_put_all(const struct show *s, struct out_buffer *b)
{
	static const struct report_column intervals[INTERVAL_COLUMNS] = {
		{ .metric = "interval_end_timestamp_seconds",
		  .base = "seconds",
		  .text = "End of the last interval, in seconds since 1970." },
		{ .metric = "interval_seconds",
		  .base = "seconds",
		  .text = "Length of the last interval." },
	};
	const struct metrics_part *p;
	size_t i, k;

	for (i = 0; i < s->queries->n; i++) {
		const struct report *r = s->queries->list[i].report;

		p = show_part(s, i);
		for (k = 0; k < p->ncolumns; k++)
			if (put_family(s, b, p, k, &r->columns[p->columns[k]]))
				return -1;
	}
	p = show_part(s, i);
	for (k = 0; k < p->ncolumns; k++)
		put_family(s, b, p, k, &intervals[k]);
	for (i = 0; s->options->target.textfile && i < s->queries->n; i++)
		put_counters(b, show_part(s, i), s->queries->list[i].report);
	out_str(b, "# EOF\n");
	return 0;
}

/* ---- FILE.prom for the textfile collector ---- */

/* Write FILE.prom under a temporary name first, because programs may read it at any time. If this
 * fails, only report it: for the next interval, it may succeed. */
static void metrics_write_file(struct show *s)
{
	const char *name = s->options->target.textfile;
	struct output out = { .fd = -1 };
	struct out_buffer b;
	int error;

	if (output_part(&out, name, strdup(name), 0644) < 0) {
		output_cannot(&out);
		return;
	}
	if (out_buffer_init(&b, out.fd)) {
		b.error = ENOMEM;
	} else {
		metrics_put_all(s, &b);
		out_flush(&b);
	}
	out_buffer_done(&b);
	error = output_close(&out, b.error);
	if (error)
		diag_fail("%s: writing failed: %s", name, strerror(error));
}

/* Unless SPAN is the first sample, add metrics for the end and the length of SPAN, which show how
 * old the values in FILE.prom are. */
static int end_interval(struct show *s, const struct show_span *span)
{
	struct metrics_state *m = s->state;
	struct metrics_part *p = show_part(s, s->queries->n);
	struct labelled *of;

	show_words(s);
	if (*span->system)
		metrics_put_label(&s->words, "system", span->system, strlen(span->system));
	of = take_labels(s, p);
	if (!of)
		return -1;
	m->ends[s->system_number] = span->end;
	if (span->first && span->seconds <= 0)
		return 0;
	m->row[1] = (double)(span->end / 1000000);
	m->row[2] = span->seconds > 0 ? span->seconds : NAN;
	if (metrics_add_row(s, p, of, span->end))
		return -1;
	if (s->live)
		metrics_write_file(s);
	return 0;
}

static int metrics_end(struct show *s)
{
	if (!s->options->target.textfile)
		return metrics_put_all(s, &s->b);
	if (!s->live)
		metrics_write_file(s);
	return 0;
}

static void metrics_done(struct show *s)
{
	struct metrics_state *m = s->state;
	size_t i;

	for (i = 0; i <= s->queries->n; i++) {
		struct metrics_part *p = show_part(s, i);

		labelled_done(&p->all);
		free(p->columns);
	}
	free(m->row);
	free(m->ends);
	spool_done(&m->waiting);
}

const struct format format_openmetrics = {
	.name = "openmetrics",
	.state_size = sizeof(struct metrics_state),
	.part_size = sizeof(struct metrics_part),
	.all = 1,
	.unchanged = 1,
	.as_is = 1,
	.unused = WITH_TIMES,
	.begin = metrics_begin,
	.rows = metrics_rows,
	.end = metrics_end,
	.done = metrics_done,
};

const struct format format_textfile = {
	.name = "textfile",
	.state_size = sizeof(struct metrics_state),
	.part_size = sizeof(struct metrics_part),
	.all = 1,
	.unchanged = 1,
	.begin = metrics_begin,
	.rows = metrics_rows,
	.end_span = end_interval,
	.end = metrics_end,
	.done = metrics_done,
};
