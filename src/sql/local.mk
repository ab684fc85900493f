# Captures as tables of SQLite.
noinst_LIBRARIES += src/libsql.a
if HAVE_SQLITE3
src_libsql_a_SOURCES = $(SQL_FILES)
else
src_libsql_a_SOURCES = src/sql/none.c src/sql/sql.h
endif
src_libsql_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) -DQUERIES_DIR='"$(queriesdir)"'
SQL_FILES = \
	$(SQL_TABLES_FILES) \
	src/sql/database.c \
	src/sql/edges.c \
	src/sql/edges.h \
	src/sql/files.c \
	src/sql/files.h \
	src/sql/load_database.c \
	src/sql/result.c \
	src/sql/result.h \
	src/sql/result_arrow.c \
	src/sql/run_query.c \
	src/sql/sql.h \
	src/sql/views.c \
	src/sql/views.h \
	src/sql/where.c
# What the extension has, too.
SQL_TABLES_FILES = \
	src/sql/about_tables.c \
	src/sql/cell.c \
	src/sql/cell.h \
	src/sql/columns.c \
	src/sql/columns.h \
	src/sql/connect.c \
	src/sql/cursor.c \
	src/sql/cursor_walk.c \
	src/sql/cursor_walk.h \
	src/sql/functions.c \
	src/sql/functions.h \
	src/sql/indexed.c \
	src/sql/indexed.h \
	src/sql/lookup.c \
	src/sql/module.h \
	src/sql/module_plan.c \
	src/sql/pairs.c \
	src/sql/sqlite.h \
	src/sql/tables.h

# The same tables for every program with SQLite: a module that it loads.
if HAVE_EXTENSION
pkglib_LTLIBRARIES = src/monreadsqlite.la
src_monreadsqlite_la_SOURCES = src/sql/extension.c $(SQL_TABLES_FILES) $(TABLE_FILES) $(COMPRESS_FILES) \
	$(CLI_FILES) $(INPUT_FILES) $(SESSION_FILES)
src_monreadsqlite_la_CPPFLAGS = $(AM_CPPFLAGS) -DMONREAD_EXTENSION $(SQLITE3_CFLAGS) $(COMPRESS_CFLAGS)
src_monreadsqlite_la_LIBADD = libmonread.la $(COMPRESS_LIBS) -lm
src_monreadsqlite_la_LDFLAGS = -module -avoid-version -shared -export-symbols-regex '^sqlite3_monreadsqlite_init$$'
endif
