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
TESTS += \
	tests/bound.sh \
	tests/chunk.sh \
	tests/clocks.sh \
	tests/completions.sh \
	tests/compressed.sh \
	tests/cut.sh \
	tests/delta.sh \
	tests/escape.sh \
	tests/exit.sh \
	tests/extension.sh \
	tests/fetch/run.sh \
	tests/find.sh \
	tests/folder.sh \
	tests/foreign.sh \
	tests/gen/reports.sh \
	tests/gen/run.sh \
	tests/golden/run.sh \
	tests/inputs.sh \
	tests/install.sh \
	tests/known.sh \
	tests/large.sh \
	tests/lazy.sh \
	tests/locale.sh \
	tests/manual.sh \
	tests/meanings.sh \
	tests/merge.sh \
	tests/mkcapture.sh \
	tests/options.sh \
	tests/parts.sh \
	tests/proven.sh \
	tests/progress.sh \
	tests/raw.sh \
	tests/readme.sh \
	tests/rooms.sh \
	tests/shells.sh \
	tests/small.sh \
	tests/sql.sh \
	tests/queries.sh \
	tests/sqlite.sh \
	tests/arrow.sh \
	tests/sample/run.sh \
	tests/site/run.sh \
	tests/stat/about.sh \
	tests/stat/alarms.sh \
	tests/stat/html.sh \
	tests/stat/metrics.sh \
	tests/stat/monstat.sh \
	tests/stat/output.sh \
	tests/stat/diff.sh \
	tests/stat/screen.sh \
	tests/stat/screen_end.sh \
	tests/stat/sums.sh \
	tests/stat/truth.sh \
	tests/tables.sh \
	tests/truth.sh \
	tests/user.sh \
	tests/verdict.sh \
	tests/versions.sh \
	tests/walks.sh \
	tests/where.sh \
	tests/wide.sh \
	tests/xref.sh

# The long ring, make check-long: each allocation that fails, fuzzing corpora, other locales, rare faults.
LONG_TESTS = \
	tests/python.sh \
	tests/chart/run.sh \
	tests/fuzz/replay.sh \
	tests/live/big.sh \
	tests/live/follow.sh \
	tests/live/idle.sh \
	tests/live/other.sh \
	tests/live/repeated.sh \
	tests/nets/interrupt.sh \
	tests/nets/space.sh \
	tests/oom.sh \
	tests/spread.sh \
	tests/stat/day.sh \
	tests/stat/screen_device.sh \
	tests/suites.sh \
	tests/thin.sh \
	tests/threads.sh \
	tests/whole.sh

# The rest of the long ring: tests that need an engine, a browser or a server installed.
ENGINE_TESTS = \
	tests/stat/scrape.sh \
	tests/stat/tools.sh

check-long: $(FUZZ_REPLAYS)
	$(MAKE) $(AM_MAKEFLAGS) check TESTS='$(LONG_TESTS) $(ENGINE_TESTS)'
.PHONY: check-long

