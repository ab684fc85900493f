lib_LTLIBRARIES = libmonread.la
include_HEADERS = src/monread.h
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = src/libmonread.pc

# The one reader of listings: in the library and in the generator of the tables.
LISTING_FILES = \
	src/base/arena.c \
	src/base/arena.h \
	src/base/words.c \
	src/base/words.h \
	src/port/ascii.h \
	src/listing/annot.c \
	src/listing/bound.c \
	src/listing/bound.h \
	src/listing/check.c \
	src/listing/contents.c \
	src/listing/draft.c \
	src/listing/draft.h \
	src/listing/format.c \
	src/listing/listing.c \
	src/listing/listing.h \
	src/listing/prolog.c \
	src/listing/scan.c \
	src/listing/scan.h \
	src/listing/section.c \
	src/listing/section.h \
	src/listing/settle.c \
	src/listing/xref.c \
	src/layout/tables.h

libmonread_la_SOURCES = \
	$(LISTING_FILES) \
	src/base/be.h \
	src/base/codepage.c \
	src/base/cp1047.h \
	src/base/tod.h \
	src/base/version.c \
	src/decode/decoder.h \
	src/decode/extent.c \
	src/decode/plan.c \
	src/decode/walk.c \
	src/layout/collection.c \
	src/layout/collection.h \
	src/layout/find.c \
	src/layout/load.c \
	src/layout/unpack.c \
	src/layout/unpack.h \
	src/listing/annotate.c \
	src/listing/annotate.h \
	src/listing/html.c \
	src/listing/html.h \
	src/port/lazy.h \
	src/port/played.h \
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

# The programs are linked of these, and so are the tests.
include src/cli/local.mk
include src/compress/local.mk
include src/out/local.mk
include src/input/local.mk
include src/store/local.mk

bin_PROGRAMS += src/monread
src_monread_SOURCES = $(TOOL_FILES)
TOOL_FILES = \
	src/tool/applies.c \
	src/tool/applies.h \
	src/tool/command.c \
	src/tool/command.h \
	src/tool/help.c \
	src/tool/help.h \
	src/tool/layouts.c \
	src/tool/layouts.h \
	src/tool/main.c \
	src/tool/options.c \
	src/tool/options.h \
	src/tool/output.c \
	src/tool/output.h \
	src/tool/privileges.c \
	src/tool/privileges.h \
	src/tool/records.c \
	src/tool/run.c \
	src/tool/run.h \
	src/tool/show.c \
	src/tool/storing.c
# Statically: the tool starts faster and is the same wherever it is copied.
src_monread_LDADD = src/libinput.a src/libstore.a src/libcompress.a src/libout.a src/libcli.a libmonread.la $(LIBARCHIVE_LIBS)
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
