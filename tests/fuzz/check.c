/* check.c: rules that all output must obey, whatever the input was. */
#include "config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"

/* Deeper than the plan of any record, but not so deep that the stack overflows. */
#define DEPTH_MAX 200u

/* The original standard error: a fuzzer closes it, because the tool prints many messages. */
static int report = STDERR_FILENO;

static void __attribute__((constructor)) keep_report(void)
{
	int fd = dup(STDERR_FILENO);

	if (fd >= 0)
		report = fd;
}

void fuzz_fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	dprintf(report, "fuzz: ");
	vdprintf(report, fmt, ap);
	dprintf(report, "\n");
	va_end(ap);
	abort();
}

/* Return the length of the character at S in bytes, and store its code in C; 0: invalid UTF-8. */
static unsigned character(const unsigned char *s, size_t n, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned len = 0, i;

	if (s[0] < 0x80)
		len = 1;
	else if ((s[0] & 0xE0) == 0xC0)
		len = 2;
	else if ((s[0] & 0xF0) == 0xE0)
		len = 3;
	else if ((s[0] & 0xF8) == 0xF0)
		len = 4;
	if (len == 0 || len > n)
		return 0;
	*c = len == 1 ? s[0] : s[0] & (0x7Fu >> len);
	for (i = 1; i < len; i++) {
		if ((s[i] & 0xC0) != 0x80)
			return 0;
		*c = *c << 6 | (s[i] & 0x3Fu);
	}
	return *c < least[len] || *c > 0x10FFFF || (*c >= 0xD800 && *c < 0xE000) ? 0 : len;
}

/* Control characters of both ranges, and characters that change the direction of text. */
static int is_command(uint32_t c)
{
	return (c < 0x20 && c != '\n') || (c >= 0x7F && c < 0xA0) || c == 0x061C || c == 0x200E ||
	       c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

void fuzz_check_text(const unsigned char *s, size_t n)
{
	size_t i = 0;

	while (i < n) {
		uint32_t c = 0;
		unsigned len = character(s + i, n - i, &c);

		if (len == 0)
			fuzz_fail("output at %zu: X'%02X' is no UTF-8", i, s[i]);
		if (is_command(c))
			fuzz_fail("output at %zu: U+%04X reaches the terminal", i, (unsigned)c);
		i += len;
	}
}

/* ---- JSON ---- */

struct json {
	const unsigned char *begin, *p, *end;
	unsigned depth;
};

static void __attribute__((noreturn)) bad(const struct json *j, const char *what)
{
	fuzz_fail("JSON at %zu: expected %s", (size_t)(j->p - j->begin), what);
}

static int at(const struct json *j, char c)
{
	return j->p < j->end && *j->p == (unsigned char)c;
}

static void need(struct json *j, char c)
{
	char what[2] = { c, 0 };

	if (!at(j, c))
		bad(j, what);
	j->p++;
}

static int is_digit(const struct json *j)
{
	return j->p < j->end && *j->p >= '0' && *j->p <= '9';
}

static void digits(struct json *j)
{
	if (!is_digit(j))
		bad(j, "a digit");
	while (is_digit(j))
		j->p++;
}

static void number(struct json *j)
{
	if (at(j, '-'))
		j->p++;
	if (at(j, '0'))
		j->p++;
	else
		digits(j);
	if (at(j, '.')) {
		j->p++;
		digits(j);
	}
}

static void string(struct json *j)
{
	need(j, '"');
	while (!at(j, '"')) {
		unsigned i;

		if (j->p >= j->end || *j->p < 0x20)
			bad(j, "the end of the string");
		if (*j->p++ != '\\')
			continue;
		if (j->p >= j->end || !memchr("\"\\/bfnrtu", *j->p, 9))
			bad(j, "an escape");
		if (*j->p++ == 'u')
			for (i = 0; i < 4; i++, j->p++)
				if (j->p >= j->end || !memchr("0123456789abcdefABCDEF", *j->p, 22))
					bad(j, "four hex digits");
	}
	j->p++;
}

static void literal(struct json *j, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(j->end - j->p) < n || memcmp(j->p, word, n) != 0)
		bad(j, word);
	j->p += n;
}

static void value(struct json *j);

static void items(struct json *j, char last, int keys)
{
	if (++j->depth > DEPTH_MAX)
		bad(j, "less depth");
	j->p++;
	while (!at(j, last)) {
		if (keys) {
			string(j);
			need(j, ':');
		}
		value(j);
		if (at(j, last))
			break;
		need(j, ',');
		if (at(j, last))
			bad(j, "something behind the comma");
	}
	j->p++;
	j->depth--;
}

static void value(struct json *j)
{
	if (at(j, '{'))
		items(j, '}', 1);
	else if (at(j, '['))
		items(j, ']', 0);
	else if (at(j, '"'))
		string(j);
	else if (at(j, 't'))
		literal(j, "true");
	else if (at(j, 'f'))
		literal(j, "false");
	else if (at(j, 'n'))
		literal(j, "null");
	else
		number(j);
}

void fuzz_check_json(const unsigned char *s, size_t n)
{
	struct json j = { s, s, s + n, 0 };

	while (j.p < j.end) {
		if (!at(&j, '{'))
			bad(&j, "an object");
		value(&j);
		need(&j, '\n');
	}
}
