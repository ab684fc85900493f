# Records as tables.
noinst_LIBRARIES += src/libtable.a
src_libtable_a_SOURCES = $(TABLE_FILES)
TABLE_FILES = \
	src/table/cell.h \
	src/table/delta.c \
	src/table/delta.h \
	src/table/family.c \
	src/table/family.h \
	src/table/flat.c \
	src/table/flat.h \
	src/table/instance.c \
	src/table/instance.h \
	src/table/intervals.c \
	src/table/intervals.h \
	src/table/plan.h \
	src/table/row.c \
	src/table/row.h \
	src/table/schema.c \
	src/table/schema.h \
	src/table/series.c \
	src/table/series.h \
	src/table/sink.h \
	src/table/text.c \
	src/table/text.h
