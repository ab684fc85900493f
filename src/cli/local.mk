# What every program of ours shares: messages, words, times, signals, selections, one large buffer.
noinst_LIBRARIES += src/libcli.a
src_libcli_a_SOURCES = $(CLI_FILES)
CLI_FILES = \
	$(BASE_FILES) \
	src/cli/again.h \
	src/cli/buffer.c \
	src/cli/buffer.h \
	src/cli/descriptors.c \
	src/cli/descriptors.h \
	src/cli/diag.c \
	src/cli/diag.h \
	src/cli/escape.c \
	src/cli/escape.h \
	src/cli/grid.c \
	src/cli/grid.h \
	src/cli/help.c \
	src/cli/inputs.c \
	src/cli/inputs.h \
	src/cli/lists.c \
	src/cli/lists.h \
	src/cli/lock.h \
	src/cli/moment.c \
	src/cli/moment.h \
	src/cli/near.c \
	src/cli/near.h \
	src/cli/options.c \
	src/cli/options.h \
	src/cli/pages.c \
	src/cli/pages.h \
	src/cli/progress.c \
	src/cli/progress.h \
	src/cli/select.c \
	src/cli/select.h \
	src/cli/stop.c \
	src/cli/stop.h \
	src/cli/terminal.c \
	src/cli/terminal.h \
	src/cli/thread.c \
	src/cli/thread.h \
	src/cli/verdict.c \
	src/cli/verdict.h \
	src/cli/words.c \
	src/cli/words.h \
	src/cli/wrap.c \
	src/cli/wrap.h

# What is shown of a program's options, by a program for the machine that builds: SHOWS -o FILE TABLE SHOWN_C.
SHOWN_FILES = \
	src/cli/generate.c \
	src/cli/help.c \
	src/cli/options.h \
	src/cli/words.c \
	src/cli/words.h \
	src/cli/wrap.c \
	src/cli/wrap.h
SHOWN_C = \
	$(srcdir)/src/cli/generate.c \
	$(srcdir)/src/cli/help.c \
	$(srcdir)/src/cli/words.c \
	$(srcdir)/src/cli/wrap.c
SHOWS = $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -DOPTIONS_SHOWN_ONLY -I. -I$(srcdir)/src
EXTRA_DIST += $(SHOWN_FILES)
