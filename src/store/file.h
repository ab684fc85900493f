/* file.h: the file that data sets are written to.
 *
 * A regular file that exists is never replaced, cut or removed, unless the user said so.  A new one appears when
 * its first data set is complete. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "port/bounds.h"
#include "store/store.h"
#include "store/name.h"

struct store_file {
	char name[STORE_NAME_SIZE];
	char temporary[STORE_NAME_SIZE]; /* its name until the first data set is complete; then "" */
	int fd;           /* -1: no file is open */
	int regular;      /* a regular file: what failed can be cut off */
	int created;      /* by this run */
	int given;        /* a descriptor that was open before, as standard output is */
	uint64_t base;    /* bytes that were there before, */
	char system[MR_SYSTEM_ID_SIZE]; /* the last of the system ID; "": not known */
	uint64_t last;    /* TOD clock of the last record that was there before; 0: not known */
	uint64_t size;    /* bytes written, whole data sets */
	uint64_t partial; /* bytes of an incomplete data set at the end, still to be cut off */
	char lost_by[128]; /* what somebody did to it, so that nothing more is written to it; "": nothing */
	uint64_t synced;  /* bytes of ->size that are on the disk, if --sync asks for that */
	struct monread_buffer copy; /* the ->size - ->synced bytes that are not; with --sync=file */
	unsigned copied;  /* data sets in ->copy */
	int dropped;      /* syncing failed, so the copy has to be written again */
	int torn;         /* it ends with a part of a data set that cannot be cut off */
};

void store_file_init(struct store_file *f);

/* Take the lock of the file, which is open for writing.  0, or -1: another process has it. */
int store_file_lock(const struct store_file *f);

/* Check that o->file, which has no time in its name, can be written, and open it as F if it exists.  0, or -1: the
 * reason was reported. */
int store_file_open(struct store_file *f, const struct store_options *o);

/* Open the existing capture f->name to continue it.  0, or -1: it cannot be continued, and nothing is open. */
int store_file_continue(struct store_file *f, const struct store_options *o);

/* Check that files can be made in the directory of NAME, up to the first conversion.  0, or -1 with errno. */
int store_file_try(const char *name);

/* Make the new file f->name.  0, or -1 with errno; EEXIST: it exists; EBUSY: another run makes it. */
int store_file_create(struct store_file *f, const struct store_options *o);

/* Check that no other program has removed the file or changed its length.  0, or -1: errno is ESTALE, and f->lost_by
 * says what happened. */
int store_file_check(struct store_file *f);

/* Write one data set.  0, or -1 with errno: nothing of it is in the file, unless f->torn.  ESTALE: see f->lost_by. */
int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes, size_t n);

/* With --sync: put all that was written on the disk.  0, or -1 with errno; on a full disk (ENOSPC, EDQUOT) it can be
 * called again. */
int store_file_sync(struct store_file *f, const struct store_options *o);

/* 0, or -1 with errno and *WHAT failed.  On a full disk (ENOSPC, EDQUOT) f->fd stays open, and it can be called again,
 * unless FOR_GOOD. */
int store_file_close(struct store_file *f, const struct store_options *o, int for_good, const char **what);

#endif
