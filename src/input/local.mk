# Where captures come from.
noinst_LIBRARIES += src/libinput.a
src_libinput_a_SOURCES = $(INPUT_FILES)
INPUT_FILES = \
	src/input/changes.c \
	src/input/changes.h \
	src/input/compressed.c \
	src/input/device.c \
	src/input/folder.c \
	src/input/follow.c \
	src/input/input.c \
	src/input/input.h \
	src/input/kind.h \
	src/input/kinds.c \
	src/input/live.c \
	src/input/live.h \
	src/input/losses.c \
	src/input/losses.h \
	src/input/mapped.c \
	src/input/named.c \
	src/input/named.h \
	src/input/pipe.c \
	src/input/sample.c \
	src/input/spill.c \
	src/input/spill.h \
	src/input/way.c \
	src/input/way.h
