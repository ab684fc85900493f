# Tests of the layouts: pages and descriptions in all shapes and the built-in layouts against the facts.
if HAVE_CHECK
check_PROGRAMS += tests/layouts/check_limits
TESTS += tests/layouts/check_limits
endif

check_PROGRAMS += tests/layouts/check_roundtrip
TESTS += tests/layouts/check_roundtrip

# They are not built where what they make is there already.
check_DATA += src/gen/mklayouts src/gen/mkreports

LAYOUT_TESTS = \
	tests/layouts/facts.sh \
	tests/layouts/hostile.sh \
	tests/layouts/marks.sh \
	tests/layouts/own.sh \
	tests/layouts/pages.sh \
	tests/layouts/shapes.sh \
	tests/layouts/tells.sh
TESTS += $(LAYOUT_TESTS)
EXTRA_DIST += \
	$(LAYOUT_TESTS) \
	tests/layouts/expected \
	tests/layouts/facts.py \
	tests/layouts/known \
	tests/layouts/marks.allowed \
	tests/layouts/pages \
	tests/layouts/shapes.dsect
