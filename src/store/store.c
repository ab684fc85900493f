#include "config.h"

#include "store/store.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/ascii.h"
#include "base/clock.h"
#include "base/tod.h"
#include "cli/again.h"
#include "cli/descriptors.h"
#include "cli/diag.h"
#include "store/clock.h"
#include "store/configuration.h"
#include "store/exec.h"
#include "store/file.h"
#include "store/keep.h"
#include "store/period.h"

/* Maximum number of names to try for a new file while other processes take them. */
#define NAMES_MAX 1000u
/* Maximum bytes of the configuration with which files begin. */
#define CONFIG_MOST (64u * 1024u * 1024u)

struct store {
	struct store_options o;
	struct store_pattern pattern;
	struct monread_writer *writer;
	struct store_file file;
	struct store_keep keep;
	struct store_exec exec;
	struct store_clock clock;
	struct {
		/* ->count: number of losses, or of sample data sets that --every omitted; ->why 0:
		 * no mark is needed */
		struct monread_mark mark;
		uint64_t last;     /* TOD clock of the last stored record; 0: not known */
	} gap; /* losses and omitted samples since the last stored data set */
	struct monread_system *system; /* of the current input */
	struct store_config *config;   /* with which new files begin */
	struct {
		int any;          /* 1: the input has repeated its configuration */
		uint64_t count;   /* number of repeated records */
		/* number of these records that no layout calls configuration */
		uint64_t strange;
	} repeated; /* repeated configuration since the last stored data set */
	struct monread_buffer front;   /* the configuration, then the current data set */
	int fronted; /* 1: write ->front; 0: write only the data set */
	struct {
		/* TOD clocks. ->last: clock of the last record of any input. ->before: clock of the
		 * last record of the current input; 0: none. */
		uint64_t last, before;
		int jumped;      /* 1: the times of this input jumped ahead by more than a day */
	} times;
	struct {
		int64_t us; /* time of the last record in the data set, corrected by ->clock */
		/* time for the name of a file that begins with this data set */
		int64_t name_us;
		int ready; /* 1: the data set is prepared for writing, and its time ->us is known */
		char id[MR_SYSTEM_ID_SIZE]; /* with ->by_system: ID of the system */
	} next; /* the data set that is written next */
	/* result of monread_writer_take() for a data set that waits for space on the disk */
	int pending;
	int waits;
	int begun; /* 1: this run has begun or continued a file */
	struct {
		int64_t us;      /* time of the first data set in the file */
		int64_t end_us;  /* with --rotate=TIME: end of the period of the file */
		int renew;       /* 1: SIGHUP requested a new file */
		unsigned number; /* file number in the name */
		int keeping;     /* 1: remove old files after the first data set */
		char id[MR_SYSTEM_ID_SIZE]; /* with ->by_system: ID of the system */
	} current; /* the current file */
	/* time of the data set that was stored last */
	int64_t stored_us;
	int by_system; /* 1: file names contain %{system} */
	int ends; /* store_close() was called */
	int failed;
};

static enum store_result store_fail(struct store *s, const char *what)
{
	const char *name = s->file.name[0] ? s->file.name : s->o.file;

	s->failed = 1;
	/* If the user opened the pipe, EPIPE only means that its reader has ended. */
	if (errno == EPIPE && descriptor_named(s->o.file) >= 0)
		return STORE_FAILED;
	if (errno == ECANCELED)
		diag_damage("%s: %s: %s", name, what, again_write_error(errno));
	else if (s->file.lost_by[0])
		diag_fail("%s: %s; nothing more is stored", name, s->file.lost_by);
	else
		diag_fail("%s: %s: %s; nothing more is stored", name, what, strerror(errno));
	return STORE_FAILED;
}

/* Return STORE_FULL if the disk is full and the caller can wait for free space. Else report that
 * the operation WHAT failed. */
