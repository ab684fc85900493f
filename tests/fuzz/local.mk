# Fuzzing.  Each entry is one input function: replay_NAME takes it through a corpus once, in every build, and
# fuzz_NAME looks for new inputs, after ./configure --enable-fuzzing.

EXTRA_DIST += \
	tests/fuzz/corpus tests/fuzz/fuzz.h tests/fuzz/monread.dict tests/fuzz/replay.sh tests/fuzz/run.sh \
	tests/fuzz/seeds.sh

FUZZ_REPLAYS = \
	tests/fuzz/replay_device tests/fuzz/replay_format tests/fuzz/replay_listing tests/fuzz/replay_options \
	tests/fuzz/replay_ordered tests/fuzz/replay_parser tests/fuzz/replay_writer
FUZZERS = \
	tests/fuzz/fuzz_device tests/fuzz/fuzz_format tests/fuzz/fuzz_listing tests/fuzz/fuzz_options \
	tests/fuzz/fuzz_ordered tests/fuzz/fuzz_parser tests/fuzz/fuzz_writer
if HAVE_SQLITE3
FUZZ_REPLAYS += tests/fuzz/replay_stat
FUZZERS += tests/fuzz/fuzz_stat
endif
EXTRA_PROGRAMS += $(FUZZ_REPLAYS)
CLEANFILES += $(FUZZ_REPLAYS)

# Functions that entries have in common, and the rooms.  An entry that runs the tool replaces exit() with a jump.
EXTRA_LIBRARIES = tests/fuzz/libentry.a
CLEANFILES += tests/fuzz/libentry.a
tests_fuzz_libentry_a_SOURCES = tests/fuzz/check.c tests/fuzz/feed.c tests/fuzz/files.c tests/fuzz/fuzz.h tests/fuzz/tool.c
FUZZ_LIBS = tests/fuzz/libentry.a src/libcommand.a src/libsql.a src/libreport.a src/libstore.a src/libsession.a src/libinput.a src/libcompress.a src/libout.a \
	src/libtable.a src/libcli.a libmonread.la $(COMPRESS_LIBS) $(SQLITE3_LIBS)
FUZZ_LINK = -static -fsanitize=fuzzer
TOOL_LINK = -Wl,--wrap=exit
STAT_LINK = -Wl,--wrap=stop_install

tests_fuzz_replay_device_SOURCES = tests/fuzz/fuzz_device.c tests/fuzz/replay.c
tests_fuzz_replay_device_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_format_SOURCES = tests/fuzz/fuzz_format.c tests/fuzz/replay.c
tests_fuzz_replay_format_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_format_LDFLAGS = -static $(TOOL_LINK)
tests_fuzz_replay_listing_SOURCES = tests/fuzz/fuzz_listing.c tests/fuzz/replay.c
tests_fuzz_replay_listing_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_options_SOURCES = tests/fuzz/fuzz_options.c tests/fuzz/replay.c
tests_fuzz_replay_options_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_options_LDFLAGS = -static $(TOOL_LINK)
tests_fuzz_replay_ordered_SOURCES = tests/fuzz/fuzz_ordered.c tests/fuzz/replay.c
tests_fuzz_replay_ordered_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_parser_SOURCES = tests/fuzz/fuzz_parser.c tests/fuzz/replay.c
tests_fuzz_replay_parser_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_stat_SOURCES = tests/fuzz/fuzz_stat.c tests/fuzz/replay.c
tests_fuzz_replay_stat_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS)
tests_fuzz_replay_stat_LDADD = tests/fuzz/libentry.a $(STAT_LIBS)
tests_fuzz_replay_stat_LDFLAGS = -static $(STAT_LINK)
tests_fuzz_replay_writer_SOURCES = tests/fuzz/fuzz_writer.c tests/fuzz/replay.c
tests_fuzz_replay_writer_LDADD = $(FUZZ_LIBS)
tests_fuzz_replay_writer_LDFLAGS = -static $(TOOL_LINK)

if FUZZING
EXTRA_PROGRAMS += $(FUZZERS)
CLEANFILES += $(FUZZERS)

tests_fuzz_fuzz_device_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_device_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_format_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_format_LDFLAGS = $(FUZZ_LINK) $(TOOL_LINK)
tests_fuzz_fuzz_listing_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_listing_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_options_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_options_LDFLAGS = $(FUZZ_LINK) $(TOOL_LINK)
tests_fuzz_fuzz_ordered_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_ordered_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_parser_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_parser_LDFLAGS = $(FUZZ_LINK)
tests_fuzz_fuzz_stat_CPPFLAGS = $(AM_CPPFLAGS) $(SQLITE3_CFLAGS)
tests_fuzz_fuzz_stat_LDADD = tests/fuzz/libentry.a $(STAT_LIBS)
tests_fuzz_fuzz_stat_LDFLAGS = $(FUZZ_LINK) $(STAT_LINK)
tests_fuzz_fuzz_writer_LDADD = $(FUZZ_LIBS)
tests_fuzz_fuzz_writer_LDFLAGS = $(FUZZ_LINK) $(TOOL_LINK)

# FUZZ_SECONDS for each entry; FUZZ='parser format' takes some of them.
fuzz: $(FUZZERS) $(check_DATA)
	builddir='$(abs_builddir)' srcdir='$(srcdir)' SECONDS_EACH='$(FUZZ_SECONDS)' FUZZ_JOBS='$(FUZZ_JOBS)' \
	  $(SHELL) $(srcdir)/tests/fuzz/run.sh search $(FUZZ)

# Adds the found inputs that reach new code to the corpus.
fuzz-corpus: $(FUZZERS)
	builddir='$(abs_builddir)' srcdir='$(srcdir)' $(SHELL) $(srcdir)/tests/fuzz/run.sh merge $(FUZZ)
else
fuzz fuzz-corpus:
	@echo 'configure with CC=clang --enable-fuzzing --disable-shared first' >&2; exit 1
endif
.PHONY: fuzz fuzz-corpus
