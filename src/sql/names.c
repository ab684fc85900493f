/* names.c: the names in a statement. */
#include "config.h"

#include "sql/names.h"

#include <stdio.h>
#include <string.h>

#include "port/ascii.h"

static int is_word(char c)
{
	return mr_is_digit(c) || (mr_lower(c) >= 'a' && mr_lower(c) <= 'z') || c == '_' || c == '$' || (c & 0x80);
}

/* The end of the text that begins at P with a QUOTE, after the closing quote. */
static const char *behind_quote(const char *p, char quote)
{
	const char *end = strchr(p, quote);

	return end ? end + 1 : p + strlen(p);
}

const char *names_next(const char **p, char name[NAMES_ROOM])
{
	const char *s = *p, *from = s;
	size_t n = 0;

	while (*s && (n == 0 || n >= NAMES_ROOM)) {
		from = s;
		n = 0;
		if (*s == '\'') {
			s = behind_quote(s + 1, '\'');
		} else if (s[0] == '-' && s[1] == '-') {
			s += strcspn(s, "\n");
		} else if (s[0] == '/' && s[1] == '*') {
			s = strstr(s + 2, "*/");
			s = s ? s + 2 : from + strlen(from);
		} else if (*s == '"' || *s == '`' || *s == '[') {
			s = behind_quote(s + 1, *s == '[' ? ']' : *s);
			from++;
			n = (size_t)(s - from) - (s > from && strchr("\"`]", s[-1]) ? 1 : 0);
		} else if (is_word(*s)) {
			while (is_word(*s))
				s++;
			n = (size_t)(s - from);
		} else {
			s++;
		}
		if (n > 0 && n < NAMES_ROOM)
			snprintf(name, NAMES_ROOM, "%.*s", (int)n, from);
	}
	*p = s;
	return n > 0 && n < NAMES_ROOM ? from : NULL;
}

int names_cut(char *name, const char *suffix)
{
	size_t n = strlen(name), k = strlen(suffix);

	if (n <= k || !mr_same_word(name + n - k, suffix))
		return 0;
	name[n - k] = '\0';
	return 1;
}
