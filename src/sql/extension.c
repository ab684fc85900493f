/* extension.c: the tables as an extension that any program with SQLite can load:
 *
 *   .load monreadsqlite
 *   SELECT * FROM MRSYTPRP('capture.bin');
 *
 * Since it runs in the process of another program, it prints nothing, maps no file, and opens only regular files.
 * It makes a temporary copy of a compressed file first. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "input/input.h"
#include "port/array.h"
#include "sql/functions.h"
#include "sql/lookup.h"
#include "sql/moments.h"
#include "sql/tables.h"

SQLITE_EXTENSION_INIT1

/* Number of captures that stay open for the next statement; captures in use may exceed it. */
#define KEPT 16u

/* A capture, with its name and the state of the file when it was opened. */
struct capture {
	struct indexed indexed;
	struct indexed *list[1];
	struct tables_captures captures;
	char *name;
	struct stat st;
	unsigned users; /* cursors */
};

/* The state of a connection, freed with its last table. */
struct host {
	struct tables tables;
	struct monread_layouts *layouts;
	struct table_schema *schema;
	struct monread_codepage *codepage;
	unsigned users;
	/* the captures that were used last */
	struct capture **captures;
	size_t n, room;
	struct moments moments;
};

static void capture_free(struct capture *c)
{
	lookup_free(c->captures.lookups);
	indexed_close(&c->indexed);
	free(c->name);
	free(c);
}

static void host_free(struct host *h)
{
	size_t i;

	for (i = 0; i < h->n; i++)
		capture_free(h->captures[i]);
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

/* Open the regular file NAME and store its state in ST. Returns the descriptor, or -1 with *TEXT. */
static int open_regular(const char *name, struct stat *st, char **text)
{
	/* O_NONBLOCK, so that opening a pipe returns at once. */
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), error = errno;

	if (fd >= 0 && fstat(fd, st) == 0 && S_ISREG(st->st_mode))
		return fd;
	if (fd < 0)
		*text = sqlite3_mprintf("%s: cannot be opened: %s", name, strerror(error));
	else
		*text = sqlite3_mprintf("%s: is not a regular file", name);
	if (fd >= 0)
		close(fd);
	return -1;
}

/* The open capture of the file with the state ST. NULL: it is not open, or the file has changed. */
static struct capture *find(struct host *h, const struct stat *st, const char *name)
{
	size_t i;

	for (i = 0; i < h->n; i++) {
		struct capture *c = h->captures[i];

		if (inputs_same(&c->st, st) && c->st.st_size == st->st_size && c->st.st_mtim.tv_sec == st->st_mtim.tv_sec &&
		    c->st.st_mtim.tv_nsec == st->st_mtim.tv_nsec && strcmp(c->name, name) == 0)
			return c;
	}
	return NULL;
}

/* If there are more than KEPT, close all captures that have no cursor, except ASKED. */
static void drop_unused(struct host *h, const struct capture *asked)
{
	size_t i;

	for (i = h->n > KEPT ? h->n : 0; i-- > 0;)
		if (!h->captures[i]->users && h->captures[i] != asked) {
			capture_free(h->captures[i]);
			h->captures[i] = h->captures[--h->n];
		}
}

/* Add a capture, which owns FD from here on. NULL: out of memory. */
static struct capture *add(struct host *h, int fd, const char *name, const struct stat *st, const char *damage)
{
	struct capture *c = ARRAY_GROW(h->captures, h->n, h->room) ? NULL : calloc(1, sizeof *c);

	if (!c) {
		close(fd);
		return NULL;
	}
	c->name = strdup(name);
	c->st = *st;
	if (indexed_open(&c->indexed, c->name, fd, MONREAD_CONTAINER_AUTO, h->layouts, damage) || !c->name) {
		capture_free(c);
		return NULL;
	}
	c->list[0] = &c->indexed;
	c->captures = (struct tables_captures){ .list = c->list, .n = 1 };
	h->captures[h->n++] = c;
	return c;
}

