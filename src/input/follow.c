/* follow.c: a capture that grows, and is rotated by name. */
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

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/stop.h"
#include "input/named.h"
#include "port/hash.h"

/* Time between two looks where inotify(7) cannot be used. */
#define LOOK_MS 250

/* So many files that were left are known: one of them may get the name again. */
#define LEFT_MAX 16u
/* A file that became shorter may be about to be rewritten: wait so long before it counts as cut. */
#define SETTLE_MS 1000

/* As much before the place where reading stands is compared as well: a file may be rewritten with the same beginning. */
#define TAIL_SIZE 4096u

#define BLOCK_SIZE (256u * 1024u)

/* A file that was read and left. */
struct left {
	int fd; /* while it is open, no other file gets its number; -1: there was none free */
	dev_t dev;
	ino_t ino;
	off_t pos;
	size_t nhead, ntail;
	unsigned char head[NAMED_HEAD];
	uint64_t ends; /* hash of both */
};

struct follow {
	const struct wait *wait;
	int fd;
	struct named named;
	off_t pos;
	off_t known;        /* how much was there, as of the last look at all of it */
	off_t lost;         /* of what was there before it was written anew */
	int ended;          /* the end was reached: what comes next may be another file's, see is_rewritten() */
	struct timespec written; /* when the file was, as of the same look */
	int64_t short_from; /* ms: since when is_settled() waits; 0: it does not */
	int is_stopping;    /* the end was asked for, */
	size_t to_go;       /* and so many files had the name after this one until then */
	unsigned char head[NAMED_HEAD];
	size_t nhead;
	unsigned char tail[TAIL_SIZE];
	size_t ntail;
	struct left left[LEFT_MAX]; /* the last one first */
	size_t nleft;
	enum follow_return {
		RETURN_NONE, /* it was not read before, or goes on where it was left */
		RETURN_ANEW,
		RETURN_CUT
	} returned; /* how the file was found that is read now */
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

/* Whether the file has been shorter for a while, counted from the first call after bytes came. */
static int is_settled(struct follow *f)
{
	if (!f->short_from)
		f->short_from = named_clock();
	return named_clock() - f->short_from >= SETTLE_MS;
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
	unsigned char head[NAMED_HEAD];
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

/* The file was written to since that was looked at last, and by who made it anew. */
static int is_made_anew(struct follow *f)
{
	struct stat st;

	if (fstat(f->fd, &st) || st.st_size < f->pos ||
	    (st.st_mtim.tv_sec == f->written.tv_sec && st.st_mtim.tv_nsec == f->written.tv_nsec))
		return 0;
	if (is_rewritten(f))
		return 1;
	f->written = st.st_mtim;
	f->known = st.st_size;
	return 0;
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
	f->lost = f->known > f->pos ? f->known - f->pos : 0;
	f->known = f->pos = pos;
	f->written = (struct timespec){ 0 };
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
	if ((size_t)same < f->nhead && !stop_asked() && !is_settled(f))
		return FOLLOW_DATA;
	return go_back(f, size);
}

static void remember_head(struct follow *f, const unsigned char *bytes, size_t n)
{
	size_t room = NAMED_HEAD - f->nhead;

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
	if (f->known < f->pos)
		f->known = f->pos;
	f->ended = 0;
	f->short_from = 0;
}

/* ---- Files that were left ---- */

static uint64_t hash_ends(const struct follow *f)
{
	return mr_hash(mr_hash(0, f->head, f->nhead), f->tail, f->ntail);
}

static void forget(struct follow *f, size_t i)
{
	if (f->left[i].fd >= 0)
		close(f->left[i].fd);
	f->nleft--;
	memmove(&f->left[i], &f->left[i + 1], (f->nleft - i) * sizeof f->left[i]);
}

static size_t find_left(const struct follow *f, const struct named_file *e)
{
	size_t i = 0;

	while (i < f->nleft && (f->left[i].dev != e->dev || f->left[i].ino != e->ino))
		i++;
	return i;
}

static void remember_left(struct follow *f)
{
	const struct named_file *e = &f->named.files[0];
	size_t i = find_left(f, e);

	if (i < f->nleft)
		forget(f, i);
	if (f->nleft == LEFT_MAX)
		forget(f, f->nleft - 1);
	memmove(&f->left[1], &f->left[0], f->nleft * sizeof f->left[0]);
	f->left[0] = (struct left){ .fd = fcntl(f->fd, F_DUPFD_CLOEXEC, 0), .dev = e->dev, .ino = e->ino, .pos = f->pos,
		                    .nhead = f->nhead, .ntail = f->ntail, .ends = hash_ends(f) };
	memcpy(f->left[0].head, f->head, f->nhead);
	f->nleft++;
}

static int has_turn(const struct follow *f, const struct left *left)
{
	size_t i;

	for (i = 0; i < f->named.n; i++)
		if (f->named.files[i].is_seen && f->named.files[i].dev == left->dev && f->named.files[i].ino == left->ino)
			return 1;
	return 0;
}

/* What has no name any more gets none again: its room on the disk is given back. */
static void forget_removed(struct follow *f)
{
	struct stat st;
	size_t i;

	for (i = f->nleft; i-- > 0;)
		if (f->left[i].fd >= 0 && (fstat(f->left[i].fd, &st) || st.st_nlink == 0) && !has_turn(f, &f->left[i]))
			forget(f, i);
}

static int has_read(int fd, unsigned char *bytes, size_t n, off_t at)
{
	return again_pread(fd, bytes, n, at) == (ssize_t)n;
}

/* Where to go on in a file that was left. */
static off_t place_in(struct follow *f, const struct left *left)
{
	struct stat st;

	f->returned = RETURN_ANEW;
	if (fstat(f->fd, &st))
		return 0;
	f->nhead = st.st_size < (off_t)left->nhead ? (size_t)st.st_size : left->nhead;
	f->ntail = left->ntail;
	if (!has_read(f->fd, f->head, f->nhead, 0) || memcmp(f->head, left->head, f->nhead) != 0)
		return 0;
	if (st.st_size < left->pos) {
		f->returned = RETURN_CUT;
		f->ntail = 0;
		return st.st_size;
	}
	if (!has_read(f->fd, f->tail, f->ntail, left->pos - (off_t)f->ntail) || hash_ends(f) != left->ends)
		return 0;
	f->returned = RETURN_NONE;
	return left->pos;
}

/* The file may have been read before, and have the name again. */
static void return_to(struct follow *f)
{
	size_t i = find_left(f, &f->named.files[0]);
	off_t pos = 0;

	f->returned = RETURN_NONE;
	if (i < f->nleft)
		pos = place_in(f, &f->left[i]);
	if (pos > 0 && lseek(f->fd, pos, SEEK_SET) < 0) {
		f->returned = RETURN_ANEW;
		pos = 0;
	}
	if (pos == 0)
		f->nhead = f->ntail = 0;
	f->known = f->pos = pos;
}

/* Say how much of file I was cut off before it had its turn; what was read in a turn before is not lost. */
static void say_lost(const struct follow *f, size_t i)
{
	const struct named_file *e = &f->named.files[i];
	size_t l = find_left(f, e);
	off_t read = l < f->nleft && f->left[l].pos > e->least ? f->left[l].pos - e->least : 0;

	if (e->lost > read)
		diag_damage("%s: a file of this name became shorter before its turn to be read; at least %lld bytes of it are lost",
		            f->named.name, (long long)(e->lost - read));
}

static void drop_empty(struct follow *f)
{
	say_lost(f, 1);
	named_drop_empty(&f->named);
}

/* Go on with the next file. */
static int move_on(struct follow *f)
{
	remember_left(f);
	/* A file that has more than one turn may be open once for all of them. */
	if (lseek(f->named.files[1].fd, 0, SEEK_SET) < 0 || named_move_on(&f->named))
		return -1;
	say_lost(f, 0);
	f->written = (struct timespec){ 0 };
	f->ended = 0;
	f->short_from = 0;
	return_to(f);
	return 0;
}

/* ---- Reading ---- */

static void wait_for_change(const struct follow *f)
{
	int notify = f->named.changes.notify;
	struct pollfd p[2] = { { .fd = stop_fd(), .events = POLLIN }, { .fd = notify, .events = POLLIN } };

	/* The look that comes next takes the changes. */
	poll(p, notify >= 0 ? 2 : 1, LOOK_MS);
	if (f->wait->idle)
		f->wait->idle(f->wait->arg);
}

/* All of the file was read.  FOLLOW_DATA: it is as it was before there. */
static enum follow_state look_at_end(struct follow *f)
{
	off_t size;

	named_look(&f->named);
	forget_removed(f);
	if (is_shorter(f, &size))
		return shortened(f, size);
	return is_made_anew(f) ? go_back(f, 0) : FOLLOW_DATA;
}

/* FOLLOW_DATA: wait for more. */
static enum follow_state at_end(struct follow *f)
{
	enum follow_state state = look_at_end(f);
	struct named *d = &f->named;

	if (state != FOLLOW_DATA)
		return state;
	while (d->n > 2 && d->files[1].size == 0 && d->files[1].fd >= 0 && named_may_leave(d, 1))
		drop_empty(f);
	/* The turn of those that cannot be opened has come. */
	while (d->n > 2 && d->files[1].fd < 0 && named_may_leave(d, 0))
		named_skip(d);
	if (d->n < 2 || d->files[1].size == 0 || d->files[1].fd < 0 || !named_may_leave(d, 0) || has_grown(f))
		return FOLLOW_DATA;
	if (is_rewritten(f))
		return go_back(f, 0);
	return move_on(f) == 0 ? FOLLOW_NEW : FOLLOW_DATA;
}

/* The end was asked for: what had the name until then is read as far as it is there. */
static enum follow_state at_stop(struct follow *f)
{
	enum follow_state state = look_at_end(f);
	struct named *d = &f->named;

	if (state != FOLLOW_DATA)
		return state;
	if (!f->is_stopping)
		f->to_go = d->n - 1;
	f->is_stopping = 1;
	for (; f->to_go > 0 && d->n > 1; f->to_go--) {
		if (d->files[1].fd < 0) {
			named_skip(d);
		} else if (d->files[1].size == 0) {
			drop_empty(f);
		} else if (move_on(f) == 0) {
			f->to_go--;
			return FOLLOW_NEW;
		}
	}
	return FOLLOW_STOPPED;
}

/* Wait for bytes behind those that were read; *N of them go to f->block. */
static enum follow_state read_on(struct follow *f, size_t *n)
{
	for (;;) {
		enum follow_state state;
		ssize_t got;

		if ((f->ended && has_grown(f) && is_rewritten(f)) || is_made_anew(f))
			return go_back(f, 0);
		got = read(f->fd, f->block, sizeof f->block);
		if (got > 0) {
			got_bytes(f, f->block, (size_t)got);
			/* It takes long to read all of a large one: names change meanwhile. */
			if ((size_t)got == sizeof f->block)
				named_look(&f->named);
			*n = (size_t)got;
			return FOLLOW_DATA;
		}
		if (got < 0 && errno != EINTR)
			return FOLLOW_FAILED;
		if (got < 0)
			continue;
		f->ended = 1;
		state = stop_asked() ? at_stop(f) : at_end(f);
		if (state != FOLLOW_DATA)
			return state;
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
	f->wait = &in->options->wait;
	f->fd = in->fd;
	f->pos = lseek(in->fd, 0, SEEK_CUR); /* of standard input, some may have been read */
	if (stop_install() || fstat(in->fd, &st)) {
		diag_fail("%s: cannot be followed: %s", in->name, strerror(errno));
		return INPUT_REFUSED;
	}
	named_begin(&f->named, in->name, in->fd, &st);
	return INPUT_TAKEN;
}

static void follow_close(struct input *in)
{
	struct follow *f = in->state;

	while (f->nleft > 0)
		forget(f, f->nleft - 1);
	named_end(&f->named);
}

/* The end was asked for.  What grows may have an incomplete end: that is no damage.  Where the reader does not know yet what its
 * last bytes are, it is asked, and says it itself. */
static void say_incomplete(const struct input *in)
{
	uint64_t read = monread_offset(in->m);

	if (in->fed > read && !monread_undecided(in->m))
		diag_note("%s: the last %llu bytes are not shown: their data set was not complete when the end was asked for",
		          in->name, (unsigned long long)(in->fed - read));
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
		if (f->lost > 0)
			diag_damage("%s: was cut and is written anew; read from its beginning: %lld bytes were gone before they were read",
			            in->name, (long long)f->lost);
		else
			diag_note("%s: was cut and is written anew; read from its beginning", in->name);
		return input_replaced(in);
	case FOLLOW_CUT:
		diag_damage("%s: became shorter while it was followed; what was shown is not shown again, and reading goes on at its"
		            " end, offset 0x%llx", in->name, (unsigned long long)f->pos);
		return input_shortened(in);
	case FOLLOW_NEW:
		if (f->returned == RETURN_ANEW)
			diag_note("%s: was cut and is written anew; read from its beginning", in->name);
		else if (f->returned == RETURN_CUT)
			diag_damage("%s: became shorter while another file had its name; what was shown is not shown again",
			            in->name);
		/* The end lets the reader report what is incomplete in the old one. */
		return input_replaced(in);
	case FOLLOW_FAILED:
		diag_damaged_rest("%s: cannot be read: %s", in->name, strerror(errno));
		return INPUT_STOPPED;
	default:
		say_incomplete(in);
		return INPUT_STOPPED;
	}
}

const struct input_kind input_follow = {
	.is_live = 1,
	.open = follow_open,
	.more = follow_more,
	.close = follow_close,
};
