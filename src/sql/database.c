/* database.c: the memory of SQLite, and a database in memory for statements of a user. The
 * extension uses neither. */
#include "config.h"

#include "sql/functions.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* SQLite allocates small pieces all the time, for example for each sum of each group. Freed pieces
 * of up to PIECE_MOST bytes are kept and used again, which takes a third of the instructions of
 * malloc(3). */
#define PIECE_STEP 32u
#define PIECE_MOST 512u

struct heap_head {
	size_t size;
	union {
		struct heap_head *next; /* next free piece */
		_Alignas(8) unsigned char bytes[8]; /* the piece, aligned as SQLite requires */
	};
};

static struct {
	struct heap_head *lists[PIECE_MOST / PIECE_STEP + 1]; /* free pieces, by their size */
	size_t taken; /* bytes of all pieces */
} memory;

static struct heap_head *heap_of(void *bytes)
{
	return (struct heap_head *)((unsigned char *)bytes - offsetof(struct heap_head, bytes));
}

static int heap_size(void *bytes)
{
	return (int)heap_of(bytes)->size;
}

static int heap_round(int n)
{
	return (n + (int)PIECE_STEP - 1) & -(int)PIECE_STEP;
}

static void *heap_get(int n)
{
	size_t size = (size_t)heap_round(n);
	struct heap_head **list = size <= PIECE_MOST ? &memory.lists[size / PIECE_STEP] : NULL;
	struct heap_head *p = list ? *list : NULL;

	if (p) {
		*list = p->next;
		return p->bytes;
	}
	if (memory.taken + size > SQL_HEAP_MAX)
		return NULL;
	p = malloc(offsetof(struct heap_head, bytes) + size);
	if (!p)
		return NULL;
	memory.taken += size;
	p->size = size;
	return p->bytes;
}

static void heap_free(void *bytes)
{
	struct heap_head *p = heap_of(bytes);
	size_t list = p->size / PIECE_STEP;

	if (p->size > PIECE_MOST) {
		memory.taken -= p->size;
		free(p);
		return;
	}
	p->next = memory.lists[list];
	memory.lists[list] = p;
}

static void *heap_resize(void *bytes, int n)
{
	size_t old = heap_of(bytes)->size;
	void *more;

	if ((size_t)heap_round(n) == old)
		return bytes;
	more = heap_get(n);
	if (!more)
		return NULL;
	memcpy(more, bytes, old < (size_t)n ? old : (size_t)n);
	heap_free(bytes);
	return more;
}

static int heap_begin(void *arg)
{
	(void)arg;
	return SQLITE_OK;
}

void sqlite_prepare(void)
{
	static const sqlite3_mem_methods methods = {
		.xMalloc = heap_get,
		.xFree = heap_free,
		.xRealloc = heap_resize,
		.xSize = heap_size,
		.xRoundup = heap_round,
		.xInit = heap_begin,
	};

	sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	/* Without this limit of 0 bytes, SQLite would map the whole temporary file of a sorter into
	 * memory. */
	sqlite3_config(SQLITE_CONFIG_MMAP_SIZE, (sqlite3_int64)0, (sqlite3_int64)0);
	sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

/* ---- A database in memory for statements of a user ---- */

int sqlite_authorize(void *declaring, int action, const char *a, const char *b,
                     const char *database, const char *view)
{
	(void)a, (void)database, (void)view;
	if (declaring && *(const int *)declaring)
		return SQLITE_OK;
	if (action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE)
		return SQLITE_OK;
	if (action == SQLITE_FUNCTION && sqlite3_stricmp(b, "load_extension") != 0)
		return SQLITE_OK;
	return SQLITE_DENY;
}

int sqlite_open_restricted(sqlite3 **db)
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
	/* Use the tables json_each and json_tree before an authorizer is set: at first use they
	 * declare their columns, which the authorizer would refuse. */
	if (code == SQLITE_OK)
		code = sqlite3_exec(*db, "SELECT 1 FROM json_each('[]'), json_tree('[]')", NULL,
		                    NULL, NULL);
	return code;
}
