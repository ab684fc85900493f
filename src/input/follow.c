/* follow.c: --follow reads a file that grows, and the next file of its name, as tail -F does. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <fcntl.h>
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
#include "cli/inputs.h"
#include "cli/stop.h"
#include "cli/words.h"

/* Time between two checks; with inotify(7) most changes are noticed at once. */
#define LOOK_MS 1000
/* After a rename, the writer may continue with the old file: wait until it got no data for so long. */
#define QUIET_MS 5000
/* The first bytes of the file, and the last bytes that were read, tell whether it was rewritten.  The first bytes have
 * the time of the first record, even after a control block and a frame. */
#define HEAD_SIZE 12288u
/* A file that has become so short that it may be rewritten from its beginning is checked again after this time. */
#define SHORT_MS 1000
#define TAIL_SIZE 4096u

#define BLOCK_SIZE (256u * 1024u)

struct follow {
	const struct wait *wait;
	const char *name;   /* NULL: standard input */
	int fd;
	int next;           /* another file that has the name now, possibly empty; -1: none */
	int64_t quiet_from; /* ms: since then the next file has data, and nothing came to this one */
	int64_t short_from; /* ms: since then the file is shorter than ->head; 0: it is not */
	int is_reported;    /* the next file cannot be opened, as was reported */
	int notify;         /* of inotify(7); -1: none */
	int watch;          /* of the file; -1: none */
	off_t pos;
	off_t known;             /* the size at the last comparison, or ->pos */
	struct timespec written; /* the time of the last write before the last comparison */
	off_t lost;              /* bytes that were gone before they were read */
	unsigned char head[HEAD_SIZE];
	size_t nhead;
	unsigned char tail[TAIL_SIZE];
	size_t ntail;
	unsigned char block[BLOCK_SIZE];
};

static int64_t now_ms(void)
{
	return clock_now() / 1000000;
}

enum follow_state {
	FOLLOW_DATA,
	FOLLOW_WAIT,    /* for more */
	FOLLOW_NEXT,    /* reading goes on in the next file */
	FOLLOW_ANEW,    /* the file was rewritten; reading goes on at its beginning */
	FOLLOW_CUT,     /* the end of the file was cut off; reading goes on at the new end */
	FOLLOW_STOPPED, /* the user asked to stop */
	FOLLOW_FAILED   /* see errno */
};

static void forget_contents(struct follow *f, off_t pos)
{
	f->known = f->pos = pos;
	f->written = (struct timespec){ 0 };
	f->ntail = 0;
	if ((off_t)f->nhead > pos)
		f->nhead = (size_t)pos;
}

/* Whether the first bytes of the file, up to SIZE, are those that were read. */
static int has_head(const struct follow *f, off_t size)
{
	unsigned char head[HEAD_SIZE];
	size_t n = size < (off_t)f->nhead ? (size_t)size : f->nhead;
	ssize_t got = again_pread(f->fd, head, n, 0);

	return got >= 0 && memcmp(head, f->head, (size_t)got) == 0;
}

/* Also 1 if the file has become shorter meanwhile: the next look sees that. */
static int has_tail(const struct follow *f)
{
	unsigned char tail[TAIL_SIZE];
	ssize_t got = again_pread(f->fd, tail, f->ntail, f->pos - (off_t)f->ntail);

	return got != (ssize_t)f->ntail || memcmp(tail, f->tail, f->ntail) == 0;
}

/* Go on at POS of the same file, before which it is as it was. */
static enum follow_state go_back(struct follow *f, off_t pos)
{
	if (lseek(f->fd, pos, SEEK_SET) < 0)
		return FOLLOW_FAILED;
	f->lost = f->known - f->pos;
	forget_contents(f, pos);
	return pos > 0 ? FOLLOW_CUT : FOLLOW_ANEW;
}

/* Two captures can begin with the same bytes (a control block), so a file that has only these may be growing again. */
static int is_being_rewritten(struct follow *f, off_t size)
{
	if (size == 0 || size >= (off_t)f->nhead || stop_asked() || !has_head(f, size))
		return 0;
	if (!f->short_from)
		f->short_from = now_ms();
	return now_ms() - f->short_from < SHORT_MS;
}

/* If the file was written to since the last comparison, compare it with the bytes that were read.  FOLLOW_DATA: at most
 * its end changed. */
static enum follow_state compare(struct follow *f)
{
	struct stat st;

	if (fstat(f->fd, &st))
		return FOLLOW_FAILED;
	if (st.st_size == f->known && st.st_mtim.tv_sec == f->written.tv_sec && st.st_mtim.tv_nsec == f->written.tv_nsec)
		return FOLLOW_DATA;
	if (st.st_size < f->pos && is_being_rewritten(f, st.st_size))
		return FOLLOW_WAIT;
	f->short_from = 0;
	if (st.st_size < f->pos)
		return go_back(f, has_head(f, st.st_size) ? st.st_size : 0);
	if (!has_head(f, f->pos) || !has_tail(f))
		return go_back(f, 0);
	f->known = st.st_size;
	f->written = st.st_mtim;
	return FOLLOW_DATA;
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
	if (f->known < f->pos)
		f->known = f->pos;
	f->quiet_from = now_ms();
}

/* ---- The name ---- */

#ifdef HAVE_SYS_INOTIFY_H
static void watch_begin(struct follow *f)
{
	const char *slash = f->name ? strrchr(f->name, '/') : NULL;
	char *folder = slash ? strndup(f->name, (size_t)(slash - f->name) + 1) : NULL;

	f->notify = f->name ? inotify_init1(IN_CLOEXEC | IN_NONBLOCK) : -1;
	if (f->notify >= 0 && !(slash && !folder))
		inotify_add_watch(f->notify, folder ? folder : ".", IN_CREATE | IN_MOVED_TO);
	free(folder);
}

