/* memory.c: the memory of SQLite: that of libc, counted without a lock.
 *
 * SQLite's own count takes a lock for each piece of memory, and asks libc how large it is; rows of reports are made of
 * many small ones, and a twelfth of the time of a page went into that.  It has one allocator in a process, so the count
 * is the process's, too. */
#include "config.h"

#include "sql/memory.h"

#ifdef HAVE_SQLITE3

#include <stdatomic.h>
#include <stdlib.h>

/* In front of each piece is its size. */
#define HEAD 8

/* What a thread takes or gives back counts when it is as much as that. */
#define BATCH (64 * 1024)

static atomic_flag set = ATOMIC_FLAG_INIT;
static _Atomic long used, most; /* most: 0: all there is */
static _Thread_local long uncounted;

static int *size_of(void *p)
{
	return (int *)(void *)((char *)p - HEAD);
}

static void count(long n)
{
	uncounted += n;
	if (uncounted > -BATCH && uncounted < BATCH)
		return;
	atomic_fetch_add_explicit(&used, uncounted, memory_order_relaxed);
	uncounted = 0;
}

static int is_too_much(long n)
{
	long limit = atomic_load_explicit(&most, memory_order_relaxed);

	return limit && atomic_load_explicit(&used, memory_order_relaxed) + uncounted + n > limit;
}

/* N is what round_up() made of it, and more than 0. */
static void *take(int n)
{
	char *p = is_too_much(n) ? NULL : malloc((size_t)n + HEAD);

	if (!p)
		return NULL;
	p += HEAD;
	*size_of(p) = n;
	count(n);
	return p;
}

static void give(void *p)
{
	count(-*size_of(p));
	free(size_of(p));
}

static void *change(void *p, int n)
{
	int before = *size_of(p);
	char *more = is_too_much((long)n - before) ? NULL : realloc(size_of(p), (size_t)n + HEAD);

	if (!more)
		return NULL;
	more += HEAD;
	*size_of(more) = n;
	count((long)n - before);
	return more;
}

static int size(void *p)
{
	return *size_of(p);
}

static int round_up(int n)
{
	return (n + 7) & ~7;
}

static int begin(void *arg)
{
	(void)arg;
	return SQLITE_OK;
}

static void end(void *arg)
{
	(void)arg;
}

void sql_memory_use(void)
{
	static const sqlite3_mem_methods methods = { take, give, change, size, round_up, begin, end, NULL };

	if (atomic_flag_test_and_set(&set))
		return;
	/* Where SQLite is in use already it keeps what it has, and its own limit holds. */
	if (sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) == SQLITE_OK)
		sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

void sql_memory_limit(long limit)
{
	atomic_store_explicit(&most, limit, memory_order_relaxed);
	sqlite3_hard_heap_limit64(limit);
}

#endif