static enum store_result fail_or_wait(struct store *s, const char *what)
{
	if ((errno == ENOSPC || errno == EDQUOT) && s->waits && !s->file.torn)
		return STORE_FULL;
	return store_fail(s, what);
}

static enum store_result store_no_memory(struct store *s)
{
	errno = ENOMEM;
	return store_fail(s, "cannot collect a data set in memory");
}

/* ---- Files ---- */

static int finish_file(struct store *s, int for_good, const char **what)
{
	int has_data = s->file.fd >= 0 && s->file.base + s->file.size > 0;
	int failed = store_file_close(&s->file, &s->o, for_good, what);
	int error = errno;

	if (has_data && s->file.fd < 0)
		store_exec_add(&s->exec, s->file.name);
	errno = error;
	return failed;
}

/* Report that the operation WHAT (NULL: writing) failed with the errno value ERROR, and close the
 * file, so that the next data set begins a new file. */
static void leave_file(struct store *s, const char *what, int error)
{
	diag_damage("%s: %s%s%s; storing goes on in the next file", s->file.name, what ? what : "",
	            what ? ": " : "", s->file.lost_by[0] ? s->file.lost_by : strerror(error));
	finish_file(s, 1, &what);
	s->file.lost_by[0] = 0;
}

static enum store_result close_file(struct store *s)
{
	const char *what = NULL;
	/* Do not check the file after SIGHUP (->renew): the user may have moved it before. */
	int lost = s->file.size > 0 && !s->current.renew && store_file_check(&s->file);
	int failed = finish_file(s, s->ends, &what);

	if (!(lost || failed) || s->failed)
		return STORE_DONE;
	/* If the file is still open, the disk is full, and s->file.copy has the data to write
	 * later. */
	if (s->file.fd >= 0)
		return STORE_FULL;
	if (!s->pattern.rotates || s->ends)
		return store_fail(s, what);
	leave_file(s, lost ? "data is lost" : what, errno);
	return STORE_DONE;
}

/* ---- --keep, and runs that continue a file ---- */

/* Prepare a mark for the next data set, because this run continues a file that has records of an
 * earlier run. */
static void note_pause(struct store *s)
{
	struct monread_mark *m = &s->gap.mark;

	s->gap.last = s->file.last;
	m->why |= MONREAD_MARK_CONTINUED;
	if (!m->text[0])
		snprintf(m->text, sizeof m->text,
		         "another run continues the file; data may be missing");
}

static void cannot_examine(const struct store *s)
{
	(errno == ENOMEM ? diag_fail : diag_damage)("%s: older files cannot be examined: %s",
	                                            s->o.file, strerror(errno));
}

/* Remove old files for --keep. Call this after the first data set was written to the new file, so
 * that at least one file with complete data exists at any time. */
static void store_make_room(struct store *s)
{
	struct store_keep_clock c = {
		/* If the last stored data set is newer than the next one, its time may be wrong. */
		.newest = s->stored_us < s->next.us ? s->stored_us : s->next.us,
		.host = s->clock.live ? clock_host_us() : 0,
		.jumped = s->times.jumped
	};

	if (s->current.keeping &&
	    store_keep_make_room(&s->keep, s->file.name, s->file.fd, s->current.us, &c))
		cannot_examine(s);
	s->current.keeping = 0;
}

/* Note that the current file was opened, whose first data set has the time US, and whose last data
 * set has the time LAST_US. */
static void note_file(struct store *s, int64_t us, int64_t last_us)
{
	s->begun = 1;
	s->current.renew = 0;
	s->current.us = us;
	if (s->o.rotate_time > 0)
		s->current.end_us = store_period_of(last_us, s->o.rotate_time, s->o.local).end;
	memcpy(s->current.id, s->next.id, sizeof s->current.id);
}

/* Find the files of earlier runs. Return 0 after a message if they cannot be examined. */
static int store_look(struct store *s)
{
	/* The system has changed: forget the files of the previous system. */
	if (s->by_system && strcmp(s->next.id, s->current.id) != 0)
		store_keep_done(&s->keep);
	if (store_keep_look(&s->keep, &s->pattern, &s->o) == 0)
		return 1;
	cannot_examine(s);
	return 0;
}

