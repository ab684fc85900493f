/* mapped.c: mmap(2) instead of read(2) saves a copy of everything.
 *
 * Pages of a file that is truncated meanwhile raise SIGBUS: they are replaced by
 * zeros, and the reader is informed. */
#include "config.h"

#include "input/mapped.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Small enough that the memory in use stays small, large enough that mapping costs nothing. */
#define WINDOW (8u * 1024u * 1024u)

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

struct mapped {
	int fd;
	off_t pos, size;
	unsigned char *window;
	size_t length;
	int used; /* the window was returned */
	int error;
};

/* The window that the signal handler may repair; there is one input at a time. */
static struct {
	unsigned char *volatile window;
	volatile size_t length;
	volatile sig_atomic_t cut;
	size_t page;
} guard;

static void mend(int sig, siginfo_t *info, void *context)
{
	uintptr_t at = (uintptr_t)info->si_addr, first = (uintptr_t)guard.window;

	(void)context;
	if (guard.window && at >= first && at < first + guard.length) {
		void *page = guard.window + (at - first) / guard.page * guard.page;

		if (mmap(page, guard.page, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) {
			guard.cut = 1;
			return;
		}
	}
	signal(sig, SIG_DFL);
}

static void unmap(struct mapped *m)
{
	guard.window = NULL;
	if (m->window)
		munmap(m->window, m->length);
	m->window = NULL;
}

/* The window that has the byte at m->pos.  0, or -1. */
static int map(struct mapped *m)
{
	off_t begin = m->pos - m->pos % (off_t)guard.page;
	void *p;

	m->length = m->size - begin < (off_t)WINDOW ? (size_t)(m->size - begin) : WINDOW;
	p = mmap(NULL, m->length, PROT_READ, MAP_SHARED, m->fd, begin);
	if (p == MAP_FAILED) {
		m->error = errno;
		return -1;
	}
	m->window = p;
	guard.length = m->length;
	guard.window = p;
	return 0;
}

void mapped_close(struct mapped *m)
{
	unmap(m);
	signal(SIGBUS, SIG_DFL);
	free(m);
}

struct mapped *mapped_open(int fd)
{
	struct sigaction sa;
	struct mapped *m;
	struct stat st;
	off_t pos = lseek(fd, 0, SEEK_CUR);

	if (pos < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= pos)
		return NULL;
	m = calloc(1, sizeof *m);
	if (!m)
		return NULL;
	guard.page = (size_t)sysconf(_SC_PAGESIZE);
	guard.cut = 0;
	m->fd = fd;
	m->size = st.st_size;
	m->pos = pos;
	memset(&sa, 0, sizeof sa);
	sa.sa_sigaction = mend;
	sa.sa_flags = SA_SIGINFO;
	sigemptyset(&sa.sa_mask);
	sigaction(SIGBUS, &sa, NULL);
	/* Not every file system can map files. */
	if (map(m)) {
		mapped_close(m);
		return NULL;
	}
	return m;
}

size_t mapped_next(struct mapped *m, const unsigned char **bytes)
{
	size_t lead = (size_t)(m->pos % (off_t)guard.page);

	/* The first window was mapped to see whether that can be done. */
	if (m->used) {
		unmap(m);
		if (m->pos >= m->size || map(m))
			return 0;
	}
	m->used = 1;
	*bytes = m->window + lead;
	m->pos += (off_t)(m->length - lead);
	return m->length - lead;
}

int mapped_error(const struct mapped *m)
{
	return m->error;
}

int mapped_was_cut(const struct mapped *m)
{
	(void)m;
	return guard.cut;
}
