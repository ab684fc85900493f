/* files.c: open the FILEs of --sql and --sqlite. */
#include "config.h"

#include "sql/files.h"

#include <sys/stat.h>
#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/inputs.h"

int files_refuse_device(const struct files *f)
{
	const struct input_options o = { .container = f->o->container };
	struct stat st;
	int i;

	for (i = 0; i < f->o->nfiles; i++)
		if (input_names_device(f->o->files[i], &o) ||
		    (stat(f->o->files[i], &st) == 0 && S_ISCHR(st.st_mode) &&
		     strcmp(f->o->files[i], "/dev/stdin") != 0)) {
			diag_fail(
				"%s: is a device, which has no end; store its records with --write=FILE, and read FILE instead",
				f->o->files[i]);
			return 1;
		}
	return 0;
}

/* Return 1 if the capture A begins earlier than the capture B. A capture without records comes
 * last. */
static int is_before(const struct indexed *a, const struct indexed *b)
{
	if (!a->first_tod || !b->first_tod)
		return a->first_tod != 0;
	if (a->first_tod != b->first_tod)
		return ordered_is_before(a->first_tod, b->first_tod);
	return ordered_is_before(a->first_data, b->first_data);
}

static int files_compare(const void *a, const void *b)
{
	const struct indexed *x = *(struct indexed *const *)a, *y = *(struct indexed *const *)b;

	if (is_before(x, y))
		return -1;
	return is_before(y, x) || x->place > y->place ? 1 : -1;
}

/* Open FILE number I, or report that it cannot be opened. Return 0, or -1 if out of memory. */
static int open_one(struct files *f, int i)
{
	const struct input_options o = { .listed = f->o->listed };
	const char *name = f->o->files[i];
	struct verdict v = { .name = name };
	struct stat st = { .st_mode = 0 };
	char why[INPUT_TEXT];
	struct indexed *c;
	int fd;

	inputs_stat(name, &st);
	verdict_begin(&v);
	fd = copy_open(name, -1, &o, f->o->progress, why);
	verdict_begin(NULL);
	if (fd < 0) {
		f->missing |= *why != '\0';
		if (f->o->verdicts && !stop_asked())
			verdict_say(&v);
		return 0;
	}
	c = calloc(1, sizeof *c);
	if (!c) {
		close(fd);
		return -1;
	}
	f->list[f->n++] = c;
	c->name = name;
	c->place = (unsigned)i;
	c->asked = f->o->container;
	c->file.fd = fd;
	c->file.dev = st.st_dev;
	c->file.ino = st.st_ino;
	/* Standard input and pipes stay open, because they cannot be opened again. */
	if (S_ISREG(st.st_mode) && descriptor_named(name) < 0)
		c->file.pool = &f->pool;
	c->verdict = v;
	c->verdict.problems += *why != '\0';
	return indexed_open(c, f->o->layouts, why);
}

int files_open(struct files *f)
{
	int i;

	if (f->list)
		return 0;
	f->list = calloc((size_t)f->o->nfiles + 1, sizeof(struct indexed *));
	if (!f->list)
		return -1;
	for (i = 0; i < f->o->nfiles && !stop_asked(); i++)
		if (open_one(f, i))
			return -1;
	qsort(f->list, f->n, sizeof(struct indexed *), files_compare);
	return stop_asked() ? -1 : 0;
}

void files_say_verdicts(const struct files *f)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		struct verdict *v = &f->list[i]->verdict;

		verdict_end(v);
		/* A capture that was not read has no verdict: for example, a query of layouts reads
		 * no capture. */
		if (f->o->verdicts && f->list[i]->scanned)
			verdict_say(v);
	}
}

uint64_t files_size(const struct files *f)
{
	uint64_t size = 0;
	size_t i;

	for (i = 0; i < f->n; i++)
		size += f->list[i]->size;
	return size;
}

void files_progress(const struct files *f, const struct indexed *c, uint64_t done)
{
	size_t i;

	if (!progress_due(f->o->progress))
		return;
	for (i = 0; i < f->n && f->list[i] != c; i++)
		done += f->list[i]->size;
	f->o->progress->total = files_size(f);
	progress_show(f->o->progress, c->name, done);
}

void files_close(struct files *f)
{
	size_t i;

	for (i = 0; i < f->n; i++) {
		indexed_close(f->list[i]);
		free(f->list[i]);
	}
	free(f->list);
}
