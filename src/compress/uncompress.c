/* uncompress.c: read a compressed file through libarchive. */
#include "config.h"

#include "compress/compress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compress/crc.h"
#include "compress/libarchive.h"
#include "compress/units.h"

const char *compress_kind(const unsigned char *p, size_t n)
{
	static const struct {
		const char *name;
		unsigned char len, magic[COMPRESS_MAGIC];
	} kinds[] = {
		{ "gzip", 2, { 0x1F, 0x8B } },
		{ "xz", 6, { 0xFD, '7', 'z', 'X', 'Z', 0 } },
		{ "zstd", 4, { 0x28, 0xB5, 0x2F, 0xFD } },
		{ "bzip2", 3, { 'B', 'Z', 'h' } },
		{ "lz4", 4, { 0x04, 0x22, 0x4D, 0x18 } },
	};
	unsigned i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (n >= kinds[i].len && memcmp(p, kinds[i].magic, kinds[i].len) == 0)
			return kinds[i].name;
	return NULL;
}

#ifdef HAVE_LIBARCHIVE

struct uncompress {
	struct libarchive la;
	struct uncompress_source *source;
	const char *kind;
	struct archive *a;
	/* The first block: opening has read it. */
	const void *first;
	size_t nfirst;
	int looked, rc; /* looked: the first block was not handed out yet; rc: of reading it */
	int empty;      /* the file is complete and holds nothing */
	struct units units;
	struct crc_tables *crc_tables; /* by members */
	uint32_t crc;                  /* of what was handed out of this one */
	uint64_t used; /* bytes of the unit that were used for that */
	int has_doubt, doubts_length;
	char doubt[200];
	int behind;     /* by frames: the unit is none, but what stands behind the last one */
	int has_rest;   /* something else stands behind what is compressed, */
	char rest[120]; /* and this is said */
	char failure[200];
	const char *fault; /* what is wrong; NULL: see archive_error_string() */
	unsigned resumed;  /* so many places were tried behind what cannot be uncompressed */
	int ahead;         /* that was the beginning, and the next place was found, but nothing was said of it yet */
	int no_memory;
};

/* Tell A why the source gives no more. */
static void say_unread(const struct uncompress *u, struct archive *a)
{
	if (u->source->error)
		u->la.archive_set_error(a, u->source->error, "it cannot be read: %s", strerror(u->source->error));
	else
		u->la.archive_set_error(a, ENOMEM, "out of memory");
}

static la_ssize_t more(struct archive *a, void *arg, const void **data)
{
	struct uncompress *u = arg;
	ssize_t n = units_next(&u->units, data);

	if (n < 0)
		say_unread(u, a);
	return n;
}

/* Add the one filter that is needed: for some others libarchive runs programs.  0, or -1. */
static int add_filter(struct uncompress *u, const char *kind)
{
	const struct libarchive *la = &u->la;
	const struct {
		const char *name;
		int (*add)(struct archive *);
	} filters[] = {
		{ "gzip", la->archive_read_support_filter_gzip },   { "xz", la->archive_read_support_filter_xz },
		{ "zstd", la->archive_read_support_filter_zstd },   { "bzip2", la->archive_read_support_filter_bzip2 },
		{ "lz4", la->archive_read_support_filter_lz4 },
	};
	unsigned i;

	for (i = 0; i < sizeof filters / sizeof filters[0]; i++)
		/* ARCHIVE_WARN: libarchive would run a program. */
		if (strcmp(filters[i].name, kind) == 0)
			return filters[i].add(u->a) == ARCHIVE_OK ? 0 : -1;
	return -1;
}

/* libarchive does not always report it, but malloc() sets errno, which was 0 before. */
static void note_memory(struct uncompress *u)
{
	u->no_memory = errno == ENOMEM || (u->a && u->la.archive_errno(u->a) == ENOMEM);
	errno = u->no_memory ? ENOMEM : EIO;
}

static struct uncompress *failed(struct uncompress *u, struct uncompress_fault *fault, const char *text)
{
	int error = errno;

	snprintf(fault->text, sizeof fault->text, "%s", text);
	uncompress_close(u);
	errno = error;
	return NULL;
}

/* By blocks: archive_read_data() drops what it has when it meets a fault. */
static int next_block(struct uncompress *u, const void **bytes, size_t *n)
{
	la_int64_t offset;
	int rc;

	*n = 0;
	if (u->empty)
		return ARCHIVE_EOF;
	errno = 0;
	do
		rc = u->la.archive_read_data_block(u->a, bytes, n, &offset);
	while (rc == ARCHIVE_RETRY || (rc >= ARCHIVE_WARN && rc != ARCHIVE_EOF && *n == 0));
	if (rc < ARCHIVE_WARN)
		note_memory(u);
	return rc;
}

