/* named.c: the files that have a name one after the other.  Which ones did is told by the changes of the directory, and by
 * looks, where these are not told. */
#include "config.h"

#include "input/named.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/clock.h"
#include "cli/diag.h"
#include "port/hash.h"

/* A writer may go on with the old file for a while after a rename: it is left when nothing came for so long. */
#define QUIET_MS 5000
/* Names may change while files are opened by them: then they are looked at again. */
#define TRIES 16

int64_t named_clock(void)
{
	return clock_now() / 1000000;
}

static struct named_file *last_of(struct named *d)
{
	return &d->files[d->n - 1];
}

static int is_file(const struct named_file *e, const struct stat *st)
{
	return e->is_seen && e->dev == st->st_dev && e->ino == st->st_ino;
}

/* It has its turn later: what is cut off of it until then was not read. */
static void note_size(struct named_file *e, off_t size)
{
	if (size < e->size) {
		e->least = e->lost == 0 || size < e->least ? size : e->least;
		e->lost += e->size - size;
	}
	e->size = size;
}

/* It was written to since, and begins with something else. */
static int is_made_anew(struct named_file *e, const struct stat *st)
{
	unsigned char head[NAMED_HEAD];
	ssize_t got;
	int anew;

	if (st->st_mtim.tv_sec == e->written.tv_sec && st->st_mtim.tv_nsec == e->written.tv_nsec)
		return 0;
	got = again_pread(e->fd, head, sizeof head, 0);
	if (got < 0)
		return 0;
	/* What is missing of the beginning its size tells. */
	anew = e->nhead > 0 && (size_t)got >= e->nhead && mr_hash(0, head, e->nhead) != e->head;
	e->nhead = (size_t)got;
	e->head = mr_hash(0, head, e->nhead);
	e->written = st->st_mtim;
	return anew;
}

static void see(struct named_file *e, const struct stat *st)
{
	if (!is_file(e, st)) {
		e->size = e->lost = e->least = 0;
		e->nhead = 0;
		e->written = (struct timespec){ 0 };
	}
	e->dev = st->st_dev;
	e->ino = st->st_ino;
	e->is_seen = 1;
	note_size(e, st->st_size);
}

static void drop(struct named *d, size_t i)
{
	/* The first one is the caller's. */
	if (i > 0 && d->files[i].fd >= 0)
		close(d->files[i].fd);
	free(d->files[i].now);
	d->n--;
	memmove(&d->files[i], &d->files[i + 1], (d->n - i) * sizeof d->files[i]);
}

static void say_skipped(const struct named *d, const struct named_file *e)
{
	if (e->error)
		diag_damage("%s: a file of this name is skipped, as it cannot be opened: %s", d->name, strerror(e->error));
	else if (e->is_beyond)
		diag_damage("%s: a file of this name is skipped, as %u that had it before are not read yet", d->name,
		            NAMED_HELD);
	else
		diag_damage("%s: a file of this name is skipped, as it lost the name before it could be opened", d->name);
}

/* ---- Names ---- */

/* Without memory for it the name is not known. */
static void set_name(struct named_file *e, const char *now)
{
	free(e->now);
	e->now = now ? strdup(now) : NULL;
	/* What was seen under the name before may have been another file. */
	e->is_seen &= e->fd >= 0;
}

static int has_base(const struct named *d, const struct named_file *e)
{
	return e->now && strcmp(e->now, d->base) == 0;
}

static struct named_file *with_name(struct named *d, const char *now)
{
	size_t i;

	for (i = d->n; i-- > 0;)
		if (d->files[i].now && strcmp(d->files[i].now, now) == 0)
			return &d->files[i];
	return NULL;
}

static struct named_file *with_cookie(struct named *d, uint32_t cookie)
{
	size_t i;

	for (i = d->n; i-- > 0;)
		if (cookie && d->files[i].cookie == cookie)
			return &d->files[i];
	return NULL;
}

static int take_name(struct named *d, const char *now)
{
	struct named_file *e = with_name(d, now);

	if (e)
		set_name(e, NULL);
	return e != NULL;
}

/* Another file has the name now. */
static void add_turn(struct named *d)
{
	take_name(d, d->base);
	if (d->n > NAMED_KNOWN) {
		say_skipped(d, last_of(d));
		drop(d, d->n - 1);
	}
	d->files[d->n] = (struct named_file){ .fd = -1, .quiet_from = named_clock() };
	set_name(&d->files[d->n++], d->base);
}

