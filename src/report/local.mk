# Reports as structs, also the built-in ones.
noinst_LIBRARIES += src/libreport.a
nodist_src_libreport_a_SOURCES = $(srcdir)/src/report/reports.c
src_libreport_a_SOURCES = $(REPORT_FILES)
REPORT_FILES = \
	src/report/collect.c \
	src/report/collect.h \
	src/report/missing.c \
	src/report/missing.h \
	src/report/report.c \
	src/report/report.h \
	src/report/reports.h

# Reports become a part of the program during the build, as layouts do.
MKREPORTS_FILES = src/gen/mkreports.c src/gen/quote.h src/base/read_file.c src/base/read_file.h src/report/report.c src/report/report.h
# Several makes may come here at a time, one of which has the program running: it appears whole, by its name.
src/gen/mkreports: $(MKREPORTS_FILES)
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)new=$(abs_builddir)/$@.$$$$ && cd $(srcdir) && \
	  $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -D_POSIX_C_SOURCE=200809L -Isrc -o $$new src/gen/mkreports.c src/base/read_file.c src/report/report.c && mv -f $$new $(abs_builddir)/$@

$(srcdir)/src/report/reports.c: $(REPORTS) $(MKREPORTS_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mkreports
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mkreports -o src/report/reports.c $(REPORTS)

BUILT_SOURCES += $(srcdir)/src/report/reports.c
CLEANFILES += src/gen/mkreports
MAINTAINERCLEANFILES += $(srcdir)/src/report/reports.c
EXTRA_DIST += src/gen/mkreports.c src/report/reports.c
