/* stored.c: finds the first time and the end of a stored capture. A crash leaves an incomplete data
 * set at the end of a file, which can be cut off; in a compressed capture, the last gzip member or
 * zstd frame can lack its end, too. Other bytes at the end that are not monitor data come from
 * another program, and must not be cut off. */
#include "config.h"

#include "store/stored.h"

#include <stdio.h>
#include <sys/stat.h>

#include "cli/again.h"
#include "input/input.h"

/* The last set of a capture: the last data set of MONWRITE, the last record set of a stream. */
struct last {
	uint64_t dataset, begin;
	uint64_t end; /* offset at which the set ends; 0: the set is not complete */
	int any;
	/* TOD clock of the last record in this set, and of the last record before this set; 0:
	 * none */
	uint64_t tod, tod_before;
	/* 1: the last event was a mark that announces repeated configuration, or a record of this
	 * configuration */
	int repeating;
};

/* Open the capture FD as IN, to read it from its start with the options O; the caller still closes
 * FD. */
static int stored_begin(struct input *in, int fd, struct input_options *o)
{
	int copy = lseek(fd, 0, SEEK_SET) < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);

	memset(in, 0, sizeof *in);
	o->piece = 64u * 1024u; /* do not map the file */
	o->quiet = 1;
	if (copy < 0)
		return -1;
	if (input_open_fd(in, "", copy, o) == 0)
		return 0;
	errno = in->error;
	return -1;
}

int stored_first(int fd, int64_t *us)
{
	struct input_options o = { .container = MONREAD_CONTAINER_AUTO };
	const struct monread_ev *ev;
	struct input in;
	int rc = -1;

	if (stored_begin(&in, fd, &o))
		return -1;
	/* Stop at damage: the first record after it may not be the oldest. */
	do
		ev = input_event(&in, UINT64_MAX);
	while (ev && ev->kind < MONREAD_BAD && ev->kind != MONREAD_RECORD);
	if (ev && ev->kind == MONREAD_RECORD) {
		*us = monread_tod_to_unix_us(ev->tod);
		rc = 0;
	}
	input_close(&in);
	errno = in.error;
	return rc;
}

static void note_event(struct last *l, enum monread_container container,
                       const struct monread_ev *ev)
{
	/* Count a mark for repeated configuration and the record sets of this configuration as one
	 * set. */
	if (ev->kind == MONREAD_RECORD && ev->flags & MONREAD_REPEATED &&
	    monread_is_mark(ev->bytes, ev->length)) {
		l->repeating = 1;
		l->end = 0;
	}
	if (l->repeating && (ev->kind != MONREAD_CONTROL || ev->flags & MONREAD_REPEATED))
		return;
	l->repeating = 0;
	if (ev->kind == MONREAD_RECORD)
		l->tod = ev->tod;
	if (container != MONREAD_CONTAINER_MONWRITE) {
		if (ev->kind != MONREAD_CONTROL)
			return;
		l->begin = ev->offset;
		l->tod_before = l->tod;
		l->end = ev->offset + MONREAD_MCE_SIZE + (ev->mce->end - ev->mce->start) + 1u;
		l->any = 1;
	} else if (ev->kind == MONREAD_SET_END) {
		l->end = ev->offset;
	} else if (ev->kind == MONREAD_CONTROL && (!l->any || ev->dataset != l->dataset)) {
		l->dataset = ev->dataset;
		l->tod_before = l->tod;
		l->begin = ev->offset - MONREAD_BLOCK_AREA;
		l->end = 0;
		l->any = 1;
	}
}

/* Read the capture IN to its end, and describe its last set in L. Unless SYSTEM is NULL, pass the
 * records to monread_system_learn(). */
static int stored_find_last(struct input *in, struct last *l, struct monread_system *system)
{
	const struct monread_ev *ev;

	memset(l, 0, sizeof *l);
	/* Ignore damage and gaps, which the input that was stored had: the data sets are
	 * complete. */
	for (ev = input_event(in, UINT64_MAX); ev; ev = input_event(in, UINT64_MAX)) {
		note_event(l, monread_container_found(in->m), ev);
		if (system && ev->kind == MONREAD_RECORD &&
		    monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length)) {
			errno = ENOMEM;
			return -1;
		}
	}
	errno = in->error;
	return monread_code(in->m) == MONREAD_EOF && errno != ENOMEM ? 0 : -1;
}

/* Return 1 if the file FD has the same bytes at OFFSET as at its start: then another zstd frame or
 * gzip member may begin there. */
static int may_be_packed(int fd, uint64_t offset)
{
	unsigned char first[3], here[3];
	ssize_t n = again_pread(fd, here, sizeof here, (off_t)offset);

	return n >= 0 && again_pread(fd, first, sizeof first, 0) >= n &&
	       memcmp(first, here, (size_t)n) == 0;
}

/* Set *END for the compressed capture FD with the last set L, found in IN. Return 1 if end->whole
 * was reduced to the last flush or end of a zstd frame or gzip member, so that the capture must be
 * read again. */
