/* file.h: the file that data sets are written to.
 *
 * An existing regular file is never replaced, cut or removed, unless an option requests this. A new
 * file gets its name when its first data set is complete. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "base/bounds.h"
#include "compress/compress.h"
#include "store/store.h"
#include "store/name.h"

struct store_file {
	char name[STORE_NAME_SIZE];
	/* name of a new file until its first data set is complete; then "" */
	char temporary[STORE_NAME_SIZE];
	int fd;           /* -1: no file is open */
	int regular;      /* 1: a regular file, so that an incomplete data set can be cut off */
	int created;      /* 1: this run created the file */
	int given;        /* 1: the user opened ->fd, for example as standard output */
	/* length of the file when this run opened it, without an incomplete data set */
	uint64_t base;
	/* identifier of the system of the last records that earlier runs wrote; "": not known */
	char system[MR_SYSTEM_ID_SIZE];
	uint64_t last;    /* TOD clock of the last record that earlier runs wrote; 0: not known */
	uint64_t size;    /* number of bytes in the data sets that this run wrote */
	int has_end_record; /* 1: the file ended with an end-of-data record of MONWRITE */
	/* number of bytes of an incomplete data set at the end of the file, which the next write
	 * cuts off */
	uint64_t partial;
	/* how another program changed the file, so that writing must end; "": unchanged */
	char lost_by[128];
	/* with --sync: how many of the bytes that this run wrote are on the disk */
	uint64_t synced;
	/* with --sync=file: the data sets that may not be on the disk yet */
	struct monread_buffer copy;
	unsigned copied;  /* number of data sets in ->copy */
	int dropped;      /* 1: syncing failed, and ->copy has to be written again */
	int torn;         /* 1: an incomplete data set at the end of the file cannot be cut off */
	struct compress packed; /* with --compress: compresses the data sets of the file */
};

void store_file_init(struct store_file *f);

/* Lock the file F, which is open for writing. Return 0, or -1 if another process holds a lock. */
int store_file_lock(const struct store_file *f);

/* Before the input is read, check that the file o->file can be written. The name has no conversions
 * such as %H. If the file exists, open it as F. Return 0, or -1 after an error message. */
int store_file_open(struct store_file *f, const struct store_options *o);

/* Open the existing capture f->name to append to it. Return 0; or -1 if nothing can be appended:
 * then no file is open. */
int store_file_continue(struct store_file *f, const struct store_options *o);

/* Check that files can be created in the directory of NAME. If NAME has conversions such as %H,
 * check the last directory before the first conversion, because the other directories may not exist
 * yet. Return 0, or -1 with errno. */
int store_file_try(const char *name);

/* Create the file whose name is f->name. Return 0, or -1 with errno: EEXIST if the file exists,
 * EBUSY if another run is creating it. */
int store_file_create(struct store_file *f, const struct store_options *o);

/* Return 0 if no other program has removed the file F or changed its length. Otherwise return -1
 * with errno ESTALE, and set f->lost_by to what happened. */
int store_file_check(struct store_file *f);

/* Write the N bytes at BYTES: one data set, or the end of the last gzip member or zstd frame.
 * Return 0, or -1 with errno (ESTALE: see store_file_check()). After -1, the file has no part of
 * the data set, unless f->torn is set. */
int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes,
                     size_t n);

/* With --sync: write the data of the file F to the disk. Return 0, or -1 with errno. If the disk is
 * full (ENOSPC, EDQUOT), call this function again later. */
int store_file_sync(struct store_file *f, const struct store_options *o);

/* End the compressed data of the file F, and close it. Return 0; or -1 with errno, and set *WHAT to
 * the failed operation. If the disk is full (ENOSPC, EDQUOT) and FOR_GOOD is 0, f->fd stays open:
 * call this function again later. */
int store_file_close(struct store_file *f, const struct store_options *o, int for_good,
                     const char **what);

#endif
