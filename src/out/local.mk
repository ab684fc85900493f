# The formats, and the threads that make them.
noinst_LIBRARIES += src/libout.a
src_libout_a_SOURCES = $(OUT_FILES)
OUT_FILES = \
	src/out/clock.c \
	src/out/clock.h \
	src/out/compare.c \
	src/out/compare.h \
	src/out/crew.c \
	src/out/crew.h \
	src/out/cut.c \
	src/out/cut.h \
	src/out/describe.c \
	src/out/describe.h \
	src/out/differences.c \
	src/out/differences.h \
	src/out/dsect.c \
	src/out/dsect.h \
	src/out/find.c \
	src/out/find.h \
	src/out/format.h \
	src/out/formats.c \
	src/out/formats.h \
	src/out/headings.c \
	src/out/headings.h \
	src/out/hex.c \
	src/out/intervals.c \
	src/out/intervals.h \
	src/out/json.c \
	src/out/list.c \
	src/out/names.c \
	src/out/names.h \
	src/out/none.c \
	src/out/notices.c \
	src/out/notices.h \
	src/out/out.c \
	src/out/out.h \
	src/out/problems.h \
	src/out/raw.c \
	src/out/search.c \
	src/out/search.h \
	src/out/summary.c \
	src/out/text.c \
	src/out/value.c \
	src/out/value.h \
	src/out/worker.c \
	src/out/worker.h
