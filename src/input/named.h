/* named.h: the files that have a name one after the other.  Private to src/input. */
#ifndef INPUT_NAMED_H
#define INPUT_NAMED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "input/changes.h"

/* So many files that had the name are kept open until they are read: names change faster than that. */
#define NAMED_HELD 16u
/* And so many are known, those that are not open by the names that they have by now. */
#define NAMED_KNOWN 500u

/* As much of the beginning is compared to tell whether it is still the same file: the time of the first record is in
 * it, also behind a control block of a page and a page of another record. */
#define NAMED_HEAD 12288u

/* A file that has the name, or had it. */
struct named_file {
	int fd;             /* -1: it is not open yet */
	int error;          /* why it could not be opened; 0: that was not tried */
	int is_beyond;      /* more than NAMED_HELD were before it */
	int is_settled;     /* it is known that it is this one that is open */
	int is_seen;        /* these are known: */
	dev_t dev;
	ino_t ino;
	off_t size;         /* when it was looked at last */
	off_t lost, least;  /* so much was cut off before its turn; and the smallest size that was left */
	size_t nhead;       /* so many bytes it began with, when it was written to last as far as is known, */
	uint64_t head;      /* and their hash */
	struct timespec written;
	int64_t quiet_from; /* ms: since then its size is the same, and a file behind it has data */
	char *now;          /* its name in the directory; NULL: none that is known */
	uint32_t cookie;    /* of the change that took its name; 0: nothing did */
	int is_moving;      /* where that went may still be told */
};

struct named {
	const char *name, *base; /* NULL: it has no directory; else that of the file where the way leads */
	struct way way;          /* all of it NULL: it could not be found yet */
	struct changes changes;
	unsigned links_changed;  /* since the last look */
	int said;                /* why not all of the way is watched */
	struct named_file files[1 + NAMED_KNOWN]; /* the one that is read, and those that had the name after it, in order */
	size_t n;
};

/* FD is the file that NAME, which must stay valid, was just opened as. */
void named_begin(struct named *d, const char *name, int fd, const struct stat *st);
/* FD is not closed. */
void named_end(struct named *d);

/* See which file has the name now, which ones had it meanwhile, and which ones grew.  All of them are watched at the same
 * time, so that quiet ones are read one after the other without waiting. */
void named_look(struct named *d);

/* Whether nothing came to file I for so long that its writer is taken to be done with it, or it has its turn again. */
int named_may_leave(const struct named *d, size_t i);

/* Go on without the second file: nothing was in it; or it cannot be read, which is said. */
void named_drop_empty(struct named *d);
void named_skip(struct named *d);

/* Go on with the second file, as the descriptor of the first one.  0, or -1. */
int named_move_on(struct named *d);

int64_t named_clock(void); /* ms */

#endif
