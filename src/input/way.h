/* way.h: the way from a name to its file: the symbolic links that it leads through, and the directory that the file is in.
 * Private to src/input. */
#ifndef INPUT_WAY_H
#define INPUT_WAY_H

#include <stddef.h>

/* As many as Linux follows. */
#define WAY_LINKS 40u

struct way {
	char *directory; /* with a slash behind it, or "": the current one */
	char *base;      /* of the file, which need not be there */
	struct way_link {
		char *directory, *name;
	} links[WAY_LINKS];
	size_t n;
};

/* 0, or -1: out of memory, or there are more links. */
int way_find(struct way *way, const char *name);
void way_free(struct way *way);

int way_is_same(const struct way *a, const struct way *b);

#endif
