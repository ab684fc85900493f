/* cut.c: the reader returns the whole records of a capture that was cut off, and reports that data
 * is missing. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"

#define COPY_MAX 65536u   /* larger files are read from the disk */
#define PLACES_MAX 150000u /* larger files are not cut at every byte */

struct place {
	uint64_t offset;
	size_t length;
};

/* The whole file: its records, and the offsets where a cut cannot be noticed. */
struct whole {
	struct place *records;
	size_t nrecords;
	unsigned char *may_end;
};

static unsigned count;

static void add_record(struct whole *w, const struct monread_ev *ev)
{
	if ((w->nrecords & (w->nrecords - 1)) == 0)
		w->records = test_alloc(w->records, (2 * w->nrecords + 1) * sizeof *w->records);
	w->records[w->nrecords].offset = ev->offset;
	w->records[w->nrecords++].length = ev->length;
}

static struct monread *feed(const unsigned char *data, size_t len)
{
	struct monread *m = monread_open(MONREAD_FD_NONE);

	if (!m || (len && monread_feed(m, data, len))) {
		puts("Bail out! monread_feed");
		exit(99);
	}
	return m;
}

/* Return the next event; if the reader waits for more bytes, end the input. */
static const struct monread_ev *next(struct monread *m)
{
	const struct monread_ev *ev = monread_next(m);

	if (!ev && monread_code(m) == MONREAD_AGAIN && monread_feed(m, NULL, 0) == MONREAD_OK)
		ev = monread_next(m);
	return ev;
}

static void read_whole(struct whole *w, const unsigned char *data, size_t len)
{
	struct monread *m = feed(data, len);
	const struct monread_ev *ev;

	memset(w, 0, sizeof *w);
	w->may_end = test_alloc(NULL, len + 1);
	memset(w->may_end, 0, len + 1);
	w->may_end[0] = w->may_end[len] = 1;
	for (ev = next(m); ev && ev->kind < MONREAD_BAD; ev = next(m)) {
		if (ev->kind == MONREAD_RECORD)
			add_record(w, ev);
		else if (ev->kind == MONREAD_SET_END ||
		         (ev->kind == MONREAD_CONTROL &&
		          monread_container_found(m) == MONREAD_CONTAINER_STREAM))
			w->may_end[ev->offset] = 1;
	}
	monread_close(m);
}

/* The result of reading a truncated file. */
struct reading {
	size_t records, bad, elsewhere;
	int strange, ended;
};

static void read_cut(struct reading *r, const struct whole *w, const unsigned char *whole,
                     const unsigned char *data, size_t cut)
{
	struct monread *m = feed(data, cut);
	const struct monread_ev *ev;

	memset(r, 0, sizeof *r);
	for (ev = next(m); ev && !r->strange; ev = next(m)) {
		const struct place *p = &w->records[r->records];

		r->bad += ev->kind == MONREAD_BAD;
		r->strange = ev->kind == MONREAD_GAP;
		if (ev->kind != MONREAD_RECORD)
			continue;
		/* If the second copy of a repeated frame was cut off, its records may be found at
		 * the offset of the first copy. */
		if (r->records++ == w->nrecords || ev->length != p->length ||
		    memcmp(ev->bytes, whole + p->offset, ev->length) != 0)
			r->strange = 1;
		else
			r->elsewhere += ev->offset != p->offset;
	}
	r->ended = monread_code(m) == MONREAD_EOF;
	monread_close(m);
}

static int check_cut(const struct whole *w, const unsigned char *data, size_t cut, size_t expected)
{
	unsigned char *copy = cut <= COPY_MAX ? test_alloc(NULL, cut) : NULL;
	struct reading r;
	int wrong = 1;

	if (copy)
		memcpy(copy, data, cut);
	read_cut(&r, w, data, copy ? copy : data, cut);
	free(copy);
	if (r.strange)
		printf("# cut at %zu: record %zu is not that of the whole file\n", cut, r.records);
	else if (!r.ended)
		printf("# cut at %zu: no end\n", cut);
	else if (r.records < expected || (r.records > expected && !r.elsewhere))
		printf("# cut at %zu: %zu records, not %zu\n", cut, r.records, expected);
	else if (w->may_end[cut] ? r.bad != 0 : r.bad != 1)
		printf("# cut at %zu: it is said %zu times that something is missing\n", cut,
		       r.bad);
	else
		wrong = 0;
	return wrong;
}

static void one_file(const char *path, size_t step)
{
	const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
	struct whole w;
	unsigned char *data;
	size_t len, cut, i = 0, places = 0;
	unsigned wrong = 0;

	data = test_file(path, &len);
	if (len / step > PLACES_MAX)
		step = len / (PLACES_MAX / 10) | 1;
	read_whole(&w, data, len);
	for (cut = 0; cut <= len && wrong < 10; cut += step, places++) {
		while (i < w.nrecords && w.records[i].offset + w.records[i].length <= cut)
			i++;
		wrong += (unsigned)check_cut(&w, data, cut, i);
	}
	printf("%sok %u - %s cut off at %zu places\n", wrong ? "not " : "", ++count, name, places);
	free(w.records);
	free(w.may_end);
	free(data);
}

int main(int argc, char **argv)
{
	size_t step = 1;
	int i;

	for (i = 1; i < argc; i++) {
		if (strncmp(argv[i], "-s", 2) == 0)
			step = (size_t)strtoul(argv[i] + 2, NULL, 10);
		else
			one_file(argv[i], step ? step : 1);
	}
	printf("1..%u\n", count);
	return 0;
}
