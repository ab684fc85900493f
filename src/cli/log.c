/* log.c: prints messages with journal priorities or as JSON. */
#include "config.h"

#include "cli/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/buffer.h"
#include "cli/escape.h"

int log_is_journal(int fd)
{
	const char *stream = getenv("JOURNAL_STREAM");
	char known[64];
	struct stat st;

	if (!stream || fstat(fd, &st))
		return 0;
	snprintf(known, sizeof known, "%llu:%llu", (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
	return strcmp(stream, known) == 0;
}

static const char *name_of(enum log_severity severity)
{
	static const char *const names[] = { "error", "warning", "notice", "info" };

	return names[severity - LOG_SEVERITY_ERROR];
}

static void put_time(struct out_buffer *b)
{
	struct timespec now;
	char text[32] = "";
	struct tm tm;

	clock_gettime(CLOCK_REALTIME, &now);
	if (gmtime_r(&now.tv_sec, &tm))
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &tm);
	out_printf(b, "{\"time\":\"%s.%06ldZ\"", text, now.tv_nsec / 1000);
}

/* If *FMT begins with LEAD, move it after LEAD and return 1. */
static int begins(const char **fmt, const char *lead)
{
	size_t n = strlen(lead);

	if (strncmp(*fmt, lead, n) != 0)
		return 0;
	*fmt += n;
	return 1;
}

/* Return the text of vprintf(3), to be freed; NULL if out of memory. */
static char *text_of(const char *fmt, va_list ap)
{
	va_list again;
	char *text;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	text = n < 0 ? NULL : malloc((size_t)n + 1);
	if (text)
		vsnprintf(text, (size_t)n + 1, fmt, ap);
	return text;
}

static void put_message(struct out_buffer *b, const char *fmt, va_list ap)
{
	const char *file = NULL;
	unsigned long long offset = 0;
	int has_offset = 0;
	char *text;

	if (begins(&fmt, "%s: ")) {
		file = va_arg(ap, const char *);
		has_offset = begins(&fmt, "offset 0x%llx: ");
		if (has_offset)
			offset = va_arg(ap, unsigned long long);
	}
	text = text_of(fmt, ap);
	if (!text)
		b->error = ENOMEM;
	out_str(b, ",\"text\":");
	out_json_string(b, text ? text : "");
	free(text);
	if (file) {
		out_str(b, ",\"file\":");
		out_json_string(b, file);
	}
	if (has_offset)
		out_printf(b, ",\"offset\":%llu", offset);
}

static void say_no_memory(FILE *to, const char *lead)
{
	char line[80];
	int n = snprintf(line, sizeof line, "%s{\"severity\":\"error\",\"text\":\"out of memory\"}\n", lead);

	fwrite(line, 1, (size_t)n, to);
}

/* Return 0, or -1 after a message about ENOMEM. */
static int begin_object(FILE *to, struct out_buffer *b, const char *lead, enum log_severity severity)
{
	if (out_buffer_init(b, OUT_MEMORY)) {
		say_no_memory(to, lead);
		return -1;
	}
	out_str(b, lead);
	put_time(b);
	out_printf(b, ",\"severity\":\"%s\"", name_of(severity));
	return 0;
}

/* Return 0, or -1 after a message about ENOMEM. */
static int end_object(FILE *to, struct out_buffer *b, const char *lead)
{
	int failed;

	out_str(b, "}\n");
	failed = b->error != 0;
	/* In one call, because other programs may write to the same file. */
	if (!failed)
		fwrite(b->buf, 1, (size_t)(b->p - b->buf), to);
	else
		say_no_memory(to, lead);
	out_buffer_done(b);
	return -failed;
}

int log_json(FILE *to, const char *lead, enum log_severity severity, const char *fmt, va_list ap)
{
	struct out_buffer b;

	if (begin_object(to, &b, lead, severity))
		return -1;
	put_message(&b, fmt, ap);
	return end_object(to, &b, lead);
}

int log_object(FILE *to, const char *lead, enum log_severity severity, const char *text, const char *members)
{
	struct out_buffer b;

	if (begin_object(to, &b, lead, severity))
		return -1;
	out_str(&b, ",\"text\":");
	out_json_string(&b, text);
	out_str(&b, members);
	return end_object(to, &b, lead);
}
