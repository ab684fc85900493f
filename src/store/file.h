/* file.h: the file that data sets are written to. An existing regular file is never replaced, cut
 * or removed, unless an option requests this. A new file gets its name when its first data set is
 * complete. */
#ifndef STORE_FILE_H
#define STORE_FILE_H

#include "base/bounds.h"
#include "compress/compress.h"
#include "store/store.h"
#include "store/name.h"

struct store_file {
	char name[STORE_NAME_SIZE];
	/* name of a new file until its first data set is complete; then "" */
	char temporary[STORE_NAME_SIZE];
	int fd;           /* -1: no file is open */
	int regular;      /* 1: a regular file, of which an incomplete data set can be cut off */
	int created;
	int given;        /* 1: the user opened ->fd, such as standard output */
	/* bytes of the file when this run opened it, without an incomplete data set at its end */
	uint64_t base;
	/* ID of the system of the last records that earlier runs wrote; "": not known */
	char system[MR_SYSTEM_ID_SIZE];
	uint64_t last;    /* TOD clock of the last record that earlier runs wrote; 0: not known */
	uint64_t size;    /* bytes of the data sets that this run wrote */
	int has_end_record; /* 1: the file ended with an end-of-data record of MONWRITE */
	/* bytes of an incomplete data set at the end of the file, which the next write cuts off */
	uint64_t partial;
	/* how another program changed the file, so that writing must end; "": unchanged */
	char lost_by[128];
	/* with --sync: how many of the ->size bytes are on the disk */
	uint64_t synced;
	/* with --sync=file: data sets that may not be on the disk yet */
	struct monread_buffer copy;
	unsigned copied;  /* number of data sets in ->copy */
	int dropped;      /* 1: syncing failed: write ->copy again */
	int torn;         /* 1: an incomplete data set at the end of the file cannot be cut off */
	struct compress packed; /* with --compress */
};

void store_file_init(struct store_file *f);

/* Lock the open file F. Return 0, or -1 if another process has locked it. */
int store_file_lock(const struct store_file *f);

/* Before the input is read, check that the file o->file, a name without conversions such as %H, can
 * be written. If it exists, open it as F. Return 0, or -1 after an error message. */
int store_file_open(struct store_file *f, const struct store_options *o);

/* Open the existing capture f->name to append to it. Return 0; or -1 if this is not possible: then
 * no file is open. */
int store_file_continue(struct store_file *f, const struct store_options *o);

/* Check that files can be created in the directory of NAME; or, if the path has a conversion such
 * as %H, in the last directory before it, because the other directories may not exist yet. Return
 * 0, or -1 with errno. */
int store_file_try(const char *name);

/* Create the file f->name. Return 0, or -1 with errno: EEXIST if it exists, EBUSY if another run is
 * creating it. */
int store_file_create(struct store_file *f, const struct store_options *o);

/* Return 0; or -1 with ESTALE if another program has removed F or changed its length, as f->lost_by
 * then says. */
int store_file_check(struct store_file *f);

/* Write the N bytes at BYTES: one data set, or the end of the last gzip member or zstd frame.
 * Return 0, or -1 with errno (ESTALE: see store_file_check()): then the file has no part of the
 * data set, unless f->torn is set. */
int store_file_write(struct store_file *f, const struct store_options *o, const void *bytes,
                     size_t n);

/* With --sync: write the data of F to the disk. Return 0, or -1 with errno. If the disk is full
 * (ENOSPC, EDQUOT), call this again later. */
int store_file_sync(struct store_file *f, const struct store_options *o);

/* End the compressed data of F, and close it. Return 0; or -1 with errno, and set *WHAT to the
 * failed operation. If the disk is full (ENOSPC, EDQUOT) and FOR_GOOD is 0, f->fd stays open: call
 * this again later. */
int store_file_close(struct store_file *f, const struct store_options *o, int for_good,
                     const char **what);

#endif
