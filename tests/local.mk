# Tests.  Scripts and programs speak TAP; EMULATOR runs what was built, in a cross build.
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
LOG_COMPILER = $(EMULATOR)
SH_LOG_COMPILER = $(SHELL)
AM_TESTS_ENVIRONMENT = \
	srcdir='$(srcdir)'; builddir='$(abs_builddir)'; \
	MONREAD='$(abs_builddir)/src/monread$(EXEEXT)'; MKLAYOUTS='$(abs_builddir)/src/gen/mklayouts'; \
	EMULATOR='$(EMULATOR)'; PYTHON='$(PYTHON)'; CC='$(CC)'; MAKE='$(MAKE)'; CFLAGS='$(CFLAGS)'; \
	CK_VERBOSITY=silent; CK_TAP_LOG_FILE_NAME=-; CK_DEFAULT_TIMEOUT=300; \
	export srcdir builddir MONREAD MKLAYOUTS EMULATOR PYTHON CC MAKE CFLAGS CK_VERBOSITY CK_TAP_LOG_FILE_NAME CK_DEFAULT_TIMEOUT;

# The first ring, make check: what a change can break, in a few minutes.
FIRST_TESTS = \
	tests/anonymize.sh tests/arrow.sh tests/chunk.sh tests/clocks.sh tests/completions.sh tests/compressed.sh \
	tests/covers.sh tests/cut.sh tests/damage.sh tests/delta.sh tests/escape.sh tests/exit.sh tests/extension.sh tests/fetch/run.sh \
	tests/find.sh tests/folder.sh tests/foreign.sh tests/gen/reports.sh tests/gen/run.sh tests/golden/run.sh \
	tests/inputs.sh tests/install.sh tests/known.sh tests/large.sh tests/lazy.sh tests/locale.sh tests/manual.sh \
	tests/meanings.sh tests/merge.sh tests/messages.sh tests/nomemory.sh tests/options.sh tests/parts.sh \
	tests/progress.sh tests/prose.sh \
	tests/queries.sh tests/raw.sh tests/readme.sh tests/rooms.sh tests/sample/run.sh \
	tests/shells.sh tests/site/run.sh tests/small.sh tests/sql.sh tests/sqlite.sh tests/stat/about.sh \
	tests/stat/alarms.sh tests/stat/diff.sh tests/stat/html.sh tests/stat/jobs.sh tests/stat/metrics.sh tests/stat/monstat.sh \
	tests/stat/output.sh tests/stat/screen.sh tests/stat/screen_end.sh tests/stat/sums.sh tests/stat/truth.sh tests/stat/values.sh \
	tests/stat/classes.sh tests/stat/windows.sh tests/style.sh tests/tables.sh tests/truth.sh \
	tests/user.sh tests/verdict.sh tests/versions.sh tests/walks.sh tests/where.sh tests/wide.sh tests/xref.sh
TESTS += $(FIRST_TESTS)

# The long ring, make check-long: fuzzing corpora, small disks, rare faults.
LONG_TESTS = \
	tests/fuzz/replay.sh tests/growth.sh tests/live/follow.sh tests/live/idle.sh \
	tests/live/other.sh tests/live/repeated.sh tests/memory.sh tests/nets/interrupt.sh tests/nets/space.sh \
	tests/python.sh tests/stat/day.sh tests/stat/screen_device.sh tests/suites.sh tests/thin.sh \
	tests/threads.sh tests/whole.sh

# The tests that cover some files of the source: make check-for FILES='src/cli/select.c'
check-for:
	tests=; for t in `$(SHELL) $(srcdir)/tests/covers.sh $(FILES) | sort -u`; do \
	  case ' $(TESTS) ' in *" $$t "*) tests="$$tests $$t" ;; esac; done; \
	$(MAKE) $(AM_MAKEFLAGS) check TESTS="$$tests"
.PHONY: check-for

# A script that runs by hand must not find the program of an earlier source.
# The second make finds all libraries built: two makes that write one library at the same time would destroy it.
all-local: $(LIBRARIES) $(LTLIBRARIES)
	@test ! -e tests/mkcapture$(EXEEXT) || $(MAKE) $(AM_MAKEFLAGS) tests/mkcapture$(EXEEXT)

# The rest of the long ring: tests that need an engine, a browser or a server installed.
ENGINE_TESTS = \
	tests/packaging/upgrade.sh tests/stat/grafana.sh tests/stat/tools.sh

check-long: $(FUZZ_REPLAYS)
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(LONG_TESTS) $(ENGINE_TESTS)'
.PHONY: check-long

# Directories are shipped whole: a new capture, golden file or corpus needs no line here.
EXTRA_DIST += $(FIRST_TESTS) $(LONG_TESTS) $(ENGINE_TESTS) \
	data/README data/sample.monwrite src/README tests/README tests/anonymize.py tests/arrow.py tests/assemble.sh \
	tests/complete.bash tests/complete.zsh tests/delta.py tests/example.c tests/example.cc tests/fetch tests/files tests/foreign.py \
	tests/gen tests/golden tests/growth.py tests/late.py tests/locales.sh tests/merge.py tests/pcpread.py \
	tests/prose.py tests/python.py tests/rss.py tests/sample tests/site tests/sql.py tests/sqlite.py \
	tests/stat/README tests/stat/day.py tests/stat/day.txt tests/stat/day_capture.py tests/stat/day_layout.py \
	tests/stat/day_model.py tests/stat/day_records.py tests/stat/day_scenario.py tests/stat/day_truth.py \
	tests/stat/grafana.py tests/stat/kinds.py tests/stat/maker.sh tests/stat/metrics.py tests/stat/page.py tests/stat/stat.sh tests/stat/terminal.sh \
	tests/stat/trend.py tests/stat/truth.py tests/stat/views.py tests/style.py tests/tables.py tests/tap.sh tests/terminal.py \
	tests/truth.py tests/unit/inputs.h tests/unit/layout.h tests/unit/memory.h tests/unit/unit.h

