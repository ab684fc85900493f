/* changes.h: what happens to the names in the directory of a file, by inotify(7) where there is that.  Private to
 * src/input. */
#ifndef INPUT_CHANGES_H
#define INPUT_CHANGES_H

#include <stdint.h>

#include "input/way.h"

struct changes {
	int notify;    /* for poll(2); -1: changes are not told */
	int directory; /* descriptor of the one that is watched; -1: it cannot be opened */
	int names;     /* watch of it; -1: there is none */
	int contents;  /* watch of the file */
	int error;     /* why a directory is not watched; 0: all are that are there */
	const struct way *way;
	int links[WAY_LINKS]; /* watches of their directories */
	size_t nlinks;
};

struct change {
	enum {
		CHANGE_CREATED,
		CHANGE_MOVED_FROM, /* the name goes: CHANGE_MOVED_TO with the same cookie tells where, in the same directory */
		CHANGE_MOVED_TO,
		CHANGE_DELETED,
		CHANGE_LINK, /* NAME is a symbolic link on the way to the file, or was, and leads elsewhere now */
		CHANGE_UNKNOWN /* there were more than the system keeps */
	} what;
	const char *name;
	uint32_t cookie; /* never 0 for those that move */
};

void changes_begin(struct changes *c);
void changes_end(struct changes *c);

/* Watch the directories of WAY, which must stay valid until it is called again: those that are there now.  1: that of the
 * file is another one than before, or there is none. */
int changes_watch_way(struct changes *c, const struct way *way);

/* Have poll(2) return when the file NAME, and no longer the one before, is written to. */
void changes_watch_file(struct changes *c, const char *name);

/* Pass what happened since to TELL, in order.  1: it returned not 0 for some. */
int changes_take(struct changes *c, int (*tell)(void *arg, const struct change *change), void *arg);

#endif
