/* store.c: --write: data sets are gathered, compressed, and written to the current file or a new one. */
#include "config.h"

#include "store/store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "compress/compress.h"
#include "cli/clock.h"
#include "cli/diag.h"
#include "cli/words.h"
#include "port/bounds.h"
#include "store/clock.h"
#include "store/configuration.h"
#include "store/file.h"
#include "store/gap.h"
#include "store/keep.h"
#include "store/lock.h"
#include "store/name.h"
#include "store/target.h"

/* So many names are tried where other processes take names at the same time. */
#define NAMES_MAX 1000u

struct store {
	struct store_options o;
	struct store_pattern pattern;
	struct monread_writer *writer;
	struct compress packed; /* the data set, compressed */
	struct store_file file;
	struct store_keep keep;
	struct store_clock clock;
	struct store_gap gap;      /* what was lost before the data set that is gathered */
	struct monread_system *system; /* of the input */
	struct store_config *config;   /* what files begin with; NULL: with nothing */
	char config_id[MR_SYSTEM_ID_SIZE]; /* of this system; "": not known */
	int repeat;                    /* the input has repeated its configuration here: */
	uint64_t repeated;             /* so many records; nothing is stored behind them yet */
	uint64_t strange;              /* repeated records that are no configuration, as far as layouts say */
	struct monread_buffer front;   /* the configuration, and the data set behind it */
	int fronted;                   /* it is there for this data set, */
	struct compress packed_front;  /* and compressed */
	uint64_t last;             /* TOD of the last record that was read */
	int64_t us;       /* time of the data set that is written next */
	int64_t begun_us; /* time of the first data set of the file */
	int ready;        /* the data set is compressed, and ->us is its time */
	int pending;      /* of monread_writer_take(), for a data set that found no room yet */
	int waits;
	int renew; /* the next data set begins a new file */
	int by_system; /* the system is a part of names: */
	char id[MR_SYSTEM_ID_SIZE];      /* of the data set that is written next, */
	char file_id[MR_SYSTEM_ID_SIZE]; /* and of the file */
	int failed;
};

static enum store_result fail(struct store *s, const char *what)
{
	const char *name = s->file.name[0] ? s->file.name : s->o.file;

	s->failed = 1;
	/* The reader of a pipe that was given has closed it, which is no failure. */
	if (errno == EPIPE && store_name_descriptor(s->o.file) >= 0)
		return STORE_FAILED;
	if (s->file.lost_by[0])
		diag_fail("%s: %s; nothing more is stored", name, s->file.lost_by);
	else
		diag_fail("%s: %s: %s; nothing more is stored", name, what, strerror(errno));
	return STORE_FAILED;
}

/* A full disk may have room again later. */
static enum store_result fail_or_wait(struct store *s, const char *what)
{
	if ((errno == ENOSPC || errno == EDQUOT) && s->waits && !s->file.torn)
		return STORE_FULL;
	return fail(s, what);
}

static enum store_result no_memory(struct store *s)
{
	errno = ENOMEM;
	return fail(s, "a data set cannot be gathered");
}

/* ---- Files ---- */

static enum store_result close_file(struct store *s)
{
	const char *what = NULL;
	/* Who has asked for another file may have taken this one already. */
	int lost = s->file.size > 0 && !s->renew && store_file_check(&s->file);
	int failed = store_file_close(&s->file, &s->o, &what);

	return (lost || failed) && !s->failed ? fail(s, what) : STORE_DONE;
}

static enum store_result no_number(struct store *s)
{
	s->failed = 1;
	diag_fail("%s: no number is left above that of the last file, at most %u; move those files away, or choose another "
	          "--write; nothing more is stored", s->o.file, STORE_NUMBER_MAX);
	return STORE_FAILED;
}

/* Begin the file, or the next one. */
static enum store_result begin_file(struct store *s)
{
	int made = store_name_is_made(&s->pattern);
	unsigned i;

