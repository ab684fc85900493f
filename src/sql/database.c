/* database.c: how our own programs, but not the extension, use SQLite: its memory, and a database
 * in memory for statements of a user. */
#include "config.h"

#include "sql/functions.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- Memory ----
 *
 * SQLite allocates and frees small pieces all the time, for example for each sum of each group.
 * Freed pieces wait in lists by their size, which takes a third of the instructions of malloc(3).
 * SQLite has one memory, so this state is global. */

#define PIECE_STEP 32u /* sizes of pieces are multiples of it */
#define PIECE_MOST 512u

struct piece {
	size_t size;
	union {
		struct piece *next; /* of the list, if the piece is free */
		unsigned char bytes[8];
	};
};

static struct {
	struct piece *lists[PIECE_MOST / PIECE_STEP + 1]; /* by size / PIECE_STEP */
	size_t taken; /* bytes of all pieces */
} memory;

static struct piece *piece_of(void *bytes)
{
	return (struct piece *)((unsigned char *)bytes - offsetof(struct piece, bytes));
}

static int sqlite_piece_size(void *bytes)
{
	return (int)piece_of(bytes)->size;
}

static int piece_round(int n)
{
	return (n + (int)PIECE_STEP - 1) & -(int)PIECE_STEP;
}

static void *piece_get(int n)
{
	size_t size = (size_t)piece_round(n);
	struct piece **list = size <= PIECE_MOST ? &memory.lists[size / PIECE_STEP] : NULL;
	struct piece *p = list ? *list : NULL;

	if (p) {
		*list = p->next;
		return p->bytes;
	}
	if (memory.taken + size > SQL_HEAP_MAX)
		return NULL;
	p = malloc(offsetof(struct piece, bytes) + size);
	if (!p)
		return NULL;
	memory.taken += size;
	p->size = size;
	return p->bytes;
}

static void piece_free(void *bytes)
{
	struct piece *p = piece_of(bytes), **list = &memory.lists[p->size / PIECE_STEP];

	if (p->size > PIECE_MOST) {
		memory.taken -= p->size;
		free(p);
		return;
	}
	p->next = *list;
	*list = p;
}

static void *piece_resize(void *bytes, int n)
{
	size_t old = piece_of(bytes)->size;
	void *more;

	if ((size_t)piece_round(n) == old)
		return bytes;
	more = piece_get(n);
	if (!more)
		return NULL;
	memcpy(more, bytes, old < (size_t)n ? old : (size_t)n);
	piece_free(bytes);
	return more;
}

static int piece_begin(void *arg)
{
	(void)arg;
	return SQLITE_OK;
}

static void piece_end(void *arg)
{
	(void)arg;
}

void sqlite_prepare(void)
{
	static const sqlite3_mem_methods methods = { .xMalloc = piece_get,
		                                     .xFree = piece_free,
		                                     .xRealloc = piece_resize,
		                                     .xSize = sqlite_piece_size,
		                                     .xRoundup = piece_round,
		                                     .xInit = piece_begin,
		                                     .xShutdown = piece_end };

	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

/* ---- A database in memory for statements of a user ---- */

int sqlite_authorize(void *declaring, int action, const char *a, const char *b,
                     const char *database, const char *view)
{
	(void)a, (void)database, (void)view;
	return (declaring && *(const int *)declaring) || action == SQLITE_SELECT ||
	                       action == SQLITE_READ || action == SQLITE_RECURSIVE ||
	                       (action == SQLITE_FUNCTION &&
	                        sqlite3_stricmp(b, "load_extension") != 0) ?
	               SQLITE_OK :
	               SQLITE_DENY;
}

int sqlite_open_restricted(sqlite3 **db,
                           int (*authorize)(void *, int, const char *, const char *, const char *,
                                            const char *),
                           void *arg)
{
	int code, n;

	code = sqlite3_open_v2(":memory:", db,
	                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
	                       NULL);
	if (code != SQLITE_OK)
		return code;
	sqlite3_limit(*db, SQLITE_LIMIT_LENGTH, SQL_LENGTH_MAX);
	sqlite3_limit(*db, SQLITE_LIMIT_SQL_LENGTH, SQL_LENGTH_MAX);
	sqlite3_limit(*db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite3_hard_heap_limit64(SQL_HEAP_MAX);
	sqlite3_db_config(*db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	sqlite3_db_config(*db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	sqlite3_db_config(*db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	/* Remove fts3_tokenizer(), which reveals memory addresses. */
	for (n = 1; code == SQLITE_OK && n <= 2; n++)
		code = sqlite3_create_function_v2(*db, "fts3_tokenizer", n, SQLITE_UTF8, NULL, NULL,
		                                  NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sql_functions_register(*db);
	/* At their first use, json_each and json_tree declare columns, which AUTHORIZE would
	 * refuse: use them now. */
	if (code == SQLITE_OK)
		code = sqlite3_exec(*db, "SELECT 1 FROM json_each('[]'), json_tree('[]')", NULL,
		                    NULL, NULL);
	return code == SQLITE_OK ? sqlite3_set_authorizer(*db, authorize, arg) : code;
}
