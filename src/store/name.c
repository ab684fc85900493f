/* name.c: names made of the time (strftime(3)) and a number (.00002).
 *
 * The number distinguishes files of the same time and goes on from run to run: a name is never used twice. */
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
#define NUMBER_MAX 999999999u

int store_name_is_timed(const struct store_pattern *p)
{
	return strchr(p->text, '%') != NULL;
}

int store_name_is_made(const struct store_pattern *p)
{
	return p->rotates || store_name_is_timed(p);
}

/* Put the time into the pattern; leaves room for a number.  0, or -1 with errno. */
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

/* The highest number of the files called STAMPED, where no number counts as 1.  0: there is no such file. */
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
	/* If the directory cannot be read, O_EXCL will find out which names are taken. */
	if (!d)
		return lstat(stamped, &st) == 0;
	while ((e = readdir(d))) {
		if (strncmp(e->d_name, base, n) != 0)
			continue;
		number = e->d_name[n] ? store_name_number(e->d_name + n) : 1;
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
