/* follow.c: --follow reads a file that grows, and after its end a new file with the same name, or
 * the next file of a series such as c.00001, c.00002. */
#include "config.h"

#include "input/kind.h"

#include <stdlib.h>

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "base/ascii.h"
#include "cli/again.h"
#include "cli/diag.h"
#include "cli/inputs.h"

/* Time between two checks if a followed file has changed; inotify(7) reports most changes at
 * once. */
#define LOOK_MS 1000
/* If a file was renamed, its writer may still write to it: read the file until it has not grown for
 * this time. */
#define QUIET_MS 5000
/* Like QUIET_MS, for a file of a series: a writer ends this file before it begins the next file. */
#define SERIES_QUIET_MS 1000
/* The file was rewritten if its first HEAD_SIZE bytes, or the last TAIL_SIZE bytes that monread has
 * read, have changed. The first HEAD_SIZE bytes include a record, whose time is different in each
 * capture. */
#define HEAD_SIZE 12288u
/* If a file became shorter than HEAD_SIZE, a program may be rewriting it: wait this time for its
 * new beginning. */
#define SHORT_MS 1000
#define TAIL_SIZE 4096u

#define BLOCK_SIZE (256u * 1024u)

struct follow_packed {
	/* 1: the next bytes are the beginning of a file, and show whether the file is compressed */
	int is_begin;
	off_t begin; /* offset in the file of the first compressed byte */
	struct uncompress_source source;
	struct uncompress *packed; /* NULL: the file is not compressed */
	int is_bad; /* 1: ignore the rest of the file, which is damaged */
};

struct follow {
	const struct input_options *options;
	const char *name;   /* NULL: standard input */
	int fd;
	int next; /* descriptor of the next file, which may be empty; -1: none */
	/* name of the file ->next: ->name again, or the name of the next file of the series */
	const char *next_name;
	int has_failed; /* 1: the next file of the series could not be opened */
	/* last time, in ms, at which ->fd got data, ->next was opened, or ->next was still empty */
	int64_t quiet_from;
	/* time in ms at which the file became shorter than ->nhead; 0: the file is not shorter */
	int64_t short_from;
	/* 1: a message was printed that the new file with the name ->name cannot be opened */
	int is_reported;
	int watch;
	off_t pos;
	/* size (at least ->pos) and modification time of the file ->fd at the last
	 * follow_compare() */
	off_t known;
	struct timespec written;
	off_t lost; /* bytes that were cut off before monread could read them */
	struct follow_packed unpack;
	unsigned char head[HEAD_SIZE];
	size_t nhead;
	unsigned char tail[TAIL_SIZE];
	size_t ntail;
	unsigned char block[BLOCK_SIZE];
};

enum follow_state {
	FOLLOW_DATA,
	FOLLOW_IDLE,
	FOLLOW_NEXT, /* ->fd and ->name of struct follow are now those of the next file */
	FOLLOW_ANEW,    /* the file was rewritten; the next read is at its beginning */
	FOLLOW_CUT,     /* the file became shorter; the next read is at its end */
	FOLLOW_UNDONE, /* like FOLLOW_CUT, but monread used no byte that was cut off */
	FOLLOW_STOPPED,
	FOLLOW_FAILED /* see errno */
};

static void forget_contents(struct follow *f, off_t pos)
{
	f->known = f->pos = pos;
	f->written = (struct timespec){ 0 };
	f->ntail = 0;
	if ((off_t)f->nhead > pos)
		f->nhead = (size_t)pos;
}

/* Return 1 if the first SIZE bytes of the file, as far as f->head has them, have not changed. */
static int has_head(const struct follow *f, off_t size)
{
	unsigned char head[HEAD_SIZE];
	size_t n = size < (off_t)f->nhead ? (size_t)size : f->nhead;
	ssize_t got = again_pread(f->fd, head, n, 0);

	return got >= 0 && memcmp(head, f->head, (size_t)got) == 0;
}

