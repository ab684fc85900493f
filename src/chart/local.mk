# Charts and tables as one HTML page.
noinst_LIBRARIES += src/libchart.a
src_libchart_a_SOURCES = $(CHART_FILES)
CHART_FILES = \
	src/chart/chart.h \
	src/chart/choose.c \
	src/chart/choose.h \
	src/chart/figure.c \
	src/chart/html.c \
	src/chart/path.c \
	src/chart/path.h \
	src/chart/scene.c \
	src/chart/scene.h \
	src/chart/svg.c \
	src/chart/svg.h \
	src/chart/text.c \
	src/chart/text.h \
	src/chart/ticks.c \
	src/chart/ticks.h
