/* rawset.c: holds the bytes of a record set until the set is complete, for raw with --strict. */
#include "config.h"

#include "out/rawset.h"

#include <stdlib.h>

struct rawset {
	struct out_buffer bytes;
	uint64_t missing; /* missing bytes of the set */
};

struct rawset *rawset_new(void)
{
	struct rawset *s = calloc(1, sizeof *s);

	if (!s || out_buffer_init(&s->bytes, OUT_MEMORY) == 0)
		return s;
	free(s);
	return NULL;
}

void rawset_free(struct rawset *s)
{
	if (!s)
		return;
	out_buffer_done(&s->bytes);
	free(s);
}

static size_t rawset_length(const struct rawset *s)
{
	return (size_t)(s->bytes.p - s->bytes.buf);
}

int rawset_add(struct rawset *s, const struct monread_ev *ev, struct out_buffer *b)
{
	/* Bytes between sets wait for the next set, because they may be damage. */
	int inside = s->missing > 0;

	if (ev->kind == MONREAD_SET_END)
		return 0;
	if (ev->kind == MONREAD_CONTROL)
		s->missing = (uint64_t)ev->mce->end - ev->mce->start + 1;
	else
		s->missing -= ev->length < s->missing ? ev->length : s->missing;
	out_bytes(&s->bytes, ev->bytes, ev->length);
	if (s->bytes.error)
		return -1;
	if (s->missing || !inside)
		return 0;
	out_bytes(b, s->bytes.buf, rawset_length(s));
	s->bytes.p = s->bytes.buf;
	return 0;
}

int rawset_end(struct rawset *s, int (*take)(void *arg, const struct monread_ev *ev), void *arg)
{
	struct monread *m = rawset_length(s) ? monread_open(MONREAD_FD_NONE) : NULL;
	const struct monread_ev *ev;
	int rc = 0;

	if (!rawset_length(s))
		return 0;
	if (!m || monread_set_container(m, MONREAD_CONTAINER_STREAM) || monread_feed(m, s->bytes.buf, rawset_length(s)))
		rc = -1;
	while (!rc && ((ev = monread_next(m)) != NULL || monread_code(m) == MONREAD_AGAIN))
		rc = ev ? take(arg, ev) : monread_feed(m, NULL, 0);
	if (!rc && monread_code(m) != MONREAD_EOF)
		rc = -1;
	monread_close(m);
	return rc;
}
