/* name.c: makes file names from the time, the system and a file number such as .00002, which
 * distinguishes files of the same time. A run continues the numbers of the previous run, so that no
 * name is used twice. */
#include "config.h"

#include "store/name.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "base/ascii.h"
#include "base/tod.h"
#include "cli/inputs.h"
#include "store/store.h"

#define NUMBER_SIZE 16u

#define SYSTEM "%{system}"

/* ---- The pattern ---- */

/* The conversions of strftime(3) that names may have: those whose result always has the same
 * length, so that names can be recognised. In ->text, a digit stands for itself and all lower
 * digits: "29" matches 09 and 23. */
static const struct {
	char c;
	const char *text;
} conversions[] = {
	{ '%', "%" },   { 'C', "99" },       { 'F', "9999-19-39" }, { 'G', "9999" },
	{ 'H', "29" },  { 'I', "19" },       { 'M', "59" },         { 'R', "29:59" },
	{ 'S', "69" },  { 'T', "29:59:69" }, { 'U', "59" },         { 'V', "59" },
	{ 'W', "59" },  { 'Y', "9999" },     { 'd', "39" },         { 'g', "99" },
	{ 'j', "399" }, { 'm', "19" },       { 's', "9999999999" }, { 'u', "7" },
	{ 'w', "6" },   { 'y', "99" },
};

static const char *conversion_text(char c)
{
	size_t i;

	for (i = 0; i < sizeof conversions / sizeof *conversions; i++)
		if (conversions[i].c == c)
			return conversions[i].text;
	return NULL;
}

static int name_is_system(const char *text)
{
	return strncmp(text, SYSTEM, sizeof SYSTEM - 1) == 0;
}

/* Return the next conversion in TEXT, such as %H, or NULL. */
static const char *next_conversion(const char *text)
{
	for (text = strchr(text, '%'); text && text[1] == '%'; text = strchr(text + 2, '%'))
		;
	return text;
}

const char *store_name_fault(const char *file)
{
	const char *text;

	for (text = next_conversion(file); text; text = next_conversion(text + 1))
		if (!name_is_system(text) && !conversion_text(text[1]))
			return text;
	return NULL;
}

int store_name_has_system(const char *text)
{
	for (text = next_conversion(text); text; text = next_conversion(text + 1))
		if (name_is_system(text))
			return 1;
	return 0;
}

/* Return C, or "_" if C could change a path, as "/" and "." do. */
static char plain(char c)
{
	return mr_is_letter(c) || mr_is_digit(c) || strchr("_$#@-", c) ? c : '_';
}

/* Copy the text of the pattern P to TO, which has ROOM bytes. Replace %{system} by the system and,
 * unless TM is NULL, the other conversions by the time TM. Return 0, or -1 with errno. */
static int expand(const struct store_pattern *p, const struct tm *tm, char *to, size_t room)
{
	const char *text = p->text, *id;
	char *end = to + room;

	while (*text && to < end) {
		const char one[3] = { text[0], text[1], '\0' };
		int is_conversion = text[0] == '%' && text[1];

		if (name_is_system(text)) {
			for (id = p->system && *p->system ? p->system : "_"; *id && to < end; id++)
				*to++ = plain(*id);
			text += sizeof SYSTEM - 1;
		} else if (tm && is_conversion) {
			size_t n = strftime(to, (size_t)(end - to), one, tm);

			to = n ? to + n : end;
			text += 2;
		} else {
			*to++ = *text++;
			/* Copy both characters of a conversion: the second "%" of "%%" does not
			 * begin another conversion. */
			if (is_conversion && to < end)
				*to++ = *text++;
		}
	}
	if (to == end) {
		errno = ENAMETOOLONG;
		return -1;
	}
	*to = '\0';
	return 0;
}

/* Return the length of the directory part, with its slash, of the first N characters of NAME. */
static size_t folder_length(const char *name, size_t n)
{
	while (n > 0 && name[n - 1] != '/')
		n--;
	return n;
}

void store_name_folder(const char *name, size_t n, char *dir)
{
	n = folder_length(name, n);
	snprintf(dir, STORE_NAME_SIZE, "%.*s", n ? (int)n : 1, n ? name : ".");
}

