/* collection.c: a collection of layouts. Built-in layouts are unpacked when they are first
 * needed. */
#include "config.h"

#include "layout/collection.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/ascii.h"
#include "layout/tables.h"
#include "listing/packed.h"

struct mr_unpacked {
	pthread_mutex_t lock; /* held while a layout is unpacked or ->names is built */
	struct mr_arena arena;
	atomic_int failed; /* 1 after ENOMEM */
	struct hash_table names;
	atomic_int has_names; /* 1 after ->names was built */
	_Atomic(const struct monread_layout *) layouts[];
};

static struct mr_unpacked *new_unpacked(void)
{
	struct mr_unpacked *u = calloc(1, sizeof *u + mr_table_count * sizeof u->layouts[0]);

	if (u && pthread_mutex_init(&u->lock, NULL)) {
		free(u);
		u = NULL;
	}
	return u;
}

static void free_unpacked(struct mr_unpacked *u)
{
	if (!u)
		return;
	pthread_mutex_destroy(&u->lock);
	mr_arena_free(&u->arena);
	hash_free(&u->names);
	free(u);
}

/* Add the record (DOMAIN, RECORD), which reveals the release of its system, to l->tellers. Return
 * 0, or -1 if out of memory. */
static int add_teller(struct monread_layouts *l, int domain, int record)
{
	uint32_t teller = (uint32_t)domain << 16 | (uint32_t)record;
	size_t i;

	for (i = 0; i < l->ntellers; i++)
		if (l->tellers[i] == teller)
			return 0;
	if (ARRAY_GROW(l->tellers, l->ntellers, l->tellers_cap))
		return -1;
	l->tellers[l->ntellers++] = teller;
	l->teller_domains |= UINT32_C(1) << (teller >> 16 & 31);
	return 0;
}

struct monread_layouts *monread_layouts_new(void)
{
	struct monread_layouts *l = calloc(1, sizeof *l);
	uint32_t i;

	if (!l)
		return NULL;
	l->cap = mr_table_count + 2u;
	l->entries = calloc(l->cap, sizeof *l->entries);
	l->unpacked = new_unpacked();
	if (!l->entries || !l->unpacked) {
		monread_layouts_free(l);
		return NULL;
	}
	for (i = 0; i < mr_table_count; i++) {
		const struct mr_packed_layout *packed = &mr_table_layouts[i];
		struct mr_entry *e = &l->entries[i];

		e->domain = packed->domain;
		e->record = packed->record;
		e->name = mr_table_text + packed->name;
		e->dsect = mr_table_text + packed->dsect;
		e->product = mr_table_text + packed->product;
		e->builtin = i;
		if (packed->tells && add_teller(l, e->domain, e->record)) {
			monread_layouts_free(l);
			return NULL;
		}
	}
	l->count = l->next_id = mr_table_count;
	l->entries[l->count].domain = MR_NO_RECORD;
	return l;
}

void monread_layouts_free(struct monread_layouts *l)
{
	if (!l)
		return;
	mr_arena_free(&l->arena);
	free_unpacked(l->unpacked);
	free(l->entries);
	free(l->tellers);
	free(l);
}

static const struct monread_layout *make_layout(struct mr_arena *a, uint32_t index)
{
	struct mr_packing p = { .bytes = mr_table_bytes + mr_table_layouts[index].at,
		                .text = mr_table_text,
		                .arena = a };
	struct mr_layout *made = mr_arena_alloc(a, sizeof *made);

	if (!made)
		return NULL;
	mr_pack_layout(&p, made);
	made->pub.builtin = 1;
	made->pub.id = index;
	return p.failed ? NULL : &made->pub;
}

static const struct monread_layout *unpack(struct mr_unpacked *u, uint32_t builtin)
{
	const struct monread_layout *layout;

	pthread_mutex_lock(&u->lock);
	/* Another thread may have unpacked the layout while this thread waited for the lock. */
	layout = atomic_load_explicit(&u->layouts[builtin], memory_order_relaxed);
	if (!layout) {
		layout = make_layout(&u->arena, builtin);
		atomic_store_explicit(&u->layouts[builtin], layout, memory_order_release);
	}
	pthread_mutex_unlock(&u->lock);
	if (!layout) {
		atomic_store(&u->failed, 1);
		errno = ENOMEM;
	}
	return layout;
}

