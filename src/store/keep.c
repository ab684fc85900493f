/* keep.c: find the oldest files of all runs.
 *
 * The age of a capture is the time of its first record: names come again (mon-%H%M.bin each day), and time stamps of
 * files change when they are copied.  Each file is opened once for that.  What this run has written is younger, in the
 * order in which it was written: where the clock was set back, its records would be older than all that is there, and
 * what was written last would go first. */
#include "config.h"

#include "store/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "store/lock.h"
#include "store/file.h"
#include "store/gap.h"
#include "store/stored.h"

struct store_kept {
	char *path;
	dev_t dev;
	ino_t ino;
	int64_t us;   /* of the first record */
	unsigned begun; /* which file of this run it is, from 1; 0: none */
	int is_there; /* found by the current search */
};

struct search {
	struct store_keep *keep;
	const struct store_options *o;
	unsigned known; /* so many files of keep are sorted by path */
};

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct store_kept *)a)->path, ((const struct store_kept *)b)->path);
}

static int by_age(const void *a, const void *b)
{
	const struct store_kept *x = a, *y = b;
	size_t m = strlen(x->path), n = strlen(y->path);

	if (x->begun != y->begun)
		return x->begun < y->begun ? -1 : 1;
	if (x->us != y->us)
		return x->us < y->us ? -1 : 1;
	/* Of the same time, the longer name has the higher number and is newer. */
	return m != n ? (m < n ? -1 : 1) : strcmp(x->path, y->path);
}

static struct store_kept *find(struct search *s, const char *path)
{
	struct store_kept key;

	key.path = (char *)path;
	return s->known ? bsearch(&key, s->keep->files, s->known, sizeof key, by_path) : NULL;
}

static int add(struct store_keep *k, const char *path, const struct stat *st, int64_t us)
{
	struct store_kept *f;

	if (k->nfiles == k->room) {
		unsigned room = k->room ? 2 * k->room : 64;

		f = realloc(k->files, room * sizeof *f);
		if (!f)
			return -1;
		k->files = f;
		k->room = room;
	}
	f = &k->files[k->nfiles];
	f->path = strdup(path);
	if (!f->path)
		return -1;
	f->dev = st->st_dev;
	f->ino = st->st_ino;
	f->us = us;
	f->begun = k->begun && st->st_dev == k->dev && st->st_ino == k->ino ? k->begun : 0;
	f->is_there = 1;
	k->nfiles++;
	return 0;
}

/* What is shown may be a capture, too, as with --raw. */
static int is_shown(const struct store_options *o, const struct stat *st)
{
	struct stat out;

	return fstat(o->shown, &out) == 0 && inputs_same(&out, st);
}

static int look_at(void *arg, const char *path)
{
	struct search *s = arg;
	struct store_kept *f;
	struct stat st;
	int64_t us;
	int fd, rc, error;

	if (lstat(path, &st) || !S_ISREG(st.st_mode) || store_file_is_input(s->o, &st) || is_shown(s->o, &st))
		return 0;
	f = find(s, path);
	if (f && f->dev == st.st_dev && f->ino == st.st_ino) {
		f->is_there = 1;
		return 0;
	}
	fd = again_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
	/* A file that cannot be read may not be a capture: leave it. */
	if (fd < 0)
		return 0;
	errno = 0;
	rc = stored_first(fd, &us);
	error = errno;
	close(fd);
	if (rc && error == ENOMEM) {
		errno = ENOMEM;
		return -1;
	}
	return rc ? 0 : add(s->keep, path, &st, us);
}

/* Drop files that the search has not found, or that were removed. */
static void forget_gone(struct store_keep *k)
{
	unsigned i, n = 0;

	for (i = 0; i < k->nfiles; i++) {
		if (k->files[i].is_there)
			k->files[n++] = k->files[i];
		else
			free(k->files[i].path);
	}
	k->nfiles = n;
}

/* 1: it is gone. */
static int remove_file(const struct store_kept *f)
{
	if (unlink(f->path) == 0 || errno == ENOENT) {
		store_gap_forget(f->path);
		return 1;
	}
	diag_damage("%s: the oldest file cannot be removed: %s", f->path, strerror(errno));
	return 0;
}

int store_keep_make_room(struct store_keep *k, const struct store_pattern *pattern, const struct store_options *o)
{
	struct search s = { k, o, k->nfiles };
	unsigned i, left;

	for (i = 0; i < k->nfiles; i++)
		k->files[i].is_there = 0;
	if (k->nfiles)
		qsort(k->files, k->nfiles, sizeof *k->files, by_path);
	if (store_name_each(pattern, look_at, &s))
		return -1;
	forget_gone(k);
	if (k->nfiles < o->keep)
		return 0;
	qsort(k->files, k->nfiles, sizeof *k->files, by_age);
	left = k->nfiles;
	/* A file that is being written stays, but counts as removed: no newer one goes in its place. */
	for (i = 0; i < k->nfiles && left >= o->keep; i++) {
		if (lock_is_held_on(k->files[i].path) || remove_file(&k->files[i]))
			k->files[i].is_there = 0;
		left--;
	}
	forget_gone(k);
	return 0;
}

void store_keep_begun(struct store_keep *k, int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return;
	k->dev = st.st_dev;
	k->ino = st.st_ino;
	k->begun++;
}

void store_keep_done(struct store_keep *k)
{
	unsigned i;

	for (i = 0; i < k->nfiles; i++)
		free(k->files[i].path);
	free(k->files);
	memset(k, 0, sizeof *k);
}
