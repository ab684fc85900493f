/* locked.c: wait for a database that another program has locked. */
#include "config.h"

#include "sql/locked.h"

#ifdef HAVE_SQLITE3

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/diag.h"
#include "cli/stop.h"

#define PAUSE_MS   50 /* at most, between two tries */
#define NOTE_AFTER (5 * CLOCK_SECOND)

/* The bytes that SQLite locks: for who writes, and for who reads. */
#define WRITERS_BYTE  0x40000000
#define WRITERS_COUNT 2
#define READERS_BYTE  0x40000002
#define READERS_COUNT 510

/* A database with a log that is written ahead has its locks in another file; all who have it open are readers here. */
#define WRITE_VERSION 18
#define WRITE_AHEAD   2

/* The process that has a lock there; 0: it is not known. */
static long holder(int fd, off_t byte, off_t count)
{
	struct flock l;

	memset(&l, 0, sizeof l);
	l.l_type = F_WRLCK;
	l.l_whence = SEEK_SET;
	l.l_start = byte;
	l.l_len = count;
	return fcntl(fd, F_GETLK, &l) == 0 && l.l_type != F_UNLCK && l.l_pid > 0 ? (long)l.l_pid : 0;
}

static long who(int fd)
{
	unsigned char version;
	long pid = holder(fd, WRITERS_BYTE, WRITERS_COUNT);

	if (pid || pread(fd, &version, 1, WRITE_VERSION) != 1 || version == WRITE_AHEAD)
		return pid;
	return holder(fd, READERS_BYTE, READERS_COUNT);
}

static void report(const struct locked *l)
{
	long pid = who(l->fd);

	if (pid)
		diag_note("%s: locked by process %ld; waiting for it", l->name, pid);
	else
		diag_note("%s: locked by another program; waiting for it", l->name);
}

/* SQLite calls it before each new try of one wait; TIMES tries were made before. */
static int busy(void *arg, int times)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };
	struct locked *l = arg;

	if (stop_asked())
		return 0;
	if (times == 0) {
		l->since = clock_now();
		l->noted = 0;
	}
	if (!l->noted && clock_now() - l->since >= NOTE_AFTER) {
		l->noted = 1;
		report(l);
	}
	poll(&p, 1, times < PAUSE_MS ? times + 1 : PAUSE_MS);
	return 1;
}

void locked_wait(struct locked *l, sqlite3 *db)
{
	sqlite3_busy_handler(db, busy, l);
}

#endif
