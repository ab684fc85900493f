# Pages of charts.
EXTRA_DIST += \
	tests/chart/colours.py tests/chart/look.py

if HAVE_CHECK
CHART_UNIT_TESTS = tests/chart/check_page tests/chart/check_ticks
check_PROGRAMS += $(CHART_UNIT_TESTS)
TESTS += $(CHART_UNIT_TESTS)
endif
