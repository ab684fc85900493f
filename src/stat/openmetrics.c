/* openmetrics.c: reports as OpenMetrics: all samples of a metric together, and those of an instance in order of time, so
 * that values are kept until the end: eight bytes for each, and eight for each row. */
#include "config.h"

#include "stat/format.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "stat/labels.h"
#include "stat/number.h"
#include "stat/output.h"
#include "table/instance.h"

#define BUCKETS_FIRST 256u

/* What a row is of: a processor of a system, a user. */
struct labelled {
	struct labelled *next;   /* in its bucket */
	struct labelled *behind; /* of the report, in the order in which they came */
	char *labels;            /* as they are shown */
	uint64_t hash;
	uint32_t of_system;
	size_t n, room;
	int64_t *times;
	double *values; /* those of the metrics, row by row; NAN: none */
};

struct part {
	size_t *columns; /* those that are metrics */
	size_t ncolumns;
	struct labelled **buckets;
	size_t nbuckets, n;
	struct labelled *first, **last;
};

struct state {
	struct part *parts; /* by report */
	struct out_buffer labels; /* of the row that is looked at */
	uint32_t system;
	int failed;
};

static int no_memory(struct state *m)
{
	if (!m || !m->failed)
		diag_fail("out of memory");
	if (m)
		m->failed = 1;
	return -1;
}

static int begin(struct show *s)
{
	struct state *m = calloc(1, sizeof *m);
	size_t i, k;

	s->state = m;
	if (!m || out_buffer_init(&m->labels, OUT_MEMORY))
		return no_memory(m);
	m->parts = calloc(s->queries->n + 1, sizeof *m->parts);
	if (!m->parts)
		return no_memory(m);
	for (i = 0; i < s->queries->n; i++) {
		struct part *p = &m->parts[i];
		size_t columns = s->queries->list[i].report->ncolumns;

		p->last = &p->first;
		p->columns = malloc((columns + 1) * sizeof *p->columns);
		if (!p->columns)
			return no_memory(m);
		for (k = 0; k < columns; k++)
			if (labels_is_metric(s->queries, i, k))
				p->columns[p->ncolumns++] = k;
	}
	return 0;
}

/* ---- Instances ---- */

static void put_label(void *arg, const char *name, const char *value, size_t length)
{
	struct out_buffer *b = arg;
	size_t i;

	out_char(b, b->p == b->buf ? '{' : ',');
	out_str(b, name);
	out_str(b, "=\"");
	for (i = 0; i < length; i++) {
		if (value[i] == '"' || value[i] == '\\')
			out_char(b, '\\');
		if (value[i] == '\n')
			out_str(b, "\\n");
		else
			out_char(b, value[i]);
	}
	out_char(b, '"');
}

/* 0, or -1. */
static int grow(struct part *p)
{
	size_t n = p->nbuckets ? 2 * p->nbuckets : BUCKETS_FIRST;
	struct labelled **buckets = calloc(n, sizeof *buckets), *i;

	if (!buckets)
		return -1;
	for (i = p->first; i; i = i->behind) {
		i->next = buckets[i->hash & (n - 1)];
		buckets[i->hash & (n - 1)] = i;
	}
	free(p->buckets);
	p->buckets = buckets;
	p->nbuckets = n;
	return 0;
}

/* The one with these labels.  NULL: out of memory. */
static struct labelled *labelled(struct part *p, const char *labels, uint32_t system)
{
	uint64_t hash = instance_hash(0, (const unsigned char *)labels, strlen(labels));
	struct labelled *i = p->nbuckets ? p->buckets[hash & (p->nbuckets - 1)] : NULL;

	while (i && (i->hash != hash || strcmp(i->labels, labels) != 0))
		i = i->next;
	if (i)
		return i;
	if (p->n >= p->nbuckets && grow(p))
		return NULL;
	i = calloc(1, sizeof *i);
	if (i)
		i->labels = malloc(strlen(labels) + 1);
	if (!i || !i->labels) {
		free(i);
		return NULL;
	}
	strcpy(i->labels, labels);
	i->hash = hash;
	i->of_system = system;
	i->next = p->buckets[hash & (p->nbuckets - 1)];
	p->buckets[hash & (p->nbuckets - 1)] = i;
	*p->last = i;
	p->last = &i->behind;
	p->n++;
	return i;
}