static int name_goes(struct named *d, const struct change *change)
{
	struct named_file *e = with_name(d, change->name);

	if (!e)
		return 0;
	set_name(e, NULL);
	e->cookie = change->cookie;
	e->is_moving = 1;
	return 1;
}

/* E, which is open, has another turn. */
static void open_again(struct named *d, const struct named_file *e)
{
	struct named_file *last = last_of(d);

	if (d->n - 1 > NAMED_HELD)
		return;
	last->fd = fcntl(e->fd, F_DUPFD_CLOEXEC, 0);
	if (last->fd < 0)
		return;
	last->dev = e->dev;
	last->ino = e->ino;
	last->size = e->size;
	last->is_seen = last->is_settled = 1;
}

/* E, or another file where it is NULL, gets the name. */
static void base_comes(struct named *d, struct named_file *e)
{
	if (e && e == last_of(d)) {
		set_name(e, d->base);
		return;
	}
	/* What was not opened in its former turn is in the new one. */
	if (e && !e->is_settled) {
		drop(d, (size_t)(e - d->files));
		e = NULL;
	}
	add_turn(d);
	if (e)
		open_again(d, e);
}

static int name_comes(struct named *d, const struct change *change)
{
	struct named_file *e = with_cookie(d, change->cookie);
	int concerns = take_name(d, change->name);

	if (e)
		e->cookie = 0;
	if (strcmp(change->name, d->base) == 0)
		base_comes(d, e);
	else if (e)
		set_name(e, change->name);
	else
		return concerns;
	return 1;
}

static int names_are_unknown(struct named *d)
{
	size_t i;

	diag_damage("%s: the system dropped notices of changes in its directory: files that had this name meanwhile may be skipped",
	            d->name);
	for (i = 0; i < d->n; i++)
		set_name(&d->files[i], NULL);
	return 1;
}

/* Whether the change concerns these files. */
static int take_change(void *arg, const struct change *change)
{
	struct named *d = arg;

	switch (change->what) {
	case CHANGE_CREATED:
		if (strcmp(change->name, d->base) != 0)
			return 0;
		add_turn(d);
		return 1;
	case CHANGE_MOVED_FROM:
		return name_goes(d, change);
	case CHANGE_MOVED_TO:
		return name_comes(d, change);
	case CHANGE_DELETED:
		return take_name(d, change->name);
	case CHANGE_LINK:
		d->links_changed++;
		return 1;
	default:
		return names_are_unknown(d);
	}
}

/* ---- The way ---- */

static void say_unwatched(struct named *d, int error)
{
	if (error && error != d->said)
		diag_note("%s: changes of this name cannot be watched: %s; files that have it only between two looks are missed",
		          d->name, strerror(error));
	d->said = error;
}

/* What was made under the base that the name had is no file, but leads on: the one there has a turn of its own. */
static void drop_link(struct named *d)
{
	struct named_file *last = last_of(d);
	struct stat st;

	if (!has_base(d, last) || d->changes.directory < 0 ||
	    fstatat(d->changes.directory, d->base, &st, AT_SYMLINK_NOFOLLOW) || !S_ISLNK(st.st_mode))
		return;
	set_name(last, NULL);
	if (last->fd < 0)
		drop(d, d->n - 1);
}

/* Watch the directories of the way.  1: that of the file is another one, in which no names are known. */
static int watch_way(struct named *d)
{
	size_t i;

	if (!d->way.base || !changes_watch_way(&d->changes, &d->way)) {
		say_unwatched(d, d->changes.error);
		return 0;
	}
	say_unwatched(d, d->changes.error);
	for (i = 0; i < d->n; i++)
		set_name(&d->files[i], NULL);
	return 1;
}

/* Symbolic links lead the name elsewhere. */
static void go_way(struct named *d, const struct way *way)
{
	struct way before = d->way;

	drop_link(d);
	d->way = *way;
	d->base = way->base;
	watch_way(d);
	way_free(&before);
}

/* Which files a link led to between two changes of it is not told. */
static void say_links(struct named *d, unsigned turns)
{
	if (d->links_changed > 1 && d->links_changed > turns)
		diag_damage("%s: symbolic links of this name were changed %u times between two looks: files that they led to meanwhile may be skipped",
		            d->name, d->links_changed);
	d->links_changed = 0;
}

