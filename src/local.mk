lib_LTLIBRARIES = libmonread.la
include_HEADERS = src/monread.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/libmonread.pc

# Functions for all rooms: in the library, in the programs and in the generator of the tables.
BASE_FILES = \
	src/base/arena.c \
	src/base/arena.h \
	src/base/find.c \
	src/base/find.h \
	src/base/read_file.c \
	src/base/read_file.h

include src/listing/local.mk

libmonread_la_SOURCES = \
	$(LISTING_FILES) \
	$(LISTING_LIBRARY_FILES) \
	src/base/array.h \
	src/base/be.h \
	src/base/bounds.h \
	src/base/clock.h \
	src/base/codepage.c \
	src/base/cp1047.h \
	src/base/hash.h \
	src/base/heap.h \
	src/base/played.h \
	src/base/tod.c \
	src/base/tod.h \
	src/base/version.c \
	src/base/when.c \
	src/base/when.h \
	src/decode/decoder.h \
	src/decode/extent.c \
	src/decode/plan.c \
	src/decode/walk.c \
	src/layout/collection.c \
	src/layout/collection.h \
	src/layout/finder.c \
	src/layout/load.c \
	src/layout/system.c \
	src/layout/tables.h \
	src/stream/blocks.c \
	src/stream/damage.c \
	src/stream/detect.c \
	src/stream/monreader.c \
	src/stream/foreign.c \
	src/stream/frame.c \
	src/stream/frame.h \
	src/stream/append.c \
	src/stream/mark.c \
	src/stream/monwrite.c \
	src/stream/monwrite.h \
	src/stream/part.c \
	src/stream/reader.c \
	src/stream/reader.h \
	src/stream/records.c \
	src/stream/reframe.c \
	src/stream/resync.c \
	src/stream/sets.c \
	src/stream/source.c \
	src/stream/source.h \
	src/stream/writer.c \
	src/stream/writer.h
nodist_libmonread_la_SOURCES = $(srcdir)/src/layout/tables.c
libmonread_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBXML2_CFLAGS) -DMONREAD_BUILD
libmonread_la_LIBADD = $(LIBXML2_LIBS)
libmonread_la_LDFLAGS = -version-info 2:0:2 $(EXPORTS) -no-undefined
EXTRA_libmonread_la_DEPENDENCIES = $(srcdir)/src/libmonread.map
EXTRA_DIST += src/libmonread.map
# Which symbols the library exports.
if HAVE_VERSION_SCRIPT
EXPORTS = -Wl,--version-script=$(srcdir)/src/libmonread.map
else
EXPORTS = -export-symbols-regex '^monread_'
endif

# The programs are linked of these, and so are the tests.
include src/cli/local.mk
include src/compress/local.mk
include src/table/local.mk
include src/out/local.mk
include src/input/local.mk
include src/session/local.mk
include src/store/local.mk
include src/sql/local.mk
include src/report/local.mk
include src/chart/local.mk

# All of the tool but main(): fuzzers run it, too.
noinst_LIBRARIES += src/libcommand.a
src_libcommand_a_SOURCES = \
	src/tool/anonymize.c \
	src/tool/command.c \
	src/tool/command.h \
	src/tool/compare.c \
	src/tool/doctor.c \
	src/tool/inside.c \
	src/tool/layouts.c \
	src/tool/tool_names.c \
	src/tool/tool_options.c \
	src/tool/tool_options.h \
	src/tool/output.c \
	src/tool/output.h \
	src/tool/query.c \
	src/tool/reading.c \
	src/tool/run.c \
	src/tool/run.h \
	src/tool/service.c \
	src/tool/storing.c \
	src/tool/table.c

nodist_src_libcommand_a_SOURCES = src/tool/constants.h
BUILT_SOURCES += src/tool/constants.h
CLEANFILES += src/tool/constants.h
EXTRA_DIST += data/anonymize
src/tool/anonymize.$(OBJEXT): src/tool/constants.h
src/tool/constants.h: $(srcdir)/data/anonymize
	$(AM_V_GEN)$(MKDIR_P) src/tool && { \
	  echo '/* Made from data/anonymize. */' && \
	  echo 'enum constant_kind { CONSTANT_WORD, CONSTANT_KEEP, CONSTANT_CHANGE };' && \
	  echo 'static const struct { enum constant_kind kind; const char *name; } constants[] = {' && \
	  sed -n -e 's/^word \(.*\)/{ CONSTANT_WORD, "\1" },/p' -e 's/^keep \(.*\)/{ CONSTANT_KEEP, "\1" },/p' \
	    -e 's/^change \(.*\)/{ CONSTANT_CHANGE, "\1" },/p' $(srcdir)/data/anonymize && \
	  echo '{ CONSTANT_WORD, 0 } };'; } >$@.tmp && mv $@.tmp $@

bin_PROGRAMS += src/monread
src_monread_SOURCES = src/tool/main.c
# Statically: the tool starts faster and is the same wherever it is copied.
src_monread_LDADD = src/libcommand.a src/libsql.a src/libreport.a src/libstore.a src/libsession.a src/libinput.a src/libcompress.a src/libout.a src/libtable.a src/libcli.a libmonread.la $(COMPRESS_LIBS) $(SQLITE3_LIBS)
src_monread_LDFLAGS = -static

include src/gen/local.mk
