/* oom.c: runs a command once for each call path that leads to an allocation, and lets that allocation fail; then it
 * runs the command again, and lets that allocation and all later ones fail.  If a path occurs repeatedly, its
 * occurrences 1, 2, 4 and so on and the last one fail.  If paths cannot be distinguished, or with OOM_EVERY in the
 * environment, each allocation fails. OOM_SEEN in the environment names a file with the paths of other commands: oom
 * skips a path that OFTEN commands have tried.
 *
 *   oom NAME NOMEM.SO FIRST INPUT COMMAND...
 *
 * NOMEM.SO: the library to preload; "" if COMMAND itself preloads it for its children.  FIRST: the number of the first
 * allocation that fails; with "!" after the number no run lets all later ones fail.  INPUT: a file that a pipe feeds
 * to standard input.
 *
 * Good results are: a message and status 2; or the same output, messages and status as with enough memory.  All others
 * are failures: a crash, an endless run, wrong output without an error.  Prints a line of TAP without a number. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20u /* limit for one run */
#define SHOWN 5u    /* failures that are reported in full */
#define OFTEN 2u    /* number of commands that try the same path */

struct way {
	unsigned long n;         /* number of the allocation */
	unsigned long long hash; /* hash of the path to it */
};

struct result {
	int status; /* status of wait(2) */
	char *out, *err;
	size_t out_len, err_len;
	unsigned long count;
	struct way *ways; /* paths worth failing, in order */
	size_t nways;     /* 0: try all allocations */
};

static void __attribute__((noreturn)) die(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(99);
}

static FILE *file(void)
{
	FILE *f = tmpfile();

	if (!f)
		die("tmpfile");
	return f;
}

static char *contents(FILE *f, size_t *len)
{
	size_t room = 65536, n;
	char *s = malloc(room);

	rewind(f);
	for (*len = 0; s && (n = fread(s + *len, 1, room - *len - 1, f)) > 0;) {
		*len += n;
		if (room - *len < 32768)
			s = realloc(s, room *= 2);
	}
	if (!s)
		die("malloc");
	s[*len] = 0;
	fclose(f);
	return s;
}

/* Feed a pipe with the file PATH from a child process. */
static int pipe_of(const char *path)
{
	char bytes[4096];
	int ends[2], in;
	ssize_t n;
	pid_t pid;

	if (pipe(ends) || (in = open(path, O_RDONLY)) < 0 || (pid = fork()) < 0)
		die(path);
	if (pid == 0) {
		signal(SIGPIPE, SIG_DFL);
		close(ends[0]);
		while ((n = read(in, bytes, sizeof bytes)) > 0 && write(ends[1], bytes, (size_t)n) == n)
			;
		_exit(0);
	}
	close(in);
	close(ends[1]);
	return ends[0];
}

/* Called in the child. */
static void execute(char **argv, const char *so, const char *variable, unsigned long n, int count)
{
	char value[32];

	snprintf(value, sizeof value, "%lu", n);
	if (n)
		setenv(variable, value, 1);
	snprintf(value, sizeof value, "%d", count);
	setenv("NOMEM_FD", value, 1);
	if (!n && !getenv("OOM_EVERY"))
		setenv("NOMEM_WAYS", "1", 1);
	setenv(*so ? "LD_PRELOAD" : "NOMEM_NONE", so, 1);
	alarm(SECONDS);
	execvp(argv[0], argv);
	_exit(127);
}

static int by_number(const void *a, const void *b)
{
	const struct way *x = a, *y = b;

	return (x->n > y->n) - (x->n < y->n);
}

/* Read the data that nomem.c has written. */
static void read_counts(struct result *r, char *s, size_t len)
{
	char *end;

	r->count = strtoul(s, &end, 10);
	r->nways = 0;
	r->ways = malloc((len + 1) * sizeof *r->ways);
	if (!r->ways)
		die("malloc");
	for (s = end; *s; s = end) {
		unsigned long n = strtoul(s, &end, 10);

		if (end == s)
			break;
		r->ways[r->nways++] = (struct way){ n, strtoull(end, &end, 16) };
	}
	qsort(r->ways, r->nways, sizeof *r->ways, by_number);
}

/* Skip the paths that were tried often enough, and record the others in the file. */
static void leave_out_seen(struct result *r)
{
	const char *path = getenv("OOM_SEEN");
	unsigned long long *seen;
	size_t n = 0, left = 0, len, i, k;
	char *s, *end, *text;
	FILE *f = path ? fopen(path, "a+") : NULL;

	if (!f)
		return;
	text = contents(f, &len);
	seen = malloc((len / 2 + 1) * sizeof *seen);
	f = fopen(path, "a");
	if (!seen || !f)
		die(path);
	for (s = text; *s; s = *end ? end + 1 : end)
		seen[n++] = strtoull(s, &end, 16);
	for (i = 0; i < r->nways; i++) {
		unsigned times = 0;

		for (k = 0; k < n; k++)
			times += seen[k] == r->ways[i].hash;
		if (times >= OFTEN)
			continue;
		for (k = 0; k < left && r->ways[k].hash != r->ways[i].hash; k++)
			;
		if (k == left)
			fprintf(f, "%llx\n", r->ways[i].hash);
		r->ways[left++] = r->ways[i];
	}
	/* Keep one path, because zero means all allocations. */
	if (r->nways && !left)
		r->ways[left++] = r->ways[0];
	r->nways = left;
	if (fclose(f))
		die(path);
	free(seen);
	free(text);
}

