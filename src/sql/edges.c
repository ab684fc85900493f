/* edges.c: copy the beginning and the end of a capture out of its file. */
#include "config.h"

#include "sql/edges.h"

#include "cli/again.h"
#include "cli/descriptors.h"
#include "base/array.h"
#include "table/series.h"

/* Number of samples in the stored end of a capture. The times between these samples show how long
 * an interval is, and so whether samples are missing before the next capture. */
#define LAST_SAMPLES 3u

/* Offsets of both ends of a set: a data set of MONWRITE, or a record set of a stream. */
struct span {
	uint64_t from, to;
};

/* The search for the first and the last samples of a capture. */
struct edges_search {
	struct edges *edges;
	uint64_t dataset;     /* number of the data set of ->now */
	struct span now;      /* the current set, whose end is not known yet */
	int is_configuration; /* 1: the current set has configuration */
	size_t samples;       /* number of samples so far */
	uint64_t first, second, last[LAST_SAMPLES]; /* offsets of samples */
	struct span *list; /* the sets with configuration after the first sample */
	size_t n, room;
};

/* Begin a new set, whose first event is EV. If the previous set has configuration and s->samples is
 * not 0, add this set to s->list. Return 0, or -1 if out of memory. */
static int search_set(struct edges_search *s, int is_monwrite, const struct monread_ev *ev)
{
	uint64_t at = ev->offset - (is_monwrite ? MONREAD_BLOCK_AREA : 0);

	if (s->is_configuration && s->samples) {
		if (ARRAY_GROW(s->list, s->n, s->room))
			return -1;
		s->list[s->n++] = (struct span){ s->now.from, at };
	}
	s->dataset = ev->dataset;
	s->now.from = at;
	s->is_configuration = 0;
	return 0;
}

static void search_sample(struct edges_search *s, const struct monread_ev *ev)
{
	struct edges *e = s->edges;

	if (s->samples && mr_tod_is_within(SERIES_SAME_SAMPLE, ev->tod, e->last))
		return;
	if (s->samples == 0) {
		e->first = ev->tod;
		s->first = s->now.from;
	} else if (s->samples == 1) {
		s->second = s->now.from;
	}
	e->last = ev->tod;
	s->last[s->samples++ % LAST_SAMPLES] = s->now.from;
}

static int search_event(struct edges_search *s, const struct indexed *c,
                        const struct monread_ev *ev)
{
	int is_monwrite = c->container == MONREAD_CONTAINER_MONWRITE;

	if (ev->kind == MONREAD_CONTROL && (!is_monwrite || ev->dataset != s->dataset))
		return search_set(s, is_monwrite, ev);
	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED)
		return 0;
	/* All records of domain 1 are configuration, except D1R11 and D1R13, which mark the ends of
	 * intervals and frames. */
	if (ev->domain == 1)
		s->is_configuration |= ev->record != 11 && ev->record != 13;
	else if (ev->mce->type == MONREAD_SAMPLE)
		search_sample(s, ev);
	return 0;
}

/* Append to the buffer B the bytes of the capture C from offset FROM to offset TO. Return 0, or -1
 * with errno. */
static int edges_copy(struct monread_buffer *b, struct indexed *c, struct indexed_window *w,
                      uint64_t from, uint64_t to)
{
	const unsigned char *bytes;
	size_t n;

	for (; from < to; from += n) {
		n = to - from < INDEXED_WINDOW ? (size_t)(to - from) : INDEXED_WINDOW;
		bytes = indexed_read(c, w, from, n);
		if (!bytes)
			return -1;
		errno = ENOMEM;
		if (array_append(b, bytes, n))
			return -1;
	}
	return 0;
}

static int copy_ends(const struct edges_search *s, struct indexed *c)
{
	size_t oldest = s->samples < LAST_SAMPLES ? 0 : s->samples % LAST_SAMPLES, i;
	uint64_t last = s->last[oldest];
	struct edges *e = s->edges;
	struct indexed_window w = { 0 };
	int failed;

	failed = edges_copy(&e->begin, c, &w, 0, s->samples > 1 ? s->second : c->size);
	if (!failed)
		failed = edges_copy(&e->end, c, &w, 0, s->first);
	for (i = 0; i < s->n && !failed; i++)
		if (s->list[i].to <= last)
			failed = edges_copy(&e->end, c, &w, s->list[i].from, s->list[i].to);
	if (!failed)
		failed = edges_copy(&e->end, c, &w, last, c->size);
	free(w.bytes);
	return failed;
}

int edges_make(struct edges *e, struct indexed *c, const struct tables *t)
{
	struct edges_search s = { .edges = e };
	const struct monread_ev *ev;
	int failed = 0, error;
	struct events events;

	if (events_open(&events, &c, 1, t, 0))
		return -1;
	while (!failed) {
		ev = events_next(&events);
		if (!ev)
			break;
		failed = search_event(&s, c, ev) ? ENOMEM : 0;
	}
	error = events_close(&events);
	failed = failed ? failed : error;
	if (!failed && s.samples && copy_ends(&s, c))
		failed = errno;
	free(s.list);
	errno = failed;
	return failed ? -1 : 0;
}

void edges_done(struct edges *e)
{
	free(e->begin.bytes);
	free(e->end.bytes);
}

int edges_open(struct indexed *c, const void *bytes, size_t n,
               const struct monread_layouts *layouts)
{
	size_t done;

	c->name = "";
	c->file.fd = temporary_open();
	if (c->file.fd < 0 || again_write(c->file.fd, bytes, n, -1, &done) ||
	    lseek(c->file.fd, 0, SEEK_SET))
		return -1;
	return indexed_open(c, layouts, "");
}
