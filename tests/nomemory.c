/* nomemory.c: linked with the main() of a program, runs the program many times; one allocation
 * fails in each run.
 *
 *     NOMEMORY=STEP [NOMEMORY_NEW=FILE] nomemory_monread ARGUMENT...
 *
 * The first 100 allocations fail, then each STEPth one; if STEP is 50 or more, not all of the first
 * 100. With STEP+ all later allocations fail, too. Allocations from an arena count. In further runs
 * a thread cannot be created. Each run has an empty folder, or a copy of FILE there as "new". A run
 * must report that memory is short, or do the same as without a failure. If it fails, the file
 * "new" has the first blocks of the complete file. Prints the faults, or "right". */
#include "config.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/hash.h"
#include "unit/memory.h"

#define ARENA(type, name, parameters, arguments)                                  \
	type __real_##name parameters;                                            \
	type __wrap_##name parameters;                                            \
	type __wrap_##name parameters                                             \
	{                                                                         \
		return memory_is_short() ? NULL : __real_##name arguments;        \
	}

ARENA(void *, mr_arena_alloc, (struct mr_arena *a, size_t size), (a, size))
ARENA(void *, mr_arena_array, (struct mr_arena *a, size_t n, size_t size), (a, n, size))
ARENA(char *, mr_arena_strdup, (struct mr_arena *a, const char *from), (a, from))
ARENA(char *, mr_arena_strndup, (struct mr_arena *a, const char *from, size_t n), (a, from, n))
ARENA(char *, mr_arena_join,
      (struct mr_arena *a, const char *s, const char *t, const char *u), (a, s, t, u))

int __real_mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t n, size_t size);
int __wrap_mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t n, size_t size);
int __wrap_mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t n, size_t size)
{
	return memory_is_short() ? -1 : __real_mr_arena_more(a, place, cap, n, size);
}

struct text {
	char *p;
	size_t n;
};

struct run {
	int status; /* of wait() */
	struct text out, err, stored;
	uint64_t files; /* the sum of the hashes of all files */
};

/* Numbers that a run reports to the first process. */
static struct told {
	unsigned made, refused, threads;
} *told;

static void tell(void)
{
	memory_rest();
	told->made = memory.made;
	told->refused = memory.refused;
	told->threads = memory.threads;
}

static struct text contents(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct text t = { NULL, 0 };
	struct stat st;

	if (!f || fstat(fileno(f), &st))
		return t;
	t.p = __real_malloc((size_t)st.st_size + 1);
	if (t.p) {
		t.n = fread(t.p, 1, (size_t)st.st_size, f);
		t.p[t.n] = '\0';
	}
	fclose(f);
	return t;
}

static int is_same(const struct text *a, const struct text *b)
{
	return a->n == b->n && (!a->n || memcmp(a->p, b->p, a->n) == 0);
}

/* Read the files of the folder and remove them. */
static void take_files(struct run *r)
{
	DIR *d = opendir(".");
	const struct dirent *e;

	for (e = d ? readdir(d) : NULL; e; e = readdir(d)) {
		struct text t;

		if (*e->d_name == '.')
			continue;
		t = contents(e->d_name);
		r->files += mr_hash(mr_hash(0, (const unsigned char *)e->d_name, strlen(e->d_name)),
		                    (const unsigned char *)t.p, t.n);
		if (strcmp(e->d_name, "new") == 0)
			r->stored = t;
		else
			free(t.p);
		unlink(e->d_name);
	}
	if (d)
		closedir(d);
}

static void put_new(const char *from)
{
	struct text t = contents(from);
	FILE *f = fopen("new", "wb");

	if (f && t.p)
		fwrite(t.p, 1, t.n, f);
	if (f)
		fclose(f);
	free(t.p);
}

/* Returns twice: in the new process, which goes on to main(), and in this one after the end of the
 * other. */
static int run(struct run *r, unsigned failing, int lasting, unsigned no_thread)
{
	const char *from = getenv("NOMEMORY_NEW");
	pid_t child;

	if (from)
		put_new(from);
	memset(r, 0, sizeof *r);
	told->refused = told->made = 0;
	fflush(stdout);
	child = fork();
	if (child == 0) {
		if (!freopen("../out", "w", stdout) || !freopen("../err", "w", stderr))
			_exit(99);
		memory_begin(failing, lasting);
		memory.no_thread = no_thread;
		atexit(tell);
		memory_watch();
		return 1;
	}
	waitpid(child, &r->status, 0);
	r->out = contents("../out");
	r->err = contents("../err");
	take_files(r);
	return 0;
}

static void done(struct run *r)
{
	free(r->out.p);
	free(r->err.p);
	free(r->stored.p);
}

/* The fault of a run; NULL: none. */
static const char *fault_of(const struct run *want, const struct run *got, int must_be_same)
{
	const char *p = got->stored.p;
	/* 13 bytes end a gzip member after the last data set. */
	size_t end = got->stored.n > 13 && memcmp(p, "\x1f\x8b", 2) == 0 ? 13 : 0;
	size_t n = got->stored.n - end;

	if (!WIFEXITED(got->status) || (got->err.p && strstr(got->err.p, "Sanitizer")))
		return "ended badly";
	if (got->status == want->status && is_same(&got->out, &want->out) &&
	    got->files == want->files)
		return NULL;
	if (must_be_same)
		return "another result";
	if ((want->stored.n % 4096 == 0 && got->stored.n % 4096) ||
	    n > want->stored.n || (n && memcmp(p, want->stored.p, n) != 0))
		return "the stored file has something else";
	if (WEXITSTATUS(got->status) == 0)
		return "another result, but status 0";
	if (got->err.p && strstr(got->err.p, "emory"))
		return NULL;
	return "another result, but no message about memory";
}

static void each(const char *step)
{
	int lasting = strchr(step, '+') != NULL;
	unsigned n, made, threads, wrong = 0, reported = 0, by = (unsigned)atoi(step);
	/* sanitizers do not take the results of earlier runs for lost */
	static struct run want, got;
	const char *fault;

	if (run(&want, 0, 0, 0))
		return;
	made = told->made;
	threads = told->threads;
	for (n = 1; n <= made + 100; n += n < 100 ? 1 + by / 50 : by) {
		if (run(&got, n, lasting, 0))
			return;
		fault = fault_of(&want, &got, 0);
		if (fault && wrong++ < 5)
			printf("%u: %s: status 0x%X, %.200s\n", n, fault, (unsigned)got.status,
			       got.err.p ? got.err.p : "");
		reported += got.status != want.status;
		done(&got);
		/* A run that ended by a signal has not told how many allocations failed. */
		if (WIFEXITED(got.status) && !told->refused)
			break;
	}
	for (n = 1; n <= threads; n++) {
		if (run(&got, 0, 0, n))
			return;
		fault = fault_of(&want, &got, 1);
		if (fault && wrong++ < 5)
			printf("thread %u: %s: status 0x%X, %.200s\n", n, fault,
			       (unsigned)got.status, got.err.p ? got.err.p : "");
		done(&got);
	}
	done(&want);
	puts(wrong || !reported ? "wrong" : "right");
	fflush(stdout);
	_exit(0);
}

__attribute__((constructor)) static void begin(void)
{
	const char *step = getenv("NOMEMORY");

	told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (step && told != MAP_FAILED)
		each(step);
}
