# Records as tables.
noinst_LIBRARIES += src/libtable.a
src_libtable_a_SOURCES = $(TABLE_FILES)
TABLE_FILES = \
	src/table/cell.h \
	src/table/columns.c \
	src/table/columns.h \
	src/table/family.c \
	src/table/family.h \
	src/table/memory.c \
	src/table/memory.h \
	src/table/plan.h \
	src/table/row.c \
	src/table/row.h \
	src/table/schema.c \
	src/table/schema.h \
	src/table/sink.h \
	src/table/text.c \
	src/table/text.h