	if (s->o.keep && store_name_note(&s->pattern))
		return fail(s, "no name can be made");
	if (s->o.keep && store_keep_make_room(&s->keep, &s->pattern, &s->o))
		(errno == ENOMEM ? diag_fail : diag_damage)("%s: --keep: older files cannot be examined: %s", s->o.file,
		                                            strerror(errno));
	for (i = 0; i < NAMES_MAX; i++) {
		if (made && store_name_next(&s->pattern, s->us, i, s->file.name))
			return errno == EOVERFLOW ? no_number(s) : fail(s, "no name can be made");
		if (made && store_name_make_folders(&s->pattern, s->file.name, s->o.mode))
			break;
		if (store_file_create(&s->file, &s->o) == 0) {
			s->begun_us = s->us;
			s->renew = 0;
			if (s->o.keep)
				store_keep_begun(&s->keep, s->file.fd);
			memcpy(s->file_id, s->id, sizeof s->file_id);
			return STORE_DONE;
		}
		if (errno != EEXIST || !made)
			break;
	}
	return fail_or_wait(s, "cannot be written");
}

/* Whether the next N bytes go to a new file. */
static int is_due(const struct store *s, size_t n)
{
	int64_t age = s->us - s->begun_us;

	if (!store_name_is_made(&s->pattern) || s->file.fd < 0 || s->file.size == 0)
		return 0;
	/* It would be in the folder of another system. */
	if (s->by_system && strcmp(s->id, s->file_id) != 0)
		return 1;
	if (s->renew || (s->o.rotate_size && s->file.size + n > s->o.rotate_size))
		return 1;
	/* Where the clock was set back by more than an hour, do not wait until it has caught up. */
	return s->o.rotate_time > 0 && ((double)age / 1e6 >= s->o.rotate_time || age < -INT64_C(3600000000));
}

/* ---- Data sets ---- */

static void say_jump(const struct store *s)
{
	time_t t = (time_t)(s->clock.data_us / 1000000);
	char when[40] = "?";
	struct tm tm;

	if (gmtime_r(&t, &tm))
		strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &tm);
	diag_damage("%s: a data set has the time %s, more than an hour away from where the clock should be; "
	            "files are not begun by it", s->o.file, when);
}

static void follow_clock(struct store *s)
{
	if (store_clock_set(&s->clock, monread_tod_to_unix_us(monread_writer_tod(s->writer)), clock_now() / 1000))
		say_jump(s);
	s->us = s->clock.us;
}

static int has_mark(const struct store *s)
{
	return s->gap.mark.count > 0 && !s->o.no_marks;
}

/* If something was lost before the data set, put a mark before it.  FOLLOWS 0: there is no data set.  0, or -1: out of
 * memory. */
static int put_mark(struct store *s, uint64_t tod, int follows)
{
	return has_mark(s) ? monread_writer_gap(s->writer, store_gap_mark(&s->gap, tod, follows), tod) : 0;
}

static enum store_result pack(struct store *s)
{
	const unsigned char *bytes;
	size_t n;

	bytes = monread_writer_bytes(s->writer, &n);
	return s->o.compress && compress_do(&s->packed, s->o.compress, bytes, n) ? fail(s, "cannot be compressed")
	                                                                          : STORE_DONE;
}

/* The bytes for the file, after pack(). */
static const unsigned char *packed_bytes(const struct store *s, size_t *n)
{
	const struct compress *packed = s->fronted ? &s->packed_front : &s->packed;

	if (s->o.compress) {
		*n = packed->used;
		return packed->bytes;
	}
	if (!s->fronted)
		return monread_writer_bytes(s->writer, n);
	*n = s->front.length;
	return s->front.bytes;
}

/* Begin with the configuration: in one write with the data set, so that neither is there without the other. */
static enum store_result put_front(struct store *s)
{
	const unsigned char *bytes;
	unsigned char *more;
	size_t n, length;

