# The formats, and the threads that make them.
noinst_LIBRARIES += src/libout.a
src_libout_a_SOURCES = $(OUT_FILES)
OUT_FILES = \
	src/out/arrow.c \
	src/out/arrowbatch.c \
	src/out/arrowbatch.h \
	src/out/clock.c \
	src/out/clock.h \
	src/out/csv.c \
	src/out/describe.c \
	src/out/describe.h \
	src/out/format.h \
	src/out/formats.c \
	src/out/formats.h \
	src/out/headings.c \
	src/out/headings.h \
	src/out/hex.c \
	src/out/json.c \
	src/out/layout_check.c \
	src/out/list.c \
	src/out/names.c \
	src/out/names.h \
	src/out/out.c \
	src/out/out.h \
	src/out/pool.c \
	src/out/raw.c \
	src/out/schema_text.c \
	src/out/search.c \
	src/out/split.c \
	src/out/split.h \
	src/out/summary.c \
	src/out/table_rows.c \
	src/out/table_rows.h \
	src/out/text_fields.c \
	src/out/text_fields.h \
	src/out/value.c \
	src/out/value.h \
	src/out/wide.c \
	src/out/worker.c
