/* order.c: a look at the beginning of each input tells which system it is of, and when it begins. */
#include "config.h"

#include "stat/order.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What is no file can be read once only: nothing is known of it.  0, or -1: it was said why. */
static int look(struct order_look *l, const struct options *o, const struct monread_layouts *layouts)
{
	struct folder_look found;
	struct stat st;

	if (stat(l->name, &st) || !S_ISREG(st.st_mode))
		return 0;
	if (folder_look(&found, l->name, &o->input, layouts))
		return -1;
	l->tod = found.begins.tod;
	memcpy(l->id, found.system, sizeof l->id);
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct order_look *x = a, *y = b;
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

int order_look(struct order_look *looks, char *const *names, int n, const struct options *o,
               const struct monread_layouts *layouts)
{
	int i;

	memset(looks, 0, (size_t)n * sizeof *looks);
	for (i = 0; i < n; i++) {
		looks[i].name = names[i];
		looks[i].place = i;
		if (n > 1 && look(&looks[i], o, layouts))
			return -1;
	}
	qsort(looks, (size_t)n, sizeof *looks, compare);
	return 0;
}

unsigned order_systems(const struct order_look *looks, int n)
{
	unsigned systems = 1;
	int i;

	for (i = 1; i < n; i++)
		systems += !*looks[i].id || strcmp(looks[i].id, looks[i - 1].id) != 0;
	return systems;
}
