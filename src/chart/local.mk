# Charts and tables as one HTML page.
noinst_LIBRARIES += src/libchart.a
src_libchart_a_SOURCES = $(CHART_FILES)
nodist_src_libchart_a_SOURCES = src/chart/page.c
CHART_FILES = \
	src/chart/chart.h \
	src/chart/choose.c \
	src/chart/choose.h \
	src/chart/figure.c \
	src/chart/document.c \
	src/chart/path.c \
	src/chart/svg.c \
	src/chart/svg.h \
	src/chart/markup.c \
	src/chart/markup.h \
	src/chart/ticks.c \
	src/chart/ticks.h
# The head, the style sheet and the script of the page as strings, without comments.
PAGE_FILES = data/page/page.css data/page/page.html data/page/page.js
src/chart/page.c: $(PAGE_FILES)
	$(AM_V_GEN)$(MKDIR_P) src/chart && { echo '#include "chart/markup.h"'; \
	for part in css html js; do \
	  echo "const char page_$$part[] ="; \
	  sed -e '/^[[:blank:]]*\/\//d' -e '/^[[:blank:]]*$$/d' -e 's/^[[:blank:]]*//' -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' \
	    $(srcdir)/data/page/page.$$part; \
	  echo ';'; \
	done; } >$@.new && mv -f $@.new $@
BUILT_SOURCES += src/chart/page.c
CLEANFILES += src/chart/page.c
EXTRA_DIST += $(PAGE_FILES)
