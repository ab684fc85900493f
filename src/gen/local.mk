# The generator runs on the machine that builds, so automake does not build
# it; and the tables are in the release, so that nobody else needs it.
GENERATOR_FILES = \
	src/gen/mklayouts.c \
	src/gen/pack.c \
	src/gen/pack.h \
	src/gen/quote.h

src/gen/mklayouts: $(GENERATOR_FILES) $(LISTING_FILES) src/monread.h
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)new=$(abs_builddir)/$@.$$$$ && cd $(srcdir) && $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -D_POSIX_C_SOURCE=200809L -Isrc \
	  -o $$new `for f in $(GENERATOR_FILES) $(LISTING_FILES); do \
	    case $$f in *.c) echo $$f ;; esac; done` && mv -f $$new $(abs_builddir)/$@

$(srcdir)/src/layout/tables.c: $(DSECTS) data/values $(GENERATOR_FILES) $(LISTING_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mklayouts
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mklayouts -o src/layout/tables.c -v data/values $(DSECTS)

BUILT_SOURCES += $(srcdir)/src/layout/tables.c
CLEANFILES += src/gen/mklayouts
MAINTAINERCLEANFILES += $(srcdir)/src/layout/tables.c
EXTRA_DIST += data/values $(GENERATOR_FILES) src/layout/tables.c
