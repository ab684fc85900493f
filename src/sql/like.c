/* like.c: a condition that is just NAME LIKE 'pattern', computed without SQLite, which takes ten times as long for a
 * text of few characters. */
#include "config.h"

#include "sql/like.h"

#include "port/ascii.h"

static const char *after_blanks(const char *p)
{
	while (mr_is_blank(*p))
		p++;
	return p;
}

static int is_name(char c)
{
	return mr_is_letter(c) || mr_is_digit(c) || c == '_';
}

int like_read(const char *expr, char pattern[LIKE_ROOM])
{
	static const char word[] = "like";
	const char *p = after_blanks(expr);
	size_t i;

	if (!is_name(*p) || mr_is_digit(*p))
		return 0;
	while (is_name(*p))
		p++;
	if (!mr_is_blank(*p))
		return 0;
	p = after_blanks(p);
	for (i = 0; word[i]; i++)
		if (mr_lower(*p++) != word[i])
			return 0;
	p = after_blanks(p);
	if (*p++ != '\'')
		return 0;
	for (i = 0; *p && *p != '\'' && i < LIKE_ROOM - 1; i++) {
		if ((unsigned char)*p >= 0x80)
			return 0;
		pattern[i] = mr_lower(*p++);
	}
	pattern[i] = '\0';
	/* Two quotes are one in the pattern: SQLite's. */
	return *p == '\'' && p[1] != '\'' && !*after_blanks(p + 1);
}

/* Behind the character at P. */
static const char *after_character(const char *p, const char *end)
{
	p++;
	while (p < end && ((unsigned char)*p & 0xC0) == 0x80)
		p++;
	return p;
}

int like_holds(const char *pattern, const char *text, size_t n)
{
	const char *end = text + n, *again = NULL, *from = NULL;

	/* What follows the last % is tried at each place; those before it need not be tried again. */
	for (;;) {
		if (*pattern == '%') {
			again = ++pattern;
			from = text;
		} else if (text == end) {
			return !*pattern;
		} else if (*pattern == '_') {
			pattern++;
			text = after_character(text, end);
		} else if (*pattern && *pattern == mr_lower(*text)) {
			pattern++;
			text++;
		} else if (again) {
			pattern = again;
			text = from = after_character(from, end);
		} else {
			return 0;
		}
	}
}