/* Return 1 if a file of SIZE bytes is larger than --rotate allows. */
static int is_size_over(const struct store *s, uint64_t size)
{
	return s->o.rotate_size && size + (s->o.compress ? COMPRESS_END : 0) > s->o.rotate_size;
}

/* Return 1 if --rotate=TIME requires a new file for the next data set. */
static int is_period_over(const struct store *s)
{
	if (s->o.rotate_time <= 0)
		return 0;
	/* If the clock was set back by more than a period, do not wait for the end of the
	 * period. */
	return s->next.us >= s->current.end_us ||
	       (double)(s->stored_us - s->next.us) / 1e6 > s->o.rotate_time;
}

/* If this run has no file yet, continue the newest file of earlier runs, unless this file has
 * reached the limits of --rotate. If each restart began a new file instead, --keep would remove
 * older files sooner. N is the number of bytes of the next data set. */
static void continue_file(struct store *s, size_t n)
{
	const struct store_kept *newest;
	const char *what;

	if (s->begun || !s->pattern.rotates || !store_look(s) || s->keep.nfiles == 0)
		return;
	newest = &s->keep.files[s->keep.nfiles - 1];
	s->stored_us = newest->us;
	snprintf(s->file.name, sizeof s->file.name, "%s", newest->path);
	if (store_file_continue(&s->file, &s->o))
		return;
	/* Do not continue a file that has reached a limit, is of another system, or may already
	 * contain the current data set. */
	s->stored_us = monread_tod_to_unix_us(s->file.last);
	note_file(s, newest->us, s->stored_us);
	if (is_size_over(s, s->file.base + n) || is_period_over(s) ||
	    strcmp(s->file.system, monread_system_id(s->system)) != 0 ||
	    !mr_tod_is_later(monread_writer_tod(s->writer), s->file.last)) {
		if (store_file_close(&s->file, &s->o, 1, &what))
			diag_damage("%s: %s: %s", s->file.name, what, strerror(errno));
		return;
	}
	note_pause(s);
	/* Compress the data set again, with a mark before it. */
	s->next.ready = 0;
}

static enum store_result store_begin_file(struct store *s)
{
	int made = store_name_is_made(&s->pattern);
	int keeping = (s->o.keep || s->o.keep_age > 0 || s->o.keep_size) && store_look(s);
	unsigned tries = 0;

	s->current.number = store_name_is_timed(&s->pattern) ? 0 : s->pattern.number;
	do {
		if (made && store_name_next(&s->pattern, s->next.name_us, s->current.number,
		                            s->file.name, &s->current.number)) {
			if (errno == EOVERFLOW)
				snprintf(s->file.lost_by, sizeof s->file.lost_by,
				         "no number is left after the last file, at most "
				         "%u; move those files away, or choose another --write",
				         STORE_NUMBER_MAX);
			return store_fail(s, "cannot make a name for the next file");
		}
		if (made && store_name_make_folders(&s->pattern, s->file.name, s->o.mode))
			break;
		if (store_file_create(&s->file, &s->o) == 0) {
			note_file(s, s->next.name_us, s->next.us);
			s->current.keeping = keeping;
			return STORE_DONE;
		}
	} while ((errno == EEXIST || errno == EBUSY) && made && tries++ < NAMES_MAX);
	return fail_or_wait(s, "cannot be written");
}

/* Return 1 if the next data set, of N bytes, must go to a new file. N is 0 if an earlier attempt to
 * close the current file failed because the disk was full. */
static int is_due(const struct store *s, size_t n)
{
	if (!store_name_is_made(&s->pattern) || s->file.fd < 0 || s->file.size == 0)
		return 0;
	/* With %{system} in the name, each system has separate files. */
	return n == 0 || s->current.renew ||
	       (s->by_system && strcmp(s->next.id, s->current.id) != 0) ||
	       is_size_over(s, s->file.base + s->file.size + n) || is_period_over(s);
}