	bytes = monread_writer_bytes(s->writer, &n);
	s->front.length = 0;
	if (store_config_put(s->config, s->o.container, monread_writer_tod(s->writer), &s->front))
		return no_memory(s);
	length = s->front.length;
	if (length == 0)
		return STORE_DONE;
	more = s->front.room - length < n ? realloc(s->front.bytes, length + n) : s->front.bytes;
	if (!more)
		return no_memory(s);
	s->front.room = s->front.room - length < n ? length + n : s->front.room;
	s->front.bytes = more;
	memcpy(more + length, bytes, n);
	s->front.length = length + n;
	if (s->o.compress && compress_do(&s->packed_front, s->o.compress, more, s->front.length))
		return fail(s, "cannot be compressed");
	s->fronted = 1;
	return STORE_DONE;
}

/* What is kept now is of the system as it is known now. */
static void note_config_system(struct store *s)
{
	snprintf(s->config_id, sizeof s->config_id, "%s", monread_system_id(s->system));
}

/* In the data set that is gathered another system may have begun. */
static int is_of_system(const struct store *s)
{
	return !s->config_id[0] || strncmp(s->config_id, monread_system_id(s->system), sizeof s->config_id - 1) == 0;
}

/* Where that belongs: in front of a file, and where the input has it. */
static enum store_result settle_front(struct store *s)
{
	int wanted = s->config && (s->repeat || s->file.base + s->file.size == 0) && is_of_system(s);

	if (!wanted)
		s->fronted = 0;
	return wanted && !s->fronted ? put_front(s) : STORE_DONE;
}

static enum store_result make_ready(struct store *s)
{
	if (s->ready)
		return STORE_DONE;
	if (put_mark(s, monread_writer_tod(s->writer), 1))
		return no_memory(s);
	if (pack(s) != STORE_DONE)
		return STORE_FAILED;
	follow_clock(s);
	if (s->by_system)
		snprintf(s->id, sizeof s->id, "%s", monread_system_id(s->system));
	s->fronted = 0;
	s->ready = 1;
	return STORE_DONE;
}

/* The data set was stored at OFFSET.  With --write-marks=no, note beside the file what was lost before it. */
static void end_gap(struct store *s, uint64_t offset, uint64_t tod)
{
	if (s->gap.mark.count && s->o.no_marks && s->file.regular &&
	    store_gap_note(&s->gap, s->file.name, offset, tod, s->o.mode))
		diag_damage("%s.gaps: cannot be written: %s; what was lost is not noted", s->file.name, strerror(errno));
	store_gap_clear(&s->gap);
}

static enum store_result write_set(struct store *s)
{
	enum store_result rc = make_ready(s);
	const unsigned char *bytes;
	unsigned tries = 0;
	int error;
	size_t n;

	packed_bytes(s, &n);
	if (rc == STORE_DONE && is_due(s, n))
		rc = close_file(s);
	do {
		if (rc == STORE_DONE && s->file.fd < 0)
			rc = begin_file(s);
		if (rc == STORE_DONE)
			rc = settle_front(s);
		if (rc != STORE_DONE)
			return rc;
		bytes = packed_bytes(s, &n);
		error = store_file_write(&s->file, &s->o, bytes, n) ? errno : 0;
		/* The number of a file that did not come into being, as there was no room, is not used up. */
		if (!error || error == EEXIST)
			s->pattern.number = s->pattern.tried;
		/* EEXIST: another process has taken the name of the new file. */
	} while (error == EEXIST && store_name_is_made(&s->pattern) && tries++ < NAMES_MAX);
	errno = error;
	if (error)
		return fail_or_wait(s, "writing failed");
	end_gap(s, s->file.base + s->file.size - n, monread_writer_tod(s->writer));
	s->gap.last = s->last;
	monread_writer_clear(s->writer);
	s->ready = s->fronted = s->repeat = 0;
	s->repeated = 0;
	if (!s->config)
		return STORE_DONE;
	note_config_system(s);
	return store_config_settle(s->config) ? no_memory(s) : STORE_DONE;
}

