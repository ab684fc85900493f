/* events.c: record the events of readings and compare them. */
#include "config.h"

#include "events.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *test_alloc(void *old, size_t n)
{
	void *p = realloc(old, n ? n : 1);

	if (!p) {
		puts("Bail out! out of memory");
		exit(99);
	}
	return p;
}

unsigned char *test_file(const char *name, size_t *len)
{
	FILE *f = fopen(name, "rb");
	unsigned char *data = NULL;
	size_t room = 0, n = 0, got;

	if (!f) {
		printf("Bail out! %s: %s\n", name, strerror(errno));
		exit(99);
	}
	do {
		if (n == room) {
			room = 2 * room + 65536;
			data = test_alloc(data, room);
		}
		got = fread(data + n, 1, room - n, f);
		n += got;
	} while (got > 0);
	fclose(f);
	*len = n;
	return data;
}

static uint64_t hash(const void *p, size_t n)
{
	const unsigned char *s = p;
	uint64_t h = UINT64_C(14695981039346656037);

	while (n-- > 0)
		h = (h ^ *s++) * UINT64_C(1099511628211);
	return h;
}

static void keep(struct events *e, const struct monread_ev *ev)
{
	if (!ev->bytes)
		return;
	while (e->stream_len + ev->length > e->stream_room) {
		e->stream_room = 2 * e->stream_room + 65536;
		e->stream = test_alloc(e->stream, e->stream_room);
	}
	memcpy(e->stream + e->stream_len, ev->bytes, ev->length);
	e->stream_len += ev->length;
}

static void note(struct events *e, const struct monread_ev *ev)
{
	struct noted *n;

	if (ev->kind == MONREAD_RECORD && ev->mce->type == MONREAD_SAMPLE &&
	    ev->dataset != e->sample.dataset)
		e->sample = (struct sample){ ev->dataset, ev->tod };
	if (e->keep_stream && ev->kind < MONREAD_BAD)
		keep(e, ev);
	/* The sizes of filler events depend on the bytes that the reader had ahead. */
	if (ev->kind == MONREAD_FILLER)
		return;
	if (e->n == e->room) {
		e->room = 2 * e->room + 256;
		e->list = test_alloc(e->list, e->room * sizeof *e->list);
	}
	n = &e->list[e->n++];
	n->ev = *ev;
	if (ev->text)
		n->hash = hash(ev->text, strlen(ev->text));
	else
		n->hash = hash(ev->bytes, ev->bytes ? ev->length : 0);
}

/* Append the end as an event without a kind. */
static void note_end(struct events *e, const struct monread *m)
{
	struct monread_ev ev;

	memset(&ev, 0, sizeof ev);
	ev.offset = monread_offset(m);
	ev.text = monread_error(m);
	e->code = monread_code(m);
	note(e, &ev);
}

static struct monread *begin(struct events *e, int fd, unsigned flags)
{
	struct monread *m = monread_open(fd);

	memset(e, 0, sizeof *e);
	e->keep_stream = (flags & MONREAD_WANT_FILLER) != 0;
	if (!m || monread_set_flags(m, flags)) {
		puts("Bail out! monread_open");
		exit(99);
	}
	return m;
}

/* 1: read a part; -1: took a part, but put it back; 0: the reader has no part. */
static int read_part(struct events *e, struct monread *m, struct monread *reader,
                     struct monread_part *part, size_t size)
{
	struct sample sample = e->sample, told = sample, found;
	const struct monread_ev *ev;
	size_t before = e->n;
	int whole = 1;

	if (!monread_part_take(m, part, size))
		return 0;
	/* A sample that began in an earlier part may have more sets in this part. */
	if (monread_part_sample(part, &found.dataset, &found.tod) && found.dataset != told.dataset)
		told = found;
	monread_part_read(reader, part);
	while (whole) {
		ev = monread_next(reader);
		if (!ev)
			break;
		note(e, ev);
		whole = ev->kind < MONREAD_BAD;
	}
	if (whole && monread_part_whole(reader, part)) {
		e->untold += told.dataset != e->sample.dataset || told.tod != e->sample.tod;
		return 1;
	}
	e->n = before;
	e->sample = sample;
	monread_part_put_back(m, part);
	return -1;
}

