/* cache.h: layouts that were read of pages, kept in a file. */
#ifndef MR_CACHE_H
#define MR_CACHE_H

#include <dirent.h>

#include "base/arena.h"
#include "base/model.h"

/* What a cache is of: this program, a directory, and its pages with their sizes and times. */
struct mr_cache_key {
	char *bytes;
	size_t size;
};

/* To be freed.  0, or -1 with errno. */
int mr_cache_key(struct mr_cache_key *key, const char *directory, struct dirent *const *names, int count);

/* The layouts in the file PATH, which are in A, and how many.  NULL: there is none that is of KEY, whole, and to be
 * trusted: of this user or root, and writable for nobody else. */
struct mr_layout *mr_cache_read(struct mr_arena *a, const char *path, const struct mr_cache_key *key, size_t *count);

/* 0, or -1: it cannot be written there.  Directories that are missing are made, but for the last but two. */
int mr_cache_write(const char *path, const struct mr_cache_key *key, const struct monread_layout *const *layouts,
                   size_t count);

#endif
