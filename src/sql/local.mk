# Captures as tables of SQLite.
noinst_LIBRARIES += src/libsql.a
src_libsql_a_SOURCES = $(SQL_FILES)
src_libsql_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS)
SQL_FILES = \
	src/sql/array.h \
	src/sql/cell.c \
	src/sql/cell.h \
	src/sql/columns.c \
	src/sql/columns.h \
	src/sql/connect.c \
	src/sql/cursor.c \
	src/sql/files.c \
	src/sql/files.h \
	src/sql/indexed.c \
	src/sql/indexed.h \
	src/sql/lookup.c \
	src/sql/lookup.h \
	src/sql/meta.c \
	src/sql/meta.h \
	src/sql/metarows.c \
	src/sql/metarows.h \
	src/sql/module.h \
	src/sql/moments.c \
	src/sql/moments.h \
	src/sql/names.c \
	src/sql/names.h \
	src/sql/plan.c \
	src/sql/query.c \
	src/sql/register.c \
	src/sql/result.c \
	src/sql/result.h \
	src/sql/sql.h \
	src/sql/sqlite.c \
	src/sql/sqlite.h \
	src/sql/statement.c \
	src/sql/statement.h \
	src/sql/tables.h \
	src/sql/unknown.c \
	src/sql/unknown.h \
	src/sql/walk.c \
	src/sql/walk.h \
	src/sql/where.c \
	src/sql/where.h
