/* sqlite.c: load SQLite. */
#include "config.h"

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "port/lazy.h"
#include "sql/functions.h"
#include "sql/memory.h"

/* STRICT tables, and the place of an error in a statement. */
#define VERSION_NEEDED 3038000

#ifdef SQLITE3_SONAME

/* The compiler compares each with its declaration. */
#define FUNCTION(type, name, arguments) \
	{ "sqlite3_" #name,             \
	  offsetof(struct sqlite, name) + _Generic(&sqlite3_##name, type(*) arguments : (size_t)0) },

static const char *find(struct sqlite *s)
{
	static const struct mr_lazy_function functions[] = { SQLITE_TABLES(FUNCTION) SQLITE_PROGRAM(FUNCTION) };

	return mr_lazy_load(SQLITE3_SONAME, functions, sizeof functions / sizeof functions[0], s);
}

#else

#define ADDRESS(type, name, arguments) .name = &sqlite3_##name,

static const char *find(struct sqlite *s)
{
	static const struct sqlite linked = { SQLITE_TABLES(ADDRESS) SQLITE_PROGRAM(ADDRESS) };

	*s = linked;
	return NULL;
}

#endif

const char *sqlite_load(struct sqlite *s)
{
	const char *error = find(s);

	if (!error && s->libversion_number() < VERSION_NEEDED)
		error = "it is older than 3.38";
	if (!error)
		sql_memory_use(s);
	return error;
}

int sqlite_open_restricted(const struct sqlite *s, sqlite3 **db,
                           int (*authorize)(void *, int, const char *, const char *, const char *, const char *),
                           void *arg)
{
	int code = s->open_v2(":memory:", db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL), n;

	if (code != SQLITE_OK)
		return code;
	s->limit(*db, SQLITE_LIMIT_LENGTH, SQL_LENGTH_MAX);
	s->limit(*db, SQLITE_LIMIT_SQL_LENGTH, SQL_LENGTH_MAX);
	s->limit(*db, SQLITE_LIMIT_ATTACHED, 0);
	sql_memory_limit(s, SQL_HEAP_MAX);
	s->db_config(*db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
	s->db_config(*db, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
	s->db_config(*db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	/* It shows addresses. */
	for (n = 1; code == SQLITE_OK && n <= 2; n++)
		code = s->create_function_v2(*db, "fts3_tokenizer", n, SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sql_functions_register(s, *db);
	return code == SQLITE_OK ? s->set_authorizer(*db, authorize, arg) : code;
}

#endif
