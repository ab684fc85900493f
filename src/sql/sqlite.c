/* sqlite.c: a database in memory for statements of a user. */
#include "config.h"

#include "sql/sqlite.h"

#include <stddef.h>

#include "sql/functions.h"

int sqlite_open_restricted(sqlite3 **db,
                           int (*authorize)(void *, int, const char *, const char *, const char *, const char *),
                           void *arg)
{
	int code, n;

	code = sqlite3_open_v2(":memory:", db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
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
		code = sqlite3_create_function_v2(*db, "fts3_tokenizer", n, SQLITE_UTF8, NULL, NULL, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sql_functions_register(*db);
	/* json_each and json_tree declare their columns at their first use, which AUTHORIZE would refuse: use them
	 * now. */
	if (code == SQLITE_OK)
		code = sqlite3_exec(*db, "SELECT 1 FROM json_each('[]'), json_tree('[]')", NULL, NULL, NULL);
	return code == SQLITE_OK ? sqlite3_set_authorizer(*db, authorize, arg) : code;
}