/* ---- Data sets ---- */

static void follow_clock(struct store *s)
{
	int64_t first_us = monread_tod_to_unix_us(monread_writer_tod(s->writer));
	/* Use the time of the last record: CP writes the events of an interval before its sample,
	 * so a data set that ends with the sample of midnight belongs to the new day. */
	int64_t last_us = monread_tod_to_unix_us(s->times.last), begin_us;
	char when[MONREAD_TIME_SIZE];
	int ignored = store_clock_set(&s->clock, last_us, clock_now() / 1000);

	if (ignored) {
		monread_time_text(s->clock.data_us, when);
		diag_damage(
			"%s: a data set has the time %s, more than an hour from the expected time; "
			"it does not begin a new file",
			s->o.file, when);
	}
	s->next.us = s->clock.us;
	s->next.name_us = ignored ? s->clock.us : first_us;
	if (s->o.rotate_time > 0) {
		begin_us = store_period_of(s->clock.us, s->o.rotate_time, s->o.local).begin;
		if (s->next.name_us < begin_us)
			s->next.name_us = begin_us;
	}
}

static int has_loss(const struct store *s)
{
	return (s->gap.mark.why & MONREAD_MARK_LOST) != 0;
}

/* If data was lost or omitted before the current data set, put a mark before it. TOD is the clock
 * of the first record in the data set. FOLLOWS is 0 if no data set follows the mark, which then
 * ends the file. Return 0, or -1 if out of memory. */
static int put_mark(struct store *s, uint64_t tod, int follows)
{
	struct monread_mark *m = &s->gap.mark;

	if (!m->why)
		return 0;
	m->before = s->gap.last;
	m->behind = follows ? tod : 0;
	m->known &= (uint8_t)~(MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND);
	m->known |= (uint8_t)((m->before ? MONREAD_MARK_BEFORE : 0u) |
	                      (follows ? MONREAD_MARK_BEHIND : 0u));
	return monread_writer_gap(s->writer, m, tod);
}

/* Return the uncompressed bytes to write, and set *N to their number. */
static const unsigned char *plain_bytes(const struct store *s, size_t *n)
{
	if (!s->fronted)
		return monread_writer_bytes(s->writer, n);
	*n = s->front.length;
	return s->front.bytes;
}

static const unsigned char *file_bytes(const struct store *s, size_t *n)
{
	if (!s->o.compress)
		return plain_bytes(s, n);
	*n = s->file.packed.used;
	return s->file.packed.bytes;
}

/* Prepare the bytes to write: the data set and, if FRONTED is 1, the configuration before it. Both
 * are written together, so that neither is in the file without the other. */
static enum store_result pack(struct store *s, int fronted)
{
	const unsigned char *bytes;
	size_t n;

	s->fronted = 0;
	s->front.length = 0;
	bytes = plain_bytes(s, &n);
	if (fronted && store_config_put(s->config, s->system, s->o.container,
	                                monread_writer_tod(s->writer), &s->front))
		return store_no_memory(s);
	if (s->front.length > 0) {
		if (array_append(&s->front, bytes, n))
			return store_no_memory(s);
		s->fronted = 1;
		bytes = plain_bytes(s, &n);
	}
	if (s->o.compress && compress_do(&s->file.packed, s->o.compress, bytes, n))
		return store_fail(s, "cannot be compressed");
	return STORE_DONE;
}

/* Put the configuration before a data set that begins a file, or that follows repeated
 * configuration in the input. */
static enum store_result settle_front(struct store *s)
{
	int wanted = s->repeated.any || s->file.base + s->file.size == 0;
	/* 1: the file for which the data set was compressed was closed, so it must be compressed
	 * again */
	int is_unpacked = s->o.compress && s->file.packed.used == 0;