static struct result run(char **argv, const char *so, const char *input, const char *variable, unsigned long n)
{
	FILE *out = file(), *err = file(), *count = file();
	struct result r;
	char *s;
	size_t len;
	int in = pipe_of(input);
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0) {
		dup2(in, STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(err), STDERR_FILENO);
		execute(argv, so, variable, n, fileno(count));
	}
	while (waitpid(pid, &r.status, 0) < 0)
		if (errno != EINTR)
			die("waitpid");
	close(in);
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	r.out = contents(out, &r.out_len);
	r.err = contents(err, &r.err_len);
	s = contents(count, &len);
	read_counts(&r, s, len);
	free(s);
	return r;
}

static void done(struct result *r)
{
	free(r->out);
	free(r->err);
	free(r->ways);
}

/* Known failures of other libraries without memory.  monread cannot fix them, so they are reported, but do not
 * fail the test. */
static struct excuse {
	const char *said[2];
	int ends_by; /* the signal; 0: none */
	const char *what;
	unsigned long times;
} excuses[] = {
	{ { "nomem: crash in ", "libzstd" }, SIGSEGV, "libzstd uses memory that it did not get", 0 },
	{ { "nomem: crash in ", "libxml2" }, SIGSEGV, "libxml2 uses memory that it did not get", 0 },
	{ { "Failed to allocate globals for thread", "libxml2" }, SIGABRT, "libxml2 ends the program", 0 },
	{ { "cannot allocate memory for thread-local data: ABORT", "" }, 0, "the C library ends the program", 0 },
	{ { "HTML document creation failed", "" }, SIGALRM, "htmlParseDocument() of libxml2 does not end", 0 },
};
/* dlopen() without memory for its lists. */
static struct excuse linker = { { "out of memory\n", "" }, 0, "the dynamic linker ends the program", 0 };

static struct excuse *excuse(const struct result *r)
{
	int code = WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 0;
	/* A shell reports a signal of its command as status 128 + N. */
	int ends_by = WIFSIGNALED(r->status) ? WTERMSIG(r->status) : code > 128 ? code - 128 : 0;
	size_t i;

	if (WIFEXITED(r->status) && WEXITSTATUS(r->status) == 127 && strcmp(r->err, linker.said[0]) == 0)
		return &linker;
	for (i = 0; i < sizeof excuses / sizeof excuses[0]; i++)
		if (ends_by == excuses[i].ends_by && strstr(r->err, excuses[i].said[0]) && strstr(r->err, excuses[i].said[1]))
			return &excuses[i];
	return NULL;
}

static void tell(const struct excuse *e)
{
	if (e->times)
		printf("# %lu times: %s\n", e->times, e->what);
}

/* The number of the first allocation after N that shall fail; 0: no more. */
static unsigned long next_way(const struct result *want, unsigned long n)
{
	size_t i;

	if (!want->nways)
		return n < want->count ? n + 1 : 0;
	for (i = 0; i < want->nways; i++)
		if (want->ways[i].n > n)
			return want->ways[i].n;
	return 0;
}

static const char *fault(const struct result *r, const struct result *want)
{
	if (!WIFEXITED(r->status))
		return WTERMSIG(r->status) == SIGALRM ? "does not end" : "ends by a signal";
	/* iconv_open() also reports EINVAL if it runs out of memory: then the code page counts as unknown, a wrong option. */
	if (WEXITSTATUS(r->status) == 2 || WEXITSTATUS(r->status) == 64)
		return r->err_len ? NULL : "a failure, but no message";
	if (r->status != want->status)
		return "another status, but not 2 or 64";
	if (r->out_len != want->out_len || memcmp(r->out, want->out, r->out_len) != 0)
		return "other output, and called right";
	if (r->err_len != want->err_len || memcmp(r->err, want->err, r->err_len) != 0)
		return "other messages, and called right";
	return NULL;
}

int main(int argc, char **argv)
{
	static const char *const variables[] = { "NOMEM_AT", "NOMEM_FROM" };
	unsigned long first, n, faults = 0, runs = 0;
	struct result want, r;
	struct excuse *known;
	const char *what;
	size_t i, ways = 2;
	char *end;

	if (argc < 6) {
		fprintf(stderr, "usage: oom NAME NOMEM.SO FIRST INPUT COMMAND...\n");
		return 99;
	}
	want = run(argv + 5, argv[2], argv[4], variables[0], 0);
	if (!WIFEXITED(want.status) || WEXITSTATUS(want.status) > 1 || want.count == 0) {
		printf("# status %d, %lu allocations, %s\n", want.status, want.count, want.err);
		printf("not ok - %s: with enough memory\n", argv[1]);
		return 1;
	}
	leave_out_seen(&want);
	first = strtoul(argv[3], &end, 10);
	if (*end == '!')
		ways = 1;
	for (i = 0; i < ways; i++)
		for (n = next_way(&want, first - 1); n; n = next_way(&want, n), runs++) {
			r = run(argv + 5, argv[2], argv[4], variables[i], n);
			what = fault(&r, &want);
			known = what ? excuse(&r) : NULL;
			if (known)
				known->times++;
			else if (what && faults++ < SHOWN)
				printf("# %s=%lu: %s; status %d; %.200s\n", variables[i], n, what, r.status, r.err);
			done(&r);
		}
	for (i = 0; i < sizeof excuses / sizeof excuses[0]; i++)
		tell(&excuses[i]);
	tell(&linker);
	printf("%s - %s: %lu faults in %lu runs\n", faults ? "not ok" : "ok", argv[1], faults, runs);
	done(&want);
	return faults != 0;
}
