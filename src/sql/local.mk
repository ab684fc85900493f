# Captures as tables of SQLite.
noinst_LIBRARIES += src/libsql.a
src_libsql_a_SOURCES = $(SQL_FILES)
src_libsql_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS)
SQL_FILES = \
	$(SQL_TABLES_FILES) \
	src/sql/bound.c \
	src/sql/bound.h \
	src/sql/database.c \
	src/sql/database.h \
	src/sql/export.c \
	src/sql/files.c \
	src/sql/files.h \
	src/sql/hashes.c \
	src/sql/hashes.h \
	src/sql/identity.c \
	src/sql/identity.h \
	src/sql/inserts.c \
	src/sql/inserts.h \
	src/sql/loaded.c \
	src/sql/loaded.h \
	src/sql/locked.c \
	src/sql/locked.h \
	src/sql/made.c \
	src/sql/made.h \
	src/sql/memory.c \
	src/sql/memory.h \
	src/sql/once.c \
	src/sql/once.h \
	src/sql/query.c \
	src/sql/result.c \
	src/sql/result.h \
	src/sql/sql.h \
	src/sql/sqlite.c \
	src/sql/statement.c \
	src/sql/statement.h \
	src/sql/unknown.c \
	src/sql/unknown.h \
	src/sql/where.c \
	src/sql/where.h
# What the extension has, too.
SQL_TABLES_FILES = \
	src/sql/ahead.c \
	src/sql/ahead.h \
	src/sql/cell.c \
	src/sql/cell.h \
	src/sql/columns.c \
	src/sql/columns.h \
	src/sql/connect.c \
	src/sql/copy.c \
	src/sql/copy.h \
	src/sql/cursor.c \
	src/sql/events.c \
	src/sql/events.h \
	src/sql/fetch.c \
	src/sql/fetch.h \
	src/sql/indexed.c \
	src/sql/indexed.h \
	src/sql/like.c \
	src/sql/like.h \
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
	src/sql/pairs.c \
	src/sql/pairs.h \
	src/sql/plan.c \
	src/sql/register.c \
	src/sql/sqlite.h \
	src/sql/tables.h \
	src/sql/walk.c \
	src/sql/walk.h

# The same tables for every program with SQLite: a module that it loads.
if HAVE_EXTENSION
pkglib_LTLIBRARIES = src/monreadsqlite.la
src_monreadsqlite_la_SOURCES = src/sql/extension.c $(SQL_TABLES_FILES) $(TABLE_FILES) $(COMPRESS_FILES) \
	src/cli/buffer.c src/cli/diag.c src/cli/escape.c src/cli/log.c src/cli/moment.c src/cli/safe.c src/cli/stop.c \
	src/cli/temporary.c src/cli/thread.c src/cli/wait.c src/cli/words.c
src_monreadsqlite_la_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) $(LIBARCHIVE_CFLAGS)
src_monreadsqlite_la_LIBADD = libmonread.la $(LIBARCHIVE_LIBS)
src_monreadsqlite_la_LDFLAGS = -module -avoid-version -shared -export-symbols-regex '^sqlite3_monreadsqlite_init$$'
endif
