#include "config.h"

#include "cli/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/escape.h"

/* A message up to this number of bytes is written with one write(2), so that lines of other
 * programs do not get into the message. */
#define LINE_ROOM 4096u
#define TEXT_ROOM 2048u

struct diag_kind {
	int priority; /* of syslog(3) */
	const char *severity;
	int status;
	enum diag_level level; /* print the message if diag.level is this level or higher */
	int ends;              /* 1: the program stops reading this input */
};

static const struct diag_kind usage = { LOG_ERR, "error", STATUS_GOOD, DIAG_SILENT, 0 };
static const struct diag_kind wrong = { LOG_ERR, "error", STATUS_USAGE, DIAG_SILENT, 1 };
static const struct diag_kind failure = { LOG_ERR, "error", STATUS_FAILED, DIAG_SILENT, 1 };
static const struct diag_kind damage = { LOG_WARNING, "warning", STATUS_DAMAGED, DIAG_NORMAL, 0 };
static const struct diag_kind damaged_rest = { LOG_WARNING, "warning", STATUS_DAMAGED, DIAG_NORMAL,
	                                       1 };
static const struct diag_kind note = { LOG_NOTICE, "notice", STATUS_GOOD, DIAG_NORMAL, 0 };
static const struct diag_kind detail = { LOG_INFO, "info", STATUS_GOOD, DIAG_VERBOSE, 0 };

static struct {
	const char *program;
	int fd;
	/* see again_write() */
	int seconds;
	enum diag_level level;
	enum diag_form form;
	int is_journal; /* 1: the journal of systemd reads standard error */
	int64_t start; /* clock_now() when diag_stamp_verbose() was called; 0: not called */
	int status;
	/* records the messages about the current input; NULL: do not record them */
	struct diag_report *report;
	void (*flush)(void *);
	void *flush_arg;
} diag = { .program = "", .fd = STDERR_FILENO, .seconds = -1, .level = DIAG_NORMAL };

int diag_is_journal(int fd)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char known[64];
	struct stat st;

	if (!stream || fstat(fd, &st))
		return 0;
	snprintf(known, sizeof known, "%llu:%llu", (unsigned long long)st.st_dev,
	         (unsigned long long)st.st_ino);
	return strcmp(stream, known) == 0;
}

void diag_begin(const char *program)
{
	diag.program = program;
	diag.is_journal = diag_is_journal(STDERR_FILENO);
}

void diag_set_level(enum diag_level level)
{
	diag.level = level;
}

void diag_set_form(enum diag_form form)
{
	diag.form = form;
}

int diag_is_json(void)
{
	return diag.form == DIAG_JSON;
}

int diag_is_verbose(void)
{
	return diag.level == DIAG_VERBOSE;
}

void diag_stamp_verbose(void)
{
	diag.start = clock_now();
}

int diag_is_file(struct stat *st)
{
	return fstat(diag.fd, st) == 0 && S_ISREG(st->st_mode);
}

void diag_divert(int fd)
{
	diag.fd = fd;
}

void diag_wait(int seconds)
{
	diag.seconds = seconds;
}

void diag_flush_before(void (*flush)(void *), void *arg)
{
	diag.flush = flush;
	diag.flush_arg = arg;
}

struct diag_report *diag_report_to(struct diag_report *report)
{
	struct diag_report *last = diag.report;

	diag.report = report;
	return last;
}

static void worsen(int status)
{
	if (status > diag.status)
		diag.status = status;
	if (diag.report && status > diag.report->status)
		diag.report->status = status;
}

/* The journal of systemd reads a number such as <4> at the start of a line as the priority of the
 * message. */
static void put_priority(struct out_buffer *b, const struct diag_kind *kind)
{
	if (diag.is_journal && diag.fd == STDERR_FILENO && diag.form != DIAG_TEXT)
		out_printf(b, "<%d>", kind->priority);
}

static void begin_line(struct out_buffer *b, char room[LINE_ROOM], const struct diag_kind *kind)
{
	if (diag.flush)
		diag.flush(diag.flush_arg);
	*b = (struct out_buffer){ .p = room, .buf = room, .end = room + LINE_ROOM, .fd = diag.fd,
	                          .seconds = diag.seconds };
	put_priority(b, kind);
}

