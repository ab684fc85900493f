# monstat needs SQLite; without it, it is left out.
STAT_FILES = \
	src/stat/about.c \
	src/stat/about.h \
	src/stat/alarms.c \
	src/stat/alarms.h \
	src/stat/arrange.c \
	src/stat/arrange.h \
	src/stat/behind.c \
	src/stat/behind.h \
	src/stat/changed.c \
	src/stat/changed.h \
	src/stat/collect.c \
	src/stat/collect.h \
	src/stat/data.c \
	src/stat/diff.c \
	src/stat/feed.c \
	src/stat/feed.h \
	src/stat/find.c \
	src/stat/find.h \
	src/stat/findings.c \
	src/stat/findings.h \
	src/stat/format.h \
	src/stat/functions.c \
	src/stat/functions.h \
	src/stat/gather.c \
	src/stat/gather.h \
	src/stat/html.c \
	src/stat/influx.c \
	src/stat/inputs.c \
	src/stat/inputs.h \
	src/stat/kept.c \
	src/stat/kept.h \
	src/stat/labels.c \
	src/stat/labels.h \
	src/stat/level.c \
	src/stat/level.h \
	src/stat/limit.c \
	src/stat/limit.h \
	src/stat/line.c \
	src/stat/line.h \
	src/stat/main.c \
	src/stat/merged.c \
	src/stat/merged.h \
	src/stat/mixed.c \
	src/stat/mixed.h \
	src/stat/needs.c \
	src/stat/needs.h \
	src/stat/number.c \
	src/stat/number.h \
	src/stat/often.c \
	src/stat/often.h \
	src/stat/openmetrics.c \
	src/stat/operands.c \
	src/stat/operands.h \
	src/stat/options.c \
	src/stat/options.h \
	src/stat/order.c \
	src/stat/order.h \
	src/stat/output.c \
	src/stat/output.h \
	src/stat/present.c \
	src/stat/present.h \
	src/stat/queries.c \
	src/stat/queries.h \
	src/stat/report.c \
	src/stat/report.h \
	src/stat/reports.h \
	src/stat/rows.c \
	src/stat/rows.h \
	src/stat/run.c \
	src/stat/run.h \
	src/stat/screen.c \
	src/stat/screen.h \
	src/stat/screen_canvas.c \
	src/stat/screen_canvas.h \
	src/stat/screen_curses.c \
	src/stat/screen_curses.h \
	src/stat/screen_draw.c \
	src/stat/setters.c \
	src/stat/setters.h \
	src/stat/show.c \
	src/stat/sort.c \
	src/stat/sort.h \
	src/stat/source.c \
	src/stat/source.h \
	src/stat/span.c \
	src/stat/steps.c \
	src/stat/steps.h \
	src/stat/table.c \
	src/stat/text.c \
	src/stat/texts.c \
	src/stat/texts.h \
	src/stat/warn.c \
	src/stat/wrap.c \
	src/stat/wrap.h

if HAVE_SQLITE3
bin_PROGRAMS += src/monstat
dist_man_MANS += man/monstat.1 man/monstat-metrics.5
else
EXTRA_DIST += man/monstat.1 man/monstat-metrics.5
endif
src_monstat_SOURCES = $(STAT_FILES)
nodist_src_monstat_SOURCES = $(srcdir)/src/stat/reports.c
src_monstat_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS) $(NCURSES_CFLAGS)
src_monstat_LDADD = src/libchart.a src/libsql.a src/libinput.a src/libcompress.a src/libtable.a src/libcli.a libmonread.la $(LIBARCHIVE_LIBS) $(SQLITE3_LIBS) $(NCURSES_LIBS)
# Statically, as monread: it is the same wherever it is copied.
src_monstat_LDFLAGS = -static

# Reports become a part of the program during the build, as layouts do.
MKREPORTS_FILES = src/gen/mkreports.c src/stat/report.c src/stat/report.h
# Several makes may come here at a time, one of which has the program running: it appears whole, by its name.
src/gen/mkreports: $(MKREPORTS_FILES)
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)new=$(abs_builddir)/$@.$$$$ && cd $(srcdir) && $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -D_POSIX_C_SOURCE=200809L -Isrc \
	  -o $$new src/gen/mkreports.c src/stat/report.c && mv -f $$new $(abs_builddir)/$@

$(srcdir)/src/stat/reports.c: $(REPORTS) $(MKREPORTS_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mkreports
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mkreports -o src/stat/reports.c $(REPORTS)

BUILT_SOURCES += $(srcdir)/src/stat/reports.c
CLEANFILES += src/gen/mkreports
MAINTAINERCLEANFILES += $(srcdir)/src/stat/reports.c
EXTRA_DIST += src/gen/mkreports.c src/stat/reports.c