/* Find or open the capture NAME. SQLITE_OK, or an error with *TEXT. */
static int open_named(struct host *h, const char *name, struct capture **capture, char **text)
{
	const struct input_options o = { .quiet = 1 };
	char damage[INPUT_TEXT];
	struct stat st, original;
	int fd = open_regular(name, &st, text);

	if (fd < 0)
		return SQLITE_ERROR;
	*capture = find(h, &st, name);
	if (*capture) {
		close(fd);
		return SQLITE_OK;
	}
	/* A compressed file is copied. */
	fd = copy_open(name, fd, &o, NULL, &original, damage);
	if (fd < 0) {
		*text = sqlite3_mprintf("%s: %s", name, damage);
		return SQLITE_ERROR;
	}
	*capture = add(h, fd, name, &st, damage);
	if (!*capture)
		return SQLITE_NOMEM;
	drop_unused(h, *capture);
	return SQLITE_OK;
}

static int open_capture(void *arg, const char *name, struct tables_captures **captures, char **text)
{
	struct host *h = arg;
	const struct indexed_scan how = tables_scan(&h->tables);
	struct capture *capture;
	struct indexed *c;
	int code = open_named(h, name, &capture, text);

	if (code != SQLITE_OK)
		return code;
	c = &capture->indexed;
	if (indexed_scan(c, &how))
		return SQLITE_NOMEM;
	if (c->error || (c->records == 0 && c->size)) {
		*text = sqlite3_mprintf("%s: %s", name,
		                          c->error     ? strerror(c->error) :
		                          c->nproblems ? c->problems[0].text :
		                                            "has no monitor data");
		return SQLITE_ERROR;
	}
	capture->users++;
	*captures = &capture->captures;
	return SQLITE_OK;
}

/* The only one of CAPTURES is the first member of a capture, hence the cast. */
static void close_capture(void *arg, struct tables_captures *captures)
{
	struct host *h = arg;

	((struct capture *)captures->list[0])->users--;
	drop_unused(h, NULL);
}

/* The start of the capture NAME; without a name, of the only capture that is open. For moment(). */
static const char *start_of(void *arg, const char *name, int64_t *us)
{
	struct host *h = arg;
	struct capture *c = NULL;
	char *text = NULL;

	if (name && open_named(h, name, &c, &text) != SQLITE_OK) {
		sqlite3_free(text);
		return "the capture cannot be opened";
	}
	if (!name && h->n != 1)
		return "name the capture whose day or start is meant: moment('08:00', 'capture.bin')";
	c = c ? c : h->captures[0];
	if (!c->indexed.first_tod)
		return "there is no record whose day or time it could start from";
	*us = monread_tod_to_unix_us(c->indexed.first_tod);
	return NULL;
}

/* ---- Loading ---- */

/* The name of this entry must match the name of the file; SQLite calls it. */
__attribute__((visibility("default"))) int sqlite3_monreadsqlite_init(sqlite3 *db, char **error,
                                                                      const sqlite3_api_routines *api);

int sqlite3_monreadsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
	struct host *h;
	int code = SQLITE_NOMEM;

	SQLITE_EXTENSION_INIT2(api);
	if (sqlite3_libversion_number() < 3031000) {
		*error = sqlite3_mprintf("monread needs SQLite 3.31 or later");
		return SQLITE_ERROR;
	}
	h = calloc(1, sizeof *h);
	if (!h)
		return SQLITE_NOMEM;
	h->layouts = monread_layouts_new();
	h->codepage = monread_codepage_open("IBM-1047");
	h->schema = h->layouts ? table_schema_new(h->layouts) : NULL;
	h->tables = (struct tables){ .layouts = h->layouts,
	                             .schema = h->schema,
	                             .codepage = h->codepage,
	                             .prefix = "monread_",
	                             .are_called = 1,
	                             .open = open_capture,
	                             .close = close_capture,
	                             .used = used,
	                             .arg = h };
	/* A user more during the registration, as a failure could free the host too early. */
	h->users = 1;
	if (h->schema && h->codepage)
		code = tables_register(&h->tables, db, NULL);
	h->moments = (struct moments){ .start = start_of, .arg = h, .are_named = 1 };
	if (code == SQLITE_OK)
		code = moments_register(&h->moments, db);
	if (code == SQLITE_OK)
		code = sql_functions_register(db);
	used(h, -1);
	return code;
}
