/* nomem.c: preloaded, it lets allocation number NOMEM_AT fail, or with NOMEM_FROM that one and all behind it; and
 * it writes to the descriptor NOMEM_FD how many there were.  It says in which object the program crashed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#ifdef __GLIBC__
#include <execinfo.h>
#include <signal.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_ulong count;
static unsigned long at, from;
static int started;

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

/* What dlsym() itself wants, before there is anything to give. */
static _Alignas(16) unsigned char early[8192];
static size_t early_used;

static void *early_alloc(size_t n)
{
	void *p = early + early_used;

	n = (n + 15) & ~(size_t)15;
	if (n > sizeof early - early_used)
		return NULL;
	early_used += n;
	return p;
}

static int is_early(const void *p)
{
	return (uintptr_t)p >= (uintptr_t)early && (uintptr_t)p < (uintptr_t)early + sizeof early;
}

#ifdef __GLIBC__
/* The innermost object that is neither the C library nor this. */
static void crashed(int signal_number)
{
	static const char text[] = "nomem: crash in ";
	void *frames[16];
	int n = backtrace(frames, 16), i;
	Dl_info here, info, libc;
	ssize_t written = 0;

	if (!dladdr(frames[0], &here) || !dladdr(*(void **)&next_malloc, &libc))
		n = 0;
	for (i = 1; i < n; i++)
		if (dladdr(frames[i], &info) && info.dli_fbase != here.dli_fbase && info.dli_fbase != libc.dli_fbase) {
			written = write(2, text, sizeof text - 1);
			written += write(2, info.dli_fname, strlen(info.dli_fname));
			written += write(2, "\n", 1);
			break;
		}
	if (written < 0)
		_exit(99);
	raise(signal_number);
}

static void tell_crashes(void)
{
	struct sigaction a = { .sa_handler = crashed, .sa_flags = (int)SA_RESETHAND };
	void *frame;

	/* The first call loads what it needs. */
	if (backtrace(&frame, 1) > 0)
		sigaction(SIGSEGV, &a, NULL);
}
#else
static void tell_crashes(void)
{
}
#endif

__attribute__((constructor)) static void start(void)
{
	const char *s;

	*(void **)&next_malloc = dlsym(RTLD_NEXT, "malloc");
	*(void **)&next_calloc = dlsym(RTLD_NEXT, "calloc");
	*(void **)&next_realloc = dlsym(RTLD_NEXT, "realloc");
	*(void **)&next_free = dlsym(RTLD_NEXT, "free");
	at = (s = getenv("NOMEM_AT")) ? strtoul(s, NULL, 10) : 0;
	from = (s = getenv("NOMEM_FROM")) ? strtoul(s, NULL, 10) : 0;
	tell_crashes();
	started = 1;
}

__attribute__((destructor)) static void stop(void)
{
	const char *s = getenv("NOMEM_FD");
	char text[32];
	int n;

	started = 0;
	if (!s)
		return;
	n = snprintf(text, sizeof text, "%lu\n", atomic_load(&count));
	if (write(atoi(s), text, (size_t)n) != n)
		abort();
}

static int fails(void)
{
	unsigned long n;

	if (!started)
		return 0;
	n = atomic_fetch_add(&count, 1) + 1;
	if (n != at && (!from || n < from))
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t n)
{
	if (!next_malloc)
		return early_alloc(n);
	return fails() ? NULL : next_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	if (!next_calloc)
		return early_alloc(n * size);
	return fails() ? NULL : next_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	if (!next_realloc || is_early(p))
		return NULL;
	return fails() ? NULL : next_realloc(p, n);
}

void free(void *p)
{
	if (next_free && !is_early(p))
		next_free(p);
}
