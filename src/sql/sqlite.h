/* sqlite.h: the functions of SQLite that are used. */
#ifndef SQL_SQLITE_H
#define SQL_SQLITE_H

#include "config.h"

#ifdef HAVE_SQLITE3

#include <stdarg.h>

#include <sqlite3.h>

/* What the tables need: an extension gets the addresses from the program that loads it. */
#define SQLITE_TABLES(F)                                                                                      \
	F(int, create_module_v2, (sqlite3 *, const char *, const sqlite3_module *, void *, void (*)(void *))) \
	F(int, create_function_v2,                                                                            \
	  (sqlite3 *, const char *, int, int, void *, void (*)(sqlite3_context *, int, sqlite3_value **),     \
	   void (*)(sqlite3_context *, int, sqlite3_value **), void (*)(sqlite3_context *), void (*)(void *))) \
	F(void *, user_data, (sqlite3_context *))                                                             \
	F(void *, aggregate_context, (sqlite3_context *, int))                                                \
	F(void *, get_auxdata, (sqlite3_context *, int))                                                      \
	F(void, set_auxdata, (sqlite3_context *, int, void *, void (*)(void *)))                              \
	F(int, declare_vtab, (sqlite3 *, const char *))                                                       \
	F(int, vtab_config, (sqlite3 *, int, ...))                                                            \
	F(const char *, vtab_collation, (sqlite3_index_info *, int))                                          \
	F(void *, malloc64, (sqlite3_uint64))                                                                 \
	F(void *, realloc64, (void *, sqlite3_uint64))                                                        \
	F(void, free, (void *))                                                                               \
	F(char *, mprintf, (const char *, ...))                                                               \
	F(char *, vmprintf, (const char *, va_list))                                                          \
	F(void, result_blob, (sqlite3_context *, const void *, int, void (*)(void *)))                        \
	F(void, result_double, (sqlite3_context *, double))                                                   \
	F(void, result_int64, (sqlite3_context *, sqlite3_int64))                                             \
	F(void, result_null, (sqlite3_context *))                                                             \
	F(void, result_text, (sqlite3_context *, const char *, int, void (*)(void *)))                        \
	F(void, result_error, (sqlite3_context *, const char *, int))                                         \
	F(void, result_error_nomem, (sqlite3_context *))                                                      \
	F(int, value_type, (sqlite3_value *))                                                                 \
	F(int, value_numeric_type, (sqlite3_value *))                                                         \
	F(int, value_bytes, (sqlite3_value *))                                                                \
	F(double, value_double, (sqlite3_value *))                                                            \
	F(sqlite3_int64, value_int64, (sqlite3_value *))                                                      \
	F(const unsigned char *, value_text, (sqlite3_value *))                                               \
	F(const void *, value_blob, (sqlite3_value *))                                                        \
	F(int, stricmp, (const char *, const char *))

/* What a program needs that has a database of its own. */
#define SQLITE_PROGRAM(F)                                                                                     \
	F(int, libversion_number, (void))                                                                     \
	F(const char *, libversion, (void))                                                                   \
	F(int, config, (int, ...))                                                                            \
	F(int, open_v2, (const char *, sqlite3 **, int, const char *))                                        \
	F(int, close_v2, (sqlite3 *))                                                                         \
	F(const char *, errmsg, (sqlite3 *))                                                                  \
	F(int, error_offset, (sqlite3 *))                                                                     \
	F(int, extended_errcode, (sqlite3 *))                                                                 \
	F(int, db_config, (sqlite3 *, int, ...))                                                              \
	F(int, limit, (sqlite3 *, int, int))                                                                  \
	F(sqlite3_int64, hard_heap_limit64, (sqlite3_int64))                                                  \
	F(int, set_authorizer,                                                                                \
	  (sqlite3 *, int (*)(void *, int, const char *, const char *, const char *, const char *), void *))  \
	F(void, progress_handler, (sqlite3 *, int, int (*)(void *), void *))                                  \
	F(int, prepare_v2, (sqlite3 *, const char *, int, sqlite3_stmt **, const char **))                    \
	F(int, vtab_rhs_value, (sqlite3_index_info *, int, sqlite3_value **))                                 \
	F(int, step, (sqlite3_stmt *))                                                                        \
	F(int, finalize, (sqlite3_stmt *))                                                                    \
	F(int, reset, (sqlite3_stmt *))                                                                       \
	F(int, bind_int64, (sqlite3_stmt *, int, sqlite3_int64))                                              \
	F(int, bind_double, (sqlite3_stmt *, int, double))                                                    \
	F(int, bind_text, (sqlite3_stmt *, int, const char *, int, void (*)(void *)))                         \
	F(int, bind_blob, (sqlite3_stmt *, int, const void *, int, void (*)(void *)))                         \
	F(int, bind_null, (sqlite3_stmt *, int))                                                              \
	F(int, exec, (sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **))      \
	F(int, changes, (sqlite3 *))                                                                          \
	F(int, busy_timeout, (sqlite3 *, int))                                                                \
	F(int, busy_handler, (sqlite3 *, int (*)(void *, int), void *))                                       \
	F(int, file_control, (sqlite3 *, const char *, int, void *))                                          \
	F(int, bind_parameter_count, (sqlite3_stmt *))                                                        \
	F(const char *, bind_parameter_name, (sqlite3_stmt *, int))                                           \
	F(int, column_count, (sqlite3_stmt *))                                                                \
	F(const char *, column_name, (sqlite3_stmt *, int))                                                   \
	F(sqlite3_int64, column_int64, (sqlite3_stmt *, int))                                                 \
	F(sqlite3_value *, column_value, (sqlite3_stmt *, int))

#define SQLITE_MEMBER(type, name, arguments) type(*name) arguments;

struct sqlite {
	SQLITE_TABLES(SQLITE_MEMBER)
	SQLITE_PROGRAM(SQLITE_MEMBER)
};

/* NULL, or why SQLite cannot be used. */
const char *sqlite_load(struct sqlite *s);

/* Of a text, and of all memory. */
#define SQL_LENGTH_MAX (16 * 1024 * 1024)
#define SQL_HEAP_MAX   (256 * 1024 * 1024)

/* Have *DB, an empty one in memory, of which statements of a user get no more than rows: the functions of functions.h,
 * limits of length and memory, no other databases, nothing that double quotes or a schema may hide, and AUTHORIZE, with ARG, is asked first.  SQLITE_OK,
 * or an error. */
int sqlite_open_restricted(const struct sqlite *s, sqlite3 **db,
                           int (*authorize)(void *, int, const char *, const char *, const char *, const char *),
                           void *arg);

#endif
#endif
