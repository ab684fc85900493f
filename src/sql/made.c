/* made.c: remove a database that this run made, where nothing was loaded into it. */
#include "config.h"

#include "sql/made.h"

#ifdef HAVE_SQLITE3

#include <sys/stat.h>
#include <unistd.h>

#include "cli/again.h"

int made_file(const char *path)
{
	/* As SQLite makes it. */
	int fd = again_open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
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

/* SQLite could not open it. */
static void remove_unopened(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && st.st_size == 0)
		unlink(path);
}

void made_remove_empty(const struct sqlite *s, sqlite3 *db, const char *path)
{
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
		unlink(path);
	s->exec(db, "ROLLBACK", NULL, NULL, NULL);
}

#endif