int store_name_make_folders(const struct store_pattern *p, const char *name, unsigned mode)
{
	/* Users who may read the files also need permission to search their directories. */
	mode_t folder_mode = (mode_t)(0700 | mode | (mode & 0444) >> 2) & 0777;
	size_t given = folder_length(p->text, strcspn(p->text, "%"));
	char path[STORE_NAME_SIZE], *slash;
	struct stat st;

	memcpy(path, name, strlen(name) + 1);
	for (slash = strchr(path + given, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if ((mkdir(path, folder_mode) && errno != EEXIST) || lstat(path, &st))
			return -1;
		if (!S_ISDIR(st.st_mode)) {
			errno = S_ISLNK(st.st_mode) ? ELOOP : ENOTDIR;
			return -1;
		}
		*slash = '/';
	}
	return 0;
}

/* Return the suffix of NAME that shows the compression, such as .zst, or "". File numbers are
 * inserted before this suffix. */
static const char *suffix_of(const char *name)
{
	static const char *const suffixes[] = { ".zst", ".gz" };
	const char *end = name + strlen(name);
	size_t i;

	for (i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
		size_t n = strlen(suffixes[i]);

		if ((size_t)(end - name) > n && strcmp(end - n, suffixes[i]) == 0)
			return end - n;
	}
	return end;
}

/* Copy NAME without its file number to BARE: "c.00002.zst" becomes "c.zst"; so does "c.zst.00002",
 * as monread 1.0 named files. Return the number; 0: none. */
static unsigned name_take_number(const char *name, char *bare)
{
	const char *suffix = suffix_of(name);
	size_t prefix;
	unsigned number = inputs_number(name, (size_t)(suffix - name), &prefix);

	if (number)
		snprintf(bare, STORE_NAME_SIZE, "%.*s%s", (int)prefix - 1, name, suffix);
	return number;
}

/* Insert NUMBER into NAME before the suffix, such as .zst. NAME has room for NUMBER. */
static void name_put_number(char *name, unsigned number)
{
	char *end = name + (suffix_of(name) - name), suffix[8];

	snprintf(suffix, sizeof suffix, "%s", end);
	snprintf(end, NUMBER_SIZE + strlen(suffix), ".%0*u%s", INPUTS_DIGITS, number, suffix);
}

/* Set *MAX to the highest file number among the files whose names differ from NAME only in this
 * number (0: no such file); a file without a number counts as 1. */
static int find_highest(const char *name, unsigned *max)
{
	const char *base = name + folder_length(name, strlen(name));
	char dir[STORE_NAME_SIZE], bare[STORE_NAME_SIZE];
	struct dirent *e;
	unsigned number;
	int error;
	DIR *d;

	*max = 0;
	store_name_folder(name, (size_t)(base - name), dir);
	d = opendir(dir);
	/* If the directory cannot be listed, an attempt to create the file will show if its name is
	 * taken. Return -1 only if listing may succeed later. */
	if (!d)
		return errno == ENOMEM || errno == EMFILE || errno == ENFILE ? -1 : 0;
	for (;;) {
		errno = 0;
		e = readdir(d);
		if (!e)
			break;
		number = name_take_number(e->d_name, bare);
		if (strcmp(e->d_name, base) == 0)
			number = 1;
		else if (number && strcmp(bare, base) != 0)
			number = 0;
		if (number > *max)
			*max = number;
	}
	error = errno;
	closedir(d);
	errno = error;
	return error ? -1 : 0;
}

int store_name_next(const struct store_pattern *p, int64_t us, unsigned above, char *name,
                    unsigned *number)
{
	time_t t = (time_t)mr_floor(us, 1000000);
	unsigned highest;
	struct tm tm;

	if (!(p->local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)))
		memset(&tm, 0, sizeof tm);
	if (expand(p, &tm, name, STORE_NAME_SIZE - NUMBER_SIZE) || find_highest(name, &highest))
		return -1;
	if (highest < above)
		highest = above;
	if (highest >= STORE_NUMBER_MAX) {
		errno = EOVERFLOW;
		return -1;
	}
	*number = highest + 1;
	if (*number > 1 || !store_name_is_timed(p))
		name_put_number(name, *number);
	return 0;
}

/* ---- Files that have such names ---- */

static int name_fits(const char *part, size_t len, const char *name)
{
	const char *end = part + len, *text;

	while (part < end) {
		if (*part != '%') {
			if (*name++ != *part++)
				return 0;
			continue;
		}
		for (text = conversion_text(part[1]); text && *text; text++, name++)
			if (mr_is_digit(*text) ? !mr_is_digit(*name) || *name > *text :
			                         *name != *text)
				return 0;
		part += 2;
	}
	return !*name;
}

struct name_walk {
	int (*fn)(void *arg, const char *path);
	void *arg;
	int timed;
};

/* Call w->fn for each file that matches the pattern REST in or below the directory that the first
 * USED characters of PATH name. */
static int name_walk(const struct name_walk *w, char *path, size_t used, const char *rest)
{
	size_t len = strcspn(rest, "/"), n;
	char bare[STORE_NAME_SIZE];
	int last = !rest[len], rc = 0, fits;
	struct dirent *e;
	struct stat st;
	DIR *d;

	/* A part of the pattern without % names one directory, which may be a symbolic link. The
	 * parent of this directory, which may be unreadable, is not listed. */
	if (!last && !memchr(rest, '%', len)) {
		if (used + len + 2 > STORE_NAME_SIZE)
			return 0;
		memcpy(path + used, rest, len + 1);
		return name_walk(w, path, used + len + 1, rest + len + 1);
	}
	path[used] = '\0';
	d = opendir(used ? path : ".");
	if (!d)
		return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
	for (e = readdir(d); e && rc == 0; e = readdir(d)) {
		n = strlen(e->d_name);
		if (used + n + 2 > STORE_NAME_SIZE)
			continue;
		fits = (!last || w->timed) && name_fits(rest, len, e->d_name);
		if (!fits && last && name_take_number(e->d_name, bare))
			fits = name_fits(rest, len, bare);
		if (!fits)
			continue;
		memcpy(path + used, e->d_name, n + 1);
		if (last) {
			rc = w->fn(w->arg, path);
		} else if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
			/* Do not follow symbolic links: --write creates only directories. */
			path[used + n] = '/';
			rc = name_walk(w, path, used + n + 1, rest + len + 1);
		}
	}
	closedir(d);
	return rc;
}

int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path),
                    void *arg)
{
	struct name_walk w = { fn, arg, store_name_is_timed(p) };
	char path[STORE_NAME_SIZE], pattern[STORE_NAME_SIZE];

	return expand(p, NULL, pattern, sizeof pattern) ? -1 : name_walk(&w, path, 0, pattern);
}
