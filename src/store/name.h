/* name.h: names that --write gives to files, and the files that have such names. */
#ifndef STORE_NAME_H
#define STORE_NAME_H

#include <stddef.h>
#include <stdint.h>

#define STORE_NAME_SIZE 4096u

#define STORE_NUMBER_MAX 999999999u

struct store_pattern {
	const char *text; /* FILE of --write */
	int rotates;
	int local; /* local time instead of UTC */
	unsigned tried;  /* the number of the name that was made last */
	unsigned number; /* of the file that was begun last; never used again, even if that file is gone */
	const char *system; /* identifier for %{system}; "": not known */
};

/* What stands for the system. */
#define STORE_NAME_SYSTEM "%{system}"
#define STORE_NAME_SYSTEM_SIZE (sizeof STORE_NAME_SYSTEM - 1)

/* TEXT with the system in its place, "_" where it is not known.  0, or -1: that is longer than STORE_NAME_SIZE. */
int store_name_put_system(const struct store_pattern *p, char *to);

/* Make the directories of NAME, a name that was made of P, which are in the pattern behind the first conversion, and
 * follow no symbolic link there.  MODE: of the files.  0, or -1 with errno. */
int store_name_make_folders(const struct store_pattern *p, const char *name, unsigned mode);

/* Whether TEXT has conversions, of strftime(3) or for the system. */
int store_name_is_timed(const struct store_pattern *p);

/* Whether each file gets a name when it begins; else TEXT is the name. */
int store_name_is_made(const struct store_pattern *p);

/* Remember the highest number there is, before files are removed.  0, or -1 with errno: it cannot be found now. */
int store_name_note(struct store_pattern *p);

/* Make the NAME of a file that begins at US, numbered after those that exist, with SKIP numbers left out.  0, or -1
 * with errno; EOVERFLOW: no number is left. */
int store_name_next(struct store_pattern *p, int64_t us, unsigned skip, char *name);

/* The number at the end of a name, where S points to its dot, as in ".00002"; 0: there is none. */
unsigned store_name_number(const char *s);

/* Call FN with the path of each file of the system that fits the pattern, in no order, until it does not return 0.  What it
 * returned, or -1 with errno. */
int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path), void *arg);

/* The directory of NAME, up to the first conversion of strftime(3): "." or a path that ends in "/".  1: that is all of
 * it. */
int store_name_directory(const char *name, char *dir);

#endif
