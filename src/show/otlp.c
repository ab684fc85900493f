/* otlp.c: the format otlp, metrics of OpenTelemetry: one ExportMetricsServiceRequest per interval,
 * in one line of JSON ("JSON Protobuf Encoding" of opentelemetry-proto). */
#include "config.h"

#include "show/format.h"

#include <stdio.h>

#include "base/array.h"
#include "cli/escape.h"

#define OTLP_TEXT 24u
#define OTLP_HELP 480 /* maximum size of the description of a metric */

struct otlp_part {
	struct labelled_list all; /* instances, such as CPUs; their ->rows are unused */
	/* per row of the current interval: index of the instance of the row in ->list of ->all */
	size_t *of;
	size_t of_room;
};

/* Times are in microseconds since 1970. */
struct otlp_system {
	int64_t last; /* end of the last interval of known length */
	int64_t ipl; /* end of the last interval in which the system was IPLed */
	char partition[OTLP_TEXT], machine[OTLP_TEXT]; /* from the report "config"; "": unknown */
};

struct otlp_state {
	struct otlp_system *systems; /* indexed by s->system_number */
	size_t room;
	unsigned metrics; /* number of metrics in the current line; 0: the line has not begun */
};

/* Return the system of the current span; NULL after a message. */
static struct otlp_system *otlp_system_of(const struct show *s)
{
	struct otlp_state *m = s->state;

	if (ARRAY_EXTEND(m->systems, m->room, s->system_number + 1)) {
		diag_no_memory();
		return NULL;
	}
	return &m->systems[s->system_number];
}

/* ---- Lines ---- */

static void put_attribute(struct out_buffer *b, const char *name, const char *value, size_t n)
{
	if (b->p > b->buf && b->p[-1] == '}')
		out_char(b, ',');
	out_str(b, "{\"key\":");
	out_json_string(b, name);
	out_str(b, ",\"value\":{\"stringValue\":");
	out_json_text(b, value, n);
	out_str(b, "}}");
}

/* Print the head of the metric NAME. UNIT: base unit, such as "seconds". TEXT: description of the
 * metric. INFERRED: 1 if the meaning of the metric is inferred. */
static void begin_metric(struct show *s, const char *name, const char *unit, const char *text,
                         int inferred)
{
	static const struct {
		const char *base, *unit;
	} units[] = {
		{ "ratio", "1" },
		{ "seconds", "s" },
		{ "bytes", "By" },
		{ "bytes_per_second", "By/s" },
	};
	static const char head[] = "{\"resourceMetrics\":[{\"scopeMetrics\":[{\"scope\":"
		"{\"name\":\"monstat\",\"version\":\"" PACKAGE_VERSION "\"},\"metrics\":[";
	struct otlp_state *m = s->state;
	struct out_buffer *b = &s->b;
	char help[OTLP_HELP];
	size_t i;

	out_str(b, m->metrics++ ? "," : head);
	out_printf(b, "{\"name\":\"zvm_%s\",", name);
	for (i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(units[i].base, unit) == 0)
			out_printf(b, "\"unit\":\"%s\",", units[i].unit);
	snprintf(help, sizeof help, "%.*s%s", OTLP_HELP - 20, text, inferred ? " (inferred)" : "");
	out_str(b, "\"description\":");
	out_json_string(b, help);
	out_char(b, ',');
}

/* Print the attribute NAME unless its text, VALUE, is empty. */
static void put_text_attribute(struct out_buffer *b, const char *name, const char *value)
{
	if (*value)
		put_attribute(b, name, value, strlen(value));
}

/* Begin data point number N of a metric, counted from 0; the caller adds the value. START: time
 * from which on the metric, a sum, counts; 0: the metric is a gauge. */
static void put_point(struct out_buffer *b, unsigned n, const char *attributes, int64_t start,
                      int64_t end)
{
	out_printf(b, "%s{\"attributes\":[%s],", n ? "," : "", attributes);
	if (start)
		out_printf(b, "\"startTimeUnixNano\":\"%lld000\",", (long long)start);
	out_printf(b, "\"timeUnixNano\":\"%lld000\",\"asDouble\":", (long long)end);
}

/* Print column number K of the query Q as a gauge, unless no row has a value in this column. */
static void put_gauge(struct show *s, const struct query *q, const struct show_span *span, size_t k)
{
	const struct otlp_part *p = show_part_of(s, q);
	const struct report_column *c = &q->report->columns[k];
	struct out_buffer *b = &s->b;
	unsigned points = 0;
	size_t i;

	for (i = 0; i < s->n; i++) {
		double v = labels_value(c, &rows_at(&q->rows, s->order[i])[k]);

		if (isnan(v))
			continue;
		if (!points) {
			begin_metric(s, c->metric, c->base, c->text, c->basis == REPORT_INFERRED);
			out_str(b, "\"gauge\":{\"dataPoints\":[");
		}
		put_point(b, points++, p->all.labels.list[p->of[i]], 0, span->end);
		labels_put_number(b, v);
		out_char(b, '}');
	}
	if (points)
		out_str(b, "]}}");
}

/* ---- Counters ---- */

static void begin_sum(struct show *s, const struct report *r, const struct report_counter *c)
{
	const struct report_column *column = &r->columns[c->column];

	begin_metric(s, c->metric, strstr(c->metric, "_seconds_") ? "seconds" : "",
	             c->label ? "Sum over time." : column->text,
	             !c->label && column->basis == REPORT_INFERRED);
	out_str(&s->b, "\"sum\":{\"aggregationTemporality\":2,\"isMonotonic\":true,"
	               "\"dataPoints\":[");
}

