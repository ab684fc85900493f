/* nomem.c: a preloaded library that lets allocation number NOMEM_AT fail, with NOMEM_FROM also all later ones.  At the
 * end it writes the number of allocations to the descriptor NOMEM_FD, with NOMEM_WAYS followed by the allocations
 * worth failing: of all allocations with the same call path (the program's own return addresses on the stack) the
 * occurrences 1, 2, 4 and so on, and the last one, each with a number for the path that is the same in each run of the
 * program. If the program crashes, it prints the name of the object. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#ifdef __GLIBC__
#include <execinfo.h>
#include <link.h>
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
static int started, by_ways;

static void *(*next_malloc)(size_t);
static void *(*next_calloc)(size_t, size_t);
static void *(*next_realloc)(void *, size_t);
static void (*next_free)(void *);

/* Memory for dlsym() itself, which is called before the real functions are known. */
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
/* Print the innermost object except the C library and this library. */
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

/* ---- Call paths to an allocation ---- */

#define FRAMES 64
#define WAYS 32768u /* a power of two */

static struct way {
	uint64_t hash; /* 0: none */
	unsigned long times, last;
} ways[WAYS];
static struct chosen {
	unsigned long n;
	uint64_t way;
} chosen[1u << 18];
static size_t nchosen;
static int all_chosen; /* more paths than fit */
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void choose(unsigned long n, uint64_t way)
{
	if (nchosen < sizeof chosen / sizeof chosen[0])
		chosen[nchosen++] = (struct chosen){ n, way };
	else
		all_chosen = 1;
}

/* The address ranges of the program's own objects: calls within other libraries do not distinguish paths. */
static struct range {
	uintptr_t begin, end;
} own[16];
static size_t nown;

static int add_range(struct dl_phdr_info *info, size_t size, void *arg)
{
	size_t i;

	(void)size;
	(void)arg;
	if (strncmp(info->dlpi_name, "/lib", 4) == 0 || strncmp(info->dlpi_name, "/usr/", 5) == 0)
		return 0;
	for (i = 0; i < info->dlpi_phnum && nown < sizeof own / sizeof own[0]; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
			own[nown].begin = (uintptr_t)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
			own[nown].end = own[nown].begin + (uintptr_t)info->dlpi_phdr[i].p_memsz;
			nown++;
		}
	return 0;
}

/* FNV-1a hash of the return addresses in the program's own objects, relative to the start of the objects. */
static uint64_t hash_stack(void)
{
	void *frames[FRAMES];
	int n = backtrace(frames, FRAMES), i;
	uint64_t hash = 0xcbf29ce484222325u;
	size_t k;

	for (i = 0; i < n; i++)
		for (k = 0; k < nown; k++)
			if ((uintptr_t)frames[i] >= own[k].begin && (uintptr_t)frames[i] < own[k].end)
				hash = (hash ^ ((uintptr_t)frames[i] - own[k].begin + k)) * 0x100000001b3u;
	return hash ? hash : 1;
}

static void note_way(unsigned long n)
{
	uint64_t hash = hash_stack();
	size_t i = (size_t)(hash >> 32) % WAYS, tried;

	while (atomic_flag_test_and_set(&busy))
		;
	for (tried = 0; ways[i].hash && ways[i].hash != hash && tried < WAYS; tried++)
		i = (i + 1) % WAYS;
	all_chosen |= tried == WAYS;
	ways[i].hash = hash;
	ways[i].last = n;
	ways[i].times++;
	if ((ways[i].times & (ways[i].times - 1)) == 0)
		choose(n, hash);
	atomic_flag_clear(&busy);
}

static void find_own(void)
{
	dl_iterate_phdr(add_range, NULL);
}

static void tell_ways(FILE *f)
{
	size_t i;

	for (i = 0; i < WAYS; i++)
		if (ways[i].times & (ways[i].times - 1))
			choose(ways[i].last, ways[i].hash);
	for (i = 0; i < nchosen && !all_chosen; i++)
		fprintf(f, "%lu %llx\n", chosen[i].n, (unsigned long long)chosen[i].way);
}

static void tell_crashes(void)
{
	struct sigaction a = { .sa_handler = crashed, .sa_flags = (int)SA_RESETHAND };
	void *frame;

	/* The first call of backtrace() loads a library; call it before a crash. */
	if (backtrace(&frame, 1) > 0)
		sigaction(SIGSEGV, &a, NULL);
}
#else
static void tell_crashes(void)
{
}

static void find_own(void)
{
}

static void note_way(unsigned long n)
{
	(void)n;
}

static void tell_ways(FILE *f)
{
	(void)f;
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
	by_ways = getenv("NOMEM_WAYS") != NULL;
	if (by_ways)
		find_own();
	tell_crashes();
	started = 1;
}

__attribute__((destructor)) static void stop(void)
{
	const char *s = getenv("NOMEM_FD");
	FILE *f;

	started = 0;
	if (!s)
		return;
	f = fdopen(dup(atoi(s)), "w");
	if (!f)
		abort();
	fprintf(f, "%lu\n", atomic_load(&count));
	if (by_ways)
		tell_ways(f);
	if (fclose(f))
		abort();
}

static int fails(void)
{
	unsigned long n;

	if (!started)
		return 0;
	n = atomic_fetch_add(&count, 1) + 1;
	if (by_ways)
		note_way(n);
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
