/* follow.c: a capture that grows, and is rotated by name.  Changes are noticed by inotify(7), or by polling. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "cli/again.h"
#include "cli/clock.h"
#include "cli/diag.h"
#include "cli/stop.h"

/* Time between two looks where inotify(7) cannot be used. */
#define LOOK_MS 250

/* A writer may go on with the old file for a while after a rename: it is left when nothing came for so long. */
#define QUIET_MS 5000
/* So many files that had the name are kept open until they are read: names change faster than that. */
#define HELD_MAX 16u
/* A file that became shorter may be about to be rewritten: wait so long before it counts as cut. */
#define SETTLE_MS 1000

/* As much of the beginning is compared to tell whether it is still the same file: the time of the first record is in
 * it, also behind a control block of a page and a page of another record. */
#define HEAD_SIZE 12288u
/* And as much before the place where reading stands: a file may be rewritten with the same beginning. */
#define TAIL_SIZE 4096u

#define BLOCK_SIZE (256u * 1024u)

/* A file that has the name, or had it. */
struct held {
	int fd;
	dev_t dev;
	ino_t ino;
	off_t size;         /* when it was looked at last */
	int64_t quiet_from; /* ms: since then its size is the same, another has the name, and one behind it has data */
};

struct follow {
	const struct wait *wait;
	const char *name;
	int fd;
	int notify;
	struct held files[1 + HELD_MAX]; /* the one that is read, and those that had the name after it, in order */
	size_t nfiles;
	int has_missed;
	struct held missed; /* it has the name and data, but is not open */
	int missed_error;   /* why; 0: there is no room for it */
	off_t pos;
	int ended;          /* the end was reached: what comes next may be another file's, see is_rewritten() */
	struct timespec written; /* when the file was, as of the last look at all of it */
	int64_t short_from; /* ms: since when is_settled() waits; 0: it does not */
	unsigned char head[HEAD_SIZE];
	size_t nhead;
	unsigned char tail[TAIL_SIZE];
	size_t ntail;
	unsigned char block[BLOCK_SIZE];
};

enum follow_state {
	FOLLOW_DATA,
	FOLLOW_NEW,   /* the name belongs to another file now */
	FOLLOW_ANEW,  /* the file is rewritten; reading goes on at its beginning */
	FOLLOW_CUT,   /* the end of it was cut off; reading goes on at its new end */
	FOLLOW_STOPPED,
	FOLLOW_FAILED /* see errno */
};

#ifdef HAVE_SYS_INOTIFY_H
/* A file that gets the name may lose it before the next look.  0, or -1. */
static int watch_directory(int notify, const char *name)
{
	const char *slash = strrchr(name, '/');
	char *directory = slash ? strndup(name, (size_t)(slash - name) + 1) : NULL;
	int rc = -1;

	if (directory || !slash)
		rc = inotify_add_watch(notify, slash ? directory : ".", IN_CREATE | IN_MOVED_TO);
	free(directory);
	return rc < 0 ? -1 : 0;
}
#endif

static void watch(struct follow *f)
{
#ifdef HAVE_SYS_INOTIFY_H
	int failed;

	if (f->notify >= 0)
		close(f->notify);
	f->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (f->notify < 0)
		return;
	/* Where the name is gone for now, or only one can be watched, the other one is, and looks do the rest. */
	failed = inotify_add_watch(f->notify, f->name, IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB) < 0;
	if (watch_directory(f->notify, f->name) && failed) {
		close(f->notify);
		f->notify = -1;
	}
#else
	f->notify = -1;
#endif
}

static int64_t now_ms(void)
{
	return clock_now() / 1000000;
}

/* Whether the file has been shorter for a while, counted from the first call after bytes came. */
static int is_settled(struct follow *f)
{
	if (!f->short_from)
		f->short_from = now_ms();
	return now_ms() - f->short_from >= SETTLE_MS;
}

static int is_shorter(const struct follow *f, off_t *size)
{
	struct stat st;

	if (fstat(f->fd, &st) || st.st_size >= f->pos)
		return 0;
	*size = st.st_size;
	return 1;
}