/* Open an archive on what more() returns from now on.  Whether libarchive takes it. */
static int begin(struct uncompress *u)
{
	struct archive_entry *entry;
	int rc;

	if (u->a)
		u->la.archive_read_free(u->a);
	errno = 0;
	u->a = u->la.archive_read_new();
	/* The format "empty" makes an empty file no error.  With fewer than two filters (one of them reads the file)
	 * the header of the compressed file is incomplete.  A file that ends before its first byte can be had fails
	 * here, too. */
	if (!u->a || add_filter(u, u->kind) || u->la.archive_read_support_format_raw(u->a) < ARCHIVE_WARN ||
	    u->la.archive_read_support_format_empty(u->a) < ARCHIVE_WARN ||
	    u->la.archive_read_open(u->a, u, NULL, more, NULL) < ARCHIVE_WARN || u->la.archive_filter_count(u->a) < 2) {
		note_memory(u);
		return 0;
	}
	rc = u->la.archive_read_next_header(u->a, &entry);
	u->empty = rc == ARCHIVE_EOF;
	if (rc < ARCHIVE_WARN)
		note_memory(u);
	/* libarchive takes an empty lz4 frame for the end of the file, whatever follows. */
	return rc >= ARCHIVE_WARN && !(u->empty && strcmp(u->kind, "lz4") == 0);
}

/* Hold what a member has given against what its end says, which libarchive does not. */
static void check_member(struct uncompress *u)
{
	la_int64_t used = u->la.archive_filter_bytes(u->a, -1);
	unsigned long long begin = u->source->offset + u->units.begin;
	unsigned char bytes[MEMBERS_TRAILER];
	struct members_trailer said;

	if (used < 0 || !units_trailer(&u->units, (uint64_t)used, bytes))
		return;
	said = members_trailer(bytes);
	if (said.crc == u->crc && said.length == (uint32_t)u->units.passed)
		return;
	u->has_doubt = 1;
	u->doubts_length = said.length != (uint32_t)u->units.passed;
	/* Where the length is wrong, the unit may have more members behind that one. */
	if (u->doubts_length)
		snprintf(u->doubt, sizeof u->doubt,
		         "offset 0x%llx of the file: expected %lu bytes in the gzip member, found %llu; what it holds is damaged",
		         begin, (unsigned long)said.length, (unsigned long long)u->units.passed);
	else
		snprintf(u->doubt, sizeof u->doubt,
		         "offset 0x%llx of the file: expected a gzip member with the CRC %08lX, found %08lX; what it holds is damaged",
		         begin, (unsigned long)said.crc, (unsigned long)u->crc);
}

/* Go on with the next unit, of which libarchive says what is wrong, but where it is cut off.  1: there is one; 0: there is
 * none; -1: it cannot be read. */
static int begin_next(struct uncompress *u)
{
	int rc;

	errno = ENOMEM;
	rc = units_begin(&u->units);
	u->crc = 0;
	u->used = 0;
	if (rc < 0 && !u->source->error)
		note_memory(u);
	if (rc < 0)
		say_unread(u, u->a);
	u->behind = rc > 0 && u->units.by_frames && !units_are_at_frame(&u->units);
	if (u->behind)
		return 0;
	/* libarchive takes a member for the last one where it cannot read what follows. */
	if (rc <= 0)
		return u->source->error ? -1 : rc;
	return begin(u) ? 1 : -1;
}

/* Prepare reading.  NULL, or what is wrong. */
static const char *prepare(struct uncompress *u)
{
	u->units.source = u->source;
	u->units.by_frames = strcmp(u->kind, "zstd") == 0;
	u->units.by_members = strcmp(u->kind, "gzip") == 0;
	u->units.decided = 1;
	u->source->ended = 0;
	errno = ENOMEM;
	if (u->units.by_members) {
		u->crc_tables = malloc(sizeof *u->crc_tables);
		if (!u->crc_tables)
			return "out of memory";
		crc_prepare(u->crc_tables);
	}
	u->a = u->la.archive_read_new();
	if (!u->a)
		return "out of memory";
	errno = 0;
	if (add_filter(u, u->kind) == 0)
		return NULL;
	return errno == ENOMEM ? "out of memory"
	                       : "the libarchive that is installed cannot uncompress it; uncompress it first";
}

