# Pages of charts.
check_PROGRAMS += tests/chart/draw
tests_chart_draw_SOURCES = tests/chart/draw.c
tests_chart_draw_LDADD = src/libchart.a src/libcli.a libmonread.la
tests_chart_draw_LDFLAGS = -static

EXTRA_DIST += \
	tests/chart/README \
	tests/chart/colours.py \
	tests/chart/geometry.py \
	tests/chart/look.py \
	tests/chart/pages.py \
	tests/chart/run.sh

if HAVE_CHECK
CHART_UNIT_TESTS = tests/chart/check_page tests/chart/check_path tests/chart/check_places tests/chart/check_scene \
	tests/chart/check_ticks
check_PROGRAMS += $(CHART_UNIT_TESTS)
TESTS += $(CHART_UNIT_TESTS)
endif
CHART_UNIT_LIBS = src/libchart.a src/libcli.a libmonread.la $(CHECK_LIBS)

tests_chart_check_page_SOURCES = tests/chart/check_page.c tests/unit/memory.h tests/unit/unit.h
tests_chart_check_page_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_chart_check_page_LDADD = $(CHART_UNIT_LIBS)
tests_chart_check_page_LDFLAGS = -static $(MEMORY_LINK)

tests_chart_check_path_SOURCES = tests/chart/check_path.c tests/unit/unit.h
tests_chart_check_path_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_chart_check_path_LDADD = $(CHART_UNIT_LIBS)
tests_chart_check_path_LDFLAGS = -static

tests_chart_check_places_SOURCES = tests/chart/check_places.c tests/unit/unit.h
tests_chart_check_places_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_chart_check_places_LDADD = $(CHART_UNIT_LIBS)
tests_chart_check_places_LDFLAGS = -static

tests_chart_check_scene_SOURCES = tests/chart/check_scene.c tests/unit/unit.h
tests_chart_check_scene_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_chart_check_scene_LDADD = $(CHART_UNIT_LIBS)
tests_chart_check_scene_LDFLAGS = -static

tests_chart_check_ticks_SOURCES = tests/chart/check_ticks.c tests/unit/unit.h
tests_chart_check_ticks_CPPFLAGS = $(AM_CPPFLAGS) $(CHECK_CFLAGS)
tests_chart_check_ticks_LDADD = $(CHART_UNIT_LIBS)
tests_chart_check_ticks_LDFLAGS = -static
