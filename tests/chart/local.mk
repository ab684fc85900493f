# Pages of charts.
check_PROGRAMS += tests/chart/draw

EXTRA_DIST += \
	tests/chart/README tests/chart/colours.py tests/chart/geometry.py tests/chart/look.py tests/chart/pages.py

if HAVE_CHECK
CHART_UNIT_TESTS = tests/chart/check_page tests/chart/check_path tests/chart/check_scene \
	tests/chart/check_ticks
check_PROGRAMS += $(CHART_UNIT_TESTS)
TESTS += $(CHART_UNIT_TESTS)
endif

tests_chart_check_page_LDFLAGS = -static $(MEMORY_LINK)