static void begin_object(struct out_buffer *b, const struct diag_kind *kind)
{
	struct timespec now;
	char text[32] = "";
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	if (gmtime_r(&now.tv_sec, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	out_printf(b, "{\"time\":\"%s.%06ldZ\",\"severity\":\"%s\",\"text\":", text,
	           now.tv_nsec / 1000, kind->severity);
}

static void diag_put_file(struct out_buffer *b, const char *file)
{
	out_str(b, ",\"file\":");
	out_json_string(b, file);
}

/* Append the text of a message. If memory for a long text is short, cut the text. */
static void diag_put_text(struct out_buffer *b, const char *fmt, va_list ap)
{
	char room[TEXT_ROOM], *whole = NULL;
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(room, sizeof room, fmt, ap);
	if (n >= (int)sizeof room)
		whole = malloc((size_t)n + 1);
	if (whole)
		vsnprintf(whole, (size_t)n + 1, fmt, again);
	va_end(again);
	if (diag.form == DIAG_JSON)
		out_json_string(b, whole ? whole : room);
	else
		out_safe(b, whole ? whole : room);
	free(whole);
}

static int begins(const char **fmt, const char *lead)
{
	size_t n = strlen(lead);

	if (strncmp(*fmt, lead, n) != 0)
		return 0;
	*fmt += n;
	return 1;
}

static void put_json(struct out_buffer *b, const struct diag_kind *kind, const char *fmt,
                     va_list ap)
{
	const char *file = begins(&fmt, "%s: ") ? va_arg(ap, const char *) : NULL;
	int has_offset = file && begins(&fmt, "offset 0x%llx: ");
	unsigned long long offset = has_offset ? va_arg(ap, unsigned long long) : 0;

	begin_object(b, kind);
	diag_put_text(b, fmt, ap);
	if (file)
		diag_put_file(b, file);
	if (has_offset)
		out_printf(b, ",\"offset\":%llu", offset);
	out_char(b, '}');
}

static void diag_say(const struct diag_kind *kind, const char *fmt, va_list ap)
{
	char room[LINE_ROOM];
	struct out_buffer b;

	begin_line(&b, room, kind);
	if (diag.form == DIAG_JSON) {
		put_json(&b, kind, fmt, ap);
	} else {
		if (diag.start && kind == &detail)
			out_printf(&b, "%.6f ", (double)(clock_now() - diag.start) / 1e9);
		else
			out_printf(&b, "%s: ", diag.program);
		diag_put_text(&b, fmt, ap);
	}
	out_char(&b, '\n');
	if (kind == &usage && diag.form != DIAG_JSON) {
		put_priority(&b, kind);
		out_printf(&b, "Try '%s --help' for more information.\n", diag.program);
	}
	out_flush(&b);
}

void diag_usage(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	diag_say(&usage, fmt, ap);
	va_end(ap);
	exit(STATUS_USAGE);
}

/* Keep only the first error of an input, because the program stops reading an input after an
 * error. */
static void keep_error(const char *fmt, va_list ap)
{
	struct diag_report *r = diag.report;
	va_list again;

	if (!r || *r->error)
		return;
	va_copy(again, ap);
	vsnprintf(r->error, sizeof r->error, fmt, again);
	va_end(again);
}

static void count_and_say(const struct diag_kind *kind, const char *fmt, va_list ap)
{
	worsen(kind->status);
	if (kind->ends)
		keep_error(fmt, ap);
	if (diag.level >= kind->level)
		diag_say(kind, fmt, ap);
}

#define SAYS(name, kind) \
	void name(const char *fmt, ...) \
	{ \
		va_list ap; \
\
		va_start(ap, fmt); \
		count_and_say(&kind, fmt, ap); \
		va_end(ap); \
	}

SAYS(diag_wrong, wrong)
SAYS(diag_fail, failure)
SAYS(diag_damage, damage)
SAYS(diag_damaged_rest, damaged_rest)
SAYS(diag_note, note)
SAYS(diag_verbose, detail)

int diag_no_memory(void)
{
	diag_fail("out of memory");
	return -1;
}

void diag_disagree(void)
{
	worsen(STATUS_DAMAGED);
}

void diag_object(int status, const char *text, const char *file,
                 void (*put)(struct out_buffer *b, const void *arg), const void *arg)
{
	static const struct diag_kind *const kinds[] = { &note, &damage, &failure };
	char room[LINE_ROOM];
	struct out_buffer b;

	begin_line(&b, room, kinds[status]);
	begin_object(&b, kinds[status]);
	out_json_string(&b, text);
	diag_put_file(&b, file);
	put(&b, arg);
	out_str(&b, "}\n");
	out_flush(&b);
}

int diag_status(void)
{
	return diag.status;
}