	return wanted != s->fronted || is_unpacked ? pack(s, wanted) : STORE_DONE;
}

static enum store_result make_ready(struct store *s)
{
	if (s->next.ready)
		return STORE_DONE;
	if (put_mark(s, monread_writer_tod(s->writer), 1))
		return store_no_memory(s);
	if (pack(s, 0) != STORE_DONE)
		return STORE_FAILED;
	follow_clock(s);
	if (s->by_system)
		snprintf(s->next.id, sizeof s->next.id, "%s", monread_system_id(s->system));
	s->next.ready = 1;
	return STORE_DONE;
}

/* Return 1 if only the current file, which has data sets, may have caused ERROR, so that writing to
 * a new file may succeed. */
static int is_file_bad(const struct store *s, int error)
{
	return error && error != ENOSPC && error != EDQUOT && error != ENOMEM &&
	       s->pattern.rotates && s->file.fd >= 0 && s->file.base + s->file.size > 0;
}

/* Write the bytes that pack() has prepared. Return 0, or -1 with errno. */
static int write_packed(struct store *s)
{
	size_t n;
	const unsigned char *bytes = file_bytes(s, &n);

	if (store_file_write(&s->file, &s->o, bytes, n))
		return -1;
	bytes = plain_bytes(s, &n);
	return s->o.compress ? compress_written(&s->file.packed, bytes, n) : 0;
}

static enum store_result write_set(struct store *s)
{
	enum store_result rc = make_ready(s);
	unsigned tries = 0;
	int error = 0;
	size_t n;

	file_bytes(s, &n);
	if (rc == STORE_DONE && is_due(s, n))
		rc = close_file(s);
	if (rc == STORE_DONE && s->file.fd < 0)
		continue_file(s, n);
	if (rc == STORE_DONE)
		rc = make_ready(s);
	do {
		if (is_file_bad(s, error))
			leave_file(s, NULL, error);
		if (rc == STORE_DONE && s->file.fd < 0)
			rc = store_begin_file(s);
		if (rc == STORE_DONE)
			rc = settle_front(s);
		if (rc != STORE_DONE)
			return rc;
		error = write_packed(s) ? errno : 0;
		/* EEXIST: another process took the name of the new file. */
	} while (is_file_bad(s, error) ||
	         (error == EEXIST && store_name_is_made(&s->pattern) && tries++ < NAMES_MAX));
	errno = error;
	if (error)
		return fail_or_wait(s, "writing failed");
	/* Note the file number only now: if a full disk prevented writing, the next attempt must
	 * get the same number. */
	s->pattern.number = s->current.number;
	store_make_room(s);
	s->gap.mark = (struct monread_mark){ 0 };
	s->gap.last = s->times.last;
	s->stored_us = s->next.us;
	monread_writer_clear(s->writer);
	s->next.ready = s->fronted = s->repeated.any = 0;
	s->repeated.count = 0;
	store_exec_poll(&s->exec);
	if (store_config_settle(s->config, s->system))
		diag_damage(
			"%s: the configuration of the system has more than %u MB; the next files begin without the rest of it",
			s->o.file, CONFIG_MOST / (1024 * 1024));
	return STORE_DONE;
}

static void store_free(struct store *s)
{
	if (!s)
		return;
	store_keep_done(&s->keep);
	compress_done(&s->file.packed);
	free(s->front.bytes);
	store_config_free(s->config);
	monread_writer_free(s->writer);
	free(s);
}

struct store *store_open(const struct store_options *o)
{
	struct store *s = calloc(1, sizeof *s);
	const char *fault;
	struct stat st;

