/* name.h: the names that --write gives to files, and which files have such names. */
#ifndef STORE_NAME_H
#define STORE_NAME_H

#include <stddef.h>
#include <stdint.h>

#define STORE_NAME_SIZE 4096u

struct store_pattern {
	const char *text; /* FILE of --write */
	int rotates;
	int local; /* strftime(3) gets local time */
	unsigned tried;  /* the number of the name that was made last */
	unsigned number; /* of the file that was begun last: not again, even if that file is gone */
};

/* Whether TEXT has conversions of strftime(3). */
int store_name_is_timed(const struct store_pattern *p);

/* Whether names are made when files are begun; else TEXT is the name. */
int store_name_is_made(const struct store_pattern *p);

/* Before files are removed: remember the highest number there is. */
void store_name_note(struct store_pattern *p);

/* The name of a file that is begun at US: behind those that are there.  SKIP
 * more numbers are left out.  0, or -1 with errno. */
int store_name_next(struct store_pattern *p, int64_t us, unsigned skip, char *name);

/* The number that a name ends in, S standing behind all else, as in ".00002"; 0: there is none. */
unsigned store_name_number(const char *s);

/* Call FN with the path of everything that fits the pattern, in no order,
 * until it returns something else than 0.  What it returned, or -1 with errno. */
int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path), void *arg);

/* The directory of NAME, as far as it is known before there is a time: "." or a path that ends in "/".
 * 1: all of it is known. */
int store_name_directory(const char *name, char *dir);

#endif