/* Return 1 if the file still has the bytes in f->tail, of which the last EXCEPT bytes may have
 * changed. Also return 1 if the file is too short, because the next follow_compare() notices
 * this. */
static int has_tail(const struct follow *f, off_t except)
{
	unsigned char tail[TAIL_SIZE];
	ssize_t got = again_pread(f->fd, tail, f->ntail, f->pos - (off_t)f->ntail);

	return got != (ssize_t)f->ntail || except >= got ||
	       memcmp(tail, f->tail, (size_t)(got - except)) == 0;
}

static struct uncompress_place unpack_place(const struct follow *f)
{
	const struct uncompress *packed = f->unpack.packed;

	return packed ? uncompress_place(packed) : (struct uncompress_place){ 0 };
}

/* Return f->pos or, if the file is compressed, the last offset up to f->pos at which the writer of
 * the file flushed or ended the compressed data. */
static off_t last_flush(const struct follow *f)
{
	return f->pos - (off_t)unpack_place(f).incomplete;
}

/* Continue reading the same file at the offset POS. The bytes before POS have not changed. */
static enum follow_state follow_go_back(struct follow *f, off_t pos)
{
	int is_undone = pos > 0 && f->unpack.packed && pos == last_flush(f) &&
	                !unpack_place(f).is_shown;

	if (lseek(f->fd, pos, SEEK_SET) < 0)
		return FOLLOW_FAILED;
	f->lost = f->known - f->pos;
	forget_contents(f, pos);
	if (is_undone)
		return FOLLOW_UNDONE;
	return pos > 0 ? FOLLOW_CUT : FOLLOW_ANEW;
}

/* Return 1 if the file became shorter less than SHORT_MS ago, and the SIZE bytes that it now has
 * are the same as before: a program may be writing a new capture that begins with the same control
 * block. */
static int is_being_rewritten(struct follow *f, off_t size)
{
	if (size == 0 || size >= (off_t)f->nhead || stop_asked() || !has_head(f, size))
		return 0;
	if (!f->short_from)
		f->short_from = clock_ms();
	return clock_ms() - f->short_from < SHORT_MS;
}

/* If a program wrote to the file f->fd since the last call, compare the file with the bytes that
 * monread has read. Return FOLLOW_DATA if these bytes have not changed. */
static enum follow_state follow_compare(struct follow *f)
{
	struct stat st;
	off_t flush;

	if (fstat(f->fd, &st))
		return FOLLOW_FAILED;
	if (st.st_size == f->known && st.st_mtim.tv_sec == f->written.tv_sec &&
	    st.st_mtim.tv_nsec == f->written.tv_nsec)
		return FOLLOW_DATA;
	if (st.st_size < f->pos && is_being_rewritten(f, st.st_size))
		return FOLLOW_IDLE;
	f->short_from = 0;
	/* A writer that was restarted replaces only an incomplete data set at the end of the file,
	 * so compare the bytes before this data set, too. */
	flush = last_flush(f);
	if (st.st_size < flush)
		flush = st.st_size;
	if (!has_head(f, flush))
		return follow_go_back(f, 0);
	if (st.st_size < f->pos)
		return follow_go_back(f, flush);
	if (!has_tail(f, 0))
		return follow_go_back(f,
		                      flush < f->pos && has_tail(f, f->pos - flush) ? flush : 0);
	f->known = st.st_size;
	f->written = st.st_mtim;
	return FOLLOW_DATA;
}

static void remember_head(struct follow *f, const unsigned char *bytes, size_t n)
{
	size_t room = HEAD_SIZE - f->nhead;

	if (f->pos != (off_t)f->nhead)
		return;
	n = n < room ? n : room;
	memcpy(f->head + f->nhead, bytes, n);
	f->nhead += n;
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
	f->quiet_from = clock_ms();
}

/* ---- The name ---- */

#ifdef HAVE_SYS_INOTIFY_H
int input_watch(void)
{
	return inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
}

