# Services of systemd: with --with-systemdsystemunitdir.
SYSTEMD_SERVICES = \
	data/systemd/monread-capture.service \
	data/systemd/monread-capture@.service \
	data/systemd/monread-report.service \
	data/systemd/monread-upload.service \
	data/systemd/monstat-metrics.service
SYSTEMD_TIMERS = \
	data/systemd/monread-report.timer \
	data/systemd/monread-upload.path \
	data/systemd/monstat-metrics.timer
SYSTEMD_RUN = \
	data/systemd/monread-report \
	data/systemd/monread-upload

EXTRA_DIST += \
	$(SYSTEMD_SERVICES:=.in) \
	$(SYSTEMD_TIMERS) \
	$(SYSTEMD_RUN:=.in) \
	data/systemd/monread.default \
	data/systemd/monread.rules \
	data/systemd/monread.sysusers \
	data/systemd/sandbox
noinst_DATA = $(SYSTEMD_SERVICES)
noinst_SCRIPTS = $(SYSTEMD_RUN)
CLEANFILES += $(SYSTEMD_SERVICES) $(SYSTEMD_RUN)

# Paths, and the sandbox that all services have.
systemd_file = \
	$(AM_V_GEN)$(MKDIR_P) data/systemd && \
	sed -e '/^@SANDBOX@$$/{' -e 'r $(srcdir)/data/systemd/sandbox' -e 'd' -e '}' \
	  -e 's|@''bindir@|$(bindir)|g' -e 's|@''sysconfdir@|$(sysconfdir)|g' -e 's|@''pkglibexecdir@|$(pkglibexecdir)|g' \
	  $(srcdir)/$@.in >$@.tmp && mv $@.tmp $@

$(SYSTEMD_SERVICES): data/systemd/local.mk data/systemd/sandbox Makefile
	$(systemd_file)
$(SYSTEMD_RUN): data/systemd/local.mk Makefile
	$(systemd_file) && chmod +x $@
data/systemd/monread-capture.service: data/systemd/monread-capture.service.in
data/systemd/monread-capture@.service: data/systemd/monread-capture@.service.in
data/systemd/monread-report.service: data/systemd/monread-report.service.in
data/systemd/monstat-metrics.service: data/systemd/monstat-metrics.service.in
data/systemd/monread-upload.service: data/systemd/monread-upload.service.in
data/systemd/monread-report: data/systemd/monread-report.in
data/systemd/monread-upload: data/systemd/monread-upload.in

if SYSTEMD_UNITS
systemdsystemunit_DATA = $(SYSTEMD_SERVICES) $(SYSTEMD_TIMERS)
pkglibexec_SCRIPTS = $(SYSTEMD_RUN)
endif

# A file of settings that is there stays as it is; it goes again where nobody has changed it.
install-systemd-hook:
if SYSTEMD_UNITS
	$(MKDIR_P) '$(DESTDIR)$(sysconfdir)/default'
	test -f '$(DESTDIR)$(sysconfdir)/default/monread' || \
	  $(INSTALL_DATA) $(srcdir)/data/systemd/monread.default '$(DESTDIR)$(sysconfdir)/default/monread'
endif
if SYSTEMD_SYSUSERS
	$(MKDIR_P) '$(DESTDIR)$(sysusersdir)'
	$(INSTALL_DATA) $(srcdir)/data/systemd/monread.sysusers '$(DESTDIR)$(sysusersdir)/monread.conf'
endif
if SYSTEMD_UDEV
	$(MKDIR_P) '$(DESTDIR)$(udevrulesdir)'
	$(INSTALL_DATA) $(srcdir)/data/systemd/monread.rules '$(DESTDIR)$(udevrulesdir)/60-monread.rules'
endif

uninstall-systemd-hook:
if SYSTEMD_UNITS
	! cmp -s $(srcdir)/data/systemd/monread.default '$(DESTDIR)$(sysconfdir)/default/monread' || \
	  rm -f '$(DESTDIR)$(sysconfdir)/default/monread'
endif
if SYSTEMD_SYSUSERS
	rm -f '$(DESTDIR)$(sysusersdir)/monread.conf'
endif
if SYSTEMD_UDEV
	rm -f '$(DESTDIR)$(udevrulesdir)/60-monread.rules'
endif

AM_DISTCHECK_CONFIGURE_FLAGS = --with-systemdsystemunitdir