/* What is said where the file has ended before what is compressed has; NULL: it has not, or that is not known. */
static const char *cut_off(const struct uncompress *u)
{
	if (units_are_cut(&u->units))
		return "it is cut off in the middle of a zstd frame";
	return u->units.by_members && u->source->ended ? "it is cut off in the middle of a gzip member" : NULL;
}

/* Read the first block.  NULL, or what is wrong. */
static const char *look(struct uncompress *u)
{
	if (!begin(u))
		return u->no_memory                                     ? "out of memory"
		       : u->source->error                                ? strerror(u->source->error)
		       : u->source->goes_on && cut_off(u)               ? cut_off(u)
		                                                        : "it is cut off, or libarchive cannot uncompress it";
	u->rc = next_block(u, &u->first, &u->nfirst);
	u->looked = 1;
	/* One filter reads the file, one uncompresses it.  A third, or a compressed result, means compression within
	 * compression. */
	if (!u->source->goes_on &&
	    (u->la.archive_filter_count(u->a) > 2 || (u->rc == ARCHIVE_OK && compress_kind(u->first, u->nfirst))))
		return "it is compressed more than once; uncompress it first";
	return NULL;
}

/* For hostile files: trying takes longer than reading. */
#define RESUMED_MOST 10000u

/* Find the next unit that libarchive takes.  1; 0: there is none; -1: it cannot be read. */
static int resume(struct uncompress *u)
{
	int rc;

	if (u->no_memory || u->source->error || !(u->units.by_frames || u->units.by_members))
		return 0;
	do {
		errno = ENOMEM;
		rc = u->resumed++ < RESUMED_MOST ? units_resume(&u->units, u->used) : 0;
		u->used = 0;
		if (rc < 0 && !u->source->error)
			note_memory(u);
	} while (rc > 0 && !begin(u) && !u->no_memory && !u->source->error);
	u->crc = 0;
	u->has_rest = 0;
	return u->no_memory || u->source->error ? -1 : rc;
}

/* What is said of what was wrong, after the search for more of which RC came. */
static void settle_fault(struct uncompress *u, int rc)
{
	if (rc < 0 && !u->no_memory)
		snprintf(u->failure, sizeof u->failure, "it cannot be read: %s", strerror(u->source->error));
	if (rc == 0 && u->resumed > RESUMED_MOST) {
		size_t n = strlen(u->failure);

		snprintf(u->failure + n, sizeof u->failure - n, ", and at %u places behind that", RESUMED_MOST);
	}
	u->fault = rc > 0 ? NULL : u->failure;
	errno = u->no_memory ? ENOMEM : EIO;
}

int uncompress_resume(struct uncompress *u, char *text, size_t size)
{
	struct uncompress_place from = uncompress_place(u), to;
	int has_rest = u->has_rest, rc = 1;
	char place[60];

	if (u->fault != u->failure)
		snprintf(u->failure, sizeof u->failure, "%s", uncompress_error(u));
	if (!u->ahead)
		rc = resume(u);
	u->ahead = 0;
	settle_fault(u, rc);
	to = uncompress_place(u);
	snprintf(place, sizeof place, "offset 0x%llx of the file: uncompressing failed: ",
	         (unsigned long long)(u->source->offset + from.offset));
	if (rc > 0)
		snprintf(text, size, "%s%s; skipped %llu bytes to the next %s at 0x%llx", has_rest ? "" : place, u->failure,
		         (unsigned long long)(to.offset - from.offset), u->units.by_members ? "gzip member" : "zstd frame",
		         (unsigned long long)(u->source->offset + to.offset));
	return rc;
}

struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, struct uncompress_fault *fault)
{
	struct uncompress *u = calloc(1, sizeof *u);
	const char *missing = u ? libarchive_load(&u->la) : NULL, *text;

	fault->unable = 1;
	if (missing) {
		snprintf(fault->text, sizeof fault->text,
		         "libarchive cannot be loaded: %s; install it, or uncompress the file first", missing);
		free(u);
		return NULL;
	}
	if (!u)
		return failed(u, fault, "out of memory");
	u->source = s;
	u->kind = kind;
	text = prepare(u);
	if (text)
		return failed(u, fault, text);
	text = look(u);
	fault->unable = text && !u->looked && u->no_memory;
	if (text && !u->looked && s->resumes && resume(u) > 0) {
		u->ahead = 1;
		u->fault = text;
		text = NULL;
	}
	return text ? failed(u, fault, text) : u;
}

/* Why no more can be had. */
static ssize_t fail(struct uncompress *u)
{
	if (!u->fault && !u->source->error && !u->no_memory)
		u->fault = cut_off(u);
	errno = u->no_memory ? ENOMEM : EIO;
	return -1;
}

