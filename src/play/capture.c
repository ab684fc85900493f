/* capture.c: reads a capture with a session, and joins the records to data sets. */
#include "config.h"

#include "play/play.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/array.h"
#include "cli/again.h"
#include "session/session.h"

/* Maximum bytes of a data set: a DCSS, in which CP stores monitor data, has at most 2 GB. */
#define LARGEST_SET ((uint64_t)1 << 31)

struct play_capture {
	struct session session;
	struct session_source source;
	/* reports damage of the capture, unless ->name of this verdict is NULL */
	struct verdict verdict;
	/* size of the file when it was opened; 0: truncation of the file was reported */
	uint64_t size;
	int fd;
	const struct monread_ev *ev;
	int held;         /* 1: ->ev was read, but belongs to the next data set */
	int keep;
	int in_records;
	uint64_t dataset; /* number of the current data set, as in ->dataset of its events */
	/* offset of the current control element in ->bytes of the data set */
	size_t mark;
	uint64_t tod; /* TOD clock of the last record in the current record set */
	uint64_t whole; /* bytes of all complete record sets in the data set */
	/* expected: bytes that the current record set should have; got: bytes of it that were
	 * read */
	uint64_t expected, got;
};

void set_done(struct set *s)
{
	free(s->bytes.bytes);
	free(s->records);
}

static int play_capture_begin(struct play_capture *c)
{
	c->source.verdict = &c->verdict;
	session_add(&c->session, &c->source);
	session_begin(&c->session);
	c->held = 0;
	c->in_records = 0;
	return c->source.is_open ? 0 : -1;
}

struct play_capture *capture_open(const char *path, enum monread_container container, int report)
{
	struct play_capture *c = calloc(1, sizeof *c);
	struct stat st;

	if (!c) {
		diag_no_memory();
		return NULL;
	}
	c->verdict.name = report ? path : NULL;
	c->source.name = path;
	c->source.fd = &c->fd;
	c->session.input = (struct input_options){
		.container = container,
		.flags = MONREAD_WANT_FILLER,
		.keeps = 1,
		.quiet = !report,
	};
	/* With O_NONBLOCK, opening a FIFO does not wait for a writer. */
	c->fd = again_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
	if (c->fd < 0)
		diag_fail("%s: cannot be opened: %s", path, strerror(errno));
	else if (fstat(c->fd, &st) || !S_ISREG(st.st_mode))
		diag_fail("%s: is not a regular file", path);
	else if (play_capture_begin(c) == 0) {
		c->size = (uint64_t)st.st_size;
		return c;
	}
	capture_close(c);
	return NULL;
}

static enum capture_result read_first_set(const char *path, enum monread_container container,
                                          int report)
{
	struct play_capture *c = capture_open(path, container, report);
	struct set s = { 0 };
	enum capture_result r = c ? capture_next(c, &s, 0) : CAPTURE_FAILED;

	set_done(&s);
	capture_close(c);
	return r;
}

int capture_check(const char *path, enum monread_container container)
{
	enum capture_result r = read_first_set(path, container, 0);

	/* The capture will not be played, so report its damage here. */
	if (r == CAPTURE_END)
		r = read_first_set(path, container, 1);
	if (r == CAPTURE_END)
		diag_fail("%s: has no data sets", path);
	return r == CAPTURE_SET ? 0 : -1;
}

void capture_close(struct play_capture *c)
{
	if (!c)
		return;
	session_end(&c->session);
	verdict_end(&c->verdict);
	if (c->fd >= 0)
		close(c->fd);
	free(c);
}

int capture_rewind(struct play_capture *c)
{
	session_end(&c->session);
	/* Report damage only in the first pass of --loop. */
	verdict_end(&c->verdict);
	c->verdict.name = NULL;
	return play_capture_begin(c);
}

static int keep_bytes(const struct play_capture *c, struct set *s)
{
	if (c->keep && array_append(&s->bytes, c->ev->bytes, c->ev->length))
		return diag_no_memory();
	return 0;
}

