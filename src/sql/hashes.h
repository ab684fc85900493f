/* hashes.h: which records of a capture are in a database: where each one is, and a hash of it.
 *
 * The table monread_hashes has a row for each part of a capture of HASHES_PART bytes: eight bytes a record, in order,
 * most significant first: where it is in the part, and its hash. */
#ifndef SQL_HASHES_H
#define SQL_HASHES_H

#include "sql/database.h"

#ifdef HAVE_SQLITE3

#define HASHES_PART (256u * 1024u)

#define HASHES_TABLE                                                            \
	"CREATE TABLE monread_hashes(" DATABASE_FILE_ID " INTEGER, part INTEGER," \
	" hashes BLOB, PRIMARY KEY(" DATABASE_FILE_ID ", part)) STRICT"

struct hashes_entry {
	uint32_t at, hash;
};

struct hashes_list {
	struct hashes_entry *entries;
	size_t n, room;
};

/* {0} to begin with. */
struct hashes {
	struct database *d;
	int64_t id;
	int has_table;
	int64_t first, last; /* offsets of the records that were there at the beginning; -1: none was */
	int64_t from, to;    /* the parts of which something is there; -1: of none */
	int64_t part;        /* this one is at hand; -1: none is */
	struct hashes_list old, added;
	size_t next; /* of ->old */
	struct monread_buffer bytes;
	sqlite3_stmt *get;
	struct inserts_into into;
};

enum hashes_state {
	HASHES_NEW,   /* nothing of the database is there */
	HASHES_SAME,
	HASHES_DOUBTED, /* the same, but something in it is wrong, or may be */
	HASHES_WRONG, /* another record is, which is damaged */
	HASHES_OTHER, /* another record is, or begins in the middle of this one */
};

uint32_t hashes_of(const unsigned char *bytes, size_t length);

/* Of the capture ID.  0, or -1: it was said why. */
int hashes_begin(struct hashes *h, struct database *d, int64_t id);

/* STATE of the record of LENGTH bytes at OFFSET; quick where offsets ascend.  0, or -1: it was said why. */
int hashes_find(struct hashes *h, uint64_t offset, size_t length, uint32_t hash, enum hashes_state *state);

/* The record is in the database from now on; hashes_find() has just told that it is new.  IS_WRONG: something in it is, or
 * may be.  0, or -1: it was said why. */
int hashes_add(struct hashes *h, uint64_t offset, uint32_t hash, int is_wrong);

/* Something may be wrong in the last record that was added. */
void hashes_doubt(struct hashes *h);

/* Write what was added.  0, or -1: it was said why. */
int hashes_write(struct hashes *h);

/* *N: how many are there.  0, or -1: it was said why. */
int hashes_count(struct hashes *h, int64_t *n);

void hashes_end(struct hashes *h);

#endif
#endif