static void watch_folder(const struct follow *f)
{
	const char *slash = f->name ? strrchr(f->name, '/') : NULL;
	char *folder = slash ? strndup(f->name, (size_t)(slash - f->name) + 1) : NULL;

	if (f->name && !(slash && !folder))
		inotify_add_watch(f->options->watch, folder ? folder : ".",
		                  IN_CREATE | IN_MOVED_TO);
	free(folder);
}

static void watch_file(struct follow *f)
{
	int watch = f->options->watch;

	if (!f->name)
		return;
	if (f->watch >= 0)
		inotify_rm_watch(watch, f->watch);
	f->watch = inotify_add_watch(watch, f->name, IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB);
}
#else
int input_watch(void)
{
	return -1;
}

static void watch_folder(const struct follow *f)
{
	(void)f;
}

static void watch_file(struct follow *f)
{
	(void)f;
}
#endif

void input_wait(const struct input_options *o)
{
	const struct wait *wait = &o->wait;
	char events[4096];

	if (wait_poll(wait, o->watch > 0 ? o->watch : -1, LOOK_MS, 1) > 0)
		while (read(o->watch, events, sizeof events) > 0)
			; /* discard the events, because the caller examines all files anyway */
	if (wait->idle)
		wait->idle(wait->arg);
}

static void open_next(struct follow *f)
{
	f->next_name = f->name;
	f->next = again_open(f->name, O_RDONLY | O_CLOEXEC, 0);
	f->quiet_from = clock_ms();
	/* If all descriptors are in use, try again later without a message. */
	if (f->next < 0 && errno != ENOENT && errno != EMFILE && errno != ENFILE &&
	    !f->is_reported) {
		f->is_reported = 1;
		diag_damage(
			"%s: another file has this name, and cannot be opened: %s; trying again each second",
			f->name, strerror(errno));
	}
	if (f->next >= 0)
		f->is_reported = 0;
}

static void open_successor(struct follow *f)
{
	const struct input_options *o = f->options;

	if (!o->successor)
		return;
	f->next_name = o->successor(o->successor_arg, f->has_failed ? f->next_name : f->name,
	                            f->has_failed);
	f->has_failed = 0;
	if (!f->next_name)
		return;
	f->next = again_open(f->next_name, O_RDONLY | O_CLOEXEC, 0);
	f->has_failed = f->next < 0;
	if (f->has_failed)
		diag_damage("%s: cannot be opened: %s; reading goes on in the file after it",
		            f->next_name, strerror(errno));
}

/* Return 1 if f->fd, a file of a series, was last modified at least SERIES_QUIET_MS ago, or if
 * monread has read nothing from the file for QUIET_MS. */
static int series_is_quiet(const struct follow *f)
{
	int64_t written;
	struct stat st;

	if (fstat(f->fd, &st))
		return 0;
	written = st.st_mtim.tv_sec * 1000LL + st.st_mtim.tv_nsec / 1000000;
	return clock_host_us() / 1000 - written >= SERIES_QUIET_MS ||
	       clock_ms() - f->quiet_from >= QUIET_MS;
}

/* Return 1 if the file f->fd has ended, and reading can go on in the file f->next. If a new file
 * has the name f->name, open it at once, because it may soon be renamed, too. */
static int is_done(struct follow *f)
{
	struct stat named, st;
	int is_named;

	if (!f->name)
		return 0;
	is_named = stat(f->name, &named) == 0 && S_ISREG(named.st_mode);
	if (f->next < 0 && is_named && fstat(f->fd, &st) == 0 && !inputs_same(&named, &st))
		open_next(f);
	if (f->next < 0)
		open_successor(f);
	if (f->next < 0 || fstat(f->next, &st))
		return 0;
	if (f->next_name != f->name)
		return stop_asked() || series_is_quiet(f);
	if (st.st_size == 0) {
		f->quiet_from = clock_ms();
		if (is_named && !inputs_same(&named, &st)) {
			close(f->next);
			f->next = -1;
		}
		return 0;
	}
	/* If the new file was renamed, too, do not wait, because a third file may follow. */
	return stop_asked() || !is_named || !inputs_same(&named, &st) ||
	       clock_ms() - f->quiet_from >= QUIET_MS;
}

