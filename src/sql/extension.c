/* extension.c: the tables as an extension that programs with SQLite can load: .load monreadsqlite,
 * then SELECT * FROM MRSYTPRP('capture.bin'). Since it runs in the process of another program, it
 * prints nothing, maps no file, and opens only regular files. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "input/input.h"
#include "sql/functions.h"
#include "sql/module.h"

SQLITE_EXTENSION_INIT1

struct extension_capture {
	struct indexed indexed;
	struct indexed *list[1];
	struct tables_captures captures;
	char *name;
	struct stat st; /* state of the file when it was opened */
	unsigned users; /* number of running scans */
	struct extension_capture *next;
};

/* The tables of one connection of SQLite. The structure is freed when SQLite drops the last table
 * of the connection. */
struct extension_host {
	struct tables tables;
	struct monread_layouts *layouts;
	struct table_schema *schema;
	struct monread_codepage *codepage;
	unsigned users; /* number of registered tables */
	/* captures that scans read, and the capture opened last */
	struct extension_capture *captures;
	struct moments moments;
};

static void close_unused(struct extension_host *h)
{
	struct extension_capture **at = &h->captures, *c;

	while (*at) {
		c = *at;
		if (c->users) {
			at = &c->next;
			continue;
		}
		*at = c->next;
		lookup_free(c->captures.lookups);
		indexed_close(&c->indexed);
		free(c->name);
		free(c);
	}
}

static void used(void *arg, int by)
{
	struct extension_host *h = arg;

	h->users += (unsigned)by;
	if (h->users)
		return;
	close_unused(h);
	table_schema_free(h->schema);
	monread_codepage_free(h->codepage);
	monread_layouts_free(h->layouts);
	free(h);
}

/* Return 1 if the capture C was opened from the file NAME, and the file is unchanged according to
 * ST, its current state. */
static int extension_has_opened(const struct extension_capture *c, const char *name,
                                const struct stat *st)
{
	return inputs_same(&c->st, st) && c->st.st_size == st->st_size &&
	       c->st.st_mtim.tv_sec == st->st_mtim.tv_sec &&
	       c->st.st_mtim.tv_nsec == st->st_mtim.tv_nsec && strcmp(c->name, name) == 0;
}

/* Set *CAPTURE to the capture in the regular file NAME, which may be open already. Return
 * SQLITE_OK, or an error with its message in *TEXT. */
static int open_named(struct extension_host *h, const char *name,
                      struct extension_capture **capture, char **text)
{
	const struct input_options o = { .quiet = 1 };
	char why[INPUT_TEXT] = "is not a regular file";
	struct extension_capture *c;
	struct stat st;
	/* Without O_NONBLOCK, opening a pipe would wait for its writer. */
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);

	if (fd < 0) {
		snprintf(why, sizeof why, "cannot be opened: %s", strerror(errno));
	} else if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		fd = -1;
	} else {
		for (c = h->captures; c; c = c->next)
			if (extension_has_opened(c, name, &st)) {
				close(fd);
				*capture = c;
				return SQLITE_OK;
			}
		fd = copy_open(name, fd, &o, NULL, why);
	}
	if (fd < 0) {
		*text = sqlite3_mprintf("%s: %s", name, why);
		return SQLITE_ERROR;
	}
	close_unused(h);
	c = malloc(sizeof *c);
	if (!c) {
		close(fd);
		return SQLITE_NOMEM;
	}
	*c = (struct extension_capture){
		.list = { &c->indexed },
		.captures = { .list = c->list, .n = 1 },
		.name = strdup(name),
		.st = st,
		.next = h->captures,
	};
	h->captures = c;
	*capture = c;
	c->indexed.name = c->name;
	c->indexed.asked = MONREAD_CONTAINER_AUTO;
	c->indexed.file.fd = fd;
	if (indexed_open(&c->indexed, h->layouts, why) == 0 && c->name)
		return SQLITE_OK;
	close_unused(h);
	return SQLITE_NOMEM;
}

static int open_capture(void *arg, const char *name, struct tables_captures **captures, char **text)
{
	struct extension_host *h = arg;
	struct extension_capture *capture;
	const struct indexed *c;
	const char *why = NULL;
	int code = open_named(h, name, &capture, text);

	if (code != SQLITE_OK)
		return code;
	c = &capture->indexed;
	if (indexed_scan(capture->list, 1, &h->tables)) {
		close_unused(h);
		return SQLITE_NOMEM;
	}
	if (c->error)
		why = strerror(c->error);
	else if (c->records == 0 && c->size)
		why = c->problems.n ? c->problems.list[0].text : "has no monitor data";
	if (why) {
		*text = sqlite3_mprintf("%s: %s", name, why);
		return SQLITE_ERROR;
	}
	capture->users++;
	close_unused(h);
	*captures = &capture->captures;
	return SQLITE_OK;
}

/* captures->list[0] is the first member of a struct extension_capture, so it can be cast. */
static void close_capture(void *arg, struct tables_captures *captures)
{
	(void)arg;
	((struct extension_capture *)captures->list[0])->users--;
}

/* ->start() of struct moments. If NAME is NULL, use the only open capture. */
static const char *start_of(void *arg, const char *name, int64_t *us)
{
	struct extension_host *h = arg;
	struct extension_capture *c = h->captures;
	char *text = NULL;

	if (name && open_named(h, name, &c, &text) != SQLITE_OK) {
		sqlite3_free(text);
		return "the capture cannot be opened";
	}
	if (!c || (!name && c->next))
		return "name the capture whose day or start is meant: moment('08:00', 'capture.bin')";
	if (!c->indexed.first_tod)
		return "there is no record whose day or time it could start from";
	*us = monread_tod_to_unix_us(c->indexed.first_tod);
	return NULL;
}

/* SQLite derives the name of this function from the name of the file, monreadsqlite.so. */
__attribute__((visibility("default"))) int sqlite3_monreadsqlite_init(
	sqlite3 *db, char **error, const sqlite3_api_routines *api);

int sqlite3_monreadsqlite_init(sqlite3 *db, char **error, const sqlite3_api_routines *api)
{
	struct extension_host *h;
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
	h->tables = (struct tables){
		.layouts = h->layouts,
		.schema = h->schema,
		.codepage = h->codepage,
		.prefix = "monread_",
		.are_called = 1,
		.open = open_capture,
		.close = close_capture,
		.used = used,
		.arg = h,
	};
	/* Count this function as a user of the host H: else H would be freed if the first table
	 * could not be registered. */
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