/* How many of the first bytes of the file are those that were read before; -1: some differ. */
static ssize_t same_head(const struct follow *f, off_t size)
{
	unsigned char head[HEAD_SIZE];
	size_t n = size < (off_t)f->nhead ? (size_t)size : f->nhead;
	ssize_t got = again_pread(f->fd, head, n, 0);

	return got < 0 || memcmp(head, f->head, (size_t)got) != 0 ? -1 : got;
}

static int same_tail(const struct follow *f)
{
	unsigned char tail[TAIL_SIZE];
	ssize_t got = again_pread(f->fd, tail, f->ntail, f->pos - (off_t)f->ntail);

	/* Of one that is shorter by now at_end() sees that. */
	return got != (ssize_t)f->ntail || memcmp(tail, f->tail, f->ntail) == 0;
}

/* The file is no shorter than what was read of it, but holds something else there: it was cut, and grew past that. */
static int is_rewritten(const struct follow *f)
{
	return same_head(f, f->pos) < 0 || !same_tail(f);
}

/* The file is as long as what was read of it, but was written to since that was looked at last: by who made it anew, too. */
static int is_made_anew(struct follow *f)
{
	struct stat st;

	if (fstat(f->fd, &st) || st.st_size != f->pos ||
	    (st.st_mtim.tv_sec == f->written.tv_sec && st.st_mtim.tv_nsec == f->written.tv_nsec))
		return 0;
	f->written = st.st_mtim;
	return is_rewritten(f);
}

static int has_grown(const struct follow *f)
{
	struct stat st;

	return fstat(f->fd, &st) == 0 && st.st_size > f->pos;
}

/* Go on at POS of the same file, before which it is as it was. */
static enum follow_state go_back(struct follow *f, off_t pos)
{
	if (lseek(f->fd, pos, SEEK_SET) < 0)
		return FOLLOW_FAILED;
	f->pos = pos;
	f->ntail = 0;
	if ((off_t)f->nhead > pos)
		f->nhead = (size_t)pos;
	f->short_from = 0;
	return pos > 0 ? FOLLOW_CUT : FOLLOW_ANEW;
}

/* The file is shorter than what was read of it.  FOLLOW_DATA: it is too early to say why. */
static enum follow_state shortened(struct follow *f, off_t size)
{
	ssize_t same = same_head(f, size);

	if (size == 0 || same < 0)
		return go_back(f, 0);
	if ((size_t)same < f->nhead && !is_settled(f))
		return FOLLOW_DATA;
	return go_back(f, size);
}

static void remember_head(struct follow *f, const unsigned char *bytes, size_t n)
{
	size_t room = HEAD_SIZE - f->nhead;

	if (f->pos != (off_t)f->nhead || room == 0)
		return;
	memcpy(f->head + f->nhead, bytes, n < room ? n : room);
	f->nhead += n < room ? n : room;
}

static void remember_tail(struct follow *f, const unsigned char *bytes, size_t n)
{
	size_t added = n < TAIL_SIZE ? n : TAIL_SIZE;
	size_t kept = f->ntail < TAIL_SIZE - added ? f->ntail : TAIL_SIZE - added;

	memmove(f->tail, f->tail + f->ntail - kept, kept);
	memcpy(f->tail + kept, bytes + n - added, added);
	f->ntail = kept + added;
}

static void got_bytes(struct follow *f, const unsigned char *bytes, size_t n)
{
	remember_head(f, bytes, n);
	remember_tail(f, bytes, n);
	f->pos += (off_t)n;
	f->ended = 0;
	f->short_from = 0;
}

/* ---- The files that had the name ---- */

static int is_file(const struct held *h, const struct stat *st)
{
	return h->dev == st->st_dev && h->ino == st->st_ino;
}

static struct held *find(struct follow *f, const struct stat *st)
{
	size_t i;

	for (i = 0; i < f->nfiles; i++)
		if (is_file(&f->files[i], st))
			return &f->files[i];
	return NULL;
}

