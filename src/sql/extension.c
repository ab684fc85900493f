/* extension.c: the tables for every program that uses SQLite:
 *
 *   .load monreadsqlite
 *   SELECT * FROM MRSYTPRP('capture.bin');
 *
 * It lives in a process of somebody else: it prints nothing, maps no file, and opens regular files only. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sql/array.h"
#include "sql/tables.h"

#include <sqlite3ext.h>

/* What a connection has; it goes with its last table. */
struct host {
	struct sqlite sqlite;
	struct tables tables;
	struct monread_layouts *layouts;
	struct table_schema *schema;
	struct monread_codepage *codepage;
	unsigned users;
	/* The captures that were named so far, with their names. */
	struct indexed **captures;
	size_t n, room;
	struct indexed_kinds kinds;
};

static void host_free(struct host *h)
{
	size_t i;

	for (i = 0; i < h->n; i++) {
		char *name = (char *)h->captures[i]->name;

		indexed_close(h->captures[i]);
		free(h->captures[i]);
		free(name);
	}
	free(h->captures);
	table_schema_free(h->schema);
	monread_codepage_free(h->codepage);
	monread_layouts_free(h->layouts);
	free(h);
}

static void used(void *arg, int by)
{
	struct host *h = arg;

	h->users += (unsigned)by;
	if (h->users == 0)
		host_free(h);
}

/* ---- Captures ---- */

/* A descriptor of the regular file NAME.  -1 with *TEXT. */
static int open_regular(struct host *h, const char *name, char **text)
{
	/* Opening a pipe must not wait. */
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), error = errno;
	struct stat st;

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		return fd;
	if (fd < 0)
		*text = h->sqlite.mprintf("%s: cannot be opened: %s", name, strerror(error));
	else
		*text = h->sqlite.mprintf("%s: is not a regular file", name);
	if (fd >= 0)
		close(fd);
	return -1;
}

/* The capture in FD, if it was opened before and did not change; NULL: it was not, or did. */
static struct indexed *find(struct host *h, int fd, const char *name)
{
	struct stat st, other;
	size_t i;

	for (i = 0; fstat(fd, &st) == 0 && i < h->n; i++)
		if (fstat(h->captures[i]->fd, &other) == 0 && other.st_dev == st.st_dev && other.st_ino == st.st_ino &&
		    h->captures[i]->size == (uint64_t)st.st_size && strcmp(h->captures[i]->name, name) == 0)
			return h->captures[i];
	return NULL;
}

/* FD becomes the capture's.  NULL: out of memory. */
static struct indexed *add(struct host *h, int fd, const char *name)
{
	struct indexed *c = ARRAY_GROW(h->captures, h->n, h->room) ? NULL : malloc(sizeof *c);
	char *copy = c ? strdup(name) : NULL;

	if (!copy || indexed_open(c, copy, fd, MONREAD_CONTAINER_AUTO)) {
		free(copy);
		free(c);
		close(fd);
		return NULL;
	}
	h->captures[h->n++] = c;
	return c;
}

static int open_capture(void *arg, const char *name, struct tables_captures *captures, char **text)
{
	struct host *h = arg;
	const struct indexed_scan how = { .layouts = h->layouts, .kinds = &h->kinds };
	int fd = open_regular(h, name, text);
	struct indexed *c;

	if (fd < 0)
		return SQLITE_ERROR;
	c = find(h, fd, name);
	if (c)
		close(fd);
	else
		c = add(h, fd, name);
	if (!c || indexed_scan(c, &how))
		return SQLITE_NOMEM;
	if (c->error || (c->records == 0 && c->size)) {
		*text = h->sqlite.mprintf("%s: %s", name,
		                          c->error     ? strerror(c->error) :
		                          c->nproblems ? c->problems[0].text :
		                                            "has no monitor data");
		return SQLITE_ERROR;
	}
	captures->one = c;
	captures->list = &captures->one;
	captures->n = 1;
	return SQLITE_OK;
}

/* ---- Loading ---- */

static void take_functions(struct sqlite *s, const sqlite3_api_routines *api)
{
#define TAKE(type, name, arguments) s->name = api->name;
	SQLITE_TABLES(TAKE)
}

/* The entry that SQLite looks for in a file of this name. */
__attribute__((visibility("default"))) int sqlite3_monreadsqlite_init(sqlite3 *db, char **error,
                                                                      const sqlite3_api_routines *api);

int sqlite3_monreadsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
	struct host *h;
	int code = SQLITE_NOMEM;

	if (api->libversion_number() < 3031000) {
		*error = api->mprintf("monread needs SQLite 3.31 or later");
		return SQLITE_ERROR;
	}
	h = calloc(1, sizeof *h);
	if (!h)
		return SQLITE_NOMEM;
	take_functions(&h->sqlite, api);
	h->layouts = monread_layouts_new();
	h->codepage = monread_codepage_open("IBM-1047");
	h->schema = h->layouts ? table_schema_new(h->layouts) : NULL;
	h->tables = (struct tables){ .sqlite = &h->sqlite,
	                             .layouts = h->layouts,
	                             .schema = h->schema,
	                             .codepage = h->codepage,
	                             .prefix = "monread_",
	                             .are_called = 1,
	                             .kinds = &h->kinds,
	                             .open = open_capture,
	                             .used = used,
	                             .arg = h };
	/* What is registered may be given up again at once. */
	h->users = 1;
	if (h->schema && h->codepage)
		code = tables_register(&h->tables, db, NULL);
	used(h, -1);
	return code;
}
