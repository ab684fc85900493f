/* made.c: remove a database that this run made, where nothing was loaded into it. */
#include "config.h"

#include "sql/made.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"

/* Who has a database open has a lock on this byte, behind those that SQLite locks. */
#define LOCK_BYTE 0x40000200

/* 0, or -1: another run has a lock that is in the way, or there are none of open files here.  One that removes is waited for. */
static int lock(int fd, int removes)
{
#if HAVE_DECL_F_OFD_SETLK
	struct flock l;

	memset(&l, 0, sizeof l);
	l.l_type = removes ? F_WRLCK : F_RDLCK;
	l.l_whence = SEEK_SET;
	l.l_start = LOCK_BYTE;
	l.l_len = 1;
	return fcntl(fd, removes ? F_OFD_SETLK : F_OFD_SETLKW, &l);
#else
	(void)fd;
	return removes ? 0 : -1;
#endif
}

static int has_name(int fd, const char *path)
{
	struct stat st, named;

	return fstat(fd, &st) == 0 && stat(path, &named) == 0 && st.st_dev == named.st_dev && st.st_ino == named.st_ino;
}

int made_file(const char *path, int *made)
{
	int fd;

	for (;;) {
		/* As SQLite makes it. */
		fd = again_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		*made = fd >= 0;
		if (fd < 0)
			fd = again_open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK, 0);
		/* A symbolic link to nothing: the file is made where it points to. */
		if (fd < 0 && errno == ENOENT) {
			fd = again_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0644);
			*made = fd >= 0;
		}
		/* Who removes it may have been there first. */
		if (fd < 0 || lock(fd, 0) || has_name(fd, path))
			return fd;
		close(fd);
	}
}

int made_is_gone(const struct sqlite *s, sqlite3 *db)
{
	int gone = 0;

	return s->file_control(db, "main", SQLITE_FCNTL_HAS_MOVED, &gone) == SQLITE_OK && gone;
}

/* The number that TEXT, a statement with one row, gives; -1: there is none. */
static int64_t ask(const struct sqlite *s, sqlite3 *db, const char *text)
{
	sqlite3_stmt *statement = NULL;
	int64_t n = -1;

	if (s->prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK && s->step(statement) == SQLITE_ROW)
		n = s->column_int64(statement, 0);
	s->finalize(statement);
	return n;
}

/* Another run may have loaded something, too. */
static int is_empty(const struct sqlite *s, sqlite3 *db)
{
	return ask(s, db, "SELECT count(*) FROM sqlite_schema") == 0 ||
	       ask(s, db, "SELECT count(*) FROM monread_files WHERE records > 0") == 0;
}

/* Symbolic links stay. */
static void remove_file(const char *path)
{
	char *file = realpath(path, NULL);

	if (file)
		unlink(file);
	free(file);
}

/* SQLite could not open it. */
static void remove_unopened(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && st.st_size == 0)
		remove_file(path);
}

void made_remove_empty(const struct sqlite *s, sqlite3 *db, const char *path, int fd)
{
	if (lock(fd, 1))
		return;
	if (!db) {
		remove_unopened(path);
		return;
	}
	if (!is_empty(s, db))
		return;
	/* Nobody else writes until it is gone, and who waits finds made_is_gone(). */
	if (s->exec(db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
		return;
	if (is_empty(s, db) && !made_is_gone(s, db))
		remove_file(path);
	s->exec(db, "ROLLBACK", NULL, NULL, NULL);
}

#endif
