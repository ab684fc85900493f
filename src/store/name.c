/* name.c: names made of the time (strftime(3)) and a number (.00002).
 *
 * The number distinguishes files of the same time and goes on from run to run: a name is never used twice. */
#include "config.h"

#include "store/name.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/words.h"
#include "port/ascii.h"
#include "store/store.h"

/* Room for a number behind a name. */
#define NUMBER_SIZE 16u

int store_name_is_timed(const struct store_pattern *p)
{
	return strchr(p->text, '%') != NULL;
}

int store_name_is_made(const struct store_pattern *p)
{
	return p->rotates || store_name_is_timed(p);
}

/* No other character of the system's identifier gets into a name, so that it is one part of a path, and not "..". */
static int is_plain(char c)
{
	return mr_is_letter(c) || mr_is_digit(c) || (c && strchr("_$#@-", c));
}

/* The next conversion in TEXT; NULL: there is none. */
static const char *next_conversion(const char *text)
{
	for (text = strchr(text, '%'); text && text[1] == '%'; text = strchr(text + 2, '%'))
		;
	return text;
}

const char *store_name_fault(const char *file)
{
	const char *text = file;

	for (; (text = next_conversion(text)) != NULL; text++)
		if (text[1] == '{' && strncmp(text, STORE_NAME_SYSTEM, STORE_NAME_SYSTEM_SIZE) != 0)
			return text;
	return NULL;
}

int store_name_descriptor(const char *file)
{
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	uint64_t fd;
	size_t i;

	if (strcmp(file, "-") == 0 || strcmp(file, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(file, "/dev/stderr") == 0)
		return STDERR_FILENO;
	for (i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t n = strlen(folders[i]);

		if (strncmp(file, folders[i], n) == 0 && words_number(file + n, 0, INT_MAX, &fd) == 0)
			return (int)fd;
	}
	return -1;
}

int store_name_has_system(const char *text)
{
	for (; (text = next_conversion(text)) != NULL; text++)
		if (strncmp(text, STORE_NAME_SYSTEM, STORE_NAME_SYSTEM_SIZE) == 0)
			return 1;
	return 0;
}

int store_name_put_system(const struct store_pattern *p, char *to)
{
	const char *text = p->text, *at, *id;
	char *end = to + STORE_NAME_SIZE - 1;

	for (; (at = next_conversion(text)) != NULL; text = at) {
		int is_system = strncmp(at, STORE_NAME_SYSTEM, STORE_NAME_SYSTEM_SIZE) == 0;

		at += is_system ? 0 : 1;
		if (end - to < at - text)
			return -1;
		memcpy(to, text, (size_t)(at - text));
		to += at - text;
		for (id = p->system && *p->system ? p->system : "_"; is_system && *id; id++) {
			if (to == end)
				return -1;
			*to++ = is_plain(*id) ? *id : '_';
		}
		at += is_system ? STORE_NAME_SYSTEM_SIZE : 0;
	}
	if ((size_t)(end - to) < strlen(text))
		return -1;
	strcpy(to, text);
	return 0;
}

/* Put the time into the pattern; leaves room for a number.  0, or -1 with errno. */
static int make_stamped(const struct store_pattern *p, int64_t us, char *stamped)
{
	time_t t = (time_t)(us / 1000000 - (us % 1000000 < 0));
	size_t n = strlen(p->text), room = STORE_NAME_SIZE - NUMBER_SIZE;
	char text[STORE_NAME_SIZE];
	struct tm tm;

	if (store_name_is_timed(p)) {
		if (!(p->local ? localtime_r(&t, &tm) : gmtime_r(&t, &tm)))
			memset(&tm, 0, sizeof tm);
		if (store_name_put_system(p, text) == 0 && strftime(stamped, room, text, &tm) > 0)
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

/* ---- Folders ---- */

/* Who may read the files may go through their folders. */
static mode_t folder_mode(unsigned mode)
{
	return (mode_t)(0700 | mode | (mode & 0444) >> 2) & 0777;
}

/* Open the folder PART of the folder AT, which is made if it is not there.  -1 with errno. */
static int enter_folder(int at, const char *part, unsigned mode)
{
	int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, fd = again_openat(at, part, flags);

	if (fd >= 0 || errno != ENOENT)
		return fd;
	if (mkdirat(at, part, folder_mode(mode)) && errno != EEXIST)
		return -1;
	return again_openat(at, part, flags);
}

int store_name_make_folders(const struct store_pattern *p, const char *name, unsigned mode)
{
	char path[STORE_NAME_SIZE], *part, *slash;
	int fd, next, error;

	/* Up to the first conversion the name is as it was given. */
	store_name_directory(p->text, path);
	part = strcmp(path, ".") == 0 ? path : path + strlen(path);
	/* A directory that nothing is made in need not be readable. */
	if (!strchr(name + (part - path) + strspn(name + (part - path), "/"), '/'))
		return 0;
	fd = again_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	if (part == path)
		memcpy(path, name, strlen(name) + 1);
	else
		memcpy(part, name + (part - path), strlen(name) - (size_t)(part - path) + 1);
	for (; fd >= 0 && (slash = strchr(part, '/')) != NULL; part = slash + 1) {
		*slash = '\0';
		next = *part ? enter_folder(fd, part, mode) : dup(fd);
		error = errno;
		close(fd);
		errno = error;
		fd = next;
	}
	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

/* ---- Numbers ---- */

/* Whether a directory can be listed at another time: it may have files that are not known now. */
static int is_short(int error)
{
	return error == ENOMEM || error == EMFILE || error == ENFILE;
}

/* Set *MAX to the highest number of the files called STAMPED, where no number counts as 1; 0: there is no such file.
 * 0, or -1 with errno. */
static int highest(const char *stamped, unsigned *max)
{
	const char *slash = strrchr(stamped, '/'), *base = slash ? slash + 1 : stamped;
	size_t n = strlen(base);
	char dir[STORE_NAME_SIZE];
	unsigned number;
	struct dirent *e;
	struct stat st;
	int error;
	DIR *d;

	*max = 0;
	memcpy(dir, ".", 2);
	if (slash) {
		memcpy(dir, stamped, (size_t)(base - stamped));
		dir[base - stamped] = 0;
	}
	d = opendir(dir);
	if (!d && is_short(errno))
		return -1;
	/* If the directory cannot be read, O_EXCL will find out which names are taken. */
	if (!d) {
		*max = lstat(stamped, &st) == 0;
		return 0;
	}
	for (errno = 0; (e = readdir(d)); errno = 0) {
		if (strncmp(e->d_name, base, n) != 0)
			continue;
		number = e->d_name[n] ? store_name_number(e->d_name + n) : 1;
		if (number > *max)
			*max = number;
	}
	error = errno;
	closedir(d);
	errno = error;
	return error ? -1 : 0;
}

int store_name_note(struct store_pattern *p)
{
	unsigned number;

	if (store_name_is_timed(p))
		return 0;
	if (highest(p->text, &number))
		return -1;
	if (number > p->number)
		p->number = number;
	return 0;
}

int store_name_next(struct store_pattern *p, int64_t us, unsigned skip, char *name)
{
	unsigned number;
	size_t n;

	if (make_stamped(p, us, name) || highest(name, &number))
		return -1;
	if (!store_name_is_timed(p) && number < p->number)
		number = p->number;
	if (number > STORE_NUMBER_MAX - 1 - skip) {
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
