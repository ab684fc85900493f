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
	/* No zeros are put in front of more than five digits. */
	if (n > DIGITS_MIN && s[1] == '0')
		return 0;
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

/* What a conversion may become: so many characters, and a number from ->low to ->high. */
struct piece {
	unsigned least, most;
	enum { DIGITS, DIGITS_BLANKS, ANYTHING } of;
	unsigned low, high; /* ->high 0: any */
};

/* Conversions that are numbers. */
static const struct {
	char c;
	struct piece piece;
} numbers[] = {
	{ 'C', { 2, 2, DIGITS, 0, 99 } },  { 'H', { 2, 2, DIGITS, 0, 23 } },        { 'I', { 2, 2, DIGITS, 1, 12 } },
	{ 'M', { 2, 2, DIGITS, 0, 59 } },  { 'S', { 2, 2, DIGITS, 0, 60 } },        { 'U', { 2, 2, DIGITS, 0, 53 } },
	{ 'V', { 2, 2, DIGITS, 1, 53 } },  { 'W', { 2, 2, DIGITS, 0, 53 } },        { 'd', { 2, 2, DIGITS, 1, 31 } },
	{ 'g', { 2, 2, DIGITS, 0, 99 } },  { 'm', { 2, 2, DIGITS, 1, 12 } },        { 'y', { 2, 2, DIGITS, 0, 99 } },
	{ 'j', { 3, 3, DIGITS, 1, 366 } }, { 'u', { 1, 1, DIGITS, 1, 7 } },         { 'w', { 1, 1, DIGITS, 0, 6 } },
	{ 'e', { 2, 2, DIGITS_BLANKS, 1, 31 } }, { 'k', { 2, 2, DIGITS_BLANKS, 0, 23 } }, { 'l', { 2, 2, DIGITS_BLANKS, 1, 12 } },
	{ 'Y', { 4, 9, DIGITS, 0, 0 } },   { 'G', { 4, 9, DIGITS, 0, 0 } },         { 's', { 1, 20, DIGITS, 0, 0 } },
};

/* S is after the "%".  Returns where the conversion ends. */
static const char *conversion(const char *s, struct piece *piece)
{
	static const struct piece anything = { 1, 64, ANYTHING, 0, 0 };
	size_t plain = strcspn(s, "_-0^#+123456789EO"), i;

	*piece = anything;
	/* With flags or a width, which differ between C libraries, anything may come of it. */
	if (plain > 0) {
		for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
			if (numbers[i].c == s[0])
				*piece = numbers[i].piece;
		return s + 1;
	}
	s += strspn(s, "_-0^#+123456789EO");
	return *s ? s + 1 : s;
}

static int is_of(const struct piece *piece, char c)
{
	return piece->of == ANYTHING ? c != 0 : is_digit(c) || (piece->of == DIGITS_BLANKS && c == ' ');
}

/* Whether the first N characters of S are a number that the conversion gives. */
static int is_in_range(const struct piece *piece, const char *s, unsigned n)
{
	unsigned value = 0;

	if (!piece->high)
		return 1;
	for (; n > 0; n--, s++)
		value = 10 * value + (is_digit(*s) ? (unsigned)(*s - '0') : 0);
	return value >= piece->low && value <= piece->high;
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
			if (pattern <= end && is_in_range(&piece, name, n) && fits(pattern, (size_t)(end - pattern), name + n, tail))
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