void events_in_parts(struct events *e, const unsigned char *data, size_t len, size_t piece,
                     size_t size)
{
	struct monread *m = begin(e, MONREAD_FD_NONE, 0), *reader = monread_open(MONREAD_FD_NONE);
	struct monread_part *part = monread_part_new();
	unsigned char *copy = NULL;
	const struct monread_ev *ev;
	size_t at = 0, n;

	for (;;) {
		while (read_part(e, m, reader, part, size) > 0)
			e->parts++;
		ev = monread_next(m);
		if (ev)
			note(e, ev);
		else if (monread_code(m) != MONREAD_AGAIN)
			break;
		else {
			n = piece && piece < len - at ? piece : len - at;
			free(copy);
			copy = test_alloc(NULL, n);
			memcpy(copy, data + at, n);
			at += n;
			monread_feed(m, copy, n);
		}
	}
	note_end(e, m);
	monread_part_free(part);
	monread_close(reader);
	monread_close(m);
	free(copy);
}

void events_fed(struct events *e, const unsigned char *data, size_t len, size_t piece,
                unsigned flags)
{
	struct monread *m = begin(e, MONREAD_FD_NONE, flags);
	unsigned char *copy = NULL;
	const struct monread_ev *ev;
	size_t at = 0, n;

	for (;;) {
		for (ev = monread_next(m); ev; ev = monread_next(m))
			note(e, ev);
		if (monread_code(m) != MONREAD_AGAIN)
			break;
		n = piece && piece < len - at ? piece : len - at;
		free(copy);
		copy = test_alloc(NULL, n);
		memcpy(copy, data + at, n);
		at += n;
		if (monread_feed(m, copy, n)) {
			puts("Bail out! monread_feed");
			exit(99);
		}
	}
	note_end(e, m);
	monread_close(m);
	free(copy);
}

void events_read(struct events *e, int fd, unsigned flags)
{
	struct monread *m = begin(e, fd, flags);
	struct pollfd p = { fd, POLLIN, 0 };
	const struct monread_ev *ev;

	for (;;) {
		for (ev = monread_next(m); ev; ev = monread_next(m))
			note(e, ev);
		if (monread_code(m) != MONREAD_AGAIN)
			break;
		poll(&p, 1, -1);
	}
	note_end(e, m);
	monread_close(m);
}

void events_done(struct events *e)
{
	free(e->list);
	free(e->stream);
}

static int differ(const struct noted *a, const struct noted *b)
{
	return a->ev.kind != b->ev.kind || a->ev.offset != b->ev.offset ||
	       a->ev.dataset != b->ev.dataset || a->ev.setno != b->ev.setno ||
	       a->ev.skipped != b->ev.skipped || a->ev.tod != b->ev.tod ||
	       a->ev.length != b->ev.length || a->ev.address != b->ev.address ||
	       a->ev.domain != b->ev.domain || a->ev.record != b->ev.record ||
	       a->ev.flags != b->ev.flags || a->hash != b->hash;
}

static void show(const char *who, const struct events *e, size_t i)
{
	const struct monread_ev *ev;

	if (i >= e->n) {
		printf("# %s: no event %zu\n", who, i);
		return;
	}
	ev = &e->list[i].ev;
	printf("# %s: event %zu: kind %d offset %llu data set %llu set %llu skipped %llu "
	       "D%uR%u length %zu address %x hash %llx\n",
	       who, i, (int)ev->kind, (unsigned long long)ev->offset,
	       (unsigned long long)ev->dataset, (unsigned long long)ev->setno,
	       (unsigned long long)ev->skipped, ev->domain, ev->record, ev->length,
	       (unsigned)ev->address, (unsigned long long)e->list[i].hash);
}

int events_differ(const struct events *a, const struct events *b)
{
	size_t i;

	for (i = 0; i < a->n || i < b->n; i++) {
		if (i < a->n && i < b->n && !differ(&a->list[i], &b->list[i]))
			continue;
		show("one", a, i);
		show("other", b, i);
		return 1;
	}
	if (a->code != b->code) {
		printf("# the codes at the end differ: %d and %d\n", (int)a->code, (int)b->code);
		return 1;
	}
	if (a->stream_len != b->stream_len ||
	    (a->stream_len && memcmp(a->stream, b->stream, a->stream_len) != 0)) {
		printf("# the streams differ: %zu and %zu bytes\n", a->stream_len, b->stream_len);
		return 1;
	}
	return 0;
}