	if (s) {
		s->o = *o;
		s->exec.program = o->exec;
		s->by_system = store_name_has_system(o->file);
		s->pattern = (struct store_pattern){ o->file, o->rotate_size || o->rotate_time > 0,
			                             o->local, 0, s->next.id };
		store_file_init(&s->file);
		s->writer = monread_writer_new(o->container,
		                               o->filtered ? MONREAD_WRITER_SELECTED : 0);
		s->config = store_config_new(o->layouts, CONFIG_MOST);
	}
	if (!s || !s->writer || !s->config) {
		diag_no_memory();
		store_free(s);
		return NULL;
	}
	if (!store_name_is_made(&s->pattern)) {
		s->failed = store_file_open(&s->file, o) != 0;
		if (s->file.last)
			note_pause(s);
	} else if (lstat(o->file, &st) == 0 && !S_ISREG(st.st_mode)) {
		fault = S_ISDIR(st.st_mode) ?
		                "is a directory; name a file" :
		                "is not a regular file, so new files cannot follow it; choose another --write";
		diag_fail("%s: %s", o->file, fault);
		s->failed = 1;
	} else if (store_file_try(o->file)) {
		diag_fail("%s: cannot be written: %s", o->file, strerror(errno));
		s->failed = 1;
	}
	if (!s->failed)
		return s;
	store_close(s);
	return NULL;
}

void store_begin_input(struct store *s, struct monread_system *system, int live, int waits)
{
	s->system = system;
	s->repeated.any = 0;
	s->repeated.count = 0;
	store_config_forget(s->config);
	s->clock.live = live;
	s->clock.begun = 0;
	s->waits = waits;
	s->times.before = 0;
	s->times.jumped = 0;
}

const char *store_current(const struct store *s)
{
	return s->file.fd >= 0 ? s->file.name : NULL;
}

const char *store_system(const struct store *s)
{
	if (s->o.append && !s->file.given && s->file.base > 0 && !*s->file.system)
		return NULL;
	return s->file.system;
}

void store_turn(struct store *s, struct monread_system *system)
{
	s->system = system;
}

void store_renew(struct store *s)
{
	s->current.renew = s->pattern.rotates;
}

void store_lost(struct store *s, long sets, uint64_t bytes, const char *text)
{
	struct monread_mark *m = &s->gap.mark;

	if (!has_loss(s)) {
		uint8_t others = m->why & (MONREAD_MARK_THINNED | MONREAD_MARK_CONTINUED);

		memset(m, 0, sizeof *m);
		m->why = (uint8_t)(MONREAD_MARK_LOST | others);
		m->known = MONREAD_MARK_SETS | MONREAD_MARK_BYTES;
		snprintf(m->text, sizeof m->text, "%s", text);
	}
	/* SETS is 0 if BYTES belong to a data set that was already counted as lost. */
	m->count += m->count < UINT32_MAX && (sets || !m->count);
	if (sets < 0)
		m->known &= (uint8_t)~(MONREAD_MARK_SETS | (bytes ? 0u : MONREAD_MARK_BYTES));
	else
		m->sets += (uint64_t)sets;
	m->bytes += bytes;
	/* If a data set waits for free space, prepare it again, with the new loss in the mark
	 * before it. */
	s->next.ready = 0;
}

void store_thinned(struct store *s)
{
	struct monread_mark *m = &s->gap.mark;

	m->why |= MONREAD_MARK_THINNED;
	s->next.ready = 0;
	if (has_loss(s))
		return;
	m->count += m->count < UINT32_MAX;
	snprintf(m->text, sizeof m->text, "the first sample of every %g seconds is stored",
	         s->o.every);
}

uint64_t store_waiting(const struct store *s)
{
	return monread_writer_waiting(s->writer);
}

uint64_t store_dropped(const struct store *s, uint64_t *sets)
{
	*sets += s->file.dropped ? s->file.copied : 0;
	return s->file.dropped ? s->file.size - s->file.synced : 0;
}

/* If EV is a record, pass it to the configuration. SHOWN is 1 if the options of the user select
 * EV. */
static int keep_config(struct store *s, const struct monread_ev *ev, int shown)
{
	if (ev->kind != MONREAD_RECORD)
		return 0;
	return store_config_take(s->config, s->system, ev, shown || !s->o.filtered);
}