static void labelled_free(struct labelled *i)
{
	free(i->labels);
	free(i->times);
	free(i->values);
	free(i);
}

/* 0, or -1. */
static int make_room(struct labelled *i, size_t columns)
{
	size_t room = i->room ? 2 * i->room : 1;
	int64_t *times = realloc(i->times, room * sizeof *times);
	double *values;

	if (!times)
		return -1;
	i->times = times;
	values = realloc(i->values, room * (columns ? columns : 1) * sizeof *values);
	if (!values)
		return -1;
	i->values = values;
	i->room = room;
	return 0;
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	struct state *m = s->state;
	struct part *p = &m->parts[q - s->queries->list];
	size_t i, k;

	for (i = 0; i < n && !show_passes(q, span); i++) {
		const struct cell_value *cells = rows_at(&q->rows, order[i]);
		struct labelled *of;

		m->labels.p = m->labels.buf;
		labels_each(q, span, order[i], put_label, &m->labels);
		if (m->labels.p > m->labels.buf)
			out_char(&m->labels, '}');
		out_char(&m->labels, '\0');
		of = m->labels.error ? NULL : labelled(p, m->labels.buf, m->system);
		if (!of || (of->n == of->room && make_room(of, p->ncolumns)))
			return no_memory(m);
		/* Two rows with the same keys: the first one is shown. */
		if (of->n && of->times[of->n - 1] >= span->end)
			continue;
		of->times[of->n] = span->end;
		for (k = 0; k < p->ncolumns; k++) {
			double *v = &of->values[of->n * p->ncolumns + k];

			if (labels_value(&q->report->columns[p->columns[k]], &cells[p->columns[k]], v))
				*v = (double)NAN;
		}
		of->n++;
	}
	return 0;
}

/* ---- Output ---- */

static void put_help(struct out_buffer *b, const struct report_column *c)
{
	const char *p;

	for (p = c->text; *p; p++) {
		if (*p == '\\')
			out_char(b, '\\');
		/* Escaped in one of the forms only. */
		out_char(b, *p == '"' ? '\'' : *p);
	}
	if (c->basis == REPORT_INFERRED)
		out_str(b, " (inferred)");
}

static void put_family(struct out_buffer *b, const struct part *p, size_t k, const struct report_column *c, int timed)
{
	const struct labelled *i;
	int headed = 0;
	size_t n;

	for (i = p->first; i; i = i->behind)
		for (n = 0; n < i->n; n++) {
			double v = i->values[n * p->ncolumns + k];

			if (!isfinite(v))
				continue;
			if (!headed) {
				out_printf(b, "# TYPE zvm_%s gauge\n", c->metric);
				if (*c->base)
					out_printf(b, "# UNIT zvm_%s %s\n", c->metric, c->base);
				out_printf(b, "# HELP zvm_%s ", c->metric);
				put_help(b, c);
				out_char(b, '\n');
				headed = 1;
			}
			out_str(b, "zvm_");
			out_str(b, c->metric);
			out_str(b, i->labels);
			out_char(b, ' ');
			out_room(b, NUMBER_SIZE);
			b->p += number_put_digits(b->p, v, METRIC_DIGITS);
			if (timed)
				out_printf(b, " %lld.%06d", (long long)(i->times[n] / 1000000),
				           (int)(i->times[n] % 1000000));
			out_char(b, '\n');
		}
}

static void put_all(struct show *s, struct out_buffer *b, int timed)
{
	struct state *m = s->state;
	size_t i, k;

	for (i = 0; i < s->queries->n; i++)
		for (k = 0; k < m->parts[i].ncolumns; k++)
			put_family(b, &m->parts[i], k, &s->queries->list[i].report->columns[m->parts[i].columns[k]], timed);
	out_str(b, "# EOF\n");
}

static int end(struct show *s)
{
	put_all(s, &s->b, 1);
	return 0;
}

static void done(struct show *s)
{
	struct state *m = s->state;
	size_t i;

	for (i = 0; m && m->parts && i < s->queries->n; i++) {
		struct labelled *one = m->parts[i].first, *behind;

		for (; one; one = behind) {
			behind = one->behind;
			labelled_free(one);
		}
		free(m->parts[i].buckets);
		free(m->parts[i].columns);
	}
	if (m) {
		free(m->parts);
		out_buffer_done(&m->labels);
	}
	free(m);
	s->state = NULL;
}

