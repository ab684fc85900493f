/* site.c: directories of pages that a site has of one release. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>

#include "layout/cache.h"
#include "layout/load.h"

/* A layout that is ready.  0, or -1: out of memory. */
static int add_layouts(struct monread_layouts *l, struct mr_layout *layouts, size_t count, unsigned release)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (mr_collection_add(l, &layouts[i].pub, release))
			return -1;
	return 0;
}

/* Those that have numbers from FIRST on, in the order of their numbers, to be freed.  NULL: out of memory. */
static const struct monread_layout **added_since(const struct monread_layouts *l, uint32_t first)
{
	const struct monread_layout **added = calloc((size_t)(l->next_id - first) + 1, sizeof *added);
	const struct mr_entry *e;

	for (e = l->entries; added && e < l->entries + l->count; e++)
		if (e->loaded && e->loaded->id >= first)
			added[e->loaded->id - first] = e->loaded;
	return added;
}

/* To the first place that takes it; that none does is no failure. */
static void keep(const struct monread_layouts *l, uint32_t first, const struct mr_cache_key *key,
                 const char *const *caches)
{
	const struct monread_layout **added = added_since(l, first);

	for (; added && *caches; caches++)
		if (mr_cache_write(*caches, key, added, l->next_id - first) == 0)
			break;
	free(added);
}

static long load(struct monread_layouts *l, const char *path, struct dirent **names, int count, unsigned release,
                 const char *const *caches, monread_notice *fn, void *arg)
{
	struct mr_cache_key key = { NULL, 0 };
	struct mr_layout *layouts = NULL;
	uint32_t first = l->next_id;
	size_t found = 0, i;
	int saved, unread;
	long n;

	if (mr_cache_key(&key, path, names, count))
		return -1;
	for (i = 0; caches[i] && !layouts; i++)
		layouts = mr_cache_read(&l->arena, caches[i], &key, &found);
	if (layouts) {
		n = add_layouts(l, layouts, found, release) ? -1 : (long)found;
	} else {
		n = mr_load_pages(l, path, names, count, release, fn, arg, &unread);
		if (n > 0 && !unread)
			keep(l, first, &key, caches);
	}
	saved = errno;
	free(key.bytes);
	errno = saved;
	return n;
}

long monread_layouts_load_site(struct monread_layouts *l, const char *directory, unsigned release,
                               const char *const *caches, monread_notice *fn, void *arg)
{
	static const char *const none[] = { NULL };
	struct dirent **names;
	int count = mr_load_names(directory, &names);
	long n;

	if (count < 0)
		return MONREAD_FAILED;
	n = count ? load(l, directory, names, count, release, caches ? caches : none, fn, arg) : 0;
	mr_load_names_free(names, count);
	if (n > 0 && mr_collection_add_site(l, release)) {
		errno = ENOSPC;
		n = -1;
	}
	return n < 0 ? MONREAD_FAILED : n;
}