static int end_packed(int fd, const struct input *in, const struct last *l, struct stored_end *end)
{
	struct uncompress_place place = input_place(in);

	if (strcmp(place.kind, "gzip") != 0 && strcmp(place.kind, "zstd") != 0) {
		snprintf(end->fault, sizeof end->fault,
		         "it is compressed with %s; --compress can zstd and gzip", place.kind);
	} else if (end->whole == end->size && !may_be_packed(fd, place.offset)) {
		snprintf(
			end->fault, sizeof end->fault,
			"offset 0x%llx of the compressed file: expected its end or a data set, found something else",
			(unsigned long long)place.offset);
	} else if (place.error && !place.cut) {
		snprintf(end->fault, sizeof end->fault, "%s", place.error);
	} else if (place.cut && end->whole > place.incomplete) {
		end->whole -= place.incomplete;
		return 1;
	} else if (place.cut || !l->any || l->end != in->fed) {
		snprintf(end->fault, sizeof end->fault,
		         "no complete data set is found at its end");
	}
	end->is_open = place.is_open;
	end->member = place.offset;
	end->last = l->tod;
	return 0;
}

/* Return 1 if the N bytes at P may be an incomplete control element or control block. In a control
 * block of --write, only bytes 18 and 19 before the first control element are not zero. */
static int may_begin(enum monread_container container, const unsigned char *p, size_t n)
{
	size_t i;

	if (container != MONREAD_CONTAINER_MONWRITE)
		return n < MONREAD_MCE_SIZE && (p[0] == MONREAD_SAMPLE || p[0] == MONREAD_EVENT);
	if (n > MONREAD_BLOCK_AREA)
		return n < MONREAD_BLOCK_SIZE && (p[MONREAD_BLOCK_AREA] == MONREAD_SAMPLE ||
		                                  p[MONREAD_BLOCK_AREA] == MONREAD_EVENT);
	for (i = 0; i < n; i++)
		if (p[i] != 0 && i != 18 && i != 19)
			return 0;
	return 1;
}

/* Set *END for the capture FD, which is not compressed, with the last set L, found in IN. */
static int end_plain(int fd, const struct input *in, const struct last *l, struct stored_end *end)
{
	unsigned char head[MONREAD_BLOCK_AREA + 1];
	uint64_t tail, end_record;
	ssize_t n;

	if (!l->any) {
		snprintf(end->fault, sizeof end->fault, "no monitor data is in it");
		return 0;
	}
	end->whole = l->end && l->end <= end->size ? l->end : l->begin;
	end->last = end->whole == l->end ? l->tod : l->tod_before;
	if (end->whole < l->end || l->end == 0 || end->whole == end->size)
		return 0;
	/* An end-of-data record of MONWRITE is allowed: appended data sets replace it. */
	end->has_end_record = monread_end_records(in->m, &end_record) && end_record == end->whole;
	if (end->has_end_record)
		return 0;
	tail = end->size - end->whole;
	n = again_pread(fd, head, sizeof head, (off_t)end->whole);
	if (n < 0)
		return -1;
	if (tail >= MONREAD_BLOCK_SIZE ||
	    (size_t)n < (tail < sizeof head ? (size_t)tail : sizeof head) ||
	    !may_begin(end->container, head, (size_t)tail))
		snprintf(
			end->fault, sizeof end->fault,
			"offset 0x%llx: expected the end of the file or a data set, found %llu byte%s no monitor data",
			(unsigned long long)end->whole, (unsigned long long)tail,
			tail == 1 ? " that is" : "s that are");
	return 0;
}

/* Find the end of the last data set in the first end->whole bytes of FD, or set end->fault. Return
 * 1 if end->whole was reduced, so that the caller must call this again; 0 if not; or -1 with
 * errno. */
static int stored_look(int fd, struct stored_end *end, struct monread_system *system)
{
	struct input_options o = { .container = MONREAD_CONTAINER_AUTO, .limit = end->whole };
	struct input in;
	struct last l;
	int rc;

	if (stored_begin(&in, fd, &o)) {
		snprintf(end->fault, sizeof end->fault, "%.*s", (int)sizeof end->fault - 1, in.why);
		return *in.why && errno != ENOMEM ? 0 : -1;
	}
	rc = stored_find_last(&in, &l, system);
	end->compressed = input_place(&in).kind;
	end->container = monread_container_found(in.m);
	if (rc == 0)
		rc = end->compressed ? end_packed(fd, &in, &l, end) : end_plain(fd, &in, &l, end);
	input_close(&in);
	return rc;
}

int stored_end(int fd, const struct monread_layouts *layouts, struct stored_end *end)
{
	struct monread_system *system;
	struct stat st;
	int rc = 1, error;

	memset(end, 0, sizeof *end);
	if (fstat(fd, &st))
		return -1;
	end->whole = end->size = (uint64_t)st.st_size;
	if (end->size == 0)
		return 0;
	system = layouts ? monread_system_new(layouts) : NULL;
	errno = ENOMEM;
	if (layouts && !system)
		return -1;
	while (rc > 0)
		rc = stored_look(fd, end, system);
	if (system)
		snprintf(end->system, sizeof end->system, "%s", monread_system_id(system));
	error = errno;
	monread_system_free(system);
	errno = error;
	return rc;
}