static int has_grown(const struct follow *f)
{
	struct stat st;

	return fstat(f->fd, &st) == 0 && st.st_size > f->pos;
}

static enum follow_state move_on(struct follow *f)
{
	close(f->fd);
	f->fd = f->next;
	f->name = f->next_name;
	f->next = -1;
	forget_contents(f, 0);
	watch_file(f);
	return FOLLOW_NEXT;
}

/* ---- Compressed files ---- */

/* Stop uncompressing: the next bytes begin a new file, or replace data that was cut off. */
static void unpack_end(struct follow_packed *u)
{
	uncompress_close(u->packed);
	u->packed = NULL;
	u->is_begin = 1;
	u->is_bad = 0;
}

/* The bytes from f->pos on were replaced or cut off. If they belong to the zstd frame, gzip member
 * or xz stream that was read last, uncompress this frame, member or stream again from its
 * beginning. */
static void unpack_again(struct follow *f)
{
	struct follow_packed *u = &f->unpack;
	off_t unit = u->packed ? u->begin + (off_t)unpack_place(f).offset : f->pos + 1;

	if (unit > f->pos || lseek(f->fd, unit, SEEK_SET) < 0) {
		unpack_end(u);
		return;
	}
	uncompress_undo(u->packed, (uint64_t)(f->pos - u->begin));
	forget_contents(f, unit);
}

static enum input_more unpack_failed(struct follow *f)
{
	unpack_end(&f->unpack);
	f->unpack.is_begin = 0;
	f->unpack.is_bad = 1;
	return f->options->successor ? INPUT_FED : INPUT_STOPPED;
}

/* Report compressed data that is incomplete at the end of the old file, before the next file is
 * read. */
static void unpack_say_cut(const struct input *in, const struct follow *f)
{
	struct uncompress_place place = unpack_place(f);

	if (place.incomplete > 0)
		diag_damage("%s: offset 0x%llx of the compressed file: the file is cut off",
		            in->name, (unsigned long long)f->unpack.begin + place.offset);
}

/* Feed the N new bytes in f->block to the reader. Leave compressed bytes to unpack_more(). */
static enum input_more take_bytes(struct input *in, struct follow *f, size_t n)
{
	struct follow_packed *u = &f->unpack;
	const char *why;

	u->source.head = f->block;
	u->source.head_len = n;
	if (u->is_begin && compress_is(f->block, n)) {
		u->begin = f->pos - (off_t)n;
		u->packed = uncompress_open(&u->source, &why);
		if (!u->packed) {
			input_fail(in, 0, "%s", why);
			return unpack_failed(f);
		}
	}
	u->is_begin = 0;
	return u->packed || u->is_bad ? INPUT_FED : input_feed(in, f->block, n);
}

/* Uncompress more of the bytes in f->block, and feed the result to the reader. Return 0 if no bytes
 * are left; else return 1, and set *MORE to the return value for input_more(). */
static int unpack_more(struct input *in, struct follow *f, enum input_more *more)
{
	struct uncompress *packed = f->unpack.packed;
	const void *bytes;
	ssize_t n = packed ? uncompress_next(packed, &bytes) : 0;

	if (n > 0) {
		*more = input_feed(in, bytes, (size_t)n);
	} else if (n < 0) {
		input_fail_uncompress(in, packed);
		*more = unpack_failed(f);
	}
	return n != 0;
}

/* ---- Reading ---- */

static enum follow_state read_some(struct follow *f, size_t *n)
{
	enum follow_state state = follow_compare(f);
	ssize_t got;

