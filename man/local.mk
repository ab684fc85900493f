MAN3_PAGES = \
	man/libmonread.3 \
	man/monread_codepage.3 \
	man/monread_decoder.3 \
	man/monread_device.3 \
	man/monread_layout.3 \
	man/monread_layouts.3 \
	man/monread_marks.3 \
	man/monread_reader.3 \
	man/monread_system.3 \
	man/monread_writer.3
dist_man_MANS += \
	$(MAN3_PAGES) \
	man/monread-dsect.5 \
	man/monread-sql.7 \
	man/monread.1

EXTRA_DIST += man/links.sh man/monread.x
MAINTAINERCLEANFILES += $(srcdir)/man/monread.1

# monread.1 is made of --help; without help2man the shipped one is used.
$(srcdir)/man/monread.1: man/monread.x src/tool/table.c src/out/formats.h $(SHOWN_FILES) configure.ac
	@$(MKDIR_P) src/gen
	$(AM_V_GEN)if test "$(HELP2MAN)" = :; then \
	  test -f $@ || { echo "$@ is missing and help2man is not installed (Debian: help2man)" >&2; exit 1; }; \
	else \
	  $(SHOWS) -o src/gen/help $(srcdir)/src/tool/table.c $(SHOWN_C) && \
	  LC_ALL=C $(HELP2MAN) --no-info --name="show z/VM monitor data" --include=$(srcdir)/man/monread.x \
	    --output=$@.tmp src/gen/help && mv $@.tmp $@; \
	fi

CLEANFILES += src/gen/help

# Each function's name leads to its page.
install-data-hook:
	$(SHELL) $(srcdir)/man/links.sh --make '$(DESTDIR)$(man3dir)' $(MAN3_PAGES:%=$(srcdir)/%)

uninstall-hook:
	$(SHELL) $(srcdir)/man/links.sh --remove '$(DESTDIR)$(man3dir)' $(MAN3_PAGES:%=$(srcdir)/%)
