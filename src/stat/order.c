/* order.c: a look at the beginning of each input tells which system it is of, and when it begins. */
#include "config.h"

#include "stat/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"

#define ID_SIZE 32u /* more than the identifier of any system */
/* Configuration stands in front of the first samples: behind so many data sets nothing is learnt any more. */
#define LOOKS 3u

struct look {
	char *name;
	int place; /* on the command line */
	uint64_t tod;
	char id[ID_SIZE];
};

/* Until it is known which system, or that this is not told.  0, or -1: out of memory. */
static int look_at(struct look *l, struct input *in, const struct monread_layouts *layouts)
{
	struct monread_system *system = monread_system_new(layouts);
	const struct monread_ev *ev;
	struct input_gap gap;
	int rc = system ? 0 : -1;

	while (!rc && !*monread_system_id(system)) {
		ev = monread_next(in->m);
		if (!ev && (monread_code(in->m) != MONREAD_AGAIN || input_more(in, &gap) != INPUT_FED))
			break;
		if (!ev || ev->kind != MONREAD_RECORD)
			continue;
		/* A mark in front of repeated records has the time of what follows them. */
		l->tod = l->tod ? l->tod : ev->tod;
		if (ev->dataset > LOOKS && !(ev->flags & MONREAD_REPEATED))
			break;
		rc = monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length);
	}
	if (system)
		snprintf(l->id, sizeof l->id, "%s", monread_system_id(system));
	monread_system_free(system);
	return rc;
}

/* What is no file can be read once only: nothing is known of it.  0, or -1: it was said why. */
static int look(struct look *l, const struct options *o, const struct monread_layouts *layouts)
{
	struct input in;
	struct stat st;
	int rc;

	if (stat(l->name, &st) || !S_ISREG(st.st_mode))
		return 0;
	if (input_open(&in, l->name, &o->input))
		return 0;
	rc = look_at(l, &in, layouts);
	input_close(&in);
	if (rc)
		diag_fail("out of memory");
	return rc;
}

static int compare(const void *a, const void *b)
{
	const struct look *x = a, *y = b;
	int c = strcmp(x->id, y->id);

	/* What is not known is read last, in the order of the command line. */
	if (!*x->id != !*y->id)
		return *x->id ? -1 : 1;
	if (c)
		return c;
	if (*x->id && x->tod != y->tod)
		return x->tod < y->tod ? -1 : 1;
	return x->place - y->place;
}

int order_files(struct options *o, const struct monread_layouts *layouts, unsigned *systems)
{
	struct look *looks;
	int i, rc = 0;

	*systems = 1;
	if (o->nfiles < 2)
		return 0;
	looks = calloc((size_t)o->nfiles, sizeof *looks);
	if (!looks) {
		diag_fail("out of memory");
		return -1;
	}
	for (i = 0; i < o->nfiles && !rc; i++) {
		looks[i].name = o->files[i];
		looks[i].place = i;
		rc = look(&looks[i], o, layouts);
	}
	if (!rc) {
		qsort(looks, (size_t)o->nfiles, sizeof *looks, compare);
		for (i = 0; i < o->nfiles; i++) {
			o->files[i] = looks[i].name;
			*systems += i > 0 && (!*looks[i].id || strcmp(looks[i].id, looks[i - 1].id) != 0);
		}
	}
	free(looks);
	return rc;
}