const struct format format_openmetrics = {
	.name = "openmetrics", .all = 1, .unchanged = 1, .as_is = 1, .begin = begin, .rows = rows, .end = end, .done = done,
};

/* ---- --textfile ---- */

static void begin_system(struct show *s, const char *system)
{
	(void)system;
	((struct state *)s->state)->system++;
}

/* Of a system only what its last interval had stays. */
static void forget(struct part *p, uint32_t system, int64_t before)
{
	struct labelled **at = &p->first, *i, **bucket;

	while ((i = *at)) {
		if (i->of_system != system || (i->n && i->times[i->n - 1] >= before)) {
			if (i->of_system == system && i->n > 1) {
				i->times[0] = i->times[i->n - 1];
				memcpy(i->values, i->values + (i->n - 1) * p->ncolumns, p->ncolumns * sizeof *i->values);
				i->n = 1;
			}
			at = &i->behind;
			continue;
		}
		for (bucket = &p->buckets[i->hash & (p->nbuckets - 1)]; *bucket != i; bucket = &(*bucket)->next)
			;
		*bucket = i->next;
		*at = i->behind;
		labelled_free(i);
		p->n--;
	}
	p->last = at;
}

/* Whether NAME may be replaced: it is not there, or was written by this program.  0, or -1: it was said why. */
static int may_replace(const struct options *o)
{
	static const char head[] = "# TYPE zvm_", nothing[] = "# EOF\n";
	char got[sizeof head];
	int fd = again_open(o->textfile, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
	struct stat st;
	ssize_t n = fd < 0 ? 0 : again_pread(fd, got, sizeof head - 1, 0);
	int ours = n >= 0 && ((size_t)n == 0 || memcmp(got, (size_t)n == sizeof head - 1 ? head : nothing, (size_t)n) == 0);
	int is_there = fd >= 0 ? fstat(fd, &st) == 0 : lstat(o->textfile, &st) == 0;
	int rc = -1;

	/* What is renamed takes the place of anything: of a device, and of a link. */
	if (is_there && !S_ISREG(st.st_mode))
		diag_fail("%s: is no file; --textfile replaces only files", o->textfile);
	else if (is_there && output_is_refused(o, o->textfile, &st, "textfile"))
		;
	else if (fd < 0 && is_there)
		diag_fail("%s: cannot be read: %s", o->textfile, strerror(errno));
	else if (!ours && !o->force)
		diag_fail("%s: is there already, and holds something else than metrics of monstat; --force replaces it",
		          o->textfile);
	else
		rc = 0;
	if (fd >= 0)
		close(fd);
	return rc;
}

static int begin_file(struct show *s)
{
	return may_replace(s->options) ? -1 : begin(s);
}

/* Written beside it and renamed, so that it is never read half.  0, or -1: it was said why. */
static int write_file(struct show *s)
{
	const char *name = s->options->textfile;
	struct out_buffer b;
	char path[4096];
	int fd;

	if (snprintf(path, sizeof path, "%s.%ld", name, (long)getpid()) >= (int)sizeof path) {
		diag_fail("%s: %s", name, strerror(ENAMETOOLONG));
		return -1;
	}
	fd = again_open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0) {
		diag_fail("%s: cannot be written: %s", path, strerror(errno));
		return -1;
	}
	if (out_buffer_init(&b, fd)) {
		b.error = ENOMEM;
	} else {
		put_all(s, &b, 0);
		out_flush(&b);
	}
	out_buffer_done(&b);
	if (close(fd) && !b.error)
		b.error = errno;
	if (!b.error && rename(path, name))
		b.error = errno;
	if (!b.error)
		return 0;
	unlink(path);
	diag_fail("%s: writing failed: %s", name, strerror(b.error));
	return -1;
}

static int end_interval(struct show *s, const struct show_span *span)
{
	struct state *m = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++)
		forget(&m->parts[i], m->system, span->end);
	/* Where it fails, what comes next may succeed. */
	if (s->live && !(span->first && span->seconds <= 0))
		write_file(s);
	return 0;
}

static int end_file(struct show *s)
{
	if (!s->live)
		write_file(s);
	return 0;
}

const struct format format_textfile = {
	.name = "textfile", .all = 1, .unchanged = 1, .begin = begin_file, .begin_system = begin_system, .rows = rows,
	.end_span = end_interval, .end = end_file, .done = done,
};

#endif