/* The end, where nothing else stands behind it: libarchive does not look.  0, or -1. */
static ssize_t come_to_end(struct uncompress *u)
{
	la_int64_t used = u->behind ? 0 : u->la.archive_filter_bytes(u->a, -1);
	int zero;

	if (used < 0 || (u->units.by_frames && !u->behind))
		return 0;
	errno = ENOMEM;
	zero = units_rest_is_zero(&u->units, (uint64_t)used);
	if (zero > 0)
		return 0;
	if (zero < 0) {
		if (!u->source->error)
			note_memory(u);
		say_unread(u, u->a);
		return fail(u);
	}
	/* There is its place, and nothing came from there. */
	u->units.begin += (uint64_t)used;
	u->units.passed = u->used = 0;
	u->has_rest = 1;
	snprintf(u->rest, sizeof u->rest,
	         "offset 0x%llx of the file: expected more of the same compression, or the end, found something else",
	         (unsigned long long)(u->source->offset + u->units.begin));
	u->fault = u->rest;
	return fail(u);
}

int uncompress_has_rest(const struct uncompress *u)
{
	return u->has_rest;
}

/* Of gzip, where a unit may have several members: behind the end of one that was handed out is the next. */
static void note_used(struct uncompress *u)
{
	la_int64_t used = u->units.by_members ? u->la.archive_filter_bytes(u->a, -1) : 0;

	u->used = used > 0 ? (uint64_t)used : 0;
}

ssize_t uncompress_next(struct uncompress *u, const void **bytes)
{
	size_t n = u->nfirst;
	int rc = u->rc, more;

	*bytes = u->first;
	if (u->ahead)
		return fail(u);
	if (!u->looked)
		rc = next_block(u, bytes, &n);
	u->looked = 0;
	while (rc == ARCHIVE_EOF && !units_are_cut(&u->units)) {
		if (u->units.by_members)
			check_member(u);
		more = begin_next(u);
		if (more < 0)
			return fail(u);
		if (!more)
			return come_to_end(u);
		rc = next_block(u, bytes, &n);
	}
	/* Of an incomplete frame something is always missing. */
	if (rc == ARCHIVE_EOF || rc < ARCHIVE_WARN)
		return fail(u);
	if (u->units.by_members)
		u->crc = crc_add(u->crc_tables, u->crc, *bytes, n);
	u->units.passed += n;
	note_used(u);
	return (ssize_t)n;
}

struct uncompress_place uncompress_place(const struct uncompress *u)
{
	return (struct uncompress_place){ u->ahead ? 0 : u->units.begin, u->units.passed };
}

const char *uncompress_doubt(struct uncompress *u)
{
	int has = u->has_doubt;

	u->has_doubt = 0;
	return has ? u->doubt : NULL;
}

int uncompress_doubts_length(const struct uncompress *u)
{
	return u->doubts_length;
}

const char *uncompress_error(struct uncompress *u)
{
	const char *text = u->no_memory ? "out of memory" : u->fault ? u->fault : u->la.archive_error_string(u->a);

	return text ? text : "it cannot be uncompressed";
}

void uncompress_close(struct uncompress *u)
{
	if (u && u->a)
		u->la.archive_read_free(u->a);
	if (u)
		units_done(&u->units);
	if (u)
		free(u->crc_tables);
	free(u);
}

#else

struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, struct uncompress_fault *fault)
{
	(void)s;
	(void)kind;
	snprintf(fault->text, sizeof fault->text, "this monread was built without libarchive; uncompress it first");
	fault->unable = 1;
	return NULL;
}

ssize_t uncompress_next(struct uncompress *u, const void **bytes)
{
	(void)u;
	(void)bytes;
	return -1;
}

int uncompress_resume(struct uncompress *u, char *text, size_t size)
{
	(void)u;
	(void)text;
	(void)size;
	return 0;
}

const char *uncompress_doubt(struct uncompress *u)
{
	(void)u;
	return NULL;
}

int uncompress_doubts_length(const struct uncompress *u)
{
	(void)u;
	return 0;
}

const char *uncompress_error(struct uncompress *u)
{
	(void)u;
	return "";
}

int uncompress_has_rest(const struct uncompress *u)
{
	(void)u;
	return 0;
}

struct uncompress_place uncompress_place(const struct uncompress *u)
{
	(void)u;
	return (struct uncompress_place){ 0, 0 };
}

void uncompress_close(struct uncompress *u)
{
	(void)u;
}

#endif