struct store *store_open(const struct store_options *o)
{
	struct store *s = calloc(1, sizeof *s);
	const char *missing;

	if (s)
		s->writer = monread_writer_new(o->container, o->filtered ? MONREAD_WRITER_SELECTED : 0);
	if (!s || !s->writer) {
		diag_fail("out of memory");
		free(s);
		return NULL;
	}
	s->o = *o;
	s->by_system = store_name_has_system(o->file);
	s->pattern = (struct store_pattern){ o->file, o->rotate_size || o->rotate_time > 0, o->local, 0, 0, s->id };
	store_file_init(&s->file);
	s->config = o->no_marks ? NULL : store_config_new(o->layouts);
	if (!s->config && !o->no_marks) {
		diag_fail("out of memory");
		store_close(s);
		return NULL;
	}
	missing = o->compress ? compress_begin(&s->packed) : NULL;
	if (o->compress && !missing)
		missing = compress_begin(&s->packed_front);
	if (missing) {
		diag_fail("--compress=%s: libarchive cannot be loaded: %s; install it, or store without --compress",
		          o->compress, missing);
		store_close(s);
		return NULL;
	}
	if (!store_name_is_made(&s->pattern)) {
		s->failed = store_target_open(&s->file, o) != 0;
	} else if (store_target_try(o->file)) {
		diag_fail("%s: cannot be written: %s", o->file, strerror(errno));
		s->failed = 1;
	}
	if (s->failed) {
		store_close(s);
		return NULL;
	}
	return s;
}

void store_begin_input(struct store *s, struct monread_system *system, int live, int waits)
{
	s->system = system;
	s->repeat = 0;
	s->repeated = 0;
	s->config_id[0] = '\0';
	if (s->config)
		store_config_forget(s->config);
	s->clock.live = live;
	s->clock.begun = 0;
	s->waits = waits;
}

const char *store_current(const struct store *s)
{
	return s->file.fd >= 0 ? s->file.name : NULL;
}

const char *store_system(const struct store *s)
{
	return s->file.system;
}

int store_is_untold(const struct store *s)
{
	return s->o.append && !s->file.given && s->file.base > 0 && !*s->file.system;
}

void store_turn(struct store *s, struct monread_system *system)
{
	s->system = system;
}

void store_renew(struct store *s)
{
	s->renew = s->pattern.rotates;
}

void store_lost(struct store *s, long sets, uint64_t bytes, const char *text)
{
	/* A loss is always between data sets: what was read of an invalid one is thrown away. */
	store_gap_add(&s->gap, sets, bytes, text);
	/* A data set that waits for room gets its mark anew. */
	s->ready = 0;
}

void store_thinned(struct store *s, unsigned sets)
{
	/* In files beside the capture there is only what was lost. */
	if (s->o.no_marks)
		return;
	store_gap_thinned(&s->gap, sets, s->o.every);
	s->ready = 0;
}

uint64_t store_waiting(const struct store *s)
{
	return monread_writer_waiting(s->writer);
}

/* Whether EV is, or may end, configuration: it is kept for the files that begin behind it.  0, or -1: out of memory. */
static int keep_config(struct store *s, const struct monread_ev *ev, int shown)
{
	if (!s->config || ev->kind != MONREAD_RECORD)
		return 0;
	return store_config_take(s->config, s->system, ev, shown || !s->o.filtered);
}

/* EV is repeated.  It is repeated anew, as the files that are written begin elsewhere. */
static enum store_result take_repeated(struct store *s, const struct monread_ev *ev, int shown)
{
	if (ev->kind == MONREAD_RECORD && !monread_is_mark(ev->bytes, ev->length)) {
		s->repeated++;
		s->strange += !store_config_concerns(s->config, ev) && (ev->domain != 1 || ev->record != 13);
	}
	s->repeat |= ev->kind == MONREAD_RECORD;
	note_config_system(s);
	return keep_config(s, ev, shown) ? no_memory(s) : STORE_DONE;
}

