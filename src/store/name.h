/* name.h: names that --write gives to files, and the files that have such names. */
#ifndef STORE_NAME_H
#define STORE_NAME_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STORE_NAME_SIZE 4096u

#define STORE_NUMBER_MAX 999999999u

struct store_pattern {
	const char *text; /* FILE of --write */
	int rotates;
	int local; /* 1: times in names are local time; 0: UTC */
	/* number of the newest file, which may have been removed; later files get higher numbers */
	unsigned number;
	const char *system; /* ID of the system, which replaces %{system} in names; "": not known */
};

/* Return 1 if p->text has conversions of the time, such as %H, or %{system}. */
static inline int store_name_is_timed(const struct store_pattern *p)
{
	return strchr(p->text, '%') != NULL;
}

/* Return 1 if names are made from p->text; 0 if p->text is the name of the only file. */
static inline int store_name_is_made(const struct store_pattern *p)
{
	return p->rotates || store_name_is_timed(p);
}

/* Store in NAME the name of a file that begins at the time US, and in *NUMBER its file number,
 * which is higher than ABOVE and than the numbers of existing files whose names differ only in the
 * number. Return 0, or -1 with errno: EOVERFLOW if no higher number exists. */
int store_name_next(const struct store_pattern *p, int64_t us, unsigned above, char *name,
                    unsigned *number);

/* Create missing directories of the path NAME, which was made from the pattern P. Do this only for
 * the first directory whose name in P has a conversion, such as %H, and for the directories below
 * it; do not follow symbolic links there. MODE has the permissions of the files in these
 * directories. Return 0, or -1 with errno. */
int store_name_make_folders(const struct store_pattern *p, const char *name, unsigned mode);

/* Call FN with ARG and the path of each file whose name fits P, in any order, until FN returns a
 * value other than 0. Return the last result of FN, or -1 with errno. */
int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path),
                    void *arg);

/* Set DIR to the directory part of the first N characters of NAME: "." or a path with "/" at its
 * end. */
void store_name_folder(const char *name, size_t n, char *dir);

#endif