	if (state != FOLLOW_DATA)
		return state;
	got = read(f->fd, f->block, sizeof f->block);
	if (got < 0)
		return errno == EINTR ? FOLLOW_IDLE : FOLLOW_FAILED;
	*n = (size_t)got;
	if (got > 0) {
		got_bytes(f, f->block, *n);
		return FOLLOW_DATA;
	}
	if (is_done(f))
		return has_grown(f) ? FOLLOW_IDLE : move_on(f);
	return stop_asked() ? FOLLOW_STOPPED : FOLLOW_IDLE;
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
	in->is_live = 1;
	f->options = in->options;
	f->fd = in->fd;
	/* The offset is not 0 if the shell has read the beginning of standard input. */
	f->pos = lseek(in->fd, 0, SEEK_CUR);
	if (stop_install() || fstat(in->fd, &st)) {
		input_fail(in, 0, "cannot be followed: %s", strerror(errno));
		return INPUT_REFUSED;
	}
	f->name = strcmp(in->name, "-") == 0 ? NULL : in->name;
	f->next = f->watch = -1;
	f->unpack.is_begin = f->unpack.source.is_fed = 1;
	watch_folder(f);
	watch_file(f);
	return INPUT_TAKEN;
}

static void follow_close(struct input *in)
{
	struct follow *f = in->state;

	uncompress_close(f->unpack.packed);
	if (f->next >= 0)
		close(f->next);
}

/* After the user asked to stop, print how many bytes at the end of the file belong to an incomplete
 * data set. This is a note, not damage, because the file may still grow. If the reader has not
 * recognized the format of the bytes, it reports them itself. */
static void say_incomplete(const struct input *in, const struct follow *f)
{
	struct uncompress_place place = unpack_place(f);
	uint64_t n = in->fed - monread_offset(in->m);

	if (place.incomplete > 0 && !place.is_shown)
		n = place.incomplete;
	if (n > 0 && !monread_undecided(in->m))
		diag_note(
			"%s: the last %llu byte%s %s not shown: their data set was not complete when the run was stopped",
			in->name, (unsigned long long)n, mr_plural(n), n == 1 ? "is" : "are");
}

static enum input_more follow_more(struct input *in)
{
	struct follow *f = in->state;
	enum input_more more = INPUT_FED;
	size_t n = 0;

	if (unpack_more(in, f, &more))
		return more;
	switch (read_some(f, &n)) {
	case FOLLOW_DATA:
		return take_bytes(in, f, n);
	case FOLLOW_IDLE:
		return INPUT_IDLE;
	case FOLLOW_UNDONE:
		unpack_again(f);
		return INPUT_FED;
	case FOLLOW_ANEW:
		unpack_end(&f->unpack);
		if (f->lost > 0)
			diag_damage(
				"%s: was truncated and written again; reading it from its beginning; %lld bytes were removed "
				"before they were read",
				in->name, (long long)f->lost);
		else
			diag_note(
				"%s: was truncated and written again; reading it from its beginning",
				in->name);
		return input_feed_end(in, INPUT_OTHER);
	case FOLLOW_CUT:
		diag_damage("%s: became shorter while it was followed; reading continues at its"
		            " end, offset 0x%llx", in->name, (unsigned long long)f->pos);
		if (f->unpack.packed || f->unpack.is_bad)
			unpack_again(f);
		return input_feed_end(in, INPUT_SAME);
	case FOLLOW_NEXT:
		unpack_say_cut(in, f);
		unpack_end(&f->unpack);
		in->fd = f->fd;
		in->name = f->name;
		return input_feed_end(in, INPUT_OTHER);
	case FOLLOW_FAILED:
		input_fail(in, 1, "cannot be read: %s", strerror(errno));
		return INPUT_STOPPED;
	default:
		say_incomplete(in, f);
		return INPUT_STOPPED;
	}
}

const struct input_kind input_follow = {
	.open = follow_open,
	.more = follow_more,
	.close = follow_close,
};