static int add_records(struct play_capture *c, struct set *s)
{
	c->got += c->ev->length;
	if (c->got > c->expected || c->expected > LARGEST_SET - c->whole)
		return 0;
	if (c->ev->kind == MONREAD_RECORD)
		c->tod = c->ev->tod;
	return keep_bytes(c, s);
}

static int begin_record_set(struct play_capture *c, struct set *s)
{
	c->in_records = 1;
	c->mark = s->bytes.length;
	c->tod = s->tod;
	c->expected = (uint64_t)c->ev->mce->end - c->ev->mce->start + 1;
	c->got = 0;
	return keep_bytes(c, s);
}

static int end_record_set(struct play_capture *c, struct set *s)
{
	/* No event follows the last record set: use the offset of the reader. */
	uint64_t at = c->ev ? c->ev->offset : monread_offset(c->source.in.m);
	char text[96];

	if (!c->in_records)
		return 0;
	c->in_records = 0;
	if (c->got == c->expected && c->expected <= LARGEST_SET - c->whole) {
		s->tod = c->tod;
		c->whole += c->expected;
		if (ARRAY_GROW(s->records, s->nrecords, s->records_room))
			return diag_no_memory();
		s->records[s->nrecords++] = (size_t)c->expected;
		return 0;
	}
	s->bytes.length = c->mark;
	snprintf(text, sizeof text,
	         "left out an incomplete record set: it has %llu of its %llu bytes",
	         (unsigned long long)c->got, (unsigned long long)c->expected);
	verdict_problem(&c->verdict, VERDICT_DAMAGE,
	                &(struct monread_ev){ .kind = MONREAD_BAD, .offset = at }, text);
	return 0;
}

static int use_event(struct play_capture *c, struct set *s)
{
	if (c->ev->kind == MONREAD_CONTROL) {
		c->dataset = c->ev->dataset;
		return end_record_set(c, s) || begin_record_set(c, s);
	}
	/* Ignore bytes between damaged record sets. */
	if (c->in_records && c->ev->mce)
		return add_records(c, s);
	return 0;
}

static int ends_data_set(struct play_capture *c, const struct set *s)
{
	if (c->ev->kind == MONREAD_SET_END)
		return 1;
	/* After damage, MONREAD_SET_END may be missing: compare the numbers of the data sets. */
	if (c->ev->kind == MONREAD_CONTROL && c->ev->dataset != c->dataset &&
	    (s->nrecords || c->in_records)) {
		c->held = 1;
		return 1;
	}
	return 0;
}

/* Report that the file was truncated while it was played, because the reader reports a truncated
 * file only if the file ends within a data set. */
static void report_truncation(struct play_capture *c)
{
	uint64_t end = monread_offset(c->source.in.m);

	if (end >= c->size)
		return;
	diag_damage(
		"%s: offset 0x%llx: the file ends here, but had %llu bytes when it was opened: it was cut off while it was played",
		c->source.name, (unsigned long long)end, (unsigned long long)c->size);
	c->size = 0;
}

static enum capture_result capture_at_end(struct play_capture *c, struct set *s)
{
	if (!c->source.in.is_at_end)
		return CAPTURE_FAILED;
	if (end_record_set(c, s))
		return CAPTURE_FAILED;
	report_truncation(c);
	return s->nrecords ? CAPTURE_SET : CAPTURE_END;
}

enum capture_result capture_next(struct play_capture *c, struct set *s, int keep)
{
	s->bytes.length = 0;
	s->nrecords = 0;
	s->tod = 0;
	if (!c->source.is_open)
		return CAPTURE_FAILED;
	c->keep = keep;
	c->whole = 0;
	for (;;) {
		if (!c->held)
			c->ev = session_next(&c->session);
		if (!c->ev)
			return capture_at_end(c, s);
		if (!c->held && ends_data_set(c, s)) {
			if (end_record_set(c, s))
				return CAPTURE_FAILED;
			if (s->nrecords)
				return CAPTURE_SET;
			if (!c->held)
				continue;
		}
		c->held = 0;
		if (use_event(c, s))
			return CAPTURE_FAILED;
	}
}
