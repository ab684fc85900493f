# monstat needs SQLite; without it, it is left out.
STAT_FILES = \
	src/stat/about.c \
	src/stat/actions.h \
	src/stat/alarm_lines.c \
	src/stat/alarms.c \
	src/stat/alarms.h \
	src/stat/changes.c \
	src/stat/changes.h \
	src/stat/data.c \
	src/stat/diff.c \
	src/stat/feed.c \
	src/stat/feed.h \
	src/stat/format.h \
	src/stat/gather.c \
	src/stat/gather.h \
	src/stat/html.c \
	src/stat/html.h \
	src/stat/html_section.c \
	src/stat/html_summary.c \
	src/stat/influx.c \
	src/stat/inputs.c \
	src/stat/keys.c \
	src/stat/keys.h \
	src/stat/line.c \
	src/stat/line.h \
	src/stat/number.c \
	src/stat/number.h \
	src/stat/openmetrics.c \
	src/stat/operands.c \
	src/stat/options.c \
	src/stat/options.h \
	src/stat/output.c \
	src/stat/output.h \
	src/stat/queries.c \
	src/stat/queries.h \
	src/stat/rows.c \
	src/stat/rows.h \
	src/stat/run.c \
	src/stat/screen.c \
	src/stat/screen.h \
	src/stat/screen_draw.c \
	src/stat/show.c \
	src/stat/source.c \
	src/stat/source.h \
	src/stat/sums.c \
	src/stat/table.c \
	src/stat/text.c \
	src/stat/texts.c \
	src/stat/texts.h \
	src/stat/views.c

if HAVE_SQLITE3
bin_PROGRAMS += src/monstat
noinst_LIBRARIES += src/libstat.a
dist_man_MANS += man/monstat.1 man/monstat-metrics.5
else
EXTRA_DIST += man/monstat.1 man/monstat-metrics.5
endif
src_libstat_a_SOURCES = $(STAT_FILES)
src_libstat_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) $(NCURSES_CFLAGS)
STAT_LIBS = src/libstat.a src/libchart.a src/libsql.a src/libreport.a src/libsession.a src/libinput.a src/libcompress.a src/libtable.a src/libcli.a libmonread.la \
	$(COMPRESS_LIBS) $(SQLITE3_LIBS) $(NCURSES_LIBS) -lm
src_monstat_SOURCES = src/stat/main.c
src_monstat_LDADD = $(STAT_LIBS)
# Statically, as monread: it is the same wherever it is copied.
src_monstat_LDFLAGS = -static
