/* mapped.c: reads plain files. It maps a part (window) of a file at a time with mmap(2), which
 * avoids the copy of read(2).
 *
 * If another program truncates the file meanwhile, access to the missing pages raises SIGBUS. The
 * handler replaces these pages by zeros, and the end of the input is reported as damaged. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maximum bytes of a window. Larger windows need more memory, smaller ones more calls of
 * mmap(2). */
#define WINDOW (8u * 1024u * 1024u)
/* Maximum bytes of a window if several threads read: for each thread, and in total. All threads
 * must finish a window before the next window is mapped, so a window has many parts for each
 * thread. The memory of parts that were read is given back in steps of GIVEN_BACK bytes. */
#define READER_WINDOW ((size_t)(sizeof(size_t) > 4 ? 256 : 32) << 20)
#define WINDOW_MOST   ((size_t)(sizeof(size_t) > 4 ? 1024 : 256) << 20)
#define GIVEN_BACK (2u * 1024u * 1024u)

struct mapped {
	int fd;
	off_t start; /* offset in the file of the first byte to read */
	off_t pos;
	off_t size;      /* size of the file when it was opened */
	unsigned char *window;
	size_t length;
	off_t begin; /* offset of ->window in the file */
	size_t given_back; /* number of first bytes of ->window whose memory was given back */
	int used; /* 1: the reader got ->window */
	unsigned cuts; /* value of the variable cuts when the file was opened */
	int error;
};

/* page_size and cuts are atomic, because the handler of SIGBUS uses them in any thread. */
static atomic_size_t page_size;
/* number of pages, in all files, that the handler has replaced by zeros */
static atomic_uint cuts;

static void replace_page(int sig, siginfo_t *info, void *context)
{
	size_t page = atomic_load(&page_size);
	void *at = (void *)((uintptr_t)info->si_addr / page * page);

	(void)context;
	if (info->si_code == BUS_ADRERR &&
	    mmap(at, page, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
		atomic_fetch_add(&cuts, 1);
	else
		signal(sig, SIG_DFL);
}

static void catch_sigbus(void)
{
	struct sigaction sa = { .sa_flags = SA_SIGINFO };

	atomic_store(&page_size, (size_t)sysconf(_SC_PAGESIZE));
	sa.sa_sigaction = replace_page;
	sigemptyset(&sa.sa_mask);
	sigaction(SIGBUS, &sa, NULL);
}

static void unmap(struct mapped *m)
{
	if (m->window)
		munmap(m->window, m->length);
	m->window = NULL;
}

static void *map_at(struct mapped *m, off_t begin, size_t most)
{
	m->length = m->size - begin < (off_t)most ? (size_t)(m->size - begin) : most;
	return mmap(NULL, m->length, PROT_READ, MAP_SHARED, m->fd, begin);
}

/* Map a window for READERS threads that begins with the page of the offset m->pos. Return 0, or -1
 * with the errno in m->error. */
static int map(struct mapped *m, unsigned readers)
{
	off_t begin = m->pos - m->pos % (off_t)atomic_load(&page_size);
	size_t most = readers < WINDOW_MOST / READER_WINDOW ? readers * READER_WINDOW : WINDOW_MOST;
	void *p = map_at(m, begin, most > WINDOW ? most : WINDOW);

	/* A small address space may only have room for a smaller window. */
	if (p == MAP_FAILED && most > WINDOW)
		p = map_at(m, begin, WINDOW);
	if (p == MAP_FAILED) {
		m->error = errno;
		return -1;
	}
	m->window = p;
	m->begin = begin;
	m->given_back = 0;
	return 0;
}

static void mapped_close(struct input *in)
{
	unmap(in->state);
}

static enum input_taken mapped_open(struct input *in)
{
	struct mapped *m;
	struct stat st;
	off_t pos;

	if (in->options->piece || input_rewind(in))
		return INPUT_PASSED;
	pos = lseek(in->fd, 0, SEEK_CUR);
	if (pos < 0 || fstat(in->fd, &st) || st.st_size <= pos)
		return INPUT_PASSED;
	m = input_state(in, sizeof *m);
	if (!m)
		return INPUT_REFUSED;
	in->is_large = 1;
	m->fd = in->fd;
	m->size = st.st_size;
	m->pos = m->start = pos;
	m->cuts = atomic_load(&cuts);
	catch_sigbus();
	if (map(m, 0) == 0)
		return INPUT_TAKEN;
	/* Some file systems do not have mmap(2): pipe.c reads the file. */
	free(m);
	in->state = NULL;
	in->is_large = 0;
	return INPUT_PASSED;
}

/* Map the next window, which is valid until the next call. Set *BYTES to the first unread byte of
 * the window, and return the number of unread bytes, 0 at the end of the file. */
static size_t next_window(struct mapped *m, unsigned readers, const unsigned char **bytes)
{
	off_t lead = m->pos % (off_t)atomic_load(&page_size);
	size_t n;

	/* mapped_open() has mapped the first window. */
	if (m->used) {
		unmap(m);
		if (m->pos >= m->size || map(m, readers))
			return 0;
	}
	m->used = 1;
	n = m->length - (size_t)lead;
	*bytes = m->window + lead;
	m->pos += (off_t)n;
	return n;
}

static int is_cut(const struct mapped *m)
{
	struct stat st;

	return atomic_load(&cuts) != m->cuts || (fstat(m->fd, &st) == 0 && st.st_size < m->size);
}

static enum input_more mapped_more(struct input *in)
{
	struct mapped *m = in->state;
	const unsigned char *bytes = NULL;
	size_t n;

	if (stop_asked())
		return INPUT_STOPPED;
	n = next_window(m, in->readers, &bytes);
	if (n == 0 && m->error)
		input_fail(in, 1, "cannot be read: %s", strerror(m->error));
	else if (n == 0 && is_cut(m))
		input_fail(in, 1,
		           "was truncated while it was being read; zeros may replace the end");
	return input_feed(in, bytes, n);
}

/* If the bytes before OFFSET are needed again, the kernel reads them from the file. */
void input_passed(struct input *in, uint64_t offset)
{
#if HAVE_DECL_MADV_DONTNEED
	struct mapped *m = in->state;
	off_t passed;
	size_t n;

	if (in->kind != &input_mapped)
		return;
	passed = m->start + (off_t)offset - m->begin;
	passed -= passed % (off_t)atomic_load(&page_size);
	if (passed < (off_t)m->given_back + (off_t)GIVEN_BACK)
		return;
	n = (size_t)passed - m->given_back;
	madvise(m->window + m->given_back, n, MADV_DONTNEED);
	m->given_back += n;
#else
	(void)in;
	(void)offset;
#endif
}

const struct input_kind input_mapped = {
	.open = mapped_open,
	.more = mapped_more,
	.close = mapped_close,
};
