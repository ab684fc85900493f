/* name.c: names with the time (strftime(3)) and a number (.00002) in them.
 *
 * The number tells files apart that the time does not, and counts on from run
 * to run: a name that is taken is never used again. */
#include "config.h"

#include "store/name.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Room for a number behind a name. */
#define NUMBER_SIZE 16u
#define DIGITS_MIN 5u
#define DIGITS_MAX 9u
#define NUMBER_MAX 999999999u

static int is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int store_name_is_timed(const struct store_pattern *p)
{
	return strchr(p->text, '%') != NULL;
}

int store_name_is_made(const struct store_pattern *p)
{
	return p->rotates || store_name_is_timed(p);
}

/* What the time makes of the pattern, room left for a number. */
static int make_stamped(const struct store_pattern *p, int64_t us, char *stamped)
{
	time_t t = (time_t)(us / 1000000 - (us % 1000000 < 0));
	size_t n = strlen(p->text), room = STORE_NAME_SIZE - NUMBER_SIZE;
	struct tm tm;

	if (store_name_is_timed(p)) {
		if (!(p->local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)))
			memset(&tm, 0, sizeof tm);
		if (strftime(stamped, room, p->text, &tm) > 0)
			return 0;
	} else if (n < room) {
		memcpy(stamped, p->text, n + 1);
		return 0;
	}
	errno = ENAMETOOLONG;
	return -1;
}

int store_name_directory(const char *name, char *dir)
{
	const char *percent = strchr(name, '%'), *slash = strrchr(name, '/');
	int all = !percent || !slash || slash < percent;
	size_t n;

	if (!all)
		for (slash = percent; slash >= name && *slash != '/'; slash--)
			;
	n = slash && slash >= name ? (size_t)(slash - name) + 1 : 0;
	if (n == 0 || n >= STORE_NAME_SIZE) {
		memcpy(dir, ".", 2);
	} else {
		memcpy(dir, name, n);
		dir[n] = 0;
	}
	return all;
}

/* ---- Numbers ---- */

/* The number at S, as in ".00002"; 0: there is none. */
static unsigned number_at(const char *s)
{
	size_t n = 0;

	if (*s != '.')
		return 0;
	while (is_digit(s[1 + n]))
		n++;
	return s[1 + n] || n < DIGITS_MIN || n > DIGITS_MAX ? 0 : (unsigned)strtoul(s + 1, NULL, 10);
}

/* The highest number of files that are called STAMPED; without a number it is number 1.  0: there is none. */
static unsigned highest(const char *stamped)
{
	const char *slash = strrchr(stamped, '/'), *base = slash ? slash + 1 : stamped;
	size_t n = strlen(base);
	char dir[STORE_NAME_SIZE];
	unsigned max = 0, number;
	struct dirent *e;
	struct stat st;
	DIR *d;

	memcpy(dir, ".", 2);
	if (slash) {
		memcpy(dir, stamped, (size_t)(base - stamped));
		dir[base - stamped] = 0;
	}
	d = opendir(dir);
	/* Where a directory cannot be read, O_EXCL finds out which names are taken. */
	if (!d)
		return lstat(stamped, &st) == 0;
	while ((e = readdir(d))) {
		if (strncmp(e->d_name, base, n) != 0)
			continue;
		number = e->d_name[n] ? number_at(e->d_name + n) : 1;
		if (number > max)
			max = number;
	}
	closedir(d);
	return max;
}

void store_name_note(struct store_pattern *p)
{
	unsigned number = store_name_is_timed(p) ? 0 : highest(p->text);

	if (number > p->number)
		p->number = number;
}

int store_name_next(struct store_pattern *p, int64_t us, unsigned skip, char *name)
{
	unsigned number;
	size_t n;

	if (make_stamped(p, us, name))
		return -1;
	number = highest(name);
	if (!store_name_is_timed(p) && number < p->number)
		number = p->number;
	if (number > NUMBER_MAX - 1 - skip) {
		errno = EOVERFLOW;
		return -1;
	}
	number += 1 + skip;
	n = strlen(name);
	p->tried = number;
	if (number > 1 || !store_name_is_timed(p))
		snprintf(name + n, NUMBER_SIZE, ".%05u", number);
	return 0;
}

/* ---- Which names fit ---- */

/* Conversions that stand for several. */
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

/* 0, or -1: it is too long. */
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

/* What a conversion makes. */
struct piece {
	unsigned least, most;
	enum { DIGITS, DIGITS_BLANKS, ANYTHING } of;
};

/* S stands behind the "%".  Returns what stands behind the conversion. */
static const char *conversion(const char *s, struct piece *piece)
{
	static const struct piece anything = { 1, 64, ANYTHING };
	size_t plain = strcspn(s, "_-0^#+123456789EO");
	char c;

	*piece = anything;
	/* Flags and widths of the C library: too many to be told apart. */
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

/* Whether NAME is what a time may make of the LEN characters of PATTERN, and TAIL. */
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
		/* The longest first: names are short. */
		for (; n >= piece.least; n--)
			if (pattern <= end && fits(pattern, (size_t)(end - pattern), name + n, tail))
				return 1;
		return 0;
	}
	return *name ? tail != TAIL_NONE && number_at(name) > 0 : tail != TAIL_NUMBER;
}

struct walk {
	int (*fn)(void *arg, const char *path);
	void *arg;
	enum tail tail;
};

static int walk(const struct walk *w, char *path, size_t used, const char *rest);

/* Everything in the directory PATH that fits the LEN characters of PART. */
static int walk_names(const struct walk *w, char *path, size_t used, const char *part, size_t len)
{
	int last = part[len] == 0, rc = 0;
	struct dirent *e;
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
			path[used + n] = '/';
			rc = walk(w, path, used + n + 1, part + len + 1);
		}
	}
	closedir(d);
	return rc;
}

/* REST of the pattern, in the directory PATH. */
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
	char path[STORE_NAME_SIZE], pattern[STORE_NAME_SIZE];

	if (expand(p->text, pattern)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return walk(&w, path, 0, pattern);
}
