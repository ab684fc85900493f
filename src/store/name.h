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
	/* number of the newest file; later files get higher numbers, even if this file was
	 * removed */
	unsigned number;
	const char *system; /* identifier for %{system}; "": not known */
};

/* Return 1 if p->text has conversions: of the time, or %{system}. */
static inline int store_name_is_timed(const struct store_pattern *p)
{
	return strchr(p->text, '%') != NULL;
}

/* Return 1 if each file gets a new name when it begins; 0: p->text is the name. */
static inline int store_name_is_made(const struct store_pattern *p)
{
	return p->rotates || store_name_is_timed(p);
}

/* Make the NAME of a file that begins at the time US. Set *NUMBER above ABOVE and above the numbers
 * of all such files. Return 0, or -1 with errno; EOVERFLOW: no number is left. */
int store_name_next(const struct store_pattern *p, int64_t us, unsigned above, char *name,
                    unsigned *number);

/* Create the missing directories in the path NAME, which was made from P, beginning with the first
 * one whose name has a conversion. Do not follow symbolic links in these directories. MODE:
 * permissions of the files. Return 0, or -1 with errno. */
int store_name_make_folders(const struct store_pattern *p, const char *name, unsigned mode);

/* Call FN with the path of each file whose name fits the pattern P with its system, in no order,
 * until FN returns a value other than 0. Return the last result of FN, or -1 with errno. */
int store_name_each(const struct store_pattern *p, int (*fn)(void *arg, const char *path),
                    void *arg);

/* Set DIR to the directory that the first N characters of NAME are in: "." or a path that ends in
 * "/". */
void store_name_folder(const char *name, size_t n, char *dir);

#endif
