/* words.c: names and numbers in text, in ASCII whatever the locale. */
#include "base/words.h"

#include "base/cp1047.h"
#include "port/ascii.h"

int mr_text_is(const char *p, size_t len, const char *want)
{
	size_t i;

	for (i = 0; i < len && want[i]; i++)
		if (mr_lower(p[i]) != mr_lower(want[i]))
			return 0;
	return i == len && !want[i];
}

static unsigned digit(char c)
{
	c = mr_lower(c);
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a' + 10);
	return 99;
}

int mr_text_number(const char *p, size_t len, unsigned base, uint64_t max, uint64_t *v)
{
	uint64_t n = 0;
	unsigned d;
	size_t i;

	for (i = 0; i < len; i++) {
		d = digit(p[i]);
		if (d >= base || n > (max - d) / base)
			return 0;
		n = n * base + d;
	}
	*v = n;
	return len > 0;
}

size_t mr_name_span(const char *p, size_t len)
{
	size_t i;

	if (len && *p == '*')
		return 1;
	for (i = 0; i < len; i++) {
		char c = mr_lower(p[i]);
		int letter = (c >= 'a' && c <= 'z') || c == '_' || c == '@' || c == '#' || c == '$';

		if (!letter && (i == 0 || c < '0' || c > '9'))
			break;
	}
	return i;
}

unsigned mr_name_rank(char c)
{
	unsigned i;

	for (i = 0; i < 255 && mr_cp1047[i] != (unsigned char)c; i++)
		;
	return i;
}
