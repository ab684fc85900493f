/* file.h: the file that data sets are written to.
 *
 * A regular file that exists is never replaced, cut or removed, unless the user said so.  A new one appears when
 * its first data set is complete. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "port/bounds.h"
#include "store/store.h"
#include "store/name.h"

struct store_file {
	char name[STORE_NAME_SIZE];
	char temporary[STORE_NAME_SIZE]; /* --force: its name until the first data set is complete; else "" */
	int fd;           /* -1: there is none */
	int regular;      /* a regular file: what failed can be cut off */
	int created;      /* by this run */
	int given;        /* a descriptor that was open before, as standard output is */
	int unnamed;      /* it gets its name with the first data set */
	uint64_t base;    /* bytes that were there before, */
	char system[MR_SYSTEM_ID_SIZE]; /* the last of the system ID; "": not known */
	uint64_t size;    /* bytes written, whole data sets */
	uint64_t partial; /* bytes of an incomplete data set at the end, still to be cut off */
	char lost_by[96]; /* what somebody did to it, so that nothing more is written to it; "": nothing */
	int torn;         /* it ends with a part of a data set that cannot be cut off */
};

void store_file_init(struct store_file *f);

/* Take the lock of the file, which is open for writing.  0, or -1: another process has it. */
int store_file_lock(const struct store_file *f);

/* Make the new file f->name.  0, or -1 with errno; EEXIST: it exists. */
int store_file_create(struct store_file *f, const struct store_options *o);

/* Somebody may have removed the file or its directory: what is written then would be lost, and so is what was written
 * before.  Where somebody has written to it in spite of the lock, that would be written over.  0, or -1: errno is ESTALE,
 * and f->lost_by says what happened. */
int store_file_check(struct store_file *f);

/* Write one data set.  0, or -1 with errno: nothing of it is in the file, unless f->torn.  EEXIST: another process has
 * taken the name of the new file.  ESTALE: see f->lost_by. */
int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes, size_t n);

/* 0, or -1 with errno and *WHAT failed. */
int store_file_close(struct store_file *f, const struct store_options *o, const char **what);

/* Whether ST is one of the inputs. */
int store_file_is_input(const struct store_options *o, const struct stat *st);

#endif
