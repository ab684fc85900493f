/* memory.h: memory that is short, for all code that a test is linked with.
 *
 * The program is linked with MEMORY_LINK; then calls of malloc(), calloc(), realloc() and pthread_create() come here.
 * Those of the C library itself do not. */
#ifndef MEMORY_H
#define MEMORY_H

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
int __real_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *), void *arg);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *), void *arg);

static struct {
	atomic_int watched;    /* allocations are counted, and may fail: between memory_watch() and memory_rest() */
	unsigned failing;      /* the number of the one that fails, from 1 on; 0: none */
	int lasting;           /* 1: all later ones fail, too */
	atomic_uint made;      /* so many were asked for */
	atomic_uint refused;   /* so many failed */
	int tells;             /* errno is set then, as the C library does it */
	unsigned no_thread;    /* the number of the thread that cannot be created, from 1 on; 0: none */
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
	if (memory.tells)
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

int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *attr, void *(*start)(void *), void *arg)
{
	return ++memory.threads == memory.no_thread ? EAGAIN : __real_pthread_create(t, attr, start, arg);
}

#endif
