/* store.h: --write: captures in files, durable, rotated, compressed. */
#ifndef TOOL_STORE_H
#define TOOL_STORE_H

#include "monread.h"

enum store_sync { STORE_SYNC_NONE, STORE_SYNC_SET, STORE_SYNC_FILE };

struct store_options {
	const char *file; /* NULL: nothing is stored */
	char *const *inputs; /* names of files that must not be written to */
	int ninputs;
	enum monread_form form;
	uint64_t rotate_size;   /* bytes; 0: no */
	double rotate_time;     /* seconds; 0: no */
	unsigned keep;          /* files; 0: all */
	const char *compress;   /* zstd, gzip; NULL: no */
	enum store_sync sync;
	int local; /* strftime(3) gets local time */
	int filtered;
};

struct store;

/* NULL: it was said why not. */
struct store *store_open(const struct store_options *o);

/* 0, or -1: it failed, that was said, and nothing more is stored. */
int store_event(struct store *s, const struct monread_ev *ev, int shown);
int store_end_of_input(struct store *s);

/* Where there is rotation, begin a new file with the next data set. */
void store_renew(struct store *s);

/* 0, or -1. */
int store_close(struct store *s);

/* The compressions that --compress takes, for messages; "" if none. */
const char *store_compressions(void);

#endif