static void take_file(struct held *h, int fd, const struct stat *st)
{
	*h = (struct held){ .fd = fd, .dev = st->st_dev, .ino = st->st_ino, .quiet_from = now_ms() };
}

/* The file of ST cannot be held because of ERROR; it is lost if it loses the name before it can. */
static void miss(struct follow *f, const struct stat *st, int error)
{
	f->has_missed = st->st_size > 0;
	f->missed_error = error;
	take_file(&f->missed, -1, st);
}

static void say_missed(struct follow *f)
{
	if (f->missed_error)
		diag_damage("%s: a file of this name is skipped, as it cannot be opened: %s", f->name,
		            strerror(f->missed_error));
	else
		diag_damage("%s: a file of this name is skipped, as %u that had it before are not read yet", f->name,
		            HELD_MAX);
	f->has_missed = 0;
}

/* Open the file that has the name now, of ST, for when its turn comes.  NULL: it cannot be opened, or is open. */
static struct held *hold(struct follow *f, struct stat *st)
{
	int fd = again_open_unless_stopped(f->name, O_RDONLY | O_CLOEXEC, 0);

	if (fd < 0) {
		if (errno != ENOENT)
			miss(f, st, errno);
		return NULL;
	}
	/* The name may have changed once more. */
	if (fstat(fd, st) || !S_ISREG(st->st_mode) || find(f, st)) {
		close(fd);
		return NULL;
	}
	f->has_missed = 0;
	take_file(&f->files[f->nfiles], fd, st);
	return &f->files[f->nfiles++];
}

/* The file that has the name, which is held from now on.  NULL: there is none, or it cannot be held. */
static struct held *named_file(struct follow *f)
{
	struct held *named;
	struct stat st;

	if (stat(f->name, &st) || !S_ISREG(st.st_mode))
		return NULL;
	if (f->has_missed && !is_file(&f->missed, &st))
		say_missed(f);
	named = find(f, &st);
	if (named)
		return named;
	if (f->nfiles <= HELD_MAX)
		return hold(f, &st);
	miss(f, &st, 0);
	return NULL;
}

static void drop(struct follow *f, size_t i)
{
	f->nfiles--;
	memmove(&f->files[i], &f->files[i + 1], (f->nfiles - i) * sizeof f->files[i]);
}

/* A writer may go on with a file that lost its name: not yet when this holds. */
static int is_quiet(const struct held *h)
{
	return now_ms() - h->quiet_from >= QUIET_MS;
}

/* See which file has the name now, and which ones grew.  All of them are watched at the same time, so that quiet ones
 * are read one after the other without waiting. */
static void look(struct follow *f)
{
	const struct held *named = named_file(f);
	int data_behind = 0;
	size_t i;

	for (i = f->nfiles; i-- > 0;) {
		struct held *h = &f->files[i];
		struct stat st;

		if (fstat(h->fd, &st))
			continue;
		if (!data_behind || h == named || st.st_size != h->size)
			h->quiet_from = now_ms();
		h->size = st.st_size;
		data_behind |= h->size > 0;
	}
}

/* Files that were empty until they lost the name are none that was rotated. */
static void drop_empty(struct follow *f)
{
	while (f->nfiles > 2 && f->files[1].size == 0 && is_quiet(&f->files[1])) {
		close(f->files[1].fd);
		drop(f, 1);
	}
}

/* Go on with the next file, as the same descriptor number. */
static int move_on(struct follow *f)
{
	if (dup2(f->files[1].fd, f->fd) < 0)
		return -1;
	close(f->files[1].fd);
	f->files[1].fd = f->fd;
	drop(f, 0);
	f->pos = 0;
	f->nhead = f->ntail = 0;
	f->ended = 0;
	f->short_from = 0;
	watch(f);
	return 0;
}

/* ---- Reading ---- */