# What make knows of .sh by itself would make a file of the directory X where there is an X.sh.
.sh:
	@:

# Linked with the library statically: hidden functions are seen, and an emulator gets no wrapper script.
check_PROGRAMS += \
	tests/chunk tests/cut tests/marks tests/mkcapture tests/nomemory_monread tests/threads
if HAVE_SQLITE3
check_PROGRAMS += tests/nomemory_monstat
endif

tests_mkcapture_SOURCES = \
	tests/mkcapture.c tests/mkexpr.c tests/mkexpr.h tests/mkrecord.c tests/mkrecord.h tests/mkset.c \
	tests/mkset.h
tests_chunk_SOURCES = tests/chunk.c tests/events.c tests/events.h
tests_cut_SOURCES = tests/cut.c tests/events.c tests/events.h

# Captures out of descriptions.
check_DATA += tests/captures.stamp
CLEANFILES += tests/captures.stamp

tests/captures.stamp: tests/mkcapture$(EXEEXT) $(srcdir)/tests/assemble.sh $(srcdir)/tests/files/*.txt $(srcdir)/tests/sample/*.txt
	$(AM_V_GEN)EMULATOR='$(EMULATOR)' $(SHELL) $(srcdir)/tests/assemble.sh tests/mkcapture$(EXEEXT) $(srcdir)/tests tests/captures
	$(AM_V_at)echo done >$@

clean-local:
	rm -rf tests/captures tests/locales tests/made coverage.work mutants.work mutants.map

# The committed sample after a change of its description or of the layouts.
update-sample: tests/captures.stamp
	cp tests/captures/sample.monwrite $(srcdir)/data/sample.monwrite

.PHONY: update-sample

# One program a source file that it is about.
if HAVE_CHECK
UNIT_TESTS = \
	tests/unit/check_annotations tests/unit/check_buffer tests/unit/check_compress \
	tests/unit/check_delta tests/unit/check_device tests/unit/check_find \
	tests/unit/check_folder tests/unit/check_follow tests/unit/check_foreign tests/unit/check_formats \
	tests/unit/check_keep tests/unit/check_listing tests/unit/check_mark \
	tests/unit/check_moment tests/unit/check_number tests/unit/check_pass \
	tests/unit/check_plain tests/unit/check_reader \
	tests/unit/check_safe tests/unit/check_source tests/unit/check_store \
	tests/unit/check_store_file tests/unit/check_table tests/unit/check_tod \
	tests/unit/check_walk tests/unit/check_when tests/unit/check_writer
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
if HAVE_SQLITE3
check_PROGRAMS += tests/unit/check_rows
TESTS += tests/unit/check_rows
endif
endif

AM_CPPFLAGS += -DTEST_DATA='"$(srcdir)/tests"' $(CHECK_CFLAGS)
# Libraries of all rooms; the linker takes those that a test needs.  A program without LDADD and LDFLAGS has these.
AM_LDFLAGS = -static
LDADD = $(UNIT_LIBS)
UNIT_LIBS = src/libstore.a src/libsession.a src/libinput.a src/libcompress.a src/libout.a src/libtable.a src/libchart.a src/libcli.a libmonread.la \
	$(COMPRESS_LIBS) $(CHECK_LIBS) -lm -lpthread

tests_unit_check_follow_LDFLAGS = -static -Wl,--wrap=clock_gettime,--wrap=poll
tests_unit_check_number_SOURCES = tests/unit/check_number.c src/stat/number.c src/stat/number.h
tests_unit_check_rows_SOURCES = tests/unit/check_rows.c src/stat/rows.c src/stat/rows.h

# monread and monstat, whose allocations fail.
NOMEMORY_LINK = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=pthread_create \
	-Wl,--wrap=mr_arena_alloc,--wrap=mr_arena_array,--wrap=mr_arena_more \
	-Wl,--wrap=mr_arena_strdup,--wrap=mr_arena_strndup,--wrap=mr_arena_join
tests_nomemory_monread_SOURCES = tests/nomemory.c src/tool/main.c
tests_nomemory_monread_LDADD = $(src_monread_LDADD)
tests_nomemory_monread_LDFLAGS = -static $(NOMEMORY_LINK)
tests_nomemory_monstat_SOURCES = tests/nomemory.c src/show/show_main.c
tests_nomemory_monstat_LDADD = $(STAT_LIBS)
tests_nomemory_monstat_LDFLAGS = -static $(NOMEMORY_LINK)

include tests/fuzz/local.mk
include tests/layouts/local.mk
include tests/play/local.mk
include tests/packaging/local.mk

# What a build in the source tree leaves in the directories that are shipped whole.
dist-hook:
	find $(distdir)/tests \( -name '*.log' -o -name '*.trs' -o -name '*.o' -o -name .dirstamp \) -exec rm -f {} +

# With pyarrow and fsspec of PyPI, and what Python has besides: PCP's module.
check-python: all
	test -x python.work/bin/python || /usr/bin/python3 -m venv --system-site-packages python.work
	python.work/bin/pip install -q pyarrow fsspec
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/python.sh
.PHONY: check-python
