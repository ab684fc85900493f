/* mapped.c: a plain file, mapped a window at a time: mmap(2) saves the copy that read(2) makes.
 *
 * If the file is truncated meanwhile, its pages raise SIGBUS: they are replaced by zeros, which is reported at the
 * end.  Where that is within the last page, none is raised, and its bytes would become zeros: so this page is read. */
#include "config.h"

#include "input/kind.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"
#include "cli/diag.h"
#include "cli/stop.h"

/* Small enough to keep memory use low, large enough that mapping takes no time to speak of. */
#define WINDOW (8u * 1024u * 1024u)
/* Threads that read parts of a window are waited for at its end, so each is to have many of them; what they have read is
 * given back before, so much at a time.  Addresses are not memory, but a process of 32 bits has few. */
#if !HAVE_DECL_MADV_DONTNEED
#define READER_WINDOW (2u * 1024u * 1024u)
#define WINDOW_MOST   (256u * 1024u * 1024u)
#elif SIZE_MAX > UINT32_MAX
#define READER_WINDOW (256u * 1024u * 1024u)
#define WINDOW_MOST   (1024u * 1024u * 1024u)
#else
#define READER_WINDOW (32u * 1024u * 1024u)
#define WINDOW_MOST   (256u * 1024u * 1024u)
#endif
#define GIVEN_BACK (2u * 1024u * 1024u)

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

struct guard;

struct mapped {
	int fd;
	off_t start; /* where reading began */
	off_t pos, size; /* size: as of opening */
	off_t last, end; /* where the last page begins, and what was there of it ends */
	unsigned char *window;
	size_t length;
	off_t begin;       /* of the window, in the file */
	size_t given_back; /* so much of its front */
	int used; /* the window was handed out */
	int error;
	struct guard *guard;
};

/* So many inputs are mapped at once; others are read. */
#define GUARDS 64u

/* The window of an input, for the signal handler, which any thread may be in that reads any of them. */
struct guard {
	atomic_int taken;
	atomic_uintptr_t window; /* 0: there is none */
	atomic_size_t length;
	atomic_int cut;
};

static struct guard guards[GUARDS];
static atomic_size_t page_size;
static pthread_mutex_t watching = PTHREAD_MUTEX_INITIALIZER;
static unsigned watched; /* inputs, under that lock */