/* Have poll(2) return when the file is written to or loses its name. */
static void watch_file(struct follow *f)
{
	if (f->notify < 0)
		return;
	if (f->watch >= 0)
		inotify_rm_watch(f->notify, f->watch);
	f->watch = inotify_add_watch(f->notify, f->name, IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB);
}
#else
static void watch_begin(struct follow *f)
{
	f->notify = -1;
}

static void watch_file(struct follow *f)
{
	(void)f;
}
#endif

static void wait_for_change(struct follow *f)
{
	char events[4096];

	if (wait_poll(f->wait, f->notify, LOOK_MS, 1) > 0)
		while (read(f->notify, events, sizeof events) > 0)
			; /* the next check finds the changes */
	if (f->wait->idle)
		f->wait->idle(f->wait->arg);
}

static void open_next(struct follow *f)
{
	f->next = again_open(f->name, O_RDONLY | O_CLOEXEC, 0);
	f->quiet_from = now_ms();
	/* Too few descriptors: try again silently, because some will soon be free. */
	if (f->next < 0 && errno != ENOENT && errno != EMFILE && errno != ENFILE && !f->is_reported) {
		f->is_reported = 1;
		diag_damage("%s: another file has this name, and cannot be opened: %s; trying again each second", f->name,
		            strerror(errno));
	}
	if (f->next >= 0)
		f->is_reported = 0;
}

/* Whether reading can go on in the file that has the name now.  That file is opened at once, as it may lose the name
 * soon; but the writer may go on with the old file until the new one has data, and for a while then. */
static int is_done(struct follow *f)
{
	struct stat named, st;
	int is_named;

	if (!f->name)
		return 0;
	is_named = stat(f->name, &named) == 0 && S_ISREG(named.st_mode);
	if (f->next < 0 && is_named && fstat(f->fd, &st) == 0 && !inputs_same(&named, &st))
		open_next(f);
	if (f->next < 0 || fstat(f->next, &st))
		return 0;
	if (st.st_size == 0) {
		f->quiet_from = now_ms();
		if (is_named && !inputs_same(&named, &st)) {
			close(f->next);
			f->next = -1;
		}
		return 0;
	}
	/* If the next file has lost the name, do not wait: the file after it may lose the name soon, too. */
	return stop_asked() || !is_named || !inputs_same(&named, &st) || now_ms() - f->quiet_from >= QUIET_MS;
}

/* The writer may have written after the last read and before the file lost its name. */
static int has_grown(const struct follow *f)
{
	struct stat st;

	return fstat(f->fd, &st) == 0 && st.st_size > f->pos;
}

static enum follow_state move_on(struct follow *f)
{
	close(f->fd);
	f->fd = f->next;
	f->next = -1;
	forget_contents(f, 0);
	watch_file(f);
	return FOLLOW_NEXT;
}

/* ---- Reading ---- */

/* *N bytes go to f->block. */
static enum follow_state read_some(struct follow *f, size_t *n)
{
	enum follow_state state = compare(f);
	ssize_t got;

	if (state != FOLLOW_DATA)
		return state;
	got = read(f->fd, f->block, sizeof f->block);
	if (got < 0)
		return errno == EINTR ? FOLLOW_WAIT : FOLLOW_FAILED;
	*n = (size_t)got;
	if (got > 0) {
		got_bytes(f, f->block, *n);
		return FOLLOW_DATA;
	}
	if (is_done(f))
		return has_grown(f) ? FOLLOW_WAIT : move_on(f);
	return stop_asked() ? FOLLOW_STOPPED : FOLLOW_WAIT;
}

/* Wait for the next bytes and put *N of them into f->block. */
static enum follow_state read_on(struct follow *f, size_t *n)
{
	enum follow_state state;

	while ((state = read_some(f, n)) == FOLLOW_WAIT)
		wait_for_change(f);
	return state;
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
	f->pos = lseek(in->fd, 0, SEEK_CUR); /* a part of standard input may have been read before */
	if (stop_install() || fstat(in->fd, &st)) {
		input_fail(in, 0, "cannot be followed: %s", strerror(errno));
		return INPUT_REFUSED;
	}
	f->name = strcmp(in->name, "-") == 0 ? NULL : in->name;
	f->next = f->watch = -1;
	watch_begin(f);
	watch_file(f);
	return INPUT_TAKEN;
}

static void follow_close(struct input *in)
{
	struct follow *f = in->state;

	if (f->next >= 0)
		close(f->next);
	if (f->notify >= 0)
		close(f->notify);
}

/* The user asked to stop.  The file may still grow, so an incomplete data set at its end is not damage.  If the reader
 * has not identified its last bytes yet, it reports them itself. */
static void say_incomplete(const struct input *in)
{
	uint64_t n = in->fed - monread_offset(in->m);

	if (n > 0 && !monread_undecided(in->m))
		diag_note("%s: the last %llu byte%s %s not shown: their data set was not complete when the end was asked for",
		          in->name, (unsigned long long)n, words_plural(n), n == 1 ? "is" : "are");
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
		return input_feed_end(in, INPUT_OTHER);
	case FOLLOW_CUT:
		diag_damage("%s: became shorter while it was followed; reading goes on at its"
		            " end, offset 0x%llx", in->name, (unsigned long long)f->pos);
		return input_feed_end(in, INPUT_SAME);
	case FOLLOW_NEXT:
		in->fd = f->fd;
		/* At the end of the old file, the reader reports an incomplete data set. */
		return input_feed_end(in, INPUT_OTHER);
	case FOLLOW_FAILED:
		input_fail(in, 1, "cannot be read: %s", strerror(errno));
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
