# Tests of the layouts: pages and descriptions in all shapes and the built-in layouts against the facts.
if HAVE_CHECK
check_PROGRAMS += tests/layouts/check_tells tests/layouts/check_limits tests/layouts/check_loaded tests/layouts/check_memory
TESTS += tests/layouts/check_tells tests/layouts/check_limits tests/layouts/check_loaded tests/layouts/check_memory
endif

# The library once more, with allocations that fail.
tests_layouts_check_memory_SOURCES = \
	$(LISTING_FILES) \
	$(LISTING_LIBRARY_FILES) \
	src/layout/collection.c \
	src/layout/find.c \
	src/layout/load.c \
	src/layout/system.c \
	src/layout/unpack.c \
	src/base/model.c \
	src/base/version.c \
	src/base/when.c \
	src/decode/extent.c \
	src/decode/gaps.c \
	src/decode/plan.c \
	src/decode/walk.c \
	tests/layouts/check_memory.c
nodist_tests_layouts_check_memory_SOURCES = $(srcdir)/src/layout/tables.c
tests_layouts_check_memory_CPPFLAGS = $(AM_CPPFLAGS) $(LIBXML2_CFLAGS) \
	-Dmalloc=failing_malloc -Dcalloc=failing_calloc -Drealloc=failing_realloc -Dfree=counting_free \
	-DMR_ARENA_CHUNK=1u
tests_layouts_check_memory_LDADD = $(CHECK_LIBS) $(LIBXML2_LIBS)

check_PROGRAMS += tests/layouts/check_roundtrip
TESTS += tests/layouts/check_roundtrip

check_PROGRAMS += tests/layouts/check_marks
TESTS += tests/layouts/check_marks

# They are not built where what they make is there already.
check_DATA += src/gen/mklayouts src/gen/mkreports

LAYOUT_TESTS = \
	tests/layouts/facts.sh \
	tests/layouts/hostile.sh \
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
