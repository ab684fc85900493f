# What every program of ours shares: messages, words, times, signals, selections, one large buffer.
noinst_LIBRARIES += src/libcli.a
src_libcli_a_SOURCES = $(CLI_FILES)
CLI_FILES = \
	src/cli/again.h \
	src/cli/buffer.c \
	src/cli/buffer.h \
	src/cli/clock.h \
	src/cli/diag.c \
	src/cli/diag.h \
	src/cli/escape.c \
	src/cli/escape.h \
	src/cli/fields.c \
	src/cli/fields.h \
	src/cli/inputs.h \
	src/cli/moment.c \
	src/cli/moment.h \
	src/cli/pipe.c \
	src/cli/pipe.h \
	src/cli/safe.c \
	src/cli/safe.h \
	src/cli/select.c \
	src/cli/select.h \
	src/cli/stop.c \
	src/cli/stop.h \
	src/cli/terminal.c \
	src/cli/terminal.h \
	src/cli/wait.c \
	src/cli/wait.h
