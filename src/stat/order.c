/* order.c: a look at the beginning of each input tells which system it is of, and when it begins. */
#include "config.h"

#include "stat/order.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/diag.h"

struct look {
	char *name;
	int place; /* on the command line */
	uint64_t tod;
	char id[MR_SYSTEM_ID_SIZE];
};

/* What is no file can be read once only: nothing is known of it.  0, or -1: it was said why. */
static int look(struct look *l, const struct options *o, const struct monread_layouts *layouts)
{
	struct folder_look found;
	struct stat st;

	if (stat(l->name, &st) || !S_ISREG(st.st_mode))
		return 0;
	if (folder_look(&found, l->name, &o->input, layouts))
		return -1;
	l->tod = found.tod;
	memcpy(l->id, found.system, sizeof l->id);
	return 0;
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
