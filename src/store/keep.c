/* keep.c: finds the oldest captures among the files of this run and of earlier runs.
 *
 * The age of a capture is the time of its first record: a pattern such as mon-%H%M.bin gives the
 * same names each day, and copying a file changes its modification time. The files of this run
 * count as younger than all other files, in the order in which this run began them: after the clock
 * was set back, the newest records have the lowest times.
 *
 * A clock that jumps must not make new files look old. So --keep=AGE removes nothing after the
 * times of the input have jumped ahead by more than a day. With a device as input, it removes only
 * files that, by the clock of this host, were not changed for longer than AGE, and only while the
 * times of the data agree with this clock: files that were stored under a wrong clock have wrong
 * times in their records. */
#include "config.h"

#include "store/keep.h"

#include "base/array.h"
#include "base/clock.h"
#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"
#include "cli/lock.h"
#include "store/clock.h"
#include "store/stored.h"

#define MICROS 1000000

static int by_age(const void *a, const void *b)
{
	const struct store_kept *x = a, *y = b;
	size_t m = strlen(x->path), n = strlen(y->path);

	if (x->us != y->us)
		return x->us < y->us ? -1 : 1;
	/* The longer name has the higher file number, so this file is newer. */
	if (m != n)
		return m < n ? -1 : 1;
	return strcmp(x->path, y->path);
}

static int keep_add(struct store_keep *k, const char *path, const struct stat *st, int64_t us)
{
	struct store_kept *f;

	if (ARRAY_GROW(k->files, k->nfiles, k->room))
		return -1;
	f = &k->files[k->nfiles];
	*f = (struct store_kept){
		.path = strdup(path), .dev = st->st_dev, .ino = st->st_ino, .us = us
	};
	k->nfiles += f->path != NULL;
	return f->path ? 0 : -1;
}

/* Return 1 if --keep may remove PATH: a regular file that is neither an input nor the file to which
 * the program prints records. */
static int may_go(const struct store_options *o, const char *path, struct stat *st)
{
	struct stat shown;

	return lstat(path, st) == 0 && S_ISREG(st->st_mode) &&
	       !inputs_find(o->inputs, o->ninputs, st) &&
	       !(fstat(o->shown, &shown) == 0 && inputs_same(&shown, st));
}

static int keep_open(const char *path)
{
	return again_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);
}

static int keep_look_at(void *arg, const char *path)
{
	struct store_keep *k = arg;
	struct stat st;
	int64_t us;
	int fd, rc, error;

	if (!may_go(k->o, path, &st))
		return 0;
	fd = keep_open(path);
	/* Keep a file that cannot be opened: it may not be a capture. */
	if (fd < 0)
		return 0;
	rc = stored_first(fd, &us);
	error = errno;
	close(fd);
	errno = error;
	if (rc)
		return error == ENOMEM ? -1 : 0;
	return keep_add(k, path, &st, us);
}

int store_keep_look(struct store_keep *k, const struct store_pattern *pattern,
                    const struct store_options *o)
{
	if (k->looked)
		return 0;
	store_keep_done(k);
	k->o = o;
	if (store_name_each(pattern, keep_look_at, k))
		return -1;
	if (k->nfiles)
		qsort(k->files, k->nfiles, sizeof *k->files, by_age);
	k->looked = 1;
	return 0;
}

/* Forget the files that another program has removed or replaced; set *TOTAL to the total size of
 * the others in bytes. */
static void update(struct store_keep *k, uint64_t *total)
{
	size_t i, n = 0;
	struct stat st;

	*total = 0;
	for (i = 0; i < k->nfiles; i++) {
		struct store_kept *f = &k->files[i];

		if (!may_go(k->o, f->path, &st) || st.st_dev != f->dev || st.st_ino != f->ino) {
			free(f->path);
			continue;
		}
		f->size = (uint64_t)st.st_size;
		f->written = (int64_t)st.st_mtime * MICROS;
		*total += f->size;
		k->files[n++] = *f;
	}
	k->nfiles = n;
}

/* Remove the file F, unless a program is writing to it. Return 1 if F no longer exists. */
static int remove_file(const struct store_kept *f)
{
	if (lock_is_held_on(f->path))
		return 0;
	if (unlink(f->path) == 0 || errno == ENOENT)
		return 1;
	diag_damage("%s: the oldest file cannot be removed: %s", f->path, strerror(errno));
	return 0;
}

