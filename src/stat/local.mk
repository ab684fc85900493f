# Intervals of captures, rows of their tables, queries and alarms. They need SQLite.
STAT_FILES = \
	src/stat/alarms.c \
	src/stat/alarms.h \
	src/stat/feed.c \
	src/stat/feed.h \
	src/stat/number.c \
	src/stat/number.h \
	src/stat/queries.c \
	src/stat/queries.h \
	src/stat/rows.c \
	src/stat/rows.h \
	src/stat/sources.c \
	src/stat/sources.h \
	src/stat/sums.c \
	src/stat/texts.c \
	src/stat/texts.h

if HAVE_SQLITE3
noinst_LIBRARIES += src/libstat.a
endif
src_libstat_a_SOURCES = $(STAT_FILES)
src_libstat_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS)
