/* memory.h: simulate failing allocations in a whole program.
 *
 * The program is linked with NOMEMORY_LINK; then the functions in this file replace malloc(),
 * calloc(), realloc() and pthread_create(). Calls within the C library are not replaced. */
#ifndef MEMORY_H
#define MEMORY_H

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
int __real_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *),
                          void *arg);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *),
                          void *arg);

static struct {
	atomic_int watched;    /* allocations are counted and may fail */
	unsigned failing;      /* number of the allocation that fails, from 1 on; 0: none */
	int lasting;           /* 1: all later ones fail, too */
	atomic_uint made;      /* number of allocations */
	atomic_uint refused;   /* number of failed allocations */
	unsigned no_thread;    /* number of the thread that cannot be created, from 1 on; 0: none */
	unsigned threads;
} memory;

static void memory_begin(unsigned failing, int lasting)
{
	memory.failing = failing;
	memory.lasting = lasting;
	memory.no_thread = memory.threads = 0;
	atomic_store(&memory.made, 0);
	atomic_store(&memory.refused, 0);
}

static void memory_watch(void)
{
	atomic_store(&memory.watched, 1);
}

static void memory_rest(void)
{
	atomic_store(&memory.watched, 0);
}

static int memory_is_short(void)
{
	unsigned n;

	if (!atomic_load(&memory.watched))
		return 0;
	n = atomic_fetch_add(&memory.made, 1) + 1;
	if (!memory.failing || (memory.lasting ? n < memory.failing : n != memory.failing))
		return 0;
	atomic_fetch_add(&memory.refused, 1);
	errno = ENOMEM;
	return 1;
}

void *__wrap_malloc(size_t n)
{
	return memory_is_short() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
	return memory_is_short() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
	return memory_is_short() ? NULL : __real_realloc(p, n);
}

int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *),
                          void *arg)
{
	return ++memory.threads == memory.no_thread ? EAGAIN :
	                                              __real_pthread_create(t, attr, start, arg);
}

#endif
