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
	man/monread-anonymize.7 \
	man/monread-capture.8 \
	man/monread-captures.5 \
	man/monread-dsect.5 \
	man/monread-engines.7 \
	man/monread-grafana.7 \
	man/monread-formats.5 \
	man/monread-sql.7 \
	man/monread.1

EXTRA_DIST += man/monread-parquet.1 man/monread2pcp.1
if WITH_PYTHON
man_MANS = man/monread-parquet.1 man/monread2pcp.1
endif

EXTRA_DIST += man/links.sh man/monread-dsect.x man/monread.x man/monstat.x man/monstat-metrics.x
MAINTAINERCLEANFILES += $(srcdir)/man/monread-dsect.5 $(srcdir)/man/monread.1 $(srcdir)/man/monstat.1 $(srcdir)/man/monstat-metrics.5

# Pages are made of --help; without help2man the shipped ones are used.  Of $$program, $$table and $$title, with $$more.
page = \
	$(MKDIR_P) src/gen && \
	if test "$(HELP2MAN)" = :; then \
	  test -f $@ || { echo "$@ is missing and help2man is not installed (Debian: help2man)" >&2; exit 1; }; \
	else \
	  $(SHOWS) -o src/gen/help-$$program $$table $(SHOWN_C) && \
	  LC_ALL=C $(HELP2MAN) --no-info --name="$$title" --include=$(srcdir)/man/$$program.x $$more \
	    --output=$@.tmp src/gen/help-$$program && \
	  awk -v date="`sed -n 's/^\.TH [^0-9]*3 \([0-9-]*\).*/\1/p' $(srcdir)/man/libmonread.3`" \
	    '/^\.TH / { sub(/"[A-Z][a-z]+ [0-9]+"/, date) } /^\.SS "What to show:"/ { print ".SH OPTIONS" } /^\.SS "Exit status:"/ { $$0 = ".SH \"EXIT STATUS\"" } { print }' \
	    $@.tmp >$@.new && rm $@.tmp && mv $@.new $@; \
	fi

$(srcdir)/man/monread.1: man/monread.x src/tool/table.c src/out/formats.h $(SHOWN_FILES) configure.ac
	$(AM_V_GEN)program=monread table=$(srcdir)/src/tool/table.c title="show z/VM monitor data"; $(page)
$(srcdir)/man/monstat.1: man/monstat.x src/show/show_table.c $(SHOWN_FILES) $(REPORTS) $(MKREPORTS_FILES) configure.ac
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mkreports
	@cd $(srcdir) && $(abs_builddir)/src/gen/mkreports -m $(abs_builddir)/src/gen/reports.x $(REPORTS)
	$(AM_V_GEN)program=monstat more=--include=src/gen/reports.x table=$(srcdir)/src/show/show_table.c title="reports of z/VM monitor data"; $(page)

$(srcdir)/man/monstat-metrics.5: man/monstat-metrics.x $(REPORTS) $(MKREPORTS_FILES)
	@$(MAKE) $(AM_MAKEFLAGS) src/gen/mkreports
	$(AM_V_GEN)cd $(srcdir) && $(abs_builddir)/src/gen/mkreports -x $(abs_builddir)/src/gen/metrics.x $(REPORTS) && \
	  cat man/monstat-metrics.x $(abs_builddir)/src/gen/metrics.x >man/monstat-metrics.5.tmp && \
	  mv man/monstat-metrics.5.tmp man/monstat-metrics.5

# The page says how many layouts are whole, a front part, name only or unproven.
$(srcdir)/man/monread-dsect.5: man/monread-dsect.x $(DSECTS)
	$(AM_V_GEN)cd $(srcdir) && awk ' \
	  FILENAME ~ /dsect$$/ && /^Status:/ && !unproven[FILENAME] { status[FILENAME] = $$2 } \
	  FILENAME ~ /dsect$$/ && /^Unproven:/ { unproven[FILENAME] = 1; status[FILENAME] = "unproven" } \
	  /@layouts@/ { for (f in status) { n[status[f]]++; n["layouts"]++ } } \
	  /@/ { for (s in n) gsub("@" s "@", n[s]) } \
	  FILENAME ~ /x$$/' $(DSECTS) man/monread-dsect.x >man/monread-dsect.5.tmp && \
	  mv man/monread-dsect.5.tmp man/monread-dsect.5

CLEANFILES += src/gen/help-monread src/gen/help-monstat src/gen/reports.x src/gen/metrics.x

# Each function's name leads to its page.
install-data-hook: install-systemd-hook
	$(SHELL) $(srcdir)/man/links.sh --make '$(DESTDIR)$(man3dir)' $(MAN3_PAGES:%=$(srcdir)/%)

uninstall-hook: uninstall-systemd-hook
	$(SHELL) $(srcdir)/man/links.sh --remove '$(DESTDIR)$(man3dir)' $(MAN3_PAGES:%=$(srcdir)/%)