/* Return the time of the last record in F or, if it cannot be read, of the first record. */
static int64_t keep_last_time(struct store_kept *f)
{
	struct stored_end end = { .last = 0 };
	int fd;

	if (f->last)
		return f->last;
	f->last = f->us;
	fd = keep_open(f->path);
	if (fd < 0)
		return f->last;
	if (stored_end(fd, NULL, &end) == 0 && end.last)
		f->last = monread_tod_to_unix_us(end.last);
	close(fd);
	return f->last;
}

static int keep_is_over(const struct store_keep *k, int64_t age)
{
	return (double)age / MICROS > k->o->keep_age;
}

/* Return 1 if all records of F are older than AGE. F[1] is the next newer file. */
static int keep_is_old(const struct store_keep *k, struct store_kept *f,
                       const struct store_keep_clock *c)
{
	/* The first record of F[1] is newer than all records of F, so the time of F[1] suffices. */
	if (!c->host)
		return keep_is_over(k, c->newest - f[1].us);
	/* F or F[1] may have been stored under a wrong clock, so that their order does not show
	 * which is older: use only the times of F. */
	return keep_is_over(k, c->newest - f->us) && keep_is_over(k, c->host - f->written) &&
	       keep_last_time(f) <= c->host && keep_is_over(k, c->newest - f->last);
}

/* Report, at most once per hour, that --keep removes no file by its age. */
static void keep_suspend(struct store_keep *k, const char *why)
{
	int64_t now = clock_now();

	if (now < k->due)
		return;
	k->due = now + 3600 * CLOCK_SECOND;
	diag_damage(
		"%s: %s, so --keep removes no file by its age; limit the space with --keep=SIZE",
		k->o->file, why);
}

/* Return 1 if F must be removed because of its age. CHAIN is 1 if all older files must be removed
 * because of their age. */
static int keep_is_due(struct store_keep *k, struct store_kept *f, const struct store_keep_clock *c,
                       int chain)
{
	if (k->o->keep_age <= 0 || (!chain && !c->host) || !keep_is_old(k, f, c))
		return 0;
	if (c->jumped)
		keep_suspend(k, "the times of this input jumped ahead by more than a day");
	return 1;
}

int store_keep_make_room(struct store_keep *k, const char *path, int fd, int64_t us,
                         const struct store_keep_clock *c)
{
	int differs = c->host && (us - c->host > STORE_DAY || c->host - us > STORE_DAY);
	const struct store_options *o = k->o;
	int is_due = 1, is_over;
	size_t i, n = 0, left;
	uint64_t total;
	struct stat st;

	if (fstat(fd, &st) == 0 && keep_add(k, path, &st, us))
		return -1;
	update(k, &total);
	/* The newest file is still growing: leave as much space for it as for the file before
	 * it. */
	if (k->nfiles > 1 && k->files[k->nfiles - 1].size < k->files[k->nfiles - 2].size)
		total += k->files[k->nfiles - 2].size - k->files[k->nfiles - 1].size;
	if (differs && o->keep_age > 0)
		keep_suspend(k,
		             "the clocks of the data and of this host differ by more than a day");
	left = k->nfiles;
	for (i = 0; i < k->nfiles; i++) {
		struct store_kept *f = &k->files[i];
		int is_newest = i + 1 == k->nfiles;

		is_over = (o->keep && left > o->keep) || (o->keep_size && total > o->keep_size);
		is_due = !is_newest && !differs && keep_is_due(k, f, c, is_due);
		if (!is_newest && (is_over || (is_due && !c->jumped))) {
			/* Subtract the size of F even if F cannot be removed: otherwise a newer
			 * file would be removed in its place. */
			total -= f->size;
			left--;
			if (remove_file(f)) {
				free(f->path);
				continue;
			}
		}
		k->files[n++] = *f;
	}
	k->nfiles = n;
	return 0;
}

void store_keep_done(struct store_keep *k)
{
	size_t i;

	for (i = 0; i < k->nfiles; i++)
		free(k->files[i].path);
	free(k->files);
	memset(k, 0, sizeof *k);
}
