# monstat: its options and formats. It needs SQLite; without it, it is left out.
SHOW_FILES = \
	src/show/about.c \
	src/show/alarm_lines.c \
	src/show/data.c \
	src/show/diff.c \
	src/show/format.h \
	src/show/gather.c \
	src/show/gather.h \
	src/show/html_section.c \
	src/show/openmetrics.c \
	src/show/operands.c \
	src/show/otlp.c \
	src/show/processes.c \
	src/show/processes.h \
	src/show/screen.c \
	src/show/screen.h \
	src/show/screen_draw.c \
	src/show/show.c \
	src/show/show_html.c \
	src/show/show_html.h \
	src/show/show_options.c \
	src/show/show_options.h \
	src/show/show_output.c \
	src/show/show_output.h \
	src/show/show_run.c \
	src/show/show_table.c \
	src/show/show_text.c \
	src/show/show_views.c \
	src/show/spool.c \
	src/show/spool.h

if HAVE_SQLITE3
bin_PROGRAMS += src/monstat
noinst_LIBRARIES += src/libshow.a
dist_man_MANS += man/monstat.1 man/monstat-metrics.5
else
EXTRA_DIST += man/monstat.1 man/monstat-metrics.5
endif
src_libshow_a_SOURCES = $(SHOW_FILES)
src_libshow_a_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) $(NCURSES_CFLAGS)
STAT_LIBS = src/libshow.a src/libstat.a src/libchart.a src/libsql.a src/libreport.a src/libsession.a src/libinput.a src/libcompress.a src/libout.a src/libtable.a src/libcli.a libmonread.la \
	$(COMPRESS_LIBS) $(SQLITE3_LIBS) $(NCURSES_LIBS) -lm
src_monstat_SOURCES = src/show/show_main.c
src_monstat_LDADD = $(STAT_LIBS)
# Statically, as monread: it is the same wherever it is copied.
src_monstat_LDFLAGS = -static