# Directories are shipped whole: a new capture, golden file or corpus needs no line here.
EXTRA_DIST += \
	data/README \
	data/sample.monwrite \
	src/README \
	tests/README \
	tests/assemble.sh \
	tests/arrow.sh \
	tests/pcpread.py \
	tests/python.py \
	tests/python.sh \
	tests/arrow.py \
	tests/bound.sh \
	tests/chunk.sh \
	tests/clocks.sh \
	tests/complete.bash \
	tests/completions.sh \
	tests/compressed.sh \
	tests/cut.sh \
	tests/delta.py \
	tests/delta.sh \
	tests/escape.sh \
	tests/exit.sh \
	tests/extension.sh \
	tests/example.c \
	tests/example.cc \
	tests/fetch \
	tests/find.sh \
	tests/files \
	tests/folder.sh \
	tests/foreign.py \
	tests/foreign.sh \
	tests/gen \
	tests/golden \
	tests/inputs.sh \
	tests/install.sh \
	tests/known.sh \
	tests/late.py \
	tests/large.sh \
	tests/lazy.sh \
	tests/locale.sh \
	tests/locales.sh \
	tests/manual.sh \
	tests/meanings.sh \
	tests/merge.py \
	tests/merge.sh \
	tests/mkcapture.sh \
	tests/nomem.c \
	tests/oom.sh \
	tests/options.sh \
	tests/parts.sh \
	tests/proven.sh \
	tests/progress.sh \
	tests/queries.sh \
	tests/raw.sh \
	tests/readme.sh \
	tests/real-d7r1.tsv \
	tests/rooms.sh \
	tests/rss.py \
	tests/shells.sh \
	tests/sql.py \
	tests/small.sh \
	tests/spread.sh \
	tests/sql.sh \
	tests/sqlite.py \
	tests/sqlite.sh \
	tests/sample \
	tests/site \
	tests/suites.sh \
	tests/stat/README \
	tests/stat/day.py \
	tests/stat/day.txt \
	tests/stat/day_capture.py \
	tests/stat/day_layout.py \
	tests/stat/day_model.py \
	tests/stat/day_records.py \
	tests/stat/day_scenario.py \
	tests/stat/day_truth.py \
	tests/stat/html.sh \
	tests/stat/metrics.py \
	tests/stat/metrics.sh \
	tests/stat/scrape.sh \
	tests/stat/maker.sh \
	tests/stat/about.sh \
	tests/stat/alarms.sh \
	tests/stat/monstat.sh \
	tests/stat/output.sh \
	tests/stat/page.py \
	tests/stat/views.py \
	tests/stat/stat.sh \
	tests/stat/truth.py \
	tests/stat/day.sh \
	tests/stat/screen.sh \
	tests/stat/screen_device.sh \
	tests/stat/screen_end.sh \
	tests/stat/sums.sh \
	tests/stat/terminal.sh \
	tests/stat/tools.sh \
	tests/stat/diff.sh \
	tests/stat/truth.sh \
	tests/tables.py \
	tests/tables.sh \
	tests/thin.py \
	tests/thin.sh \
	tests/tap.sh \
	tests/terminal.py \
	tests/threads.sh \
	tests/truth.py \
	tests/truth.sh \
	tests/user.sh \
	tests/verdict.sh \
	tests/versions.sh \
	tests/walks.sh \
	tests/where.sh \
	tests/whole.sh \
	tests/wide.py \
	tests/wide.sh \
	tests/xref.sh

# What make knows of .sh by itself would make a file of the directory X where there is an X.sh.
.sh:
	@:

# Linked with the library statically: hidden functions are seen, and an emulator gets no wrapper script.
check_PROGRAMS += \
	tests/chunk \
	tests/cut \
	tests/marks \
	tests/mkcapture \
	tests/oom \
	tests/threads \
	tests/worst

tests_mkcapture_SOURCES = \
	tests/mkcapture.c \
	tests/mkexpr.c \
	tests/mkexpr.h \
	tests/mkrecord.c \
	tests/mkrecord.h \
	tests/mkset.c \
	tests/mkset.h
tests_mkcapture_LDADD = libmonread.la
tests_mkcapture_LDFLAGS = -static

tests_oom_SOURCES = tests/oom.c

tests_threads_SOURCES = tests/threads.c
tests_threads_LDADD = libmonread.la
tests_threads_LDFLAGS = -static

tests_chunk_SOURCES = tests/chunk.c tests/events.c tests/events.h
tests_chunk_LDADD = libmonread.la
tests_chunk_LDFLAGS = -static

tests_cut_SOURCES = tests/cut.c tests/events.c tests/events.h
tests_cut_LDADD = libmonread.la
tests_cut_LDFLAGS = -static

tests_marks_SOURCES = tests/marks.c
tests_marks_LDADD = libmonread.la
tests_marks_LDFLAGS = -static

tests_worst_SOURCES = tests/worst.c
tests_worst_LDADD = libmonread.la
tests_worst_LDFLAGS = -static

# Captures out of descriptions.
check_DATA += tests/captures.stamp
CLEANFILES += tests/captures.stamp

