# Where captures come from.
noinst_LIBRARIES += src/libinput.a
src_libinput_a_SOURCES = $(INPUT_FILES)
INPUT_FILES = \
	src/input/compressed.c \
	src/input/copy.c \
	src/input/device.c \
	src/input/follow.c \
	src/input/input.c \
	src/input/input.h \
	src/input/kind.h \
	src/input/live.c \
	src/input/live.h \
	src/input/mapped.c \
	src/input/pipe.c