/* Print counter number K of the report of the query Q for all rows. POINTS: number of data points
 * that the metric of this counter already has. Returns POINTS plus the number of new data
 * points. */
static unsigned put_sum(struct show *s, const struct query *q, size_t k, unsigned points)
{
	const struct otlp_part *p = show_part_of(s, q);
	const struct report_counter *c = &q->report->counters.list[k];
	struct out_buffer *labels;
	size_t i;

	for (i = 0; i < s->n; i++) {
		const struct labelled *of = &p->all.list[p->of[i]];

		if (isnan(of->sums[k]))
			continue;
		if (!points)
			begin_sum(s, q->report, c);
		labels = show_words(s);
		out_str(labels, p->all.labels.list[p->of[i]]);
		if (c->label)
			put_attribute(labels, c->label, c->value, strlen(c->value));
		out_char(labels, '\0');
		put_point(&s->b, points++, labels->buf, of->start, of->end);
		out_printf(&s->b, "%.6f}", of->sums[k]);
	}
	return points;
}

/* Print all counters of the query Q. Counters with the same name become one metric. */
static void put_sums(struct show *s, const struct query *q)
{
	const struct report_counters *c = &q->report->counters;
	size_t i = 0;

	while (i < c->n) {
		unsigned points = 0;

		do
			points = put_sum(s, q, i++, points);
		while (i < c->n && !c->list[i].is_first);
		if (points)
			out_str(&s->b, "]}}");
	}
}

/* ---- Rows ---- */

/* If ROW, a row of the report R, has a text in the column NAME, copy this text to TEXT. */
static void otlp_learn(const struct report *r, const struct cell_value *row, const char *name,
                       char text[OTLP_TEXT])
{
	int i = report_column_find(r, name, strlen(name));

	if (i >= 0 && row[i].type == SQLITE_TEXT)
		snprintf(text, OTLP_TEXT, "%s", row[i].text);
}

/* Find the instance of each row of the query Q, and add the row to the counters of the instance.
 * Returns 0, or -1: out of memory. */
static int otlp_take_rows(struct show *s, const struct otlp_system *system, const struct query *q,
                          const struct show_span *span)
{
	struct otlp_part *p = show_part_of(s, q);
	size_t i;

	if (ARRAY_EXTEND(p->of, p->of_room, s->n))
		return -1;
	for (i = 0; i < s->n; i++) {
		struct labelled *of;
		int is_new;

		labels_each(q, span, s->order[i], put_attribute, show_words(s));
		of = labelled_take(&p->all, &s->words);
		if (!of)
			return -1;
		p->of[i] = (size_t)(of - p->all.list);
		if (!q->report->counters.n || span->seconds <= 0)
			continue;
		/* The sums of an instance begin anew after an IPL, or after an interval without
		 * this instance. */
		is_new = !of->sums || of->end <= system->ipl || of->end < system->last;
		if (is_new)
			of->start = span->start;
		of->end = span->end;
		if (labels_count(of, is_new, q->report, rows_at(&q->rows, s->order[i]), span))
			return -1;
	}
	return 0;
}

static int otlp_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct otlp_system *system = otlp_system_of(s);
	const struct cell_value *row;
	size_t k;

	if (!system)
		return -1;
	if (show_passes(q, span))
		return 0;
	if (otlp_take_rows(s, system, q, span))
		return diag_no_memory();
	if (s->n > 0 && strcmp(q->report->name, "config") == 0) {
		row = rows_at(&q->rows, s->order[s->n - 1]);
		otlp_learn(q->report, row, "partition", system->partition);
		otlp_learn(q->report, row, "machine", system->machine);
	}
	for (k = 0; k < q->report->ncolumns; k++)
		if (labels_is_metric(s->queries, (size_t)(q - s->queries->list), k))
			put_gauge(s, q, span, k);
	if (span->seconds > 0)
		put_sums(s, q);
	return 0;
}

/* If metrics were printed for SPAN, end their line with the attributes of the system. */
static int otlp_end_span(struct show *s, const struct show_span *span)
{
	struct otlp_state *m = s->state;
	struct otlp_system *system = otlp_system_of(s);
	struct out_buffer *b = show_words(s);

	if (!system)
		return -1;
	if (span->ipled)
		system->ipl = span->end;
	if (span->seconds > 0)
		system->last = span->end;
	if (m->metrics == 0)
		return 0;
	m->metrics = 0;
	put_text_attribute(b, "service.name", "zvm");
	put_text_attribute(b, "zvm.system", span->system);
	put_text_attribute(b, "zvm.lpar", system->partition);
	put_text_attribute(b, "zvm.machine", system->machine);
	out_char(b, '\0');
	out_printf(&s->b, "]}],\"resource\":{\"attributes\":[%s]}}]}\n", b->buf);
	return 0;
}

static void otlp_done(struct show *s)
{
	struct otlp_state *m = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++) {
		struct otlp_part *p = show_part(s, i);

		labelled_done(&p->all);
		free(p->of);
	}
	free(m->systems);
}

const struct format format_otlp = {
	.name = "otlp",
	.state_size = sizeof(struct otlp_state),
	.part_size = sizeof(struct otlp_part),
	.all = 1,
	.unchanged = 1,
	.unused = WITH_TIMES,
	.rows = otlp_rows,
	.end_span = otlp_end_span,
	.done = otlp_done,
};