const struct monread_layout *mr_collection_layout(const struct monread_layouts *l,
                                                  const struct mr_entry *e)
{
	const struct monread_layout *layout;

	if (e->loaded)
		return e->loaded;
	layout = atomic_load_explicit(&l->unpacked->layouts[e->builtin], memory_order_acquire);
	return layout ? layout : unpack(l->unpacked, e->builtin);
}

static int collection_put_names(const struct monread_layouts *l, struct hash_table *names)
{
	size_t i;

	hash_clear(names);
	if (hash_reserve(names, 2 * l->count))
		return -1;
	for (i = 0; i < l->count; i++)
		if (hash_put(names, mr_word_hash(l->entries[i].name), 2 * i + MR_BY_NAME) ||
		    hash_put(names, mr_word_hash(l->entries[i].dsect), 2 * i + MR_BY_DSECT))
			return -1;
	return 0;
}

static const struct hash_table *make_names(const struct monread_layouts *l)
{
	struct mr_unpacked *u = l->unpacked;
	int has;

	pthread_mutex_lock(&u->lock);
	/* see unpack() */
	has = atomic_load_explicit(&u->has_names, memory_order_relaxed);
	if (!has) {
		has = collection_put_names(l, &u->names) == 0;
		atomic_store_explicit(&u->has_names, has, memory_order_release);
	}
	pthread_mutex_unlock(&u->lock);
	if (!has)
		mr_collection_no_memory(l);
	return has ? &u->names : NULL;
}

const struct hash_table *mr_collection_names(const struct monread_layouts *l)
{
	if (atomic_load_explicit(&l->unpacked->has_names, memory_order_acquire))
		return &l->unpacked->names;
	return make_names(l);
}

void mr_collection_no_memory(const struct monread_layouts *l)
{
	atomic_store(&l->unpacked->failed, 1);
	errno = ENOMEM;
}

int monread_layouts_failed(const struct monread_layouts *l)
{
	return atomic_load(&l->unpacked->failed);
}

/* Return 1 if the entry E sorts before (DOMAIN, RECORD). Compare unsigned numbers, so that -1 sorts
 * last. */
static int collection_is_before(const struct mr_entry *e, int domain, int record)
{
	if (e->domain != domain)
		return (unsigned)e->domain < (unsigned)domain;
	return (unsigned)e->record < (unsigned)record;
}

size_t mr_collection_place(const struct monread_layouts *l, int domain, int record)
{
	size_t low = 0, high = l->count, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (collection_is_before(&l->entries[mid], domain, record))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

int mr_collection_add_site(struct monread_layouts *l, unsigned release)
{
	unsigned i = l->nsites;

	if (l->nsites == MR_SITES_MAX)
		return -1;
	for (; i > 0 && l->sites[i - 1] > release; i--)
		l->sites[i] = l->sites[i - 1];
	l->sites[i] = release;
	l->nsites++;
	return 0;
}

int mr_collection_add(struct monread_layouts *l, struct monread_layout *layout, unsigned release)
{
	size_t at = mr_collection_place(l, layout->domain, layout->record);
	struct mr_entry *e;

	/* A layout without structures, which has only a name, comes after the other layouts of its
	 * record. */
	while (layout->nstructures == 0 &&
	       mr_entry_is(&l->entries[at], layout->domain, layout->record))
		at++;
	if (layout->ntells && layout->domain >= 0 && add_teller(l, layout->domain, layout->record))
		return -1;
	if (ARRAY_GROW(l->entries, l->count + 1, l->cap))
		return -1;
	/* The table of names becomes invalid, because it has the indexes of entries, and these
	 * change. */
	atomic_store(&l->unpacked->has_names, 0);
	e = &l->entries[at];
	memmove(e + 1, e, (l->count + 1 - at) * sizeof *e);
	e->domain = layout->domain;
	e->record = layout->record;
	e->name = layout->name;
	e->dsect = layout->dsect;
	e->product = layout->product;
	e->loaded = layout;
	e->release = release;
	layout->id = l->next_id++;
	l->count++;
	return 0;
}

size_t monread_layouts_count(const struct monread_layouts *l)
{
	return l->count;
}

const struct monread_layout *monread_layouts_at(const struct monread_layouts *l, size_t index)
{
	if (index < l->count)
		return mr_collection_layout(l, &l->entries[index]);
	errno = ENOENT;
	return NULL;
}
