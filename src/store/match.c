/* match.c: which file names a pattern may have made, with a time and a number. */
#include "config.h"

#include "store/name.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Digits of the number at the end of a name. */
#define DIGITS_MIN 5u
#define DIGITS_MAX 9u

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

unsigned store_name_number(const char *s)
{
	size_t n = 0;

	if (*s != '.')
		return 0;
	while (is_digit(s[1 + n]))
		n++;
	return s[1 + n] || n < DIGITS_MIN || n > DIGITS_MAX ? 0 : (unsigned)strtoul(s + 1, NULL, 10);
}

/* What a conversion is short for; NULL: for nothing else. */
static const char *expansion(char c)
{
	switch (c) {
	case 'F': return "%Y-%m-%d";
	case 'T': return "%H:%M:%S";
	case 'R': return "%H:%M";
	case 'D': return "%m/%d/%y";
	default: return NULL;
	}
}

/* Write out such conversions.  0, or -1: too long. */
static int expand(const char *text, char *out)
{
	size_t used = 0;

	for (; *text; text++) {
		const char *more = text[0] == '%' ? expansion(text[1]) : NULL;
		size_t n = more ? strlen(more) : text[0] == '%' && text[1] ? 2 : 1;

		if (used + n >= STORE_NAME_SIZE)
			return -1;
		memcpy(out + used, more ? more : text, n);
		used += n;
		text += more || n == 2;
	}
	out[used] = 0;
	return 0;
}

/* What a conversion may become. */
struct piece {
	unsigned least, most;
	enum { DIGITS, DIGITS_BLANKS, ANYTHING } of;
};

/* S is after the "%".  Returns where the conversion ends. */
static const char *conversion(const char *s, struct piece *piece)
{
	static const struct piece anything = { 1, 64, ANYTHING };
	size_t plain = strcspn(s, "_-0^#+123456789EO");
	char c;

	*piece = anything;
	/* With flags or a width, which differ between C libraries, anything may come of it. */
	if (plain > 0) {
		c = s[0];
		if (strchr("CHIMSUVWdgmy", c))
			*piece = (struct piece){ 2, 2, DIGITS };
		else if (c == 'j')
			*piece = (struct piece){ 3, 3, DIGITS };
		else if (c == 'Y' || c == 'G')
			*piece = (struct piece){ 4, 9, DIGITS };
		else if (c == 's')
			*piece = (struct piece){ 1, 20, DIGITS };
		else if (c == 'u' || c == 'w')
			*piece = (struct piece){ 1, 1, DIGITS };
		else if (c == 'e' || c == 'k' || c == 'l')
			*piece = (struct piece){ 2, 2, DIGITS_BLANKS };
		return s + 1;
	}
	s += strspn(s, "_-0^#+123456789EO");
	return *s ? s + 1 : s;
}

static int is_of(const struct piece *piece, char c)
{
	return piece->of == ANYTHING ? c != 0 : is_digit(c) || (piece->of == DIGITS_BLANKS && c == ' ');
}

enum tail { TAIL_NONE, TAIL_NUMBER, TAIL_PERHAPS };

/* Whether NAME fits the LEN characters of PATTERN and then TAIL. */
static int fits(const char *pattern, size_t len, const char *name, enum tail tail)
{
	const char *end = pattern + len;

	while (pattern < end) {
		struct piece piece;
		unsigned n;

		if (pattern[0] != '%' || pattern + 1 == end || pattern[1] == '%') {
			if (*name++ != *pattern)
				return 0;
			pattern += pattern[0] == '%' && pattern + 1 < end ? 2 : 1;
			continue;
		}
		pattern = conversion(pattern + 1, &piece);
		for (n = 0; n < piece.most && is_of(&piece, name[n]); n++)
			;
		/* The longest first; names are short enough for backtracking. */
		for (; n >= piece.least; n--)
			if (pattern <= end && fits(pattern, (size_t)(end - pattern), name + n, tail))
				return 1;
		return 0;
	}
	return *name ? tail != TAIL_NONE && store_name_number(name) > 0 : tail != TAIL_NUMBER;
}

struct walk {
	int (*fn)(void *arg, const char *path);
	void *arg;
	enum tail tail;
};

static int walk(const struct walk *w, char *path, size_t used, const char *rest);

/* Visit everything in the directory PATH that fits the LEN characters of PART. */
static int walk_names(const struct walk *w, char *path, size_t used, const char *part, size_t len)
{
	int last = part[len] == 0, rc = 0;
	struct dirent *e;
	struct stat st;
	DIR *d;

	path[used] = 0;
	d = opendir(used ? path : ".");
	if (!d)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	while (rc == 0 && (e = readdir(d))) {
		size_t n = strlen(e->d_name);

		if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
			continue;
		if (!fits(part, len, e->d_name, last ? w->tail : TAIL_NONE) || used + n + 2 > STORE_NAME_SIZE)
			continue;
		memcpy(path + used, e->d_name, n + 1);
		if (last) {
			rc = w->fn(w->arg, path);
		} else {
			/* What a link leads to was not made for the pattern. */
			if (lstat(path, &st) || !S_ISDIR(st.st_mode))
				continue;
			path[used + n] = '/';
			rc = walk(w, path, used + n + 1, part + len + 1);
		}
	}
	closedir(d);
	return rc;
}

/* Visit what fits REST of the pattern in the directory PATH. */
static int walk(const struct walk *w, char *path, size_t used, const char *rest)
{
	size_t len = strcspn(rest, "/");

	if (rest[len] == 0 || memchr(rest, '%', len))
		return walk_names(w, path, used, rest, len);
	if (used + len + 2 > STORE_NAME_SIZE)
		return 0;
	memcpy(path + used, rest, len + 1);
	return walk(w, path, used + len + 1, rest + len + 1);
}

int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path), void *arg)
{
	struct walk w = { fn, arg, store_name_is_timed(p) ? TAIL_PERHAPS : TAIL_NUMBER };
	char path[STORE_NAME_SIZE], pattern[STORE_NAME_SIZE], text[STORE_NAME_SIZE];

	if (store_name_put_system(p, text) || expand(text, pattern)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return walk(&w, path, 0, pattern);
}
