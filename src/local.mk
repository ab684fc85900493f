lib_LTLIBRARIES = libmonread.la
include_HEADERS = src/monread.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/libmonread.pc

# The one reader of listings: in the library and in the generator of the tables.
LISTING_FILES = \
	src/layout/annot.c \
	src/layout/arena.c \
	src/layout/arena.h \
	src/layout/bound.c \
	src/layout/bound.h \
	src/layout/check.c \
	src/layout/contents.c \
	src/layout/draft.c \
	src/layout/draft.h \
	src/layout/format.c \
	src/layout/listing.c \
	src/layout/listing.h \
	src/layout/prolog.c \
	src/layout/scan.c \
	src/layout/scan.h \
	src/layout/section.c \
	src/layout/section.h \
	src/layout/settle.c \
	src/layout/tables.h \
	src/layout/xref.c

libmonread_la_SOURCES = \
	$(LISTING_FILES) \
	src/base/ascii.h \
	src/base/be.h \
	src/base/codepage.c \
	src/base/cp1047.h \
	src/base/lazy.h \
	src/base/played.h \
	src/base/tod.h \
	src/base/version.c \
	src/layout/annotate.c \
	src/layout/annotate.h \
	src/layout/collection.c \
	src/layout/collection.h \
	src/layout/find.c \
	src/layout/html.c \
	src/layout/html.h \
	src/layout/load.c \
	src/layout/unpack.c \
	src/layout/unpack.h \
	src/layout/walk.c \
	src/stream/device.c \
	src/stream/foreign.c \
	src/stream/foreign.h \
	src/stream/frame.c \
	src/stream/frame.h \
	src/stream/mark.c \
	src/stream/mark.h \
	src/stream/mce.c \
	src/stream/mce.h \
	src/stream/monwrite.c \
	src/stream/monwrite.h \
	src/stream/parser.c \
	src/stream/source.c \
	src/stream/source.h
nodist_libmonread_la_SOURCES = $(srcdir)/src/layout/tables.c
libmonread_la_CPPFLAGS = $(AM_CPPFLAGS) $(LIBXML2_CFLAGS) -DMONREAD_BUILD
libmonread_la_LIBADD = $(LIBXML2_LIBS)
libmonread_la_LDFLAGS = -version-info 0:0:0 -export-symbols-regex '^monread_' -no-undefined

bin_PROGRAMS += src/monread
src_monread_SOURCES = \
	src/out/buffer.c \
	src/out/buffer.h \
	src/out/capture.c \
	src/out/capture.h \
	src/out/clock.c \
	src/out/clock.h \
	src/out/compare.c \
	src/out/compare.h \
	src/out/describe.c \
	src/out/describe.h \
	src/out/dsect.c \
	src/out/dsect.h \
	src/out/escape.c \
	src/out/escape.h \
	src/out/format.c \
	src/out/format.h \
	src/out/frames.c \
	src/out/frames.h \
	src/out/headings.c \
	src/out/headings.h \
	src/out/hex.c \
	src/out/intervals.c \
	src/out/intervals.h \
	src/out/json.c \
	src/out/list.c \
	src/out/names.c \
	src/out/names.h \
	src/out/raw.c \
	src/out/safe.c \
	src/out/safe.h \
	src/out/summary.c \
	src/out/text.c \
	src/tool/applies.c \
	src/tool/applies.h \
	src/tool/again.h \
	src/tool/compressed.c \
	src/tool/compressed.h \
	src/tool/compressing.c \
	src/tool/compressing.h \
	src/tool/crew.c \
	src/tool/crew.h \
	src/tool/diag.c \
	src/tool/diag.h \
	src/tool/fields.c \
	src/tool/fields.h \
	src/tool/follow.c \
	src/tool/follow.h \
	src/tool/help.c \
	src/tool/help.h \
	src/tool/input.c \
	src/tool/input.h \
	src/tool/inputs.h \
	src/tool/libarchive.c \
	src/tool/libarchive.h \
	src/tool/live.c \
	src/tool/live.h \
	src/tool/lock.c \
	src/tool/lock.h \
	src/tool/losses.c \
	src/tool/losses.h \
	src/tool/main.c \
	src/tool/mapped.c \
	src/tool/mapped.h \
	src/tool/moment.c \
	src/tool/moment.h \
	src/tool/options.c \
	src/tool/options.h \
	src/tool/output.c \
	src/tool/output.h \
	src/tool/pipe.c \
	src/tool/pipe.h \
	src/tool/privileges.c \
	src/tool/privileges.h \
	src/tool/run.c \
	src/tool/run.h \
	src/tool/select.c \
	src/tool/select.h \
	src/tool/stop.c \
	src/tool/stop.h \
	src/tool/store.c \
	src/tool/store.h \
	src/tool/store_clock.c \
	src/tool/store_clock.h \
	src/tool/store_file.c \
	src/tool/store_file.h \
	src/tool/store_gap.c \
	src/tool/store_gap.h \
	src/tool/store_keep.c \
	src/tool/store_keep.h \
	src/tool/store_name.c \
	src/tool/store_name.h \
	src/tool/stored.c \
	src/tool/stored.h \
	src/tool/terminal.c \
	src/tool/terminal.h \
	src/tool/wait.c \
	src/tool/wait.h \
	src/tool/zframes.c \
	src/tool/zframes.h
# Statically: the tool starts faster and is the same wherever it is copied.
src_monread_CPPFLAGS = $(AM_CPPFLAGS) $(LIBARCHIVE_CFLAGS)
src_monread_LDADD = libmonread.la $(LIBARCHIVE_LIBS)
src_monread_LDFLAGS = -static

# The generator runs on the machine that builds, so automake does not build
# it; and the tables are in the release, so that nobody else needs it.
GENERATOR_FILES = \
	src/gen/mklayouts.c \
	src/gen/pack.c \
	src/gen/pack.h

src/gen/mklayouts: $(GENERATOR_FILES) $(LISTING_FILES) src/monread.h
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)cd $(srcdir) && $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -D_POSIX_C_SOURCE=200809L -Isrc \
	  -o $(abs_builddir)/$@ `for f in $(GENERATOR_FILES) $(LISTING_FILES); do \
	    case $$f in *.c) echo $$f ;; esac; done`

$(srcdir)/src/layout/tables.c: $(DSECTS) $(GENERATOR_FILES) $(LISTING_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mklayouts
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mklayouts -o src/layout/tables.c $(DSECTS)

BUILT_SOURCES += $(srcdir)/src/layout/tables.c
CLEANFILES += src/gen/mklayouts
MAINTAINERCLEANFILES += $(srcdir)/src/layout/tables.c
EXTRA_DIST += $(GENERATOR_FILES) src/layout/tables.c

bashcompdir = $(datadir)/bash-completion/completions
EXTRA_DIST += src/tool/monread.bash-completion

# The file has to be called like the command.
install-data-local:
	$(MKDIR_P) "$(DESTDIR)$(bashcompdir)"
	$(INSTALL_DATA) $(srcdir)/src/tool/monread.bash-completion "$(DESTDIR)$(bashcompdir)/monread"
uninstall-local:
	rm -f "$(DESTDIR)$(bashcompdir)/monread"
