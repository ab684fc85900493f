# Captures as tables of SQLite.
noinst_LIBRARIES += src/libsql.a
nodist_src_libsql_a_SOURCES = $(srcdir)/src/sql/reports.c
if HAVE_SQLITE3
src_libsql_a_SOURCES = $(SQL_FILES)
else
src_libsql_a_SOURCES = src/sql/none.c src/sql/reports.h src/sql/sql.h
endif
src_libsql_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) -DQUERIES_DIR='"$(queriesdir)"'
SQL_FILES = \
	$(SQL_TABLES_FILES) \
	src/sql/files.c \
	src/sql/files.h \
	src/sql/load.c \
	src/sql/query.c \
	src/sql/reports.h \
	src/sql/result.c \
	src/sql/result.h \
	src/sql/sql.h \
	src/sql/views.c \
	src/sql/views.h \
	src/sql/where.c
# What the extension has, too.
SQL_TABLES_FILES = \
	src/sql/about.c \
	src/sql/cell.c \
	src/sql/cell.h \
	src/sql/columns.c \
	src/sql/columns.h \
	src/sql/connect.c \
	src/sql/cursor.c \
	src/sql/functions.c \
	src/sql/functions.h \
	src/sql/indexed.c \
	src/sql/indexed.h \
	src/sql/lookup.c \
	src/sql/module.h \
	src/sql/pairs.c \
	src/sql/plan.c \
	src/sql/sqlite.h \
	src/sql/tables.h \
	src/sql/walk.c \
	src/sql/walk.h

# The same tables for every program with SQLite: a module that it loads.
if HAVE_EXTENSION
pkglib_LTLIBRARIES = src/monreadsqlite.la
src_monreadsqlite_la_SOURCES = src/sql/extension.c $(SQL_TABLES_FILES) $(TABLE_FILES) $(COMPRESS_FILES) \
	$(CLI_FILES) $(INPUT_FILES) $(SESSION_FILES)
src_monreadsqlite_la_CPPFLAGS = $(AM_CPPFLAGS) -DMONREAD_EXTENSION $(SQLITE3_CFLAGS) $(COMPRESS_CFLAGS)
src_monreadsqlite_la_LIBADD = libmonread.la $(COMPRESS_LIBS)
src_monreadsqlite_la_LDFLAGS = -module -avoid-version -shared -export-symbols-regex '^sqlite3_monreadsqlite_init$$'
endif

# Reports become a part of the program during the build, as layouts do.
MKREPORTS_FILES = src/gen/mkreports.c src/stat/report.c src/stat/report.h src/stat/report_entry.c src/stat/report_entry.h
# Several makes may come here at a time, one of which has the program running: it appears whole, by its name.
src/gen/mkreports: $(MKREPORTS_FILES)
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)new=$(abs_builddir)/$@.$$$$ && cd $(srcdir) && \
	  $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -D_POSIX_C_SOURCE=200809L -Isrc -o $$new src/gen/mkreports.c src/stat/report.c src/stat/report_entry.c && mv -f $$new $(abs_builddir)/$@

$(srcdir)/src/sql/reports.c: $(REPORTS) $(MKREPORTS_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mkreports
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mkreports -o src/sql/reports.c $(REPORTS)

BUILT_SOURCES += $(srcdir)/src/sql/reports.c
CLEANFILES += src/gen/mkreports
MAINTAINERCLEANFILES += $(srcdir)/src/sql/reports.c
EXTRA_DIST += src/gen/mkreports.c src/sql/reports.c