static void wait_for_change(const struct follow *f)
{
	struct pollfd p[2] = { { .fd = stop_fd(), .events = POLLIN }, { .fd = f->notify, .events = POLLIN } };
	char events[4096];

	if (poll(p, f->notify >= 0 ? 2 : 1, LOOK_MS) > 0 && f->notify >= 0 && p[1].revents)
		while (read(f->notify, events, sizeof events) > 0)
			;
	if (f->wait->idle)
		f->wait->idle(f->wait->arg);
}

/* All of the file was read.  FOLLOW_DATA: wait for more. */
static enum follow_state at_end(struct follow *f)
{
	off_t size;

	look(f);
	if (is_shorter(f, &size))
		return shortened(f, size);
	if (is_made_anew(f))
		return go_back(f, 0);
	drop_empty(f);
	if (f->nfiles < 2 || f->files[1].size == 0 || !is_quiet(&f->files[0]) || has_grown(f))
		return FOLLOW_DATA;
	if (is_rewritten(f))
		return go_back(f, 0);
	return move_on(f) == 0 ? FOLLOW_NEW : FOLLOW_DATA;
}

/* Wait for bytes behind those that were read; *N of them go to f->block. */
static enum follow_state read_on(struct follow *f, size_t *n)
{
	for (;;) {
		enum follow_state state;
		ssize_t got;

		if (f->ended && has_grown(f) && is_rewritten(f))
			return go_back(f, 0);
		got = read(f->fd, f->block, sizeof f->block);
		if (got > 0) {
			got_bytes(f, f->block, (size_t)got);
			/* It takes long to read all of a large one: names change meanwhile. */
			if ((size_t)got == sizeof f->block)
				look(f);
			*n = (size_t)got;
			return FOLLOW_DATA;
		}
		if (got < 0 && errno != EINTR)
			return FOLLOW_FAILED;
		if (stop_asked())
			return FOLLOW_STOPPED;
		f->ended |= got == 0;
		state = got == 0 ? at_end(f) : FOLLOW_DATA;
		if (state != FOLLOW_DATA)
			return state;
		if (got == 0)
			wait_for_change(f);
	}
}

/* ---- As an input ---- */

static enum input_taken follow_open(struct input *in)
{
	struct follow *f;
	struct stat st;

	if (!in->options->follow || input_rewind(in))
		return INPUT_PASSED;
	f = input_state(in, sizeof *f);
	if (!f)
		return INPUT_REFUSED;
	f->name = in->name;
	f->wait = &in->options->wait;
	f->fd = in->fd;
	f->pos = lseek(in->fd, 0, SEEK_CUR); /* of standard input, some may have been read */
	f->notify = -1;
	if (stop_install() || fstat(in->fd, &st)) {
		diag_fail("%s: cannot be followed: %s", in->name, strerror(errno));
		return INPUT_REFUSED;
	}
	take_file(&f->files[f->nfiles++], in->fd, &st);
	watch(f);
	return INPUT_TAKEN;
}

static void follow_close(struct input *in)
{
	struct follow *f = in->state;

	if (f->notify >= 0)
		close(f->notify);
	/* The first one is in->fd. */
	while (f->nfiles > 1)
		close(f->files[--f->nfiles].fd);
}

static enum input_more follow_more(struct input *in, struct input_gap *gap)
{
	struct follow *f = in->state;
	size_t n = 0;

	(void)gap;
	switch (read_on(f, &n)) {
	case FOLLOW_DATA:
		return input_feed(in, f->block, n);
	case FOLLOW_ANEW:
		diag_note("%s: was cut and is written anew; read from its beginning", in->name);
		return input_replaced(in);
	case FOLLOW_CUT:
		diag_damage("%s: became shorter while it was followed; what was shown is not shown again", in->name);
		return input_shortened(in);
	case FOLLOW_NEW:
		/* The end lets the reader report what is incomplete in the old one. */
		return input_replaced(in);
	case FOLLOW_FAILED:
		diag_damage("%s: cannot be read: %s", in->name, strerror(errno));
		return INPUT_STOPPED;
	default:
		return INPUT_STOPPED;
	}
}

const struct input_kind input_follow = {
	.is_live = 1,
	.open = follow_open,
	.more = follow_more,
	.close = follow_close,
};