/* ---- Opening ---- */

static int stat_now(const struct named *d, const struct named_file *e, struct stat *st)
{
	if (d->changes.directory < 0 && has_base(d, e))
		return stat(d->name, st);
	return d->changes.directory < 0 ? -1 : fstatat(d->changes.directory, e->now, st, 0);
}

/* Of a file that is open for another turn, which was not this one. */
static int take_over(struct named *d, struct named_file *e, const struct stat *st)
{
	size_t i;

	for (i = d->n; i-- > 1;) {
		struct named_file *other = &d->files[i];

		if (other == e || other->fd < 0 || other->is_settled || !is_file(other, st))
			continue;
		e->fd = other->fd;
		e->lost = other->lost;
		e->least = other->least;
		e->nhead = other->nhead;
		e->head = other->head;
		e->written = other->written;
		other->fd = -1;
		other->is_seen = 0;
		return 1;
	}
	return 0;
}

static void open_now(struct named *d, struct named_file *e)
{
	struct stat st;

	e->fd = d->changes.directory < 0 ? again_open_unless_stopped(d->name, O_RDONLY | O_CLOEXEC, 0)
	                                 : again_openat(d->changes.directory, e->now, O_RDONLY | O_CLOEXEC);
	if (e->fd < 0) {
		/* A name that is gone is told by a change. */
		e->error = errno == ENOENT || errno == EINTR ? 0 : errno;
		return;
	}
	e->error = 0;
	if (fstat(e->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		see(e, &st);
		return;
	}
	close(e->fd);
	e->fd = -1;
}

/* Have the file of turn I open, under the name that it has by now. */
static void open_turn(struct named *d, size_t i)
{
	struct named_file *e = &d->files[i];
	struct stat st;

	if (e->is_settled || !e->now || stat_now(d, e, &st))
		return;
	if (e->fd >= 0 && is_file(e, &st))
		return;
	/* The name was given on, which no change told. */
	if (e->fd < 0 && e->is_seen && !is_file(e, &st))
		return;
	/* It is that of a later turn. */
	if (e->fd >= 0)
		close(e->fd);
	e->fd = -1;
	if (!S_ISREG(st.st_mode)) {
		drop(d, i);
		return;
	}
	see(e, &st);
	e->is_beyond = i > NAMED_HELD;
	if (!take_over(d, e, &st) && !e->is_beyond)
		open_now(d, e);
}

/* No change told of the file that has the name. */
static int is_unexplained(struct named *d)
{
	struct named_file *last = last_of(d);
	struct stat st;

	if (stat(d->name, &st) || !S_ISREG(st.st_mode))
		return 0;
	if (!last->is_seen)
		return !has_base(d, last);
	if (!is_file(last, &st))
		return 1;
	if (!last->now)
		set_name(last, d->base);
	return 0;
}

static void settle(struct named *d)
{
	size_t i;

	for (i = 1; i < d->n; i++)
		if (d->files[i].fd >= 0)
			d->files[i].is_settled = 1;
}

/* 1: WAY is another one than before. */
static int leads_elsewhere(const struct named *d, struct way *way)
{
	if (way_find(way, d->name))
		return 0;
	if (!d->way.base || !way_is_same(way, &d->way))
		return 1;
	way_free(way);
	return 0;
}

/* 1: all that was told is known, and that is which file has the name now. */
static int find_once(struct named *d, unsigned *turns)
{
	int elsewhere, unexplained;
	struct way way;
	size_t i;

	/* The last first: an earlier one may have been opened in place of it. */
	for (i = d->n; i-- > 1;)
		open_turn(d, i);
	elsewhere = leads_elsewhere(d, &way);
	unexplained = is_unexplained(d);
	if (changes_take(&d->changes, take_change, d)) {
		if (elsewhere)
			way_free(&way);
		return 0;
	}
	settle(d);
	if (elsewhere) {
		go_way(d, &way);
		return 0;
	}
	if (!unexplained)
		return 1;
	watch_way(d);
	add_turn(d);
	++*turns;
	return 0;
}

static void find_files(struct named *d)
{
	unsigned turns = 0;
	int tries;

	changes_take(&d->changes, take_change, d);
	for (tries = 0; tries < TRIES; tries++) {
		if (find_once(d, &turns))
			break;
	}
	say_links(d, turns);
}

/* Say which ones can be opened no more. */
static void say_lost(struct named *d)
{
	size_t i;

	for (i = d->n; i-- > 1;) {
		struct named_file *e = &d->files[i];

		if (e->fd >= 0 || e->now)
			continue;
		if (e->cookie && e->is_moving) {
			e->is_moving = 0;
			continue;
		}
		say_skipped(d, e);
		drop(d, i);
	}
}

/* What was between two turns of a file is gone, or nothing was: it is one turn. */
static void join_turns(struct named *d)
{
	size_t i;

	for (i = d->n - 1; i-- > 0;) {
		struct named_file *e = &d->files[i], *next = e + 1;

		if (e->fd < 0 || next->fd < 0 || !next->is_settled || e->dev != next->dev || e->ino != next->ino)
			continue;
		set_name(e, next->now);
		e->cookie = next->cookie;
		e->is_moving = next->is_moving;
		drop(d, i + 1);
	}
}

/* The file has a turn before this one. */
static int has_earlier(const struct named *d, size_t i)
{
	size_t j = 0;

	while (j < i && (d->files[j].fd < 0 || d->files[j].dev != d->files[i].dev || d->files[j].ino != d->files[i].ino))
		j++;
	return j < i;
}

static void look_at_sizes(struct named *d)
{
	int data_behind = 0;
	size_t i;

	for (i = d->n; i-- > 0;) {
		struct named_file *e = &d->files[i];
		off_t size = e->size;
		int anew = 0;
		struct stat st;

		if (e->fd >= 0 && fstat(e->fd, &st) == 0) {
			/* Of the one that is read, and in the first turn of another, it is said there. */
			if (i == 0 || (st.st_size < size && has_earlier(d, i)))
				e->size = st.st_size;
			else
				anew = is_made_anew(e, &st);
			/* All that it had is gone, however long it is now. */
			if (anew && !has_earlier(d, i))
				note_size(e, 0);
			note_size(e, st.st_size);
		}
		if (!data_behind || e->fd < 0 || e->size != size || anew)
			e->quiet_from = named_clock();
		data_behind |= e->size > 0;
	}
}

void named_look(struct named *d)
{
	if (d->base) {
		find_files(d);
		say_lost(d);
		join_turns(d);
	}
	look_at_sizes(d);
}

/* ---- Turns ---- */

/* It has the name again, or had it, after others. */
static int returns(const struct named *d, size_t first)
{
	const struct named_file *e = &d->files[first];
	size_t i;

	for (i = first + 1; i < d->n; i++)
		if (d->files[i].is_settled && d->files[i].dev == e->dev && d->files[i].ino == e->ino)
			return 1;
	return 0;
}

int named_may_leave(const struct named *d, size_t i)
{
	return returns(d, i) || named_clock() - d->files[i].quiet_from >= QUIET_MS;
}

void named_drop_empty(struct named *d)
{
	drop(d, 1);
	join_turns(d);
}

void named_skip(struct named *d)
{
	say_skipped(d, &d->files[1]);
	drop(d, 1);
	join_turns(d);
}

int named_move_on(struct named *d)
{
	if (dup2(d->files[1].fd, d->files[0].fd) < 0)
		return -1;
	close(d->files[1].fd);
	d->files[1].fd = d->files[0].fd;
	drop(d, 0);
	if (d->base)
		changes_watch_file(&d->changes, d->name);
	return 0;
}

void named_begin(struct named *d, const char *name, int fd, const struct stat *st)
{
	const char *slash = strrchr(name, '/');

	d->name = name;
	d->way = (struct way){ 0 };
	d->links_changed = 0;
	d->said = 0;
	d->base = strcmp(name, "-") == 0 ? NULL : slash ? slash + 1 : name;
	changes_begin(&d->changes);
	d->files[0] = (struct named_file){ .fd = fd, .is_settled = 1, .quiet_from = named_clock() };
	see(&d->files[0], st);
	d->n = 1;
	if (!d->base)
		return;
	if (way_find(&d->way, name) == 0)
		d->base = d->way.base;
	watch_way(d);
	set_name(&d->files[0], d->base);
	changes_watch_file(&d->changes, name);
}

void named_end(struct named *d)
{
	while (d->n > 0)
		drop(d, d->n - 1);
	changes_end(&d->changes);
	way_free(&d->way);
}