/* Where the input ends: what it repeated is put in front of what follows, and nothing does. */
static void say_repeated(struct store *s)
{
	if (s->repeated && !s->o.filtered && !s->failed)
		diag_damage("%s: %llu repeated record%s not stored: no data follows", s->o.file,
		            (unsigned long long)s->repeated, words_plural(s->repeated));
	if (s->strange && !s->o.filtered && !s->failed)
		diag_damage("%s: %llu repeated record%s not stored: not configuration by any layout", s->o.file,
		            (unsigned long long)s->strange, words_plural(s->strange));
	s->repeated = s->strange = 0;
}

enum store_result store_event(struct store *s, const struct monread_ev *ev, int shown)
{
	enum store_result stored = STORE_DONE;
	int rc;

	if (s->failed)
		return STORE_FAILED;
	if (s->config && ev->flags & MONREAD_REPEATED)
		return take_repeated(s, ev, shown);
	if (ev->kind == MONREAD_RECORD)
		s->last = ev->tod;
	rc = s->pending ? s->pending : monread_writer_take(s->writer, ev, shown);
	s->pending = 0;
	if (rc > 0)
		stored = write_set(s);
	if (stored == STORE_FULL)
		s->pending = rc;
	if (stored != STORE_DONE)
		return stored;
	/* The data set was split: the event belongs to the next one. */
	if (rc == MONREAD_WRITER_SPLIT)
		rc = monread_writer_take(s->writer, ev, shown);
	return rc < 0 || keep_config(s, ev, shown) ? no_memory(s) : STORE_DONE;
}

enum store_result store_end_of_input(struct store *s)
{
	int rc;

	if (s->failed)
		return STORE_FAILED;
	rc = s->pending ? s->pending : monread_writer_end(s->writer);
	s->pending = 0;
	if (rc < 0)
		return no_memory(s);
	if (rc > 0 && write_set(s) == STORE_FULL)
		s->pending = rc;
	if (!s->pending)
		say_repeated(s);
	return s->failed ? STORE_FAILED : s->pending ? STORE_FULL : STORE_DONE;
}

/* Write a mark alone. */
static enum store_result write_mark(struct store *s)
{
	const unsigned char *bytes;
	size_t n;

	if (put_mark(s, s->last, 0))
		return no_memory(s);
	if (pack(s) != STORE_DONE)
		return STORE_FAILED;
	bytes = packed_bytes(s, &n);
	return store_file_write(&s->file, &s->o, bytes, n) ? fail(s, "writing failed") : STORE_DONE;
}

/* Store what was lost after the last data set. */
static void write_last_gap(struct store *s)
{
	/* Where a data set found no room, neither would a mark. */
	if (s->failed || s->pending || !store_gap_is_loss(&s->gap) || s->file.fd < 0 || s->file.size == 0)
		return;
	if (!has_mark(s) || write_mark(s) == STORE_DONE)
		end_gap(s, s->file.base + s->file.size, 0);
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
	rc = close_file(s) != STORE_DONE || s->failed ? -1 : 0;
	left_out = monread_writer_left_out(s->writer);
	if (left_out && !s->failed)
		diag_note("%s: of damaged record sets only whole records are stored; %llu bytes of them are left out",
		          s->o.file, (unsigned long long)left_out);
	store_keep_done(&s->keep);
	compress_done(&s->packed);
	compress_done(&s->packed_front);
	free(s->front.bytes);
	store_config_free(s->config);
	monread_writer_free(s->writer);
	free(s);
	return rc;
}

void store_hold(int fd)
{
	lock_write(fd);
}

void store_let_go(int fd)
{
	lock_release(fd);
}

const char *store_compressions(void)
{
	return compress_kinds();
}