/* Do not store EV, which is repeated configuration, but pass it to s->config, with which each file
 * begins. */
static enum store_result store_take_repeated(struct store *s, const struct monread_ev *ev,
                                             int shown)
{
	if (ev->kind == MONREAD_RECORD && !monread_is_mark(ev->bytes, ev->length)) {
		s->repeated.count++;
		s->repeated.strange += !store_config_concerns(s->config, ev) &&
		                       (ev->domain != 1 || ev->record != 13);
	}
	s->repeated.any |= ev->kind == MONREAD_RECORD;
	return keep_config(s, ev, shown) ? store_no_memory(s) : STORE_DONE;
}

/* Report that N repeated records were not stored, for the reason WHY. */
static void report_repeated(const struct store *s, uint64_t n, const char *why)
{
	if (n > 0 && !s->o.filtered)
		diag_damage("%s: %llu repeated record%s not stored: %s", s->o.file,
		            (unsigned long long)n, mr_plural(n), why);
}

static enum store_result end_input(struct store *s)
{
	/* Sync while the file is open: if the disk is full, the data can be written again. */
	if (s->o.sync == STORE_SYNC_FILE && store_file_sync(&s->file, &s->o))
		return fail_or_wait(s, "cannot be synced");
	report_repeated(s, s->repeated.count, "no data follows");
	report_repeated(s, s->repeated.strange, "not configuration by any layout");
	s->repeated.count = s->repeated.strange = 0;
	return STORE_DONE;
}

static void note_time(struct store *s, uint64_t tod)
{
	s->times.jumped |= s->times.before &&
	                   mr_tod_is_later(tod, s->times.before + 86400 * MR_TOD_SECOND);
	s->times.last = s->times.before = tod;
}

enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown)
{
	enum store_result stored = STORE_DONE;
	int rc;

	if (s->failed)
		return STORE_FAILED;
	if (ev && ev->flags & MONREAD_REPEATED)
		return store_take_repeated(s, ev, shown);
	if (ev && ev->kind == MONREAD_RECORD)
		note_time(s, ev->tod);
	rc = s->pending;
	if (!rc)
		rc = ev ? monread_writer_take(s->writer, ev, shown) : monread_writer_end(s->writer);
	s->pending = 0;
	if (rc > 0)
		stored = write_set(s);
	if (stored == STORE_FULL)
		s->pending = rc;
	if (stored != STORE_DONE)
		return stored;
	/* EV begins the next data set, and was not taken yet. */
	if (ev && rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(s->writer, ev, shown);
	if (rc < 0 || (ev && keep_config(s, ev, shown)))
		return store_no_memory(s);
	return ev ? STORE_DONE : end_input(s);
}

/* If data was lost after the last stored data set, end the file with a mark. */
static void write_last_gap(struct store *s)
{
	/* Do not put a mark after a data set that waits for free space (->pending). */
	if (s->failed || s->pending || !has_loss(s) || s->file.fd < 0 || s->file.size == 0)
		return;
	if (put_mark(s, s->times.last, 0))
		store_no_memory(s);
	else if (pack(s, 0) == STORE_DONE && write_packed(s))
		store_fail(s, "writing failed");
}

void store_damage(struct store *s, const struct monread_ev *ev)
{
	monread_writer_take(s->writer, ev, 0);
}

int store_close(struct store *s)
{
	uint64_t left_out;
	int rc;

	write_last_gap(s);
	s->ends = 1;
	rc = close_file(s) != STORE_DONE || s->failed ? -1 : 0;
	store_exec_end(&s->exec);
	left_out = monread_writer_left_out(s->writer);
	if (left_out && !s->failed)
		diag_note(
			"%s: only whole records of damaged record sets are stored; %llu byte%s %s left out",
			s->o.file, (unsigned long long)left_out, mr_plural(left_out),
			left_out == 1 ? "is" : "are");
	store_free(s);
	return rc;
}