static int replace_page(uintptr_t at)
{
	size_t page = atomic_load(&page_size);

	return mmap((void *)(at / page * page), page, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ?
	       -1 : 0;
}

static void mend(int sig, siginfo_t *info, void *context)
{
	uintptr_t at = (uintptr_t)info->si_addr;
	int mended = 0;
	unsigned i;

	(void)context;
	for (i = 0; i < GUARDS; i++) {
		uintptr_t first = atomic_load(&guards[i].window);

		if (first && at >= first && at - first < atomic_load(&guards[i].length) && (mended || replace_page(at) == 0)) {
			atomic_store(&guards[i].cut, 1);
			mended = 1;
		}
	}
	if (!mended)
		signal(sig, SIG_DFL);
}

static struct guard *take_guard(void)
{
	unsigned i;

	for (i = 0; i < GUARDS; i++) {
		if (atomic_exchange(&guards[i].taken, 1) == 0) {
			atomic_store(&guards[i].cut, 0);
			return &guards[i];
		}
	}
	return NULL;
}

static void unmap(struct mapped *m)
{
	atomic_store(&m->guard->window, 0);
	if (m->window)
		munmap(m->window, m->length);
	m->window = NULL;
}

static void *map_at(struct mapped *m, off_t begin, size_t most)
{
	m->length = m->size - begin < (off_t)most ? (size_t)(m->size - begin) : most;
	return mmap(NULL, m->length, PROT_READ, MAP_SHARED, m->fd, begin);
}

/* Read the last page, if it is in the window P, in place of mapping it.  0, or -1. */
static int read_last(struct mapped *m, unsigned char *p, off_t begin)
{
	size_t page = atomic_load(&page_size), at, n;
	ssize_t got;

	if (begin + (off_t)m->length < m->size)
		return 0;
	at = (size_t)(m->last - begin);
	n = m->length - at;
	if (mmap(p + at, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
		return -1;
	got = again_pread(m->fd, p + at, n, m->last);
	/* What is before it is there all the same. */
	if (got < 0)
		m->error = errno;
	m->end = m->last + (got > 0 ? got : 0);
	return 0;
}

/* Map the window with the byte at m->pos, for so many READERS.  0, or -1. */
static int map(struct mapped *m, unsigned readers)
{
	off_t begin = m->pos - m->pos % (off_t)atomic_load(&page_size);
	size_t most = readers < WINDOW_MOST / READER_WINDOW ? readers * READER_WINDOW : WINDOW_MOST;
	void *p = map_at(m, begin, most > WINDOW ? most : WINDOW);

	/* A small address space may have room for less. */
	if (p == MAP_FAILED && most > WINDOW)
		p = map_at(m, begin, WINDOW);
	if (p == MAP_FAILED) {
		m->error = errno;
		return -1;
	}
	if (read_last(m, p, begin)) {
		m->error = errno;
		munmap(p, m->length);
		return -1;
	}
	m->window = p;
	m->begin = begin;
	m->given_back = 0;
	atomic_store(&m->guard->length, m->length);
	atomic_store(&m->guard->window, (uintptr_t)p);
	return 0;
}

static void leave(struct mapped *m)
{
	unmap(m);
	pthread_mutex_lock(&watching);
	if (--watched == 0)
		signal(SIGBUS, SIG_DFL);
	pthread_mutex_unlock(&watching);
	atomic_store(&m->guard->taken, 0);
}

static void mapped_close(struct input *in)
{
	leave(in->state);
}

static void catch_sigbus(void)
{
	struct sigaction sa;

	pthread_mutex_lock(&watching);
	if (watched++ == 0) {
		atomic_store(&page_size, (size_t)sysconf(_SC_PAGESIZE));
		memset(&sa, 0, sizeof sa);
		sa.sa_sigaction = mend;
		sa.sa_flags = SA_SIGINFO;
		sigemptyset(&sa.sa_mask);
		sigaction(SIGBUS, &sa, NULL);
	}
	pthread_mutex_unlock(&watching);
}

static enum input_taken mapped_open(struct input *in)
{
	struct guard *guard;
	struct mapped *m;
	struct stat st;
	off_t pos;

	if (in->options->piece || input_rewind(in))
		return INPUT_PASSED;
	pos = lseek(in->fd, 0, SEEK_CUR);
	if (pos < 0 || fstat(in->fd, &st) || st.st_size <= pos)
		return INPUT_PASSED;
	guard = take_guard();
	if (!guard)
		return INPUT_PASSED;
	m = input_state(in, sizeof *m);
	if (!m) {
		atomic_store(&guard->taken, 0);
		return INPUT_REFUSED;
	}
	m->guard = guard;
	m->fd = in->fd;
	m->size = m->end = st.st_size;
	m->pos = m->start = pos;
	catch_sigbus();
	m->last = (m->size - 1) - (m->size - 1) % (off_t)atomic_load(&page_size);
	if (map(m, 0) == 0)
		return INPUT_TAKEN;
	/* Not every file system can map files. */
	leave(m);
	free(m);
	in->state = NULL;
	return INPUT_PASSED;
}

/* The next bytes, valid until the next call.  Their number; 0 at the end. */
static size_t next_window(struct mapped *m, unsigned readers, const unsigned char **bytes)
{
	off_t behind, lead = m->pos % (off_t)atomic_load(&page_size);
	size_t n;

	/* The first window is there: opening mapped it. */
	if (m->used) {
		unmap(m);
		if (m->pos >= m->size || map(m, readers))
			return 0;
	}
	m->used = 1;
	behind = m->begin + (off_t)m->length;
	n = m->pos < m->end ? (size_t)((behind < m->end ? behind : m->end) - m->pos) : 0;
	*bytes = m->window + lead;
	m->pos = behind;
	return n;
}

/* What became of the bytes that the file does not have any more; NULL: it has all. */
static const char *what_is_gone(const struct mapped *m)
{
	struct stat st;

	if (atomic_load(&m->guard->cut))
		return "zeros replace what is gone";
	if (m->end < m->size)
		return "what is gone is missing";
	if (fstat(m->fd, &st) || st.st_size >= m->size)
		return NULL;
	return st.st_size < m->last ? "zeros may replace what is gone" : "what is gone was read before";
}

static enum input_more mapped_more(struct input *in, struct input_gap *gap)
{
	struct mapped *m = in->state;
	const unsigned char *bytes = NULL;
	const char *gone;
	size_t n;

	(void)gap;
	if (stop_asked())
		return INPUT_STOPPED;
	n = next_window(m, in->readers, &bytes);
	if (n == 0 && m->error)
		diag_damaged_rest("%s: cannot be read: %s", in->name, strerror(m->error));
	gone = n == 0 && !m->error ? what_is_gone(m) : NULL;
	if (gone)
		diag_damaged_rest("%s: was truncated while it was being read; %s", in->name, gone);
	return input_feed(in, bytes, n);
}

/* The pages are in the file: who needs them all the same, as a part is read again, has them. */
static void mapped_passed(struct input *in, uint64_t offset)
{
#if HAVE_DECL_MADV_DONTNEED
	struct mapped *m = in->state;
	off_t passed = m->start + (off_t)offset - m->begin;
	size_t n;

	passed -= passed % (off_t)atomic_load(&page_size);
	/* The last page is not in the file. */
	if (passed > m->last - m->begin)
		passed = m->last - m->begin;
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
	.in_place = 1,
	.open = mapped_open,
	.more = mapped_more,
	.passed = mapped_passed,
	.close = mapped_close,
};