tests/captures.stamp: tests/mkcapture$(EXEEXT) $(srcdir)/tests/assemble.sh $(srcdir)/tests/files/*.txt $(srcdir)/tests/sample/*.txt
	$(AM_V_GEN)EMULATOR='$(EMULATOR)' $(SHELL) $(srcdir)/tests/assemble.sh tests/mkcapture$(EXEEXT) $(srcdir)/tests tests/captures
	$(AM_V_at)echo done >$@

clean-local: clean-systemd
	rm -rf tests/captures tests/locales tests/made coverage.work mutants.work mutants.map

# The committed sample after a change of its description or of the layouts.
update-sample: tests/captures.stamp
	cp tests/captures/sample.monwrite $(srcdir)/data/sample.monwrite

.PHONY: update-sample

# One program a source file that it is about.
if HAVE_CHECK
UNIT_TESTS = \
	tests/unit/check_annotations \
	tests/unit/check_arena \
	tests/unit/check_arrange \
	tests/unit/check_ascii \
	tests/unit/check_be \
	tests/unit/check_buffer \
	tests/unit/check_codepage \
	tests/unit/check_compare \
	tests/unit/check_compress \
	tests/unit/check_compressed \
	tests/unit/check_delta \
	tests/unit/check_describe \
	tests/unit/check_device \
	tests/unit/check_doubts \
	tests/unit/check_find \
	tests/unit/check_folder \
	tests/unit/check_follow \
	tests/unit/check_foreign \
	tests/unit/check_formats \
	tests/unit/check_frame \
	tests/unit/check_hash \
	tests/unit/check_html \
	tests/unit/check_input \
	tests/unit/check_lazy \
	tests/unit/check_lines \
	tests/unit/check_listing \
	tests/unit/check_live \
	tests/unit/check_losses \
	tests/unit/check_mark \
	tests/unit/check_mce \
	tests/unit/check_model \
	tests/unit/check_moment \
	tests/unit/check_monwrite \
	tests/unit/check_near \
	tests/unit/check_number \
	tests/unit/check_options \
	tests/unit/check_out \
	tests/unit/check_out_memory \
	tests/unit/check_pack \
	tests/unit/check_pass \
	tests/unit/check_plain \
	tests/unit/check_progress \
	tests/unit/check_reader \
	tests/unit/check_report \
	tests/unit/check_safe \
	tests/unit/check_screen \
	tests/unit/check_select \
	tests/unit/check_source \
	tests/unit/check_store \
	tests/unit/check_store_file \
	tests/unit/check_store_memory \
	tests/unit/check_table \
	tests/unit/check_table_memory \
	tests/unit/check_tod \
	tests/unit/check_walk \
	tests/unit/check_write \
	tests/unit/check_when \
	tests/unit/check_words \
	tests/unit/check_writer \
	tests/unit/check_writer_memory
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
endif

UNIT_CPPFLAGS = $(AM_CPPFLAGS) -DTEST_DATA='"$(srcdir)/tests"' $(CHECK_CFLAGS)
# Those of the rooms that a test does not need are not looked at.
UNIT_LIBS = src/libinput.a src/libstore.a src/libout.a src/libtable.a src/libcli.a libmonread.la $(CHECK_LIBS)

# Of tests that open inputs.
INPUT_LIBS = src/libinput.a src/libcompress.a src/libcli.a libmonread.la $(CHECK_LIBS) $(COMPRESS_LIBS)

# Of tests with memory.h: their allocations can fail, and their threads.
MEMORY_LINK = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=pthread_create

tests_unit_check_annotations_SOURCES = tests/unit/check_annotations.c tests/unit/layout.h tests/unit/unit.h
tests_unit_check_annotations_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_annotations_LDADD = $(UNIT_LIBS)
tests_unit_check_annotations_LDFLAGS = -static

tests_unit_check_arena_SOURCES = tests/unit/check_arena.c tests/unit/unit.h
tests_unit_check_arena_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_arena_LDADD = $(UNIT_LIBS)
tests_unit_check_arena_LDFLAGS = -static

tests_unit_check_arrange_SOURCES = tests/unit/check_arrange.c tests/unit/unit.h src/stat/arrange.c src/stat/arrange.h \
	src/stat/rows.c src/stat/rows.h
tests_unit_check_arrange_CPPFLAGS = $(UNIT_CPPFLAGS) $(SQLITE3_CFLAGS)
tests_unit_check_arrange_LDADD = src/libcli.a $(CHECK_LIBS)
tests_unit_check_arrange_LDFLAGS = -static

tests_unit_check_ascii_SOURCES = tests/unit/check_ascii.c tests/unit/unit.h
tests_unit_check_ascii_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_ascii_LDADD = $(UNIT_LIBS)
tests_unit_check_ascii_LDFLAGS = -static

tests_unit_check_be_SOURCES = tests/unit/check_be.c tests/unit/unit.h
tests_unit_check_be_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_be_LDADD = $(UNIT_LIBS)
tests_unit_check_be_LDFLAGS = -static

# It has buffer.c in itself, with other system calls.
tests_unit_check_buffer_SOURCES = tests/unit/check_buffer.c tests/unit/unit.h
tests_unit_check_buffer_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_buffer_LDADD = $(UNIT_LIBS)
tests_unit_check_buffer_LDFLAGS = -static

tests_unit_check_codepage_SOURCES = tests/unit/check_codepage.c tests/unit/unit.h
tests_unit_check_codepage_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_codepage_LDADD = $(UNIT_LIBS)
tests_unit_check_codepage_LDFLAGS = -static

tests_unit_check_compare_SOURCES = tests/unit/check_compare.c tests/unit/unit.h
tests_unit_check_compare_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_compare_LDADD = $(UNIT_LIBS)
tests_unit_check_compare_LDFLAGS = -static

tests_unit_check_compress_SOURCES = tests/unit/check_compress.c tests/unit/memory.h tests/unit/unit.h
tests_unit_check_compress_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_compress_LDADD = src/libcompress.a $(UNIT_LIBS) $(COMPRESS_LIBS)
tests_unit_check_compress_LDFLAGS = -static $(MEMORY_LINK)

tests_unit_check_compressed_SOURCES = tests/unit/check_compressed.c tests/unit/inputs.h tests/unit/unit.h
tests_unit_check_compressed_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_compressed_LDADD = $(INPUT_LIBS)
tests_unit_check_compressed_LDFLAGS = -static

tests_unit_check_delta_SOURCES = tests/unit/check_delta.c tests/unit/unit.h
tests_unit_check_delta_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_delta_LDADD = $(UNIT_LIBS)
tests_unit_check_delta_LDFLAGS = -static

tests_unit_check_describe_SOURCES = tests/unit/check_describe.c tests/unit/unit.h
tests_unit_check_describe_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_describe_LDADD = $(UNIT_LIBS)
tests_unit_check_describe_LDFLAGS = -static

# It has device.c in itself, with other system calls.
tests_unit_check_device_SOURCES = tests/unit/check_device.c tests/unit/unit.h
tests_unit_check_device_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_device_LDADD = $(UNIT_LIBS)
tests_unit_check_device_LDFLAGS = -static

tests_unit_check_doubts_SOURCES = tests/unit/check_doubts.c tests/unit/unit.h
tests_unit_check_doubts_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_doubts_LDADD = $(UNIT_LIBS)
tests_unit_check_doubts_LDFLAGS = -static

tests_unit_check_find_SOURCES = tests/unit/check_find.c tests/unit/layout.h tests/unit/unit.h
tests_unit_check_find_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_find_LDADD = $(UNIT_LIBS)
tests_unit_check_find_LDFLAGS = -static

tests_unit_check_formats_SOURCES = tests/unit/check_formats.c tests/unit/unit.h
tests_unit_check_formats_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_formats_LDADD = $(UNIT_LIBS)
tests_unit_check_formats_LDFLAGS = -static

tests_unit_check_folder_SOURCES = tests/unit/check_folder.c tests/unit/inputs.h tests/unit/memory.h tests/unit/unit.h
tests_unit_check_folder_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_folder_LDADD = $(INPUT_LIBS)
tests_unit_check_folder_LDFLAGS = -static $(MEMORY_LINK)

tests_unit_check_follow_SOURCES = tests/unit/check_follow.c tests/unit/inputs.h tests/unit/unit.h
tests_unit_check_follow_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_follow_LDADD = $(INPUT_LIBS)
tests_unit_check_follow_LDFLAGS = -static -Wl,--wrap=clock_gettime,--wrap=poll,--wrap=inotify_add_watch

tests_unit_check_foreign_SOURCES = tests/unit/check_foreign.c tests/unit/unit.h
tests_unit_check_foreign_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_foreign_LDADD = $(UNIT_LIBS)
tests_unit_check_foreign_LDFLAGS = -static

tests_unit_check_frame_SOURCES = tests/unit/check_frame.c tests/unit/unit.h
tests_unit_check_frame_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_frame_LDADD = $(UNIT_LIBS)
tests_unit_check_frame_LDFLAGS = -static

tests_unit_check_hash_SOURCES = tests/unit/check_hash.c tests/unit/unit.h
tests_unit_check_hash_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_hash_LDADD = $(UNIT_LIBS)
tests_unit_check_hash_LDFLAGS = -static

tests_unit_check_html_SOURCES = tests/unit/check_html.c tests/unit/unit.h
tests_unit_check_html_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_html_LDADD = $(UNIT_LIBS)
tests_unit_check_html_LDFLAGS = -static

tests_unit_check_input_SOURCES = tests/unit/check_input.c tests/unit/inputs.h tests/unit/unit.h
tests_unit_check_input_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_input_LDADD = $(INPUT_LIBS)
tests_unit_check_input_LDFLAGS = -static

tests_unit_check_lazy_SOURCES = tests/unit/check_lazy.c tests/unit/unit.h
tests_unit_check_lazy_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_lazy_LDADD = $(UNIT_LIBS)
tests_unit_check_lazy_LDFLAGS = -static

tests_unit_check_lines_SOURCES = tests/unit/check_lines.c tests/unit/unit.h
tests_unit_check_lines_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_lines_LDADD = $(UNIT_LIBS)
tests_unit_check_lines_LDFLAGS = -static

tests_unit_check_listing_SOURCES = tests/unit/check_listing.c tests/unit/layout.h tests/unit/unit.h
tests_unit_check_listing_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_listing_LDADD = $(UNIT_LIBS)
tests_unit_check_listing_LDFLAGS = -static

tests_unit_check_mark_SOURCES = tests/unit/check_mark.c tests/unit/unit.h
tests_unit_check_mark_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_mark_LDADD = $(UNIT_LIBS)
tests_unit_check_mark_LDFLAGS = -static

tests_unit_check_live_SOURCES = tests/unit/check_live.c tests/unit/inputs.h tests/unit/memory.h tests/unit/unit.h
tests_unit_check_live_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_live_LDADD = $(INPUT_LIBS)
tests_unit_check_live_LDFLAGS = -static $(MEMORY_LINK) -Wl,--wrap=monread_device_read,--wrap=monread_device_error,--wrap=monread_device_lost,--wrap=monread_device_pending

tests_unit_check_losses_SOURCES = tests/unit/check_losses.c tests/unit/unit.h
tests_unit_check_losses_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_losses_LDADD = $(UNIT_LIBS)
tests_unit_check_losses_LDFLAGS = -static

tests_unit_check_mce_SOURCES = tests/unit/check_mce.c tests/unit/unit.h
tests_unit_check_mce_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_mce_LDADD = $(UNIT_LIBS)
tests_unit_check_mce_LDFLAGS = -static

tests_unit_check_model_SOURCES = tests/unit/check_model.c tests/unit/unit.h
tests_unit_check_model_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_model_LDADD = $(UNIT_LIBS)
tests_unit_check_model_LDFLAGS = -static

tests_unit_check_moment_SOURCES = tests/unit/check_moment.c tests/unit/unit.h
tests_unit_check_moment_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_moment_LDADD = $(UNIT_LIBS)
tests_unit_check_moment_LDFLAGS = -static

tests_unit_check_monwrite_SOURCES = tests/unit/check_monwrite.c tests/unit/unit.h
tests_unit_check_monwrite_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_monwrite_LDADD = $(UNIT_LIBS)
tests_unit_check_monwrite_LDFLAGS = -static

tests_unit_check_near_SOURCES = tests/unit/check_near.c tests/unit/unit.h
tests_unit_check_near_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_near_LDADD = $(UNIT_LIBS)
tests_unit_check_near_LDFLAGS = -static

tests_unit_check_number_SOURCES = tests/unit/check_number.c tests/unit/unit.h src/stat/number.c src/stat/number.h
tests_unit_check_number_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_number_LDADD = $(UNIT_LIBS) -lm
tests_unit_check_number_LDFLAGS = -static

tests_unit_check_options_SOURCES = tests/unit/check_options.c tests/unit/unit.h
tests_unit_check_options_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_options_LDADD = $(UNIT_LIBS)
tests_unit_check_options_LDFLAGS = -static

tests_unit_check_out_SOURCES = tests/unit/check_out.c tests/unit/unit.h
tests_unit_check_out_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_out_LDADD = $(UNIT_LIBS)
tests_unit_check_out_LDFLAGS = -static

tests_unit_check_out_memory_SOURCES = tests/unit/check_out_memory.c tests/unit/memory.h tests/unit/unit.h
tests_unit_check_out_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_out_memory_LDADD = $(UNIT_LIBS)
tests_unit_check_out_memory_LDFLAGS = -static $(MEMORY_LINK)

# It has pack.c in itself, with small tables.

tests_unit_check_pack_SOURCES = tests/unit/check_pack.c tests/unit/unit.h
tests_unit_check_pack_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_pack_LDADD = $(UNIT_LIBS)
tests_unit_check_pack_LDFLAGS = -static

tests_unit_check_pass_SOURCES = tests/unit/check_pass.c tests/unit/unit.h
tests_unit_check_pass_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_pass_LDADD = $(UNIT_LIBS)
tests_unit_check_pass_LDFLAGS = -static
tests_unit_check_plain_SOURCES = tests/unit/check_plain.c tests/unit/unit.h
tests_unit_check_plain_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_plain_LDADD = $(UNIT_LIBS)
tests_unit_check_plain_LDFLAGS = -static

tests_unit_check_progress_SOURCES = tests/unit/check_progress.c tests/unit/unit.h
tests_unit_check_progress_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_progress_LDADD = src/libcli.a libmonread.la $(CHECK_LIBS)
tests_unit_check_progress_LDFLAGS = -static

tests_unit_check_reader_SOURCES = tests/unit/check_reader.c tests/unit/unit.h
tests_unit_check_reader_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_reader_LDADD = $(UNIT_LIBS)
tests_unit_check_reader_LDFLAGS = -static

tests_unit_check_report_SOURCES = tests/unit/check_report.c tests/unit/unit.h src/stat/report.c src/stat/report.h
tests_unit_check_report_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_report_LDADD = $(CHECK_LIBS)
tests_unit_check_report_LDFLAGS = -static


tests_unit_check_safe_SOURCES = tests/unit/check_safe.c tests/unit/unit.h
tests_unit_check_safe_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_safe_LDADD = $(UNIT_LIBS)
tests_unit_check_safe_LDFLAGS = -static

tests_unit_check_screen_SOURCES = tests/unit/check_screen.c tests/unit/memory.h tests/unit/unit.h src/stat/screen.h src/stat/screen_draw.c \
	src/stat/screen_canvas.c src/stat/screen_canvas.h src/stat/screen_curses.c src/stat/screen_curses.h src/stat/line.c src/stat/wrap.c \
	src/stat/line.h src/stat/number.c src/stat/number.h src/stat/report.c src/stat/report.h src/stat/rows.c src/stat/rows.h \
	src/stat/sort.c src/stat/sort.h
tests_unit_check_screen_CPPFLAGS = $(UNIT_CPPFLAGS) $(SQLITE3_CFLAGS) $(NCURSES_CFLAGS)
tests_unit_check_screen_LDADD = $(UNIT_LIBS) $(NCURSES_LIBS) -lm
tests_unit_check_screen_LDFLAGS = -static $(MEMORY_LINK)

tests_unit_check_select_SOURCES = tests/unit/check_select.c tests/unit/unit.h
tests_unit_check_select_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_select_LDADD = $(UNIT_LIBS)
tests_unit_check_select_LDFLAGS = -static

# It has source.c in itself, with other system calls.
tests_unit_check_source_SOURCES = tests/unit/check_source.c tests/unit/unit.h
tests_unit_check_source_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_source_LDADD = $(UNIT_LIBS)
tests_unit_check_source_LDFLAGS = -static


tests_unit_check_store_SOURCES = tests/unit/check_store.c tests/unit/unit.h
tests_unit_check_store_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_store_LDADD = src/libstore.a src/libcompress.a src/libtable.a src/libcli.a libmonread.la $(COMPRESS_LIBS) $(CHECK_LIBS)
tests_unit_check_store_LDFLAGS = -static

# It has file.c in itself, with other system calls.
tests_unit_check_store_file_SOURCES = tests/unit/check_store_file.c tests/unit/unit.h
tests_unit_check_store_file_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_store_file_LDADD = $(UNIT_LIBS)
tests_unit_check_store_file_LDFLAGS = -static

# It has keep.c in itself, with other system calls.
tests_unit_check_store_memory_SOURCES = tests/unit/check_store_memory.c tests/unit/layout.h tests/unit/memory.h tests/unit/unit.h
tests_unit_check_store_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_store_memory_LDADD = src/libstore.a src/libcompress.a src/libtable.a src/libcli.a libmonread.la $(COMPRESS_LIBS) $(CHECK_LIBS)
tests_unit_check_store_memory_LDFLAGS = -static $(MEMORY_LINK)

tests_unit_check_table_SOURCES = tests/unit/check_table.c tests/unit/unit.h
tests_unit_check_table_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_table_LDADD = $(UNIT_LIBS)
tests_unit_check_table_LDFLAGS = -static

# It has memory.c in itself.
tests_unit_check_table_memory_SOURCES = tests/unit/check_table_memory.c tests/unit/layout.h tests/unit/memory.h tests/unit/unit.h
tests_unit_check_table_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_table_memory_LDADD = $(UNIT_LIBS)
tests_unit_check_table_memory_LDFLAGS = -static $(MEMORY_LINK)

tests_unit_check_tod_SOURCES = tests/unit/check_tod.c tests/unit/unit.h
tests_unit_check_tod_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_tod_LDADD = $(UNIT_LIBS)
tests_unit_check_tod_LDFLAGS = -static

tests_unit_check_walk_SOURCES = tests/unit/check_walk.c tests/unit/unit.h
tests_unit_check_walk_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_walk_LDADD = $(UNIT_LIBS)
tests_unit_check_walk_LDFLAGS = -static

tests_unit_check_write_SOURCES = tests/unit/check_write.c tests/unit/unit.h
tests_unit_check_write_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_write_LDADD = $(UNIT_LIBS)
tests_unit_check_write_LDFLAGS = -static

tests_unit_check_when_SOURCES = tests/unit/check_when.c tests/unit/unit.h
tests_unit_check_when_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_when_LDADD = $(UNIT_LIBS)
tests_unit_check_when_LDFLAGS = -static

tests_unit_check_words_SOURCES = tests/unit/check_words.c tests/unit/unit.h
tests_unit_check_words_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_words_LDADD = $(UNIT_LIBS)
tests_unit_check_words_LDFLAGS = -static

# It has relay.c and writer.c in itself, with memory of a size that is made up.
tests_unit_check_writer_SOURCES = tests/unit/check_writer.c tests/unit/unit.h
tests_unit_check_writer_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_writer_LDADD = $(UNIT_LIBS)
tests_unit_check_writer_LDFLAGS = -static

tests_unit_check_writer_memory_SOURCES = tests/unit/check_writer_memory.c tests/unit/memory.h tests/unit/unit.h
tests_unit_check_writer_memory_CPPFLAGS = $(UNIT_CPPFLAGS)
tests_unit_check_writer_memory_LDADD = $(UNIT_LIBS)
tests_unit_check_writer_memory_LDFLAGS = -static $(MEMORY_LINK)

include tests/fuzz/local.mk
include tests/layouts/local.mk
include tests/play/local.mk
include tests/packaging/local.mk

# What a build in the source tree leaves in the directories that are shipped whole.
dist-hook:
	find $(distdir)/tests \( -name '*.log' -o -name '*.trs' -o -name '*.o' -o -name .dirstamp \) -exec rm -f {} +

# With pyarrow of PyPI, and what Python has besides: PCP's module.
check-python: all
	test -x python.work/bin/python || /usr/bin/python3 -m venv --system-site-packages python.work
	python.work/bin/pip install -q pyarrow
	$(MAKE) $(AM_MAKEFLAGS) check TESTS=tests/python.sh
.PHONY: check-python
